import { useRuntimeConfig } from '#imports'

/** The way to the login, below `app.baseURL`: an external navigation is sent as it is written. */
export const loginPath = (returnTo: string): string =>
  `${useRuntimeConfig().app.baseURL.replace(/\/$/, '')}/auth/login?returnTo=${encodeURIComponent(returnTo)}`
