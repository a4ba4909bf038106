// Fills a migrated database with people, as many as a company could dream of, by the database's own statements. Ids sort
// by time as the server's do. Secondary indexes are made afterwards, which takes minutes instead of hours.
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'

/** A database that statements can be sent to. `series(n)` is a table `g` with a column `i` from 0 to n - 1. */
function openSqlite(file) {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false })
  database.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA cache_size = -1000000; PRAGMA temp_store = FILE',
  )
  return {
    series: (n) =>
      `(WITH RECURSIVE g(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM g WHERE i < ${n - 1}) SELECT i FROM g) AS g`,
    id: (ms, i) => `printf('%012x%020x', ${ms}, ${i})`,
    number: (i) => `printf('%08d', ${i})`,
    time: (ms) => ms,
    yes: '1',
    no: '0',
    run: async (sql) => database.exec(sql),
    indexes: async () =>
      database
        .prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL")
        .all()
        .map(({ name, sql }) => ({ name, sql })),
    rows: async (sql) => database.prepare(sql).all(),
    close: async () => {
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      database.close()
    },
  }
}

async function openPostgres(url) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    'SET session_replication_role = replica; SET synchronous_commit = off; SET maintenance_work_mem = 1000000',
  )
  return {
    series: (n) => `generate_series(0::bigint, ${n - 1}) AS g(i)`,
    id: (ms, i) => `lpad(to_hex((${ms})::bigint), 12, '0') || lpad(to_hex((${i})::bigint), 20, '0')`,
    number: (i) => `lpad((${i})::text, 8, '0')`,
    time: (ms) => `to_timestamp((${ms})::numeric / 1000)`,
    yes: 'true',
    no: 'false',
    run: (sql) => client.query(sql),
    indexes: async () =>
      (
        await client.query(
          `SELECT indexname AS name, indexdef AS sql FROM pg_indexes WHERE schemaname = 'public'
           AND indexname NOT IN (SELECT conname FROM pg_constraint)`,
        )
      ).rows,
    rows: async (sql) => (await client.query(sql)).rows,
    close: async () => {
      await client.query('ANALYZE')
      await client.end()
    },
  }
}

/** People, and for each: an address, a membership, two sessions and sign-ins, four grants and audit events, a mail, a webhook. */
export async function fill(where, people, say = () => {}) {
  const db = where.startsWith('postgresql:') ? await openPostgres(where) : openSqlite(where)
  const now = Date.now()
  const year = 365 * 86_400_000
  const organizations = Math.max(1, Math.floor(people / 10))
  // The person of row i, as far from the one before as can be: neighbours in a table are never neighbours in life.
  const someone = (i) => `((${i} * 7919) % ${people})`
  const joined = (i) => `${now - year} + ${i} * ${year} / ${people}`
  const person = (i) => db.id(joined(i), i)
  const organization = (i) => db.id(`${now - year}`, `${i}`)
  const recent = (i, n) => `${now - 20 * 86_400_000} + ${i} * ${19 * 86_400_000} / ${n}`
  const indexes = await db.indexes()
  for (const { name } of indexes) await db.run(`DROP INDEX "${name}"`)
  const steps = {
    user_account: `INSERT INTO user_account (id, given_name, family_name, locale, phone_verified, created_at, updated_at)
      SELECT ${person('i')}, 'Given' || (i % 5000), 'Family' || (i % 50000), 'en', ${db.no}, ${db.time(joined('i'))}, ${db.time(joined('i'))} FROM ${db.series(people)}`,
    email: `INSERT INTO email (address, user_id, is_primary, verified_at)
      SELECT 'user' || ${db.number('i')} || '@company' || (i % 1000) || '.example.test', ${person('i')}, ${db.yes}, ${db.time(joined('i'))} FROM ${db.series(people)}`,
    organization: `INSERT INTO organization (id, slug, name, created_at)
      SELECT ${organization('i')}, 'org-' || ${db.number('i')}, 'Organization ' || i, ${db.time(`${now - year}`)} FROM ${db.series(organizations)}`,
    membership: `INSERT INTO membership (organization_id, user_id, roles, created_at)
      SELECT ${organization(`(i % ${organizations})`)}, ${person('i')}, CASE WHEN i < ${organizations} THEN 'owner' ELSE 'member' END, ${db.time(joined('i'))} FROM ${db.series(people)}`,
    session: `INSERT INTO session (id, secret_digest, user_id, authenticated_at, acr, amr, user_agent, network, created_at, seen_at, expires_at)
      SELECT ${db.id(recent('i', 2 * people), 'i')}, 'digest of the secret, forty-three characters.', ${person(someone('i'))}, ${db.time(recent('i', 2 * people))}, 'urn:vestibule:acr:email', 'otp', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36', '203.0.113.7', ${db.time(recent('i', 2 * people))}, ${db.time(recent('i', 2 * people))}, ${db.time(`${now + 30 * 86_400_000}`)} FROM ${db.series(2 * people)}`,
    token_grant: `INSERT INTO token_grant (id, client_id, user_id, session_id, offline, scope, acr, amr, authenticated_at, generation, created_at, rotated_at, expires_at)
      SELECT ${db.id(recent('i', 4 * people), 'i')}, 'app', ${person(someone('i'))}, ${db.id(recent('i / 2', 2 * people), 'i / 2')}, ${db.no}, 'openid profile email', 'urn:vestibule:acr:email', 'otp', ${db.time(recent('i', 4 * people))}, 3, ${db.time(recent('i', 4 * people))}, ${db.time(recent('i', 4 * people))}, ${db.time(`${now + 30 * 86_400_000}`)} FROM ${db.series(4 * people)}`,
    audit_event: `INSERT INTO audit_event (id, at, action, actor_kind, actor_id, target_kind, target_id, network, result, pending)
      SELECT ${db.id(recent('i', 4 * people), 'i')}, ${db.time(recent('i', 4 * people))}, 'session.created', 'user', ${person(someone('i'))}, 'session', ${db.id(recent('i / 2', 2 * people), 'i / 2')}, '203.0.113.7', 'ok', ${db.no} FROM ${db.series(4 * people)}`,
    sign_in_attempt: `INSERT INTO sign_in_attempt (id, bound, place, address_key, user_id, client_id, interaction_id, method, outcome, reason, network, device)
      SELECT ${db.id(recent('i', 2 * people), 'i')}, 'bound ' || i, 1, 'digest of the address, forty-three characters ' || (i % ${people}), ${person(someone('i'))}, 'app', ${db.id(recent('i', 2 * people), 'i')}, 'code', 'succeeded', '', '203.0.113.0/24', 'Chrome on Linux' FROM ${db.series(2 * people)}`,
    sign_in_daily: `INSERT INTO sign_in_daily (day, method, outcome, reason, client_id, count)
      SELECT '2026-11-' || CASE WHEN i < 9 THEN '0' ELSE '' END || (i + 1), 'code', 'succeeded', '', 'app', ${people} FROM ${db.series(30)}`,
    mail_delivery: `INSERT INTO mail_delivery (id, kind, address_key, address_shown, outcome, attempts, at, reply_code, reply_text, message_id, expires_at)
      SELECT ${db.id(recent('i', people), 'i')}, 'sign-in-code', 'digest of the address, forty-three characters ' || i, 'u...@company' || (i % 1000) || '.example.test', 'sent', 1, ${db.time(recent('i', people))}, 250, 'accepted', 'message ' || i, ${db.time(`${now + 30 * 86_400_000}`)} FROM ${db.series(people)}`,
    webhook_endpoint: `INSERT INTO webhook_endpoint (id, name, url, actions, secret, secret_at, created_at, updated_at, disabled_at)
      VALUES ('${'e'.repeat(32)}', 'Filled', 'https://hooks.example.test/', '', 'sealed', ${db.time(`${now}`)}, ${db.time(`${now}`)}, ${db.time(`${now}`)}, ${db.time(`${now}`)})`,
    webhook_delivery: `INSERT INTO webhook_delivery (endpoint_id, event_id, state, attempts, queued_at)
      SELECT '${'e'.repeat(32)}', ${db.id(recent('i', 4 * people), 'i')}, 'delivered', 1, ${db.time(recent('i', 4 * people))} FROM ${db.series(people)}`,
  }
  for (const [table, sql] of Object.entries(steps)) {
    const started = performance.now()
    await db.run(sql)
    say(`${table}: ${Math.round((performance.now() - started) / 1000)} s`)
  }
  for (const { name, sql } of indexes) {
    const started = performance.now()
    await db.run(sql)
    say(`${name}: ${Math.round((performance.now() - started) / 1000)} s`)
  }
  await db.close()
}

/** The address of the person of row `i`. */
export const addressOf = (i) => `user${String(i).padStart(8, '0')}@company${i % 1000}.example.test`
