import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { Migration } from '../../../store/connections/migrate.ts'
import type { Table, Transfer, ValueRow } from '../../../store/connections/transfer.ts'
import { BadBackup, type Foot, format, type Head, type TableLine } from './backup-format.ts'
import { batch, insertRows } from './table-rows.ts'

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
    if (table && waiting.length > 0) await insertRows(target, table, waiting)
    waiting = []
  }
  for await (const line of linesOf(file)) {
    if (foot) throw new BadBackup('the backup has data after its end')
    const value = parseLine(line)
    if (tables === null) {
      tables = await createTables(target, value as Head, migrations)
    } else if (Array.isArray(value)) {
      rows += 1
      waiting.push(order.map((at) => value[at] ?? null))
      if (waiting.length >= batch) await flush()
    } else if ('table' in (value as TableLine)) {
      await flush()
      const { table: name, columns } = value as TableLine
      table = tables.find((known) => known.name === name) ?? null
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
  if (!foot) throw new BadBackup('the backup has no end: it is truncated')
  if (foot.rows !== rows || foot.sha256 !== hash.digest('hex'))
    throw new BadBackup('the backup was changed or damaged: its digest does not match')
  return rows
}

/** Creates the tables as they were when the backup was made. */
async function createTables(target: Transfer, head: Head, migrations: readonly Migration[]): Promise<Table[]> {
  if (head.vestibule !== 'backup' || !Array.isArray(head.migrations))
    throw new BadBackup('this is not a backup of Vestibule')
  const newer = head.migrations.filter((name) => !migrations.some((known) => known.name === name))
  if (head.format !== format || newer.length > 0)
    throw new BadBackup(`the backup was made by a newer version (${newer.join(', ')}); restore it with that one`)
  for (const migration of migrations.filter(({ name }) => head.migrations.includes(name))) await target.apply(migration)
  return target.tables()
}

async function* linesOf(file: string): AsyncGenerator<string> {
  const input = createReadStream(file)
  const unzipped = createGunzip()
  const piped = pipeline(input, unzipped).catch(() => {
    throw new BadBackup('the file cannot be read to its end: it is damaged, truncated, or not a backup')
  })
  // An error of the pipe is thrown after the last line.
  piped.catch(() => {})
  try {
    yield* createInterface({ input: unzipped, crlfDelay: Number.POSITIVE_INFINITY })
  } catch {
    // The error of the pipe says what was wrong.
  }
  await piped
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw new BadBackup('the backup has a line that is not JSON')
  }
}
