import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { createTestIssuer } from '@vestibule/core/testing'

// Tests the server as `npm start` runs it, on a database of its own. The provider of these tests issues access tokens, and nothing else.
// Run them with `npm test`.

const folder = mkdtempSync(join(tmpdir(), 'notes-mcp-'))
let resource
let app
let provider
let providerServer

const listen = (server) =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(`http://localhost:${server.address().port}`)))

async function respond(request, response) {
  const answer = await provider.fetch(provider.issuer + request.url)
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  response.end(await answer.text())
}

before(async () => {
  providerServer = createServer(respond)
  provider = await createTestIssuer({ issuer: await listen(providerServer) })
  const probe = createServer()
  resource = `${await listen(probe)}/mcp`
  await new Promise((resolve) => probe.close(resolve))
  app = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'src/main.ts'], {
    stdio: 'ignore',
    env: {
      ...process.env,
      VESTIBULE_ISSUER: provider.issuer,
      VESTIBULE_RESOURCE: resource,
      DATABASE_URL: `file:${join(folder, 'notes.db')}`,
      PORT: '',
      HOST: '127.0.0.1',
    },
  })
  for (let tries = 0; tries < 300; tries++) {
    if ((await fetch(new URL('/', resource)).catch(() => null))?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('The server does not start.')
})
after(() => {
  app?.kill('SIGKILL')
  providerServer?.close()
  rmSync(folder, { recursive: true, force: true })
})

const seconds = () => Math.floor(Date.now() / 1000)
const personOf = (sub, roles, organization = 'engines', claims = {}) => ({
  sub,
  organization,
  organization_roles: roles,
  auth_time: seconds(),
  ...claims,
})
const ada = personOf('ada', ['owner'], 'engines', { name: 'Ada Lovelace' })
const grace = personOf('grace', ['member'])
/** The owner of another organization. */
const mallory = personOf('mallory', ['owner'], 'compilers')

const tokenOf = (person, claims = {}) =>
  provider.issueAccessToken({
    client_id: 'agent',
    aud: resource,
    scope: 'notes:read notes:write',
    ...person,
    ...claims,
  })

/** Calls a tool as an MCP client of a person, and returns its text. */
async function call(person, name, parameters = {}) {
  const client = new Client({ name: 'test', version: '1.0.0' })
  const headers = { authorization: `Bearer ${await tokenOf(person)}` }
  await client.connect(new StreamableHTTPClientTransport(new URL(resource), { requestInit: { headers } }))
  const { content, isError } = await client.callTool({ name, arguments: parameters })
  await client.close()
  return { text: content[0].text, isError: Boolean(isError) }
}
const listNotes = async (person, parameters) => JSON.parse((await call(person, 'list_notes', parameters)).text)
const addNote = async (person, text) => JSON.parse((await call(person, 'add_note', { text })).text)

/** Sends one message as it is. */
const send = async (token, message, init = {}) =>
  fetch(resource, {
    method: 'POST',
    body: typeof message === 'string' ? message : JSON.stringify(message),
    ...init,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...init.headers,
    },
  })
const toolCall = (name, parameters = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: parameters },
})
const challengeOf = (response) => response.headers.get('www-authenticate')
const metadataUrl = () => resource.replace('/mcp', '/.well-known/oauth-protected-resource/mcp')

test('a client without a token is told where the metadata is, and what to ask for', async () => {
  const response = await send(null, toolCall('list_notes'))
  assert.equal(response.status, 401)
  assert.equal(challengeOf(response), `Bearer resource_metadata="${metadataUrl()}", scope="notes:read notes:write"`)
})

test('the metadata names the API and its provider', async () => {
  for (const url of [metadataUrl(), new URL('/.well-known/oauth-protected-resource', resource)]) {
    const response = await fetch(url)
    assert.equal(response.headers.get('access-control-allow-origin'), '*')
    assert.deepEqual(await response.json(), {
      resource,
      authorization_servers: [provider.issuer],
      scopes_supported: ['notes:read', 'notes:write'],
      bearer_methods_supported: ['header'],
      resource_name: 'Notes',
    })
  }
})

test('a preflight request needs no token', async () => {
  const response = await fetch(resource, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://inspector.test',
      'access-control-request-headers': 'authorization,mcp-protocol-version',
    },
  })
  assert.equal(response.status, 204)
  assert.match(response.headers.get('access-control-allow-headers'), /mcp-protocol-version/)
})

test('a note is added, listed and deleted', async () => {
  const note = await addNote(ada, ' Order tea ')
  assert.deepEqual([note.text, note.by], ['Order tea', 'Ada Lovelace'])
  assert.equal((await listNotes(grace)).notes[0].id, note.id)
  assert.deepEqual(await call(ada, 'delete_note', { id: note.id }), { text: 'The note was deleted.', isError: false })
  assert.deepEqual((await listNotes(ada)).notes, [])
})

test('pages of notes follow each other', async () => {
  const person = personOf('lin', ['member'], 'pages')
  for (const text of ['one', 'two', 'three']) {
    await addNote(person, text)
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  const first = await listNotes(person, { limit: 2 })
  assert.deepEqual(
    first.notes.map(({ text }) => text),
    ['three', 'two'],
  )
  const second = await listNotes(person, { limit: 2, before: first.next })
  assert.deepEqual(
    second.notes.map(({ text }) => text),
    ['one'],
  )
  assert.equal(second.next, null)
})

test('the notes of another organization cannot be seen or deleted', async () => {
  const note = await addNote(ada, 'Secret of the engines')
  assert.deepEqual((await listNotes(mallory)).notes, [])
  assert.equal((await call(mallory, 'delete_note', { id: note.id })).isError, true)
  assert.equal((await listNotes(ada)).notes[0].id, note.id)
  // There is no parameter for it either.
  assert.deepEqual((await listNotes(mallory, { organization: 'engines' })).notes, [])
})

test('members delete their own notes, and owners those of everyone', async () => {
  const own = await addNote(ada, 'Of Ada')
  assert.equal((await call(grace, 'delete_note', { id: own.id })).isError, true)
  const other = await addNote(grace, 'Of Grace')
  assert.equal((await call(ada, 'delete_note', { id: other.id })).isError, false)
})

test('a text that is empty or too long is refused in words', async () => {
  assert.deepEqual(await call(ada, 'add_note', { text: ' ' }), { text: 'The text is empty.', isError: true })
  assert.equal((await call(ada, 'add_note', { text: 'x'.repeat(501) })).isError, true)
})

test('the limit of a plan holds when many notes come at once', async () => {
  const person = personOf('kim', ['member'], 'busy')
  const token = await tokenOf(person)
  const answers = await Promise.all(
    Array.from({ length: 110 }, async () => (await send(token, toolCall('add_note', { text: 'x' }))).json()),
  )
  assert.equal(answers.filter(({ result }) => !result.isError).length, 100)
})

test('a token without the scope is told all scopes that the tool needs', async () => {
  const token = await tokenOf(ada, { scope: 'notes:read' })
  assert.equal((await send(token, toolCall('list_notes'))).status, 200)
  for (const message of [
    toolCall('add_note', { text: 'x' }),
    [toolCall('list_notes'), toolCall('add_note', { text: 'x' })],
  ]) {
    const response = await send(token, message)
    assert.equal(response.status, 403)
    assert.equal(
      challengeOf(response),
      `Bearer error="insufficient_scope", resource_metadata="${metadataUrl()}", scope="notes:read notes:write"`,
    )
  }
})

test('all notes are deleted by an owner who signed in a moment ago (RFC 9470)', async () => {
  const late = await send(await tokenOf(ada, { auth_time: seconds() - 301 }), toolCall('delete_all_notes'))
  assert.equal(late.status, 401)
  assert.match(challengeOf(late), /error="insufficient_user_authentication".*max_age="300"/)
  assert.equal((await call(grace, 'delete_all_notes')).isError, true)
  assert.match((await call(ada, 'delete_all_notes')).text, /^Notes deleted: \d+$/)
  assert.deepEqual((await listNotes(ada)).notes, [])
})

test('tokens of another API, of nobody’s organization, and in the query are refused', async () => {
  const list = toolCall('list_notes')
  assert.equal((await send(await tokenOf(ada, { aud: provider.issuer }), list)).status, 401)
  assert.equal((await send(await tokenOf(ada, { aud: `${resource}/other` }), list)).status, 401)
  assert.equal((await send(await tokenOf(ada, { exp: 1 }), list)).status, 401)
  assert.equal((await send(await tokenOf(ada, { organization: undefined }), list)).status, 403)
  const token = await tokenOf(ada)
  const query = await fetch(`${resource}?access_token=${token}`, { method: 'POST', body: JSON.stringify(list) })
  assert.equal(query.status, 401)
})

test('what is not JSON, too large, or another method is refused', async () => {
  const token = await tokenOf(ada)
  assert.equal((await send(token, '{')).status, 400)
  assert.equal((await send(token, 'x'.repeat(300_000))).status, 413)
  assert.equal((await send(token, undefined, { method: 'GET' })).status, 405)
  assert.equal((await fetch(new URL('/else', resource))).status, 404)
})
