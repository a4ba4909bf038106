import { PrismaClient } from '../generated/prisma/client'
import { createAdapter } from '../prisma/connection.mjs'

// Next bundles pages and route handlers separately, and loads them again at every change: they share one connection.
const shared = globalThis as typeof globalThis & { prisma?: PrismaClient }
shared.prisma ??= new PrismaClient({ adapter: createAdapter() })
export const { prisma } = shared as { prisma: PrismaClient }
