import { expect, test } from 'vitest'
import { createAuth } from '../src/react-router.ts'
import { createTestIssuer, createTestSession } from '../src/testing.ts'

// What another site opens in a session that is bound to its device, whose browser has not proven it yet.

const url = 'https://app.test'
const options = { clientId: 'app', secret: 'a secret of at least thirty-two characters', url }

async function open(cookieOf: (cookie: string) => string, site = 'cross-site') {
  const provider = await createTestIssuer()
  const all = { ...options, issuer: provider.issuer, session: { bindToDevice: 'offer' } } as const
  const auth = createAuth({ ...all, fetch: provider.fetch, on: { error: () => {} } })
  const cookie = cookieOf(await createTestSession(all, { sub: 'ada' }, { bound: true }))
  const headers = {
    cookie,
    accept: 'text/html',
    'sec-fetch-site': site,
    'sec-fetch-mode': 'navigate',
    'sec-fetch-dest': 'document',
  }
  return { auth, request: new Request(`${url}/reports?year=2026`, { headers }) }
}
const withoutProof = (cookie: string) => cookie.replace(/; [^;]*vestibule_bound_[^;]*/, '')
const page = async () => new Response('<p>Ada</p>')
const seen = ({ status, headers }: Response) => [status, headers.get('location')]
const toProof = [303, expect.stringMatching(/^\/auth\/device\?returnTo=[\w.-]+$/)]

test('the middleware sends it again first, whatever its page is', async () => {
  const { auth, request } = await open(withoutProof)
  const [middleware] = auth.middleware
  expect(seen((await middleware?.({ request }, page)) as Response)).toEqual(toProof)
  for (const other of [await open((cookie) => cookie), await open(withoutProof, 'same-origin')]) {
    const [through] = other.auth.middleware
    expect(seen((await through?.({ request: other.request }, page)) as Response)).toEqual([200, null])
  }
})

test('a guard does so too', async () => {
  const { auth, request } = await open(withoutProof)
  const thrown = await auth.requireUser({ request }).catch((response: unknown) => response)
  expect(seen(thrown as Response)).toEqual(toProof)
  const proven = await open((cookie) => cookie)
  expect(await proven.auth.requireUser({ request: proven.request }, { bound: true })).toMatchObject({ sub: 'ada' })
})
