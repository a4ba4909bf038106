import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { connect, createServer as createTcpServer, type Socket } from 'node:net'
import { PlainBrowser } from '../../apps/server/test/support/browser.ts'
import { codeIn, type Mailbox } from '../../apps/server/test/support/mailbox.ts'
import { basic, type TokenAnswer } from '../../apps/server/test/support/world.ts'
import { freePort, type ServerProcess } from './support.ts'

// What the tests of faults share: a server with one client, and a cable to its database that can be cut.

export const redirectUri = 'https://rp.example.test/cb'
export const secret = 'app-secret-0123456789'

/** A server with one client, on a port of its own. */
export const environment = async (mailbox: Mailbox, extra: Record<string, string> = {}) => ({
  PORT: String(await freePort()),
  SMTP_URL: mailbox.url,
  // Hundreds of sign-ins in a few seconds, on the clock of the machine: these stories are about volume and faults.
  LIMIT_MAIL_PER_ADDRESS: 'off',
  LIMIT_PER_NETWORK: 'off',
  ONBOARDING: 'profile',
  OIDC_CLIENT_ID_0: 'app',
  OIDC_CLIENT_0_SECRET: secret,
  OIDC_CLIENT_0_REDIRECT_URIS: redirectUri,
  OIDC_CLIENT_0_GRANT_TYPES: 'authorization_code,refresh_token,client_credentials',
  OIDC_CLIENT_0_SCOPES: 'openid,profile,email,reports:read',
  OIDC_CLIENT_0_ORGANIZATION: 'none',
  ...(process.env.TEST_WORKERS ? { WORKERS: process.env.TEST_WORKERS } : {}),
  ...extra,
})

/** The processes of a server that answer requests, with WORKERS. */
export const workersOf = ({ pid }: ServerProcess): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)

let people = 0
/** A whole sign-in of someone new. */
export async function signIn(server: ServerProcess, mailbox: Mailbox, email = `fault${people++}@example.test`) {
  const browser = new PlainBrowser(server.url)
  await browser.go(
    `${server.url}/authorize?${new URLSearchParams({ client_id: 'app', redirect_uri: redirectUri, response_type: 'code', scope: 'openid' })}`,
  )
  await browser.submit({ email })
  await browser.submit({ code: codeIn(await mailbox.take(email)) })
  const { callback } = browser.current?.callback ? browser.current : await browser.submit({ given_name: 'Ada' })
  const tokens = await token(server, {
    grant_type: 'authorization_code',
    code: callback?.searchParams.get('code') ?? '',
    redirect_uri: redirectUri,
  })
  return { browser, tokens: tokens.body }
}

export async function token(server: ServerProcess, body: Record<string, string>): Promise<TokenAnswer> {
  const answer = await fetch(`${server.url}/token`, {
    method: 'POST',
    headers: { Authorization: basic('app', secret), 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(body).toString(),
  })
  return { status: answer.status, body: await answer.json(), headers: answer.headers }
}

export const listening = (server: Server, port: number) =>
  new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))

export interface Cable {
  /** The address with this cable in between. */
  url: string
  /** Closes what is open and takes nothing new. */
  cut(): void
  /** Says nothing any more, and closes nothing: the worst that a network does. */
  freeze(): void
  mend(): void
  close(): void
}

/** A TCP connection to a database that can be cut or frozen. */
export async function cableTo(database: string): Promise<Cable> {
  const target = new URL(database)
  const port = Number(target.port)
  const sockets = new Set<Socket>()
  let state: 'well' | 'cut' | 'frozen' = 'well'
  const proxy = createTcpServer((socket) => {
    if (state === 'cut') return socket.destroy()
    const upstream = connect(port, '127.0.0.1')
    for (const one of [socket, upstream]) {
      sockets.add(one)
      one.on('error', () => {})
      one.on('close', () => {
        sockets.delete(one)
        socket.destroy()
        upstream.destroy()
      })
      if (state === 'frozen') one.pause()
    }
    socket.on('data', (chunk) => upstream.write(chunk))
    upstream.on('data', (chunk) => socket.write(chunk))
    if (state === 'frozen') for (const one of [socket, upstream]) one.pause()
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  target.port = String((proxy.address() as { port: number }).port)
  return {
    url: target.href,
    cut() {
      state = 'cut'
      for (const socket of sockets) socket.destroy()
    },
    freeze() {
      state = 'frozen'
      for (const socket of sockets) socket.pause()
    },
    mend() {
      state = 'well'
      for (const socket of sockets) socket.resume()
    },
    close() {
      for (const socket of sockets) socket.destroy()
      proxy.close()
    },
  }
}
