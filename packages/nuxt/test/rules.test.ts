import { expect, test } from 'vitest'
import { type CacheRule, guardedAndShared, isGuarded } from '../src/build-time/shared-responses.ts'
import { isIsland, type Rules, requirementsFor, requirementsForIsland } from '../src/runtime/rules.ts'

const rules: Rules = [
  ['/admin/**', { role: 'owner' }],
  ['/admin/help', false],
  ['/reports', true],
  ['/teams/*/settings', true],
]
const demanded = (path: string) => {
  const demands = requirementsFor(rules, path)
  return demands === null ? 'refused' : (demands[0] ?? false)
}

test.each([
  '/admin',
  '/admin/',
  '/admin/users?x=1',
  '/Admin',
  '/ADMIN/users',
  '//admin',
  '/admin/.',
  '/./admin',
  '/x/../admin',
  '/%61dmin',
  '/%2561dmin',
  '/admin%2Fusers',
  '/\\admin',
  '/admin/_payload.json',
  '/admin/users/_payload.js?hash',
  '/admin/users/..%2fhelp',
  '/admin/x/%2e%2e/help',
  '/admin/help/../users',
])('SU-02 SU-01 %s is behind the rule of /admin/**', (path) => {
  expect(demanded(path)).toEqual({ role: 'owner' })
})

test.each<[string, unknown]>([
  ['/admin/help', false],
  ['/reports', true],
  ['/reports/', true],
  ['/reports/_payload.json', true],
  ['/reports/2026', false],
  ['/teams/a/settings', true],
  ['/teams/a/b/settings', false],
  ['/administrators', false],
  ['/', false],
  ['/%', 'refused'],
  ['/a%00', 'refused'],
])('%s: %j', (path, expected) => {
  expect(demanded(path)).toEqual(expected)
})

test.each<[string, Record<string, CacheRule>, string[]]>([
  ['a guarded page', { '/reports': { prerender: true } }, ['/reports (prerender)']],
  ['a page below a guard', { '/admin/users': { swr: 60 } }, ['/admin/users (swr)']],
  ['the same pattern', { '/admin/**': { isr: true, cache: {} } }, ['/admin/** (isr, cache)']],
  ['everything', { '/**': { prerender: true } }, ['/** (prerender)']],
  ['a wider pattern', { '/teams/**': { static: true } }, ['/teams/** (static)']],
  ['a page that a rule opens again', { '/admin/help': { prerender: true } }, []],
  ['open pages', { '/': { prerender: true }, '/blog/**': { swr: true } }, []],
  ['nothing kept', { '/admin/**': { swr: false } }, []],
])('SU-10 what is guarded is not served to everyone from one answer: %s', (_, routeRules, expected) => {
  expect(guardedAndShared(rules, routeRules)).toEqual(expected)
})

test('SU-10 a page that cannot be read counts as guarded', () => {
  expect(isGuarded(rules, '/%')).toBe(true)
  expect(isGuarded(rules, '/admin/users')).toBe(true)
  expect(isGuarded(rules, '/admin/help')).toBe(false)
})

const islandRules: Rules = [...rules, ['/__nuxt_island/Payroll', { role: 'owner' }]]
test.each<[string, unknown, unknown]>([
  ['/__nuxt_island/page_admin-users_h4sh.json', '/admin/users', [{ role: 'owner' }]],
  ['/__nuxt_island/page_admin-users_h4sh.json', 'admin/users', [{ role: 'owner' }]],
  ['/__nuxt_island/page_admin-users_h4sh.json', ['/open', '/%61DMIN//users'], [{ role: 'owner' }]],
  ['//__nuxt_island/page_admin-users_h4sh', '/admin/users?x=1#y', [{ role: 'owner' }]],
  ['/__nuxt_island/Payroll_h4sh.json?props=%7B%7D', undefined, [{ role: 'owner' }]],
  ['/__nuxt_island/Payroll_h4sh', '/', [{ role: 'owner' }]],
  ['/%5f_nuxt_island/payroll_h4sh.json', '/', [{ role: 'owner' }]],
  ['/__nuxt_island/Payroll_Help_h4sh.json', '/', []],
  ['/__nuxt_island/page_open_h4sh.json', '/open', []],
  ['/__nuxt_island/page_open_h4sh.json', '/%', null],
])('SU-04 %s for %j', (path, url, expected) => {
  expect(isIsland(path)).toBe(true)
  expect(requirementsForIsland(islandRules, path, url)).toEqual(expected)
})
