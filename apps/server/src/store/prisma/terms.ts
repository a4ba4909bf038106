import type { Change, PrismaStore } from '../connections/database.ts'

/** A version of the terms of the server. */
export interface TermsVersion {
  version: string
  firstSeenAt: Date
  graceUntil: Date | null
  withdrawnAt: Date | null
}

/** What is being written. */
export interface TermsDraft {
  version: string
  text: string
  graceUntil: Date | null
}

/** The terms as the console writes them. `version`: the one in force. */
export interface ServerTerms {
  version: string | null
  revision: number
  draft: TermsDraft | null
}

const id = 'server'

/** Every version of the terms that was shown: one for each change of them. */
export const findTermsVersions = ({ prisma }: PrismaStore): Promise<TermsVersion[]> =>
  prisma.termsVersion.findMany({
    select: { version: true, firstSeenAt: true, graceUntil: true, withdrawnAt: true },
    orderBy: { firstSeenAt: 'desc' },
  })

/** A version with its text, if it was published in the console. */
export const findTermsVersion = (
  { prisma }: PrismaStore,
  version: string,
): Promise<(TermsVersion & { textDigest: string; text: string | null }) | null> =>
  prisma.termsVersion.findUnique({
    where: { version },
    select: { version: true, firstSeenAt: true, graceUntil: true, withdrawnAt: true, textDigest: true, text: true },
  })

export async function findServerTerms({ prisma }: PrismaStore): Promise<ServerTerms> {
  const row = await prisma.serverTerms.findUnique({ where: { id } })
  if (!row) return { version: null, revision: 0, draft: null }
  const { version, revision, draftVersion, draftText, draftGraceUntil } = row
  const draft =
    draftVersion === null || draftText === null
      ? null
      : { version: draftVersion, text: draftText, graceUntil: draftGraceUntil }
  return { version, revision, draft }
}

/** Writes the terms if nobody has changed them since that revision. */
export async function updateServerTerms(
  { prisma }: Change,
  revision: number,
  { version, draft }: Pick<ServerTerms, 'version' | 'draft'>,
  now: Date,
): Promise<boolean> {
  await prisma.serverTerms.upsert({ where: { id }, create: { id, updatedAt: now }, update: {} })
  const { count } = await prisma.serverTerms.updateMany({
    where: { id, revision },
    data: {
      version,
      draftVersion: draft?.version ?? null,
      draftText: draft?.text ?? null,
      draftGraceUntil: draft?.graceUntil ?? null,
      revision: { increment: 1 },
      updatedAt: now,
    },
  })
  return count === 1
}

/** Stores a version with its text, or puts it in force again. */
export async function putTermsVersion(
  { prisma }: Change,
  { version, ...terms }: TermsDraft & { textDigest: string; publishedBy: string | null },
  now: Date,
): Promise<void> {
  const { textDigest, ...known } = terms
  await prisma.termsVersion.upsert({
    where: { version },
    create: { version, textDigest, firstSeenAt: now, ...known },
    update: { ...known, withdrawnAt: null },
  })
}

export async function withdrawTermsVersion({ prisma }: Change, version: string, now: Date): Promise<void> {
  await prisma.termsVersion.update({ where: { version }, data: { withdrawnAt: now } })
}
