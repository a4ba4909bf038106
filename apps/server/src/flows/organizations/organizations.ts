import { newId } from '../../crypto/random.ts'
import { isUniqueViolation, MadeAlready, SlugTaken } from '../../store/connections/errors.ts'
import type { OrganizationRecord, OrganizationSettings } from '../../store/prisma/organization-changes.ts'
import { createOrganization, type NewOrganization, organizationExists } from '../../store/prisma/organizations.ts'
import { isOperator } from '../identity/operator-addresses.ts'
import { type Actor, inTransaction } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { consumeLimit, TooManyAttempts } from '../platform/limits.ts'
import { cleanName, isSlug, slugCandidates } from '../platform/names.ts'
import { type AuditedChange, act, OperationRefused } from './access.ts'
import { may } from './rules.ts'

export {
  act,
  OperationRefused,
  type OrganizationView,
  type RefusalReason,
  viewOrganization,
} from './access.ts'

/** Milliseconds between the deletion of an organization and its end. */
export const deletionDelay = 14 * 86_400_000
/** How many organizations one person may create. */
const organizationsPerPerson = [{ count: 10, window: 86_400_000 }]

/** ORGANIZATION_CREATION: whether this person may make an organization of their own. */
export const mayCreateOrganization = async (deps: Deps, userId: string): Promise<boolean> =>
  deps.config.organizationCreation === 'open' || isOperator(deps, userId)

/**
 * Creates an organization. The slug is made from the name when none is given. Returns its id. One that operators make is
 * approved: its invitations open sign-up where SIGN_UP is not open. One of a person's own never does by itself.
 */
export async function createOrganizationFor(
  deps: Deps,
  actor: Actor,
  ownerId: string,
  { name: typed, slug, id = newId(deps.now()) }: { name: string; slug?: string; id?: string },
): Promise<string> {
  const name = nameOf(typed, 'organization_name')
  if (slug && !isSlug(slug)) throw new OperationRefused('invalid', 'organization_slug', 'invalid-slug')
  if (actor.kind === 'user') {
    if (!(await mayCreateOrganization(deps, actor.id))) throw new OperationRefused('forbidden')
    const wait = await consumeLimit(deps, `organizations:${actor.id}`, organizationsPerPerson)
    if (wait !== null) throw new TooManyAttempts(wait)
  }
  const approved = actor.kind !== 'user' || (await isOperator(deps, actor.id))
  for (const candidate of slug ? [slug] : slugCandidates(name)) {
    const organization = { id, slug: candidate, name, ownerId, now: deps.now(), approved }
    if (await insertOrganization(deps, actor, organization)) return id
  }
  throw new OperationRefused('taken', slug ? 'organization_slug' : 'organization_name', 'taken')
}

/** False when the slug is taken. */
async function insertOrganization(deps: Deps, actor: Actor, organization: NewOrganization): Promise<boolean> {
  const { id, name, slug, ownerId } = organization
  try {
    await inTransaction(deps, async (tx) => {
      await createOrganization(tx, organization)
      await tx.record(actor, {
        action: 'organization.created',
        organizationId: id,
        target: ['organization', id],
        detail: { name, slug, owner: ownerId },
      })
    })
    return true
  } catch (error) {
    if (error instanceof SlugTaken) return false
    if (!isUniqueViolation(error)) throw error
    // Two at once: the same one twice, or another one of this slug.
    if (await organizationExists(deps.db, id)) throw new MadeAlready()
    return false
  }
}

export function nameOf(input: string, field: string): string {
  const cleaned = cleanName(input)
  if (!cleaned.ok) throw new OperationRefused('invalid', field, cleaned.problem)
  if (cleaned.name === '') throw new OperationRefused('invalid', field, 'required')
  return cleaned.name
}

/** The settings that only owners change. */
const ofOwners = ['requirePasskey', 'sessionMax'] as const

/** Settings as they will be kept. Throws `Refused` for the first that can't be. */
function checkedSettings(settings: OrganizationSettings, { slug }: OrganizationRecord): OrganizationSettings {
  const wanted = { ...settings }
  if (wanted.name !== undefined) wanted.name = nameOf(wanted.name, 'name')
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
  return act(deps, actor, organizationId, 'organization.updated', 'manage-settings', async (change, roles) => {
    const before = { ...change.organization, version: change.organization.version - 1 }
    if (version !== undefined && before.version !== version) throw new OperationRefused('changed-meanwhile')
    const approval = approved === undefined ? null : await changeApproval(deps, actor, change, approved)
    const wanted = checkedSettings(settings, before)
    const differs = (key: keyof OrganizationSettings) => wanted[key] !== undefined && wanted[key] !== before[key]
    if (ofOwners.some(differs) && !may(roles, 'own')) throw new OperationRefused('forbidden')
    if ((Object.keys(wanted) as (keyof OrganizationSettings)[]).some(differs)) {
      await change.update(wanted)
      await change.audit(['organization', organizationId], wanted)
    } else if (!approval) return change.unchanged(before)
    return { ...change.organization, ...wanted, ...approval }
  })
}

/** Deletes an organization: nobody gets into it from now on, and it is gone after the time of grace. */
export async function deleteOrganization(deps: Deps, actor: Actor, organizationId: string): Promise<void> {
  await act(deps, actor, organizationId, 'organization.deleted', 'own', async (change) => {
    const now = deps.now()
    await change.disable(now, new Date(now.getTime() + deletionDelay))
    await change.audit(['organization', organizationId])
  })
}

/** Takes a deletion back within the time of grace. For operators. */
export async function restoreOrganization(
  deps: Deps,
  actor: Actor & { kind: 'operator' },
  organizationId: string,
): Promise<void> {
  await act(deps, actor, organizationId, 'organization.restored', 'own', async (change) => {
    await change.disable(null, null)
    await change.audit(['organization', organizationId])
  })
}

/** Approves an organization or withdraws its approval: whether its invitations allow sign-up when SIGN_UP is not open. */
export async function approveOrganization(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  approved: boolean,
): Promise<void> {
  await act(deps, actor, organizationId, actionOfApproval(approved), 'own', async (change) => {
    if (!(await changeApproval(deps, actor, change, approved))) change.unchanged(undefined)
  })
}

const actionOfApproval = (approved: boolean) => (approved ? 'organization.approved' : 'organization.approval_withdrawn')

/** Null if there was nothing to change. For those who run the server, and clients not limited to one organization. */
async function changeApproval(
  deps: Deps,
  actor: Actor,
  change: AuditedChange,
  approved: boolean,
): Promise<{ approvedAt: Date | null } | null> {
  if (actor.kind === 'user' || (actor.kind === 'client' && actor.organizationId !== null))
    throw new OperationRefused('forbidden')
  if ((change.organization.approvedAt !== null) === approved) return null
  const approvedAt = approved ? deps.now() : null
  await change.approve(approvedAt)
  await change.audit(['organization', change.organization.id], undefined, actionOfApproval(approved))
  return { approvedAt }
}

/** Hands an organization over: the other becomes an owner, and oneself an admin. In one step, so it is never without. */
export async function transferOwnership(
  deps: Deps,
  actor: Actor & { kind: 'user' },
  organizationId: string,
  userId: string,
): Promise<void> {
  await act(deps, actor, organizationId, 'organization.transferred', 'own', async (change, mine) => {
    const before = await change.rolesOf(userId)
    if (!before || userId === actor.id) throw new OperationRefused('not-a-member')
    await change.setRoles(userId, ['owner', ...before.filter((role) => role !== 'owner')], deps.now())
    await change.setRoles(actor.id, ['admin', ...mine.filter((role) => role === 'member')], deps.now())
    await change.audit(['user', userId])
  })
}
