import type { PlainBrowser } from '@vestibule/server/test-support/browser.ts'
import type { Cookie } from './signed-in.ts'

const sameSites = { strict: 'Strict', lax: 'Lax', none: 'None' } as const

/** RFC 6265 section 4.1: what a Set-Cookie header says, for a browser. */
export function cookieOf(setCookie: string, host: string): Cookie {
  const [pair = '', ...rest] = setCookie.split(';').map((part) => part.trim())
  const cut = pair.indexOf('=')
  const attributes = new Map(
    rest.map((part): [string, string] => {
      const [name = '', value = ''] = part.split('=', 2)
      return [name.toLowerCase(), value]
    }),
  )
  const sameSite = attributes.get('samesite')?.toLowerCase() ?? 'lax'
  return {
    name: pair.slice(0, cut),
    value: pair.slice(cut + 1),
    domain: attributes.get('domain') ?? host,
    path: attributes.get('path') ?? '/',
    expires: expiryOf(attributes),
    httpOnly: attributes.has('httponly'),
    secure: attributes.has('secure'),
    sameSite: sameSites[sameSite as keyof typeof sameSites] ?? 'Lax',
  }
}

function expiryOf(attributes: ReadonlyMap<string, string>): number {
  const age = Number(attributes.get('max-age') ?? Number.NaN)
  if (!Number.isNaN(age)) return Math.floor(Date.now() / 1000) + age
  const date = Date.parse(attributes.get('expires') ?? '')
  return Number.isNaN(date) ? -1 : Math.floor(date / 1000)
}

export const cookiesIn = (browser: PlainBrowser, host: string): Cookie[] =>
  [...browser.setCookies.values()].map((setCookie) => cookieOf(setCookie, host))
