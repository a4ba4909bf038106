import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import type { Config } from '../config/settings.ts'
import { loadConfig } from '../config.ts'
import { writeBackup } from '../flows/management/data/backup.ts'
import { moveData } from '../flows/management/data/move-data.ts'
import { restoreBackup } from '../flows/management/data/restore.ts'
import { migrateDatabase, migrationsFor, type Transfer, withTransfer } from '../flows/management/data/whole-database.ts'
import { migrations } from '../runtime.ts'
import { type Command, UsageError, withRuntime } from './command.ts'

const migrationsOf = (kind: Config['database']['kind']) => migrationsFor(kind, migrations)

const needsSecret =
  'Keep SECRET with it, but in another place (if SECRET is not set: the file data/secret). It decrypts the signing keys.'

const migrate: Command = {
  about: 'apply the migrations of this version; serve does so too',
  run: () =>
    withRuntime(async ({ deps }) =>
      console.log(deps.db.migrated.length > 0 ? `applied ${deps.db.migrated.join(', ')}` : 'nothing to do'),
    ),
}

const backup: Command = {
  takes: '<file>',
  about: 'write a consistent snapshot of the whole database to a new file',
  more: `The server may be running. The file consists of gzipped JSON lines with a digest, the same for SQLite and PostgreSQL.
${needsSecret}`,
  async run([file]) {
    if (!file) throw new UsageError('give the name of the file to write, for example vestibule-2026-11-21.backup')
    const { database } = loadConfig()
    if (database.kind === 'sqlite' && !existsSync(database.file))
      throw new Error(`there is no database at ${database.file}`)
    const rows = await withTransfer(database, (source) => writeBackup(source, resolve(file), new Date()))
    console.log(`${rows} rows, ${statSync(file).size} bytes: ${file}\n${needsSecret}`)
  },
}

const restore: Command = {
  takes: '<file>',
  about: 'restore a backup into an empty database, all or nothing',
  more: `Stop the server first. A backup of an older version is migrated to this version. A backup of SQLite can be restored into
PostgreSQL and vice versa. The server needs the SECRET that was used when the backup was made.`,
  async run([file]) {
    if (!file) throw new UsageError('give the name of the backup file')
    if (!existsSync(file)) throw new Error(`there is no file ${file}`)
    const { database } = loadConfig()
    const fresh = database.kind === 'sqlite' && !existsSync(database.file)
    if (database.kind === 'sqlite') mkdirSync(dirname(database.file), { recursive: true, mode: 0o700 })
    let rows: number
    try {
      const work = (target: Transfer) => restoreBackup(target, resolve(file), migrationsOf(database.kind))
      rows = await withTransfer(database, work, true)
    } catch (error) {
      // An incomplete database must not be left behind.
      if (fresh) removeSqlite(database.file)
      throw error
    }
    const migrated = await migrateDatabase(database, migrations)
    console.log(`${rows} rows restored${migrated.length > 0 ? `, then applied ${migrated.join(', ')}` : ''}`)
  },
}

function removeSqlite(file: string): void {
  const folder = dirname(file)
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (path === file || path === `${file}-wal` || path === `${file}-shm`) rmSync(path)
  }
}

const move: Command = {
  takes: '<file.db>',
  about: 'copy a SQLite database into the PostgreSQL database of DATABASE_URL, and compare every row',
  more: `Stop the server first: the file is locked meanwhile, and no server starts on the new database before it is complete.
If it is interrupted, run it again: it continues where it stopped. The file itself is not changed.`,
  options: { restart: { type: 'boolean' } },
  optionsAbout: { '--restart': 'discard what an interrupted run copied, and start again' },
  async run([file], { restart }) {
    const { database } = loadConfig()
    if (!file) throw new UsageError('give the name of the SQLite file, for example data/vestibule.db')
    if (database.kind !== 'postgresql') throw new Error('DATABASE_URL must be the PostgreSQL database to move to')
    const path = isAbsolute(file) ? file : resolve(file)
    if (!existsSync(path)) throw new Error(`there is no file ${file}`)
    const started = performance.now()
    const moved = await withTransfer({ kind: 'sqlite', file: path }, (source) =>
      withTransfer(database, (target) =>
        moveData(source, target, {
          migrations: migrationsOf('postgresql'),
          restart: restart === true,
          tell: (text) => console.error(text),
        }),
      ),
    )
    console.table(moved.filter(({ rows }) => rows > 0))
    const rows = moved.reduce((sum, table) => sum + table.rows, 0)
    console.log(
      `${rows} rows moved and compared in ${((performance.now() - started) / 1000).toFixed(1)} s. Start the server with this DATABASE_URL and the same SECRET${existsSync(join(dirname(path), 'secret')) ? ` (it is in ${join(dirname(file), 'secret')})` : ''}; keep ${file} until you are sure.`,
    )
  },
}

export const data: readonly (readonly [string, Command])[] = [
  ['migrate', migrate],
  ['backup', backup],
  ['restore', restore],
  ['migrate-data', move],
]
