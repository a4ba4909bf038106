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
  const attribute = (name: string) => attributes.find((text) => text.startsWith(`${name}=`))?.slice(name.length + 1)
  store.set(pair.slice(0, cut), pair.slice(cut + 1), {
    path: attribute('Path') ?? '/',
    httpOnly: true,
    sameSite: attribute('SameSite') === 'Strict' ? 'strict' : 'lax',
    secure: attributes.includes('Secure'),
    maxAge: Number(attribute('Max-Age')),
  })
}
