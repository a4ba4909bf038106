import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterTurns } from '../after-turns.ts'
import { isDeadlock, StoreUnavailable } from '../errors.ts'
import { type Statement, textOf } from '../frequent-statements.ts'
import type { Row, SqlValue } from '../sql.ts'

/** A statement as it is sent, by the name under which it is prepared. */
export type Prepare = (text: string, values: readonly SqlValue[]) => pg.QueryConfig

/**
 * Under load, a statement waits so many turns of the event loop for others to be sent with it, because a batch costs the
 * database little more than a single statement. Without load, it waits for the end of the turn.
 */
const turnsUnderLoad = 3
const turnsAfter = (lastBatch: number): number => (lastBatch > 1 ? turnsUnderLoad : 1)

const codeOf = (error: unknown): string => (error instanceof pg.DatabaseError && error.code) || ''

/** True unless PostgreSQL refused one statement and the session goes on. These SQLSTATEs are the last word of a session. */
const endsSession = (error: unknown): boolean =>
  codeOf(error) === '' || ['08', '57P', '25P03'].some((code) => codeOf(error).startsWith(code))

/** PostgreSQL can't work with a value that a statement was given (SQLSTATE class 22). */
const isDataException = (error: unknown): boolean => codeOf(error).startsWith('22')

/** Runs a statement or a transaction, and once more if PostgreSQL has undone it for a deadlock. */
export const onceMoreAfterDeadlock = <T>(run: () => Promise<T>): Promise<T> =>
  run().catch((error) => {
    if (!isDeadlock(error)) throw error
    return run()
  })

const runAlone = (pool: pg.Pool, prepare: Prepare, { statement, values, resolve, reject }: Run): Promise<void> =>
  onceMoreAfterDeadlock(() => pool.query<Row>(prepare(textOf(statement), values))).then(
    ({ rows }) => resolve(rows),
    reject,
  )

/** Sends queries together: without waiting for answers in between (the protocol's pipelining), and in one write to the socket. */
function sendTogether(
  client: pg.PoolClient,
  queries: readonly (string | pg.QueryConfig)[],
): Promise<pg.QueryResult<Row>>[] {
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection
  stream.cork()
  const answers = queries.map((query) => client.query<Row>(query as pg.QueryConfig))
  stream.uncork()
  return answers
}

/** The reads of one turn of the event loop, together on one connection. They wait for no lock but a migration's, so none delays others for long. */
export class ReadBatches {
  #waiting: Run[] = []
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
    // Reads that came while there was no connection join this batch.
    const batch = this.#waiting.splice(0)
    this.#lastBatch = batch.length
    const joined = joinRuns(batch)
    const queries = joined.map((runs) => this.prepare(...joinedQuery(runs)))
    let left = queries.length
    let broken = false
    // The connection is free before the last read is answered.
    const countAnswer = () => {
      left -= 1
      if (left === 0) client.release(broken)
    }
    for (const [index, answer] of sendTogether(client, queries).entries()) {
      const runs = joined[index] as Run[]
      answer.then(
        ({ rows }) => {
          countAnswer()
          resolveRuns(runs, rows)
        },
        (error) => {
          broken ||= endsSession(error)
          countAnswer()
          this.#reject(runs, error)
        },
      )
    }
  }

  #reject(runs: readonly Run[], error: unknown): void {
    // Only one of them may have a value that PostgreSQL refuses, such as a character that no text may have.
    const again = isDeadlock(error) || (runs.length > 1 && isDataException(error))
    for (const run of runs)
      if (again) void runAlone(this.pool, this.prepare, run)
      else run.reject(error)
  }
}

/** So many transactions of several writes are under way at once; what comes meanwhile waits for the next one. */
const maxRunning = 2
const maxBatch = 64

/**
 * For so many milliseconds, a write that waits for a locked row may delay the writes beside it. Then it is run alone, and
 * waits as long as it has to.
 */
const lockTimeout = 50

const begin = `BEGIN; SET LOCAL lock_timeout = '${lockTimeout}ms'`

/**
 * The writes of one turn of the event loop share a transaction, and so wait for the disk once (group commit). Each is
 * answered after the COMMIT. If one of them fails, PostgreSQL undoes them all, and each is run alone.
 */
export class WriteBatches {
  #waiting: Run[] = []
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
    if (this.#scheduled || this.#running >= maxRunning || this.#waiting.length === 0) return
    this.#scheduled = true
    afterTurns(turnsAfter(this.#lastBatch), async () => {
      this.#scheduled = false
      this.#running += 1
      const batch = this.#waiting.splice(0, maxBatch)
      this.#lastBatch = batch.length
      this.#schedule()
      await this.#run(batch)
      this.#running -= 1
      this.#schedule()
    })
  }

  /** Resolves when the next batch may be sent. */
  async #run(batch: readonly Run[]): Promise<void> {
    if (batch.length === 1) return Promise.race([this.#runAlone(batch), sleep(lockTimeout, undefined, { ref: false })])
    try {
      if (!(await this.#runTogether(batch))) void this.#runAlone(batch)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  async #runAlone(batch: readonly Run[]): Promise<void> {
    await Promise.all(batch.map((run) => runAlone(this.pool, this.prepare, run)))
  }

  /**
   * Resolves each write when all are committed. False if PostgreSQL says that it has undone them all.
   * @throws StoreUnavailable if nobody knows whether they were committed
   */
  async #runTogether(batch: readonly Run[]): Promise<boolean> {
    const client = await this.pool.connect()
    const joined = joinRuns(batch)
    const writes = joined.map((runs) => this.prepare(...joinedQuery(runs)))
    const answers = await Promise.allSettled(sendTogether(client, [begin, ...writes, 'COMMIT']))
    const failed = answers.find((answer) => answer.status === 'rejected')
    const last = answers.at(-1)
    const end = last?.status === 'fulfilled' ? last.value.command : 'unknown'
    // After a failed statement, PostgreSQL answers COMMIT with ROLLBACK. After a failed BEGIN, COMMIT ended no transaction.
    const known = end === 'ROLLBACK' || (end === 'COMMIT' && !failed)
    client.release(!known)
    if (!known) throw new StoreUnavailable(String(failed?.reason ?? end))
    if (end === 'ROLLBACK') return false
    for (const [index, runs] of joined.entries()) {
      const answer = answers[index + 1]
      resolveRuns(runs, answer?.status === 'fulfilled' ? answer.value.rows : [])
    }
    return true
  }
}

/** One run of a statement, which waits to be sent. */
interface Run {
  readonly statement: Statement
  readonly values: readonly SqlValue[]
  resolve(rows: Row[]): void
  reject(error: unknown): void
}

/**
 * Sorts a batch into what is sent as one statement: the runs of a frequent statement, but never two that write the same row,
 * because one statement can change it only once. Every other run is a statement of its own.
 */
export function joinRuns(batch: readonly Run[]): Run[][] {
  const joined: Run[][] = []
  const growing = new Map<Statement, Run[]>()
  for (const run of batch) {
    const runs = growing.get(run.statement)
    if (runs && !writesSameRow(run, runs)) runs.push(run)
    else {
      const begun = [run]
      joined.push(begun)
      if (typeof run.statement !== 'string') growing.set(run.statement, begun)
    }
  }
  return joined
}

function writesSameRow({ statement, values }: Run, others: readonly Run[]): boolean {
  if (typeof statement === 'string' || statement.kind === 'read') return false
  return others.some((other) => other.values[statement.row] === values[statement.row])
}

/** The text and the values of one statement for runs that were joined. */
export function joinedQuery(runs: readonly Run[]): [text: string, values: readonly SqlValue[]] {
  const { statement, values } = runs[0] as Run
  if (runs.length === 1 || typeof statement === 'string') return [textOf(statement), values]
  const { many, parameters } = statement
  return [many, [JSON.stringify(runs.map((run, index) => toObject(parameters, run.values, index)))]]
}

function toObject(names: readonly string[], values: readonly SqlValue[], index: number): Record<string, unknown> {
  const object: Record<string, unknown> = { index }
  for (const [at, name] of names.entries()) object[name] = values[at]
  return object
}

/** Gives each of the joined runs its rows. */
export function resolveRuns(runs: readonly Run[], rows: Row[]): void {
  const rowsOf: Row[][] = runs.map(() => [])
  for (const row of rows) rowsOf[runs.length === 1 ? 0 : (row.index as number)]?.push(row)
  for (const [index, { resolve }] of runs.entries()) resolve(rowsOf[index] ?? [])
}
