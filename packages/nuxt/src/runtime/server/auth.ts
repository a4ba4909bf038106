import { type Auth, createAuth, optionsFromEnvironment } from '@vestibule/core'
import { useRuntimeConfig } from '#imports'
import { options } from '#vestibule-options'

let core: Auth | undefined

/** Made at the first request: nothing secret is read while building. */
export function auth(): Auth {
  if (!core) {
    const developmentUrl = `http://localhost:${process.env.PORT ?? 3000}${useRuntimeConfig().app.baseURL}`
    core = createAuth(optionsFromEnvironment(process.env, developmentUrl, options))
  }
  return core
}
