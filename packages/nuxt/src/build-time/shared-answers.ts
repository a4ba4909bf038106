import { demandsOf, type Rules } from '../runtime/rules.js'

/** The part of a route rule by which one answer is served to everyone. */
export interface CacheRule {
  prerender?: boolean
  static?: boolean
  swr?: boolean | number
  isr?: unknown
  cache?: unknown
}

const sharing = ['prerender', 'static', 'swr', 'isr', 'cache'] as const

/**
 * The routes that are guarded and whose answer is shared. A prerendered page is served as a file, before any guard runs, and
 * a cached one is rendered for whoever came first: neither can be behind a sign-in.
 */
export function guardedAndShared(guards: Rules, routeRules: Record<string, CacheRule>): string[] {
  return Object.entries(routeRules).flatMap(([pattern, rule]) => {
    const shared = sharing.filter((name) => rule[name])
    if (shared.length === 0) return []
    // Guarded is what the pattern stands for, and what is guarded below it.
    const below = guards.filter(([guarded, demand]) => demand !== false && covers(pattern, guarded))
    const guarded = below.length > 0 || isGuarded(guards, pattern.replaceAll('**', '_').replaceAll('*', '_'))
    return guarded ? [`${pattern} (${shared.join(', ')})`] : []
  })
}

/** Whether a page is behind a rule, or cannot be told from one that is. */
export function isGuarded(guards: Rules, path: string): boolean {
  return demandsOf(guards, path)?.length !== 0
}

function covers(pattern: string, guarded: string): boolean {
  return isGuarded([[pattern, true]], guarded.replaceAll('**', '_').replaceAll('*', '_')) || pattern === guarded
}
