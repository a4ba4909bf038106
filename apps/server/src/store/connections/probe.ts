import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { Config } from '../../config/settings.ts'
import { fileFault, privacyFault } from './sqlite/database-file.ts'

interface Probed {
  /** Those that were applied. */
  migrations: string[]
  /** Enabled clients that authenticate by the token of another issuer, with their metadata. */
  workloads: { id: string; metadata: string }[]
  /** Who signs people in at company sign-in, of the newest connections: issuer and state. */
  connections: { issuer: string; state: string }[]
  /** A signing key as it is stored; null before the first start. */
  sealedKey: string | null
  /** Who else may read the file of SQLite, and how to end that. */
  privacyFault: string | null
  /** What sessions behind a pooler lack, and the statements that mend it. */
  sessionFault: string | null
}

const sealedKey = 'SELECT sealed_jwk FROM signing_key ORDER BY created_at DESC LIMIT 1'

/** What a look at a database found, without changing it. */
export type ProbedDatabase = { exists: false } | ({ exists: true } & Probed)

/** No database can be kept in this file. The message is for the operator. */
export class UnusableFile extends Error {
  override readonly name = 'UnusableFile'
}

const applied = 'SELECT name FROM schema_migration ORDER BY name'
/** By the index that a server reads its clients by: there are as many as fit in its memory. */
const workloads = `SELECT id, metadata FROM client
  WHERE change_number > 0 AND metadata LIKE '%"federated_jwt"%' AND disabled_at IS NULL AND delete_after IS NULL
  ORDER BY change_number LIMIT 100`

/** By the key, so that no more rows are read than these. */
const connections =
  "SELECT issuer, state FROM connection WHERE id > '' AND protocol = 'oidc' ORDER BY id DESC LIMIT 100"

/** Looks at a database as it is: opens it read-only and migrates nothing. Throws when it cannot be reached. */
export async function probeDatabase(database: Config['database'], timeout: number): Promise<ProbedDatabase> {
  return database.kind === 'sqlite' ? probeSqlite(database.file) : probePostgres(database.url, timeout)
}

function probeSqlite(file: string): ProbedDatabase {
  const fault = fileFault(file)
  if (fault) throw new UnusableFile(fault)
  if (!existsSync(file)) return { exists: false }
  const connection = new DatabaseSync(file, { readOnly: true })
  try {
    const hasTable = (name: string) =>
      connection.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').all(name).length > 0
    const all = <Row>(table: string, text: string) => (hasTable(table) ? (connection.prepare(text).all() as Row[]) : [])
    return {
      exists: true,
      migrations: all<{ name: string }>('schema_migration', applied).map(({ name }) => name),
      workloads: all<{ id: string; metadata: string }>('client', workloads).map(({ id, metadata }) => ({
        id,
        metadata,
      })),
      connections: all('connection', connections),
      sealedKey: all<{ sealed_jwk: string }>('signing_key', sealedKey)[0]?.sealed_jwk ?? null,
      privacyFault: privacyFault(file),
      sessionFault: null,
    }
  } finally {
    connection.close()
  }
}

async function probePostgres(url: string, timeout: number): Promise<ProbedDatabase> {
  const [{ default: pg }, { findSettingsFault, isOneSession }] = await Promise.all([
    import('pg'),
    import('./postgresql/session.ts'),
  ])
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: timeout, query_timeout: timeout })
  // A broken connection rejects the query that is waiting on it.
  client.on('error', () => {})
  await client.connect()
  try {
    const all = async <Row>(table: string, text: string): Promise<Row[]> => {
      const { rows: tables } = await client.query('SELECT to_regclass($1) AS found', [table])
      return tables[0]?.found ? (await client.query(text)).rows : []
    }
    return {
      exists: true,
      migrations: (await all<{ name: string }>('schema_migration', applied)).map(({ name }) => name),
      workloads: await all('client', workloads),
      connections: await all('connection', connections),
      sealedKey: (await all<{ sealed_jwk: string }>('signing_key', sealedKey))[0]?.sealed_jwk ?? null,
      privacyFault: null,
      // To PostgreSQL itself, the server sends what its sessions need.
      sessionFault: (await isOneSession(client)) ? null : await findSettingsFault(client),
    }
  } finally {
    await client.end()
  }
}
