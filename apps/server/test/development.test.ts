import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../src/app.ts'
import { createClient } from '../src/flows/management/clients/clients.ts'
import { becomeFirstOperator, makeFirstOperatorLink } from '../src/flows/management/first-operator.ts'
import { system } from '../src/flows/platform/audit.ts'
import type { PlainBrowser } from './support/browser.ts'
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
  server = await openTestWorld({ SMTP_URL: '', SMS_URL: 'terminal' })
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

test('a text message is in the mailbox too', async () => {
  const browser = await mailed('phone@example.test')
  const code = () => /#(\d{6})\s*$/.exec(server.deps.sentMails?.list()[0]?.text ?? '')?.[1] ?? ''
  await browser.submit({ code: code() })
  await browser.go(`${server.issuer}/account/phone`)
  await browser.submit({ phone: '+44 20 7946 0958' })
  await expect.poll(() => server.deps.sentMails?.list()[0]?.to).toBe('+442079460958')
  const page = await server.browser().go(`${server.issuer}/dev/mailbox/${server.deps.sentMails?.list()[0]?.id}`)
  expect(page.html.querySelector('h1')?.text).toBe('Text message')
  expect(page.html.querySelector('pre')?.text).toContain('is your code for Vestibule')
  expect(page.html.querySelector('iframe')).toBeNull()
  expect((await server.browser().go(`${page.location}/html`)).status).toBe(404)
  await browser.submit({ code: code() })
  expect(browser.current?.text).toContain('Your phone number')
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
    ['the name of the issuer on another port', { Host: 'localhost:1' }],
    ['the name of the issuer without its port', { Host: 'localhost' }],
    ['a proxy: X-Forwarded-For', { 'X-Forwarded-For': '203.0.113.7' }],
    ['a proxy: X-Forwarded-Host', { 'X-Forwarded-Host': 'localhost' }],
    ['a proxy: Forwarded', { Forwarded: 'for=203.0.113.7' }],
    ['a proxy: Via', { Via: '1.1 proxy' }],
    ['a proxy: X-Real-IP', { 'X-Real-IP': '203.0.113.7' }],
    ['a proxy: X-Original-Host', { 'X-Original-Host': 'id.example' }],
    ['a tunnel: CF-Ray', { 'CF-Ray': '8f0d2c' }],
    ['a tunnel: CDN-Loop', { 'CDN-Loop': 'cloudflare' }],
    ['a proxy that passes on that it was asked by this machine', { 'X-Forwarded-For': '127.0.0.1' }],
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

  /** Sends bytes as they are, and returns the status and the rest of what comes back. */
  const send = (text: string): Promise<{ status: number; text: string }> =>
    new Promise((resolve, reject) => {
      let answer = ''
      const socket = connect(Number(new URL(server.address).port), '127.0.0.1', () =>
        socket.end(text.replaceAll('\n', '\r\n')),
      )
      socket
        .on('data', (chunk) => {
          answer += chunk
        })
        .on('end', () => resolve({ status: Number(answer.slice(9, 12)), text: answer }))
        .on('error', reject)
    })

  test.each<[string, (host: string) => string]>([
    ['a name with a dot at its end', (host) => `GET /dev/mailbox HTTP/1.1\nHost: ${host.replace(':', '.:')}`],
    ['a name in capitals', (host) => `GET /dev/mailbox HTTP/1.1\nHost: ${host.toUpperCase()}`],
    ['another host in the request line', (host) => `GET http://attacker.example/dev/mailbox HTTP/1.1\nHost: ${host}`],
    ['a host with a user in front of it', (host) => `GET /dev/mailbox HTTP/1.1\nHost: a@${host}`],
    ['another host before ours', (host) => `GET /dev/mailbox HTTP/1.1\nHost: attacker.example\nHost: ${host}`],
    ['no host at all', () => 'GET /dev/mailbox HTTP/1.0'],
  ])('%s', async (_who, head) => {
    const { host } = new URL(server.issuer)
    const answer = await send(`${head(host)}\nConnection: close\n\n`)
    expect([400, 404]).toContain(answer.status)
    expect(answer.text).not.toContain('Mailbox')
    // The request is what is refused, and not the way that it is sent.
    expect((await send(`GET /dev/mailbox HTTP/1.1\nHost: ${host}\nConnection: close\n\n`)).status).toBe(200)
  })

  test.each([
    ['::1', true],
    ['::ffff:127.0.0.1', true],
    ['127.0.0.1', true],
    ['127.255.255.254', true],
    ['::ffff:203.0.113.7', false],
    ['203.0.113.7', false],
    ['192.168.1.7', false],
    ['fe80::1', false],
    ['::', false],
    ['0.0.0.0', false],
    ['127.0.0.1.example', false],
    [undefined, false],
  ])('of the peers, %s is a developer: %s', async (remoteAddress, developer) => {
    const app = createApp(server.deps)
    const headers = { Host: new URL(server.issuer).host }
    const { status } = await app.request(
      `${server.issuer}/dev/mailbox`,
      { headers },
      { incoming: { socket: { remoteAddress } } },
    )
    expect(status).toBe(developer ? 200 : 404)
  })

  test('a form of another port, even if a person sends it', async () => {
    const answer = await fetch(`${server.issuer}/dev/try`, {
      method: 'POST',
      body: new URLSearchParams({ scope: 'profile' }),
      headers: {
        Origin: 'http://localhost:3001',
        'Sec-Fetch-Site': 'same-site',
        'Sec-Fetch-Mode': 'navigate',
        'Sec-Fetch-Dest': 'document',
      },
    })
    expect(answer.status).toBe(403)
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
  const links = [...text.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, link]) => link)
  expect(links).toEqual(['/account', 'https://example.test/terms'])
  expect(text).not.toMatch(/openid-configuration|localhost|development|\/dev\/|OIDC_/)
  for (const path of ['/dev/mailbox', '/dev/try', '/dev/try/callback', '/dev/operator/x'])
    expect((await get(path, {}, other)).status, path).toBe(404)
  await other.close()
})

describe('the playground', () => {
  const beginThere = async (fields: Record<string, string> = {}) => {
    const browser = server.browser()
    await browser.go(`${server.issuer}/dev/try`)
    const body = new URLSearchParams([['scope', 'profile'], ['scope', 'email'], ...Object.entries(fields)])
    await browser.go(`${server.issuer}/dev/try`, { method: 'POST', body: body.toString() })
    return browser
  }
  const title = (browser: PlainBrowser) => browser.current?.html.querySelector('h1')?.text
  /** A new person signs in. Returns the browser at the result, and the pages that were shown on the way. */
  const signInThere = async (email: string, fields: Record<string, string> = {}) => {
    const browser = await beginThere(fields)
    await browser.submit({ email })
    await expect.poll(() => server.deps.sentMails?.list().find(({ to }) => to === email)).toBeDefined()
    const text = server.deps.sentMails?.list().find(({ to }) => to === email)?.text ?? ''
    await browser.submit({ code: /\b\d{6}\b/.exec(text)?.[0] ?? '' })
    const asked: string[] = []
    for (let step = 0; step < 5 && title(browser) !== 'You are signed in'; step++) {
      const field = ['accept_terms', 'given_name', 'organization_name'].find((name) => browser.has(name)) ?? ''
      asked.push(field)
      await browser.submit({ [field]: field === 'accept_terms' ? 'yes' : 'Playground' })
    }
    expect(title(browser)).toBe('You are signed in')
    return { browser, asked, result: browser.current?.location ?? '' }
  }
  const act = (browser: PlainBrowser, address: string) => browser.go(address, { method: 'POST', body: '' })
  /** The claims of a result page, by scope: `name` and where it was found. */
  const claimsShown = (browser: PlainBrowser): Record<string, string[]> =>
    Object.fromEntries(
      (browser.current?.html.querySelectorAll('section') ?? [])
        .filter((section) => section.querySelector('.claims'))
        .map((section) => [
          section.querySelector('h3')?.text ?? '',
          section
            .querySelectorAll('.claims li')
            .map(
              (item) => `${item.querySelector('code')?.text}: ${item.querySelectorAll('.tag').map((tag) => tag.text)}`,
            ),
        ]),
    )

  test('signs a developer in by the real pages, and shows the claims by scope and the tokens', async () => {
    const email = 'playground@example.test'
    const { browser } = await signInThere(email)
    const shown = browser.current?.text ?? ''
    expect(shown).toContain(email)
    expect(shown).toContain('&quot;email_verified&quot;: true')
    expect(shown).toContain('&quot;typ&quot;: &quot;at+jwt&quot;')
    const scopes = claimsShown(browser)
    expect(Object.keys(scopes)).toEqual(['openid', 'profile', 'email'])
    expect(scopes.email).toEqual(['email: ID token,userinfo', 'email_verified: ID token,userinfo'])
    expect(scopes.profile).toContain('given_name: ID token,userinfo')
    expect(scopes.profile).toContain('organization: ID token,access token,userinfo')
    expect(scopes.openid).toContain('sub: ID token,access token,userinfo')
    // Two audiences: the client, and the server.
    expect(scopes.openid?.filter((claim) => claim.startsWith('aud'))).toEqual(['aud: ID token', 'aud: access token'])
    expect(shown).toMatch(/Without a value: [^<]*birthdate/)
  })

  test('the scope organization says what profile only names', async () => {
    const { browser } = await signInThere('scopes@example.test', { scope: 'organization' })
    expect(claimsShown(browser).organization).toEqual([
      'organization: ID token,access token,userinfo',
      'organization_slug: ID token,userinfo',
      'organization_name: ID token,userinfo',
      'organization_roles: access token,userinfo',
      'teams: userinfo',
    ])
  })

  test.each([
    ['required', ['accept_terms', 'given_name', 'organization_name']],
    ['optional', ['accept_terms', 'given_name']],
    ['none', ['accept_terms', 'given_name']],
  ])('a client whose ORGANIZATION is %s asks for %s', async (setting, steps) => {
    const { asked, browser } = await signInThere(`${setting}@example.test`, { organization_setting: setting })
    expect(asked).toEqual(steps)
    expect(browser.current?.text.includes('&quot;organization&quot;')).toBe(setting === 'required')
  })

  test('refreshes, asks userinfo again, and signs out at the server too', async () => {
    const { browser, result } = await signInThere('acts@example.test')
    const tokenId = () => /&quot;jti&quot;: &quot;([^&]+)/.exec(browser.current?.text ?? '')?.[1]
    const first = tokenId()
    await act(browser, `${result}/userinfo`)
    expect(browser.current?.html.querySelector('[role=status]')?.text).toContain('Userinfo answered')
    expect(tokenId()).toBe(first)
    await act(browser, `${result}/refresh`)
    expect(browser.current?.html.querySelector('[role=status]')?.text).toContain('The tokens were refreshed')
    expect(tokenId()).not.toBe(first)
    await act(browser, `${result}/sign-out`)
    expect(browser.current?.location).toBe(`${server.issuer}/dev/try/signed-out`)
    expect(browser.current?.text).toContain('You are signed out, here and at the server')
    expect((await browser.go(`${server.issuer}/account`)).location).toContain('/sign-in/')
    expect((await browser.go(result)).location).toBe(`${server.issuer}/dev/try`)
  })

  test('what the server refuses later is shown with what it means', async () => {
    const { browser, result } = await signInThere('revoked@example.test')
    await server.deps.db.prisma.grant.updateMany({ data: { revokedAt: new Date() } })
    await act(browser, `${result}/userinfo`)
    expect(browser.current?.text).toContain('Userinfo refused to answer')
    expect(browser.current?.text).toContain('The access token is no longer valid')
    await act(browser, `${result}/refresh`)
    expect(browser.current?.text).toContain('The tokens could not be refreshed')
    expect(browser.current?.text).toContain('invalid_grant')
    expect(browser.current?.text).toContain('/docs/troubleshooting.md')
  })

  test('an error is shown with its description, what it means and where it is documented', async () => {
    const browser = await beginThere({ prompt: 'none' })
    const shown = browser.current?.text ?? ''
    expect(shown).toContain('The response is an error')
    expect(shown).toContain('login_required')
    expect(shown).toContain('asks again without prompt=none')
    expect(shown).toContain('/docs/troubleshooting.md')
    // The next try begins with the same choice.
    await browser.go(browser.current?.html.querySelector('a.button')?.getAttribute('href') ?? '')
    expect(browser.current?.html.querySelector('[name=prompt] option[selected]')?.text).toBe('none')
  })

  test('every parameter that was chosen is sent, and one that cannot be sent is refused beside its field', async () => {
    const browser = server.browser()
    const choose = (fields: Record<string, string>) =>
      browser.go(`${server.issuer}/dev/try`, {
        method: 'POST',
        body: new URLSearchParams(fields).toString(),
        follow: false,
      })
    const wrong = await choose({ max_age: 'soon', prompt: 'login' })
    expect([wrong.status, wrong.html.querySelector('#max_age-problem')?.text]).toEqual([
      422,
      'Enter a whole number of seconds, or nothing',
    ])
    expect(wrong.html.querySelector('[name=prompt] option[selected]')?.text).toBe('login')
    const sent = await fetch(`${server.issuer}/dev/try`, {
      method: 'POST',
      redirect: 'manual',
      headers: { Origin: server.issuer },
      body: new URLSearchParams({ max_age: '60', language: 'de', organization: 'acme', acr: 'phr', prompt: 'made-up' }),
    })
    const query = new URL(sent.headers.get('location') ?? '', server.issuer).searchParams
    expect(Object.fromEntries(query)).toMatchObject({
      client_id: 'vestibule-playground',
      max_age: '60',
      ui_locales: 'de',
      organization: 'acme',
      claims: '{"id_token":{"acr":{"essential":true,"value":"phr"}}}',
    })
    expect(query.has('prompt')).toBe(false)
  })

  test('a response that was not asked for leads to the form, and so does an act without tokens', async () => {
    const { location } = await server.browser().go(`${server.issuer}/dev/try/callback?code=x&state=y`)
    expect(location).toBe(`${server.issuer}/dev/try`)
    for (const name of ['refresh', 'userinfo', 'sign-out'])
      expect((await act(server.browser(), `${server.issuer}/dev/try/nothing/${name}`)).location).toBe(
        `${server.issuer}/dev/try`,
      )
    expect((await act(server.browser(), `${server.issuer}/dev/try/nothing/constructor`)).status).toBe(404)
  })

  test('its clients are listed nowhere, and unknown to a production server', async () => {
    const ids = ['vestibule-playground', 'vestibule-playground-optional', 'vestibule-playground-none']
    expect([...server.deps.clients.all()].filter(({ id }) => ids.includes(id))).toEqual([])
    const other = await openTestWorld(production)
    for (const id of ids) {
      expect(server.deps.clients.find(id)?.tokenAuthMethods).toEqual(['none'])
      expect(other.deps.clients.find(id)).toBeUndefined()
    }
    await other.close()
  })

  test.each(['/dev/try', '/dev/try/callback', '/dev/try/signed-out', '/dev/try/x'])(
    '%s is 404 for another site',
    async (path) => {
      expect((await get(path, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(404)
    },
  )
})

describe('the first operator', () => {
  /** A server of its own, and someone who is signed in there. */
  async function begin(file?: string) {
    const own = await openTestWorld({ SMTP_URL: '' }, { file })
    const email = 'first@example.test'
    const browser = own.browser()
    await browser.go(`${own.issuer}/account`)
    await browser.submit({ email })
    await expect.poll(() => own.deps.sentMails?.list().length).toBe(1)
    await browser.submit({ code: /\b\d{6}\b/.exec(own.deps.sentMails?.list()[0]?.text ?? '')?.[0] ?? '' })
    const address = `${own.issuer}/dev/operator/${await makeFirstOperatorLink(own.deps)}`
    return { own, browser, address }
  }

  test('CO-91: becomes it by the link of the terminal, once, by a form', async () => {
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

  test('CO-91: of two who have the link, one becomes it, and it is read nowhere', async () => {
    const { own, browser, address } = await begin()
    const [row] = await own.deps.db.prisma.sealedKey.findMany({ where: { purpose: 'first-operator' } })
    expect(row?.sealed).not.toContain(address.split('/').at(-1))
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

  test('CO-91: every process knows the same link, and one redeems it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vestibule-'))
    const file = join(folder, 'vestibule.db')
    const { own, address } = await begin(file)
    const secret = address.split('/').at(-1) ?? ''
    const { userId } = await own.deps.db.prisma.email.findFirstOrThrow()
    const other = await openTestWorld({ ISSUER: own.issuer, SMTP_URL: '' }, { file })
    try {
      // Another process starts and prints it, half an hour later: it works for an hour from then.
      own.pass(1_800_000)
      other.pass(1_800_000)
      expect(await makeFirstOperatorLink(other.deps)).toBe(secret)
      own.pass(3_500_000)
      other.pass(3_500_000)
      const redeemed = await Promise.all(
        [own, other].flatMap(({ deps }) => [1, 2, 3].map(() => becomeFirstOperator(deps, userId, secret))),
      )
      expect(redeemed.filter(Boolean)).toHaveLength(1)
      expect(await makeFirstOperatorLink(other.deps)).toBeNull()
      // Whoever takes the role away again gets another link at the next start.
      await own.deps.db.prisma.operatorRole.deleteMany()
      expect(await becomeFirstOperator(own.deps, userId, secret)).toBe(false)
      expect(await makeFirstOperatorLink(other.deps)).not.toBe(secret)
    } finally {
      await other.close()
      await own.close()
      rmSync(folder, { recursive: true })
    }
  })

  test('there is no link where OPERATORS names someone, or in production', async () => {
    for (const env of [{ OPERATORS: 'ada@example.test' }, production]) {
      const other = await openTestWorld(env)
      expect(await makeFirstOperatorLink(other.deps)).toBeNull()
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
