import { type Auth, createAuth, optionsFromEnvironment } from '@vestibule/core'
import { options } from '#vestibule-options'

let core: Auth | undefined

/** Made at the first request: nothing secret is read while building. */
export function auth(): Auth {
  core ??= createAuth(optionsFromEnvironment(process.env, `http://localhost:${process.env.PORT ?? 3000}`, options))
  return core
}
