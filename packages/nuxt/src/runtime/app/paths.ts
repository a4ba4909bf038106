import type { LoginOptions } from '@vestibule/core'
import { loginPath } from '@vestibule/core/requirement'
import { basePath } from '#build/vestibule-app.mjs'
import { useRuntimeConfig } from '#imports'

/** A path of the application as a browser is sent to it, below `app.baseURL`: an external navigation is sent as it is written. */
export const pathOf = (path: string): string => `${useRuntimeConfig().app.baseURL.replace(/\/$/, '')}${path}`

export const loginAddress = (options: LoginOptions): string => pathOf(loginPath(options, basePath))
