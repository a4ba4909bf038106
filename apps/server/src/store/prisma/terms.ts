import type { PrismaStore } from '../connections/database.ts'

/** Every version of the terms that was shown: one for each change of them. */
export const findTermsVersions = ({ prisma }: PrismaStore): Promise<{ version: string; firstSeenAt: Date }[]> =>
  prisma.termsVersion.findMany({ select: { version: true, firstSeenAt: true }, orderBy: { firstSeenAt: 'desc' } })
