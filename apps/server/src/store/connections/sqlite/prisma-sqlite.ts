import type { DatabaseSync } from 'node:sqlite'
import {
  type ArgType,
  type ColumnType,
  ColumnTypeEnum,
  DriverAdapterError,
  type MappedError,
  type SqlDriverAdapter,
  type SqlDriverAdapterFactory,
  type SqlQuery,
  type SqlResultSet,
  type Transaction,
} from '@prisma/driver-adapter-utils'
import { isRead, joinTransaction } from '../join-transaction.ts'
import { isBusy, type SqliteConnection } from './sqlite.ts'

/**
 * Prisma over the same two connections as the hot path (docs/decisions/0002). A driver of its own would hold the
 * file's write lock across turns of the event loop and make the hot path wait for itself.
 */
export const prismaSqlite = (connection: SqliteConnection): SqlDriverAdapterFactory => ({
  provider: 'sqlite',
  adapterName: 'vestibule-node-sqlite',
  connect: async () => new Adapter(connection),
})

class Queryable {
  readonly provider = 'sqlite' as const
  readonly adapterName = 'vestibule-node-sqlite'
  constructor(protected readonly connection: SqliteConnection) {}

  /** Reads happen at once; whatever writes waits for the shared transaction. */
  protected run<T>(query: SqlQuery, work: (database: DatabaseSync) => T): Promise<T> {
    return isRead(query)
      ? Promise.resolve().then(() => work(this.connection.reader()))
      : this.connection.enqueue(() => work(this.connection.writer()))
  }

  async queryRaw(query: SqlQuery): Promise<SqlResultSet> {
    return this.run(query, (database) => select(database, query)).catch(rethrow)
  }

  async executeRaw(query: SqlQuery): Promise<number> {
    return this.run(query, (database) => Number(database.prepare(query.sql).run(...args(query)).changes)).catch(rethrow)
  }
}

class Adapter extends Queryable implements SqlDriverAdapter {
  async executeScript(script: string): Promise<void> {
    await this.connection
      .exclusively(async () => {
        this.connection.exec(script)
        await this.connection.sync()
      })
      .catch(rethrow)
  }

  /** Joins the transaction that is open (store/connections/transaction.ts). Otherwise holds the writer until commit or rollback. */
  async startTransaction(): Promise<Transaction> {
    const { current } = this.connection.scope
    if (current) return joinTransaction(new WriterQueryable(this.connection), current)
    return new Promise((resolve, reject) => {
      this.connection
        .exclusively(async () => {
          await this.connection.begin()
          await new Promise<void>((release) => resolve(new OpenTransaction(this.connection, release)))
        })
        .catch(reject)
    })
  }

  getConnectionInfo() {
    return { supportsRelationJoins: false, maxBindValues: 999 }
  }

  async dispose(): Promise<void> {}
}

/** Whoever holds the writer. */
class WriterQueryable extends Queryable {
  protected override async run<T>(_query: SqlQuery, work: (database: DatabaseSync) => T): Promise<T> {
    return work(this.connection.writer())
  }
}

class OpenTransaction extends WriterQueryable implements Transaction {
  readonly options = { usePhantomQuery: false }
  constructor(
    connection: SqliteConnection,
    private readonly release: () => void,
  ) {
    super(connection)
  }

  protected override async run<T>(query: SqlQuery, work: (database: DatabaseSync) => T): Promise<T> {
    const result = await super.run(query, work)
    // Prisma sends COMMIT as a statement like any other.
    if (!this.connection.writing) this.connection.endSnapshot()
    return result
  }

  async commit(): Promise<void> {
    try {
      if (this.connection.writing) this.connection.exec('COMMIT')
      await this.connection.sync()
    } catch (error) {
      if (this.connection.writing) this.connection.exec('ROLLBACK')
      rethrow(error)
    } finally {
      this.release()
    }
  }

  async rollback(): Promise<void> {
    try {
      if (this.connection.writing) this.connection.exec('ROLLBACK')
    } catch (error) {
      rethrow(error)
    } finally {
      this.release()
    }
  }

  async createSavepoint(name: string): Promise<void> {
    this.connection.exec(`SAVEPOINT ${name}`)
  }

  async rollbackToSavepoint(name: string): Promise<void> {
    this.connection.exec(`ROLLBACK TO ${name}`)
  }

  async releaseSavepoint(name: string): Promise<void> {
    this.connection.exec(`RELEASE ${name}`)
  }
}

function select(database: DatabaseSync, query: SqlQuery): SqlResultSet {
  const statement = database.prepare(query.sql)
  const columns = statement.columns()
  statement.setReturnArrays(true)
  const rows = statement.all(...args(query)) as unknown as unknown[][]
  const columnTypes = columns.map((column, index) => columnType(column.type, rows, index))
  return {
    columnNames: columns.map((column) => column.name),
    columnTypes,
    rows: rows.map((row) => row.map((value, index) => fromSqlite(value, columnTypes[index]))),
  }
}

const declared: Record<string, ColumnType> = {
  TEXT: ColumnTypeEnum.Text,
  INTEGER: ColumnTypeEnum.Int32,
  BOOLEAN: ColumnTypeEnum.Boolean,
  DATETIME: ColumnTypeEnum.DateTime,
  REAL: ColumnTypeEnum.Double,
  BIGINT: ColumnTypeEnum.Int64,
  BLOB: ColumnTypeEnum.Bytes,
}

/** The declared type of a column; for an expression, what its first value looks like. */
function columnType(name: string | null, rows: unknown[][], index: number): ColumnType {
  const known = name ? declared[name.toUpperCase()] : undefined
  if (known !== undefined) return known
  const value = rows.find((row) => row[index] !== null)?.[index]
  return typeof value === 'string'
    ? ColumnTypeEnum.Text
    : Number.isInteger(value ?? 0)
      ? ColumnTypeEnum.Int64
      : ColumnTypeEnum.Double
}

function fromSqlite(value: unknown, type: ColumnType | undefined): unknown {
  if (value !== null && type === ColumnTypeEnum.DateTime) return new Date(Number(value)).toISOString()
  return value
}

const args = (query: SqlQuery): (string | number | bigint | null | Uint8Array)[] =>
  query.args.map((value, index) => toSqlite(value, query.argTypes[index]))

function toSqlite(value: unknown, type: ArgType | undefined): string | number | bigint | null | Uint8Array {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean') return Number(value)
  if (value instanceof Date) return value.getTime()
  if (typeof value === 'string' && type?.scalarType === 'datetime') return new Date(value).getTime()
  if (typeof value === 'string' && (type?.scalarType === 'int' || type?.scalarType === 'float')) return Number(value)
  if (typeof value === 'string' && type?.scalarType === 'bigint') return BigInt(value)
  if (typeof value === 'string' && type?.scalarType === 'bytes') return Buffer.from(value, 'base64')
  return value as string | number
}

/** SQLite's words for what Prisma needs to know. */
function rethrow(error: unknown): never {
  const { errcode, message } = error as { errcode?: number; message?: string }
  if (errcode === undefined) throw error
  throw new DriverAdapterError({
    originalCode: String(errcode),
    originalMessage: message ?? '',
    ...mapError(errcode, message ?? '', error),
  })
}

function mapError(code: number, message: string, error: unknown): MappedError {
  const fields = message
    .split('constraint failed: ')[1]
    ?.split(', ')
    .map((field) => field.split('.').pop() ?? field)
  // SQLITE_CONSTRAINT_UNIQUE and _PRIMARYKEY, _FOREIGNKEY, _NOTNULL.
  if (code === 2067 || code === 1555)
    return { kind: 'UniqueConstraintViolation', constraint: fields ? { fields } : undefined }
  if (code === 787) return { kind: 'ForeignKeyConstraintViolation', constraint: { foreignKey: {} } }
  if (code === 1299) return { kind: 'NullConstraintViolation', constraint: fields ? { fields } : undefined }
  if (isBusy(error)) return { kind: 'SocketTimeout' }
  return { kind: 'sqlite', extendedCode: code, message }
}
