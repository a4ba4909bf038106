import pg from 'pg'
import { digest } from '../../../crypto/random.ts'
import { asStoreError, OutsideTransaction } from '../errors.ts'
import { type Statement, textOf } from '../frequent-statements.ts'
import type { Row, SqlStatements, SqlValue } from '../sql.ts'
import { TransactionScope, transactionTimeout } from '../transaction-scope.ts'
import { isStalePlan, type Prepare, ReadBatches, WriteBatches } from './batches.ts'

/** How long a statement may take, locks included, in milliseconds; and so one of connections that are all in use is waited for as long. */
const statementTimeout = 5000
/** A database that is away is given up sooner. */
const connectTimeout = 1500

class Client extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: connectTimeout })
  }
}

/** Migrations that one process may see while it runs; each grows the names of statements that connections keep. */
const maxGeneration = 100

/**
 * PostgreSQL through one pool, with named (prepared) statements. Shared with Prisma.
 *
 * The reads of one turn of the event loop go out together, and its writes share a transaction (batches.ts).
 */
export class PostgresConnection implements SqlStatements {
  readonly pool: pg.Pool
  readonly #reads: ReadBatches
  readonly #writes: WriteBatches
  readonly #names = new Map<string, string>()
  readonly #prepare: Prepare = (text, values) => ({ name: this.#nameOf(text), text, values: [...values] })
  #generation = 0
  /** For whatever runs inside a transaction. */
  readonly scope = new TransactionScope<pg.PoolClient>()

  constructor(url: string) {
    this.pool = new pg.Pool({
      connectionString: url,
      max: 8,
      pipeline: true,
      Client,
      connectionTimeoutMillis: statementTimeout,
      // The server gives up first, and says so; this one is for a server that says nothing any more.
      query_timeout: statementTimeout + 2000,
      options: `-c timezone=UTC -c statement_timeout=${statementTimeout} -c idle_in_transaction_session_timeout=${2 * statementTimeout}`,
    })
    this.#reads = new ReadBatches(this.pool, this.#prepare)
    this.#writes = new WriteBatches(this.pool, this.#prepare)
    // An idle connection that breaks is replaced at the next use.
    this.pool.on('error', () => {})
  }

  read<R extends object = Row>(statement: Statement, params: readonly SqlValue[]): Promise<R[]> {
    return this.#withFreshPlans(() => this.#reads.read(statement, params)) as Promise<R[]>
  }

  async write<R extends object = Row>(statement: Statement, params: readonly SqlValue[]): Promise<R[]> {
    if (this.scope.current) throw new OutsideTransaction()
    return this.#withFreshPlans(() => this.#writes.write(statement, params)) as Promise<R[]>
  }

  async transaction<T>(work: (statements: SqlStatements) => Promise<T>, timeout = transactionTimeout): Promise<T> {
    if (this.scope.current) throw new OutsideTransaction()
    return this.#withFreshPlans(() => this.#transaction(work, timeout))
  }

  async #transaction<T>(work: (statements: SqlStatements) => Promise<T>, timeout: number): Promise<T> {
    const client = await this.pool.connect()
    let broken = false
    // A broken connection rejects the statement that is waiting on it.
    const ignore = () => {}
    client.on('error', ignore)
    const run = async (statement: Statement, params: readonly SqlValue[]): Promise<Row[]> =>
      (await client.query(this.#prepare(textOf(statement), params))).rows
    try {
      await client.query('BEGIN')
      const value = await this.scope.run(client, run, work, timeout)
      // Once a statement has failed, PostgreSQL answers COMMIT with a rollback, even if `work` went on.
      if ((await client.query('COMMIT')).command !== 'COMMIT') throw new Error('the transaction was rolled back')
      return value
    } catch (error) {
      await client.query('ROLLBACK').catch(() => {
        broken = true
      })
      throw error
    } finally {
      client.off('error', ignore)
      client.release(broken)
    }
  }

  /**
   * Writes 56 kB to a temporary file beside the tables, because 4,000 rows exceed the least `work_mem`; PostgreSQL deletes it
   * at once. A row that is changed on its page needs no space, so that it can be changed on a full disk (SQLSTATE 53100).
   */
  checkSpace(): Promise<void> {
    return this.transaction(async ({ read }) => {
      await read("SELECT set_config('work_mem', '64kB', true), set_config('temp_tablespaces', '', true)", [])
      await read('SELECT count(*) FROM generate_series(1, 4000)', [])
    })
  }

  /** Runs again what met a statement that another version's migration has made stale: nothing was done yet. */
  async #withFreshPlans<T>(run: () => Promise<T>): Promise<T> {
    const generation = this.#generation
    try {
      return await run()
    } catch (error) {
      if (isStalePlan(error) && generation < maxGeneration) {
        // The first to notice renames all statements, so that every connection prepares them anew.
        if (this.#generation === generation) {
          this.#generation += 1
          this.#names.clear()
        }
        return this.#withFreshPlans(run)
      }
      throw asStoreError(error)
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
