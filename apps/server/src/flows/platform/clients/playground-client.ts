import type { Config } from '../../../config/settings.ts'
import type { Client } from '../../../oidc/clients.ts'
import { standardScopes } from '../../../oidc/scopes.ts'
import { ownClient } from './own-client.ts'

export const playgroundClientId = 'vestibule-playground'

/** The client that a development server tries its own sign-in with, at /dev/try. A public client, on this machine only. */
export const playgroundClient = ({ issuer }: Pick<Config, 'issuer'>): Client => ({
  ...ownClient(playgroundClientId, 'Playground'),
  redirectUris: [`${issuer}/dev/try/callback`],
  postLogoutRedirectUris: [`${issuer}/dev/try`],
  scopes: new Set(standardScopes),
  grantTypes: new Set(['authorization_code']),
  responseTypes: new Set(['code']),
  organization: 'optional',
  onboarding: null,
})
