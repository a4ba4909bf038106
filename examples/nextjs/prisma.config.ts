import { defineConfig } from 'prisma/config'
import { database, url } from './prisma/connection.mjs'

// For the commands of Prisma, such as `npx prisma migrate dev`.
export default defineConfig({
  schema: `prisma/${database}/schema.prisma`,
  migrations: { path: `prisma/${database}/migrations` },
  datasource: { url },
})
