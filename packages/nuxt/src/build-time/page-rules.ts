import type { Requirement } from '@vestibule/core'
import type { Rules } from '../runtime/rules.js'

/** The part of Nuxt's `NuxtPage` that the module reads. */
export interface Page {
  path: string
  alias?: string | string[]
  meta?: Record<string, unknown>
  children?: Page[]
}

/**
 * `definePageMeta({ auth })` of all pages as rules, for the checks at build time. Only literal values are known then; others are
 * enforced when the page is requested. Pages without `auth` are `false`, so that the guard of a page with a parameter does not
 * apply to a page with a fixed path.
 */
export function pageRules(pages: readonly Page[], parent = ''): Rules {
  return pages.flatMap((page) => {
    const rules = [page.path, page.alias ?? []].flat().map((path) => {
      const whole = path.startsWith('/') ? path : `${parent}/${path}`
      return [patternOf(whole), guardOf(page.meta?.auth)] as const
    })
    const own = page.path.startsWith('/') ? page.path : `${parent}/${page.path}`
    return [...rules, ...pageRules(page.children ?? [], own)]
  })
}

function guardOf(auth: unknown): boolean | Requirement {
  if (typeof auth !== 'object' || auth === null) return auth === true
  return 'guestOnly' in auth ? false : (auth as Requirement)
}

/** The router's `/users/:id()/:rest(.*)*` as a pattern of rules: `/users/` + `*` + `/**`. */
function patternOf(path: string): string {
  const parts = path.split('/').filter(Boolean)
  const patterns = parts.map((part) => {
    if (!part.includes(':')) return part
    return /[*+?]$/.test(part) ? '**' : '*'
  })
  return `/${patterns.join('/')}`
}
