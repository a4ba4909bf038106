import { createAuth, memoryStore } from '@vestibule/core'
import { createTestBearer, createTestIssuer } from '@vestibule/core/testing'

// What core does in an application, told on whatever runtime this is: see runtimes.test.ts.

const url = 'https://app.test'
const document = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }

/**
 * Signs in, reads, refreshes, guards an API, and ends the session: by a logout, and by the provider where there is a store.
 * Once for each of the stores; `undefined` keeps everything in cookies. Returns what it saw, or throws.
 */
export async function story(stores = [undefined, memoryStore()]) {
  const seen = []
  for (const store of stores) {
    let offset = 0
    const now = () => new Date(Date.now() + offset)
    const provider = await createTestIssuer({ now })
    provider.signIn({ sub: 'ada', name: 'Ada Lovelace' })
    const { issuer, fetch } = provider
    const secret = 'a secret of at least thirty-two characters'
    const auth = createAuth({
      issuer,
      clientId: 'app',
      clientSecret: 'app-secret',
      secret,
      url,
      fetch,
      now,
      session: { store },
    })
    const cookies = new Map()
    const keep = (setCookies) => {
      for (const [pair, ...attributes] of setCookies.map((one) => one.split('; '))) {
        const cut = pair.indexOf('=')
        if (attributes.includes('Max-Age=0')) cookies.delete(pair.slice(0, cut))
        else cookies.set(pair.slice(0, cut), pair.slice(cut + 1))
      }
    }
    const header = () => [...cookies].map((pair) => pair.join('=')).join('; ')
    const go = async (address, init = {}) => {
      const headers = { ...document, cookie: header(), ...init.headers }
      const response = await auth.handle(new Request(new URL(address, url), { ...init, headers }))
      keep(response.headers.getSetCookie())
      return response.headers.get('location') ?? ''
    }

    const landed = await go(await provider.authorize(await go('/auth/login?returnTo=/here')))
    const session = await auth.read(header())
    offset = 290_000
    const tokens = await Promise.all(Array.from({ length: 10 }, () => auth.accessToken(header())))
    keep(tokens[0]?.setCookies ?? [])
    const refreshes = provider.count('/token') - 1
    const authorization = await createTestBearer(provider, { aud: 'api', scope: 'notes:read' })
    const caller = await auth.verifyBearer(new Request(url, { headers: { authorization } }), {
      audience: 'api',
      scope: 'notes:read',
    })
    const refused = await auth.verifyBearer(new Request(url), { audience: 'api' }).catch((error) => error.code)
    await go('/auth/logout', { method: 'POST', headers: { origin: url } })
    const after = await auth.read(header())
    let ended = null
    if (store) {
      await go(await provider.authorize(await go('/auth/login')))
      const body = new URLSearchParams({ logout_token: await provider.issueLogoutToken({ sid: session?.sid }) })
      await go('/auth/backchannel-logout', { method: 'POST', body })
      ended = await auth.read(header())
    }
    seen.push({
      landed,
      name: session?.user.name,
      refreshes,
      tokens: new Set(tokens.map(({ token }) => token)).size,
      caller: caller.sub !== undefined,
      refused,
      after,
      ended,
    })
  }
  return seen
}
