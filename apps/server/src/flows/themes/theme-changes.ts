import type { ThemePart } from '../../config/themes.ts'
import {
  deleteThemeImagesExcept,
  ensureTheme,
  findTheme,
  findThemeVersions,
  type ThemeRecord,
  updateTheme,
} from '../../store/prisma/themes.ts'
import { changeOrganization } from '../organizations/changes.ts'
import { type Actor, type AuditedTransaction, type EventDetails, inTransaction } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { OperationRefused } from '../platform/operation-refused.ts'
import type { ThemeKey } from '../platform/themes/published-themes.ts'
import { imageNames, readValues, type ThemeValues } from '../platform/themes/values.ts'
import { requireThemeAccess, settableParts } from './theme-access.ts'

/** How many published versions are kept to go back to. */
export const keptVersions = 10

/** A theme within the transaction that changes it. */
export interface ThemeChange {
  tx: AuditedTransaction
  theme: ThemeRecord
  /** What a form shows: the draft, or without one what is published. */
  values: ThemeValues
  published: ThemeValues
  /** The parts that the actor may set. */
  parts: readonly ThemePart[]
  /** Writes the theme, unless someone else has changed it meanwhile. */
  write(data: Partial<Omit<ThemeRecord, 'revision'>>): Promise<void>
  /** Writes the audit event of the change. */
  record(detail: Record<string, unknown>): Promise<void>
}

interface WantedChange {
  action: 'theme.updated' | 'theme.published'
  /** The revision that was read; refused if the theme has changed since. */
  revision?: number
}

/** Changes a theme for an actor who may, and writes the event. @throws OperationRefused */
export async function changeTheme<T>(
  deps: Deps,
  actor: Actor,
  key: ThemeKey,
  { action, revision }: WantedChange,
  work: (change: ThemeChange) => Promise<T>,
): Promise<T> {
  await requireThemeAccess(deps, actor, key)
  const run = async (tx: AuditedTransaction): Promise<T> => {
    const change = await openChange(deps, actor, key, action, tx)
    if (revision !== undefined && revision !== change.theme.revision) throw new OperationRefused('changed-meanwhile')
    const done = await work(change)
    await deleteUnusedImages(tx, key)
    return done
  }
  const done = await (key.scope === 'organization'
    ? changeOrganization(deps, actor, key.id, action, ({ tx }) => run(tx))
    : inTransaction(deps, run))
  await deps.afterCommit(() => deps.themes.outdate(key))
  return done
}

async function openChange(
  deps: Deps,
  actor: Actor,
  key: ThemeKey,
  action: WantedChange['action'],
  tx: AuditedTransaction,
): Promise<ThemeChange> {
  await ensureTheme(tx, key, deps.now())
  const theme = await findTheme(tx, key)
  if (!theme) throw new OperationRefused('not-found')
  return {
    tx,
    theme,
    values: readValues(theme.draft ?? theme.published),
    published: readValues(theme.published),
    parts: settableParts(deps, actor, key),
    async write(data) {
      if (!(await updateTheme(tx, key, theme.revision, { ...data, updatedAt: deps.now() })))
        throw new OperationRefused('changed-meanwhile')
    },
    async record(detail) {
      const organizationId = key.scope === 'organization' ? key.id : null
      await tx.record(actor, { action, organizationId, target: targetOf(key), detail: { scope: key.scope, ...detail } })
    },
  }
}

/** What the theme belongs to. */
const targetOf = ({ scope, id }: ThemeKey): NonNullable<EventDetails['target']> =>
  scope === 'instance' ? ['theme', scope] : [scope, id]

/** An image is kept as long as the draft, what is published, or a version to go back to refers to it. */
async function deleteUnusedImages(tx: AuditedTransaction, key: ThemeKey): Promise<void> {
  const theme = await findTheme(tx, key)
  const versions = await findThemeVersions(tx, key, keptVersions)
  const stored = [theme?.draft, theme?.published, ...versions.map(({ settings }) => settings)]
  const used = stored
    .map((text) => readValues(text ?? null))
    .flatMap((values) => imageNames.flatMap((name) => values[name]?.digest ?? []))
  await deleteThemeImagesExcept(tx, key, [...new Set(used)])
}
