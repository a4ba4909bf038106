import { Session } from 'node:inspector/promises'
import { expect } from 'vitest'
import type { TestWorld } from './world.ts'

/** Everything that a person or an organization consists of. What counts attempts, or ends by itself, is left out. */
const tables = [
  'user_account',
  'email',
  'passkey',
  'picture',
  'consent',
  'token_grant',
  'organization',
  'organization_client_rule',
  'membership',
  'team',
  'team_membership',
  'invitation',
  'domain',
  'join_request',
  'terms_acceptance',
  'terms_version',
  'server_terms',
  'organization_terms',
  'organization_terms_draft',
  'organization_terms_acceptance',
  'signing_key',
  'address_change',
  'reserved_address',
  'unverified_address',
  'recovery',
  'revocation',
  'operator_role',
  'owner_act',
  'impersonation',
  'outbox_message',
  'theme',
  'theme_version',
  'theme_image',
  'client',
  'registered_client',
  'initial_access_token',
  'client_rule',
  'resource',
  'field',
  'field_index',
  'field_unique',
  'api_key',
  'permission',
  'role',
  'role_permission',
  'membership_role',
  'team_role',
  'change_counter',
  'webhook_endpoint',
  'mail_suppression',
  'connection',
  'connection_domain',
  'external_identity',
  'role_mapping',
  'setup_link',
  'sso_bypass',
  'directory',
  'directory_token',
  'directory_user',
  'directory_group',
  'directory_member',
  'directory_mapping',
  'suspended_membership',
  'agent_connection',
  'token_grant',
  'used_assertion',
]

export type Operation = readonly [name: string, actions: readonly string[], run: () => Promise<unknown>]

async function everything({ deps }: TestWorld): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {}
  for (const table of tables) {
    const rows = await deps.db.sql.read(`SELECT * FROM ${table} ORDER BY 1, 2`, [])
    // Whoever looks at a domain holds it for a while, whatever comes of it.
    found[table] = rows.map(({ next_check_at: _, ...row }) => row)
  }
  // Looking at a session writes down when.
  const sessions = await deps.db.sql.read('SELECT id, user_id, secret_digest, ended_at FROM session ORDER BY 1', [])
  return { ...found, session: sessions }
}

const eventsOf = async ({ deps }: TestWorld): Promise<string[]> =>
  (await deps.db.sql.read("SELECT action FROM audit_event WHERE result = 'ok' ORDER BY id", [])).map(({ action }) =>
    String(action),
  )

const deliveredAll = ({ deps }: TestWorld): Promise<void> =>
  expect.poll(async () => (await deps.db.sql.read('SELECT id FROM outbox_message', [])).length).toBe(0)

/** Refuses the events that meet a condition, until the function that it returns is called. */
export async function refuseEvents({ deps }: TestWorld, condition = ''): Promise<() => Promise<void>> {
  const run = async (text: string) => void (await deps.db.sql.write(text, []))
  if (deps.config.database.kind === 'sqlite') {
    await run(
      `CREATE TRIGGER no_events BEFORE INSERT ON audit_event ${condition} BEGIN SELECT RAISE(ABORT, 'no event'); END`,
    )
    return () => run('DROP TRIGGER no_events')
  }
  await run(
    `CREATE OR REPLACE FUNCTION no_event() RETURNS trigger AS 'BEGIN RAISE EXCEPTION ''no event''; END' LANGUAGE plpgsql`,
  )
  await run(
    `CREATE TRIGGER no_events BEFORE INSERT ON audit_event FOR EACH ROW ${condition} EXECUTE FUNCTION no_event()`,
  )
  return () => run('DROP TRIGGER no_events ON audit_event')
}

const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })

/** The functions of `store/` that ran since the last call: `hot/sessions: endSession`. */
async function functionsThatRan(): Promise<string[]> {
  const { result } = await session.post('Profiler.takePreciseCoverage')
  return result.flatMap(({ url, functions }) => {
    const path = url.match(/\/src\/store\/(.+)\.ts/)?.[1]
    if (!path) return []
    const ran = functions.filter(({ ranges: [all] }) => (all?.count ?? 0) > 0)
    return ran.map(({ functionName }) => `${path}: ${functionName}`)
  })
}

/** The functions of `store/` that ran in operations that are undone without their events. */
export const undoneWithoutEvent = new Set<string>()

/**
 * Runs an operation while no audit event can be written: it fails, and nothing of it is kept. Then again while it can:
 * it works, and its events are there.
 */
export async function failsWithoutItsEvent(world: TestWorld, [name, actions, run]: Operation): Promise<void> {
  await deliveredAll(world)
  const before = await everything(world)
  const known = await eventsOf(world)
  const allow = await refuseEvents(world, "WHEN (NEW.result = 'ok')")
  await functionsThatRan()
  try {
    await expect(run(), `${name} fails without its event`).rejects.toThrow()
  } finally {
    await allow()
  }
  expect(await everything(world), `${name} leaves nothing behind`).toEqual(before)
  expect(await eventsOf(world)).toEqual(known)
  await run()
  for (const name of await functionsThatRan()) undoneWithoutEvent.add(name)
  const fresh = (await eventsOf(world)).slice(known.length)
  for (const action of actions) expect(fresh, `${name} writes ${action}`).toContain(action)
}
