import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApplication, type SdkApplication, type SignedInPerson } from './sdk-application.ts'
import { nextjs } from './sdk-frameworks.ts'

// K2 Next.js with the defaults of its scaffold (Cache Components, Partial Prefetching), as `next build` and `next start` serve it:
// the status of a document is that of its guard if `proxy.ts` names the page.

const framework = nextjs({
  'lib/auth.ts': `import { createAuth } from '@vestibule/nextjs'
export const auth = createAuth()
export const { handlers, register, getSession, requireUser, withAuth, withBearer, getAccessToken, verifyBearer } = auth
`,
  'proxy.ts': `import { auth } from './lib/auth'
export const proxy = auth.proxy({ '/private/:path*': true, '/role': { role: 'nobody' }, '/api/me': true })
`,
  // The types of the same files are checked by the build of nextjs-app.test.ts.
  'next.config.ts': `export default { cacheComponents: true, partialPrefetching: true, typescript: { ignoreBuildErrors: true } }
`,
})
let app: SdkApplication
beforeAll(async () => {
  const { status, output } = framework.build()
  expect([status, status === 0 ? '' : output]).toEqual([0, ''])
  app = await openApplication(framework)
}, 300_000)
afterAll(async () => {
  await app?.close()
  framework.remove()
})

/** What is sent by a browser that opens a document, and by programs. Empty: not sent. */
const documents: Record<string, Record<string, string>> = {
  'a browser': {},
  curl: { accept: '*/*', 'user-agent': 'curl/8.14.1', 'sec-fetch-mode': '', 'sec-fetch-dest': '' },
  'an old browser': { 'sec-fetch-mode': '', 'sec-fetch-dest': '' },
  'a prefetch of a document': { 'sec-purpose': 'prefetch' },
  'an internal header': { 'x-middleware-subrequest': 'proxy:proxy:proxy:proxy:proxy' },
}
const open = async (path: string, person?: SignedInPerson, headers: Record<string, string> = {}) => {
  const answer = await app.fetch(path, person, { headers })
  const location = answer.headers.get('location')
  return { answer, seen: [answer.status, location && new URL(location, app.url).href.replace(app.url, '')] }
}

test.each(Object.keys(documents))('a stranger’s document is a redirect to the sign-in, for %s', async (name) => {
  const headers = documents[name] ?? {}
  for (const [path, returnTo] of [
    ['/private', '%2Fprivate'],
    ['/private?x=1&y=2', '%2Fprivate%3Fx%3D1%26y%3D2'],
    ['/role', '%2Frole'],
  ] as const) {
    const { answer, seen } = await open(path, undefined, headers)
    expect(seen).toEqual([307, `/auth/login?returnTo=${returnTo}`])
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    // Next sends the address as the body.
    expect(await answer.text()).not.toMatch(/<|Hello/)
  }
})

test('a person without the role gets 403 and a page with a way on, in their language', async () => {
  const { answer, seen } = await open('/role', await app.signIn(), { 'accept-language': 'de' })
  expect(seen).toEqual([403, null])
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
  expect(await answer.text()).toMatch(/lang="de".*Kein Zugriff auf diese Seite/)
})

test('whom the table lets in gets the page, and a dead token is replaced on the way', async () => {
  const ada = await app.signIn()
  const { answer, seen } = await open('/private', ada)
  expect(seen).toEqual([200, null])
  expect(await answer.text()).toContain(ada.person.email)
  await ada.age()
  const refreshed = await open('/private', ada)
  expect(refreshed.seen).toEqual([200, null])
  expect(refreshed.answer.headers.getSetCookie().length).toBeGreaterThan(0)
  ada.take(refreshed.answer)
  expect((await open('/private', ada)).answer.headers.getSetCookie()).toEqual([])
})

test('a session that ended at the provider is a redirect to the sign-in, and its cookies are cleared', async () => {
  const ada = await app.signIn()
  await ada.endAtProvider()
  await ada.age()
  const { answer, seen } = await open('/private', ada)
  expect(seen).toEqual([307, '/auth/login?returnTo=%2Fprivate'])
  ada.take(answer)
  expect(ada.header).toBe('')
})

test('a program without cookies of a browser loses no refresh token: its stale session is refreshed by redirects', async () => {
  const ada = await app.signIn()
  await ada.age()
  const { answer, seen } = await open('/private', ada, {
    accept: '*/*',
    'sec-fetch-mode': 'cors',
    'sec-fetch-dest': 'document',
  })
  expect(seen).toEqual([307, '/auth/refresh?returnTo=%2Fprivate'])
  expect(answer.headers.getSetCookie()).toEqual([])
})

test.each(['/Private', '/PRIVATE/', '/%70rivate', '//private', '/private/', '/x/../private', '/private/below'])(
  'a stranger sees nothing of %s, however it is spelled',
  async (path) => {
    const { answer } = await open(path)
    expect([307, 308, 400, 404]).toContain(answer.status)
    expect(await answer.text()).not.toMatch(/Hello|@example\.test/)
  },
)

test('what is not in the table, and what is no document, is left to its own guard', async () => {
  // Without the table: no more than an empty document.
  const unnamed = await open('/dashboard')
  expect(await unnamed.answer.text()).not.toMatch(/Hello /)
  const script = { accept: 'application/json', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }
  const api = await open('/api/me', undefined, script)
  expect([api.answer.status, api.answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
  expect((await open('/', undefined)).answer.status).toBe(200)
})
