import type { RequestListener } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { nextCode } from '../../apps/server/test/support/mailbox.ts'
import { openTestWorld, type TestWorld } from '../../apps/server/test/support/world.ts'
import { type Auth, createAuth, memoryStore, type SessionStore } from '../../packages/core/src/index.ts'
import { authRoutes, requireSession } from '../../packages/core/src/node.ts'
import { openPersonalBrowser, type PersonalBrowser } from './bound-browser.ts'
import { listenWithTls, proxyTo, selfSignedCertificate } from './tls-support.ts'

// The sessions of an application, bound to the device by a real Chromium with keys in software. The provider is another site, as it
// often is: whoever comes back from it has been led here by another site.

const certificate = selfSignedCertificate()
const secret = 'bound-client-secret-0123456789'

interface Application {
  origin: string
  auth: Auth
  /** What the browser asked of the routes of the device. */
  asked: string[]
}

const stores: Record<string, SessionStore | undefined> = { cookies: undefined, 'a store': memoryStore() }
const applications = new Map<string, Application>()
let world: TestWorld
/** A page of another site, with links to the applications. */
let elsewhere: string
const closing: (() => unknown)[] = []

beforeAll(async () => {
  const listeners = new Map<string, RequestListener>()
  const listen = async (name: string) => {
    const server = await listenWithTls(certificate, (request, response) => listeners.get(name)?.(request, response))
    closing.push(server.close)
    return server.port
  }
  const issuer = `https://127.0.0.1:${await listen('issuer')}`
  elsewhere = `https://127.0.0.1:${await listen('elsewhere')}`
  const origins = new Map<string, string>()
  for (const name of Object.keys(stores)) origins.set(name, `https://localhost:${await listen(name)}`)
  const clients = [...origins.values()].map((origin, index) => [
    [`OIDC_CLIENT_ID_${80 + index}`, `bound-${index}`],
    [`OIDC_CLIENT_${80 + index}_SECRET`, secret],
    [`OIDC_CLIENT_${80 + index}_REDIRECT_URIS`, `${origin}/auth/callback`],
    [`OIDC_CLIENT_${80 + index}_POST_LOGOUT_REDIRECT_URIS`, `${origin}/`],
    [`OIDC_CLIENT_${80 + index}_GRANT_TYPES`, 'authorization_code,refresh_token'],
  ])
  world = await openTestWorld(
    {
      ISSUER: issuer,
      PASSKEY_NUDGE: 'off',
      ONBOARDING: 'profile',
      LIMIT_MAIL_PER_ADDRESS: '1000/1h',
      ...Object.fromEntries(clients.flat()),
    },
    { clock: 'running' },
  )
  closing.push(world.close)
  listeners.set('issuer', proxyTo(world.address))
  for (const [index, [name, origin]] of [...origins].entries()) {
    const store = stores[name]
    const auth = createAuth({
      issuer,
      clientId: `bound-${index}`,
      clientSecret: secret,
      secret: 'a secret of at least thirty-two characters',
      url: origin,
      session: { bindToDevice: 'offer', ...(store ? { store } : {}) },
      // The certificate is known to the browser only.
      fetch: (input, init) =>
        fetch(String(input instanceof Request ? input.url : input).replace(issuer, world.address), init),
    })
    const asked: string[] = []
    applications.set(name, { origin, auth, asked })
    listeners.set(name, applicationOf(auth, asked))
  }
  const links = [...origins].map(
    ([name, origin]) => `<a id="${name.slice(-5)}" href="${origin}/private?from=elsewhere">${name}</a>`,
  )
  listeners.set('elsewhere', (_, response) => html(response, `<title>Elsewhere</title>${links.join(' ')}`))
})
afterAll(async () => {
  for (const close of closing) await close()
})

function html(response: Parameters<RequestListener>[1], body: string): void {
  response.setHeader('Content-Type', 'text/html; charset=utf-8')
  response.end(`<!doctype html><html lang="en"><link rel="icon" href="data:,">${body}</html>`)
}

/** A public page that says who is signed in, a page for members, and one for those whose session is bound. */
function applicationOf(auth: Auth, asked: string[]): RequestListener {
  const routes = authRoutes(auth)
  return (request, response) => {
    if (request.url?.startsWith('/auth/device')) asked.push(`${request.method} ${request.url.split('?')[0]}`)
    routes(request, response, async () => {
      const { pathname } = new URL(request.url ?? '/', 'https://localhost')
      const style = '<link rel="stylesheet" href="/style.css">'
      if (pathname === '/style.css') return response.setHeader('Content-Type', 'text/css').end('main { margin: 1rem }')
      if (pathname === '/') {
        const session = await auth.read(request.headers.cookie)
        const form = '<form method="post" action="/auth/logout"><button>Sign out</button></form>'
        return html(response, `<title>Home</title>${style}<main>${session ? 'Somebody' : 'Nobody'}</main>${form}`)
      }
      const session = await requireSession(auth, request, response, pathname === '/vault' ? { bound: true } : {})
      if (session)
        html(response, `<title>Members</title>${style}<main>Hello, ${session.bound ? 'bound' : 'not bound'}</main>`)
    })
  }
}

afterEach(() => {
  for (const { asked } of applications.values()) asked.length = 0
})

const browser = (options: { binds: boolean }) => openPersonalBrowser(certificate.spki, options)

let people = 0
async function signIn({ page }: PersonalBrowser, url: string): Promise<void> {
  people += 1
  const email = `application${people}@example.test`
  await page.goto(url)
  await page.fill('[name=email]', email)
  await page.locator('button.primary').first().click()
  // The page sends a whole code by itself.
  await page.fill('[name=code]', await nextCode(world.mailbox, email))
  await page.fill('[name=given_name]', 'Ada')
  await page.locator('button.primary').first().click()
  await page.waitForURL(url)
}

const cookiesOf = async ({ context }: PersonalBrowser, { origin }: Application, kind: string) =>
  // Also those of the routes of the device.
  (await context.cookies(`${origin}/auth/device`)).filter(({ name }) => name.includes(`vestibule_${kind}_`))
const dropProof = ({ context }: PersonalBrowser) => context.clearCookies({ name: /vestibule_bound_/ })

describe.each(Object.keys(stores))('the session of an application, in %s', (name) => {
  const application = () => applications.get(name) as Application
  const saysIn = async ({ page }: PersonalBrowser, path: string) => {
    await page.goto(`${application().origin}${path}`)
    return page.textContent('main')
  }
  /** Signs in, and waits for what the browser does on its own. */
  const bind = async () => {
    const own = await browser({ binds: true })
    await signIn(own, `${application().origin}/private`)
    // The key comes without cookies, since another site has led here: the next request brings them, with the first proof.
    await expect.poll(() => cookiesOf(own, application(), 'device')).toHaveLength(1)
    expect(await saysIn(own, '/private')).toBe('Hello, bound')
    return own
  }
  test('it is bound, renewed, and proven when another site leads here', async () => {
    const { asked } = application()
    const own = await bind()
    expect(asked).toEqual(['POST /auth/device', 'POST /auth/device/refresh', 'POST /auth/device/refresh'])

    // The cookie is gone, as after ten minutes: the browser signs for another before it asks for the page.
    const [before] = await cookiesOf(own, application(), 'bound')
    expect((before?.expires ?? 0) - Date.now() / 1000).toBeLessThan(601)
    await dropProof(own)
    asked.length = 0
    expect(await saysIn(own, '/vault')).toBe('Hello, bound')
    expect(asked).toEqual(['POST /auth/device/refresh'])
    expect((await cookiesOf(own, application(), 'bound'))[0]?.value).not.toBe(before?.value)

    // It does not for a link of another site: the page in between has it do so, and the person is not asked anything.
    await own.page.goto(elsewhere)
    await dropProof(own)
    asked.length = 0
    await own.page.click(`#${name.slice(-5)}`)
    await own.page.waitForURL(`${application().origin}/private?from=elsewhere`)
    expect(await own.page.textContent('main')).toBe('Hello, bound')
    expect(asked).toEqual(['GET /auth/device', 'POST /auth/device/refresh'])
  })

  test('DB-20: two tabs and their style sheets refresh at once, and nobody is signed out', async () => {
    const own = await bind()
    const tabs = [own.page, await own.context.newPage(), await own.context.newPage()]
    for (let round = 0; round < 2; round++) {
      await dropProof(own)
      await Promise.all(tabs.map((tab) => tab.goto(`${application().origin}/private`)))
      for (const tab of tabs) expect(await tab.textContent('main')).toBe('Hello, bound')
    }
  })

  test('DB-02, DB-21: copied cookies open nothing without the short one, and renew nothing without the key', async () => {
    const own = await bind()
    const copied = (await own.context.cookies(`${application().origin}/auth/device`)).filter(
      (cookie) => !cookie.name.includes('_bound_'),
    )
    expect(copied.some((cookie) => cookie.name.startsWith('__Secure-vestibule_device_'))).toBe(true)
    for (const binds of [false, true]) {
      const thief = await browser({ binds })
      await thief.context.addCookies(copied)
      await thief.page.goto(`${application().origin}/private`)
      expect(new URL(thief.page.url()).pathname).toContain('/sign-in/')
      expect(await saysIn(thief, '/')).toContain('Nobody')
      expect(await cookiesOf(thief, application(), 'bound')).toEqual([])
    }
    expect(await saysIn(own, '/private')).toBe('Hello, bound')
  })

  test('DB-11: a sign-out ends it, and no cookie comes back', async () => {
    const own = await bind()
    expect(await saysIn(own, '/')).toBe('Somebody')
    await own.page.click('button')
    await expect.poll(() => cookiesOf(own, application(), '')).toEqual([])
    for (let round = 0; round < 2; round++) expect(await saysIn(own, '/')).toBe('Nobody')
    expect(await cookiesOf(own, application(), '')).toEqual([])
  })

  test('a browser that does not know it notices nothing', async () => {
    const own = await browser({ binds: false })
    await signIn(own, `${application().origin}/private`)
    expect(await saysIn(own, '/private')).toBe('Hello, not bound')
    const names = (await own.context.cookies(application().origin)).map((cookie) => cookie.name)
    expect(names.filter((cookie) => /bound|device|bounced/.test(cookie))).toEqual([])
    expect(application().asked).toEqual([])
  })
})
