import pg from 'pg'
import { digest } from '../crypto/random.ts'
import { type Row, type Sql, type SqlValue, StoreUnavailable } from './sql.ts'

/** How long a statement may take and a connection may be waited for, in milliseconds. */
const statementTimeout = 5000
const connectionTimeout = 1500

/** PostgreSQL through one pool, with named (prepared) statements. Shared with Prisma. */
export class PostgresConnection implements Sql {
  readonly pool: pg.Pool
  readonly #names = new Map<string, string>()

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
    let name = this.#names.get(text)
    if (!name) {
      name = digest(text).slice(0, 24)
      this.#names.set(text, name)
    }
    try {
      return (await this.pool.query({ name, text, values: [...values] })).rows
    } catch (error) {
      throw isUnavailable(error) ? new StoreUnavailable(String(error)) : error
    }
  }

  async close(): Promise<void> {
    await this.pool.end()
  }
}

/** No connection, a timeout, a server that is stopping or full (SQLSTATE classes 08, 53, 57). */
export function isUnavailable(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  if (code && /^(08|53|57)...$|^E[A-Z]+$/.test(code)) return true
  return /timeout|Connection terminated|ECONN|not queryable/i.test(message ?? '')
}
