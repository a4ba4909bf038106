/** Types of the application that uses the module. They come through this package: pnpm lets an application reach no other. */
export const types = `import type { Requirement } from '@vestibule/nuxt/server'

type AuthRule = boolean | Requirement
/** \`guestOnly\`: people who are signed in are sent on. */
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
