import { digest, newId, newLinkSecret } from '../../../crypto/random.ts'
import { rightsLimits } from '../../../oidc/permissions.ts'
import { findUserByEmail } from '../../../store/hot/people.ts'
import { provenByDns } from '../../../store/prisma/organizations/domains.ts'
import {
  countInvitations,
  findInvitationOf,
  findInvitationsOf,
  type Invitation,
} from '../../../store/prisma/organizations/invitations.ts'
import type { RoleRecord } from '../../../store/prisma/rights.ts'
import { queueMail } from '../../delivery/outbox.ts'
import { refuseNewOwner } from '../../identity/second-operator.ts'
import { canonicalAddress, domainOf } from '../../platform/addresses.ts'
import type { Actor, AuditedTransaction } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { day } from '../../platform/durations.ts'
import type { FieldChange } from '../../platform/fields/field-values.ts'
import { enforceLimits, type NamedLimits } from '../../platform/limits.ts'
import { OperationRefused } from '../../platform/operation-refused.ts'
import { type OrganizationView, viewOrganization } from '../access.ts'
import { type AuditedChange, changeOrganization } from '../changes.ts'
import { findNamedRoles, giverIn, requireGivable } from '../roles/giving.ts'
import { mayGive, type Role } from '../rules.ts'
import { checkInvitedFields, writersOfInvitee } from './invitation-fields.ts'
import { composeInvitation } from './invitation-mails.ts'

/** How long an invitation is valid, in milliseconds. */
export const invitationTtl = 7 * day
/** Invitations that an organization may send, and how many of them to one address. */
const perOrganization = [{ count: 200, window: day }]
const perRecipient = [{ count: 5, window: day }]
/** How many an address may get from all organizations together that nobody vouches for (`vouchedFor`). */
const perRecipientOfStrangers = [{ count: 20, window: day }]

export interface NewInvitation {
  email: string
  roles: readonly Role[]
  /** Ids or keys of other roles. */
  otherRoles?: readonly string[]
  teamIds: readonly string[]
  /** Values of fields that the person will have as a member, by key. */
  fields?: FieldChange
  /** The application that the invitation leads to. */
  clientId: string | null
  /** The inviter's languages, for a person we do not know yet. */
  languages: readonly string[]
  /** False: no mail is sent. The invitation waits for the next sign-in with the address. */
  mailed?: boolean
  /** What is written together with the invitation. */
  also?(tx: AuditedTransaction): Promise<void>
}

/**
 * Invites an address by mail, to roles that the inviter may give. If the address is invited already, it gets a new mail,
 * and the old link stops working.
 */
export async function invite(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  wanted: NewInvitation,
): Promise<Invitation> {
  const { roles, otherRoles = [], teamIds, fields = {}, clientId, languages, mailed = true, also } = wanted
  const email = canonicalAddress(wanted.email)
  if (!email) throw new OperationRefused('invalid', 'email', 'invalid-address')
  const client = clientId === null ? null : deps.clients.find(clientId)
  if (client === undefined) throw new OperationRefused('invalid', 'client', 'not-available')
  const now = deps.now()
  const id = newId(now)
  const token = newLinkSecret()
  const { organization } = await viewOrganization(deps, actor, organizationId, 'manage-members')
  await countMail(deps, actor, organization, email)
  const invitation = {
    id,
    email,
    organizationId,
    roles: roles.join(' '),
    createdAt: now,
    expiresAt: new Date(now.getTime() + invitationTtl),
    sentAt: now,
    inviterId: actor.kind === 'user' ? actor.id : null,
    byOrganization: actor.kind === 'client' && actor.organizationId !== null,
    clientId: client?.id ?? null,
  }
  const mail = await composeInvitation(deps, actor, organization, { invitation, token, languages })
  return changeOrganization(deps, actor, organizationId, 'invitation.created', async (change, mine) => {
    if (!mayGive(mine, [], roles)) throw new OperationRefused('forbidden')
    refuseNewOwner(deps, actor, null, roles)
    for (const teamId of teamIds)
      if (!(await change.hasTeam(teamId))) throw new OperationRefused('invalid', 'team', 'not-available')
    const others = await requireGivableHere(deps, change, { actor, mine }, { otherRoles, teamIds })
    const writers = writersOfInvitee(actor, mine)
    const { stored, keys } = await checkInvitedFields(deps, change.tx, { organizationId, given: fields, writers })
    const known = await findUserByEmail(change.tx, email)
    if (known && (await change.rolesOf(known.id))) throw new OperationRefused('invalid', 'email', 'already-member')
    const created = await change.createInvitation({
      ...invitation,
      teamIds: teamIds.join(' '),
      roleIds: others.map(({ id }) => id).join(' '),
      tokenDigest: digest(token),
      ...(stored === null ? {} : { fields: stored, fieldsBy: actor.kind }),
    })
    const given = others.length > 0 ? { other_roles: others.map(({ key }) => key) } : {}
    const named = stored === null ? {} : { fields: keys }
    await change.record(['invitation', id], { email, roles, teams: teamIds, ...given, ...named })
    if (mailed) await queueMail(deps, change.tx, mail, invitation.expiresAt)
    await also?.(change.tx)
    return created
  })
}

/** The other roles that an invitation gives by itself. Whoever sends it may give them, and those of its teams. */
async function requireGivableHere(
  deps: Deps,
  change: AuditedChange,
  { actor, mine }: { actor: Actor; mine: readonly string[] },
  { otherRoles, teamIds }: { otherRoles: readonly string[]; teamIds: readonly string[] },
): Promise<RoleRecord[]> {
  const others = await findNamedRoles(change, otherRoles)
  if (others.length > rightsLimits.rolesOfMember) throw new OperationRefused('too-many')
  const ofTeams = await Promise.all(teamIds.map((teamId) => change.rolesOfTeam(teamId)))
  const all = [...others, ...ofTeams.flat()]
  if (all.length > 0) requireGivable(deps, await giverIn(deps, change, actor, mine), all)
  return others
}

/** What counts the mails of an organization: all of them, and those to one address. */
interface InvitationLimits {
  ofOrganization: readonly NamedLimits[]
  ofRecipient(email: string): readonly NamedLimits[]
}

/**
 * OR-18: invitations must not be used to send spam. An organization has a limit of its own for each address, so that no
 * other can use it up. Operators, who run the server, are limited by that alone.
 */
export async function invitationLimits(
  deps: Deps,
  actor: Actor,
  organization: OrganizationView['organization'],
): Promise<InvitationLimits> {
  const isVouchedFor = await vouchedFor(deps, actor, organization)
  return {
    ofOrganization: actor.kind === 'operator' ? [] : [[`invitations:${organization.id}`, perOrganization]],
    ofRecipient(email) {
      const ofRecipient = `invited:${digest(email)}`
      const own: NamedLimits = [`${ofRecipient}:${organization.id}`, perRecipient]
      return isVouchedFor(email) ? [own] : [own, [ofRecipient, perRecipientOfStrangers]]
    },
  }
}

async function countMail(
  deps: Deps,
  actor: Actor,
  organization: OrganizationView['organization'],
  email: string,
): Promise<void> {
  const { ofOrganization, ofRecipient } = await invitationLimits(deps, actor, organization)
  await enforceLimits(deps, [...ofOrganization, ...ofRecipient(email)])
}

/**
 * The server's own operators and clients, organizations that they approved, and the organization that proved the domain
 * of the address.
 */
async function vouchedFor(
  deps: Deps,
  actor: Actor,
  organization: OrganizationView['organization'],
): Promise<(email: string) => boolean> {
  const ofServer = actor.kind === 'operator' || (actor.kind === 'client' && actor.organizationId === null)
  if (ofServer || organization.approvedAt !== null) return () => true
  const proven = await provenByDns(deps.db, organization.id, deps.now())
  return (email) => proven.includes(domainOf(email) ?? '')
}

export type { Inviter } from '../../../mail/messages.ts'

/** The pending invitations of an organization, a page at a time. */
export const listInvitations = (
  deps: Deps,
  { organization }: OrganizationView,
  page: { after: string | null; limit: number; query?: string },
): Promise<Invitation[]> => findInvitationsOf(deps.db, organization.id, deps.now(), page)

export const invitationCount = (deps: Deps, { organization }: OrganizationView): Promise<number> =>
  countInvitations(deps.db, organization.id, deps.now())

/** A pending invitation of an organization, for those who may see it. */
export async function getInvitation(deps: Deps, { organization }: OrganizationView, id: string): Promise<Invitation> {
  const invitation = await findInvitationOf(deps.db, organization.id, id, deps.now())
  if (!invitation) throw new OperationRefused('not-found')
  return invitation
}

/** Mails an invitation again, with a new link and a new expiry. */
export async function resendInvitation(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  id: string,
  languages: readonly string[],
): Promise<void> {
  const now = deps.now()
  const view = await viewOrganization(deps, actor, organizationId, 'manage-members')
  const pending = await getInvitation(deps, view, id)
  await countMail(deps, actor, view.organization, pending.email)
  const token = newLinkSecret()
  const expiresAt = new Date(now.getTime() + invitationTtl)
  const mail = await composeInvitation(deps, actor, view.organization, { invitation: pending, token, languages })
  await changeOrganization(deps, actor, organizationId, 'invitation.resent', async (change) => {
    if (!(await change.renewInvitation(id, { tokenDigest: digest(token), expiresAt, now })))
      throw new OperationRefused('not-found')
    await change.record(['invitation', id])
    await queueMail(deps, change.tx, mail, expiresAt)
  })
}

/** Withdraws an invitation. Returns what it was. */
export async function withdrawInvitation(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  id: string,
): Promise<Invitation | null> {
  const pending = await findInvitationOf(deps.db, organizationId, id, deps.now())
  await changeOrganization(deps, actor, organizationId, 'invitation.revoked', async (change) => {
    if (!(await change.revokeInvitation(id, deps.now()))) throw new OperationRefused('not-found')
    await change.record(['invitation', id])
  })
  return pending
}
