import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AuthError, type GuardResult } from '@vestibule/core'
import { createApp, defineEventHandler, toNodeListener } from 'h3'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import context from '../src/runtime/server/context.ts'

// What the server does for a page that enforces a requirement while it renders.

const core = vi.hoisted(() => ({ result: undefined as unknown }))

vi.mock('#imports', () => ({ getRouteRules: () => ({}) }))
vi.mock('../src/runtime/server/auth.ts', () => ({ auth: () => ({ guard: async () => core.result }) }))

const app = createApp()
  .use(context)
  .use(defineEventHandler(async (event) => (await event.context.vestibule?.guard({}, '/'))?.outcome))
const server = createServer(toNodeListener(app))
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => new Promise((resolve) => server.close(resolve)))

const refreshed = ['__Host-vestibule_session_x=new; Path=/']
const refusal = new AuthError('forbidden', 'The signed-in person does not have this permission.')
refusal.setCookies = refreshed

test.each<GuardResult>([
  { outcome: 'allowed', session: {} as never, setCookies: refreshed },
  { outcome: 'redirect', location: '/auth/login', setCookies: refreshed },
  { outcome: 'refused', error: refusal },
])('the cookies of a refresh are sent with a page, whatever its guard decides: $outcome', async (result) => {
  core.result = result
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  expect(await response.text()).toBe(result.outcome)
  expect(response.headers.getSetCookie()).toEqual(refreshed)
  expect(response.headers.get('cache-control')).toBe('private, no-store')
})
