import { type ThemePart, themeParts } from '../../config/themes.ts'
import { viewOrganization } from '../organizations/access.ts'
import { type Actor, recordRefusal } from '../platform/audit.ts'
import type { ChangeAction } from '../platform/audit-actions.ts'
import type { Deps } from '../platform/deps.ts'
import { OperationRefused } from '../platform/operation-refused.ts'
import type { ThemeKey } from '../platform/themes/published-themes.ts'

/** Those who run the server, and clients that act for them. Everybody else acts for one organization. */
export const isOfInstance = (actor: Actor): boolean =>
  actor.kind === 'operator' || actor.kind === 'system' || (actor.kind === 'client' && actor.organizationId === null)

/** The parts of a theme that someone may set. THEMES limits the owners of organizations; operators may set every part. */
export function settableParts(
  { config }: Pick<Deps, 'config'>,
  actor: Actor,
  { scope }: ThemeKey,
): readonly ThemePart[] {
  const listed = config.themes[scope]
  return scope === 'organization' && listed.length > 0 && isOfInstance(actor) ? themeParts : listed
}

/** What has the theme. `logoUrl`: a logo that an organization has at an address, besides its theme. */
interface ThemeOwner {
  name: string
  logoUrl: string | null
}

/**
 * Refuses an actor who may not see the theme: an organization's is for its owners and for operators, any other only for
 * operators. Whether they may change it is checked again within the change.
 */
export async function requireThemeAccess(deps: Deps, actor: Actor, key: ThemeKey): Promise<ThemeOwner> {
  if (settableParts(deps, actor, key).length === 0) throw new OperationRefused('not-found')
  if (key.scope === 'organization') {
    const { organization } = await viewOrganization(deps, actor, key.id, 'own')
    return { name: organization.name, logoUrl: organization.logoUrl }
  }
  await requireInstance(deps, actor, 'theme.updated')
  if (key.scope === 'instance') return { name: deps.config.brand.name, logoUrl: null }
  const client = deps.clients.findEvenDisabled(key.id)
  if (!client) throw new OperationRefused('not-found')
  return { name: client.name, logoUrl: null }
}

/** Refuses, and records, anyone who does not act for the instance. */
export async function requireInstance(deps: Deps, actor: Actor, action: ChangeAction): Promise<void> {
  if (isOfInstance(actor)) return
  await recordRefusal(deps, actor, { action }, 'not-found')
  throw new OperationRefused('not-found')
}
