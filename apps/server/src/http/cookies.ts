import type { Config } from '../config/settings.ts'

/** The cookies of this server. Each is HttpOnly, SameSite=Lax and host-only, with `Path=/`. */
type CookieName =
  | 'session'
  | 'flow'
  | 'device'
  | 'language'
  | 'impersonation'
  | 'setup'
  | 'bound'
  | 'bounced'
  | 'unbound'

const lifetimes: Record<CookieName, (config: Config) => number> = {
  session: (config) => config.ttl.sessionMax,
  flow: () => 7200,
  device: () => 400 * 86_400,
  language: () => 400 * 86_400,
  impersonation: () => 1800,
  setup: () => 7 * 86_400,
  bound: () => 600,
  bounced: () => 60,
  unbound: () => 600,
}

/** With an https issuer, cookies are Secure and their names begin with `__Host-`. Over http on loopback, neither. */
const isSecure = (config: Config): boolean => config.issuer.startsWith('https:')
const nameOf = (config: Config, name: CookieName): string => `${isSecure(config) ? '__Host-' : ''}vestibule_${name}`
const attributes = (config: Config): string => `Path=/; HttpOnly; SameSite=Lax${isSecure(config) ? '; Secure' : ''}`

/** The attributes of the cookie `bound`, as the session instructions of a browser name them: without its lifetime. */
export const boundCredential = (config: Config): { name: string; attributes: string } => ({
  name: nameOf(config, 'bound'),
  attributes: attributes(config),
})

export const setCookie = (config: Config, name: CookieName, value: string): string =>
  `${nameOf(config, name)}=${value}; Max-Age=${lifetimes[name](config)}; ${attributes(config)}`

export const clearCookie = (config: Config, name: CookieName): string =>
  `${nameOf(config, name)}=; Max-Age=0; ${attributes(config)}`

/** The value that an answer gives one of our cookies: empty where it clears it, undefined where it does not mention it. */
export function cookieSetBy(config: Config, headers: Headers, name: CookieName): string | undefined {
  const prefix = `${nameOf(config, name)}=`
  const found = headers.getSetCookie().findLast((cookie) => cookie.startsWith(prefix))
  return found?.slice(prefix.length).split(';', 1)[0]
}

const isBlank = (character: string | undefined): boolean => character === ' ' || character === '\t'

/** Without a regular expression: `[ \t]+$` would read a run of blanks again from each of them. */
function trimmed(part: string): string {
  let start = 0
  let end = part.length
  while (start < end && isBlank(part[start])) start++
  while (end > start && isBlank(part[end - 1])) end--
  return part.slice(start, end)
}

/**
 * The value of one of our cookies. A name that is sent twice counts as missing. Only SP and HTAB are trimmed (RFC 6265
 * section 5.2): String.trim would also remove \xa0, and a browser accepts a cookie named \xa0__Host-... from a page that
 * may not set one named __Host-...
 */
export function readCookie(config: Config, header: string | null, name: CookieName): string | undefined {
  if (!header) return undefined
  const prefix = `${nameOf(config, name)}=`
  const found = header
    .split(';')
    .map(trimmed)
    .filter((part) => part.startsWith(prefix))
  const value = found.length === 1 ? found[0]?.slice(prefix.length) : undefined
  return value && /^[\w.~-]{1,4000}$/.test(value) ? value : undefined
}
