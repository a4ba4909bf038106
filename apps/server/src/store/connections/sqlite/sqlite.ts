import { closeSync, openSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterTurns } from '../after-turns.ts'
import { asStoreError, OutsideTransaction, StoreUnavailable } from '../errors.ts'
import { type Statement, textOf } from '../frequent-statements.ts'
import type { Row, SqlStatements, SqlValue } from '../sql.ts'
import { TransactionScope, transactionTimeout } from '../transaction-scope.ts'
import { type DiskOptions, WriteAheadLog } from './write-ahead-log.ts'

/** How long a write waits for another process to release the file, in milliseconds. */
const lockTimeout = 4000

/** Under load, a write waits so many turns of the event loop for others to share its commit: some tens of microseconds. */
const turnsUnderLoad = 6

export interface SqliteOptions extends DiskOptions {
  /** Other processes answer requests from the same file (WORKERS). */
  shared?: boolean
}

interface Job {
  /** A promise only where several statements belong together. */
  run(): unknown
  resolve(value: unknown): void
  reject(error: unknown): void
}

/**
 * One SQLite file with two connections: one that writes, and one that reads while a transaction is open on the first.
 * Both are synchronous, so nothing in this process ever waits for a lock. It waits for other processes between turns of
 * the event loop, and never within one.
 *
 * Writes queue up during a turn and share one transaction (group commit). Each promise resolves when it is on disk; what
 * comes meanwhile shares the next one. If a statement fails, only its own promise is rejected: SQLite undoes just that
 * statement, and the transaction continues.
 */
export class SqliteConnection implements SqlStatements {
  readonly heldRoles: SqlStatements['heldRoles'] = new Map()
  readonly #shared: boolean
  readonly #reader: DatabaseSync
  readonly #writer: DatabaseSync
  readonly #log: WriteAheadLog
  readonly #statements = new Map<DatabaseSync, Map<Statement, PreparedStatement>>()
  #queue: Job[] = []
  #scheduled = false
  #closed = false
  /** The connection whose read snapshot is open. */
  #snapshot: DatabaseSync | null = null
  /** How many writes the last transaction had. */
  #lastFlush = 0
  /** The end of the queue of what needs the writer exclusively: flushes and Prisma's transactions. */
  #turn: Promise<unknown> = Promise.resolve()
  /** For whatever runs inside a transaction of several statements. */
  readonly scope = new TransactionScope<DatabaseSync>()

  constructor(file: string, { shared = false, ...disk }: SqliteOptions = {}) {
    this.#shared = shared
    createPrivately(file)
    this.#log = new WriteAheadLog(file, disk)
    this.#writer = open(file, 32)
    // If the previous process ended because the disk failed, its last commits may be in the log without being on the
    // disk. Copying the log into the database puts them there.
    this.#writer.exec('PRAGMA wal_checkpoint(PASSIVE)')
    // Rarely used, and its cached pages are dropped at the next commit.
    this.#reader = open(file, 4)
    this.#statements.set(this.#writer, new Map()).set(this.#reader, new Map())
  }

  async read<R extends object = Row>(statement: Statement, params: readonly SqlValue[]): Promise<R[]> {
    try {
      return this.#prepare(this.reader(), statement).run(params) as R[]
    } catch (error) {
      throw asStoreError(error)
    }
  }

  /**
   * The connection for the reads of this turn of the event loop. They share one snapshot, because taking and releasing
   * the read lock costs more than most of them. The snapshot ends with the turn, and at each commit before its promises
   * resolve.
   *
   * The writing connection is the better reader: it keeps its cached pages when it commits, while the other one drops
   * all of them as soon as anything was written. So the other one is used only while a transaction is open on the first.
   *
   * With other processes on the file, the snapshot ends with the callback that took it. One that was taken by a timer or
   * after `setImmediate` would still be open while the turn reads requests that came later: after another process had
   * answered what they build on.
   */
  reader(): DatabaseSync {
    if (this.#snapshot) return this.#snapshot
    const database = this.#writer.isTransaction ? this.#reader : this.#writer
    database.exec('BEGIN')
    this.#snapshot = database
    if (this.#shared) process.nextTick(() => this.endSnapshot())
    else setImmediate(() => this.endSnapshot())
    return database
  }

  /** Ends the read snapshot, so that the next read sees everything that was written. */
  endSnapshot(): void {
    const database = this.#snapshot
    this.#snapshot = null
    if (database?.isOpen && database.isTransaction) database.exec('COMMIT')
  }

  /** A transaction that writes is open. */
  get writing(): boolean {
    return this.#writer.isOpen && this.#writer.isTransaction && this.#snapshot !== this.#writer
  }

  write<R extends object = Row>(statement: Statement, params: readonly SqlValue[]): Promise<R[]> {
    return this.enqueue(() => this.#prepare(this.#writer, statement).run(params) as R[])
  }

  /** Several statements as one part of the next shared transaction: a savepoint undoes them without the others. */
  async transaction<T>(work: (statements: SqlStatements) => Promise<T>, timeout = transactionTimeout): Promise<T> {
    const run = async (statement: Statement, params: readonly SqlValue[]) =>
      this.#prepare(this.#writer, statement).run(params)
    return this.enqueue(async () => {
      this.#writer.exec('SAVEPOINT part')
      try {
        const value = await this.scope.run(this.#writer, run, work, timeout)
        this.#writer.exec('RELEASE part')
        return value
      } catch (error) {
        // On a full disk SQLite has undone the whole transaction by itself.
        if (this.#writer.isTransaction) this.#writer.exec('ROLLBACK TO part; RELEASE part')
        throw error
      }
    })
  }

  /** Runs work on the writer within the next shared transaction. */
  async enqueue<T>(run: () => T | Promise<T>): Promise<T> {
    if (this.scope.current) throw new OutsideTransaction()
    if (this.#closed) throw new StoreUnavailable('the database is closed')
    return new Promise((resolve, reject) => {
      this.#queue.push({ run, resolve: resolve as Job['resolve'], reject })
      if (this.#scheduled) return
      this.#scheduled = true
      // Where several came at once last time, more are on their way: a few more turns let them in, and a disk that is
      // asked half as often answers twice as many. One that comes alone waits for nobody.
      afterTurns(this.#lastFlush > 1 ? turnsUnderLoad : 1, () => {
        this.exclusively(() => this.#flush()).catch(() => {})
      })
    })
  }

  /** Runs `work` while nobody else uses the writer. */
  exclusively<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#turn.then(work)
    this.#turn = mine.catch(() => {})
    return mine
  }

  /** Takes the file's write lock, waiting for other processes without blocking this one. */
  async begin(): Promise<void> {
    const started = performance.now()
    for (let pause = 2; ; pause = Math.min(pause * 2, 100)) {
      try {
        this.exec('BEGIN IMMEDIATE')
        return
      } catch (error) {
        if (!isBusy(error)) throw error
        if (performance.now() - started > lockTimeout)
          throw new StoreUnavailable('the database file is locked by another process')
      }
      await sleep(pause)
    }
  }

  exec(sql: string): void {
    this.endSnapshot()
    this.#writer.exec(sql)
  }

  writer(): DatabaseSync {
    return this.#writer
  }

  /** Commits the open transaction. Resolves when it is on disk; reads see it before. */
  async commit(): Promise<void> {
    this.exec('COMMIT')
    await this.sync()
  }

  /** Resolves when everything that was committed is on disk. */
  sync(): Promise<void> {
    return this.#log.sync()
  }

  /** Waits for what was begun. Whatever is asked later is refused. */
  close(): Promise<void> {
    return this.exclusively(async () => {
      await this.#flush()
      this.#closed = true
      this.endSnapshot()
      this.#log.close()
      this.#reader.close()
      this.#writer.close()
    })
  }

  async #flush(): Promise<void> {
    this.#scheduled = false
    const jobs = this.#queue
    this.#queue = []
    this.#lastFlush = jobs.length
    if (jobs.length === 0) return
    const answers: (() => void)[] = []
    try {
      await this.begin()
      for (const job of jobs) {
        try {
          const result = job.run()
          const value = result instanceof Promise ? await result : result
          answers.push(() => job.resolve(value))
        } catch (error) {
          if (!this.#writer.isTransaction) throw error
          answers.push(() => job.reject(asStoreError(error)))
        }
      }
      await this.commit()
    } catch (error) {
      if (this.writing) this.exec('ROLLBACK')
      const reason = asStoreError(error)
      for (const job of jobs) job.reject(reason)
      return
    }
    for (const answer of answers) answer()
  }

  #prepare(database: DatabaseSync, statement: Statement): PreparedStatement {
    const known = this.#statements.get(database)
    let prepared = known?.get(statement)
    if (!prepared) {
      prepared = new PreparedStatement(database, textOf(statement))
      known?.set(statement, prepared)
    }
    return prepared
  }
}

/**
 * Only the user of the server may read personal data. SQLite gives its log and its shared memory the rights of the file. A
 * folder in which no file can be made is reported where the file is opened.
 */
function createPrivately(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch {
    // It exists, or opening it says what is wrong.
  }
}

function open(file: string, cacheMb: number): DatabaseSync {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: true, timeout: 5000 })
  useWal(database)
  database.exec(`PRAGMA synchronous = NORMAL; PRAGMA cache_size = -${cacheMb * 1024}; PRAGMA busy_timeout = 50`)
  return database
}

/**
 * While another process switches the same new file to WAL, SQLite says busy at once, whatever the timeout (waiting could
 * be for each other). Nothing is served yet, so this thread may sleep.
 */
function useWal(database: DatabaseSync): void {
  const until = Date.now() + 5000
  for (;;) {
    try {
      database.exec('PRAGMA journal_mode = WAL')
      return
    } catch (error) {
      if (!isBusy(error) || Date.now() > until) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
    }
  }
}

/** SQLITE_BUSY and SQLITE_LOCKED with their extended codes. */
export const isBusy = (error: unknown): boolean =>
  [5, 6].includes(((error as { errcode?: number }).errcode ?? 0) & 0xff)

/** SQLite binds values by position to `?1`, which PostgreSQL knows as `$1`. */
export const sqlitePlaceholders = (text: string): string => text.replaceAll(/\$(\d+)/g, '?$1')

/**
 * A prepared statement whose rows become plain objects. node:sqlite can make objects too, but interns the name of each
 * column for each of them, and reads of what it makes are slow: together more than everything that SQLite does for a row.
 */
class PreparedStatement {
  readonly #statement: StatementSync
  readonly #columns: readonly string[]

  constructor(database: DatabaseSync, text: string) {
    this.#statement = database.prepare(sqlitePlaceholders(text))
    this.#columns = this.#statement.columns().map(({ name }) => name)
    this.#statement.setReturnArrays(true)
  }

  run(params: readonly SqlValue[]): Row[] {
    const rows = this.#statement.all(...params.map(toSqlite)) as unknown as (readonly unknown[])[]
    return rows.map((values) => toRow(this.#columns, values))
  }
}

function toRow(columns: readonly string[], values: readonly unknown[]): Row {
  const row: Row = {}
  for (let at = 0; at < columns.length; at++) row[columns[at] as string] = values[at]
  return row
}

const toSqlite = (value: SqlValue): string | number | null =>
  value instanceof Date ? value.getTime() : typeof value === 'boolean' ? Number(value) : value
