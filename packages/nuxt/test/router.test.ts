import type { Requirement, Session } from '@vestibule/core'
import { beforeEach, expect, test, vi } from 'vitest'
import guard from '../src/runtime/app/guard.ts'

// What the router of a browser does with a page, with the parts of Nuxt that it calls replaced.

interface Page {
  path: string
  fullPath: string
  meta: { auth?: unknown }
}

interface Navigation {
  to: string
  options?: { external: boolean }
}

const nuxt = vi.hoisted(() => ({
  session: null as unknown,
  // As for the island of a page, in which the same code enforces the same rules.
  app: {
    isHydrating: false,
    ssrContext: { islandContext: {} },
    runWithContext: <Result>(run: () => Result) => run(),
  },
}))

vi.mock('#imports', () => ({
  defineNuxtRouteMiddleware: (middleware: unknown) => middleware,
  useNuxtApp: () => nuxt.app,
  useRequestFetch: () => async () => nuxt.session,
  useRequestEvent: () => undefined,
  useState: () => ({ value: undefined }),
  useRuntimeConfig: () => ({ app: { baseURL: '/' } }),
  navigateTo: (to: string, options?: Navigation['options']) => ({ to, options }),
  abortNavigation: (error: unknown) => error,
  createError: (error: unknown) => error,
}))

vi.mock('#build/vestibule-app.mjs', () => ({
  basePath: '/auth',
  rules: [
    ['/members/**', true],
    ['/owners/**', { role: 'owner' }],
  ],
}))

const ada = (own: Partial<Session> = {}) =>
  ({
    user: { sub: 'ada', roles: [], permissions: [], organization: null, team: null },
    scopes: [],
    ...own,
  }) as Partial<Session> as Session

const open = (path: string, auth?: Requirement | { guestOnly: true; redirectTo?: string }) =>
  (guard as unknown as (page: Page) => Promise<unknown>)({ path, fullPath: path, meta: { auth } })

beforeEach(() => {
  nuxt.session = null
})

test('a page that needs a bound session is requested from the server, which waits for the key', async () => {
  nuxt.session = ada()
  expect(await open('/payouts', { bound: true })).toEqual({ to: '/payouts', options: { external: true } })
  nuxt.session = ada({ bound: true })
  expect(await open('/payouts', { bound: true })).toBeUndefined()
  // What no request would change is refused at once.
  expect(await open('/payouts', { role: 'owner' })).toMatchObject({ statusCode: 403 })
})

test('a page for guests has the route rules of its path too', async () => {
  expect(await open('/welcome', { guestOnly: true })).toBeUndefined()
  expect(await open('/members/welcome', { guestOnly: true })).toMatchObject({
    to: '/auth/login?returnTo=%2Fmembers%2Fwelcome',
  })
  nuxt.session = ada()
  expect(await open('/welcome', { guestOnly: true, redirectTo: '/private' })).toMatchObject({ to: '/private' })
  expect(await open('/members/welcome', { guestOnly: true })).toMatchObject({ to: '/' })
  expect(await open('/owners/welcome', { guestOnly: true })).toMatchObject({ statusCode: 403 })
})
