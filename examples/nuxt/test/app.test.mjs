import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { createTestSession } from '@vestibule/nuxt/testing'
import { startApplication } from './application.mjs'

// Tests the production build without a provider. Run them with `npm test`, and add your own pages.

let app
before(async () => {
  app = await startApplication()
})
after(() => app.close())

const notesForm = '/api/organization/notes'

const run = randomUUID()
let organizations = 0
/** An organization of its own for every test: its owner, an admin and a member. */
function newOrganization() {
  const number = ++organizations
  const id = `${run}-${number}`
  const person = (sub, name, role) => ({
    sub: `${sub}-${number}`,
    name,
    email: `${sub}@example.test`,
    organization: id,
    organization_name: `Engines ${number}`,
    organization_slug: `engines-${number}`,
    roles: [role],
    permissions: role === 'member' ? [] : ['notes.clear'],
  })
  return {
    id,
    ada: person('ada', 'Ada Lovelace', 'owner'),
    alan: person('alan', 'Alan Turing', 'admin'),
    grace: person('grace', 'Grace Hopper', 'member'),
  }
}

const addNote = (person, text) => app.send(notesForm, { text }, { person })
const listNotes = async (person, query = '') =>
  (await app.request(`${notesForm}${query}`, { person, headers: { accept: 'application/json' } })).json()
const texts = async (person) => (await listNotes(person)).notes.map(({ text }) => text)

test('strangers see the public page, and are sent to sign in by the others', async () => {
  const home = await app.open('/')
  assert.match(await home.text(), /Notes your whole team can see/)
  assert.match(home.headers.get('content-security-policy'), /script-src 'self' 'nonce-[^']+';/)
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
  for (const path of ['/api/me', '/api/notes', '/api/organization/notes', '/api/organization/members']) {
    const answer = await app.request(path, { headers: { accept: 'application/json' } })
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
  const page = await dashboard.text()
  assert.match(page, /Grace Hopper · grace@example\.test/)
  assert.match(page, new RegExp(`<h1[^>]*>${grace.organization_name}</h1>`))
  assert.match(page, /No notes yet/)
  assert.doesNotMatch(page, /test-access-token/)
  assert.doesNotMatch(page, /href="\/billing"/)
  assert.deepEqual(await (await app.open('/api/me', grace)).json(), { email: 'grace@example.test' })

  const billing = await app.open('/billing', grace)
  assert.equal(billing.status, 403)
  assert.match(await billing.text(), /For owners only/)
  const refused = await app.open('/settings/delete-notes', grace)
  assert.equal(refused.status, 403)
  assert.match(await (await app.open('/billing', ada)).text(), /Free/)
})

test('who is refused reads why', async () => {
  const { ada, grace } = newOrganization()
  const submit = (path, person, origin) => app.send(path, {}, { person, accept: 'text/html', origin })
  assert.match(await (await submit('/api/organization/settings', grace)).text(), /For owners and admins only/)
  assert.match(await (await submit(notesForm, ada, 'https://evil.example')).text(), /came from another site/)
})

test('pages and addresses that do not exist have a way back', async () => {
  const answer = await app.open('/nothing')
  assert.equal(answer.status, 404)
  assert.match(await answer.text(), /href="\/"/)
})

test('a form works without scripts: what is wrong stands beside the field, with what was typed', async () => {
  const { grace } = newOrganization()
  const send = (text) => app.send(notesForm, { text }, { person: grace, accept: 'text/html' })
  const added = await send('<b>first</b>')
  assert.equal(`${added.status} ${added.headers.get('location')}`, '303 /dashboard')
  assert.match(await (await app.open('/dashboard', grace)).text(), /&lt;b&gt;first&lt;\/b&gt;/)

  const refused = await send('x'.repeat(501))
  assert.equal(`${refused.status} ${refused.headers.get('location')}`, '303 /dashboard')
  const [flash] = refused.headers.getSetCookie()
  assert.match(flash, /HttpOnly/)
  const session = await createTestSession(app.options, grace)
  const next = await fetch(`${app.url}/dashboard`, { headers: { cookie: `${session}; ${flash.split(';')[0]}` } })
  const page = await next.text()
  assert.match(page, /at most 500 characters/)
  assert.match(page, /x{501}/)
  assert.match(next.headers.getSetCookie().join(), /form_answer=;/)
})

test('without scripts, a long text in any script is refused with the reason, and a planted answer breaks no page', async () => {
  const { grace } = newOrganization()
  const session = await createTestSession(app.options, grace)
  const dashboard = (cookie) => fetch(`${app.url}/dashboard`, { headers: { cookie: `${session}; ${cookie}` } })
  const refused = await app.send(notesForm, { text: '字'.repeat(900) }, { person: grace, accept: 'text/html' })
  const [answer] = refused.headers.getSetCookie()[0].split(';')
  assert.ok(answer.length < 4096)
  assert.match(await (await dashboard(answer)).text(), /at most 500 characters/)
  for (const planted of [
    '{"action":"__proto__","problem":"x"}',
    '{"action":{}}',
    'null',
    '[]',
    '{"action":"/api/x","values":1}',
  ])
    assert.equal((await dashboard(`form_answer=${encodeURIComponent(planted)}`)).status, 200, planted)
})

test('an organization sees its own notes only, newest first and fifty a page', async () => {
  const { grace } = newOrganization()
  const stranger = newOrganization().ada
  for (let number = 1; number <= 60; number++) await addNote(grace, `note ${number}`)
  const first = await listNotes(grace)
  assert.deepEqual([first.notes.length, first.notes[0].text], [50, 'note 60'])
  const second = await listNotes(grace, `?before=${first.next}`)
  assert.deepEqual([second.notes.length, second.notes[0].text, second.next], [10, 'note 10', null])
  assert.match(await (await app.open('/dashboard', grace)).text(), /Older notes/)
  assert.deepEqual(await texts(stranger), [])
  // A note of another organization as the place to begin at shows nothing of it.
  assert.deepEqual((await listNotes(stranger, `?before=${first.next}`)).notes, [])
})

test('authors and managers delete a note, and nobody from another organization', async () => {
  const { ada, alan, grace } = newOrganization()
  const stranger = newOrganization().ada
  const remove = (id, person) => app.send(`${notesForm}/delete`, { note: id }, { person })
  await addNote(grace, 'of Grace')
  await addNote(ada, 'of Ada')
  const [{ id: ofAda }, { id: ofGrace }] = (await listNotes(grace)).notes
  assert.equal((await remove(ofGrace, stranger)).status, 422)
  assert.equal((await remove(ofAda, grace)).status, 422)
  assert.deepEqual(await texts(grace), ['of Ada', 'of Grace'])
  assert.equal((await remove(ofGrace, grace)).status, 200)
  assert.equal((await remove(ofAda, alan)).status, 200)
  assert.deepEqual(await texts(grace), [])
})

test('the list goes on after a note that was deleted meanwhile, and takes no nonsense for a place', async () => {
  const { ada } = newOrganization()
  for (let number = 1; number <= 52; number++) await addNote(ada, `note ${number}`)
  const { next } = await listNotes(ada)
  const remove = (note) => app.send(`${notesForm}/delete`, { note }, { person: ada })
  assert.equal((await remove(next)).status, 200)
  assert.deepEqual(
    (await listNotes(ada, `?before=${next}`)).notes.map(({ text }) => text),
    ['note 2', 'note 1'],
  )
  for (const before of ['%00', 'zzz', '%ED%A0%80'])
    assert.deepEqual((await listNotes(ada, `?before=${before}`)).notes, [])
  assert.equal((await remove('\0')).status, 422)
})

test('a note has no characters that a database or a page cannot hold', async () => {
  const { ada } = newOrganization()
  const claims = { sub: ada.sub, organization: ada.organization, organization_roles: ['owner'] }
  const answer = await app.call('/api/notes', claims, {
    method: 'POST',
    body: JSON.stringify({ text: 'a\0b\ud800c😀' }),
    headers: { 'content-type': 'application/json' },
  })
  assert.deepEqual([answer.status, (await answer.json()).text], [201, 'abc😀'])
  // Its button has the beginning of the text, and never half a character.
  await addNote(ada, `${'x'.repeat(39)}😀`)
  assert.match(await (await app.open('/dashboard', ada)).text(), /“x{39}😀”/)
})

test('a form of another organization, left open in a second tab, does nothing in this one', async () => {
  const { ada } = newOrganization()
  const { id: organization } = newOrganization()
  for (const [path, fields] of [
    [notesForm, { text: 'to the wrong people' }],
    ['/api/organization/settings', { whoCanAdd: 'managers' }],
    ['/api/organization/plan', { plan: 'team' }],
    ['/api/organization/delete-notes', { confirmation: ada.organization_name }],
    ['/api/organization/invitations', { email: 'new@example.test', role: 'member' }],
  ]) {
    const answer = await app.send(path, { ...fields, organization }, { person: ada })
    assert.equal(answer.status, 422, path)
    assert.match((await answer.json()).problem, /You work in Engines \d+ now, and this form was for another/)
  }
  assert.deepEqual(await texts(ada), [])
  const forms = (
    await Promise.all(
      ['/dashboard', '/settings', '/billing', '/settings/delete-notes'].map((path) => app.open(path, ada)),
    )
  ).map((answer) => answer.text())
  for (const page of await Promise.all(forms))
    assert.match(page, new RegExp(`<input type="hidden" name="organization" value="${ada.organization}"`))
})

test('a form of another origin is refused, on another port and without an origin too', async () => {
  const { ada } = newOrganization()
  for (const origin of ['https://evil.example', 'http://localhost:1', 'null', ''])
    assert.equal((await app.send(notesForm, { text: 'theirs' }, { person: ada, origin })).status, 403)
  assert.deepEqual(await texts(ada), [])
})

test('the plan limits the notes, however many are added at once, and its owner changes it', async () => {
  const { ada, alan } = newOrganization()
  const setPlan = (plan, person) => app.send('/api/organization/plan', { plan }, { person })
  for (let number = 1; number <= 90; number++) await addNote(alan, `note ${number}`)
  const answers = await Promise.all(Array.from({ length: 20 }, (_, number) => addNote(alan, `parallel ${number}`)))
  assert.equal(answers.filter(({ status }) => status === 200).length, 10)
  const { problem } = await (await addNote(alan, 'one too many')).json()
  assert.match(problem, /plan/)
  assert.match(await (await app.open('/billing', ada)).text(), /100/)

  assert.equal((await setPlan('team', alan)).status, 403)
  assert.equal((await setPlan('gold', ada)).status, 422)
  assert.equal((await setPlan('team', ada)).status, 200)
  assert.equal((await addNote(alan, 'one more')).status, 200)
})

test('managers decide who can add notes, on the page and by the API', async () => {
  const { alan, grace } = newOrganization()
  const decide = (whoCanAdd, person) => app.send('/api/organization/settings', { whoCanAdd }, { person })
  assert.equal((await decide('managers', grace)).status, 403)
  assert.equal((await decide('nobody', alan)).status, 422)
  assert.equal((await decide('managers', alan)).status, 200)
  assert.equal((await addNote(grace, 'no')).status, 422)
  assert.equal((await addNote(alan, 'yes')).status, 200)
  const byToken = (roles) =>
    app.call(
      '/api/notes',
      { sub: grace.sub, organization: grace.organization, organization_roles: roles },
      {
        method: 'POST',
        body: JSON.stringify({ text: 'by the API' }),
        headers: { 'content-type': 'application/json' },
      },
    )
  assert.equal((await byToken(['member'])).status, 403)
  assert.equal((await byToken(['admin'])).status, 201)
})

test('deleting all notes needs a sign-in of the last five minutes, and the name of the organization', async () => {
  const { ada, grace } = newOrganization()
  await addNote(grace, 'precious')
  const remove = (confirmation, person, session) =>
    app.send('/api/organization/delete-notes', { confirmation }, { person, session })
  const anHourAgo = { authTime: Math.floor(Date.now() / 1000) - 3600 }
  const page = await app.open('/settings/delete-notes', ada, anHourAgo)
  const location = new URL(page.headers.get('location'), app.url)
  assert.equal(location.pathname, '/auth/login')
  assert.equal(location.searchParams.get('max_age'), '300')
  assert.equal(location.searchParams.get('returnTo'), '/settings/delete-notes')
  const stale = await remove(ada.organization_name, ada, anHourAgo)
  assert.equal(stale.status, 401)
  assert.match(stale.headers.get('www-authenticate'), /insufficient_user_authentication/)
  assert.equal((await remove(ada.organization_name, grace)).status, 403)
  assert.equal((await remove('Another name', ada)).status, 422)
  assert.deepEqual(await texts(ada), ['precious'])
  assert.equal((await app.open('/settings/delete-notes', ada)).status, 200)
  assert.equal((await remove(ada.organization_name, ada)).status, 200)
  assert.deepEqual(await texts(ada), [])
})

test('the export has every note, and nothing that a spreadsheet would run', async () => {
  const { ada } = newOrganization()
  await addNote(ada, '=HYPERLINK("https://evil.example","click")')
  await addNote(ada, '＝1+1')
  await addNote(ada, 'plain, with "quotes"')
  const csv = await app.open('/settings/export', ada)
  assert.match(csv.headers.get('content-disposition'), /attachment; filename="notes\.csv"/)
  const text = await csv.text()
  assert.match(text, /^"date","author","text"\r\n/)
  assert.match(text, /"'=HYPERLINK\(""https/)
  assert.match(text, /"'＝1\+1"/)
  assert.match(text, /"plain, with ""quotes"""/)
})

test('without an answer of the provider, the members page leads there', async () => {
  const { ada } = newOrganization()
  const answer = await app.open('/members', ada)
  assert.equal(answer.status, 200)
  const page = await answer.text()
  assert.match(page, /Members are listed at the provider/)
  assert.ok(page.includes(`${app.options.issuer}/organizations/${ada.organization_slug}`))
  const role = (value, person) =>
    app.send('/api/organization/invitations', { email: 'new@example.test', role: value }, { person })
  assert.equal((await role('owner', ada)).status, 422)
  assert.equal((await role('member', newOrganization().grace)).status, 403)
})

test('other programs read and add notes with an access token', async () => {
  const { id: organization, grace } = newOrganization()
  const claims = { sub: grace.sub, organization, organization_roles: ['member'] }
  const post = (body, given = claims) =>
    app.call('/api/notes', given, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
  const nonsense = await app.request('/api/notes', {
    headers: { accept: 'application/json', authorization: 'Bearer nonsense' },
  })
  assert.equal(nonsense.status, 401)
  assert.equal((await app.call('/api/notes', { sub: grace.sub })).status, 403)
  assert.equal((await post('{')).status, 400)
  assert.equal((await app.call('/api/notes?limit=1000', claims)).status, 400)
  assert.equal((await (await app.call('/api/notes?limit=2', claims)).json()).notes.length, 0)
  assert.equal((await post('{}')).status, 422)
  assert.equal((await post('{"text":" "}')).status, 422)
  assert.equal((await post('{"text":"by a program"}')).status, 201)
  for (let number = 1; number <= 50; number++) await addNote(grace, `note ${number}`)
  const first = await (await app.call('/api/notes', claims)).json()
  assert.equal(first.notes.length, 50)
  const second = await (await app.call(`/api/notes?before=${first.next}`, claims)).json()
  assert.deepEqual([second.notes.map(({ text }) => text), second.next], [['by a program'], null])
})
