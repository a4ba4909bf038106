import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Mailbox, openMailbox } from '../../apps/server/test/support/mailbox.ts'
import { environment, listening, signIn, token } from './fault-support.ts'
import { freePort, startServer } from './support.ts'

// Processes that are stopped and killed: the built server in a process of its own.

let mailbox: Mailbox
beforeAll(async () => {
  mailbox = await openMailbox()
})
afterAll(() => mailbox.close())

describe('faults', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vestibule-faults-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('LO-11 a logout that was committed reaches the client after kill -9, once it can', async () => {
    const port = await freePort()
    const env = await environment(mailbox, {
      OIDC_CLIENT_0_BACKCHANNEL_LOGOUT_URI: `http://127.0.0.1:${port}/logout`,
      DATABASE_URL: `file:${join(folder, 'logout.db')}`,
    })
    let server = await startServer(env, folder)
    const { browser, tokens } = await signIn(server, mailbox)
    await browser.go(`${server.url}/logout?id_token_hint=${tokens.id_token}`)
    await server.stop('SIGKILL')
    const received: string[] = []
    const client = createServer((request, response) => {
      request.on('data', (chunk) => received.push(String(chunk)))
      request.on('end', () => response.end())
    })
    await listening(client, port)
    server = await startServer(env, folder)
    await expect.poll(() => received.length).toBeGreaterThan(0)
    expect(received[0]).toMatch(/^logout_token=/)
    await server.stop()
    client.close()
  })

  test('kill -9 in the middle of issuing tokens leaves a sound database and no token twice', async () => {
    // ST-01
    const file = join(folder, 'killed.db')
    const env = await environment(mailbox, { DATABASE_URL: `file:${file}` })
    let server = await startServer(env, folder)
    let { tokens } = await signIn(server, mailbox)
    for (let round = 0; round < (process.env.TEST_ALL ? 20 : 2); round++) {
      const refreshes = Array.from({ length: 20 }, () =>
        token(server, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }).catch(() => null),
      )
      const killed = new Promise((resolve) => setTimeout(() => resolve(server.stop('SIGKILL')), 5 + round))
      const answers = (await Promise.all(refreshes)).flatMap((one) =>
        one?.status === 200 ? [one.body.refresh_token as string] : [],
      )
      expect(new Set(answers).size).toBeLessThanOrEqual(1)
      // All may be answered before: the next server begins after the end of this one.
      await killed
      server = await startServer(env, folder)
      // The last answer anyone got is a successor within its window, whether or not it was heard.
      const again = await token(server, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token })
      expect([again.status, answers.length === 0 || answers[0] === again.body.refresh_token]).toEqual([200, true])
      tokens = again.body
    }
    await server.stop()
    const database = new DatabaseSync(file, { readOnly: true })
    expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
    expect(database.prepare('PRAGMA foreign_key_check').all()).toEqual([])
    database.close()
  })

  test('TK-29 after kill -9 and a start, a refresh token that was rotated is still known, and its family ends', async () => {
    const env = await environment(mailbox, { DATABASE_URL: `file:${join(folder, 'rotated.db')}` })
    let server = await startServer(env, folder)
    const { tokens } = await signIn(server, mailbox)
    const refresh = (refreshToken: string) =>
      token(server, { grant_type: 'refresh_token', refresh_token: refreshToken })
    const second = await refresh(tokens.refresh_token)
    const third = await refresh(second.body.refresh_token)
    expect([second.status, third.status]).toEqual([200, 200])
    await server.stop('SIGKILL')
    server = await startServer(env, folder)
    for (const stale of [tokens.refresh_token, third.body.refresh_token])
      expect((await refresh(stale)).body.error).toBe('invalid_grant')
    await server.stop()
  })

  test('SIGTERM under load drops nothing and ends with 0', async () => {
    // CF-06
    const server = await startServer(
      await environment(mailbox, { DATABASE_URL: `file:${join(folder, 'term.db')}` }),
      folder,
    )
    const results: (number | string)[] = []
    let going = true
    const load = Array.from({ length: 20 }, async () => {
      while (going) {
        try {
          results.push((await token(server, { grant_type: 'client_credentials' })).status)
        } catch (error) {
          // A connection that was never taken is no dropped request; one that was taken must be answered.
          results.push((error as { cause?: { code?: string } }).cause?.code ?? String(error))
          return
        }
      }
    })
    await expect.poll(() => results.length).toBeGreaterThan(20)
    expect(await server.stop()).toBe(0)
    going = false
    await Promise.all(load)
    expect(results.filter((one) => one === 200).length).toBeGreaterThan(20)
    expect(
      results.filter(
        (one) => one !== 200 && one !== 'ECONNREFUSED' && one !== 'UND_ERR_SOCKET' && one !== 'ECONNRESET',
      ),
    ).toEqual([])
  })
})
