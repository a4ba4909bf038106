import type { OrganizationRecord, OrganizationSettings } from '../../store/prisma/organizations/organization-changes.ts'
import type { Actor } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { isSlug } from '../platform/names.ts'
import { OperationRefused } from '../platform/operation-refused.ts'
import { changeOrganization } from './changes.ts'
import { parseName } from './names.ts'
import { changeApproval } from './organization-approval.ts'
import { may } from './rules.ts'

/** The settings that only owners change. */
const ownerSettings = ['requirePasskey', 'sessionMax'] as const

/** The settings as they will be stored. @throws OperationRefused for the first that is invalid */
function parseSettings(settings: OrganizationSettings, { slug }: OrganizationRecord): OrganizationSettings {
  const wanted = { ...settings }
  if (wanted.name !== undefined) wanted.name = parseName(wanted.name, 'name')
  if (wanted.slug !== undefined && wanted.slug !== slug && !isSlug(wanted.slug))
    throw new OperationRefused('invalid', 'slug', 'invalid-slug')
  if (wanted.logoUrl && !(URL.canParse(wanted.logoUrl) && /^https:\/\/[^\s]{1,490}$/.test(wanted.logoUrl)))
    throw new OperationRefused('invalid', 'logo_url', 'invalid-url')
  if (wanted.sessionMax != null && !(Number.isInteger(wanted.sessionMax) && wanted.sessionMax >= 300))
    throw new OperationRefused('invalid', 'session_max', 'invalid-number')
  return wanted
}

/**
 * Changes settings, and whether the organization is approved: both, or neither. `version`: refused if the organization
 * has changed since it was read (If-Match).
 */
export async function updateOrganization(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  { approved, ...settings }: OrganizationSettings & { approved?: boolean },
  version?: number,
): Promise<OrganizationRecord> {
  return changeOrganization(deps, actor, organizationId, 'organization.updated', async (change, roles) => {
    const before = { ...change.organization, version: change.organization.version - 1 }
    if (version !== undefined && before.version !== version) throw new OperationRefused('changed-meanwhile')
    const approval = approved === undefined ? null : await changeApproval(deps, actor, change, approved)
    const wanted = parseSettings(settings, before)
    const differs = (key: keyof OrganizationSettings) => wanted[key] !== undefined && wanted[key] !== before[key]
    if (ownerSettings.some(differs) && !may(roles, 'own')) throw new OperationRefused('forbidden')
    if ((Object.keys(wanted) as (keyof OrganizationSettings)[]).some(differs)) {
      await change.update(wanted)
      await change.record(['organization', organizationId], wanted)
    } else if (!approval) return before
    return { ...change.organization, ...wanted, ...approval }
  })
}
