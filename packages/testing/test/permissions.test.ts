import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createAuth, optionsFromEnvironment } from '../../core/src/index.ts'
import { type SignInOptions, startVestibule } from '../src/index.ts'

// What people may do in the application under test: by roles of the real server, and in sessions of the SDK.

const folder = mkdtempSync(join(tmpdir(), 'vestibule-testing-permissions-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const many = Array.from({ length: 200 }, (_, index) => `p${index}`.padEnd(32, 'x') + '.y'.padEnd(32, 'y'))
const others = ['invoice.approve', 'invoice.delete']
const file = join(folder, 'permissions.json')
const declared = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, {}]))
writeFileSync(
  file,
  JSON.stringify({
    permissions: {
      'invoice.read': { level: 'basic' },
      'invoice.pay': { min_acr: 'phr' },
      ...declared([...others, ...many]),
    },
    roles: { clerk: { permissions: ['invoice.approve'] } },
  }),
)

async function withApplication(settings: Record<string, string> = { PERMISSIONS_FILE: file }) {
  const vestibule = await startVestibule({ settings, clients: [{ fetch: (request) => auth.handle(request) }] })
  const permissions = { 'invoice.read': {}, 'invoice.pay': { acr: 'phr' }, ...declared([...others, ...many]) }
  const auth = createAuth({ ...optionsFromEnvironment({ ...vestibule.env, NODE_ENV: 'test' }), permissions })
  const signIn = async (options: Omit<SignInOptions, 'email'> = {}) =>
    (await vestibule.signInAs({ email: 'ada@example.com', organization: 'Acme', ...options })).cookie
  const held = async (cookie: string) => (await auth.read(cookie))?.user.permissions
  const page = (cookie: string, permission: string | string[]) => {
    const request = new Request('http://localhost:3000/invoices', { headers: { cookie, accept: 'text/html' } })
    return auth.guard(request, { permission }, { as: 'page' })
  }
  return { vestibule, auth, signIn, held, page, [Symbol.asyncDispose]: vestibule.close }
}

test('a person has the permissions that are asked for last, beside those of their role', async () => {
  await using app = await withApplication()
  expect(await app.held(await app.signIn())).toEqual(['invoice.read'])
  const both = ['invoice.approve', 'invoice.pay']
  const approves = await app.signIn({ permissions: both, acr: 'phr' })
  expect([...((await app.held(approves)) ?? [])].sort()).toEqual(['invoice.approve', 'invoice.pay', 'invoice.read'])
  // Who signed in without a passkey is told of none that needs one.
  expect(await app.held(await app.signIn({ permissions: both }))).not.toContain('invoice.pay')
  expect(await app.page(approves, ['invoice.read', 'invoice.approve'])).toMatchObject({ outcome: 'allowed' })
  expect(await app.page(approves, 'invoice.delete')).toMatchObject({ outcome: 'refused', error: { status: 403 } })
  // Who names none keeps theirs.
  expect(await app.held(await app.signIn({ acr: 'phr' }))).toHaveLength(3)
  expect(await app.held(await app.signIn({ permissions: [] }))).toEqual(['invoice.read'])
  const elsewhere = await app.signIn({ organization: 'Byron & Co' })
  expect(await app.held(elsewhere)).toEqual(['invoice.read'])
  const owner = { email: 'grace@example.com', role: 'owner', acr: 'phr' } as const
  expect(await app.held(await app.signIn(owner as SignInOptions))).toHaveLength(204)
})

test('a permission that asks for a passkey leads to a sign-in with one, and lets in who has done so', async () => {
  await using app = await withApplication()
  const weak = await app.page(await app.signIn({ permissions: ['invoice.pay'] }), 'invoice.pay')
  expect(weak).toMatchObject({ outcome: 'redirect', location: expect.stringContaining('acr=phr') })
  const strong = await app.signIn({ permissions: ['invoice.pay'], acr: 'phr' })
  expect(await app.page(strong, 'invoice.pay')).toMatchObject({ outcome: 'allowed' })
})

test('RO-19 with 200 long permissions the ID token has none, userinfo has all, and no cookie is above 4,096 bytes', async () => {
  await using app = await withApplication()
  const cookie = await app.signIn({ permissions: many })
  for (const each of cookie.split('; ')) expect(each.length).toBeLessThan(4096)
  expect(await app.held(cookie)).toHaveLength(201)
  expect(await app.page(cookie, many)).toMatchObject({ outcome: 'allowed', setCookies: [] })
})

test('what is missing says so', async () => {
  await using app = await withApplication()
  await expect(app.signIn({ permissions: ['invoice.aprove'] })).rejects.toThrow('There is no permission invoice.aprove')
  await expect(app.vestibule.createPerson({ email: 'ada@example.com', permissions: ['invoice.read'] })).rejects.toThrow(
    'name one',
  )
  await using without = await withApplication({})
  await expect(without.signIn({ permissions: ['invoice.read'] })).rejects.toThrow('settings.PERMISSIONS_FILE')
})
