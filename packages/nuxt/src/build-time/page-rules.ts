import type { Requirement } from '@vestibule/core'
import type { Rules } from '../runtime/rules.js'

/** The part of Nuxt's `NuxtPage` that the module reads. */
export interface Page {
  path: string
  file?: string
  alias?: string | string[]
  meta?: Record<string, unknown>
  /** Of `defineRouteRules`. Undefined too if Nuxt cannot evaluate it at build time, and ignores it. */
  rules?: { auth?: unknown }
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

/**
 * The pages whose `defineRouteRules` names `auth`. Nuxt makes rules of Nitro of it, only with `experimental.inlineRouteRules`, and not
 * for every page (a catch-all) or every path of a page (an alias): whatever it omits would be open.
 */
export function pagesWithRouteGuards(pages: readonly Page[], sourceOf: (file: string) => string): string[] {
  const found = pages.flatMap(({ path, file, rules, children = [] }) => {
    const named = rules ? rules.auth !== undefined : file !== undefined && namesAuth(sourceOf(file))
    return [...(named ? [file ?? path] : []), ...pagesWithRouteGuards(children, sourceOf)]
  })
  return [...new Set(found)]
}

const namesAuth = (source: string): boolean =>
  source
    .split('defineRouteRules(')
    .slice(1)
    .some((call) => /\bauth\b/.test(call.split(')', 1)[0] ?? ''))

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
