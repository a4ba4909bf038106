import type { CookieStore } from './next.ts'

/** Sets cookies of core with Next's API. Returns false in a server component, which cannot set cookies. */
export function writeCookies(store: CookieStore, setCookies: readonly string[]): boolean {
  try {
    for (const cookie of setCookies) writeCookie(store, cookie)
    return true
  } catch {
    return false
  }
}

function writeCookie(store: CookieStore, cookie: string): void {
  const [pair = '', ...attributes] = cookie.split('; ')
  const cut = pair.indexOf('=')
  const maxAge = Number(attributes.find((attribute) => attribute.startsWith('Max-Age='))?.slice('Max-Age='.length))
  store.set(pair.slice(0, cut), pair.slice(cut + 1), {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: attributes.includes('Secure'),
    maxAge,
  })
}
