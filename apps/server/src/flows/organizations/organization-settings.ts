import { endDevicesOfOrganization } from '../../store/beyond-prisma/device-requests.ts'
import { findFieldValues } from '../../store/beyond-prisma/fields.ts'
import type { OrganizationRecord, OrganizationSettings } from '../../store/prisma/organizations/organization-changes.ts'
import type { Actor } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { changeFieldValues, type FieldChange, organizationSubject } from '../platform/fields/field-values.ts'
import { isSlug } from '../platform/names.ts'
import { OperationRefused } from '../platform/operation-refused.ts'
import { changeOrganization } from './changes.ts'
import { writersOf } from './member-fields.ts'
import { parseName } from './names.ts'
import { changeApproval, runsServer } from './organization-approval.ts'
import { may } from './rules.ts'

/** The settings that only owners change. */
const ownerSettings = ['requirePasskey', 'sessionMax', 'deviceCodes'] as const
/** Those that only those who run the server change, and clients that are not limited to one organization. */
const operatorSettings = ['customRoles'] as const

/** Seconds, from five minutes to a year. */
const isSessionMax = (seconds: number): boolean => Number.isInteger(seconds) && seconds >= 300 && seconds <= 31_536_000

/** The settings as they will be stored. @throws OperationRefused for the first that is invalid */
function parseSettings(settings: OrganizationSettings, { slug }: OrganizationRecord): OrganizationSettings {
  const wanted = { ...settings }
  if (wanted.name !== undefined) wanted.name = parseName(wanted.name, 'name')
  if (wanted.slug !== undefined && wanted.slug !== slug && !isSlug(wanted.slug))
    throw new OperationRefused('invalid', 'slug', 'invalid-slug')
  if (wanted.logoUrl && !(URL.canParse(wanted.logoUrl) && /^https:\/\/[^\s]{1,490}$/.test(wanted.logoUrl)))
    throw new OperationRefused('invalid', 'logo_url', 'invalid-url')
  if (wanted.sessionMax != null && !isSessionMax(wanted.sessionMax))
    throw new OperationRefused('invalid', 'session_max', 'invalid-number')
  return wanted
}

interface OrganizationEdit extends OrganizationSettings {
  approved?: boolean
  /** Values of declared fields, and what the form showed of them (`digestOfValues`). */
  fields?: FieldChange
  shown?: string | undefined
}

/**
 * Changes settings, and whether the organization is approved: both, or neither. `version`: refused if the organization
 * has changed since it was read (If-Match).
 */
export async function updateOrganization(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  { approved, fields, shown, ...settings }: OrganizationEdit,
  version?: number,
): Promise<OrganizationRecord> {
  return changeOrganization(deps, actor, organizationId, 'organization.updated', async (change, roles) => {
    const before = { ...change.organization, version: change.organization.version - 1 }
    if (version !== undefined && before.version !== version) throw new OperationRefused('changed-meanwhile')
    const approval = approved === undefined ? null : await changeApproval(deps, actor, change, approved)
    const wanted = parseSettings(settings, before)
    const differs = (key: keyof OrganizationSettings) => wanted[key] !== undefined && wanted[key] !== before[key]
    if (operatorSettings.some(differs) && !runsServer(actor)) throw new OperationRefused('forbidden')
    if (ownerSettings.some(differs) && !may(roles, 'own')) throw new OperationRefused('forbidden')
    const subject = organizationSubject(organizationId)
    const writers = writersOf(actor, roles)
    const values = { subject, given: fields ?? {}, writers, shown }
    const changed = fields ? await changeFieldValues(deps, change.tx, actor, values) : []
    if ((Object.keys(wanted) as (keyof OrganizationSettings)[]).some(differs)) {
      await change.update(wanted)
      if (wanted.deviceCodes === false && before.deviceCodes)
        await endDevicesOfOrganization(change.tx, organizationId, deps.now())
      await change.record(['organization', organizationId], wanted)
    } else if (!approval && changed.length === 0) return before
    const stored = changed.length > 0 ? await findFieldValues(change.tx, subject) : change.organization
    return { ...change.organization, ...wanted, ...approval, fields: stored?.fields ?? null }
  })
}
