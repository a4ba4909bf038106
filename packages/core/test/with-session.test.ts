import { createServer, type IncomingMessage, request as nodeRequest, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { AuthError, createAuth } from '../src/index.ts'
import { authRoutes, requireSession } from '../src/node.ts'
import { createTestIssuer } from '../src/testing.ts'
import { Browser, optionsFor } from './browser.ts'

const signedIn = async (more: Parameters<typeof optionsFor>[1] = {}) => {
  const provider = await createTestIssuer()
  const browser = new Browser(createAuth(optionsFor(provider, more)), provider, more.url ?? 'https://app.test')
  await browser.signIn()
  return browser
}
const hello = () => new Response('hello')

describe('withSession', () => {
  test('a document of a stranger is redirected to the sign-in and comes back to its path and query', async () => {
    const provider = await createTestIssuer()
    const browser = new Browser(createAuth(optionsFor(provider)), provider)
    const handler = vi.fn(hello)
    const response = await browser.auth.withSession(browser.request('/reports?year=2026'), handler)
    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      '/auth/login?returnTo=%2Freports%3Fyear%3D2026',
    ])
    expect(handler).not.toHaveBeenCalled()
  })

  test('below a path, the page comes back to its path within the application', async () => {
    const provider = await createTestIssuer()
    const browser = new Browser(createAuth(optionsFor(provider, { url: 'https://app.test/app' })), provider)
    const response = await browser.auth.withSession(browser.request('/app/reports'), hello)
    expect(response.headers.get('location')).toBe('https://app.test/app/auth/login?returnTo=%2Freports')
  })

  test('what a script asks is refused, also where a browser would be redirected by its Accept header', async () => {
    const provider = await createTestIssuer()
    const browser = new Browser(createAuth(optionsFor(provider)), provider)
    const headers = { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }
    const response = await browser.auth.withSession(browser.request('/reports', { headers }), hello)
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    expect(await response.json()).toEqual({ error: 'not_signed_in' })
  })

  test('the response of a handler is private, also where its headers cannot be changed', async () => {
    const browser = await signedIn()
    const greeting = await browser.auth.withSession(
      browser.request('/'),
      ({ user }) => new Response(user.sub, { headers: { Vary: 'Accept' } }),
    )
    expect(await greeting.text()).not.toBe('')
    expect([greeting.headers.get('cache-control'), greeting.headers.get('vary')]).toEqual([
      'private, no-store',
      'Accept, Cookie',
    ])
    const redirect = await browser.auth.withSession(browser.request('/'), () => Response.redirect('https://app.test/x'))
    expect([redirect.status, redirect.headers.get('cache-control')]).toEqual([302, 'private, no-store'])
  })

  test('a permission that is missing is a page for a document, and JSON for a script', async () => {
    const browser = await signedIn()
    const page = await browser.auth.withSession(browser.request('/'), hello, { role: 'owner' })
    expect([page.status, page.headers.get('content-type')]).toEqual([403, 'text/html; charset=utf-8'])
    const api = await browser.auth.withSession(browser.request('/'), hello, { role: 'owner' }, { as: 'api' })
    expect([api.status, await api.json()]).toEqual([403, { error: 'forbidden' }])
  })

  test('a form from another site reaches no handler', async () => {
    const browser = await signedIn()
    const handler = vi.fn(hello)
    const forged = browser.request('/delete', { method: 'POST', headers: { origin: 'https://evil.test' } })
    expect((await browser.auth.withSession(forged, handler)).status).toBe(403)
    expect(handler).not.toHaveBeenCalled()
  })

  test('a session that is refreshed is set on the response of the handler', async () => {
    let offset = 0
    const browser = await signedIn({ now: () => new Date(Date.now() + offset) })
    offset = 3_600_000
    const response = await browser.auth.withSession(browser.request('/'), hello)
    expect(await response.text()).toBe('hello')
    expect(response.headers.getSetCookie().length).toBeGreaterThan(0)
  })

  test('an error of the SDK in a handler is its refusal, and any other one is not caught', async () => {
    const browser = await signedIn()
    const refusing = () => Promise.reject(new AuthError('forbidden', 'not theirs'))
    expect((await browser.auth.withSession(browser.request('/'), refusing)).status).toBe(403)
    const failing = () => Promise.reject(new Error('the database is gone'))
    await expect(browser.auth.withSession(browser.request('/'), failing)).rejects.toThrow('the database is gone')
  })
})

describe('on node:http', () => {
  let browser: Browser
  let server: Server
  let port: number
  let isRead = false
  const errors: unknown[] = []

  beforeEach(async () => {
    isRead = false
    errors.length = 0
    server = createServer(async (incoming, outgoing) => {
      if (isRead) for await (const _chunk of incoming);
      outgoing.setHeader('Set-Cookie', 'theme=dark')
      outgoing.setHeader('Vary', 'Accept')
      routes(incoming, outgoing, async (error) => {
        if (error) {
          errors.push(error)
          outgoing.writeHead(500).end()
          return
        }
        const session = await requireSession(browser.auth, incoming, outgoing)
        if (session) outgoing.end(session.user.sub)
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    port = (server.address() as AddressInfo).port
    browser = await signedIn({ url: `http://localhost:${port}` })
    const routes = authRoutes(browser.auth)
  })
  afterEach(() => {
    server.closeAllConnections()
    server.close()
  })

  const ask = (path: string, { body = '', ...options }: { method?: string; headers?: object; body?: string } = {}) =>
    new Promise<IncomingMessage & { text: string }>((resolve, reject) => {
      const headers = { host: `localhost:${port}`, ...options.headers }
      const sent = nodeRequest({ host: '127.0.0.1', port, path, ...options, headers }, async (incoming) => {
        let text = ''
        for await (const chunk of incoming) text += chunk
        resolve(Object.assign(incoming, { text }))
      })
      sent.on('error', reject)
      sent.end(body)
    })
  const cookie = () => ({ cookie: browser.header })

  test('the routes are served, and every other request is passed on', async () => {
    const session = await ask('/auth/session', { headers: cookie() })
    expect([session.statusCode, JSON.parse(session.text).user.sub]).toEqual([200, expect.any(String)])
    // What others have set stays.
    expect(session.headers).toMatchObject({ 'set-cookie': ['theme=dark'], vary: 'Accept, Cookie' })
    expect((await ask('/auth/nothing')).statusCode).toBe(404)
    const page = await ask('/reports', { headers: cookie() })
    expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'private, no-store'])
    expect((await ask('/authors', { headers: cookie() })).statusCode).toBe(200)
  })

  test('a stranger is redirected, or refused', async () => {
    const page = await ask('/reports', { headers: { accept: 'text/html' } })
    expect([page.statusCode, page.headers.location]).toEqual([303, '/auth/login?returnTo=%2Freports'])
    expect((await ask('/reports')).statusCode).toBe(401)
  })

  test('a form signs out, and sets several cookies', async () => {
    const origin = `http://localhost:${port}`
    const content = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await ask('/auth/logout', {
      method: 'POST',
      headers: { ...cookie(), ...content, origin },
      body: 'a=b',
    })
    expect(answer.statusCode).toBe(303)
    expect(answer.headers['set-cookie']?.length).toBeGreaterThan(2)
  })

  test.each([
    ['the address of another host', 'http://evil.test/auth/session', {}],
    ['a host with a path', '/auth/session', { host: 'evil.test/auth/login?' }],
    ['a host with a person', '/auth/session', { host: 'a@evil.test' }],
  ])('%s is refused', async (_name, path, headers) => {
    expect((await ask(path, { headers: { ...cookie(), ...headers } })).statusCode).toBe(400)
  })

  test('a path that begins with two slashes stays a path of this host', async () => {
    expect((await ask('//evil.test/auth/session', { headers: { accept: 'text/html' } })).headers.location).toBe(
      '/auth/login?returnTo=%2F',
    )
  })

  test('a method that the Web forbids is refused, and a body that is too large is not read', async () => {
    expect((await ask('/auth/session', { method: 'TRACE' })).statusCode).toBe(400)
    const large = await ask('/auth/logout', { method: 'POST', body: 'x'.repeat(70_000) }).catch(() => null)
    expect(large?.statusCode ?? 413).toBe(413)
  })

  test('a body that a parser has read is an error that says what to do', async () => {
    isRead = true
    const origin = `http://localhost:${port}`
    expect(
      (await ask('/auth/logout', { method: 'POST', headers: { ...cookie(), origin }, body: 'a=b' })).statusCode,
    ).toBe(500)
    expect(errors[0]).toMatchObject({ code: 'config_invalid', message: expect.stringContaining('before body parsers') })
  })
})
