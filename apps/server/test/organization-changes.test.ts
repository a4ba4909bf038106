import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PlainBrowser } from './support/browser.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// Asking for permission changes nothing, and a change is kept with its event or not at all.

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld({
    OIDC_CLIENT_ID_7: 'admin',
    OIDC_CLIENT_7_SECRET: 'admin-secret-0123456789',
    OIDC_CLIENT_7_GRANT_TYPES: 'client_credentials',
    OIDC_CLIENT_7_SCOPES: 'organizations:read,organizations:write,members:write',
  })
  world.deps.txtRecords = async () => []
})
afterAll(() => world?.close())

const prisma = () => world.deps.db.prisma
const post = (browser: PlainBrowser, path: string, fields: Record<string, string>) =>
  browser.go(`${world.issuer}${path}`, {
    method: 'POST',
    body: new URLSearchParams({ confirm: 'yes', ...fields }).toString(),
  })

async function organization() {
  const { browser, person } = await world.signIn()
  const found = await prisma().organization.findFirstOrThrow({ where: { name: person.organization } })
  return { browser, at: `/organizations/${found.slug}`, id: found.id, email: person.email }
}
const versionOf = async (id: string) => (await prisma().organization.findUniqueOrThrow({ where: { id } })).version

async function patch(id: string, etag: string, body: object) {
  const basic: [string, string] = ['admin', 'admin-secret-0123456789']
  const token = (await world.token({ grant_type: 'client_credentials' }, { basic })).body.access_token
  return fetch(`${world.issuer}/api/v1/organizations/${id}`, {
    method: 'PATCH',
    body: JSON.stringify(body),
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'If-Match': etag },
  })
}

test('what is refused, and what changes nothing, leaves the version and an If-Match alone', async () => {
  const { browser, at, id, email } = await organization()
  await post(browser, `${at}/domains`, { domain: 'd.example.test' })
  await post(browser, `${at}/teams`, { team_name: 'Research' })
  const team = await prisma().team.findFirstOrThrow({ where: { organizationId: id } })
  const me = (await prisma().email.findUniqueOrThrow({ where: { address: email } })).userId
  const before = await versionOf(id)
  const events = await prisma().auditEvent.count({ where: { organizationId: id, result: 'ok' } })
  const nothing: [string, Record<string, string>, number][] = [
    ['/domains/check', { domain: 'd.example.test' }, 422],
    ['/domains/joining', { domain: 'd.example.test', joining: 'suggest' }, 422],
    ['/domains/mail', { domain: 'd.example.test' }, 200],
    ['/domains/confirm', { domain: 'd.example.test', code: '000000' }, 422],
    ['/domains', { domain: 'd.example.test' }, 200],
    ['/domains/remove', { domain: 'other.example.test' }, 404],
    ['/invitations', { email, role: 'member' }, 422],
    ['/invitations/resend', { id: 'none' }, 404],
    ['/invitations/revoke', { id: 'none' }, 404],
    ['/members/roles', { user: me, role: 'owner' }, 200],
    ['/members/roles', { user: me, role: 'member' }, 409],
    ['/teams/add', { team: team.id, user: me }, 200],
    ['/teams/rename', { team: team.id, name: team.name }, 200],
    ['/teams/open', { team: team.id }, 200],
  ]
  for (const [path, fields, status] of nothing) {
    expect((await post(browser, `${at}${path}`, fields)).status, path).toBe(status)
    expect(await versionOf(id), path).toBe(before)
  }
  expect(await prisma().auditEvent.count({ where: { organizationId: id, result: 'ok' } })).toBe(events)
  expect((await patch(id, `"${before}"`, { members_make_teams: false })).status).toBe(200)
  expect(await versionOf(id)).toBe(before + 1)
  // The same once more is no change, and the version of before is refused.
  expect((await patch(id, `"${before + 1}"`, { members_make_teams: false })).headers.get('etag')).toBe(
    `"${before + 1}"`,
  )
  expect((await patch(id, `"${before}"`, { members_make_teams: true })).status).toBe(412)
})

test('an event that cannot be written undoes its change', async () => {
  const { browser, at, id } = await organization()
  await post(browser, `${at}/domains`, { domain: 'kept.example.test' })
  await post(browser, `${at}/invitations`, { email: 'kept@example.test', role: 'member' })
  const invitation = await prisma().invitation.findFirstOrThrow({ where: { organizationId: id } })
  const state = async () => ({
    domains: await prisma().domain.findMany({ where: { organizationId: id } }),
    invitations: await prisma().invitation.findMany({ where: { organizationId: id } }),
    version: await versionOf(id),
  })
  const before = await state()
  const { sql } = world.deps.db
  await sql.write(
    `CREATE TRIGGER no_events BEFORE INSERT ON audit_event WHEN NEW.result = 'ok' BEGIN SELECT RAISE(ABORT, 'full'); END`,
    [],
  )
  try {
    for (const [path, fields] of [
      ['/domains', { domain: 'new.example.test' }],
      ['/domains/remove', { domain: 'kept.example.test' }],
      ['/invitations', { email: 'new@example.test', role: 'member' }],
      ['/invitations/resend', { id: invitation.id }],
      ['/invitations/revoke', { id: invitation.id }],
    ] as const)
      expect((await post(browser, `${at}${path}`, fields)).status, path).toBeGreaterThanOrEqual(500)
  } finally {
    await sql.write('DROP TRIGGER no_events', [])
  }
  expect(await state()).toEqual(before)
})

test('a stranger who looks again and again fills no log', async () => {
  // OWN-10
  const acme = await organization()
  const stranger = await world.signIn()
  const { userId } = await prisma().email.findUniqueOrThrow({ where: { address: stranger.person.email } })
  const refusals = () => prisma().auditEvent.count({ where: { actorId: userId, result: 'refused' } })
  for (let looked = 0; looked < 20; looked++) {
    expect((await stranger.browser.go(`${world.issuer}/admin`)).status).toBe(404)
    expect((await stranger.browser.go(`${world.issuer}${acme.at}`)).status).toBe(404)
  }
  expect(await refusals()).toBe(2)
  world.pass(3_601_000)
  await stranger.browser.go(`${world.issuer}/admin`)
  expect(await refusals()).toBe(3)
})
