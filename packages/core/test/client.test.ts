import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadingSnapshot, SessionClient } from '../src/client.ts'
import type { Session } from '../src/index.ts'
import { userOf } from '../src/model/session.ts'

const sessionOf = (sub: string): Session => ({
  user: userOf({ sub }),
  sid: null,
  authTime: 1,
  acr: null,
  scopes: [],
  expiresAt: 2,
  freshUntil: 2,
})

/** Requests of the client, each answered when the test says so. */
interface Sent {
  line: string
  answer(session: Session | null, status?: number): void
  fail(): void
}

let sent: Sent[]
let assigned: string[]
beforeEach(() => {
  sent = []
  assigned = []
  vi.stubGlobal(
    'fetch',
    (path: string, { method }: RequestInit) =>
      new Promise<Response>((resolve, reject) => {
        const answer = (session: Session | null, status = 200) => resolve(Response.json(session, { status }))
        sent.push({ line: `${method} ${path}`, answer, fail: () => reject(new TypeError('offline')) })
      }),
  )
  const location = { pathname: '/app/reports', search: '?year=2026', assign: (url: string) => assigned.push(url) }
  vi.stubGlobal('window', { location })
})
afterEach(() => vi.unstubAllGlobals())

const settled = () => new Promise((resolve) => setTimeout(resolve, 0))

test('all subscribers share one request, and are called when it is answered', async () => {
  const client = new SessionClient('/auth')
  expect(client.snapshot()).toBe(loadingSnapshot())
  const statuses: string[] = []
  const unsubscribe = client.subscribe(() => statuses.push(`first ${client.snapshot().status}`))
  client.subscribe(() => statuses.push(`second ${client.snapshot().status}`))
  expect(sent.map(({ line }) => line)).toEqual(['GET /auth/session'])
  sent[0]?.answer(sessionOf('ada'))
  await settled()
  expect(statuses).toEqual(['first signed-in', 'second signed-in'])
  expect(client.snapshot()).toBe(client.snapshot())
  unsubscribe()
  client.replace(null)
  expect(statuses.slice(2)).toEqual(['second signed-out'])
})

test('a session that the server has read needs no request, and a later one replaces it', () => {
  const client = new SessionClient('/auth', sessionOf('ada'))
  client.subscribe(() => {})
  expect([sent, client.snapshot().status]).toEqual([[], 'signed-in'])
  client.replace(sessionOf('grace'))
  expect(client.snapshot().session?.user.sub).toBe('grace')
})

test('a request that fails is an error for strangers, and signs nobody out', async () => {
  const stranger = new SessionClient('/auth')
  stranger.subscribe(() => {})
  sent[0]?.fail()
  await settled()
  expect(stranger.snapshot()).toEqual({ session: null, status: 'error' })
  const ada = new SessionClient('/auth', sessionOf('ada'))
  const refreshed = ada.refresh()
  sent[1]?.answer(null, 503)
  expect((await refreshed)?.user.sub).toBe('ada')
  expect(ada.snapshot().status).toBe('signed-in')
})

test('a refresh does not return the response of an earlier request', async () => {
  const client = new SessionClient('/auth')
  client.subscribe(() => {})
  const refreshed = client.refresh()
  expect(sent.map(({ line }) => line)).toEqual(['GET /auth/session', 'POST /auth/refresh'])
  sent[1]?.answer(sessionOf('after'))
  expect((await refreshed)?.user.sub).toBe('after')
  sent[0]?.answer(sessionOf('before'))
  await settled()
  expect(client.snapshot().session?.user.sub).toBe('after')
})

test('login navigates to the sign-in and back to the page, below a path of the host too', () => {
  new SessionClient('/auth').login()
  new SessionClient('/app/auth').login({ acr: 'phr' })
  new SessionClient('/app/auth').login({ returnTo: '/dashboard' })
  expect(assigned).toEqual([
    '/auth/login?returnTo=%2Fapp%2Freports%3Fyear%3D2026',
    '/app/auth/login?returnTo=%2Freports%3Fyear%3D2026&acr=phr',
    '/app/auth/login?returnTo=%2Fdashboard',
  ])
})

test('logout posts a form', () => {
  const form = { method: '', action: '', submit: vi.fn() }
  vi.stubGlobal('document', { createElement: () => form, body: { append: vi.fn() } })
  new SessionClient('/app/auth').logout()
  expect([form.method, form.action, form.submit.mock.calls.length]).toEqual(['post', '/app/auth/logout', 1])
})

test('logout is sent after the response of a refresh, which would set the cookies again', async () => {
  const form = { submit: vi.fn() }
  vi.stubGlobal('document', { createElement: () => form, body: { append: vi.fn() } })
  const client = new SessionClient('/auth', sessionOf('ada'))
  void client.refresh()
  client.logout()
  await settled()
  expect(form.submit).not.toHaveBeenCalled()
  sent[0]?.answer(sessionOf('ada'))
  await settled()
  expect(form.submit).toHaveBeenCalledOnce()
})

test('a refresh that is never answered does not hold up a logout for long', async () => {
  vi.useFakeTimers()
  const form = { submit: vi.fn() }
  vi.stubGlobal('document', { createElement: () => form, body: { append: vi.fn() } })
  const client = new SessionClient('/auth', sessionOf('ada'))
  void client.refresh()
  client.logout()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(form.submit).toHaveBeenCalledOnce()
  vi.useRealTimers()
})
