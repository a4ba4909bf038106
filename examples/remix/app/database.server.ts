import { PrismaClient } from '../generated/prisma/client'
import { createAdapter } from '../prisma/connection.mjs'

// The development server loads this file again at every change: all its versions share one connection.
const shared = globalThis as typeof globalThis & { prisma?: PrismaClient }
shared.prisma ??= new PrismaClient({ adapter: createAdapter() })
export const { prisma } = shared as { prisma: PrismaClient }
