import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, renameSync, rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { Migration } from '../../store/connections/migrate.ts'
import { keyOf, type Table, type Transfer, type ValueRow } from '../../store/connections/transfer.ts'

/*
 * A backup is gzipped lines of JSON: a head, then for each table a line that names its columns and a line per row, then
 * a foot with the number of rows and a SHA-256 of everything before it. It is the same for both databases, so what was
 * made on SQLite can be restored into PostgreSQL and the other way round.
 */

const batch = 1000
const format = 1

interface Head {
  vestibule: 'backup'
  format: number
  made: string
  migrations: string[]
}
interface TableLine {
  table: string
  columns: string[]
}
interface Foot {
  rows: number
  sha256: string
}

/** A file that is not what it should be. Nothing was changed. */
export class BadBackup extends Error {
  override readonly name = 'BadBackup'
}

/** Writes one moment of the whole database to a new file that only its owner can read. */
export async function writeBackup(source: Transfer, file: string, now: Date): Promise<number> {
  if (existsSync(file)) throw new Error(`${file} is there already`)
  const part = `${file}.part`
  let rows = 0
  async function* lines(): AsyncGenerator<string> {
    const hash = createHash('sha256')
    const line = (value: unknown): string => {
      const text = `${JSON.stringify(value)}\n`
      hash.update(text)
      return text
    }
    yield line({
      vestibule: 'backup',
      format,
      made: now.toISOString(),
      migrations: await source.applied(),
    } satisfies Head)
    for (const table of await source.tables()) {
      yield line({ table: table.name, columns: table.columns.map(({ name }) => name) } satisfies TableLine)
      for await (const some of rowsOf(source, table)) {
        rows += some.length
        yield some.map(line).join('')
      }
    }
    yield `${JSON.stringify({ rows, sha256: hash.digest('hex') } satisfies Foot)}\n`
  }
  await source.begin('read')
  try {
    await pipeline(
      Readable.from(lines()),
      createGzip(),
      createWriteStream(part, { mode: 0o600, flags: 'wx', flush: true }),
    )
    renameSync(part, file)
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  } finally {
    await source.rollback()
  }
  return rows
}

/** Every row of a table in the order of its key, some at a time. */
export async function* rowsOf(
  source: Transfer,
  table: Table,
  from: ValueRow | null = null,
): AsyncGenerator<ValueRow[]> {
  let after = from
  for (;;) {
    const some = await source.read(table, after, batch)
    if (some.length > 0) yield some
    if (some.length < batch) return
    after = keyOf(table, some.at(-1) as ValueRow)
  }
}

/**
 * Restores a backup into an empty database, all or nothing. One that an older version made is restored at its own
 * schema; the migrations that came later are applied when the database is opened next.
 */
export async function restoreBackup(target: Transfer, file: string, migrations: readonly Migration[]): Promise<number> {
  if ((await target.applied()).length > 0 || (await target.tables()).length > 0)
    throw new Error('the database is not empty; a backup is restored into an empty one')
  await target.begin('write')
  try {
    const rows = await readInto(target, file, migrations)
    await target.commit()
    return rows
  } catch (error) {
    await target.rollback()
    throw error
  }
}

async function readInto(target: Transfer, file: string, migrations: readonly Migration[]): Promise<number> {
  const hash = createHash('sha256')
  let tables: Table[] | null = null
  let table: Table | null = null
  let order: number[] = []
  let waiting: ValueRow[] = []
  let rows = 0
  let foot: Foot | null = null
  const flush = async () => {
    if (table && waiting.length > 0) await target.insert(table, waiting)
    waiting = []
  }
  for await (const line of linesOf(file)) {
    if (foot) throw new BadBackup('there is something behind the end of the backup')
    const value = parsed(line)
    if (tables === null) {
      tables = await atSchemaOf(target, value as Head, migrations)
    } else if (Array.isArray(value)) {
      rows += 1
      waiting.push(order.map((at) => value[at] ?? null))
      if (waiting.length >= batch) await flush()
    } else if ('table' in (value as TableLine)) {
      await flush()
      const { table: name, columns } = value as TableLine
      table = tables.find((one) => one.name === name) ?? null
      order = table?.columns.map((column) => columns.indexOf(column.name)) ?? []
      if (!table || order.includes(-1) || columns.length !== order.length)
        throw new BadBackup(`the backup's table ${name} is not the one of its version`)
    } else {
      foot = value as Foot
      continue
    }
    hash.update(`${line}\n`)
  }
  await flush()
  if (!foot) throw new BadBackup('the backup has no end: it was cut short')
  if (foot.rows !== rows || foot.sha256 !== hash.digest('hex'))
    throw new BadBackup('the backup was changed or damaged: its digest is another one')
  return rows
}

/** Makes the tables as they were when the backup was made. */
async function atSchemaOf(target: Transfer, head: Head, migrations: readonly Migration[]): Promise<Table[]> {
  if (head.vestibule !== 'backup' || !Array.isArray(head.migrations))
    throw new BadBackup('this is no backup of Vestibule')
  const newer = head.migrations.filter((name) => !migrations.some((one) => one.name === name))
  if (head.format !== format || newer.length > 0)
    throw new BadBackup(`the backup was made by a newer version (${newer.join(', ')}); restore it with that one`)
  for (const migration of migrations.filter(({ name }) => head.migrations.includes(name))) await target.apply(migration)
  return target.tables()
}

async function* linesOf(file: string): AsyncGenerator<string> {
  const input = createReadStream(file)
  const unzipped = createGunzip()
  const piped = pipeline(input, unzipped).catch(() => {
    throw new BadBackup('the file cannot be read to its end: it is damaged, cut short, or no backup')
  })
  // A failure of the pipe is told once the lines end.
  piped.catch(() => {})
  try {
    yield* createInterface({ input: unzipped, crlfDelay: Number.POSITIVE_INFINITY })
  } catch {
    // The pipe says what it was.
  }
  await piped
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw new BadBackup('the backup holds a line that is not JSON')
  }
}
