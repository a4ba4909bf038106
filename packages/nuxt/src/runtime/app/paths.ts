import type { LoginOptions } from '@vestibule/core'
import { loginPath } from '@vestibule/core/requirement'
import { basePath } from '#build/vestibule-app.mjs'
import { useNuxtApp, useRouter, useRuntimeConfig } from '#imports'

/** A path of the application below `app.baseURL`, which Nuxt does not prepend to external navigations. */
export const pathOf = (path: string): string => `${useRuntimeConfig().app.baseURL.replace(/\/$/, '')}${path}`

export const loginAddress = (options: LoginOptions): string => pathOf(loginPath(options, basePath))

/**
 * The path of the page that is navigated to. On the server it is as it was requested: `fullPath` is Vue Router's own spelling of the
 * query, where `a%20b` is `a+b`.
 */
export function pathRequested({ fullPath }: { fullPath: string }): string {
  const requested = import.meta.server ? useNuxtApp().ssrContext?.url : undefined
  if (!requested) return fullPath
  const router = useRouter()
  const { path, query } = router.resolve(requested)
  return router.resolve({ path, query }).fullPath === fullPath ? requested : fullPath
}
