import pg from 'pg'
import { digest } from '../crypto/random.ts'
import { isUnavailable } from './errors.ts'
import { type Row, type Sql, type SqlValue, StoreUnavailable } from './sql.ts'

/** How long a statement may take and a connection may be waited for, in milliseconds. */
const statementTimeout = 5000
const connectionTimeout = 1500

/** Migrations that one process may see while it runs; each grows the names of statements that connections keep. */
const maxGeneration = 100

/** PostgreSQL through one pool, with named (prepared) statements. Shared with Prisma. */
export class PostgresConnection implements Sql {
  readonly pool: pg.Pool
  readonly #names = new Map<string, string>()
  #generation = 0

  constructor(url: string) {
    this.pool = new pg.Pool({
      connectionString: url,
      max: 8,
      connectionTimeoutMillis: connectionTimeout,
      // The server gives up first, and says so; this one is for a server that says nothing any more.
      query_timeout: statementTimeout + 2000,
      options: `-c timezone=UTC -c statement_timeout=${statementTimeout} -c idle_in_transaction_session_timeout=${2 * statementTimeout}`,
    })
    // An idle connection that breaks is replaced at the next use.
    this.pool.on('error', () => {})
  }

  read(text: string, params: readonly SqlValue[]): Promise<Row[]> {
    return this.#query(text, params)
  }

  write(text: string, params: readonly SqlValue[]): Promise<Row[]> {
    return this.#query(text, params)
  }

  async #query(text: string, values: readonly SqlValue[]): Promise<Row[]> {
    const generation = this.#generation
    try {
      return (await this.pool.query({ name: this.#nameOf(text), text, values: [...values] })).rows
    } catch (error) {
      if (isStalePlan(error) && generation < maxGeneration) {
        // Nothing was done yet. The first to notice renames all statements, so that every connection prepares them anew.
        if (this.#generation === generation) {
          this.#generation += 1
          this.#names.clear()
        }
        return this.#query(text, values)
      }
      throw isUnavailable(error) ? new StoreUnavailable(String(error)) : error
    }
  }

  #nameOf(text: string): string {
    let name = this.#names.get(text)
    if (!name) {
      name = `${digest(text).slice(0, 24)}${this.#generation}`
      this.#names.set(text, name)
    }
    return name
  }

  async close(): Promise<void> {
    await this.pool.end()
  }
}

/** A newer version added a column to a table that a prepared statement reads whole ("cached plan must not change result type"). */
const isStalePlan = (error: unknown): boolean => {
  const { code, message } = error as { code?: string; message?: string }
  return code === '0A000' && /cached plan/.test(message ?? '')
}
