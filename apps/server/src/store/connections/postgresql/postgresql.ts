import type pg from 'pg'
import { digest } from '../../../crypto/random.ts'
import { asStoreError, OutsideTransaction } from '../errors.ts'
import { type Statement, textOf } from '../frequent-statements.ts'
import type { Row, SqlStatements, SqlValue } from '../sql.ts'
import { TransactionScope, transactionTimeout } from '../transaction-scope.ts'
import { onceMoreAfterDeadlock, type Prepare, ReadBatches, WriteBatches } from './batches.ts'
import { type OpenPool, openPool } from './pool.ts'

/**
 * PostgreSQL through one pool, with named (prepared) statements where its sessions are ours. Shared with Prisma.
 *
 * The reads of one turn of the event loop go out together, and its writes share a transaction (batches.ts).
 */
export class PostgresConnection implements SqlStatements {
  readonly heldRoles: SqlStatements['heldRoles'] = new Map()
  readonly pool: pg.Pool
  readonly #named: boolean
  readonly #reads: ReadBatches
  readonly #writes: WriteBatches
  readonly #queries = new Map<string, pg.QueryConfig>()
  readonly #prepare: Prepare = (text, values) => ({ ...this.#queryOf(text), values: [...values] })
  /** For whatever runs inside a transaction. */
  readonly scope = new TransactionScope<pg.PoolClient>()

  private constructor({ pool, named }: Pick<OpenPool, 'pool' | 'named'>) {
    this.pool = pool
    this.#named = named
    this.#reads = new ReadBatches(this.pool, this.#prepare)
    this.#writes = new WriteBatches(this.pool, this.#prepare)
  }

  /** @throws an Error for the operator if the sessions lack what they must have (session.ts) */
  static async open(url: string): Promise<PostgresConnection> {
    const { pool, named, fault } = await orStoreError(openPool(url))
    if (fault === null) return new PostgresConnection({ pool, named })
    await pool.end()
    throw new Error(fault)
  }

  read<R extends object = Row>(statement: Statement, params: readonly SqlValue[]): Promise<R[]> {
    return orStoreError(this.#reads.read(statement, params)) as Promise<R[]>
  }

  async write<R extends object = Row>(statement: Statement, params: readonly SqlValue[]): Promise<R[]> {
    if (this.scope.current) throw new OutsideTransaction()
    return orStoreError(this.#writes.write(statement, params)) as Promise<R[]>
  }

  async transaction<T>(work: (statements: SqlStatements) => Promise<T>, timeout = transactionTimeout): Promise<T> {
    if (this.scope.current) throw new OutsideTransaction()
    return orStoreError(onceMoreAfterDeadlock(() => this.#transaction(work, timeout)))
  }

  async #transaction<T>(work: (statements: SqlStatements) => Promise<T>, timeout: number): Promise<T> {
    const client = await this.pool.connect()
    let broken = false
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

  #queryOf(text: string): pg.QueryConfig {
    let query = this.#queries.get(text)
    if (!query) {
      query = this.#named ? { text, name: digest(text).slice(0, 24) } : { text }
      this.#queries.set(text, query)
    }
    return query
  }

  async close(): Promise<void> {
    await this.pool.end()
  }
}

const orStoreError = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch((error) => {
    throw asStoreError(error)
  })
