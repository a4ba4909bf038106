import { globSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HttpServer } from '../src/serve.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// Two runtimes in one process share nothing: neither what they verified nor what they are about to do.

let first: TestWorld
let second: TestWorld
beforeAll(async () => {
  first = await openTestWorld()
  second = await openTestWorld()
})
afterAll(async () => {
  await first?.close()
  await second?.close()
})

const userinfo = ({ issuer }: TestWorld, token: string) =>
  fetch(`${issuer}/userinfo`, { headers: { Authorization: `Bearer ${token}` } })

test('a token that one runtime issued and verified is unknown to the other', async () => {
  const { code } = await first.signIn()
  const { access_token: token } = (await first.redeem(code)).body
  expect((await userinfo(first, token)).status).toBe(200)
  expect(first.deps.verifiedTokens.find(token)).toMatchObject({ clientId: 'web' })
  expect(second.deps.verifiedTokens.find(token)).toBeUndefined()
  expect((await userinfo(second, token)).status).toBe(401)
})

test('a request with two Host headers is refused (RFC 9112 section 3.2)', async () => {
  const server = new HttpServer(new Hono().get('/', (c) => c.text(c.req.header('host') ?? '')))
  const port = await server.listen(0, '127.0.0.1')
  const answer = async (...hosts: string[]) => {
    const socket = connect(port, '127.0.0.1')
    socket.write(['GET / HTTP/1.1', ...hosts, 'Connection: close', '', ''].join('\r\n'))
    return (await text(socket)).split('\r\n')
  }
  expect(await answer('Host: one.test')).toEqual(expect.arrayContaining(['HTTP/1.1 200 OK', 'one.test']))
  for (const second of ['Host: two.test', 'hOST: one.test', 'Host:'])
    expect((await answer('Host: one.test', second))[0], second).toBe('HTTP/1.1 400 Bad Request')
  server.close()
})

test('the clock of a test stands still until the test moves it, and that of another world is another one', async () => {
  const [before, other] = [first.deps.now(), second.deps.now()]
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(first.deps.now()).toEqual(before)
  first.pass(360_000)
  expect(first.deps.now().getTime() - before.getTime()).toBe(360_000)
  expect(second.deps.now()).toEqual(other)
})

test('a server that drains closes its connections, and another one keeps them', async () => {
  const app = new Hono().get('/slow', async (c) => {
    await new Promise((resolve) => setTimeout(resolve, 100))
    return c.text('done')
  })
  const servers = [new HttpServer(app), new HttpServer(app)] as const
  const [drainingPort, port] = await Promise.all(servers.map((server) => server.listen(0, '127.0.0.1')))
  const drained = servers[0].drain(30_000)
  const answers = await Promise.all([drainingPort, port].map((each) => fetch(`http://127.0.0.1:${each}/slow`)))
  expect(answers.map(({ headers }) => headers.get('connection'))).toEqual(['close', 'keep-alive'])
  await drained
  servers[1].close()
})

test('no module of the server has state of its own', () => {
  const source = join(import.meta.dirname, '../src')
  const state =
    /^(?:export )?(?:let |var |const \w+(?:: [^=\n]+)? = (?:new (?:Map|Set|WeakMap|WeakSet)(?:<[^\n]*>)?\(\)|\[\]|\{\})$)/m
  // The scripts of a page are modules of the browser.
  const files = globSync('**/*.{ts,tsx}', { cwd: source }).filter((file) => !/generated|^pages\/browser/.test(file))
  expect(files.length).toBeGreaterThan(100)
  expect(files.filter((file) => state.test(readFileSync(join(source, file), 'utf8')))).toEqual([])
})
