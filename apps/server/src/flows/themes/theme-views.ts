import type { ThemePart, ThemeScope } from '../../config/themes.ts'
import { compose } from '../../mail/compose.ts'
import type { Mail } from '../../mail/messages.ts'
import { findTheme, findThemesOf, findThemeVersions, listThemes } from '../../store/prisma/themes.ts'
import { brandOfAppearance } from '../delivery/mail-brand.ts'
import type { Actor } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { type Appearance, type AppliedTheme, appearanceOf } from '../platform/themes/appearance.ts'
import { instanceTheme, type ThemeKey } from '../platform/themes/published-themes.ts'
import { changedNames, readValues, type ThemeValues } from '../platform/themes/values.ts'
import { requireInstance, requireThemeAccess, settableParts } from './theme-access.ts'
import { keptVersions } from './theme-changes.ts'

/** A theme as it is shown to those who may change it. */
export interface ThemeView {
  key: ThemeKey
  ownerName: string
  /** Where else an organization has a logo. */
  logoUrl: string | null
  /** The draft, or without one what is published. */
  values: ThemeValues
  published: ThemeValues
  hasDraft: boolean
  /** The values in which the draft differs from what is published. */
  changed: readonly (keyof ThemeValues)[]
  /** Of what is published; 0 if nothing is. */
  version: number
  revision: number
  heldName: string | null
  /** The parts that the viewer may set. */
  parts: readonly ThemePart[]
  versions: readonly { version: number; publishedByKind: string; publishedBy: string | null; publishedAt: Date }[]
}

/** @throws OperationRefused */
export async function viewTheme(deps: Deps, actor: Actor, key: ThemeKey): Promise<ThemeView> {
  const { name, logoUrl } = await requireThemeAccess(deps, actor, key)
  const [theme, versions] = await Promise.all([findTheme(deps.db, key), findThemeVersions(deps.db, key, keptVersions)])
  const values = readValues(theme?.draft ?? theme?.published ?? null)
  const published = readValues(theme?.published ?? null)
  return {
    key,
    ownerName: name,
    logoUrl,
    values,
    published,
    changed: changedNames(values, published),
    hasDraft: (theme?.draft ?? null) !== null,
    version: theme?.version ?? 0,
    revision: theme?.revision ?? 0,
    heldName: theme?.heldName ?? null,
    parts: settableParts(deps, actor, key),
    versions,
  }
}

/** The look of a page with the draft of a theme over what it inherits. A client's is not inherited by an organization here: which one it would be depends on the request. */
export async function draftAppearance(deps: Deps, { key, values, ownerName }: ThemeView): Promise<Appearance> {
  const owner = key.scope === 'instance' ? null : ownerName
  return appearanceOf(deps.config, [...(await inheritedThemes(deps, key)), { values, owner }])
}

/** The look without the theme. */
export const inheritedAppearance = async (deps: Deps, { key }: ThemeView): Promise<Appearance> =>
  appearanceOf(deps.config, await inheritedThemes(deps, key))

const inheritedThemes = async ({ themes }: Deps, { scope }: ThemeKey): Promise<AppliedTheme[]> =>
  scope === 'instance' ? [] : [{ values: await themes.load(instanceTheme), owner: null }]

export interface ThemeSummary {
  key: ThemeKey
  name: string
  version: number
  hasDraft: boolean
  heldName: string | null
}

/** Themes of a scope after an id, for operators; `held` only those with a name that waits for their answer. */
export async function listThemesOf(
  deps: Deps,
  actor: Actor,
  scope: 'client' | 'organization',
  wanted: { after: string | null; limit: number; held?: boolean },
): Promise<ThemeSummary[]> {
  await requireInstance(deps, actor, 'theme.updated')
  const rows = await listThemes(deps.db, { scope, ...wanted })
  return rows.map(({ scopeId, organization, version, draft, heldName }) => ({
    key: { scope, id: scopeId },
    name: organization?.name ?? deps.clients.findEvenDisabled(scopeId)?.name ?? scopeId,
    version,
    hasDraft: draft !== null,
    heldName,
  }))
}

/** The entry of a list for a theme that may not exist yet. */
export const summarizeTheme = async (deps: Deps, actor: Actor, key: ThemeKey, name: string): Promise<ThemeSummary> => {
  const [summary] = await summarizeThemes(deps, actor, key.scope, [{ id: key.id, name }])
  return summary ?? { key, name, version: 0, hasDraft: false, heldName: null }
}

/** The same for several owners of themes. */
export async function summarizeThemes(
  deps: Deps,
  actor: Actor,
  scope: ThemeScope,
  owners: readonly { id: string; name: string }[],
): Promise<ThemeSummary[]> {
  await requireInstance(deps, actor, 'theme.updated')
  const stored = await findThemesOf(
    deps.db,
    scope,
    owners.map(({ id }) => id),
  )
  const byId = new Map(stored.map((theme) => [theme.scopeId, theme]))
  return owners.map(({ id, name }) => {
    const theme = byId.get(id)
    return {
      key: { scope, id },
      name,
      version: theme?.version ?? 0,
      hasDraft: (theme?.draft ?? null) !== null,
      heldName: theme?.heldName ?? null,
    }
  })
}

/** The HTML of a mail with sample data in a look. */
export function previewMail(
  { config, languages, now }: Pick<Deps, 'config' | 'languages' | 'now'>,
  look: Appearance,
  kind: 'sign-in-code' | 'invitation',
  { language, application, organization }: { language: string; application: string; organization: string },
): string {
  const context = {
    to: 'ada@example.com',
    application,
    at: now().toISOString(),
    network: '203.0.113.0/24',
    locales: [language],
  }
  const mail: Mail =
    kind === 'sign-in-code'
      ? { kind, ...context, code: '042135', link: config.issuer }
      : { kind, ...context, organization, inviter: { kind: 'organization' }, link: config.issuer }
  return compose(mail, brandOfAppearance(config, look), languages, 'Firefox · Windows').html
}
