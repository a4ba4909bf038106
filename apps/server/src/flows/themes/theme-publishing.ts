import { findThemeVersions, insertThemeVersion } from '../../store/prisma/themes.ts'
import type { Actor } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { day } from '../platform/durations.ts'
import { enforceLimit } from '../platform/limits.ts'
import { OperationRefused } from '../platform/operation-refused.ts'
import type { ThemeKey } from '../platform/themes/published-themes.ts'
import { readValues, type ThemeValues, valuesWhere } from '../platform/themes/values.ts'
import { isOfInstance, requireInstance, requireThemeAccess } from './theme-access.ts'
import { changeTheme, keptVersions, type ThemeChange } from './theme-changes.ts'

/** Publishing is seen by everybody who signs in. */
const publishLimit = [{ count: 30, window: day }]

/** Counted only for those who may publish: nobody may use up the limit of a theme that is not theirs. */
async function countPublishing(deps: Deps, actor: Actor, key: ThemeKey): Promise<void> {
  await requireThemeAccess(deps, actor, key)
  await enforceLimit(deps, `theme:${key.scope}:${key.id}`, publishLimit)
}

interface Published {
  /** Of the theme that is now in force. */
  version: number
  /** The name that an operator has to allow first. */
  heldName: string | null
}

/** Publishes the draft. Without a draft, nothing changes. @throws OperationRefused */
export async function publishTheme(deps: Deps, actor: Actor, key: ThemeKey, revision?: number): Promise<Published> {
  await countPublishing(deps, actor, key)
  return changeTheme(deps, actor, key, { action: 'theme.published', revision }, async (change) => {
    const { theme } = change
    if (theme.draft === null) return { version: theme.version, heldName: theme.heldName }
    return putInForce(deps, actor, key, change, { wanted: readValues(theme.draft) })
  })
}

/** Puts a former version in force again, as a new version. A draft is dropped. */
export async function restoreThemeVersion(
  deps: Deps,
  actor: Actor,
  key: ThemeKey,
  version: number,
  revision?: number,
): Promise<Published> {
  await countPublishing(deps, actor, key)
  return changeTheme(deps, actor, key, { action: 'theme.published', revision }, async (change) => {
    const former = (await findThemeVersions(change.tx, key, keptVersions)).find((record) => record.version === version)
    if (!former) throw new OperationRefused('not-found')
    return putInForce(deps, actor, key, change, { wanted: readValues(former.settings), detail: { restored: version } })
  })
}

/** An operator's answer to a product name that an organization wants to use. */
export async function decideThemeName(
  deps: Deps,
  actor: Actor,
  key: ThemeKey,
  decision: { name: string; allowed: boolean },
): Promise<void> {
  await requireInstance(deps, actor, 'theme.published')
  const action = decision.allowed ? 'theme.published' : 'theme.updated'
  await changeTheme(deps, actor, key, { action }, async (change) => {
    const { theme, published } = change
    // The name that was read is the one that is allowed: the owners may have chosen another one meanwhile.
    if (theme.heldName === null || theme.heldName !== decision.name) throw new OperationRefused('changed-meanwhile')
    if (decision.allowed) {
      const wanted = { ...published, name: theme.heldName }
      await putInForce(deps, actor, key, change, { wanted, detail: { allowed: theme.heldName }, draft: theme.draft })
      return
    }
    await change.write({ heldName: null })
    await change.record({ declined: theme.heldName })
  })
}

async function putInForce(
  deps: Deps,
  actor: Actor,
  key: ThemeKey,
  change: ThemeChange,
  {
    wanted,
    detail = {},
    draft = null,
  }: { wanted: ThemeValues; detail?: Record<string, unknown>; draft?: string | null },
): Promise<Published> {
  const { theme } = change
  const { values, heldName } = isOfInstance(actor) ? { values: wanted, heldName: null } : ownersValues(change, wanted)
  const version = theme.version + 1
  const settings = JSON.stringify(values)
  const allowedName = isOfInstance(actor) ? (values.name ?? null) : theme.allowedName
  await change.write({ draft, published: settings, version, heldName, allowedName })
  await insertThemeVersion(
    change.tx,
    key,
    { version, settings, publishedByKind: actor.kind, publishedBy: actor.id, publishedAt: deps.now() },
    keptVersions,
  )
  await change.record({ version, ...detail, ...(heldName ? { heldName } : {}) })
  return { version, heldName }
}

/**
 * What owners of an organization put in force: the parts that THEMES lets them set, the others as they are. A product name
 * waits until an operator has allowed it: it could be that of another product, or only look like it.
 */
function ownersValues(
  { theme, published, parts }: ThemeChange,
  wanted: ThemeValues,
): { values: ThemeValues; heldName: string | null } {
  const mine = valuesWhere(wanted, (part) => parts.includes(part))
  const others = valuesWhere(published, (part) => !parts.includes(part))
  const { name, ...values } = { ...others, ...mine }
  if (name === undefined || name === theme.allowedName) return { values: { ...others, ...mine }, heldName: null }
  if (!parts.includes('name')) return { values: { ...values, name }, heldName: theme.heldName }
  const { name: inForce } = published
  return { values: inForce === undefined ? values : { ...values, name: inForce }, heldName: name }
}
