import { provenByDns } from '../../store/prisma/organizations/domains.ts'
import { insertThemeImage } from '../../store/prisma/themes.ts'
import { updateOrganization } from '../organizations/organization-settings.ts'
import type { Actor } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { day } from '../platform/durations.ts'
import { enforceLimit } from '../platform/limits.ts'
import { OperationRefused } from '../platform/operation-refused.ts'
import { readThemeImage } from '../platform/themes/images.ts'
import type { ThemeKey } from '../platform/themes/published-themes.ts'
import { type ThemeTextKey, themeTextKeys } from '../platform/themes/texts.ts'
import { changedNames, type ImageName, partOf, type ThemeValues } from '../platform/themes/values.ts'
import { requireThemeAccess } from './theme-access.ts'
import { changeTheme, type ThemeChange } from './theme-changes.ts'
import { parseThemeText, type ThemeInput, withInput } from './theme-input.ts'

const draftOf = (values: ThemeValues): string => JSON.stringify(values)

/** Saves values in the draft. Returns the new revision. @throws OperationRefused */
export async function saveThemeDraft(
  deps: Deps,
  actor: Actor,
  key: ThemeKey,
  input: ThemeInput,
  revision?: number,
): Promise<void> {
  // Links of an organization's theme lead to its own domains, no matter who sets them: its pages vouch for them.
  const domains = key.scope === 'organization' ? await provenByDns(deps.db, key.id, deps.now()) : null
  await changeTheme(deps, actor, key, { action: 'theme.updated', revision }, async (change) => {
    const values = withInput(change.values, input, { parts: change.parts, domains })
    await saveDraft(change, values)
  })
}

/** Replaces the texts of a language in the draft; an empty text is inherited again. */
export async function saveThemeTexts(
  deps: Deps,
  actor: Actor,
  key: ThemeKey,
  { language, input }: { language: string; input: Partial<Record<ThemeTextKey, string>> },
  revision?: number,
): Promise<void> {
  await changeTheme(deps, actor, key, { action: 'theme.updated', revision }, async (change) => {
    if (!change.parts.includes('texts')) throw new OperationRefused('invalid', 'texts', 'not-in-themes')
    const parsed = themeTextKeys.map((name) => [
      name,
      parseThemeText(name, input[name] ?? '', key.scope !== 'organization'),
    ])
    const { [language]: _, ...others } = change.values.texts ?? {}
    const texts = Object.fromEntries(parsed.filter(([, text]) => text !== ''))
    await saveDraft(change, {
      ...change.values,
      texts: Object.keys(texts).length > 0 ? { ...others, [language]: texts } : others,
    })
  })
}

/** Puts an image into the draft, or takes it out. */
export async function saveThemeImage(
  deps: Deps,
  actor: Actor,
  key: ThemeKey,
  { name, bytes }: { name: ImageName; bytes: Uint8Array | null },
  revision?: number,
): Promise<void> {
  const read = bytes && readThemeImage(bytes)
  if (bytes && !read) throw new OperationRefused('invalid', 'image', 'invalid-image')
  // Checked first, so that nobody uses up the limit of a theme that is not theirs.
  await requireThemeAccess(deps, actor, key)
  if (read) await enforceLimit(deps, `theme-image:${key.scope}:${key.id}`, [{ count: 100, window: day }])
  await changeTheme(deps, actor, key, { action: 'theme.updated', revision }, async (change) => {
    if (!change.parts.includes(partOf[name])) throw new OperationRefused('invalid', 'image', 'not-in-themes')
    const { [name]: _, ...others } = change.values
    if (read) {
      const data = read.bytes.toString('base64')
      await insertThemeImage(change.tx, key, { ...read.image, data, createdAt: deps.now() })
    }
    await saveDraft(change, read ? { ...others, [name]: read.image } : others)
  })
}

/** Drops the draft: what is published stays. */
export async function discardThemeDraft(deps: Deps, actor: Actor, key: ThemeKey, revision?: number): Promise<void> {
  await changeTheme(deps, actor, key, { action: 'theme.updated', revision }, async (change) => {
    if (change.theme.draft === null) return
    await change.write({ draft: null })
    await change.record({ discarded: true })
  })
}

/** Takes away the logo that an organization has at an address: its theme has the one that is uploaded. */
export async function removeLogoUrl(deps: Deps, actor: Actor, { scope, id }: ThemeKey): Promise<void> {
  if (scope !== 'organization') throw new OperationRefused('not-found')
  await updateOrganization(deps, actor, id, { logoUrl: null })
}

async function saveDraft(change: ThemeChange, values: ThemeValues): Promise<void> {
  const changed = changedNames(values, change.values)
  if (changed.length === 0) return
  await change.write({ draft: draftOf(values) })
  await change.record({ draft: changed })
}
