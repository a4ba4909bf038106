import type { ThemeScope } from '../../config/themes.ts'
import type { Change, PrismaStore } from '../connections/database.ts'

/** The owner of a theme. The id of the instance is empty. */
export interface ThemeKey {
  scope: ThemeScope
  id: string
}

/** A theme as it is stored. The settings are JSON text. */
export interface ThemeRecord {
  draft: string | null
  published: string | null
  version: number
  revision: number
  allowedName: string | null
  heldName: string | null
  updatedAt: Date
}

interface ThemeVersionRecord {
  version: number
  settings: string
  publishedByKind: string
  publishedBy: string | null
  publishedAt: Date
}

interface ThemeImageRecord {
  digest: string
  mime: string
  width: number
  height: number
}

const keyOf = ({ scope, id }: ThemeKey) => ({ scope, scopeId: id })

const select = {
  draft: true,
  published: true,
  version: true,
  revision: true,
  allowedName: true,
  heldName: true,
  updatedAt: true,
} as const

export const findTheme = ({ prisma }: PrismaStore, key: ThemeKey): Promise<ThemeRecord | null> =>
  prisma.theme.findUnique({ where: { scope_scopeId: keyOf(key) }, select })

/** The versions of a theme, the newest first. */
export const findThemeVersions = (
  { prisma }: PrismaStore,
  key: ThemeKey,
  limit: number,
): Promise<ThemeVersionRecord[]> =>
  prisma.themeVersion.findMany({
    where: keyOf(key),
    orderBy: { version: 'desc' },
    take: limit,
    select: { version: true, settings: true, publishedByKind: true, publishedBy: true, publishedAt: true },
  })

/** Themes of a scope after an id, or those with a name that waits for an operator. */
export const listThemes = (
  { prisma }: PrismaStore,
  { scope, after, limit, held = false }: { scope: ThemeScope; after: string | null; limit: number; held?: boolean },
): Promise<(ThemeRecord & { scopeId: string; organization: { name: string; slug: string } | null })[]> =>
  prisma.theme.findMany({
    where: { scope, ...(after ? { scopeId: { gt: after } } : {}), ...(held ? { heldName: { not: null } } : {}) },
    orderBy: { scopeId: 'asc' },
    take: limit,
    select: { ...select, scopeId: true, organization: { select: { name: true, slug: true } } },
  })

/** The themes of these owners that there are. */
export const findThemesOf = (
  { prisma }: PrismaStore,
  scope: ThemeScope,
  ids: readonly string[],
): Promise<(ThemeRecord & { scopeId: string })[]> =>
  prisma.theme.findMany({ where: { scope, scopeId: { in: [...ids] } }, select: { ...select, scopeId: true } })

/** Makes sure that there is a row, which holds no values yet. */
export async function ensureTheme({ locks }: Change, key: ThemeKey, now: Date): Promise<void> {
  const organizationId = key.scope === 'organization' ? key.id : null
  await locks.prisma.theme.upsert({
    where: { scope_scopeId: keyOf(key) },
    create: { ...keyOf(key), organizationId, updatedAt: now },
    update: {},
  })
}

/** Writes a theme if nobody has changed it since that revision. */
export async function updateTheme(
  { prisma }: Change,
  key: ThemeKey,
  revision: number,
  data: Partial<Omit<ThemeRecord, 'revision'>>,
): Promise<boolean> {
  const { count } = await prisma.theme.updateMany({
    where: { ...keyOf(key), revision },
    data: { ...data, revision: { increment: 1 } },
  })
  return count === 1
}

/** Keeps a version, and the latest `kept` in all. */
export async function insertThemeVersion(
  { prisma }: Change,
  key: ThemeKey,
  record: ThemeVersionRecord,
  kept: number,
): Promise<void> {
  await prisma.themeVersion.create({ data: { ...keyOf(key), ...record } })
  await prisma.themeVersion.deleteMany({ where: { ...keyOf(key), version: { lte: record.version - kept } } })
}

export async function insertThemeImage(
  { prisma }: Change,
  key: ThemeKey,
  image: ThemeImageRecord & { data: string; createdAt: Date },
): Promise<void> {
  await prisma.themeImage.upsert({
    where: { scope_scopeId_digest: { ...keyOf(key), digest: image.digest } },
    create: { ...keyOf(key), ...image },
    update: {},
  })
}

/** Deletes the images that nothing of the theme refers to. */
export async function deleteThemeImagesExcept(
  { prisma }: Change,
  key: ThemeKey,
  digests: readonly string[],
): Promise<void> {
  await prisma.themeImage.deleteMany({ where: { ...keyOf(key), digest: { notIn: [...digests] } } })
}
