import { beforeEach, describe, expect, test } from 'vitest'
import { type AuthOptions, createAuth } from '../src/index.ts'
import { createTestIssuer, type TestIssuer } from '../src/testing.ts'
import { Browser, optionsFor } from './browser.ts'

// A link of another site does not move a session to another organization: the person is asked first (K9).

let provider: TestIssuer
let ada: Browser
const browserOf = (more: Partial<AuthOptions> = {}) => new Browser(createAuth(optionsFor(provider, more)), provider)
beforeEach(async () => {
  provider = await createTestIssuer()
  provider.signIn({
    sub: 'ada',
    organization: 'org-1',
    organization_slug: 'acme',
    organizations: [
      { id: 'org-1', slug: 'acme', name: 'Acme' },
      { id: 'org-2', slug: 'babbage', name: 'Babbage <b>& Sons' },
    ],
  })
  ada = browserOf()
  await ada.signIn()
})

const path = '/auth/login?organization=babbage&returnTo=%2Fhere%3Fa%3D1'
const from = (site: string) => ({ headers: { 'sec-fetch-site': site } })
const asks = async (response: Response) => (await response.text()).includes('Switch to another organization')
/** The organization that the provider is asked for. */
const requested = ({ headers }: Response) =>
  new URL(headers.get('location') ?? 'none:').searchParams.get('organization')

describe('with a session of another organization', () => {
  test.each([
    ['another site', from('cross-site')],
    ['a sibling, which may be anybody’s', from('same-site')],
    ['nobody knows where, with an older browser', {}],
    ['another site, with an older browser', { headers: { referer: 'http://evil.test/app.test' } }],
    ['an address that is none, with an older browser', { headers: { referer: 'about:blank' } }],
  ])('a link of %s asks first', async (_, init) => {
    const before = ada.header
    const response = await ada.open(path, init)
    expect([response.status, response.headers.get('location'), response.headers.getSetCookie()]).toEqual([
      200,
      null,
      [],
    ])
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    const html = await response.text()
    // The name is the provider's, escaped; the form is this application's, and keeps what the link asked for.
    expect(html).toContain('Babbage &lt;b>&amp; Sons')
    expect(html).toContain('action="/auth/login?organization=babbage&amp;returnTo=%2Fhere%3Fa%3D1"')
    expect(ada.header).toBe(before)
  })

  test('the form of the page goes on, and only from this application', async () => {
    for (const origin of ['https://evil.test', 'null', undefined]) {
      const refused = await ada.open(path, { method: 'POST', headers: origin ? { origin } : {} })
      expect([refused.status, refused.headers.get('location')]).toEqual([403, null])
    }
    const response = await ada.post(path)
    expect([response.status, requested(response)]).toEqual([303, 'babbage'])
    const landed = await ada.open(await provider.authorize(response.headers.get('location') ?? ''))
    expect(landed.headers.get('location')).toBe('/here?a=1')
  })

  test.each([
    ['a link of this application', from('same-origin')],
    ['an address that was typed', from('none')],
    ['a link of this application, with an older browser', { headers: { referer: 'https://app.test/settings' } }],
  ])('%s switches at once', async (_, init) => {
    expect(requested(await ada.open(path, init))).toBe('babbage')
  })

  test('below a path of its host, the form leads there', async () => {
    const mounted = browserOf({ url: 'https://app.test/app' })
    await mounted.signIn('/app/auth/login')
    const html = await (await mounted.open(`/app${path}`, from('cross-site'))).text()
    expect(html).toContain('action="https://app.test/app/auth/login?organization=babbage')
  })
})

test('nothing is asked where nothing changes: the same organization, none, or nobody signed in', async () => {
  for (const same of ['org-1', 'acme'])
    expect(requested(await ada.open(`/auth/login?organization=${same}`, from('cross-site')))).toBe(same)
  expect((await ada.open('/auth/login?returnTo=/here', from('cross-site'))).status).toBe(303)
  expect(requested(await browserOf().open(path, from('cross-site')))).toBe('babbage')
})

test('an invitation leads to its own organization, and takes no other along', async () => {
  const response = await ada.open(`${path}&invitation=token`, from('cross-site'))
  const { searchParams } = new URL(response.headers.get('location') ?? '')
  expect([searchParams.get('invitation'), searchParams.get('organization')]).toEqual(['token', null])
})

test('an organization that the person is not known to be in is not named, and a prefetch is asked nothing', async () => {
  const link = '/auth/login?organization=%3Cscript%3E'
  const html = await (await ada.open(link, from('cross-site'))).text()
  expect(html).not.toMatch(/<script|&lt;script/)
  const prefetch = { headers: { 'sec-fetch-site': 'cross-site', 'sec-purpose': 'prefetch' } }
  expect((await ada.open(path, prefetch)).status).toBe(204)
})

test('the page is in the language of the person', async () => {
  const german = { headers: { 'sec-fetch-site': 'cross-site', 'accept-language': 'de' } }
  expect(await (await ada.open(path, german)).text()).toContain('Zu einer anderen Organisation wechseln')
  expect(await asks(await ada.open(path, from('cross-site')))).toBe(true)
})
