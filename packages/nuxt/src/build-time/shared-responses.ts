import { type Rules, requirementsFor } from '../runtime/rules.js'

/** The options of a route rule that serve one response to everyone. */
export interface CacheRule {
  prerender?: boolean
  static?: boolean
  swr?: boolean | number
  isr?: unknown
  cache?: unknown
}

const sharing = ['prerender', 'static', 'swr', 'isr', 'cache'] as const

/**
 * The routes that are guarded and whose response is shared. A prerendered page is served as a file, before any guard runs, and a
 * cached page is rendered for the first visitor: neither can require a sign-in.
 */
export function guardedAndShared(guards: Rules, routeRules: Record<string, CacheRule>): string[] {
  return Object.entries(routeRules).flatMap(([pattern, rule]) => {
    const shared = sharing.filter((name) => rule[name])
    if (shared.length === 0) return []
    // The pattern is guarded if its pages are, or any page below it.
    const below = guards.filter(([guarded, auth]) => auth !== false && covers(pattern, guarded))
    const guarded = below.length > 0 || isGuarded(guards, pattern.replaceAll('**', '_').replaceAll('*', '_'))
    return guarded ? [`${pattern} (${shared.join(', ')})`] : []
  })
}

/** Whether a page is guarded. A malformed path counts as guarded. */
export function isGuarded(guards: Rules, path: string): boolean {
  return requirementsFor(guards, path)?.length !== 0
}

function covers(pattern: string, guarded: string): boolean {
  return isGuarded([[pattern, true]], guarded.replaceAll('**', '_').replaceAll('*', '_')) || pattern === guarded
}
