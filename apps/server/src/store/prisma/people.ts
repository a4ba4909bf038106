import { readPostalAddress } from '../../oidc/claims.ts'
import { fullName, personLabel } from '../../oidc/person-names.ts'
import { removeFromIndex } from '../beyond-prisma/people/person-search.ts'
import type { Change, PrismaStore } from '../connections/database.ts'
import { findEventsAbout } from './audit-events.ts'

/** An organization with exactly one owner, and its other members. */
export interface SoleOwnership {
  organizationId: string
  name: string
  others: { userId: string; name: string }[]
}

/** A person can't go while an organization with other members has no other owner. */
export class LastOwner extends Error {
  override readonly name = 'LastOwner'
}

const isOwner = ({ roles }: { roles: string }): boolean => roles.split(' ').includes('owner')

export async function findSoleOwnerships({ prisma }: PrismaStore, userId: string): Promise<SoleOwnership[]> {
  const memberships = await prisma.membership.findMany({
    where: { userId },
    include: {
      organization: {
        include: { memberships: { include: { user: { include: { emails: { where: { isPrimary: true } } } } } } },
      },
    },
    orderBy: { organizationId: 'asc' },
  })
  return memberships.flatMap((membership) => {
    const others = membership.organization.memberships.filter((other) => other.userId !== userId)
    if (!isOwner(membership) || others.some(isOwner)) return []
    return [
      {
        organizationId: membership.organizationId,
        name: membership.organization.name,
        others: others.map(({ userId: id, user }) => ({
          userId: id,
          name: personLabel(fullName(user), user.emails[0]?.address ?? null, id),
        })),
      },
    ]
  })
}

/** What became of an organization when one of its people was deleted. */
export interface Departure {
  organizationId: string
  outcome: 'left' | 'ended' | 'transferred'
  /** Who owns it now, where it was transferred. */
  successorId: string | null
}

/**
 * Deletes a person, with a successor for every organization that needs one. Throws `LastOwner` when one is missing. The
 * rows of the organizations are locked first, in one order, so nobody leaves at the same moment. Returns the mailboxes
 * that were theirs, and what became of their organizations.
 */
export async function deletePerson(
  tx: Change,
  userId: string,
  successors: ReadonlyMap<string, string>,
): Promise<{ addresses: string[]; departures: Departure[] }> {
  const { prisma } = tx
  const memberships = await prisma.membership.findMany({ where: { userId }, orderBy: { organizationId: 'asc' } })
  const departures: Departure[] = []
  for (const { organizationId } of memberships)
    departures.push(await leaveOrganization(tx, organizationId, userId, successors))
  const emails = await prisma.email.findMany({ where: { userId } })
  const addresses = emails.map(({ address }) => address)
  await prisma.emailChallenge.deleteMany({ where: { address: { in: addresses } } })
  await prisma.grant.deleteMany({ where: { userId } })
  await prisma.user.deleteMany({ where: { id: userId } })
  await removeFromIndex(tx, userId)
  return { addresses, departures }
}

/** Sees to it that an organization keeps an owner, or ends with the last person in it. */
async function leaveOrganization(
  { prisma }: Change,
  organizationId: string,
  userId: string,
  successors: ReadonlyMap<string, string>,
): Promise<Departure> {
  await prisma.organization.updateMany({ where: { id: organizationId }, data: { version: { increment: 1 } } })
  const members = await prisma.membership.findMany({ where: { organizationId } })
  const others = members.filter((member) => member.userId !== userId)
  if (others.some(isOwner) || !members.some((member) => member.userId === userId && isOwner(member)))
    return { organizationId, outcome: 'left', successorId: null }
  if (others.length === 0) {
    await prisma.role.deleteMany({ where: { organizationId } })
    await prisma.organization.deleteMany({ where: { id: organizationId } })
    return { organizationId, outcome: 'ended', successorId: null }
  }
  const next = others.find((member) => member.userId === successors.get(organizationId))
  if (!next) throw new LastOwner()
  const roles = ['owner', ...next.roles.split(' ').filter((role) => role !== 'owner')].join(' ')
  await prisma.membership.updateMany({ where: { userId: next.userId, organizationId }, data: { roles } })
  return { organizationId, outcome: 'transferred', successorId: next.userId }
}

/** What a person has themselves: that it is theirs need not be said. */
const own = { omit: { userId: true } } as const

const ownMemberships = {
  ...own,
  include: {
    organization: { select: { name: true, slug: true } },
    otherRoles: {
      omit: { userId: true, organizationId: true },
      include: { role: { select: { key: true, settings: true } } },
    },
  },
} as const

/** The names of a role are JSON. */
const plainMembership = <
  M extends { otherRoles: readonly { role: { key: string; settings: string } }[]; fields: string | null },
>({
  otherRoles,
  fields,
  ...membership
}: M) => ({
  ...membership,
  fields: readFields(fields),
  otherRoles: otherRoles.map(({ role, ...grant }) => ({ ...grant, key: role.key, ...JSON.parse(role.settings) })),
})

/** Everything that is kept about a person, in plain values. */
export async function exportPerson(db: PrismaStore, userId: string): Promise<Record<string, unknown>> {
  const { prisma } = db
  const user = await prisma.user.findUniqueOrThrow({
    where: { id: userId },
    include: {
      ...{ emails: own, unverifiedAddress: own, passkeys: own, reservedAddresses: own, storedPicture: own },
      addressChanges: { omit: { tokenDigest: true, userId: true } },
      recovery: { omit: { tokenDigest: true, userId: true } },
      phoneChallenge: { select: { number: true, createdAt: true, expiresAt: true } },
      sessions: { omit: { secretDigest: true, previousSecretDigest: true, userId: true } },
      ...{ identities: own, consents: own, acceptances: own, organizationTermsAcceptances: own },
      apiKeys: { omit: { userId: true, digest: true, oldDigest: true } },
      memberships: ownMemberships,
      teamMemberships: { omit: { userId: true }, include: { team: { select: { name: true, slug: true } } } },
    },
  })
  const grants = await prisma.grant.findMany({ where: { userId }, omit: { userId: true } })
  const invitations = await prisma.invitation.findMany({
    where: { email: { in: user.emails.map(({ address }) => address) } },
    omit: { tokenDigest: true },
  })
  const signInAttempts = await prisma.signInAttempt.findMany({
    where: { userId },
    omit: { userId: true, addressKey: true, bound: true, place: true },
  })
  const events = await findEventsAbout(db, userId)
  const { emails, unverifiedAddress, addressChanges, reservedAddresses, passkeys, recovery, ...rest } = user
  const { storedPicture, phoneChallenge, sessions, consents, acceptances, ...agreements } = rest
  const { organizationTermsAcceptances, apiKeys, identities, ...belongings } = agreements
  const { memberships, teamMemberships, ...profile } = belongings
  return plain({
    profile: { ...profile, address: readPostalAddress(profile.address), fields: readFields(profile.fields) },
    picture: storedPicture,
    emails,
    unverifiedAddress,
    addressChanges: addressChanges.map((change) => ({ ...change, addresses: JSON.parse(change.addresses) })),
    reservedAddresses,
    passkeys,
    identities,
    recovery,
    phoneChallenge,
    sessions,
    signInAttempts,
    applications: {
      consents: consents.map((consent) => ({ ...consent, allowed: consent.allowed && JSON.parse(consent.allowed) })),
      grants,
    },
    termsAcceptances: acceptances,
    organizationTermsAcceptances,
    apiKeys,
    organizations: memberships.map(plainMembership),
    teams: teamMemberships,
    invitations: invitations.map((invitation) => ({ ...invitation, fields: readFields(invitation.fields) })),
    // The network from which someone else acted is their data.
    audit: events.map((event) => (event.actorId === userId ? event : { ...event, network: null })),
  })
}

const readFields = (stored: string | null): object => (stored === null ? {} : JSON.parse(stored))

/** Dates and big numbers as JSON can hold them. */
const plain = (value: object): Record<string, unknown> =>
  JSON.parse(JSON.stringify(value, (_key, member) => (typeof member === 'bigint' ? Number(member) : member)))
