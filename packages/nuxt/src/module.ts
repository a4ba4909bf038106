import {
  addComponent,
  addImports,
  addRouteMiddleware,
  addServerHandler,
  addServerImports,
  addServerTemplate,
  addTypeTemplate,
  createResolver,
  defineNuxtModule,
  useNitro,
} from '@nuxt/kit'
import type { Requirement } from '@vestibule/core'
import { guardedButKept, isGuarded, type KeptRule } from './kept-for-all.js'
import type { Rules } from './runtime/server/rules.js'

/** What `routeRules` and `definePageMeta` take: anyone who is signed in, or someone who meets a requirement. */
export type AuthRule = boolean | Requirement

type RouteRules = Record<string, KeptRule & { auth?: AuthRule }>

const types = `import type { Requirement, Session as CoreSession, User as CoreUser } from '@vestibule/core'

type AuthRule = boolean | Requirement
/** \`guestOnly\`: people who are signed in are sent on. */
type PageAuth = AuthRule | { guestOnly: true; redirectTo?: string }

declare module '#vestibule' {
  export type User = CoreUser
  export type Session = CoreSession
}
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

export interface ModuleOptions {
  /** Default `openid profile email`. */
  scope?: string
  /** Seconds. Defaults: idle 1 day, absolute 3 days. */
  session?: { idle?: number; absolute?: number }
}

/**
 * Sign-in for a Nuxt application: `modules: ['@vestibule/nuxt']` and three variables. Serves `/auth/**`, and brings
 *
 * - to the server: `getUserSession`, `requireUser`, `getAccessToken`, `verifyBearer`, `defineAuthHandler`;
 * - to the app: `useUserSession`, `useUser`, `<AuthState>`, and `definePageMeta({ auth: true })`;
 * - to `routeRules`: `auth`, enforced on the server before anything is rendered or served.
 */
export default defineNuxtModule<ModuleOptions>({
  meta: { name: '@vestibule/nuxt', configKey: 'vestibule', compatibility: { nuxt: '>=4.5.1' } },
  setup({ scope, session }, nuxt) {
    const { resolve } = createResolver(import.meta.url)
    addServerHandler({ route: '/auth/**', handler: resolve('./runtime/server/handler') })
    addServerHandler({ middleware: true, handler: resolve('./runtime/server/guard') })
    addServerHandler({ middleware: true, handler: resolve('./runtime/server/keep') })
    // Rules are read when the build begins, and keep nothing secret.
    const routeRules = (): RouteRules => {
      const options = nuxt.options as { routeRules?: RouteRules; nitro?: { routeRules?: RouteRules } }
      return { ...options.nitro?.routeRules, ...options.routeRules }
    }
    const guards = (): Rules =>
      Object.entries(routeRules()).flatMap(([path, { auth }]) => (auth === undefined ? [] : [[path, auth] as const]))
    addServerTemplate({
      filename: '#vestibule-options',
      getContents: () =>
        `export const rules = ${JSON.stringify(guards())}\nexport const options = ${JSON.stringify({ scope, session })}`,
    })
    nuxt.hook('ready', () => {
      const kept = guardedButKept(guards(), routeRules())
      if (kept.length > 0) {
        throw new Error(
          `@vestibule/nuxt: routeRules guard these routes and keep one answer of them for everyone: ${kept.join('; ')}. Remove one of the two.`,
        )
      }
      useNitro().hooks.hook('prerender:generate', (route: { route: string; error?: Error }) => {
        // A file is served before any guard runs: it is not written.
        if (isGuarded(guards(), route.route)) {
          route.error = new Error(`@vestibule/nuxt: ${route.route} is behind a sign-in and is not prerendered`)
        }
      })
    })
    addServerImports(
      ['getUserSession', 'requireUser', 'getAccessToken', 'verifyBearer', 'defineAuthHandler'].map((name) => ({
        name,
        from: resolve('./runtime/server/session'),
      })),
    )
    addImports(['useUserSession', 'useUser'].map((name) => ({ name, from: resolve('./runtime/app/user-session') })))
    addComponent({ name: 'AuthState', filePath: resolve('./runtime/app/auth-state') })
    addRouteMiddleware({ name: 'auth', path: resolve('./runtime/app/middleware') })
    addRouteMiddleware({ name: 'vestibule-page-meta', path: resolve('./runtime/app/page-meta'), global: true })
    addTypeTemplate({ filename: 'types/vestibule.d.ts', getContents: () => types }, { nuxt: true, nitro: true })
  },
})
