import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '../src/flows/management/clients/clients.ts'
import { system } from '../src/flows/platform/audit.ts'
import { clients, openTestWorld, type TestWorld } from './support/world.ts'

// What a development server shows to the developer at its own machine, and to nobody else.

const production = {
  NODE_ENV: 'production',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'Acme <sign-in@example.test>',
  SECRET: randomBytes(48).toString('base64'),
}

let server: TestWorld
beforeAll(async () => {
  server = await openTestWorld({ SMTP_URL: '' })
})
afterAll(() => server.close())

/** A request whose headers are sent as they are: `fetch` does not let a test choose the Host. */
const get = (
  path: string,
  headers: Record<string, string> = {},
  { address, issuer }: TestWorld = server,
): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    request(`${address}${path}`, { headers: { Host: new URL(issuer).host, ...headers } }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
      .on('error', reject)
      .end()
  })

const mailed = async (address: string) => {
  const browser = server.browser()
  await browser.go(`${server.issuer}/account`)
  await browser.submit({ email: address })
  await expect.poll(() => server.deps.sentMails?.list().some(({ to }) => to === address)).toBe(true)
  return browser
}

test('someone signs in with what the mailbox page shows', async () => {
  const browser = await mailed('ada@example.test')
  expect(browser.current?.html.querySelector('a[href$="/dev/mailbox"]')?.text).toContain('mailbox')
  const list = await server.browser().go(`${server.issuer}/dev/mailbox`)
  expect(list.text).toContain('ada@example.test')
  const address = list.html.querySelector('.rows a')?.getAttribute('href') ?? ''
  const mail = await server.browser().go(`${server.issuer}${address}`)
  const code = /\b\d{6}\b/.exec(mail.html.querySelector('pre')?.text ?? '')?.[0] ?? ''
  const done = await browser.submit({ code })
  expect(done.location).toBe(`${server.issuer}/account`)
})

test('the HTML of a mail is shown in a frame that runs nothing', async () => {
  await mailed('frame@example.test')
  const id = server.deps.sentMails?.list().find(({ to }) => to === 'frame@example.test')?.id
  const page = await server.browser().go(`${server.issuer}/dev/mailbox/${id}`)
  expect(page.headers.get('content-security-policy')).toContain("frame-src 'self'")
  const html = await server.browser().go(`${server.issuer}/dev/mailbox/${id}/html`)
  const policy = html.headers.get('content-security-policy') ?? ''
  expect(policy).toContain('sandbox allow-top-navigation-by-user-activation')
  expect(policy).not.toContain('script-src')
  expect(html.text).toContain('<base target="_top">')
})

test('a mail that is not there is 404', async () => {
  expect((await get('/dev/mailbox/nothing')).status).toBe(404)
  expect((await get('/dev/mailbox/nothing/html')).status).toBe(404)
})

test('the mailbox keeps the last hundred mails', () => {
  const { sentMails } = server.deps
  for (let n = 0; n < 150; n++) sentMails?.add({ to: `${n}@example.test`, subject: '', text: '', html: '' })
  expect(sentMails?.list().map(({ to }) => to)).toHaveLength(100)
  expect(sentMails?.list()[0]?.to).toBe('149@example.test')
})

describe('who gets 404', () => {
  test.each<[string, Record<string, string>]>([
    ['a Host of another site (DNS rebinding)', { Host: 'attacker.example' }],
    ['the address of the machine instead of the name of the issuer', { Host: '127.0.0.1' }],
    ['a proxy: X-Forwarded-For', { 'X-Forwarded-For': '203.0.113.7' }],
    ['a proxy: X-Forwarded-Host', { 'X-Forwarded-Host': 'localhost' }],
    ['a proxy: Forwarded', { Forwarded: 'for=203.0.113.7' }],
    ['a proxy: Via', { Via: '1.1 proxy' }],
    ['a proxy: X-Real-IP', { 'X-Real-IP': '203.0.113.7' }],
    ['a link on another site', { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' }],
    ['a script of another port', { 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Mode': 'no-cors' }],
    [
      'a frame of another port',
      { 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'iframe' },
    ],
  ])('%s', async (_who, headers) => {
    expect((await get('/dev/mailbox', headers)).status).toBe(404)
    const home = await get('/', headers)
    expect([home.status, home.text.includes('OIDC_CLIENT')]).toEqual([200, false])
    expect(home.text).not.toContain('development server')
  })

  test('a link of an application on another port is let through', async () => {
    const headers = { 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' }
    expect((await get('/dev/mailbox', headers)).status).toBe(200)
  })

  test.each([
    ['in production', production],
    ['in production on a public issuer', { ...production, ISSUER: 'https://id.example.test' }],
  ])('everyone %s', async (_where, env) => {
    const other = await openTestWorld(env)
    expect((await get('/dev/mailbox', {}, other)).status).toBe(404)
    expect(other.deps.sentMails).toBeNull()
    await other.close()
  })
})

test('with SMTP_URL the mailbox page says so, and keeps nothing', async () => {
  const other = await openTestWorld()
  const page = await other.browser().go(`${other.issuer}/dev/mailbox`)
  expect(page.text).toContain('SMTP_URL')
  expect(other.deps.sentMails).toBeNull()
  await other.close()
})

test('the home page shows the applications with their settings, and no secret', async () => {
  const { text } = await get('/')
  expect(text).toContain('VESTIBULE_CLIENT_ID=web')
  expect(text).not.toContain('web secret with')
})

test('an application that was made in the console is shown without a secret, also beside the examples', async () => {
  const noClients = Object.fromEntries(Object.keys(clients).map((name) => [name, undefined]))
  const other = await openTestWorld({ ...noClients, SMTP_URL: '' })
  expect(other.deps.config.exampleClients).toBe(true)
  await createClient(
    other.deps,
    { actor: system, apiScopes: 'all' },
    { client_name: 'Made', redirect_uris: ['https://made.example.test/cb'] },
    'made',
  )
  const { text } = await get('/', {}, other)
  expect(text).toContain('VESTIBULE_CLIENT_SECRET=example-nextjs-secret-for-loopback-only')
  expect(text).toContain('VESTIBULE_CLIENT_ID=made')
  expect(text).not.toContain('made-secret-for-loopback-only')
  await other.close()
})

test('a visitor of a production server finds the way to their account, and nothing else', async () => {
  const other = await openTestWorld({ ...production, ISSUER: 'https://id.example.test' })
  const { text } = await get('/', {}, other)
  expect(text).toContain('href="/account"')
  expect(text).not.toContain('openid-configuration')
  await other.close()
})

describe('the playground', () => {
  const signInThere = async (fields: Record<string, string> = {}) => {
    const browser = server.browser()
    await browser.go(`${server.issuer}/dev/try`)
    const body = new URLSearchParams([['scope', 'profile'], ['scope', 'email'], ...Object.entries(fields)])
    await browser.go(`${server.issuer}/dev/try`, { method: 'POST', body: body.toString() })
    return browser
  }

  test('signs a developer in by the real pages, and shows the tokens', async () => {
    const email = 'playground@example.test'
    const browser = await signInThere()
    await browser.submit({ email })
    await expect.poll(() => server.deps.sentMails?.list().find(({ to }) => to === email)).toBeDefined()
    const text = server.deps.sentMails?.list().find(({ to }) => to === email)?.text ?? ''
    await browser.submit({ code: /\b\d{6}\b/.exec(text)?.[0] ?? '' })
    for (let step = 0; step < 4 && browser.current?.html.querySelector('h1')?.text !== 'You are signed in'; step++)
      await browser.submit(
        browser.has('accept_terms')
          ? { accept_terms: 'yes' }
          : browser.has('given_name')
            ? { given_name: 'Ada' }
            : { organization_name: 'Playground' },
      )
    const shown = browser.current?.text ?? ''
    expect(shown).toContain('You are signed in')
    expect(shown).toContain(email)
    expect(shown).toContain('&quot;email_verified&quot;: true')
    expect(shown).toContain('&quot;typ&quot;: &quot;at+jwt&quot;')
  })

  test('an error is shown with its description', async () => {
    const browser = await signInThere({ prompt: 'none' })
    expect(browser.current?.text).toContain('login_required')
  })

  test('an answer that was not asked for leads to the form', async () => {
    const { location } = await server.browser().go(`${server.issuer}/dev/try/callback?code=x&state=y`)
    expect(location).toBe(`${server.issuer}/dev/try`)
  })

  test('its client is listed nowhere, and unknown to a production server', async () => {
    expect([...server.deps.clients.all()].map(({ id }) => id)).not.toContain('vestibule-playground')
    const other = await openTestWorld(production)
    expect(other.deps.clients.find('vestibule-playground')).toBeUndefined()
    await other.close()
  })

  test.each(['/dev/try', '/dev/try/callback', '/dev/try/x'])('%s is 404 for another site', async (path) => {
    expect((await get(path, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(404)
  })
})

describe('the first operator', () => {
  /** A server of its own, and someone who is signed in there. */
  async function begin(env: Record<string, string> = {}) {
    const own = await openTestWorld({ SMTP_URL: '', ...env })
    const email = 'first@example.test'
    const browser = own.browser()
    await browser.go(`${own.issuer}/account`)
    await browser.submit({ email })
    await expect.poll(() => own.deps.sentMails?.list().length).toBe(1)
    await browser.submit({ code: /\b\d{6}\b/.exec(own.deps.sentMails?.list()[0]?.text ?? '')?.[0] ?? '' })
    const address = `${own.issuer}/dev/operator/${own.deps.firstOperatorLink?.secret}`
    return { own, browser, address }
  }

  test('becomes it by the link of the terminal, once, by a form', async () => {
    const { own, browser, address } = await begin()
    expect((await browser.go(`${own.issuer}/admin`)).status).toBe(404)
    expect((await browser.go(address)).text).toContain('first@example.test')
    // A GET, and whoever reads it along, changes nothing.
    expect((await browser.go(`${own.issuer}/admin`)).status).toBe(404)
    await browser.go(address)
    const done = await browser.submit({})
    expect([done.status, done.location.startsWith(`${own.issuer}/admin`)]).toEqual([200, true])
    expect((await browser.go(address)).status).toBe(404)
    const events = await own.deps.db.prisma.auditEvent.findMany({ where: { action: 'operator.role_granted' } })
    expect(events.map(({ actorKind }) => actorKind)).toEqual(['system'])
    await own.close()
  })

  test('of two who have the link, one becomes it', async () => {
    const { own, browser, address } = await begin()
    const answers = await Promise.all(
      [1, 2].map(() =>
        fetch(address, {
          method: 'POST',
          redirect: 'manual',
          body: '',
          headers: {
            Origin: own.issuer,
            'Content-Type': 'application/x-www-form-urlencoded',
            Cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          },
        }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 404])
    await own.close()
  })

  test.each<[string, (own: TestWorld) => unknown]>([
    ['an hour later', (own) => own.pass(3_600_000)],
    [
      'once there is an operator',
      async (own) => {
        const { userId } = await own.deps.db.prisma.email.findFirstOrThrow()
        await own.deps.db.prisma.operatorRole.create({ data: { userId, role: 'viewer', at: new Date() } })
      },
    ],
  ])('the link is gone %s', async (_when, meanwhile) => {
    const { own, browser, address } = await begin()
    await meanwhile(own)
    expect((await browser.go(address)).status).toBe(404)
    expect((await browser.go(address, { method: 'POST', body: '' })).status).toBe(404)
    await own.close()
  })

  test('there is no link where OPERATORS names someone, or in production', async () => {
    for (const env of [{ OPERATORS: 'ada@example.test' }, production]) {
      const other = await openTestWorld(env)
      expect(other.deps.firstOperatorLink).toBeNull()
      await other.close()
    }
  })

  test('a link that was made up, or that another site leads to, is 404', async () => {
    const { own, browser, address } = await begin()
    expect((await browser.go(`${own.issuer}/dev/operator/x`)).status).toBe(404)
    expect((await browser.go(address, { headers: { 'Sec-Fetch-Site': 'cross-site' } })).status).toBe(404)
    await own.close()
  })
})
