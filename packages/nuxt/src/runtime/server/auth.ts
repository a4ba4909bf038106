import { type Auth, createAuth, optionsFromEnvironment } from '@vestibule/core'
import { useRuntimeConfig } from '#imports'
import { given, options, permissions } from '#vestibule-options'

let core: Auth | undefined

/**
 * Created when the server starts: a build reads no secrets. The build determines what is production, because `node
 * .output/server/index.mjs` sets no NODE_ENV.
 */
export function auth(): Auth {
  if (!core) {
    const own = typeof given === 'function' ? given() : given
    const all = { ...options, permissions, ...own, session: { ...options.session, ...own.session } }
    core = createAuth(
      optionsFromEnvironment(process.env, all, {
        production: !import.meta.dev,
        development: import.meta.dev,
        path: useRuntimeConfig().app.baseURL,
      }),
    )
  }
  return core
}
