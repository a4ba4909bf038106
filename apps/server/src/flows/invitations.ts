import { digest, newId, newLinkSecret } from '../crypto/random.ts'
import {
  createInvitation,
  findInvitationByToken,
  findInvitationOf,
  findInvitations,
  findInvitationsOf,
  type Invitation,
  renewInvitation,
  revokeInvitations,
} from '../store/invitations.ts'
import { changeOrganization } from '../store/organization-changes.ts'
import { findRoles } from '../store/organizations.ts'
import { findAddresses, findPerson, findUserByEmail } from '../store/users.ts'
import { canonicalAddress } from './addresses.ts'
import { type Actor, eventOf, record } from './audit.ts'
import type { Deps } from './deps.ts'
import { spend, TooManyAttempts } from './limits.ts'
import { mayGive, type Role } from './organization-rules.ts'
import { act, Refused, type Seen } from './organizations.ts'
import { queueMail } from './outbox.ts'

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
export async function invite(deps: Deps, actor: Actor, organizationId: string, one: NewInvite): Promise<Invitation> {
  const email = canonicalAddress(one.email)
  if (!email) throw new Refused('invalid', 'email', 'invalid-address')
  const client = one.clientId === null ? null : deps.config.clients.get(one.clientId)
  if (client === undefined) throw new Refused('invalid', 'client', 'not-available')
  const now = deps.now()
  const id = newId(now)
  const token = newLinkSecret()
  await act(deps, actor, organizationId, 'invitation.created', 'manage-members', async (change, mine) => {
    if (!mayGive(mine, [], one.roles)) throw new Refused('forbidden')
    for (const teamId of one.teamIds)
      if (!(await change.hasTeam(teamId))) throw new Refused('invalid', 'team', 'not-available')
    const known = await findUserByEmail(deps.db, email)
    if (known && (await change.rolesOf(known.id))) throw new Refused('invalid', 'email', 'already-member')
  })
  await spendMails(deps, organizationId, email)
  await revokeInvitations(deps.db, { organizationId, email }, now)
  await createInvitation(deps.db, {
    id,
    email,
    organizationId,
    roles: one.roles.join(' '),
    createdAt: now,
    expiresAt: new Date(now.getTime() + invitationTtl),
    tokenDigest: digest(token),
    inviterId: actor.kind === 'user' ? actor.id : null,
    teamIds: one.teamIds.join(' '),
    clientId: client?.id ?? null,
    sentAt: now,
  })
  await record(deps, actor, {
    action: 'invitation.created',
    organizationId,
    target: ['invitation', id],
    detail: { email, roles: one.roles, teams: one.teamIds },
  })
  const kept = await findInvitationOf(deps.db, organizationId, id, now)
  if (!kept) throw new Refused('changed-meanwhile')
  await mailInvitation(deps, actor, kept, token, one.languages)
  return kept
}

/** OR-18: nobody mails the world through us. */
async function spendMails(deps: Deps, organizationId: string, email: string): Promise<void> {
  const wait =
    (await spend(deps, `invitations:${organizationId}`, perOrganization)) ??
    (await spend(deps, `invited:${digest(email)}`, perRecipient))
  if (wait !== null) throw new TooManyAttempts(wait)
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
  const [invitee, inviter] = await Promise.all([
    known ? findPerson(deps.db, known.id) : null,
    actor.kind === 'user' ? findPerson(deps.db, actor.id) : null,
  ])
  await queueMail(
    deps,
    {
      kind: 'invitation',
      to: invitation.email,
      application:
        (invitation.clientId && deps.config.clients.get(invitation.clientId)?.name) || deps.config.brand.name,
      organization: invitation.organizationName ?? '',
      inviter: inviter?.email ?? '',
      at: deps.now().toISOString(),
      network: actor.network ?? '',
      locales: invitee?.locale ? [invitee.locale] : languages,
      link: `${deps.config.issuer}/invitations/${token}`,
    },
    invitation.expiresAt,
  )
}

export const invitationsTo = (deps: Deps, { organization }: Seen): Promise<Invitation[]> =>
  findInvitationsOf(deps.db, organization.id, deps.now())

/** Mails an invitation again, with a new link and a new week. */
export async function resendInvitation(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  id: string,
  languages: readonly string[],
): Promise<void> {
  await act(deps, actor, organizationId, 'invitation.resent', 'manage-members', async () => {})
  const one = await findInvitationOf(deps.db, organizationId, id, deps.now())
  if (!one) throw new Refused('not-found')
  await spendMails(deps, organizationId, one.email)
  const token = newLinkSecret()
  const expiresAt = new Date(deps.now().getTime() + invitationTtl)
  if (!(await renewInvitation(deps.db, { id, organizationId, tokenDigest: digest(token), expiresAt, now: deps.now() })))
    throw new Refused('not-found')
  await record(deps, actor, { action: 'invitation.resent', organizationId, target: ['invitation', id] })
  await mailInvitation(deps, actor, { ...one, expiresAt }, token, languages)
}

export async function withdrawInvitation(deps: Deps, actor: Actor, organizationId: string, id: string): Promise<void> {
  await act(deps, actor, organizationId, 'invitation.revoked', 'manage-members', async () => {})
  if ((await revokeInvitations(deps.db, { id, organizationId }, deps.now())) === 0) throw new Refused('not-found')
  await record(deps, actor, { action: 'invitation.revoked', organizationId, target: ['invitation', id] })
}

/** What the mailed link shows to someone who is signed in. Nothing of the organization before the mailbox fits. */
export type InvitationView =
  | { kind: 'open'; invitation: Invitation }
  | { kind: 'member'; invitation: Invitation }
  | { kind: 'someone-else' }
  | { kind: 'gone' }

export async function viewInvitation(deps: Deps, userId: string, token: string): Promise<InvitationView> {
  const invitation = await findInvitationByToken(deps.db, digest(token))
  if (!invitation?.organizationId) return { kind: 'gone' }
  const addresses = await findAddresses(deps.db, userId)
  if (!addresses.some(({ address }) => address === invitation.email)) return { kind: 'someone-else' }
  if (await findRoles(deps.db, invitation.organizationId, userId)) return { kind: 'member', invitation }
  const open = !invitation.acceptedAt && !invitation.revokedAt && invitation.expiresAt > deps.now()
  return open ? { kind: 'open', invitation } : { kind: 'gone' }
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
  const done = await changeOrganization(deps.db, organizationId, async (change) => {
    if (change.organization.disabledAt) return null
    const taken = await change.takeInvitation(invitation.id, addresses, deps.now())
    if (!taken) return null
    const inviter = taken.inviterId === null ? ['owner'] : await change.rolesOf(taken.inviterId)
    if (!inviter || !mayGive(inviter, [], taken.roles)) return null
    const before = (await change.rolesOf(actor.id)) ?? []
    await change.setRoles(actor.id, [...new Set([...before, ...taken.roles])], deps.now())
    for (const teamId of taken.teamIds)
      if (await change.hasTeam(teamId)) await change.addToTeam(teamId, actor.id, deps.now())
    await change.record(
      eventOf(deps, actor, {
        action: 'invitation.accepted',
        organizationId,
        target: ['invitation', invitation.id],
        detail: { roles: taken.roles },
      }),
    )
    return organizationId
  })
  deps.wake()
  return done
}

export async function declineInvitation(
  deps: Deps,
  actor: Actor & { kind: 'user' },
  invitation: Invitation,
): Promise<void> {
  const addresses = (await findAddresses(deps.db, actor.id)).map(({ address }) => address)
  if ((await revokeInvitations(deps.db, { id: invitation.id, email: { in: addresses } }, deps.now())) === 0) return
  await record(deps, actor, {
    action: 'invitation.declined',
    organizationId: invitation.organizationId,
    target: ['invitation', invitation.id],
  })
}

/** The invitations that wait for any address of a person. */
export const invitationsFor = async (deps: Deps, userId: string): Promise<Invitation[]> =>
  findInvitations(
    deps.db,
    (await findAddresses(deps.db, userId)).map(({ address }) => address),
    deps.now(),
  )
