/** Types for the application. They refer to this package only, because with pnpm an application cannot import core. */
export const types = `import type { Requirement } from '@vestibule/nuxt/server'

type AuthRule = boolean | Requirement
/** \`guestOnly\` redirects people who are signed in. */
type PageAuth = AuthRule | { guestOnly: true; redirectTo?: string }

declare module 'nuxt/app' {
  interface PageMeta { auth?: PageAuth }
}
declare module 'vue-router' {
  interface RouteMeta { auth?: PageAuth }
}
declare module 'nitropack/types' {
  interface NitroRouteConfig { auth?: AuthRule }
  interface NitroRouteRules { auth?: AuthRule }
}
declare module 'nitropack' {
  interface NitroRouteConfig { auth?: AuthRule }
  interface NitroRouteRules { auth?: AuthRule }
}
export {}
`
