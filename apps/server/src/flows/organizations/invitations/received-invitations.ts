import { digest } from '../../../crypto/random.ts'
import type { Inviter } from '../../../mail/messages.ts'
import { noHeldRoles, rightsLimits } from '../../../oidc/permissions.ts'
import type { SqlStore } from '../../../store/connections/sql.ts'
import { findAddresses } from '../../../store/hot/people.ts'
import {
  declineInvitation as declineStored,
  findInvitationByToken,
  findInvitations,
  type Invitation,
} from '../../../store/prisma/organizations/invitations.ts'
import { findRoles } from '../../../store/prisma/organizations/organizations.ts'
import { type Actor, inTransaction } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { OperationRefused } from '../../platform/operation-refused.ts'
import { type AuditedChange, changeLockedOrganization } from '../changes.ts'
import { isInvitationRefused } from '../members/directory-rule.ts'
import { mayGiveRole } from '../roles/giving.ts'
import { recordingRights } from '../roles/rights-events.ts'
import { mayGive } from '../rules.ts'
import { giveFields } from './invitation-fields.ts'
import { describeInviter } from './invitation-mails.ts'

/** What the mailed link shows to someone who is signed in. Nothing about the organization unless the address is theirs. */
export type InvitationView =
  | { kind: 'open'; invitation: Invitation; inviter: Inviter }
  | { kind: 'member'; invitation: Invitation }
  | { kind: 'someone-else' }
  | { kind: 'gone' }

export async function viewInvitation(deps: Deps, userId: string, token: string): Promise<InvitationView> {
  const invitation = await findInvitationByToken(deps.db, digest(token))
  if (!invitation?.organizationId) return { kind: 'gone' }
  if (!(await addressesOf(deps.db, userId)).includes(invitation.email)) return { kind: 'someone-else' }
  if (await findRoles(deps.db, invitation.organizationId, userId)) return { kind: 'member', invitation }
  if (!(await isAcceptable(deps, invitation)) || (await isRefused(deps, userId, invitation))) return { kind: 'gone' }
  return { kind: 'open', invitation, inviter: await describeInviter(deps.db, invitation) }
}

/**
 * What the mailed link shows before anybody has signed in. Anyone who has the link received the mail, or had it
 * forwarded.
 */
export async function previewInvitation(
  deps: Deps,
  token: string,
): Promise<{ email: string; organization: string; inviter: Inviter } | null> {
  const invitation = await findInvitationByToken(deps.db, digest(token))
  if (!invitation?.organizationName || !(await isAcceptable(deps, invitation))) return null
  const { email, organizationName: organization } = invitation
  return { email, organization, inviter: await describeInviter(deps.db, invitation) }
}

const addressesOf = async (db: SqlStore, userId: string): Promise<string[]> =>
  (await findAddresses(db, userId)).map(({ address }) => address)

/** Whether it is pending, and its sender may still give its roles. */
async function isAcceptable(deps: Deps, invitation: Invitation): Promise<boolean> {
  const { acceptedAt, revokedAt, expiresAt, organizationId, inviterId, roles } = invitation
  if (acceptedAt || revokedAt || expiresAt <= deps.now()) return false
  if (inviterId === null || organizationId === null) return true
  const inviter = await findRoles(deps.db, organizationId, inviterId)
  return inviter !== null && mayGive(inviter, [], roles.split(' ').filter(Boolean))
}

/**
 * Accepts an invitation, once: only for a verified address that it names, and only while its sender could still give
 * these roles. Returns the organization, or null when there is nothing to accept.
 */
export async function acceptInvitation(
  deps: Deps,
  actor: Actor & { kind: 'user' },
  invitation: Pick<Invitation, 'id' | 'organizationId'>,
): Promise<string | null> {
  const { organizationId } = invitation
  if (!organizationId) return null
  return changeLockedOrganization(deps, actor, organizationId, 'invitation.accepted', async (change) => {
    if (change.organization.disabledAt) return null
    const taken = await change.takeInvitation(invitation.id, await addressesOf(change.tx, actor.id), deps.now())
    if (!taken) return null
    const inviter = taken.inviterId === null ? ['owner'] : await change.rolesOf(taken.inviterId)
    if (!inviter || !mayGive(inviter, [], taken.roles)) return null
    const current = await change.rolesOf(actor.id)
    if (!current && (await isRefused({ config: deps.config, db: change.tx }, actor.id, taken)))
      throw new OperationRefused('forbidden', 'member', 'suspended-by-directory')
    const before = current ?? []
    await recordingRights(deps, change.tx, actor, { of: 'user', organizationId, id: actor.id }, async () => {
      await change.setRoles(actor.id, [...new Set([...before, ...taken.roles])], deps.now())
      const others = await giveOthers(deps, change, actor, { ...taken, inviter })
      await change.record(['invitation', invitation.id], { roles: taken.roles, ...others })
    })
    await giveFields(deps, change, actor, { ...taken, inviter })
    return organizationId
  })
}

/**
 * The teams and other roles of an invitation: what its sender may still give, and what is still there. The rest is left
 * out. Returns what the event says of them.
 */
async function giveOthers(
  deps: Deps,
  change: AuditedChange,
  { id: userId }: Actor & { kind: 'user' },
  invitation: Pick<Invitation, 'teamIds' | 'roleIds' | 'inviterId' | 'byOrganization'> & { inviter: string[] },
): Promise<{ other_roles?: string[] }> {
  const { teamIds, roleIds, inviter, inviterId, byOrganization } = invitation
  const held = inviterId === null ? noHeldRoles : await change.heldBy(inviterId)
  // Whoever runs the server, or a client, sent it alone.
  const actsAlone = inviterId === null && deps.config.fourEyes
  const giver = { roles: inviter, held, isLimited: byOrganization, actsAlone }
  for (const teamId of teamIds) {
    const mayJoin = (await change.rolesOfTeam(teamId)).every((role) => mayGiveRole(deps, giver, role))
    if (mayJoin && (await change.hasTeam(teamId))) await change.addToTeam(teamId, userId, deps.now())
  }
  if (roleIds.length === 0) return {}
  const before = await change.otherRolesOf(userId)
  const added = (await change.rolesNamed(roleIds))
    .filter((role) => !before.some(({ id }) => id === role.id) && mayGiveRole(deps, giver, role))
    .slice(0, Math.max(0, rightsLimits.rolesOfMember - before.length))
  // Without an inviter it was sent by those who run the server, or by a client of the organization.
  const grantedByKind = inviterId !== null ? 'user' : byOrganization ? 'client' : 'operator'
  const by = { grantedByKind, grantedBy: inviterId, grantedAt: deps.now() }
  if (added.length > 0) await change.changeOtherRoles(userId, { added, removed: [] }, by)
  return { other_roles: added.map(({ key }) => key) }
}

export async function declineInvitation(
  deps: Deps,
  actor: Actor & { kind: 'user' },
  { id, organizationId }: Pick<Invitation, 'id' | 'organizationId'>,
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    if (await declineStored(tx, id, await addressesOf(tx, actor.id), deps.now()))
      await tx.record(actor, { action: 'invitation.declined', organizationId, target: ['invitation', id] })
  })
}

/**
 * Whether a pending invitation lets this address sign up where SIGN_UP is not open: one by the operators, or by an
 * organization that they made or approved. An organization that somebody created for themselves lets nobody in.
 */
export async function isInvitedToSignUp(deps: Deps, address: string): Promise<boolean> {
  const pending = await findInvitations(deps.db, [address], deps.now())
  const trusted = pending.filter(
    ({ organizationId, organizationApproved, inviterId, byOrganization }) =>
      organizationId === null || organizationApproved || (inviterId === null && !byOrganization),
  )
  const acceptable = await Promise.all(trusted.map((invitation) => isAcceptable(deps, invitation)))
  return acceptable.includes(true)
}

/** The invitations to any address of a person that can still be accepted. */
export async function pendingInvitations(deps: Deps, userId: string): Promise<Invitation[]> {
  const pending = await findInvitations(deps.db, await addressesOf(deps.db, userId), deps.now())
  const open = await Promise.all(
    pending.map(
      async (invitation) => (await isAcceptable(deps, invitation)) && !(await isRefused(deps, userId, invitation)),
    ),
  )
  return pending.filter((_, index) => open[index])
}

/** The directory of the organization has ended the access of this person: an invitation does not give it back. */
const isRefused = async (
  { config, db }: { config: Deps['config']; db: SqlStore },
  userId: string,
  { organizationId, createdAt: invitedAt }: Pick<Invitation, 'organizationId' | 'createdAt'>,
): Promise<boolean> =>
  config.scim && organizationId !== null && isInvitationRefused(db, organizationId, { userId, invitedAt })
