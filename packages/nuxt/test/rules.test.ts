import { expect, test } from 'vitest'
import { demandsOf, type Rules } from '../src/runtime/server/rules.ts'

const rules: Rules = [
  ['/admin/**', { role: 'owner' }],
  ['/admin/help', false],
  ['/reports', true],
  ['/teams/*/settings', true],
]
const demanded = (path: string) => {
  const demands = demandsOf(rules, path)
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
