import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { StoreUnavailable } from './errors.ts'
import type { Row } from './sql.ts'

/** A statement that waits for its batch. */
export interface Waiting {
  query: pg.QueryConfig
  resolve(rows: Row[]): void
  reject(error: unknown): void
}

type Answer = Pick<pg.QueryResult<Row>, 'command' | 'rows'>

/**
 * True unless the server refused one statement and goes on. An SQLSTATE has a digit, which `EPIPE` has not; some of them are
 * the last word of a connection (classes 08 and 57P, 25P03).
 */
function endsConnection(error: Error): boolean {
  const code = String((error as { code?: string }).code)
  return !/^(?=.*\d)[0-9A-Z]{5}$/.test(code) || /^(08|57P)|^25P03$/.test(code)
}

/**
 * Sends queries together on one connection (the protocol's pipelining): one write to a socket and about one answer instead
 * of as many as there are queries. Each is answered by itself. Releases the connection after the last answer; `isBroken`
 * says which errors leave one that nobody else may use.
 */
export function pipeline(
  client: pg.PoolClient,
  queries: readonly (string | pg.QueryConfig)[],
  answered: (index: number, error: Error | null, answer: Answer | undefined) => void,
  isBroken: (error: Error, index: number) => boolean = endsConnection,
): void {
  let left = queries.length
  let broken = false
  // A broken connection rejects each query that is waiting on it.
  const ignore = () => {}
  client.on('error', ignore)
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection
  stream.cork()
  for (const [index, query] of queries.entries())
    client.query(query as pg.QueryConfig, (error: Error | null | undefined, result) => {
      broken ||= Boolean(error && isBroken(error, index))
      left -= 1
      if (left === 0) {
        client.off('error', ignore)
        client.release(broken)
      }
      answered(index, error ?? null, result)
    })
  stream.uncork()
}

/**
 * The reads of one turn of the event loop, together on one connection. Reads wait for no lock, so none holds up the others
 * for long.
 */
export class ReadBatches {
  #waiting: Waiting[] = []

  constructor(private readonly pool: pg.Pool) {}

  read(query: pg.QueryConfig): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length === 0) setImmediate(() => this.#send())
      this.#waiting.push({ query, resolve, reject })
    })
  }

  async #send(): Promise<void> {
    let client: pg.PoolClient
    try {
      client = await this.pool.connect()
    } catch (error) {
      for (const { reject } of this.#waiting.splice(0)) reject(error)
      return
    }
    // Reads queued while there was no connection join this batch.
    const batch = this.#waiting.splice(0)
    pipeline(
      client,
      batch.map(({ query }) => query),
      (index, error, answer) => (error ? batch[index]?.reject(error) : batch[index]?.resolve(answer?.rows ?? [])),
    )
  }
}

/** So many transactions of several writes are under way at once; what comes meanwhile waits for the next one. */
const maxRunning = 2
const maxBatch = 64

/**
 * Milliseconds for which a write may hold up others while it waits for a row that somebody else has locked. Then it is run by
 * itself, and waits as long as it has to.
 */
const lockTimeout = 50

const begin = `BEGIN; SET LOCAL lock_timeout = '${lockTimeout}ms'`

/**
 * The writes of one turn of the event loop share a transaction (group commit), and with it the one wait for the disk. Each is
 * answered after the COMMIT. Where one of them fails, the database has undone them all, and each is run by itself.
 */
export class WriteBatches {
  #waiting: Waiting[] = []
  #scheduled = false
  #running = 0

  constructor(private readonly pool: pg.Pool) {}

  write(query: pg.QueryConfig): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ query, resolve, reject })
      this.#schedule()
    })
  }

  #schedule(): void {
    if (this.#scheduled || this.#running >= maxRunning) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      const batch = this.#waiting.splice(0, maxBatch)
      this.#running += 1
      if (this.#waiting.length > 0) this.#schedule()
      this.#run(batch).finally(() => {
        this.#running -= 1
        if (this.#waiting.length > 0) this.#schedule()
      })
    })
  }

  /** Resolves when the next batch may go out. */
  async #run(batch: readonly Waiting[]): Promise<void> {
    if (batch.length === 1) return Promise.race([this.#runAlone(batch), sleep(lockTimeout, undefined, { ref: false })])
    try {
      const rows = await this.#runTogether(batch)
      if (!rows) void this.#runAlone(batch)
      else for (const [index, { resolve }] of batch.entries()) resolve(rows[index] ?? [])
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  async #runAlone(batch: readonly Waiting[]): Promise<void> {
    await Promise.all(
      batch.map(({ query, resolve, reject }) => this.pool.query<Row>(query).then(({ rows }) => resolve(rows), reject)),
    )
  }

  /**
   * The rows of each write, committed; null if the server says that it has undone them all.
   * @throws StoreUnavailable if it does not say what became of them
   */
  async #runTogether(batch: readonly Waiting[]): Promise<Row[][] | null> {
    const client = await this.pool.connect()
    const queries = [begin, ...batch.map(({ query }) => query), 'COMMIT']
    const last = queries.length - 1
    return new Promise((resolve, reject) => {
      const rows: Row[][] = []
      let failure: Error | null = null
      pipeline(
        client,
        queries,
        (index, error, answer) => {
          failure ??= error
          if (index > 0) rows[index - 1] = answer?.rows ?? []
          if (index < last) return
          // After a failed statement, PostgreSQL answers COMMIT with a rollback. A COMMIT that failed, or one without the
          // transaction that should have begun, says nothing.
          if (answer?.command === 'ROLLBACK') resolve(null)
          else if (!failure && answer?.command === 'COMMIT') resolve(rows)
          else reject(new StoreUnavailable(String(failure ?? answer?.command)))
        },
        (error, index) => index === 0 || index === last || endsConnection(error),
      )
    })
  }
}
