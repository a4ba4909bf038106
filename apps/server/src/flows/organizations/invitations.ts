import { digest, newId, newLinkSecret } from '../../crypto/random.ts'
import type { Inviter, Mail } from '../../mail/messages.ts'
import { findAddresses, findPerson, findUserByEmail } from '../../store/hot/people.ts'
import {
  countInvitations,
  declineInvitation as declineStored,
  findInvitationByToken,
  findInvitationOf,
  findInvitations,
  findInvitationsOf,
  type Invitation,
} from '../../store/prisma/invitations.ts'
import { findRoles } from '../../store/prisma/organizations.ts'
import { queueMail } from '../delivery/outbox.ts'
import { canonicalAddress } from '../platform/addresses.ts'
import { type Actor, inTransaction } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { consumeLimit, TooManyAttempts } from '../platform/limits.ts'
import { act, changeOrganization, OperationRefused, type OrganizationView, viewOrganization } from './access.ts'
import { mayGive, type Role } from './rules.ts'

const day = 86_400_000
/** How long an invitation waits, in milliseconds. */
export const invitationTtl = 7 * day
/** Mails that an organization may send to people who did not ask, and that one address may get from all of them. */
const perOrganization = [{ count: 200, window: day }]
const perRecipient = [{ count: 5, window: day }]

export interface NewInvite {
  email: string
  roles: readonly Role[]
  teamIds: readonly string[]
  /** The application that one lands in. */
  clientId: string | null
  /** Languages of whoever invites, for a person we do not know yet. */
  languages: readonly string[]
}

/**
 * Invites an address by mail. Nobody invites to more than they could give. An address that is invited already gets a
 * new mail, and the old link dies.
 */
export async function invite(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  { email: typed, roles, teamIds, clientId, languages }: NewInvite,
): Promise<Invitation> {
  const email = canonicalAddress(typed)
  if (!email) throw new OperationRefused('invalid', 'email', 'invalid-address')
  const client = clientId === null ? null : deps.config.clients.get(clientId)
  if (client === undefined) throw new OperationRefused('invalid', 'client', 'not-available')
  const now = deps.now()
  const id = newId(now)
  const token = newLinkSecret()
  await viewOrganization(deps, actor, organizationId, 'manage-members')
  await spendMails(deps, organizationId, email)
  // Asked before the organization is held: inside, it would need a second connection while others wait for the first.
  const known = await findUserByEmail(deps.db, email)
  await act(deps, actor, organizationId, 'invitation.created', 'manage-members', async (change, mine) => {
    if (!mayGive(mine, [], roles)) throw new OperationRefused('forbidden')
    for (const teamId of teamIds)
      if (!(await change.hasTeam(teamId))) throw new OperationRefused('invalid', 'team', 'not-available')
    if (known && (await change.rolesOf(known.id))) throw new OperationRefused('invalid', 'email', 'already-member')
    await change.createInvitation({
      id,
      email,
      organizationId,
      roles: roles.join(' '),
      createdAt: now,
      expiresAt: new Date(now.getTime() + invitationTtl),
      tokenDigest: digest(token),
      inviterId: actor.kind === 'user' ? actor.id : null,
      byOrganization: actor.kind === 'client' && actor.organizationId !== null,
      teamIds: teamIds.join(' '),
      clientId: client?.id ?? null,
      sentAt: now,
    })
    await change.audit(['invitation', id], { email, roles, teams: teamIds })
  })
  const kept = await findInvitationOf(deps.db, organizationId, id, now)
  if (!kept) throw new OperationRefused('changed-meanwhile')
  await mailInvitation(deps, actor, kept, token, languages)
  return kept
}

/** OR-18: nobody mails the world through us. */
async function spendMails(deps: Deps, organizationId: string, email: string): Promise<void> {
  const wait =
    (await consumeLimit(deps, `invitations:${organizationId}`, perOrganization)) ??
    (await consumeLimit(deps, `invited:${digest(email)}`, perRecipient))
  if (wait !== null) throw new TooManyAttempts(wait)
}

export type { Inviter } from '../../mail/messages.ts'

export async function inviterOf(
  deps: Deps,
  { inviterId, byOrganization }: Pick<Invitation, 'inviterId' | 'byOrganization'>,
): Promise<Inviter> {
  if (byOrganization) return { kind: 'organization' }
  if (inviterId === null) return { kind: 'operators' }
  const person = await findPerson(deps.db, inviterId)
  const name = [person?.givenName, person?.familyName].filter(Boolean).join(' ') || person?.email
  return name ? { kind: 'person', name } : { kind: 'organization' }
}

/** In the invitee's language when they are known here, else in the inviter's. */
async function mailInvitation(
  deps: Deps,
  actor: Actor,
  invitation: Invitation,
  token: string,
  languages: readonly string[],
): Promise<void> {
  const known = await findUserByEmail(deps.db, invitation.email)
  const invitee = known ? await findPerson(deps.db, known.id) : null
  const mail: Mail = {
    kind: 'invitation',
    to: invitation.email,
    application: (invitation.clientId && deps.config.clients.get(invitation.clientId)?.name) || '',
    organization: invitation.organizationName ?? '',
    inviter: await inviterOf(deps, invitation),
    at: deps.now().toISOString(),
    network: actor.network ?? '',
    locales: invitee?.locale ? [invitee.locale] : languages,
    link: `${deps.config.issuer}/invitations/${token}`,
  }
  await queueMail(deps, mail, invitation.expiresAt)
}

/** The pending invitations of an organization, a page at a time. */
export const listInvitations = (
  deps: Deps,
  { organization }: OrganizationView,
  page: { after: string | null; limit: number },
): Promise<Invitation[]> => findInvitationsOf(deps.db, organization.id, deps.now(), page)

export const invitationCount = (deps: Deps, { organization }: OrganizationView): Promise<number> =>
  countInvitations(deps.db, organization.id, deps.now())

/** A pending invitation of an organization, for those who may see it. */
export async function getInvitation(deps: Deps, { organization }: OrganizationView, id: string): Promise<Invitation> {
  const invitation = await findInvitationOf(deps.db, organization.id, id, deps.now())
  if (!invitation) throw new OperationRefused('not-found')
  return invitation
}

/** Mails an invitation again, with a new link and a new week. */
export async function resendInvitation(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  id: string,
  languages: readonly string[],
): Promise<void> {
  const now = deps.now()
  const pending = await getInvitation(deps, await viewOrganization(deps, actor, organizationId, 'manage-members'), id)
  await spendMails(deps, organizationId, pending.email)
  const token = newLinkSecret()
  const expiresAt = new Date(now.getTime() + invitationTtl)
  await act(deps, actor, organizationId, 'invitation.resent', 'manage-members', async (change) => {
    if (!(await change.renewInvitation(id, { tokenDigest: digest(token), expiresAt, now })))
      throw new OperationRefused('not-found')
    await change.audit(['invitation', id])
  })
  await mailInvitation(deps, actor, { ...pending, expiresAt }, token, languages)
}

export async function withdrawInvitation(deps: Deps, actor: Actor, organizationId: string, id: string): Promise<void> {
  await act(deps, actor, organizationId, 'invitation.revoked', 'manage-members', async (change) => {
    if (!(await change.revokeInvitation(id, deps.now()))) throw new OperationRefused('not-found')
    await change.audit(['invitation', id])
  })
}

/** What the mailed link shows to someone who is signed in. Nothing of the organization before the mailbox fits. */
export type InvitationView =
  | { kind: 'open'; invitation: Invitation; inviter: Inviter }
  | { kind: 'member'; invitation: Invitation }
  | { kind: 'someone-else' }
  | { kind: 'gone' }

export async function viewInvitation(deps: Deps, userId: string, token: string): Promise<InvitationView> {
  const invitation = await findInvitationByToken(deps.db, digest(token))
  if (!invitation?.organizationId) return { kind: 'gone' }
  const addresses = await findAddresses(deps.db, userId)
  if (!addresses.some(({ address }) => address === invitation.email)) return { kind: 'someone-else' }
  if (await findRoles(deps.db, invitation.organizationId, userId)) return { kind: 'member', invitation }
  if (!(await isOpen(deps, invitation))) return { kind: 'gone' }
  return { kind: 'open', invitation, inviter: await inviterOf(deps, invitation) }
}

/** What the mailed link shows before anybody has signed in: who holds the link was sent the mail, or got it forwarded. */
export async function previewInvitation(
  deps: Deps,
  token: string,
): Promise<{ email: string; organization: string; inviter: Inviter } | null> {
  const invitation = await findInvitationByToken(deps.db, digest(token))
  if (!invitation?.organizationName || !(await isOpen(deps, invitation))) return null
  const { email, organizationName: organization } = invitation
  return { email, organization, inviter: await inviterOf(deps, invitation) }
}

/** Pending, and whoever sent it could still give its roles. */
async function isOpen(deps: Deps, invitation: Invitation): Promise<boolean> {
  const { acceptedAt, revokedAt, expiresAt, organizationId, inviterId, roles } = invitation
  if (acceptedAt || revokedAt || expiresAt <= deps.now()) return false
  if (inviterId === null || organizationId === null) return true
  const inviter = await findRoles(deps.db, organizationId, inviterId)
  return inviter !== null && mayGive(inviter, [], roles.split(' ').filter(Boolean))
}

/**
 * Accepts an invitation, once: only for a verified address that it names, and only while whoever sent it could still
 * give these roles. Returns the organization, or null when there is nothing to accept.
 */
export async function acceptInvitation(
  deps: Deps,
  actor: Actor & { kind: 'user' },
  invitation: Pick<Invitation, 'id' | 'organizationId'>,
): Promise<string | null> {
  const { organizationId } = invitation
  if (!organizationId) return null
  const addresses = (await findAddresses(deps.db, actor.id)).map(({ address }) => address)
  return changeOrganization(deps, actor, organizationId, 'invitation.accepted', async (change) => {
    if (change.organization.disabledAt) return change.unchanged(null)
    const taken = await change.takeInvitation(invitation.id, addresses, deps.now())
    if (!taken) return change.unchanged(null)
    const inviter = taken.inviterId === null ? ['owner'] : await change.rolesOf(taken.inviterId)
    if (!inviter || !mayGive(inviter, [], taken.roles)) return change.unchanged(null)
    const before = (await change.rolesOf(actor.id)) ?? []
    await change.setRoles(actor.id, [...new Set([...before, ...taken.roles])], deps.now())
    for (const teamId of taken.teamIds)
      if (await change.hasTeam(teamId)) await change.addToTeam(teamId, actor.id, deps.now())
    await change.audit(['invitation', invitation.id], { roles: taken.roles })
    return organizationId
  })
}

export async function declineInvitation(
  deps: Deps,
  actor: Actor & { kind: 'user' },
  { id, organizationId }: Pick<Invitation, 'id' | 'organizationId'>,
): Promise<void> {
  const addresses = (await findAddresses(deps.db, actor.id)).map(({ address }) => address)
  await inTransaction(deps, async (tx) => {
    if (await declineStored(tx, id, addresses, deps.now()))
      await tx.record(actor, { action: 'invitation.declined', organizationId, target: ['invitation', id] })
  })
}

/** The invitations that wait for any address of a person and that are worth something still. */
export async function invitationsFor(deps: Deps, userId: string): Promise<Invitation[]> {
  const addresses = (await findAddresses(deps.db, userId)).map(({ address }) => address)
  const pending = await findInvitations(deps.db, addresses, deps.now())
  const open = await Promise.all(pending.map((invitation) => isOpen(deps, invitation)))
  return pending.filter((_, index) => open[index])
}
