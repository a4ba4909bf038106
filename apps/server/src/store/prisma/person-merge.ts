import { fullName } from '../../oidc/person-names.ts'
import { moveBlocks } from '../beyond-prisma/federation/agent-connections.ts'
import { findIdentitiesOf, moveIdentities, type StoredIdentity } from '../beyond-prisma/people/external-identities.ts'
import { indexPeople, removeFromIndex } from '../beyond-prisma/people/person-search.ts'
import type { Change, PrismaStore, Reads } from '../connections/database.ts'
import { mergeDirectoryUsers } from './directory/merged-users.ts'

interface MergeableMembership {
  organizationId: string
  name: string
  roles: string[]
  teams: { id: string; name: string }[]
  /** JSON text of the values of declared fields. */
  fields: string | null
}

/** An account, as far as a merge moves it. */
export interface MergeableAccount {
  id: string
  name: string
  disabled: boolean
  addresses: string[]
  passkeys: { id: string; name: string }[]
  /** Who they are at identity providers. */
  identities: Pick<StoredIdentity, 'connectionId' | 'issuer' | 'subject' | 'email' | 'connectionName'>[]
  memberships: MergeableMembership[]
  consents: { clientId: string; organizationId: string }[]
  /** Something that the person may still undo or finish: a change of addresses, or a recovery. */
  pendingChange: boolean
  /** An operator acts as this person just now. */
  impersonated: boolean
  /** JSON text of the values of declared fields. */
  fields: string | null
}

/** Null when there is no such person. */
export async function findMergeableAccount(store: Reads, id: string, now: Date): Promise<MergeableAccount | null> {
  const { prisma } = store
  const user = await prisma.user.findUnique({
    where: { id },
    include: {
      emails: { orderBy: [{ isPrimary: 'desc' }, { address: 'asc' }] },
      passkeys: { orderBy: { createdAt: 'asc' } },
      memberships: { include: { organization: { select: { name: true } } }, orderBy: { organizationId: 'asc' } },
      teamMemberships: { include: { team: true } },
      consents: true,
      recovery: true,
      addressChanges: { where: { endedAt: null, expiresAt: { gt: now } } },
      impersonations: { where: { startedAt: { not: null }, endedAt: null, expiresAt: { gt: now } } },
    },
  })
  if (!user) return null
  const identities = await findIdentitiesOf(store, id)
  return {
    id,
    name: fullName(user) ?? user.emails[0]?.address ?? id,
    disabled: user.disabledAt !== null,
    addresses: user.emails.map(({ address }) => address),
    passkeys: user.passkeys.map((passkey) => ({ id: passkey.id, name: passkey.name })),
    identities: identities.map(({ connectionId, issuer, subject, email, connectionName }) => ({
      ...{ connectionId, issuer, subject, email, connectionName },
    })),
    memberships: user.memberships.map(({ organizationId, organization, roles, fields }) => ({
      organizationId,
      fields,
      name: organization.name,
      roles: roles.split(' ').filter(Boolean),
      teams: user.teamMemberships
        .filter(({ team }) => team.organizationId === organizationId)
        .map(({ team }) => ({ id: team.id, name: team.name })),
    })),
    consents: user.consents.map(({ clientId, organizationId }) => ({ clientId, organizationId })),
    pendingChange: (user.recovery !== null && user.recovery.expiresAt > now) || user.addressChanges.length > 0,
    impersonated: user.impersonations.length > 0,
    fields: user.fields,
  }
}

interface Merge {
  from: MergeableAccount
  into: MergeableAccount
  /** The roles that the person has afterwards, by organization: those of the account that goes. */
  roles: ReadonlyMap<string, readonly string[]>
  /** The user handle of the account that goes. Its passkeys were made with it. */
  userHandle: string
  now: Date
}

/**
 * Moves everything of one account to another and deletes it. The rows of both people and of the organizations are locked
 * already.
 */
export async function mergeAccounts(tx: Change, merge: Merge): Promise<void> {
  const { prisma } = tx
  const { from, into, userHandle, now } = merge
  await prisma.emailChallenge.deleteMany({ where: { address: { in: from.addresses } } })
  await prisma.email.updateMany({ where: { userId: from.id }, data: { userId: into.id, isPrimary: false } })
  const [first] = from.addresses
  if (first !== undefined) await prisma.unverifiedAddress.deleteMany({ where: { userId: into.id } })
  if (into.addresses.length === 0 && first !== undefined)
    await prisma.email.update({ where: { address: first }, data: { isPrimary: true } })
  await prisma.reservedAddress.updateMany({ where: { userId: from.id }, data: { userId: into.id } })
  await prisma.passkey.updateMany({ where: { userId: from.id, userHandle: null }, data: { userHandle } })
  await prisma.passkey.updateMany({ where: { userId: from.id }, data: { userId: into.id } })
  await moveIdentities(tx, from.id, into.id)
  await moveMemberships(tx, merge)
  await moveAgreements(tx, merge)
  await mergeDirectoryUsers(tx, from.id, into.id)
  await moveBlocks(tx, from.id, into.id, now)
  await prisma.grant.deleteMany({ where: { userId: from.id } })
  await prisma.user.delete({ where: { id: from.id } })
  await removeFromIndex(tx, from.id)
  await prisma.user.update({ where: { id: into.id }, data: { updatedAt: now } })
  await indexPeople(tx, [into.id])
}

async function moveMemberships(tx: Change, { from, into, roles, now }: Merge): Promise<void> {
  const { prisma } = tx
  for (const [organizationId, after] of roles) {
    await prisma.membership.upsert({
      where: { userId_organizationId: { userId: into.id, organizationId } },
      create: { userId: into.id, organizationId, roles: after.join(' '), createdAt: now },
      update: { roles: after.join(' ') },
    })
  }
  const teams = new Set(into.memberships.flatMap((membership) => membership.teams.map(({ id }) => id)))
  const added = from.memberships.flatMap((membership) => membership.teams).filter(({ id }) => !teams.has(id))
  await prisma.teamMembership.createMany({
    data: added.map(({ id }) => ({ teamId: id, userId: into.id, createdAt: now })),
  })
  await moveOtherRoles(tx, { from, into })
  const requests = await prisma.joinRequest.findMany({ where: { userId: { in: [from.id, into.id] } } })
  const settled = new Set([
    ...into.memberships.map(({ organizationId }) => organizationId),
    ...roles.keys(),
    ...requests.filter(({ userId }) => userId === into.id).map(({ organizationId }) => organizationId),
  ])
  const open = requests.filter(({ userId, organizationId }) => userId === from.id && !settled.has(organizationId))
  await prisma.joinRequest.createMany({ data: open.map((request) => ({ ...request, userId: into.id })) })
  // A person who becomes a member by the merge needs no join request any more.
  await prisma.joinRequest.deleteMany({ where: { userId: into.id, organizationId: { in: [...roles.keys()] } } })
}

/** The roles beside owner, admin and member that both held stay with who gave them to the account that stays. */
async function moveOtherRoles({ prisma }: Change, { from, into }: Pick<Merge, 'from' | 'into'>): Promise<void> {
  const rows = await prisma.membershipRole.findMany({ where: { userId: { in: [from.id, into.id] } } })
  const keyOf = ({ organizationId, roleId }: (typeof rows)[number]) => `${organizationId} ${roleId}`
  const held = new Set(rows.filter(({ userId }) => userId === into.id).map(keyOf))
  const moved = rows.filter((row) => row.userId === from.id && !held.has(keyOf(row)))
  await prisma.membershipRole.createMany({ data: moved.map((row) => ({ ...row, userId: into.id })) })
  await prisma.organization.updateMany({
    where: { id: { in: moved.map(({ organizationId }) => organizationId) } },
    data: { rightsVersion: { increment: 1 } },
  })
}

/** What the person agreed to: consents, and versions of the terms. */
async function moveAgreements(tx: Change, { from, into }: Merge): Promise<void> {
  const { prisma } = tx
  const known = new Set(into.consents.map(consentKey))
  const consents = await prisma.consent.findMany({ where: { userId: from.id } })
  await prisma.consent.createMany({
    data: consents.filter((consent) => !known.has(consentKey(consent))).map((row) => ({ ...row, userId: into.id })),
  })
  const acceptances = await prisma.termsAcceptance.findMany({ where: { userId: { in: [from.id, into.id] } } })
  const accepted = new Set(acceptances.filter(({ userId }) => userId === into.id).map(({ version }) => version))
  const more = acceptances.filter(({ userId, version }) => userId === from.id && !accepted.has(version))
  await prisma.termsAcceptance.createMany({ data: more.map((row) => ({ ...row, userId: into.id })) })
  await moveOrganizationTerms(tx, { from, into })
}

/** Acceptances of the terms of organizations. Where both accounts accepted a version, the one that stays keeps its own. */
async function moveOrganizationTerms({ prisma }: Change, { from, into }: Pick<Merge, 'from' | 'into'>): Promise<void> {
  const rows = await prisma.organizationTermsAcceptance.findMany({ where: { userId: { in: [from.id, into.id] } } })
  const keyOf = ({ organizationId, version }: { organizationId: string; version: number }) =>
    `${organizationId} ${version}`
  const accepted = new Set(rows.filter(({ userId }) => userId === into.id).map(keyOf))
  const moved = rows.filter((row) => row.userId === from.id && !accepted.has(keyOf(row)))
  await prisma.organizationTermsAcceptance.createMany({ data: moved.map((row) => ({ ...row, userId: into.id })) })
}

const consentKey = ({ clientId, organizationId }: { clientId: string; organizationId: string }): string =>
  JSON.stringify([clientId, organizationId])

/** Whether an organization has an owner who can sign in. */
export const hasActiveOwner = async ({ prisma }: PrismaStore, organizationId: string): Promise<boolean> =>
  (await prisma.membership.findFirst({
    where: { organizationId, roles: { contains: 'owner' }, user: { disabledAt: null } },
    select: { userId: true },
  })) !== null
