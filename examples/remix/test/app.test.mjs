import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createTestIssuer, createTestSession } from '@vestibule/core/testing'

// Tests the production build (`npm run build`) on a database of its own. The cookies of test sessions are encrypted with the
// application's own secret. The provider of these tests has keys for access tokens, and nothing else. Run them with `npm test`.

const secret = 'a secret of the tests that is long enough for all'
const folder = mkdtempSync(join(tmpdir(), 'notes-'))
let url
let app
let provider
let providerServer

const listen = (server) =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(`http://localhost:${server.address().port}`)))

/** The provider's tokens are verified, and this client has no grant but the authorization code. */
async function respond(request, response) {
  const answer =
    request.url === '/token'
      ? Response.json({ error: 'unauthorized_client' }, { status: 400 })
      : await provider.fetch(provider.issuer + request.url)
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  response.end(await answer.text())
}

before(async () => {
  providerServer = createServer(respond)
  provider = await createTestIssuer({ issuer: await listen(providerServer) })
  const probe = createServer()
  url = await listen(probe)
  await new Promise((resolve) => probe.close(resolve))
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    PORT: new URL(url).port,
    HOST: '127.0.0.1',
    DATABASE_URL: `file:${join(folder, 'notes.db')}`,
    VESTIBULE_ISSUER: provider.issuer,
    VESTIBULE_CLIENT_ID: 'notes',
    VESTIBULE_CLIENT_SECRET: 'the secret of the client',
    VESTIBULE_SECRET: secret,
    VESTIBULE_URL: url,
  }
  execFileSync(process.execPath, ['prisma/migrate.mjs'], { env })
  app = spawn('node_modules/.bin/remix-serve', ['build/server/index.js'], { stdio: 'ignore', env })
  for (let tries = 0; tries < 300; tries++) {
    if ((await fetch(url).catch(() => null))?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('The application does not start. Was it built?')
})
after(() => {
  app?.kill('SIGKILL')
  providerServer?.close()
  rmSync(folder, { recursive: true, force: true })
})

const personOf = (sub, name, roles, organization = 'engines', extra = {}) => ({
  sub,
  name,
  email: `${sub}@example.test`,
  organization,
  organization_name: organization[0].toUpperCase() + organization.slice(1),
  organization_slug: organization,
  roles,
  permissions: roles.includes('member') ? [] : ['notes.clear'],
  ...extra,
})
const ada = personOf('ada', 'Ada Lovelace', ['owner'])
const lin = personOf('lin', 'Lin Clark', ['admin'])
const grace = personOf('grace', 'Grace Hopper', ['member'])
/** The owner of another organization. */
const mallory = personOf('mallory', 'Mallory', ['owner'], 'compilers')

/** Opens a page as a person, or as a stranger. Redirects are not followed. */
async function open(path, person, { session, headers = {}, ...init } = {}) {
  const options = { issuer: provider.issuer, clientId: 'notes', secret, url }
  const cookie = person && (await createTestSession(options, person, session))
  return fetch(`${url}${path}`, {
    redirect: 'manual',
    ...init,
    headers: { accept: 'text/html', ...headers, ...(cookie ? { cookie } : {}) },
  })
}

/** Sends a form of a person's organization as a browser without scripts does. */
const send = (path, person, fields, { headers, ...options } = {}) =>
  open(path, person, {
    method: 'POST',
    body: new URLSearchParams({ organization: person?.organization ?? '', ...fields }),
    headers: { origin: url, ...headers },
    ...options,
  })

/** Text of a page, without the comments that React puts between texts. */
const read = async (answer) => (await answer.text()).replaceAll('<!-- -->', '')
const pageOf = async (path, person) => read(await open(path, person))

const addNote = (person, text) => send('/dashboard', person, { text })
const noteIds = (page) => [...page.matchAll(/name="note" value="([^"]+)"/g)].map(([, id]) => id)

async function callApi(person, { scope = 'openid organization', ...init } = {}) {
  const token = await provider.issueAccessToken({
    sub: person.sub,
    client_id: 'other-program',
    scope,
    organization: person.organization,
    organization_roles: person.roles,
  })
  return (path) => fetch(`${url}${path}`, { ...init, headers: { authorization: `Bearer ${token}`, ...init.headers } })
}
const postToApi = async (person, body, scope) => {
  const call = await callApi(person, { method: 'POST', body, scope, headers: { 'content-type': 'application/json' } })
  return call('/api/notes')
}

test('strangers see the landing page, and are sent to sign in by every other page', async () => {
  const landing = await pageOf('/')
  assert.match(landing, /Notes your whole team can see/)
  assert.match(landing, /href="\/auth\/login\?returnTo=%2Fdashboard"/)
  for (const path of [
    '/dashboard',
    '/members',
    '/settings',
    '/settings/export',
    '/settings/delete-notes',
    '/billing',
  ]) {
    for (const answer of [await open(path), await send(path, null, { text: 'x' })]) {
      assert.ok([302, 303, 405].includes(answer.status), `${path} answered ${answer.status}`)
      if (answer.status === 405) continue
      const location = new URL(answer.headers.get('location'), url)
      assert.equal(location.pathname, '/auth/login')
      assert.equal(location.searchParams.get('returnTo'), path)
    }
  }
})

test('APIs refuse strangers in JSON, and never redirect', async () => {
  for (const [path, method] of [
    ['/api/me', 'GET'],
    ['/api/call', 'GET'],
    ['/api/notes', 'GET'],
    ['/api/notes', 'POST'],
  ]) {
    const answer = await open(path, null, { method, headers: { accept: '*/*' } })
    assert.equal(answer.status, 401)
    assert.match(answer.headers.get('www-authenticate'), /^Bearer/)
  }
  assert.deepEqual(await (await open('/api/me', grace)).json(), { email: 'grace@example.test' })
})

test('an empty organization says so, and its first note is there at once', async () => {
  const fred = personOf('fred', 'Fred', ['member'], 'empty')
  assert.match(await pageOf('/dashboard', fred), /No notes yet/)
  assert.equal((await addNote(fred, '  <b>first</b>  ')).status, 302)
  const answer = await open('/dashboard', fred)
  assert.match(answer.headers.get('cache-control'), /no-store/)
  const page = await read(answer)
  assert.match(page, /Fred · fred@example\.test/)
  assert.match(page, /&lt;b&gt;first&lt;\/b&gt;/)
  assert.doesNotMatch(page, /No notes yet|test-access-token/)
})

test('the menu has the picture, the other organizations, the account and the sign-out', async () => {
  const organizations = [
    { id: 'engines', slug: 'engines', name: 'Engines' },
    { id: 'compilers', slug: 'compilers', name: 'Compilers' },
  ]
  const page = await pageOf('/', { ...ada, organizations, picture: 'https://pictures.example.test/ada.png' })
  assert.match(page, /Open your notes/)
  const image = page.match(/<img[^>]*ada\.png[^>]*>/)[0]
  assert.match(image, /referrerpolicy="no-referrer"/i)
  assert.match(page, /<span aria-current="true">Engines/)
  assert.match(
    page,
    /<form method="post" action="[^"]*organization=compilers[^"]*"><button type="submit">Switch to .*Compilers</,
  )
  assert.doesNotMatch(page, /Switch to Engines/)
  assert.match(page, /prompt=select_organization/)
  assert.ok(page.includes(`href="${provider.issuer}/account"`))
  assert.match(page, /<form method="post" action="\/auth\/logout">/)
  assert.match(await pageOf('/', grace), /class="user-avatar" aria-hidden="true">GH</)
})

test('a note that is refused stays in the field, with the reason', async () => {
  for (const [text, reason] of [
    ['   ', /Write something first/],
    ['x'.repeat(501), /at most 500 characters/],
  ]) {
    const answer = await addNote(grace, text)
    assert.equal(answer.status, 422)
    const page = await read(answer)
    assert.match(page, reason)
    assert.match(page, /aria-invalid="true"/)
    if (text.trim()) assert.match(page, /x{501}/)
  }
})

test('fifty notes a page, the newest first', async () => {
  const ida = personOf('ida', 'Ida Rhodes', ['owner'], 'large')
  for (let number = 1; number <= 60; number++) await addNote(ida, `Note number ${number}.`)
  const first = await pageOf('/dashboard', ida)
  assert.equal(noteIds(first).length, 50)
  assert.ok(first.indexOf('Note number 60.') < first.indexOf('Note number 59.'))
  const [, before] = first.match(/href="\/dashboard\?before=([^"]+)"/)
  const second = await pageOf(`/dashboard?before=${before}`, ida)
  assert.equal(noteIds(second).length, 10)
  assert.doesNotMatch(second, /Older notes/)
})

test('the list goes on after a note that was deleted meanwhile, and takes no nonsense for a place', async () => {
  const owner = personOf('gap', 'Gap', ['owner'], 'gaps')
  for (const text of ['first', 'second', 'third', 'fourth']) await addNote(owner, text)
  const call = await callApi(owner)
  const list = async (query) => (await (await call(`/api/notes${query}`)).json()).notes.map(({ text }) => text)
  const { next } = await (await call('/api/notes?limit=2')).json()
  assert.equal((await send('/dashboard', owner, { note: next })).status, 200)
  assert.deepEqual(await list(`?before=${next}`), ['second', 'first'])
  for (const before of ['%00', 'zzz', '%ED%A0%80']) assert.deepEqual(await list(`?before=${before}`), [])
  assert.equal((await send('/dashboard', owner, { note: '\0' })).status, 404)
})

test('a note has no characters that a database or a page cannot hold', async () => {
  const owner = personOf('odd', 'Odd', ['owner'], 'odd')
  const answer = await postToApi(owner, JSON.stringify({ text: 'a\0b\ud800c😀' }))
  assert.deepEqual([answer.status, (await answer.json()).text], [201, 'abc😀'])
  // Its button has the beginning of the text, and never half a character.
  await addNote(owner, `${'x'.repeat(39)}😀`)
  assert.match(await pageOf('/dashboard', owner), /“x{39}😀”/)
})

test('a form of another organization, left open in a second tab, does nothing in this one', async () => {
  const owner = personOf('olive', 'Olive', ['owner'], 'second')
  for (const [path, fields] of [
    ['/dashboard', { text: 'to the wrong people' }],
    ['/settings?index', { whoCanAdd: 'managers' }],
    ['/settings/delete-notes', { confirmation: 'Second' }],
    ['/billing', { plan: 'team' }],
    ['/members', { email: 'new@example.test', role: 'member' }],
  ]) {
    const answer = await send(path, owner, { ...fields, organization: 'first' })
    assert.equal(answer.status, 422, path)
    if (path !== '/members')
      assert.match(await read(answer), /role="alert">You work in Second now, and this form was for another/, path)
    if (path !== '/members')
      assert.match(await pageOf(path, owner), /<input type="hidden" name="organization" value="second"\/>/)
  }
  assert.doesNotMatch(await pageOf('/dashboard', owner), /wrong people/)
  assert.match(await pageOf('/billing', owner), /0 of 100 notes/)
})

test('people delete their own notes, owners and admins those of others, and nobody those of another organization', async () => {
  await addNote(ada, 'Note of the owner.')
  const own = await pageOf('/dashboard', ada)
  assert.match(own, /Delete this note for everyone\?/)
  const [id] = noteIds(own)
  assert.deepEqual(noteIds(await pageOf('/dashboard', grace)), [])
  for (const person of [grace, mallory]) assert.equal((await send('/dashboard', person, { note: id })).status, 404)
  assert.match(await pageOf('/dashboard', ada), /Note of the owner/)
  assert.match(await read(await send('/dashboard', lin, { note: id })), /Note deleted/)
  assert.doesNotMatch(await pageOf('/dashboard', ada), /Note of the owner/)
})

test('the plan’s limit holds when twenty notes come at once, and owners raise it', async () => {
  const owner = personOf('olga', 'Olga', ['owner'], 'limited')
  for (let number = 0; number < 90; number++) await addNote(owner, `Note ${number}`)
  const statuses = (await Promise.all(Array.from({ length: 20 }, () => addNote(owner, 'at once')))).map((a) => a.status)
  assert.equal(statuses.filter((status) => status === 302).length, 10)
  assert.equal(statuses.filter((status) => status === 422).length, 10)
  assert.match(await pageOf('/billing', owner), /100 of 100 notes/)
  assert.match(
    await read(await addNote(owner, 'more')),
    /has all 100 notes of the Free plan\. Change the plan under Billing/,
  )

  assert.equal((await send('/billing', { ...owner, roles: ['admin'] }, { plan: 'team' })).status, 403)
  assert.equal((await send('/billing', owner, { plan: '__proto__' })).status, 422)
  assert.match(await read(await send('/billing', owner, { plan: 'team' })), /on the Team plan now: 10,000 notes/)
  assert.equal((await addNote(owner, 'more')).status, 302)
})

test('billing is for owners, and the header shows it to nobody else', async () => {
  assert.match(await pageOf('/billing', ada), /The plan of Engines/)
  for (const person of [grace, lin]) {
    const answer = await open('/billing', person)
    assert.equal(answer.status, 403)
    const page = await read(answer)
    assert.match(page, /<h1>For owners only<\/h1>/)
    assert.doesNotMatch(page, /href="\/billing"|notes-used/)
    assert.equal((await send('/billing', person, { plan: 'team' })).status, 403)
  }
})

test('who may add notes holds for the page and for the API', async () => {
  assert.doesNotMatch(await pageOf('/settings', grace), /Who can add notes|delete-notes/)
  assert.equal((await send('/settings?index', grace, { whoCanAdd: 'everyone' })).status, 403)
  assert.equal((await send('/settings?index', lin, { whoCanAdd: 'nobody' })).status, 422)
  const saved = await read(await send('/settings?index', lin, { whoCanAdd: 'managers' }))
  assert.match(saved, /Saved\. Owners and admins can add notes\./)
  assert.equal((await addNote(grace, 'no')).status, 422)
  assert.equal((await postToApi(grace, '{"text":"no"}')).status, 403)
  assert.equal((await addNote(lin, 'yes')).status, 302)
  assert.equal((await postToApi(lin, '{"text":"yes"}')).status, 201)
  await send('/settings?index', ada, { whoCanAdd: 'everyone' })
  assert.equal((await addNote(grace, 'yes again')).status, 302)
})

test('the API takes access tokens, and checks what it is sent', async () => {
  const api = personOf('api', 'Api', ['member'], 'programs')
  assert.equal((await fetch(`${url}/api/notes`, { headers: { authorization: 'Bearer nonsense' } })).status, 401)
  assert.equal((await (await callApi(api, { scope: 'openid' }))('/api/notes')).status, 403)
  assert.equal((await (await callApi({ ...api, organization: undefined }))('/api/notes')).status, 403)
  for (const [body, status] of [
    ['not JSON', 400],
    ['{"text":1}', 422],
    ['null', 400],
    ['{"text":" "}', 422],
    [JSON.stringify({ text: 'x'.repeat(501) }), 422],
  ]) {
    const answer = await postToApi(api, body)
    assert.equal(answer.status, status, body)
    assert.equal(typeof (await answer.json()).error, 'string')
  }
  for (let number = 1; number <= 51; number++) await postToApi(api, JSON.stringify({ text: `Note ${number}` }))
  const call = await callApi(api)
  for (const limit of ['0', '101', 'x']) assert.equal((await call(`/api/notes?limit=${limit}`)).status, 400)
  const first = await (await call('/api/notes')).json()
  assert.equal(first.organization, 'programs')
  assert.equal(first.notes.length, 50)
  assert.equal(first.notes[0].text, 'Note 51')
  const second = await (await call(`/api/notes?before=${first.next}`)).json()
  assert.deepEqual(
    second.notes.map(({ text }) => text),
    ['Note 1'],
  )
  assert.equal(second.next, null)
  const other = await callApi(mallory)
  assert.deepEqual((await (await other(`/api/notes?before=${first.next}`)).json()).notes, [])
})

test('a page says what to do when the provider does not let this client read the members', async () => {
  const answer = await open('/members', ada)
  assert.equal(answer.status, 200)
  const page = await read(answer)
  assert.match(page, /Members are listed at the provider/)
  assert.ok(page.includes(`href="${provider.issuer}/organizations/engines"`))
  assert.equal((await send('/members', grace, { email: 'x@example.test', role: 'member' })).status, 403)
  assert.equal((await send('/members', ada, { email: 'x@example.test', role: 'owner' })).status, 422)
  assert.equal((await send('/members', ada, { email: 'x@example.test', role: 'member' })).status, 422)
})

test('all notes are deleted only after a recent sign-in, with the name of the organization typed', async () => {
  const owner = personOf('tidy', 'Tidy', ['owner'], 'tidy')
  await addNote(owner, 'Soon gone.')
  const path = '/settings/delete-notes'
  const old = { session: { authTime: Math.floor(Date.now() / 1000) - 400 } }
  for (const answer of [await open(path, owner, old), await send(path, owner, { confirmation: 'Tidy' }, old)]) {
    assert.ok([302, 303].includes(answer.status))
    const login = new URL(answer.headers.get('location'), url)
    assert.equal(login.pathname, '/auth/login')
    assert.deepEqual(
      [login.searchParams.get('max_age'), login.searchParams.get('returnTo')],
      ['300', '/settings/delete-notes'],
    )
  }
  assert.equal((await open(path, { ...owner, permissions: [] })).status, 403)
  assert.equal((await send(path, { ...owner, permissions: [] }, { confirmation: 'Tidy' })).status, 403)
  assert.match(await pageOf(path, owner), /1 note will be deleted/)
  assert.equal((await send(path, owner, { confirmation: 'tidy' })).status, 422)
  assert.match(await pageOf('/dashboard', owner), /Soon gone/)
  assert.match(await read(await send(path, owner, { confirmation: ' Tidy ' })), /1 note was deleted/)
  assert.match(await pageOf('/dashboard', owner), /No notes yet/)
})

test('the export has the notes of one organization, and no formulas', async () => {
  const owner = personOf('eva', 'Eva "E."', ['owner'], 'exported')
  for (const text of ['=HYPERLINK("https://evil.test")', 'plain, "quoted"']) await addNote(owner, text)
  const answer = await open('/settings/export', owner)
  assert.match(answer.headers.get('content-type'), /^text\/csv/)
  assert.match(answer.headers.get('content-disposition'), /^attachment/)
  assert.match(answer.headers.get('cache-control'), /no-store/)
  const [head, first, second, rest] = (await answer.text()).split('\r\n')
  assert.equal(head, '"date","author","text"')
  assert.ok(first.endsWith(',"Eva ""E.""","plain, ""quoted"""'), first)
  assert.ok(second.endsWith(`,"Eva ""E.""","'=HYPERLINK(""https://evil.test"")"`), second)
  assert.equal(rest, '')
})

test('a form of another site changes nothing', async () => {
  const owner = personOf('target', 'Target', ['owner'], 'target')
  await addNote(owner, 'Stays.')
  for (const origin of ['https://evil.test', 'null']) {
    for (const [path, fields] of [
      ['/dashboard', { text: 'Forged.' }],
      ['/settings?index', { whoCanAdd: 'managers' }],
      ['/settings/delete-notes', { confirmation: 'Target' }],
      ['/billing', { plan: 'team' }],
      ['/members', { email: 'mallory@evil.test', role: 'admin' }],
      ['/dashboard.data', { text: 'Forged.' }],
    ]) {
      const answer = await send(path, owner, fields, { headers: { origin } })
      assert.ok(answer.status >= 400, `${path} from ${origin} answered ${answer.status}`)
    }
  }
  const page = await pageOf('/dashboard', owner)
  assert.match(page, /Stays\./)
  assert.doesNotMatch(page, /Forged/)
  assert.match(await pageOf('/billing', owner), /1 of 100 notes/)
})

test('pages have a content security policy and headers against sniffing and framing', async () => {
  for (const [path, person, status] of [
    ['/', null, 200],
    ['/dashboard', ada, 200],
    ['/billing', grace, 403],
    ['/nowhere', ada, 404],
  ]) {
    const answer = await open(path, person)
    assert.equal(answer.status, status)
    const policy = answer.headers.get('content-security-policy')
    const [, nonce] = policy.match(/script-src 'self' 'nonce-([^']+)'/)
    assert.match(policy, /frame-ancestors 'none'/)
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
    assert.equal(answer.headers.get('referrer-policy'), 'same-origin')
    for (const [script] of (await answer.text()).matchAll(/<script[^>]*>/g))
      assert.ok(script.includes(`nonce="${nonce}"`), script)
  }
})

test('unknown addresses have a page with a way back', async () => {
  assert.match(await pageOf('/nowhere', ada), /<h1>This page does not exist<\/h1>/)
  assert.equal((await open('/favicon.ico')).status, 200)
  assert.equal((await open('/icon.svg')).status, 200)
})

test('a cookie that was sealed with another secret is nobody', async () => {
  const options = { issuer: provider.issuer, clientId: 'notes', secret: secret.toUpperCase(), url }
  const answer = await fetch(`${url}/api/me`, { headers: { cookie: await createTestSession(options, ada) } })
  assert.equal(answer.status, 401)
})
