import { expect } from 'vitest'
import type { TestWorld } from './world.ts'

/** Everything that a person or an organization consists of. What counts attempts, or ends by itself, is left out. */
const tables = [
  'user_account',
  'email',
  'passkey',
  'consent',
  'token_grant',
  'organization',
  'membership',
  'team',
  'team_membership',
  'invitation',
  'domain',
  'join_request',
  'terms_acceptance',
  'signing_key',
  'address_change',
  'reserved_address',
  'recovery',
  'revocation',
  'outbox_message',
]

export type Operation = readonly [name: string, actions: readonly string[], run: () => Promise<unknown>]

async function everything({ deps }: TestWorld): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {}
  for (const table of tables) found[table] = await deps.db.sql.read(`SELECT * FROM ${table} ORDER BY 1, 2`, [])
  // Looking at a session writes down when.
  const sessions = await deps.db.sql.read('SELECT id, user_id, secret_digest, ended_at FROM session ORDER BY 1', [])
  return { ...found, session: sessions }
}

const eventsOf = async ({ deps }: TestWorld): Promise<string[]> =>
  (await deps.db.sql.read("SELECT action FROM audit_event WHERE result = 'ok' ORDER BY id", [])).map(({ action }) =>
    String(action),
  )

const deliveredAll = ({ deps }: TestWorld): Promise<void> =>
  expect
    .poll(async () => (await deps.db.sql.read('SELECT id FROM outbox_message', [])).length, { timeout: 10_000 })
    .toBe(0)

/**
 * Runs an operation while no audit event can be written: it fails, and nothing of it is kept. Then again while it can:
 * it works, and its events are there.
 */
export async function failsWithoutItsEvent(world: TestWorld, [name, actions, run]: Operation): Promise<void> {
  await deliveredAll(world)
  const before = await everything(world)
  const known = await eventsOf(world)
  await world.deps.db.sql.write(
    "CREATE TRIGGER no_events BEFORE INSERT ON audit_event WHEN NEW.result = 'ok' BEGIN SELECT RAISE(ABORT, 'no event'); END",
    [],
  )
  try {
    await expect(run(), `${name} fails without its event`).rejects.toThrow()
  } finally {
    await world.deps.db.sql.write('DROP TRIGGER no_events', [])
  }
  expect(await everything(world), `${name} leaves nothing behind`).toEqual(before)
  expect(await eventsOf(world)).toEqual(known)
  await run()
  const fresh = (await eventsOf(world)).slice(known.length)
  for (const action of actions) expect(fresh, `${name} writes ${action}`).toContain(action)
}
