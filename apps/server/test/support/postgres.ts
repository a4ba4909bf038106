import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** Where the test run's PostgreSQL listens. Set by the global set-up (scripts/test-postgres.mjs). */
export const postgresUrl = (): string => {
  const url = process.env.TEST_POSTGRES_URL
  if (!url)
    throw new Error(
      'TEST_POSTGRES_URL is not set: `npm test` starts PostgreSQL; to run vitest alone, start one and set it',
    )
  return url
}

/** A fresh database on it. */
export async function freshPostgres(): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ connectionString: postgresUrl() })
  await admin.connect()
  await admin.query(`CREATE DATABASE ${name}`)
  await admin.end()
  const url = new URL(postgresUrl())
  url.pathname = `/${name}`
  return url.href
}

/** Asks a database of the test run, as an operator with psql would. */
export async function askPostgres(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** Keeps others from writing to a table, until the function that it returns is called or the connection is terminated. */
export async function lockPostgres(url: string, table: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  await client.query(`BEGIN; LOCK TABLE ${table} IN SHARE MODE`)
  return () => client.end()
}
