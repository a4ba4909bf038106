import { join } from 'node:path'
import type { Config } from '../../../config/settings.ts'
import { openDatabase } from '../../../store/connections/database.ts'
import { type Migration, readMigrations } from '../../../store/connections/migrate.ts'
import { openTransfer, type Transfer } from '../../../store/connections/transfer.ts'

type Where = Config['database']

export type { Transfer } from '../../../store/connections/transfer.ts'

/** Opens every table of a database for a backup or a move, and closes it whatever happens. */
export async function withTransfer<T>(
  where: Where,
  work: (transfer: Transfer) => Promise<T>,
  mayCreate = false,
): Promise<T> {
  const transfer = await openTransfer(where, { mayCreate })
  try {
    return await work(transfer)
  } finally {
    await transfer.close()
  }
}

/** `folder` holds one folder of SQL files for each kind of database. */
export const migrationsFor = (kind: Where['kind'], folder: string): Migration[] => readMigrations(join(folder, kind))

/** Brings a database to this version. Returns the migrations that were applied. */
export async function migrateDatabase(where: Where, folder: string): Promise<readonly string[]> {
  const { migrated, close } = await openDatabase(where, folder)
  await close()
  return migrated
}
