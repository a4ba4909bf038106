import type { Requirement } from '@vestibule/core'

export type Rules = readonly (readonly [pattern: string, auth: boolean | Requirement])[]

/**
 * The one spelling of a path that rules are compared with: decoded, in lower case (the client router matches without
 * regard to case), with single slashes and no dots. Null for what cannot be read: then it is refused.
 */
export function normalised(path: string): string | null {
  let text = path.split(/[?#]/)[0] ?? ''
  try {
    // Twice: what is decoded again behind us must not mean another page.
    text = decodeURIComponent(decodeURIComponent(text))
  } catch {
    return null
  }
  if (/[\u0000-\u001f\u007f]/.test(text)) return null
  const parts: string[] = []
  for (const part of text.replaceAll('\\', '/').toLowerCase().split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  // The payload of a page is the page.
  if (/^_payload\.(json|js)$/.test(parts.at(-1) ?? '')) parts.pop()
  return `/${parts.join('/')}`
}

/** `/a/**` is `/a` and all below it, `*` one segment. */
function matches(pattern: string, path: string): boolean {
  const wanted = pattern.toLowerCase().split('/').filter(Boolean)
  const given = path.split('/').filter(Boolean)
  for (const [index, part] of wanted.entries()) {
    if (part === '**') return true
    if (given[index] === undefined || (part !== '*' && !part.startsWith(':') && part !== given[index])) return false
  }
  return wanted.length === given.length
}

/** The most specific rule decides, and `false` opens what a wider one closed. */
function ruleFor(rules: Rules, path: string): boolean | Requirement {
  const length = (pattern: string) => pattern.replaceAll(/\*+/g, '').length
  const [found] = rules.filter(([pattern]) => matches(pattern, path)).sort(([a], [b]) => length(b) - length(a))
  return found?.[1] ?? false
}

/**
 * Everything that the rules demand of a request. A path can be read in more than one way, and the router behind us may
 * choose another than we do: what any reading demands is demanded. Null for a path that cannot be read.
 */
export function demandsOf(rules: Rules, path: string): (true | Requirement)[] | null {
  const plain = normalised(path)
  if (plain === null) return null
  const raw = (path.split(/[?#]/)[0] ?? '').toLowerCase()
  const readings = new Set([plain, raw, decodeURIComponent(raw)])
  const demands = [...readings].map((reading) => ruleFor(rules, reading))
  return demands.filter((demand): demand is true | Requirement => demand !== false)
}
