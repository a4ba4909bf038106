import { PrismaLibSql } from '@prisma/adapter-libsql'
import { PrismaPg } from '@prisma/adapter-pg'

// The framework reads .env for the application; this reads it for the commands.
try {
  process.loadEnvFile?.()
} catch {
  // Without the file, the variables come from the environment.
}

/** Which database, by `DATABASE_URL`: `file:...` is SQLite, `postgresql://...` is PostgreSQL. */
export const url = process.env.DATABASE_URL || 'file:./data/notes.db'
export const database = url.startsWith('postgres') ? 'postgresql' : 'sqlite'
export const createAdapter = () =>
  database === 'postgresql' ? new PrismaPg({ connectionString: url }) : new PrismaLibSql({ url })
