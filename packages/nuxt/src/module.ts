import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import {
  addComponent,
  addImports,
  addPlugin,
  addRouteMiddleware,
  addServerHandler,
  addServerImports,
  addServerPlugin,
  addServerTemplate,
  addTemplate,
  addTypeTemplate,
  createResolver,
  defineNuxtModule,
  findPath,
  getLayerDirectories,
  useNitro,
  useNuxt,
} from '@nuxt/kit'
import type { AuthOptions, Requirement } from '@vestibule/core'
import { type Page, pageRules, pagesWithRouteGuards } from './build-time/page-rules.js'
import { type CacheRule, guardedAndShared, isGuarded } from './build-time/shared-responses.js'
import { types } from './build-time/types.js'
import type { Rules } from './runtime/rules.js'

/**
 * The value of `auth` in `routeRules` and `definePageMeta`: anyone who is signed in, or a requirement.
 *
 * @example
 * ```ts
 * import type { AuthRule } from '@vestibule/nuxt'
 *
 * const ownersOnly: AuthRule = { role: 'owner' }
 * ```
 */
export type AuthRule = boolean | Requirement

type RouteRules = Record<string, CacheRule & { auth?: AuthRule }>

/**
 * Options that are known at build time. All others belong in `server/vestibule.ts`, with `defineVestibuleOptions`.
 *
 * @example
 * ```ts
 * import type { ModuleOptions } from '@vestibule/nuxt'
 *
 * const vestibule: ModuleOptions = { scope: 'openid profile email organization', session: { bindToDevice: 'offer' } }
 * ```
 */
export interface ModuleOptions
  extends Pick<AuthOptions, 'scope' | 'basePath' | 'resource' | 'audience' | 'postLogoutPath'> {
  session?: Omit<NonNullable<AuthOptions['session']>, 'store'>
}

/**
 * Sign-in for a Nuxt application: `modules: ['@vestibule/nuxt']`, and in production five variables. It serves `/auth/**` and adds
 *
 * - on the server: `getUserSession`, `requireUser`, `withAuth`, `getAccessToken`, `verifyBearer`;
 * - in the app: `useUserSession`, `useUser`, `<AuthState>`, and `definePageMeta({ auth: true })`;
 * - in both: `can`;
 * - in `routeRules`: `auth`, enforced on the server before anything is rendered or served, and by the router in the browser.
 *
 * @example
 * ```ts
 * import vestibule from '@vestibule/nuxt'
 *
 * const config = { modules: [vestibule], routeRules: { '/admin/**': { auth: { role: 'owner' } } } }
 * ```
 */
export default defineNuxtModule<ModuleOptions>({
  meta: { name: '@vestibule/nuxt', configKey: 'vestibule', compatibility: { nuxt: '>=4.5.1' } },
  async setup({ basePath = '/auth', ...options }, nuxt) {
    if (!/^(\/[\w.~-]+)+$/.test(basePath))
      throw new Error(`@vestibule/nuxt: basePath must be a path such as /auth, not ${JSON.stringify(basePath)}.`)
    // In development the server's worker restarts after every change. Workers inherit the environment of this process, so that
    // people stay signed in.
    if (nuxt.options.dev) process.env.VESTIBULE_SECRET ||= randomBytes(36).toString('base64url')
    const routeRules = routeRulesOfBuild()
    const guards = () => guardsOf(routeRules())
    await addServer(guards, basePath, { basePath, ...options })
    addApp(guards, basePath)
    refuseSharedGuards(guards, routeRules)
    refuseRouteGuardsOfPages()
    addTypeTemplate(
      { filename: 'types/vestibule.d.ts', getContents: () => types },
      { nuxt: true, nitro: true, node: true },
    )
  },
})

/**
 * The route rules of the build: those of `nuxt.config`, and rules with `auth` that other modules have given to Nitro alone. They contain
 * no secrets.
 */
function routeRulesOfBuild(): () => RouteRules {
  const nuxt = useNuxt()
  let ofNitro = (): RouteRules => ({})
  nuxt.hook('ready', () => {
    const nitro = useNitro()
    ofNitro = () => nitro.options.routeRules as RouteRules
  })
  return () => {
    const { routeRules, nitro } = nuxt.options as { routeRules?: RouteRules; nitro?: { routeRules?: RouteRules } }
    const guarded = Object.entries(ofNitro()).filter(([, { auth }]) => auth !== undefined)
    return { ...nitro?.routeRules, ...routeRules, ...Object.fromEntries(guarded) }
  }
}

function guardsOf(routeRules: RouteRules): Rules {
  return Object.entries(routeRules).flatMap(([path, { auth }]) => (auth === undefined ? [] : [[path, auth] as const]))
}

async function addServer(guards: () => Rules, basePath: string, options: ModuleOptions): Promise<void> {
  const { resolve } = createResolver(import.meta.url)
  const nuxt = useNuxt()
  const layers = getLayerDirectories(nuxt)
  const file = await findPath(layers.map(({ server }) => join(server, 'vestibule')))
  const permissions = await findPath(layers.map(({ shared }) => join(shared, 'vestibule')))
  addServerTemplate({
    filename: '#vestibule-options',
    getContents: () =>
      [
        permissions
          ? `export { permissions } from ${JSON.stringify(permissions)}`
          : 'export const permissions = undefined',
        file ? `import given from ${JSON.stringify(file)}` : 'const given = {}',
        `export const rules = ${JSON.stringify(guards())}`,
        `export const options = ${JSON.stringify(options)}`,
        'export { given }',
      ].join('\n'),
  })
  addServerPlugin(resolve('./runtime/server/start'))
  addServerHandler({ route: `${basePath}/**`, handler: resolve('./runtime/server/handler') })
  addServerHandler({ middleware: true, handler: resolve('./runtime/server/context') })
  addServerHandler({ middleware: true, handler: resolve('./runtime/server/guard') })
  const session = ['getUserSession', 'requireUser', 'withAuth', 'defineAuthHandler', 'getAccessToken', 'verifyBearer']
  addServerImports([
    ...session.map((name) => ({ name, from: resolve('./runtime/server/session') })),
    ...['defineVestibuleOptions', 'memoryStore', 'unstorageStore', 'AuthError', 'can'].map((name) => ({
      name,
      from: resolve('./server'),
    })),
  ])
}

function addApp(guards: () => Rules, basePath: string): void {
  const { resolve } = createResolver(import.meta.url)
  addTemplate({
    filename: 'vestibule-app.mjs',
    getContents: () =>
      `export const rules = ${JSON.stringify(guards())}\nexport const basePath = ${JSON.stringify(basePath)}\n`,
  })
  addImports(
    ['useUserSession', 'useUser', 'can'].map((name) => ({ name, from: resolve('./runtime/app/user-session') })),
  )
  addComponent({ name: 'AuthState', filePath: resolve('./runtime/app/auth-state') })
  addRouteMiddleware({ name: 'auth', path: resolve('./runtime/app/middleware') })
  addRouteMiddleware({ name: 'vestibule-guard', path: resolve('./runtime/app/guard'), global: true })
  addPlugin({ src: resolve('./runtime/app/page-show'), mode: 'client' })
}

/** Stops a build in which a guarded route would serve one response to everyone. */
function refuseSharedGuards(guards: () => Rules, routeRules: () => RouteRules): void {
  const nuxt = useNuxt()
  let pages: Rules = []
  nuxt.options.experimental.extraPageMetaExtractionKeys ??= []
  nuxt.options.experimental.extraPageMetaExtractionKeys.push('auth')
  nuxt.hook('pages:resolved', (resolved) => {
    pages = pageRules(resolved as Page[])
  })
  const refuse = () => {
    const shared = [...guardedAndShared(guards(), routeRules()), ...guardedAndShared(pages, routeRules())]
    if (shared.length === 0) return
    throw new Error(
      `@vestibule/nuxt: these routes require a sign-in, but serve one response to everyone: ${[...new Set(shared)].join('; ')}. Remove the guard, or the prerendering or caching.`,
    )
  }
  nuxt.hook('build:before', refuse)
  nuxt.hook('ready', () => {
    refuse()
    useNitro().hooks.hook('prerender:generate', (route: { route: string; error?: Error }) => {
      // A prerendered file would be served before any guard runs.
      if (isGuarded(guards(), route.route) || isGuarded(pages, route.route))
        route.error = new Error(`@vestibule/nuxt: ${route.route} requires a sign-in and is not prerendered`)
    })
  })
}

/** Stops a build in which a page names `auth` where it would not be enforced. */
function refuseRouteGuardsOfPages(): void {
  const nuxt = useNuxt()
  const sourceOf = (file: string) => nuxt.vfs[file] ?? (existsSync(file) ? readFileSync(file, 'utf8') : '')
  nuxt.hook('pages:resolved', (resolved) => {
    const pages = pagesWithRouteGuards(resolved as Page[], sourceOf).map((file) => relative(nuxt.options.rootDir, file))
    if (pages.length === 0) return
    throw new Error(
      `@vestibule/nuxt: defineRouteRules({ auth }) does not guard a page, and these have it: ${pages.join(', ')}. Replace it with definePageMeta({ auth }) in the page, or with routeRules in nuxt.config.`,
    )
  })
}
