import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestBearer, createTestSession } from '@vestibule/nextjs/testing'
import { startApplication } from './application.mjs'

// Tests the production build (`npm run build`) without a provider. Run them with `npm test`, and add your own pages.

let app
before(async () => {
  app = await startApplication()
})
after(() => app.close())

let organizations = 0
/** An organization of its own for every test: its owner, an admin and a member. */
function newOrganization() {
  const number = ++organizations
  const person = (sub, name, role) => ({
    sub: `${sub}-${number}`,
    name,
    email: `${sub}@example.test`,
    organization: `org-${number}`,
    organization_name: `Engines ${number}`,
    organization_slug: `engines-${number}`,
    roles: [role],
    permissions: role === 'member' ? [] : ['notes.clear'],
  })
  return {
    id: `org-${number}`,
    ada: person('ada', 'Ada Lovelace', 'owner'),
    alan: person('alan', 'Alan Turing', 'admin'),
    grace: person('grace', 'Grace Hopper', 'member'),
  }
}

const titleOf = (html) => html.match(/<h1[^>]*>([\s\S]*?)<\/h1>/)?.[1].replaceAll('<!-- -->', '')
const wordsOf = (html) =>
  html
    .replace(/<script[\s\S]*?<\/script>/g, '')
    .replaceAll('<!-- -->', '')
    .replaceAll('&#x27;', "'")
const page = async (path, person) => wordsOf(await (await app.open(path, person)).text())
const addNote = async (person, text, options) =>
  wordsOf(await (await app.submit('/dashboard', person, { text }, { form: 'name="text"', ...options })).text())
const bearer = ({ organization, sub, roles }, claims = {}) =>
  createTestBearer(app.provider, { sub, organization, organization_roles: roles, ...claims })
const callApi = async (path, person, { method = 'GET', body, claims } = {}) =>
  fetch(`${app.url}${path}`, {
    method,
    body,
    headers: { authorization: await bearer(person, claims), 'content-type': 'application/json' },
  })
const post = (person, text) => callApi('/api/notes', person, { method: 'POST', body: JSON.stringify({ text }) })

test('strangers see the public page, and are sent to sign in by the others', async () => {
  const home = await app.open('/')
  assert.match(await home.text(), /Notes your whole team can see/)
  assert.match(home.headers.get('content-security-policy'), /script-src 'self' 'nonce-[^']+' 'strict-dynamic';/)
  for (const path of ['/dashboard', '/members', '/settings', '/settings/delete-notes', '/billing']) {
    const answer = await app.open(path)
    assert.ok([302, 303, 307].includes(answer.status), `${path} answered ${answer.status}`)
    const location = new URL(answer.headers.get('location'), app.url)
    assert.equal(
      `${location.pathname}?returnTo=${location.searchParams.get('returnTo')}`,
      `/auth/login?returnTo=${path}`,
    )
  }
})

test('APIs refuse strangers, and never redirect', async () => {
  for (const path of ['/api/me', '/api/notes', '/settings/export']) {
    const answer = await app.open(path)
    assert.equal(answer.status, 401)
    assert.match(answer.headers.get('www-authenticate'), /^Bearer/)
  }
})

test('a cookie that was sealed with another secret is nobody', async () => {
  const { ada } = newOrganization()
  const cookie = await createTestSession({ ...app.options, secret: app.options.secret.toUpperCase() }, ada)
  assert.equal((await fetch(`${app.url}/api/me`, { headers: { cookie } })).status, 401)
})

test('a member works in their organization, and the pages of owners refuse them', async () => {
  const { ada, grace } = newOrganization()
  const dashboard = await app.open('/dashboard', grace)
  assert.match(dashboard.headers.get('cache-control'), /no-store/)
  const html = wordsOf(await dashboard.text())
  assert.match(html, /Grace Hopper · grace@example\.test/)
  assert.equal(titleOf(html), grace.organization_name)
  assert.match(html, /No notes yet/)
  assert.doesNotMatch(html, /test-access-token/)
  assert.doesNotMatch(html, /href="\/billing"/)
  assert.deepEqual(await (await app.open('/api/me', grace)).json(), { email: 'grace@example.test' })
  for (const [path, title] of [
    ['/billing', 'For owners only'],
    ['/settings/delete-notes', 'For owners and admins only'],
  ]) {
    const answer = await app.open(path, grace)
    assert.equal(answer.status, 403)
    assert.ok((await answer.text()).includes(title), title)
  }
  assert.match(await page('/dashboard', ada), /href="\/billing"/)
})

test('a page that does not exist has a way back', async () => {
  const answer = await app.open('/nothing')
  assert.equal(answer.status, 404)
  assert.match(await answer.text(), /Back to the start/)
})

test('forms work without scripts, and say beside the field what is wrong', async () => {
  const { grace } = newOrganization()
  assert.match(await addNote(grace, '<b>first</b>'), /&lt;b&gt;first&lt;\/b&gt;/)
  assert.match(await addNote(grace, '   '), /role="alert">Write something first\./)
  const refused = await addNote(grace, 'x'.repeat(501))
  assert.match(refused, /role="alert">A note has at most 500 characters\./)
  assert.match(refused, /value="x{501}"/)
})

test('an organization sees its own notes, the newest first and fifty on a page', async () => {
  const { ada, grace } = newOrganization()
  const stranger = newOrganization().ada
  for (let number = 1; number <= 60; number++) assert.equal((await post(grace, `note ${number}.`)).status, 201)
  const first = await page('/dashboard', grace)
  assert.ok(first.indexOf('note 60.') < first.indexOf('note 59.'))
  assert.doesNotMatch(first, /note 10\./)
  const [, older] = first.match(/href="(\/dashboard\?before=[^"]+)"/)
  assert.match(await page(older, ada), /note 10\./)
  assert.doesNotMatch(await page(older, ada), /Older notes/)
  // The address of another organization's page shows nothing of it.
  assert.doesNotMatch(await page(older, stranger), /note \d+\./)
})

test('notes are deleted by their authors and by owners and admins, and never from another organization', async () => {
  const { ada, grace } = newOrganization()
  const stranger = newOrganization().ada
  const { id } = await (await post(ada, 'of Ada')).json()
  await post(stranger, 'of a stranger')
  await addNote(grace, 'of Grace')
  const options = { form: 'name="note"' }
  const remove = async (person) => wordsOf(await (await app.submit('/dashboard', person, { note: id }, options)).text())
  assert.match(await remove(stranger), /This note is gone, or it is not yours to delete/)
  assert.match(await remove(grace), /This note is gone, or it is not yours to delete/)
  assert.match(await page('/dashboard', ada), /of Ada/)
  const html = await remove(ada)
  assert.match(html, /Note deleted\./)
  assert.doesNotMatch(html, /of Ada/)
})

test('the list goes on after a note that was deleted meanwhile, and takes no nonsense for a place', async () => {
  const { ada } = newOrganization()
  for (const text of ['first', 'second', 'third', 'fourth']) await post(ada, text)
  const list = async (query) => (await callApi(`/api/notes${query}`, ada)).json()
  const { next } = await list('?limit=2')
  await app.submit('/dashboard', ada, { note: next }, { form: 'name="note"' })
  assert.deepEqual(
    (await list(`?before=${next}`)).notes.map(({ text }) => text),
    ['second', 'first'],
  )
  for (const before of ['%00', 'zzz', '%ED%A0%80']) assert.deepEqual((await list(`?before=${before}`)).notes, [])
  assert.match(
    wordsOf(await (await app.submit('/dashboard', ada, { note: '\0' }, { form: 'name="note"' })).text()),
    /is gone/,
  )
})

test('a note has no characters that a database or a page cannot hold', async () => {
  const { ada } = newOrganization()
  const answer = await post(ada, 'a\0b\ud800c😀')
  assert.deepEqual([answer.status, (await answer.json()).text], [201, 'abc😀'])
  // The label of its button has the beginning of the text, and never half a character.
  await post(ada, `${'x'.repeat(39)}😀`)
  assert.match(await page('/dashboard', ada), /Delete “x{39}😀”/)
})

test('a form of another organization, left open in a second tab, does nothing in this one', async () => {
  const { ada } = newOrganization()
  const other = { ...newOrganization().ada, sub: ada.sub, organization_name: ada.organization_name }
  for (const [path, fields, form] of [
    ['/dashboard', { text: 'to the wrong people' }, 'name="text"'],
    ['/settings', { whoCanAdd: 'managers' }, 'name="whoCanAdd"'],
    ['/settings/delete-notes', { confirmation: ada.organization_name }, 'name="confirmation"'],
    ['/billing', { plan: 'team' }, 'name="plan"'],
  ]) {
    const answer = await app.submit(path, ada, fields, { form, as: other })
    assert.match(
      wordsOf(await answer.text()),
      /role="alert"[^>]*>You work in Engines \d+ now, and this form was for another/,
      path,
    )
  }
  assert.doesNotMatch(await page('/dashboard', other), /wrong people/)
  assert.match(await page('/billing', other), /of 100 notes/)
  assert.match(await addNote(ada, 'to the right people', { as: ada }), /right people/)
})

test('who can add notes is enforced by the form and by the API', async () => {
  const { ada, grace } = newOrganization()
  const options = { form: 'name="whoCanAdd"' }
  const saved = await app.submit('/settings', ada, { whoCanAdd: 'managers' }, options)
  assert.match(wordsOf(await saved.text()), /Saved\. Owners and admins can add notes\./)
  assert.doesNotMatch(await page('/settings', grace), /name="whoCanAdd"/)
  assert.doesNotMatch(await page('/dashboard', grace), /name="text"/)
  // The form of an owner, sent by a member.
  assert.match(await addNote(ada, 'no', { as: grace }), /Only owners and admins add notes/)
  assert.doesNotMatch(await page('/dashboard', ada), /class="note"/)
  assert.equal((await post(grace, 'no')).status, 403)
  assert.equal((await post(ada, 'yes')).status, 201)
  // Nor does a member change the setting back.
  const changed = await app.submit('/settings', ada, { whoCanAdd: 'everyone' }, { ...options, as: grace })
  assert.ok(changed.status >= 400)
  assert.equal((await post(grace, 'no')).status, 403)
})

test('a plan has a limit that twenty requests at once do not pass, and owners change the plan', async () => {
  const { ada, grace } = newOrganization()
  for (let number = 1; number <= 90; number++) await post(ada, `note ${number}`)
  const answers = await Promise.all(Array.from({ length: 20 }, (_, number) => post(ada, `at once ${number}`)))
  assert.equal(answers.filter(({ status }) => status === 201).length, 10)
  assert.equal((await answers.find(({ status }) => status === 403).json()).error, 'plan_limit')
  assert.match(await addNote(grace, 'one more'), /has all 100 notes of the Free plan\. Ask an owner/)
  assert.match(await page('/billing', ada), /100 of 100 notes/)
  const options = { form: 'name="plan"' }
  const refused = await app.submit('/billing', ada, { plan: 'team' }, { ...options, as: grace })
  assert.ok(refused.status >= 400)
  const changed = await app.submit('/billing', ada, { plan: 'team' }, options)
  assert.match(wordsOf(await changed.text()), /is on the Team plan now: 10,000 notes/)
  assert.equal((await post(ada, 'one more')).status, 201)
  const unknown = await app.submit('/billing', ada, { plan: 'everything' }, options)
  assert.match(wordsOf(await unknown.text()), /Choose a plan/)
})

test('all notes are deleted only after a recent sign-in and the name of the organization', async () => {
  const { ada, grace } = newOrganization()
  await post(ada, 'first')
  const old = { authTime: Math.floor(Date.now() / 1000) - 301 }
  const stepUp = await app.open('/settings/delete-notes', ada, { session: old })
  assert.equal(stepUp.status, 307)
  const location = new URL(stepUp.headers.get('location'), app.url)
  assert.equal(location.pathname, '/auth/login')
  assert.equal(location.searchParams.get('max_age'), '300')
  assert.equal(location.searchParams.get('organization'), ada.organization)
  assert.equal(location.searchParams.get('returnTo'), '/settings/delete-notes')
  const options = { form: 'name="confirmation"' }
  const send = async (confirmation, given) =>
    app.submit('/settings/delete-notes', ada, { confirmation }, { ...options, ...given })
  assert.match(wordsOf(await (await send('something else')).text()), /That is not the name of the organization/)
  assert.ok((await send(ada.organization_name, { as: grace })).status >= 400)
  assert.match(await page('/dashboard', ada), /first/)
  assert.match(wordsOf(await (await send(ada.organization_name)).text()), /1 note was deleted\./)
  assert.match(await page('/dashboard', ada), /No notes yet/)
})

test('a form of another site changes nothing', async () => {
  const { ada } = newOrganization()
  const answer = await app.submit(
    '/dashboard',
    ada,
    { text: 'forged' },
    { form: 'name="text"', origin: 'https://evil.example' },
  )
  assert.ok(answer.status >= 400, `answered ${answer.status}`)
  assert.doesNotMatch(await page('/dashboard', ada), /forged/)
})

test('the export is CSV without formulas, of one organization', async () => {
  const { ada, grace } = newOrganization()
  await post(newOrganization().ada, 'of a stranger')
  await post(ada, '=HYPERLINK("https://evil.example")')
  await post(ada, 'plain, with a comma')
  const answer = await app.open('/settings/export', grace)
  assert.equal(answer.headers.get('content-type'), 'text/csv; charset=utf-8')
  assert.match(answer.headers.get('content-disposition'), /attachment; filename="notes\.csv"/)
  const [head, first, second, end, ...rest] = (await answer.text()).split('\r\n')
  assert.equal(head, '"date","author","text"')
  assert.ok(first.endsWith('"plain, with a comma"'))
  assert.ok(second.endsWith(`"'=HYPERLINK(""https://evil.example"")"`))
  assert.deepEqual([end, ...rest], [''])
})

test('the API: pages by cursor, and errors that say what is wrong', async () => {
  const { ada } = newOrganization()
  for (const text of ['first', 'second', 'third']) await post(ada, text)
  const list = async (query) => (await callApi(`/api/notes${query}`, ada)).json()
  const { notes, next, organization } = await list('?limit=2')
  assert.deepEqual([organization, ...notes.map(({ text }) => text)], [ada.organization, 'third', 'second'])
  assert.deepEqual(
    (await list(`?limit=2&before=${next}`)).notes.map(({ text }) => text),
    ['first'],
  )
  const refused = async (answer) => [answer.status, (await answer.json()).error]
  assert.deepEqual(await refused(await callApi('/api/notes?limit=0', ada)), [400, 'invalid_request'])
  const send = (body) => callApi('/api/notes', ada, { method: 'POST', body })
  assert.deepEqual(await refused(await send('{')), [400, 'invalid_json'])
  assert.deepEqual(await refused(await send('{"text":7}')), [422, 'invalid_note'])
  assert.deepEqual(await refused(await send('{"text":" "}')), [422, 'invalid_note'])
  const nowhere = await callApi('/api/notes', ada, { claims: { organization: undefined } })
  assert.deepEqual(await refused(nowhere), [403, 'forbidden'])
  assert.equal((await fetch(`${app.url}/api/notes`, { headers: { authorization: 'Bearer nonsense' } })).status, 401)
  // The cookie of a person is no access token.
  assert.equal((await app.open('/api/notes', ada)).status, 401)
})

test('a client that may not read the members leads to the provider', async () => {
  const html = await page('/members', newOrganization().ada)
  assert.match(html, /Members are listed at the provider/)
  assert.match(html, /client_credentials/)
  assert.match(html, new RegExp(`href="${app.provider.issuer}/organizations/engines-\\d+"`))
  assert.doesNotMatch(html, /name="email"/)
})
