import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request as httpRequest, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { someone, type TestWorld } from '../../apps/server/test/support/world.ts'
import { type Auth, type AuthOptions, cookieHeaderAfter, createAuth } from '../../packages/core/src/index.ts'

// An application that is set up wrongly, and what its developer gets to see.

export const url = 'http://localhost:3999'
export const clientSecret = 'app-secret-0123456789'
export const secret = 'a secret of at least thirty-two characters'

/** Where the application runs. */
export type Mode = 'development' | 'production'

export const navigation = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', accept: 'text/html' }

export class Application {
  readonly auth: Auth
  cookies = ''
  constructor(world: Pick<TestWorld, 'issuer'>, mode: Mode, options: Partial<AuthOptions> = {}) {
    this.auth = createAuth({
      issuer: world.issuer,
      clientId: 'app',
      clientSecret,
      secret,
      url,
      production: mode === 'production',
      development: mode === 'development',
      ...options,
    })
  }

  async open(address: string, init: RequestInit = {}): Promise<Response> {
    const headers = { ...navigation, cookie: this.cookies, ...(init.headers as Record<string, string>) }
    const response = await this.auth.handle(new Request(new URL(address, url), { ...init, headers }))
    this.cookies = cookieHeaderAfter(this.cookies, response.headers.getSetCookie())
    return response
  }

  /** From the link to the callback, with the pages of the provider between them. Ends early where the login does. */
  async signIn(world: TestWorld, path = '/auth/login', browser = world.browser()): Promise<Response> {
    const begun = await this.open(path)
    const location = begun.headers.get('location')
    if (!location) return begun
    await browser.go(location)
    const { callback } = await world.finish(browser, someone())
    return this.open(callback?.href ?? '')
  }
}

/** The lines that a piece of work writes to the terminal. */
export async function linesOf<T>(work: () => Promise<T>): Promise<{ result: T; lines: string[] }> {
  const lines: string[] = []
  const spies = (['info', 'warn', 'error'] as const).map((name) =>
    vi.spyOn(console, name).mockImplementation((line) => void lines.push(String(line))),
  )
  try {
    return { result: await work(), lines }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

const listen = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  return (server.address() as AddressInfo).port
}

/** Servers that are no provider, and the certificates that they have. Closed together. */
export class OtherServers {
  readonly #servers: Server[] = []
  readonly #folder = mkdtempSync(join(tmpdir(), 'vestibule-mistakes-'))

  async http(listener: RequestListener): Promise<string> {
    const server = createServer(listener)
    this.#servers.push(server)
    return `http://localhost:${await listen(server)}`
  }

  /** @param days for which its self-signed certificate is valid */
  async https(days: number): Promise<{ address: string; certificate: string }> {
    const file = (name: string) => join(this.#folder, `${days}${name}`)
    const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: this.#folder, stdio: 'ignore' })
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', file('key.pem')]
    openssl('req', ...key, '-out', file('request.pem'), '-subj', '/CN=localhost')
    writeFileSync(file('names'), 'subjectAltName=DNS:localhost\n')
    const signed = ['-signkey', file('key.pem'), '-days', String(days), '-extfile', file('names')]
    openssl('x509', '-req', '-in', file('request.pem'), ...signed, '-out', file('certificate.pem'))
    const certificate = readFileSync(file('certificate.pem'), 'utf8')
    const server = createTlsServer({ key: readFileSync(file('key.pem')), cert: certificate }, (_, response) =>
      response.end(),
    )
    this.#servers.push(server)
    return { address: `https://localhost:${await listen(server)}`, certificate }
  }

  /** What listens at `address`, at a port of its own: a proxy that leaves everything as it is. */
  async proxyOf(address: () => string): Promise<string> {
    return this.http((request, response) => {
      const { method, headers, url: path } = request
      const passed = httpRequest(new URL(path ?? '/', address()), { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
        answer.pipe(response)
      })
      passed.on('error', () => response.writeHead(502).end())
      request.pipe(passed)
    })
  }

  async close(): Promise<void> {
    for (const server of this.#servers) server.closeAllConnections()
    await Promise.all(this.#servers.map((server) => new Promise((resolve) => server.close(resolve))))
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
