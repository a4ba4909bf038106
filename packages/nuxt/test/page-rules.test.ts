import { expect, test } from 'vitest'
import { pageRules, pagesWithRouteGuards } from '../src/build-time/page-rules.ts'
import { guardedAndShared, isGuarded } from '../src/build-time/shared-responses.ts'

const rules = pageRules([
  { path: '/', meta: {} },
  { path: '/about' },
  { path: '/:slug()', meta: { auth: true } },
  { path: '/teams/:team()', meta: { auth: { role: 'owner' } }, children: [{ path: 'settings', meta: { auth: true } }] },
  { path: '/docs/:path(.*)*', meta: { auth: false } },
  { path: '/files/:path(.*)*', meta: { auth: true }, alias: '/attachments/:path(.*)*' },
  { path: '/welcome', meta: { auth: { guestOnly: true } } },
])

test.each([
  ['/', false],
  ['/about', false],
  ['/pricing', true],
  ['/teams/a', true],
  ['/teams/a/settings', true],
  ['/docs/a/b', false],
  ['/files/a/b', true],
  ['/attachments/a/b', true],
  ['/welcome', false],
  ['/nowhere/at/all', false],
])('a page’s own guard is known while building: %s is guarded: %s', (path, expected) => {
  expect(isGuarded(rules, path)).toBe(expected)
})

test('S3 a route that is served to everyone from one answer is compared with the pages themselves', () => {
  const shared = (pattern: string) => guardedAndShared(rules, { [pattern]: { swr: 60 } })
  expect(shared('/about')).toEqual([])
  expect(shared('/welcome')).toEqual([])
  expect(shared('/pricing')).toEqual(['/pricing (swr)'])
  expect(shared('/teams/**')).toEqual(['/teams/** (swr)'])
  expect(shared('/docs/**')).toEqual([])
})

test('a page whose defineRouteRules names auth is found, read by Nuxt or not, so that no build leaves it open', () => {
  const sources: Record<string, string> = {
    'open.vue': "definePageMeta({ auth: true })\ndefineRouteRules({ swr: seconds })\nconst auth = 'x'",
    'computed.vue': 'defineRouteRules({\n  swr: 60,\n  auth: owners,\n})',
  }
  const found = pagesWithRouteGuards(
    [
      { path: '/open', file: 'open.vue' },
      { path: '/shared', file: 'shared.vue', rules: {} },
      { path: '/docs/:path(.*)*', file: 'docs.vue', rules: { auth: true } },
      { path: '/docs', file: 'docs.vue', rules: { auth: true } },
      { path: '/teams', children: [{ path: 'settings', file: 'settings.vue', rules: { auth: false } }] },
      { path: '/computed', file: 'computed.vue' },
      { path: '/made', rules: { auth: { role: 'owner' } } },
    ],
    (file) => sources[file] ?? '',
  )
  expect(found).toEqual(['docs.vue', 'settings.vue', 'computed.vue', '/made'])
})
