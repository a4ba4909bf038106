import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { after, before, test } from 'node:test'
import { createTestSession } from '@vestibule/core/testing'

// Tests the production build (`npm run build`) without a provider: the cookies of test sessions are encrypted with the
// application's own secret. Run them with `npm test`.

const issuer = 'https://id.example.test'
const secret = 'a secret of the tests that is long enough for all'
let url
let app

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })

before(async () => {
  const port = await freePort()
  url = `http://localhost:${port}`
  app = spawn('node_modules/.bin/remix-serve', ['build/server/index.js'], {
    stdio: 'ignore',
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      HOST: '127.0.0.1',
      VESTIBULE_ISSUER: issuer,
      VESTIBULE_CLIENT_ID: 'notes',
      VESTIBULE_SECRET: secret,
      VESTIBULE_URL: url,
    },
  })
  for (let tries = 0; tries < 300; tries++) {
    if ((await fetch(url).catch(() => null))?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('The application does not start. Was it built?')
})
after(() => app.kill('SIGKILL'))

/** Opens a page as a person, or as a stranger. Redirects are not followed. */
async function open(path, person, headers = { accept: 'text/html' }) {
  const cookie = person && (await createTestSession({ issuer, clientId: 'notes', secret, url }, person))
  return fetch(`${url}${path}`, { redirect: 'manual', headers: { ...headers, ...(cookie ? { cookie } : {}) } })
}
const ada = {
  sub: 'ada',
  name: 'Ada Lovelace',
  email: 'ada@example.test',
  organization: 'org-1',
  organization_name: 'Engines',
  organization_slug: 'engines',
  roles: ['owner'],
}
const grace = { ...ada, sub: 'grace', name: 'Grace Hopper', email: 'grace@example.test', roles: ['member'] }

test('strangers see the public page, and are sent to sign in by the others', async () => {
  assert.match(await (await open('/')).text(), /You are not signed in/)
  for (const path of ['/dashboard', '/admin']) {
    const answer = await open(path)
    assert.ok([302, 303, 307].includes(answer.status), `${path} answered ${answer.status}`)
    const location = new URL(answer.headers.get('location'), url)
    assert.equal(
      `${location.pathname}?returnTo=${location.searchParams.get('returnTo')}`,
      `/auth/login?returnTo=${path}`,
    )
  }
})

test('APIs refuse strangers, and never redirect', async () => {
  for (const path of ['/api/me', '/api/notes']) {
    const answer = await open(path)
    assert.equal(answer.status, 401)
    assert.match(answer.headers.get('www-authenticate'), /^Bearer/)
  }
})

test('a member works in their organization, and the owners’ page refuses them', async () => {
  const dashboard = await open('/dashboard', grace)
  assert.match(dashboard.headers.get('cache-control'), /no-store/)
  const page = await dashboard.text()
  assert.match(page, /Grace Hopper/)
  assert.match(page, /Engines/)
  assert.doesNotMatch(page, /test-access-token/)
  assert.deepEqual(await (await open('/api/me', grace)).json(), { email: 'grace@example.test' })
  const admin = await (await open('/admin', grace)).text()
  assert.match(admin, /For owners only/)
  assert.doesNotMatch(admin, /Invite a colleague/)
})

test('an owner invites colleagues', async () => {
  const page = await (await open('/admin', ada)).text()
  assert.match(page, /Admin of (<!-- -->)?Engines/)
  assert.match(page, /https:\/\/id\.example\.test\/organizations\/engines\/invitations/)
})

test('a cookie that was sealed with another secret is nobody', async () => {
  const options = { issuer, clientId: 'notes', secret: secret.toUpperCase(), url }
  const answer = await fetch(`${url}/api/me`, { headers: { cookie: await createTestSession(options, ada) } })
  assert.equal(answer.status, 401)
})
