import { createHash } from 'node:crypto'
import { createWriteStream, existsSync, renameSync, rmSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Transfer } from '../../../store/connections/transfer.ts'
import { type Foot, format, type Head, type TableLine } from './backup-format.ts'
import { rowsOf } from './table-rows.ts'

/** Writes a snapshot of the whole database to a new file that only its owner can read. */
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
