import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PlainBrowser } from '../../apps/server/test/support/browser.ts'
import { type Mailbox, nextCode, openMailbox } from '../../apps/server/test/support/mailbox.ts'
import { freshPostgres } from '../../apps/server/test/support/postgres.ts'
import { environment, listening, signIn, token, workersOf } from './fault-support.ts'
import { failingServer, freePort, type ServerProcess, startServer } from './support.ts'

// WORKERS=2: the built server as a parent and two processes that share its port.

let mailbox: Mailbox
beforeAll(async () => {
  mailbox = await openMailbox()
})
afterAll(() => mailbox.close())

const folder = mkdtempSync(join(tmpdir(), 'vestibule-workers-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const ready = async (server: ServerProcess) =>
  (await (await fetch(`${server.url}/health/ready`)).json()) as { workers: { wanted: number; listening: number } }

/** A connection of its own: whichever worker is next. */
const ask = (server: ServerProcess, path: string, headers: Record<string, string> = {}) =>
  fetch(server.url + path, { headers: { Connection: 'close', ...headers } })

/** The status of a request by a connection of its own, or the code of its error. */
const statusOf = (server: ServerProcess, path: string): Promise<number | string> =>
  new Promise((resolve) => {
    const request = httpRequest(server.url + path, { agent: false }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    request.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    request.end()
  })

/** Requests without a pause, until they are told to stop. Counts what became of them. */
function underLoad(server: ServerProcess, clients = 8) {
  const results = new Map<number | string, number>()
  let going = true
  const note = (result: number | string) => results.set(result, (results.get(result) ?? 0) + 1)
  const done = Promise.all(
    Array.from({ length: clients }, async () => {
      while (going) {
        try {
          note((await token(server, { grant_type: 'client_credentials' })).status)
        } catch (error) {
          note((error as { cause?: { code?: string } }).cause?.code ?? String(error))
          await new Promise((resolve) => setTimeout(resolve, 20))
        }
      }
    }),
  )
  return {
    results,
    async stop() {
      going = false
      await done
      return results
    },
  }
}

/** What a worker that was killed had taken is lost, and no answer is wrong. */
const cutConnections = ['UND_ERR_SOCKET', 'ECONNRESET', 'ECONNREFUSED']

const databases = {
  SQLite: async () => `file:${join(folder, `${crypto.randomUUID()}.db`)}`,
  // Starting processes takes seconds: `npm run test:all`.
  ...(process.env.TEST_ALL ? { PostgreSQL: () => freshPostgres() } : {}),
}

describe.each(Object.entries(databases))('two workers on %s', (name, freshDatabase) => {
  let server: ServerProcess
  let env: Record<string, string>
  beforeAll(async () => {
    env = await environment(mailbox, {
      WORKERS: '2',
      DATABASE_URL: await freshDatabase(),
      METRICS_TOKEN: 'a-token-for-scrapes',
    })
    server = await startServer(env, folder)
  })
  afterAll(() => server.stop())

  const counted = async (): Promise<number> => {
    const text = await (await ask(server, '/metrics', { Authorization: 'Bearer a-token-for-scrapes' })).text()
    const lines = text.split('\n').filter((line) => line.startsWith('vestibule_tokens_issued_total{'))
    return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
  }

  test('both answer, people sign in over both, and health and metrics speak for both', async () => {
    expect(await ready(server)).toEqual({ status: 'ok', workers: { wanted: 2, listening: 2 } })
    const { tokens } = await signIn(server, mailbox)
    const before = await counted()
    for (let count = 0; count < 20; count++) {
      const answer = await ask(server, '/userinfo', { Authorization: `Bearer ${tokens.access_token}` })
      expect(answer.status).toBe(200)
      expect((await token(server, { grant_type: 'client_credentials' })).status).toBe(200)
    }
    expect(await counted()).toBe(before + 20)
    expect(server.output().match(/Vestibule is running/g)).toHaveLength(1)
  })

  test('kill -9 of a worker: the other one answers, another starts, no token is doubled, no counter goes down', async () => {
    let { tokens } = await signIn(server, mailbox)
    for (let round = 0; round < (process.env.TEST_ALL ? 4 : 1); round++) {
      const before = await counted()
      const refreshes = Array.from({ length: 20 }, () =>
        token(server, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }).catch(() => null),
      )
      const [victim = 0, other = 0] = workersOf(server)
      process.kill(round % 2 ? victim : other, 'SIGKILL')
      const answers = (await Promise.all(refreshes)).filter((answer) => answer !== null)
      for (const { status } of answers) expect(status).toBe(200)
      const successors = new Set(answers.map(({ body }) => body.refresh_token as string))
      expect(successors.size).toBeLessThanOrEqual(1)
      const again = await token(server, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token })
      expect(again.status).toBe(200)
      for (const successor of successors) expect(again.body.refresh_token).toBe(successor)
      tokens = again.body
      await expect.poll(async () => (await ready(server)).workers.listening).toBe(2)
      expect(await counted()).toBeGreaterThanOrEqual(before)
    }
    await expect.poll(() => server.output()).toContain('a worker ended; another one starts')
  })

  test('a worker that does not answer any more takes no connection, and nobody waits when it is killed', async () => {
    const [stopped = 0] = workersOf(server)
    process.kill(stopped, 'SIGSTOP')
    const statuses = await Promise.all(Array.from({ length: 8 }, () => statusOf(server, '/jwks')))
    expect(statuses).toEqual(Array(8).fill(200))
    process.kill(stopped, 'SIGKILL')
    await expect.poll(() => isAlive(stopped)).toBe(false)
    await expect.poll(async () => (await ready(server)).workers.listening).toBe(2)
  })

  test('CO-91: every worker knows the link for the first operator, and every worker shows the result of a preview', async () => {
    // It is printed once, by the first worker, which has been replaced since.
    const links = server.output().match(/\S+\/dev\/operator\/\S+/g) ?? []
    expect(links).toHaveLength(1)
    const [link = ''] = links
    const email = `olga-${name.toLowerCase()}@example.test`
    // Each request goes to another worker.
    const browser = new PlainBrowser(server.url, { Connection: 'close' })
    const signIn = async () => {
      await browser.submit({ email })
      await browser.submit({ code: await nextCode(mailbox, email) })
    }
    await browser.go(link)
    await signIn()
    await browser.submit()
    expect(browser.current?.location).toBe(`${server.url}/admin`)
    expect((await browser.go(link)).status).toBe(404)
    await browser.go(`${server.url}/admin/preview`)
    await browser.submit({ acr: '' })
    await signIn()
    await browser.submit()
    expect(browser.current?.location).toBe(`${server.url}/admin/preview/result`)
    expect(browser.current?.text).toContain(email)
  })

  test('a rolling restart, worker after worker, answers every request that was taken', async () => {
    const load = underLoad(server)
    for (const worker of workersOf(server)) {
      process.kill(worker, 'SIGTERM')
      await expect.poll(() => isAlive(worker)).toBe(false)
      await expect.poll(async () => (await ready(server)).workers.listening).toBe(2)
    }
    const results = await load.stop()
    expect(results.get(200)).toBeGreaterThan(50)
    // A connection that is closed between two requests is no dropped request.
    expect([...results.keys()].filter((result) => result !== 200 && !cutConnections.includes(String(result)))).toEqual(
      [],
    )
  })

  test('kill -9 of the parent ends the workers, and what they had promised is there after a start', async () => {
    const { tokens } = await signIn(server, mailbox)
    const workers = workersOf(server)
    const load = underLoad(server)
    await expect.poll(() => load.results.get(200)).toBeGreaterThan(20)
    await server.stop('SIGKILL')
    await expect.poll(() => workers.filter(isAlive)).toEqual([])
    const results = await load.stop()
    expect([...results.keys()].filter((result) => result !== 200 && !cutConnections.includes(String(result)))).toEqual(
      [],
    )
    server = await startServer(env, folder)
    const again = await token(server, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token })
    expect(again.status).toBe(200)
    if (name === 'SQLite') {
      const database = new DatabaseSync((env.DATABASE_URL ?? '').slice('file:'.length), { readOnly: true })
      expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
      database.close()
    }
  })

  test('SIGTERM to the parent lets both finish, and ends with 0', async () => {
    const workers = workersOf(server)
    const load = underLoad(server)
    await expect.poll(() => load.results.get(200)).toBeGreaterThan(20)
    expect(await server.stop()).toBe(0)
    const results = await load.stop()
    expect([...results.keys()].filter((result) => result !== 200 && !cutConnections.includes(String(result)))).toEqual(
      [],
    )
    expect(workers.filter(isAlive)).toEqual([])
    server = await startServer(env, folder)
  })
})

test('a worker that can not start says why, once, and the parent ends', async () => {
  const env = await environment(mailbox, { WORKERS: '2', DATABASE_URL: `file:${join(folder, 'taken.db')}` })
  const other = createServer()
  await listening(other, Number(env.PORT))
  const { status, output } = failingServer(env, folder)
  other.close()
  expect(status).toBe(1)
  expect(output.match(/is in use/g)).toHaveLength(1)
})

test('METRICS_PORT is bound once and speaks for both', async () => {
  const port = await freePort()
  const env = await environment(mailbox, {
    WORKERS: '2',
    METRICS_PORT: String(port),
    DATABASE_URL: `file:${join(folder, 'metrics.db')}`,
  })
  const server = await startServer(env, folder)
  await Promise.all(Array.from({ length: 20 }, () => token(server, { grant_type: 'client_credentials' })))
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  expect(/^vestibule_tokens_issued_total\{.*\} (\d+)$/m.exec(text)?.[1]).toBe('20')
  expect((await ask(server, '/metrics')).status).toBe(404)
  expect(await server.stop()).toBe(0)
  await expect(fetch(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow()
})
