import {
  addImports,
  addRouteMiddleware,
  addServerHandler,
  addServerImports,
  createResolver,
  defineNuxtModule,
} from '@nuxt/kit'

/**
 * Sign-in for a Nuxt application: `modules: ['@vestibule/nuxt']` and three variables. Serves `/auth/**`, and brings
 * `useUserSession` and `useUser` to the app, `getUserSession`, `requireUser` and `getAccessToken` to the server, and
 * `definePageMeta({ middleware: 'auth' })` for pages that send strangers to the login.
 */
export default defineNuxtModule({
  meta: { name: '@vestibule/nuxt', configKey: 'vestibule', compatibility: { nuxt: '>=4.5.1' } },
  setup() {
    const { resolve } = createResolver(import.meta.url)
    addServerHandler({ route: '/auth/**', handler: resolve('./runtime/server/handler') })
    addServerImports(
      ['getUserSession', 'requireUser', 'getAccessToken'].map((name) => ({
        name,
        from: resolve('./runtime/server/session'),
      })),
    )
    addImports(['useUserSession', 'useUser'].map((name) => ({ name, from: resolve('./runtime/app/user-session') })))
    addRouteMiddleware({ name: 'auth', path: resolve('./runtime/app/middleware') })
  },
})
