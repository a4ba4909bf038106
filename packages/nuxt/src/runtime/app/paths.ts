import type { LoginOptions } from '@vestibule/core'
import { loginPath } from '@vestibule/core/requirement'
import { basePath } from '#build/vestibule-app.mjs'
import { useRuntimeConfig } from '#imports'

/** A path of the application below `app.baseURL`, which Nuxt does not prepend to external navigations. */
export const pathOf = (path: string): string => `${useRuntimeConfig().app.baseURL.replace(/\/$/, '')}${path}`

export const loginAddress = (options: LoginOptions): string => pathOf(loginPath(options, basePath))
