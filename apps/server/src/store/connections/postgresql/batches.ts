import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterTurns } from '../after-turns.ts'
import { StoreUnavailable } from '../errors.ts'
import { type Statement, textOf } from '../frequent-statements.ts'
import type { Row, SqlValue } from '../sql.ts'
import { type JoinedStatement, JoinedStatements, splitRows, type Waiting } from './joined-statements.ts'

/** A statement as it is sent, by the name under which it is prepared. */
export type Prepare = (text: string, values: readonly SqlValue[]) => pg.QueryConfig

/**
 * Under load, a statement waits so many turns of the event loop for others to go out with it: what they cost the database
 * together is not much more than what one does. One that comes alone waits for nobody.
 */
const turnsUnderLoad = 3
const turnsAfter = (lastBatch: number): number => (lastBatch > 1 ? turnsUnderLoad : 1)

type Answer = Pick<pg.QueryResult<Row>, 'command' | 'rows'>

/**
 * True unless the server refused one statement and goes on. An SQLSTATE has a digit, which `EPIPE` has not; some of them are
 * the last word of a connection (classes 08 and 57P, 25P03).
 */
function endsConnection(error: Error): boolean {
  const code = String((error as { code?: string }).code)
  return !/^(?=.*\d)[0-9A-Z]{5}$/.test(code) || /^(08|57P)|^25P03$/.test(code)
}

/** A newer version added a column to a table that a prepared statement reads whole ("cached plan must not change result type"). */
export const isStalePlan = (error: unknown): boolean => {
  const { code, message } = (error ?? {}) as { code?: string; message?: string }
  return code === '0A000' && /cached plan/.test(message ?? '')
}

/** A value that a statement was given is none that it can work with (SQLSTATE class 22). */
const isDataException = (error: Error): boolean => /^22/.test((error as { code?: string }).code ?? '')

function runAlone(pool: pg.Pool, prepare: Prepare, { statement, values, resolve, reject }: Waiting): Promise<void> {
  return pool.query<Row>(prepare(textOf(statement), values)).then(({ rows }) => resolve(rows), reject)
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
  readonly #joined = new JoinedStatements()
  #waiting: Waiting[] = []
  #lastBatch = 0

  constructor(
    private readonly pool: pg.Pool,
    private readonly prepare: Prepare,
  ) {}

  read(statement: Statement, values: readonly SqlValue[]): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length === 0) afterTurns(turnsAfter(this.#lastBatch), () => this.#send())
      this.#waiting.push({ statement, values, resolve, reject })
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
    this.#lastBatch = batch.length
    const statements = this.#joined.join(batch)
    const queries = statements.map(({ text, values }) => this.prepare(text, values))
    pipeline(client, queries, (index, error, answer) =>
      this.#answer(statements[index] as JoinedStatement, error, answer?.rows ?? []),
    )
  }

  #answer(statement: JoinedStatement, error: Error | null, rows: Row[]): void {
    const { waiting } = statement
    if (!error) {
      const split = splitRows(statement, rows)
      for (const [at, { resolve }] of waiting.entries()) resolve(split[at] ?? [])
    } else if (waiting.length > 1 && isDataException(error)) {
      // One of them is at fault, such as by a character that no text may have, and the others are not.
      for (const read of waiting) runAlone(this.pool, this.prepare, read)
    } else for (const { reject } of waiting) reject(error)
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
  readonly #joined = new JoinedStatements()
  #waiting: Waiting[] = []
  #scheduled = false
  #running = 0
  #lastBatch = 0

  constructor(
    private readonly pool: pg.Pool,
    private readonly prepare: Prepare,
  ) {}

  write(statement: Statement, values: readonly SqlValue[]): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ statement, values, resolve, reject })
      this.#schedule()
    })
  }

  #schedule(): void {
    if (this.#scheduled || this.#running >= maxRunning) return
    this.#scheduled = true
    afterTurns(turnsAfter(this.#lastBatch), () => {
      this.#scheduled = false
      const batch = this.#waiting.splice(0, maxBatch)
      this.#lastBatch = batch.length
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
      if (!(await this.#runTogether(batch))) void this.#runAlone(batch)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  async #runAlone(batch: readonly Waiting[]): Promise<void> {
    await Promise.all(batch.map((write) => runAlone(this.pool, this.prepare, write)))
  }

  /**
   * Resolves each write with its rows once they are committed. False if the server says that it has undone them all.
   * @throws StoreUnavailable if it does not say what became of them
   */
  async #runTogether(batch: readonly Waiting[]): Promise<boolean> {
    const client = await this.pool.connect()
    const statements = this.#joined.join(batch)
    const queries = [begin, ...statements.map(({ text, values }) => this.prepare(text, values)), 'COMMIT']
    const last = queries.length - 1
    const answers: Row[][] = []
    let failure: Error | null = null
    const committed = await new Promise<boolean>((resolve, reject) => {
      pipeline(
        client,
        queries,
        (index, error, answer) => {
          failure ??= error
          if (index > 0) answers[index - 1] = answer?.rows ?? []
          if (index < last) return
          // After a failed statement, PostgreSQL answers COMMIT with a rollback. A COMMIT that failed, or one without the
          // transaction that should have begun, says nothing.
          if (answer?.command === 'ROLLBACK') isStalePlan(failure) ? reject(failure) : resolve(false)
          else if (!failure && answer?.command === 'COMMIT') resolve(true)
          else reject(new StoreUnavailable(String(failure ?? answer?.command)))
        },
        (error, index) => index === 0 || index === last || endsConnection(error),
      )
    })
    if (!committed) return false
    for (const [index, statement] of statements.entries()) {
      const rows = splitRows(statement, answers[index] ?? [])
      for (const [at, { resolve }] of statement.waiting.entries()) resolve(rows[at] ?? [])
    }
    return true
  }
}
