import { afterAll, beforeAll, expect, test } from 'vitest'
import { importUsers } from '../src/flows/management/user-import/user-import.ts'
import { claimsOf, openTestWorld, type TestWorld, webAuth } from './support/world.ts'

// What comes a second time, or pretends to be another, leaves its trace.

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld()
})
afterAll(() => world.close())

const refresh = (refresh_token: string) => world.token({ grant_type: 'refresh_token', refresh_token }, webAuth)
const events = async (userId: unknown) =>
  (
    await world.deps.db.sql.read(
      "SELECT action, actor_kind, detail FROM audit_event WHERE target_id = $1 AND action LIKE '%.reused'",
      [String(userId)],
    )
  ).map(({ action, actor_kind, detail }) => ({ action, actor: actor_kind, client: JSON.parse(String(detail)).client }))

test('a code that is used twice ends its tokens, with one event however often it comes', async () => {
  // TK-25
  const { code } = await world.signIn()
  const { body } = await world.redeem(code)
  for (let times = 0; times < 3; times += 1) expect((await world.redeem(code)).body.error).toBe('invalid_grant')
  expect((await world.userinfo(body.access_token)).status).toBe(401)
  const { sub } = claimsOf(body.access_token)
  expect(await events(sub)).toEqual([{ action: 'code.reused', actor: 'system', client: 'web' }])
})

test('a code that comes again long after it expired is noted too', async () => {
  const { code } = await world.signIn()
  const { body } = await world.redeem(code)
  world.pass(120_000)
  expect((await world.redeem(code)).body.error).toBe('invalid_grant')
  expect(await events(claimsOf(body.access_token).sub)).toHaveLength(1)
})

test('a refresh token that is used again ends its family, with one event', async () => {
  // TK-25
  const { code } = await world.signIn()
  const { body } = await world.redeem(code)
  const next = (await refresh((await refresh(body.refresh_token)).body.refresh_token)).body
  for (let times = 0; times < 3; times += 1)
    expect((await refresh(body.refresh_token)).body.error).toBe('invalid_grant')
  expect((await refresh(next.refresh_token)).body.error).toBe('invalid_grant')
  const { sub } = claimsOf(body.access_token)
  expect(await events(sub)).toEqual([{ action: 'refresh_token.reused', actor: 'system', client: 'web' }])
})

test('an event that cannot be written leaves the family alive and answers with an error', async () => {
  const { code } = await world.signIn()
  const { body } = await world.redeem(code)
  const next = (await refresh((await refresh(body.refresh_token)).body.refresh_token)).body
  await world.deps.db.sql.write('ALTER TABLE audit_event RENAME TO audit_event_away', [])
  expect((await refresh(body.refresh_token)).status).toBe(500)
  await world.deps.db.sql.write('ALTER TABLE audit_event_away RENAME TO audit_event', [])
  expect((await refresh(next.refresh_token)).status).toBe(200)
})

test('nobody is imported under the id of a client, and a person who has such a subject is no client', async () => {
  // TK-43
  const errors: string[] = []
  async function* lines() {
    yield JSON.stringify({ sub: 'web', email: 'web@example.test', email_verified: true, given_name: 'Web' })
  }
  const summary = await importUsers(world.deps, lines(), {
    dryRun: false,
    unverified: false,
    refused: (line, reason) => errors.push(`${line}: ${reason}`),
    progress: () => {},
  })
  expect(summary).toMatchObject({ made: 0, refused: 1 })
  expect(errors).toEqual(['1: sub: is the id of a client'])

  // A client may be registered later under a subject that is taken.
  const now = world.deps.now()
  await world.deps.db.prisma.user.create({
    data: {
      id: 'web',
      givenName: 'Web',
      createdAt: now,
      updatedAt: now,
      emails: { create: { address: 'w@example.test', isPrimary: true, verifiedAt: now } },
    },
  })
  const { code } = await world.signIn({ email: 'w@example.test' })
  const { body } = await world.redeem(code)
  expect(await (await world.userinfo(body.access_token)).json()).toMatchObject({ sub: 'web' })
  await world.deps.db.prisma.grant.updateMany({ where: { userId: 'web' }, data: { revokedAt: now } })
  expect((await world.userinfo(body.access_token)).status).toBe(401)
  const answer = await fetch(`${world.issuer}/introspect`, {
    method: 'POST',
    headers: { Authorization: `Basic ${btoa(webAuth.basic.map(encodeURIComponent).join(':'))}` },
    body: new URLSearchParams({ token: body.access_token }),
  })
  expect(await answer.json()).toEqual({ active: false })
})
