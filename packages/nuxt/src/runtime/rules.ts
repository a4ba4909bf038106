import type { Requirement } from '@vestibule/core'

export type Rules = readonly (readonly [pattern: string, auth: boolean | Requirement])[]

/**
 * The canonical form of a path, which rules are compared with: decoded, in lower case (the client router ignores case), with
 * single slashes and without dot segments. Null for a malformed path, which is refused.
 */
export function normalised(path: string): string | null {
  let text = path.split(/[?#]/)[0] ?? ''
  try {
    // Twice, because a later component may decode it again and reach another page.
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
  // The payload of a page is guarded like the page.
  if (/^_payload\.(json|js)$/.test(parts.at(-1) ?? '')) parts.pop()
  return `/${parts.join('/')}`
}

/** `/a/**` matches `/a` and everything below it; `*` matches one segment. */
function matches(pattern: string, path: string): boolean {
  const wanted = pattern.toLowerCase().split('/').filter(Boolean)
  const given = path.split('/').filter(Boolean)
  for (const [index, part] of wanted.entries()) {
    if (part === '**') return true
    if (given[index] === undefined || (part !== '*' && !part.startsWith(':') && part !== given[index])) return false
  }
  return wanted.length === given.length
}

/** The most specific rule decides; `false` makes an exception from a wider one. */
function ruleFor(rules: Rules, path: string): boolean | Requirement {
  const length = (pattern: string) => pattern.replaceAll(/\*+/g, '').length
  const [found] = rules.filter(([pattern]) => matches(pattern, path)).sort(([a], [b]) => length(b) - length(a))
  return found?.[1] ?? false
}

/**
 * All requirements that the rules have for a path. A path can be interpreted in several ways, and the router may choose another
 * than we do, so the requirements of every interpretation apply. Null for a malformed path.
 */
export function requirementsFor(rules: Rules, path: string): (true | Requirement)[] | null {
  const plain = normalised(path)
  if (plain === null) return null
  const raw = (path.split(/[?#]/)[0] ?? '').toLowerCase()
  const interpretations = new Set([plain, raw, decodeURIComponent(raw)])
  const found = [...interpretations].map((interpretation) => ruleFor(rules, interpretation))
  return found.filter((rule): rule is true | Requirement => rule !== false)
}

const islandPrefix = '/__nuxt_island/'

export const isIsland = (path: string): boolean => Boolean(normalised(path)?.startsWith(islandPrefix))

/**
 * The requirements for an island, `/__nuxt_island/<name>_<hash>.json?url=<path of a page>`: those of its address, those that name the
 * component, and those of the page in the address. The page that is rendered is compared again where its router knows it.
 */
export function requirementsForIsland(rules: Rules, path: string, url: unknown): (true | Requirement)[] | null {
  const [address = ''] = path.split('?')
  const name = address.replace(/\.json$/i, '')
  const component = name.includes('_', islandPrefix.length) ? name.slice(0, name.lastIndexOf('_')) : name
  const paths = [path, component, ...[url ?? []].flat().map(String)]
  const found = paths.map((each) => requirementsFor(rules, each))
  return found.includes(null) ? null : [...new Set(found.flatMap((requirements) => requirements ?? []))]
}
