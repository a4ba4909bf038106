import { CompactSign, exportJWK, generateKeyPair } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../src/config/read.ts'
import { canonicalAddress } from '../src/flows/platform/addresses.ts'
import { codeIn, linkIn } from './support/mailbox.ts'
import { basic, openTestWorld, redirectUri, type TestWorld, webAuth } from './support/world.ts'

// Rows of the attack catalogue (docs/security) that no other test tells as part of a story.

let world: TestWorld
let clientKey: CryptoKey
beforeAll(async () => {
  const pair = await generateKeyPair('ES256', { extractable: true })
  clientKey = pair.privateKey
  world = await openTestWorld({
    OIDC_CLIENT_ID_6: 'signs',
    OIDC_CLIENT_6_JWKS: JSON.stringify({ keys: [await exportJWK(pair.publicKey)] }),
    OIDC_CLIENT_6_GRANT_TYPES: 'client_credentials',
    OIDC_CLIENT_6_SCOPES: 'reports:read',
  })
})
afterAll(() => world.close())

const registered = encodeURIComponent(redirectUri)
/** Sends the query as it stands: these attacks are about its exact bytes. */
const authorize = (query: string) =>
  world.browser().go(`${world.issuer}/authorize?response_type=code&scope=openid&state=s&${query}`)

describe('a redirect URI that is almost the registered one', () => {
  test.each([
    ['RU-01', `${registered}%2F`],
    ['RU-02', 'https://rp.example.test/CB'],
    ['RU-04', 'https://rp.example.test:443/cb'],
    ['RU-05', 'HTTPS://rp.example.test/cb'],
    ['RU-07', `${registered}%3Fx%3D1`],
    ['RU-08', `${registered}%3F`],
    ['RU-10', `${registered}%23`],
    ['RU-11', `${registered}/../evil`],
    ['RU-13', 'https://rp.example.test/%2563b'],
    ['RU-14', `${registered}%252f..%252f..%252fevil`],
    ['RU-16', `https://evil.test/${registered}`],
    ['RU-17', 'https://rp.example.test@evil.test/cb'],
    ['RU-19', 'https://evil.test%5C@rp.example.test/cb'],
    ['RU-20', 'https:rp.example.test/cb'],
    ['RU-22', 'https://rp.exam%09ple.test/cb'],
    ['RU-23', `${registered}%0d%0aSet-Cookie:x=1`],
    ['RU-25', 'https://rp.example.test%00.evil.test/cb'],
    ['RU-26', 'https://%EF%BD%92p.example.test/cb'],
    ['RU-28', 'jAvAsCrIpT:alert(document.domain)//'],
    ['RU-29', 'data:text/html,<script>alert(1)</script>'],
    ['RU-31', ''],
    ['RU-32', `${registered}${'a'.repeat(8000)}`],
  ])('%s is a page and no redirect, whatever else is wrong (RU-38)', async (_id, value) => {
    for (const mistake of ['', '&prompt=none', '&scope=bogus', '&response_type=bogus', '&response_mode=bogus']) {
      const answer = await authorize(`client_id=web&redirect_uri=${value}${mistake}`)
      expect([answer.status === 414 ? 400 : answer.status, answer.callback], mistake).toEqual([400, null])
      expect(answer.headers.get('location')).toBeNull()
      expect(answer.headers.get('set-cookie')).toBeNull()
    }
  })

  test('RU-34 of two values neither wins', async () => {
    const other = encodeURIComponent('https://evil.test/cb')
    for (const query of [
      `redirect_uri=${registered}&redirect_uri=${other}`,
      `redirect_uri=${other}&redirect_uri=${registered}`,
      `redirect_uri[]=${registered}`,
      `redirect_uri[0]=${registered}`,
    ])
      expect((await authorize(`client_id=web&${query}`)).status, query).toBe(400)
  })

  test('RU-37 names of the authorization response in a registered query are refused at the start', () => {
    for (const name of ['code', 'state', 'iss', 'error', 'session_state'])
      expect(() =>
        readConfig(
          {
            OIDC_CLIENT_ID_0: 'web',
            OIDC_CLIENT_0_SECRET: 'a-secret-of-the-client',
            OIDC_CLIENT_0_REDIRECT_URIS: `https://rp.test/cb?${name}=x`,
          },
          { readFile: () => '', keptSecret: () => 'kept-secret-0123456789-abcdefghij', cwd: '/srv', processors: 2 },
        ),
      ).toThrow(
        expect.objectContaining({ problems: [expect.objectContaining({ variable: 'OIDC_CLIENT_0_REDIRECT_URIS' })] }),
      )
  })
})

describe('the bytes of a query', () => {
  test('AZ-42 an encoded name is the same name, and so a repetition', async () => {
    const other = encodeURIComponent('https://evil.test/cb')
    for (const query of [
      `client_id=web&redirect_uri=${registered}&%72edirect_uri=${other}`,
      `client_id=web&%63lient_id=web2&redirect_uri=${registered}`,
    ])
      expect((await authorize(query)).status, query).toBe(400)
    for (const query of ['%73tate=t', 'sc%6fpe=openid']) {
      const { callback } = await authorize(`client_id=web&redirect_uri=${registered}&${query}`)
      expect(callback?.searchParams.get('error'), query).toBe('invalid_request')
    }
  })

  test('AZ-43 malformed percent-encoding is refused', async () => {
    for (const query of ['nonce=%ff%41', 'nonce=%', 'nonce=%zz', 'claims=openid%C0%80'])
      expect((await authorize(`client_id=web&redirect_uri=${registered}&${query}`)).status, query).toBe(400)
  })

  test('JK-17 other spellings of the discovery path are the same document or none', async () => {
    const { issuer } = world
    for (const path of [
      '/.well-known/openid-configuration/',
      '//.well-known/openid-configuration',
      '/%2ewell-known/openid-configuration',
      '/.well-known/oauth-authorization-server',
    ]) {
      const answer = await fetch(`${issuer}${path}`)
      if (answer.status === 200) expect((await answer.json()).issuer, path).toBe(issuer)
      else expect(answer.status, path).toBe(404)
    }
  })
})

describe('one mailbox is one account', () => {
  test.each([
    ['EC-16', 'Ada@EXAMPLE.test', 'ada@example.test'],
    ['EC-16', ' ada@example.test ', 'ada@example.test'],
    ['EC-16', 'ada@example.test.', null],
    ['EC-16', '\u212Aada@example.test', null],
    ['EC-16', 'ad\u0131@example.test', null],
    ['MA-13', 'ada@münchen.test', 'ada@xn--mnchen-3ya.test'],
    ['MA-13', 'ada@xn--mnchen-3ya.test', 'ada@xn--mnchen-3ya.test'],
    ['MA-13', 'ädä@example.test', null],
    ['ST-27', 'a\ud800a@example.test', null],
    ['ST-27', 'ada@ex\udc00ample.test', null],
  ])('%s %j', (_id, typed, canonical) => {
    expect(canonicalAddress(typed)).toBe(canonical)
  })

  test.each(['code[]', 'code[gte]'])('EC-19 a code sent as %s is no code', async (field) => {
    const browser = world.browser()
    await world.authorize(browser)
    await browser.submit({ email: 'typed@example.test' })
    const { status } = await browser.go(browser.current?.location ?? '', {
      method: 'POST',
      body: new URLSearchParams({ [field]: '123456' }).toString(),
    })
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
  })
})

describe('the claims of a signed assertion', () => {
  const send = async (payload: string) =>
    world.token({
      grant_type: 'client_credentials',
      client_assertion: await new CompactSign(new TextEncoder().encode(payload))
        .setProtectedHeader({ alg: 'ES256' })
        .sign(clientKey),
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    })
  /** A sound assertion, with some claims as literal JSON. */
  const payload = (claims: Record<string, string> = {}) => {
    const iat = Math.floor(world.deps.now().getTime() / 1000)
    const sound = {
      iss: '"signs"',
      sub: '"signs"',
      aud: JSON.stringify(world.issuer),
      iat: `${iat}`,
      exp: `${iat + 60}`,
    }
    const all = { ...sound, jti: JSON.stringify(crypto.randomUUID()), ...claims }
    return `{${Object.entries(all).map(([name, value]) => `"${name}":${value}`)}}`
  }

  test('JK-11 a sound one is accepted', async () => {
    expect((await send(payload())).status).toBe(200)
  })

  test.each([
    { exp: '"9999999999"' },
    { exp: '1e400' },
    { exp: '-1' },
    { exp: 'null' },
    { iat: '"now"' },
    { aud: '[]' },
    { aud: '{}' },
    { aud: '[["https://id.example.com"]]' },
    { sub: '["signs"]' },
    { jti: '{}' },
  ])('JK-11 %j is refused', async (claims) => {
    const { status, body } = await send(payload(claims as unknown as Record<string, string>))
    expect([status, body.error]).toEqual([401, 'invalid_client'])
  })
})

describe('mailed links and codes', () => {
  const askForCode = async (email: string) => {
    const browser = world.browser()
    await world.authorize(browser)
    await browser.submit({ email })
    return { browser, mail: await world.mailbox.take(email) }
  }

  test('ML-03 no method and no prefetch consumes a link; ML-13 a damaged one is a page', async () => {
    const { browser, mail } = await askForCode('scanned@example.test')
    const link = linkIn(mail)
    for (const method of ['HEAD', 'OPTIONS', 'PUT', 'DELETE']) await fetch(link, { method })
    for (const name of ['Sec-Purpose', 'Purpose', 'X-Moz', 'Next-Router-Prefetch'])
      await fetch(link, { headers: { [name]: 'prefetch' } })
    for (const damaged of [`${link}.`, `${link}=3D`, `${link}%3E`, link.slice(0, -20), `${link}%0a`]) {
      const { status } = await fetch(damaged)
      expect(status, damaged).toBeGreaterThanOrEqual(400)
      expect(status, damaged).toBeLessThan(500)
    }
    await browser.submit({ code: codeIn(mail) })
    expect(browser.has('accept_terms')).toBe(true)
  })

  test('EC-31 of twenty requests at once for one address one sends a mail', async () => {
    const email = 'flooded@example.test'
    const browsers = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const browser = world.browser()
        await world.authorize(browser)
        return browser
      }),
    )
    // Not through the browsers of the tests: these wait on the test's clock where a limit would be spent.
    await Promise.all(
      browsers.map(({ current, cookies }) =>
        fetch(current?.location ?? '', {
          method: 'POST',
          body: new URLSearchParams({ email }),
          headers: {
            Origin: new URL(world.issuer).origin,
            Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          },
        }),
      ),
    )
    await world.mailbox.take(email)
    await expect.poll(() => world.deps.db.prisma.outboxMessage.count()).toBe(0)
    const mails = world.mailbox.mails.filter(({ to }) => to?.some(({ address }) => address === email))
    expect(mails.length).toBe(1)
  })

  test('EC-07 a new code replaces the old one', async () => {
    const { browser, mail } = await askForCode('again@example.test')
    world.pass(31_000)
    const second = await askForCode('again@example.test')
    expect(codeIn(second.mail)).not.toBe(codeIn(mail))
    await browser.submit({ code: codeIn(mail) })
    expect(browser.has('accept_terms')).toBe(false)
    await second.browser.submit({ code: codeIn(second.mail) })
    expect(second.browser.has('accept_terms')).toBe(true)
  })
})

test('SE-04 a session ends when it is idle for too long, and at its absolute end though it is used', async () => {
  const day = 86_400_000
  const silent = async (browser: Awaited<ReturnType<TestWorld['signIn']>>['browser']) =>
    (await world.authorize(browser, { prompt: 'none' })).callback?.searchParams.get('error') ?? 'none'
  const idle = (await world.signIn()).browser
  const used = (await world.signIn()).browser
  for (let days = 6; days < 30; days += 6) {
    world.pass(6 * day)
    expect(await silent(used), `${days} days`).toBe('none')
  }
  expect(await silent(idle)).toBe('login_required')
  world.pass(6 * day)
  expect(await silent(used)).toBe('login_required')
})

test('HT-21 no path leads out of the assets', async () => {
  for (const path of ['..%2f..%2fpackage.json', '%2e%2e/%2e%2e/package.json', '..%5c..%5cpackage.json', '', '%00'])
    expect((await fetch(`${world.issuer}/assets/${path}`)).status, path).toBe(404)
})

describe('pushed requests', () => {
  const push = async (params: Record<string, string>, init: RequestInit = {}) => {
    const answer = await fetch(`${world.issuer}/par`, {
      method: 'POST',
      body: new URLSearchParams(params),
      headers: { Authorization: basic(...webAuth.basic) },
      ...init,
    })
    return { status: answer.status, body: await answer.json() }
  }
  const request = { response_type: 'code', scope: 'openid', redirect_uri: redirectUri }

  test('FA-03 a request_uri is not pushed, and nothing is fetched from /par', async () => {
    expect(await push({ ...request, request_uri: 'urn:ietf:params:oauth:request_uri:x' })).toMatchObject({
      status: 400,
      body: { error: 'invalid_request' },
    })
    expect((await fetch(`${world.issuer}/par`)).status).toBe(405)
  })

  test('FA-08 one authentication at a time', async () => {
    const assertion = {
      client_assertion: 'a.b.c',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    }
    for (const more of [assertion, { client_secret: 'x' }, { client_id: 'hybrid' }] as Record<string, string>[])
      expect([400, 401]).toContain((await push({ ...request, ...more })).status)
  })

  test('FA-14 the redirect URI is checked when it is pushed', async () => {
    for (const uri of ['', 'https://evil.test/cb', `${redirectUri}/`])
      expect((await push({ ...request, redirect_uri: uri })).status, uri).toBe(400)
  })

  test('FA-15 a long nonce and a long state come back as they were', async () => {
    const state = `${'s'.repeat(2996)}-._~`
    const { params, code } = await world.signIn({}, { state, nonce: 'n'.repeat(384) })
    expect(params.get('state')).toBe(state)
    const { body } = await world.redeem(code)
    expect(JSON.parse(Buffer.from(body.id_token.split('.')[1], 'base64url').toString()).nonce).toBe('n'.repeat(384))
  })

  test('TX-31 acr_values that is taken out of the address is nothing to rely on: the token says what happened', async () => {
    const { code } = await world.signIn()
    const { body } = await world.redeem(code)
    expect(JSON.parse(Buffer.from(body.id_token.split('.')[1], 'base64url').toString()).acr).toBe(
      'urn:vestibule:acr:mail',
    )
  })
})
