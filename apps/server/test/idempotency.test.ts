import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { digest } from '../src/crypto/random.ts'
import { claimIdempotencyKey } from '../src/store/beyond-prisma/idempotency.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// A POST with an Idempotency-Key: the change and its answer are committed together, or neither is.

const scopes =
  'users:write,organizations:read,organizations:write,members:write,invitations:write,clients:write,webhooks:write,signing_keys:write,themes:write'

describe.each(['sqlite', 'postgresql'] as const)('on %s', (database) => {
  let world: TestWorld
  let organization = ''
  let owner = ''
  beforeAll(async () => {
    world = await openTestWorld(
      {
        OIDC_CLIENT_ID_7: 'admin',
        OIDC_CLIENT_7_SECRET: 'admin-secret-0123456789',
        OIDC_CLIENT_7_GRANT_TYPES: 'client_credentials',
        OIDC_CLIENT_7_SCOPES: scopes,
      },
      { database },
    )
    owner = (await post('/users', { email: 'owner@example.test' })).body.id
    organization = (await post('/organizations', { name: 'Keys', slug: 'keys', owner })).body.id
  })
  afterAll(() => world?.close())

  // biome-ignore lint/suspicious/noExplicitAny: a JSON answer, looked at by tests
  type Answer = { status: number; replayed: boolean; body: any }

  async function post(path: string, body?: unknown, key?: string): Promise<Answer> {
    const basic = ['admin', 'admin-secret-0123456789'] as const
    const token = await world.token({ grant_type: 'client_credentials' }, { basic: [...basic] })
    const answer = await fetch(`${world.issuer}/api/v1${path}`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${token.body.access_token}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(key === undefined ? {} : { 'Idempotency-Key': key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    const replayed = answer.headers.get('idempotent-replayed') === 'true'
    return { status: answer.status, replayed, body: text ? JSON.parse(text) : null }
  }

  const rows = async (table: string): Promise<number> =>
    Number((await world.deps.db.sql.read(`SELECT count(*) AS n FROM ${table}`, []))[0]?.n)

  /** Lets no answer be stored, until the function that it returns is called: the last statement of a change fails. */
  async function refuseAnswers(): Promise<() => Promise<void>> {
    const run = async (text: string) => void (await world.deps.db.sql.write(text, []))
    if (database === 'sqlite') {
      await run(
        "CREATE TRIGGER no_answers BEFORE UPDATE ON idempotent_answer BEGIN SELECT RAISE(ABORT, 'no answer'); END",
      )
      return () => run('DROP TRIGGER no_answers')
    }
    await run(
      `CREATE OR REPLACE FUNCTION no_answer() RETURNS trigger AS 'BEGIN RAISE EXCEPTION ''no answer''; END' LANGUAGE plpgsql`,
    )
    await run('CREATE TRIGGER no_answers BEFORE UPDATE ON idempotent_answer FOR EACH ROW EXECUTE FUNCTION no_answer()')
    return () => run('DROP TRIGGER no_answers ON idempotent_answer')
  }

  const creations: [table: string, path: () => string, body?: () => unknown][] = [
    ['email', () => '/users', () => ({ email: 'new@example.test' })],
    ['organization', () => '/organizations', () => ({ name: 'Once', owner })],
    ['client', () => '/clients', () => ({ client_name: 'Once', redirect_uris: ['https://once.example.test/cb'] })],
    ['resource', () => '/resources', () => ({ resource: 'https://once.example.test/' })],
    ['webhook_endpoint', () => '/webhook-endpoints', () => ({ url: 'https://once.example.test/hook' })],
    ['initial_access_token', () => '/initial-access-tokens', () => ({ name: 'Once', expires_in: 3600 })],
    ['team', () => `/organizations/${organization}/teams`, () => ({ name: 'Once' })],
    ['invitation', () => `/organizations/${organization}/invitations`, () => ({ email: 'guest@example.test' })],
    ['domain', () => `/organizations/${organization}/domains`, () => ({ name: 'once.example.test' })],
  ]
  test.each(creations)('%s: what has no stored answer was not done, and its key is free', async (table, path, body) => {
    const key = `once-${table}`
    const [before, events] = [await rows(table), await rows('audit_event')]
    const allow = await refuseAnswers()
    try {
      expect((await post(path(), body?.(), key)).status).toBe(500)
    } finally {
      await allow()
    }
    expect([await rows(table), await rows('audit_event')]).toEqual([before, events])
    const made = await post(path(), body?.(), key)
    expect([made.status, made.replayed]).toEqual([201, false])
    const again = await post(path(), body?.(), key)
    expect(again).toEqual({ ...made, replayed: true })
    expect(await rows(table)).toBe(before + 1)
  })

  test('a client that was created under a key works at once, and its secret is stored sealed', async () => {
    const body = { client_name: 'Machine', grant_types: ['client_credentials'], scope: 'organizations:read' }
    const made = await post('/clients', body, 'machine')
    const { client_id: id, client_secret: secret } = made.body
    const token = await world.token({ grant_type: 'client_credentials' }, { basic: [id, secret] })
    expect(token.status).toBe(200)
    expect((await post('/clients', body, 'machine')).body.client_secret).toBe(secret)
    const stored = await world.deps.db.sql.read('SELECT body FROM idempotent_answer', [])
    expect(JSON.stringify(stored)).not.toContain(secret)
  })

  test('the same key twenty times at once: one change, and one answer', async () => {
    const send = () => post('/organizations', { name: 'Twenty', owner }, 'twenty')
    const answers = await Promise.all(Array.from({ length: 20 }, send))
    expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([])
    expect(new Set(answers.filter(({ status }) => status === 201).map(({ body }) => body.id)).size).toBe(1)
    const named = await world.deps.db.sql.read("SELECT id FROM organization WHERE name = 'Twenty'", [])
    expect(named.map(({ id }) => id)).toEqual([(await send()).body.id])
  })

  test('the key of a process that was killed is free again within a minute', async () => {
    const path = `/organizations/${organization}/teams`
    const body = { name: 'Killed' }
    const at = world.deps.now().getTime()
    await claimIdempotencyKey(
      world.deps.db,
      { id: digest(['admin', `/api/v1${path}`, 'killed'].join('\n')), token: 'of the process that was killed' },
      {
        request: digest(JSON.stringify(body)),
        now: new Date(at),
        expiresAt: new Date(at + 30_000),
        orphanedBy: new Date(at),
      },
    )
    expect((await post(path, body, 'killed')).body.code).toBe('idempotency_key_in_use')
    world.pass(30_000)
    expect((await post(path, body, 'killed')).status).toBe(201)
  })

  test('a key that an earlier version never answered is free', async () => {
    const path = `/organizations/${organization}/teams`
    const now = world.deps.now().getTime()
    await world.deps.db.sql.write(
      "INSERT INTO idempotent_answer (id, request, status, body, expires_at) VALUES ($1, 'x', 0, '', $2)",
      [digest(['admin', `/api/v1${path}`, 'stuck'].join('\n')), new Date(now + 86_400_000 - 60_000)],
    )
    expect((await post(path, { name: 'Stuck' }, 'stuck')).status).toBe(201)
  })

  /** The path that checks a new domain, whose TXT record is there. */
  async function provable(name: string): Promise<{ path: string; txtRecords(): Promise<string[]> }> {
    const path = `/organizations/${organization}/domains`
    const { body } = await post(path, { name })
    return { path: `${path}/${name}/check`, txtRecords: async () => [body.record_value] }
  }

  const proofs = async (name: string): Promise<number> =>
    (
      await world.deps.db.sql.read(
        "SELECT id FROM audit_event WHERE action = 'domain.verified' AND target_id = $1 AND result = 'ok'",
        [name],
      )
    ).length

  test('a request that took too long commits nothing once another one has its key', async () => {
    const { path, txtRecords } = await provable('late.example.test')
    const before = world.deps.txtRecords
    const first = Promise.withResolvers<void>()
    const lookedUp = Promise.withResolvers<void>()
    try {
      world.deps.txtRecords = async () => {
        world.deps.txtRecords = txtRecords
        lookedUp.resolve()
        await first.promise
        return txtRecords()
      }
      const late = post(path, undefined, 'late')
      await lookedUp.promise
      expect((await post(path, undefined, 'late')).status).toBe(409)
      world.pass(31_000)
      const second = await post(path, undefined, 'late')
      expect(second.status).toBe(200)
      first.resolve()
      expect((await late).body.code).toBe('idempotency_key_in_use')
      expect(await proofs('late.example.test')).toBe(1)
      expect(await post(path, undefined, 'late')).toEqual({ ...second, replayed: true })
    } finally {
      world.deps.txtRecords = before
    }
  })

  test('a refusal under a key is answered again, and undoes its own part alone', async () => {
    const refused = await post('/organizations', { name: 'Other', slug: 'keys', owner }, 'refused')
    expect(refused.status).toBe(409)
    expect(await post('/organizations', { name: 'Other', slug: 'keys', owner }, 'refused')).toEqual({
      ...refused,
      replayed: true,
    })
  })

  test('keys are rotated once, and a domain is looked up before its transaction', async () => {
    const rotated = await post('/signing-keys/rotate', { force: true }, 'rotate')
    expect(rotated.status).toBe(200)
    expect((await post('/signing-keys/rotate', { force: true }, 'rotate')).body).toEqual(rotated.body)
    const { path, txtRecords } = await provable('looked-up.example.test')
    const before = world.deps.txtRecords
    try {
      world.deps.txtRecords = txtRecords
      const checked = await post(path, undefined, 'check')
      expect([checked.status, checked.body.method]).toEqual([200, 'dns'])
      expect(await post(path, undefined, 'check')).toEqual({ ...checked, replayed: true })
      expect(await proofs('looked-up.example.test')).toBe(1)
    } finally {
      world.deps.txtRecords = before
    }
  })
})
