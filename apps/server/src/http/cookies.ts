import type { Config } from '../config/settings.ts'

/** Cookies of this server. All of them HttpOnly, SameSite=Lax, host-only, for the whole host. */
export type CookieName = 'session' | 'flow' | 'device'

const lifetimes: Record<CookieName, (config: Config) => number> = {
  session: (config) => config.ttl.sessionMax,
  flow: () => 7200,
  device: () => 400 * 86_400,
}

/** Over https a cookie is `__Host-` and Secure; over loopback http it has the same name without either. */
const isSecure = (config: Config): boolean => config.issuer.startsWith('https:')
const nameOf = (config: Config, name: CookieName): string => `${isSecure(config) ? '__Host-' : ''}vestibule_${name}`
const attributes = (config: Config): string => `Path=/; HttpOnly; SameSite=Lax${isSecure(config) ? '; Secure' : ''}`

export const setCookie = (config: Config, name: CookieName, value: string): string =>
  `${nameOf(config, name)}=${value}; Max-Age=${lifetimes[name](config)}; ${attributes(config)}`

export const clearCookie = (config: Config, name: CookieName): string =>
  `${nameOf(config, name)}=; Max-Age=0; ${attributes(config)}`

/**
 * The value of a cookie of ours. When a name comes twice, neither is believed. Only SP and HTAB are dropped around it
 * (RFC 6265 section 5.2): String.trim knows more, and a browser takes \xa0__Host-... from a page that may not set __Host-.
 */
export function readCookie(config: Config, header: string | null, name: CookieName): string | undefined {
  if (!header) return undefined
  const prefix = `${nameOf(config, name)}=`
  const found = header
    .split(';')
    .map((part) => part.replace(/^[ \t]+|[ \t]+$/g, ''))
    .filter((part) => part.startsWith(prefix))
  const value = found.length === 1 ? found[0]?.slice(prefix.length) : undefined
  return value && /^[\w.~-]{1,4000}$/.test(value) ? value : undefined
}
