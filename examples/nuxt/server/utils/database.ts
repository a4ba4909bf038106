import { PrismaClient } from '~~/generated/prisma/client'
import { createAdapter } from '~~/prisma/connection.mjs'

/** The database of `DATABASE_URL`. It is opened by the first query. */
export const prisma = new PrismaClient({ adapter: createAdapter() })
