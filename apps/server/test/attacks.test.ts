import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../src/config/read.ts'
import { canonicalAddress } from '../src/flows/platform/addresses.ts'
import { openTestWorld, redirectUri, type TestWorld } from './support/world.ts'

// Rows of the attack catalogue (docs/security) that no other test tells as part of a story.

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld()
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
          { readFile: () => '', keptSecret: () => 'kept-secret-0123456789-abcdefghij', cwd: '/srv' },
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
