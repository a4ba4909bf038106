import { insertEventIn, type NewAuditEvent } from './audit.ts'
import type { Database } from './database.ts'
import { type ClaimedDomain, type DomainRecord, domainChanges } from './domain-changes.ts'
import { isUniqueViolation, MadeAlready } from './errors.ts'
import { invitationChanges, type NewInvitation, type TakenInvitation } from './invitation-changes.ts'

export interface OrganizationRecord {
  id: string
  slug: string
  name: string
  logoUrl: string | null
  requirePasskey: boolean
  /** Seconds. */
  sessionMax: number | null
  membersMakeTeams: boolean
  version: number
  createdAt: Date
  disabledAt: Date | null
  deleteAfter: Date | null
  /** Made or approved by those who run the server. */
  approvedAt: Date | null
}

export type OrganizationSettings = Partial<
  Pick<OrganizationRecord, 'slug' | 'name' | 'logoUrl' | 'requirePasskey' | 'sessionMax' | 'membersMakeTeams'>
>

/** What can be done to an organization while its row is locked. */
export interface OrganizationChange {
  organization: OrganizationRecord
  /** Null for someone who does not belong to it. */
  rolesOf(userId: string): Promise<string[] | null>
  ownersBeside(userId: string): Promise<number>
  memberCount(): Promise<number>
  setRoles(userId: string, roles: readonly string[], now: Date): Promise<void>
  /** Ends a membership, with the teams of this organization. */
  removeMember(userId: string): Promise<void>
  /** @throws SlugTaken */
  update(settings: OrganizationSettings): Promise<void>
  approve(at: Date | null): Promise<void>
  disable(at: Date | null, deleteAfter: Date | null): Promise<void>
  hasTeam(teamId: string): Promise<boolean>
  /** @throws MadeAlready when there is a team of this id. */
  createTeam(team: { id: string; slug: string; name: string; now: Date }): Promise<void>
  renameTeam(teamId: string, name: string): Promise<void>
  deleteTeam(teamId: string): Promise<void>
  addToTeam(teamId: string, userId: string, now: Date): Promise<void>
  /** False when they were not in it. */
  removeFromTeam(teamId: string, userId: string): Promise<boolean>
  isInTeam(teamId: string, userId: string): Promise<boolean>
  teamName(teamId: string): Promise<string | null>
  /** Invites a mailbox; what was pending for it before is void. */
  createInvitation(invitation: NewInvitation): Promise<void>
  /** Gives a pending invitation a new link and a new life. False when there is none. */
  renewInvitation(id: string, one: { tokenDigest: string; expiresAt: Date; now: Date }): Promise<boolean>
  /** False when it is not pending, or another organization's. */
  revokeInvitation(id: string, now: Date): Promise<boolean>
  findDomain(name: string): Promise<DomainRecord | null>
  domainCount(): Promise<number>
  addDomain(name: string, token: string, now: Date): Promise<void>
  claimDomain(name: string, proof: { method: 'dns' | 'email'; now: Date; nextCheckAt: Date }): Promise<ClaimedDomain>
  setJoining(name: string, joining: DomainRecord['joining']): Promise<void>
  deleteDomain(name: string): Promise<boolean>
  /** Takes a pending invitation of this organization, once. */
  takeInvitation(id: string, addresses: readonly string[], now: Date): Promise<TakenInvitation | null>
  /** Takes a request to join, once. */
  takeJoinRequest(userId: string): Promise<boolean>
  record(event: NewAuditEvent): Promise<void>
  /** Ends the work with this value and leaves the organization, its version too, as it was. */
  unchanged<T>(value: T): T
}

/** There was nothing to change. */
class Unchanged extends Error {
  override readonly name = 'Unchanged'
  constructor(readonly value: unknown) {
    super('nothing changed')
  }
}

/** The slug of an organization or team is taken. */
export class SlugTaken extends Error {
  override readonly name = 'SlugTaken'
}

/** In milliseconds, longer than any statement may take (store/postgresql.ts). */
const timeouts = { maxWait: 5000, timeout: 10_000 }

/**
 * Changes an organization in one transaction that begins by counting its version up: the row is the lock, so whatever
 * is read here stays true until the commit, on both databases. Null when there is no such organization. What `work`
 * throws undoes everything, the new version too.
 */
export async function changeOrganization<T>(
  { prisma }: Database,
  id: string,
  work: (change: OrganizationChange) => Promise<T>,
): Promise<T | null> {
  try {
    return await prisma.$transaction(async (tx) => {
      const { count } = await tx.organization.updateMany({ where: { id }, data: { version: { increment: 1 } } })
      if (count !== 1) return null
      const organization = await tx.organization.findUniqueOrThrow({ where: { id } })
      const key = (userId: string) => ({ userId_organizationId: { userId, organizationId: id } })
      return work({
        organization,
        rolesOf: async (userId) => {
          const found = await tx.membership.findUnique({ where: key(userId) })
          return found ? found.roles.split(' ').filter(Boolean) : null
        },
        ownersBeside: async (userId) => {
          const members = await tx.membership.findMany({ where: { organizationId: id, NOT: { userId } } })
          return members.filter(({ roles }) => roles.split(' ').includes('owner')).length
        },
        memberCount: () => tx.membership.count({ where: { organizationId: id } }),
        setRoles: async (userId, roles, now) => {
          await tx.membership.upsert({
            where: key(userId),
            create: { userId, organizationId: id, roles: roles.join(' '), createdAt: now },
            update: { roles: roles.join(' ') },
          })
        },
        removeMember: async (userId) => {
          await tx.teamMembership.deleteMany({ where: { userId, team: { organizationId: id } } })
          await tx.membership.deleteMany({ where: { userId, organizationId: id } })
        },
        update: async (settings) => {
          await tx.organization.update({ where: { id }, data: settings })
        },
        approve: async (approvedAt) => {
          await tx.organization.update({ where: { id }, data: { approvedAt } })
        },
        disable: async (disabledAt, deleteAfter) => {
          await tx.organization.update({ where: { id }, data: { disabledAt, deleteAfter } })
        },
        hasTeam: async (teamId) => (await tx.team.count({ where: { id: teamId, organizationId: id } })) === 1,
        createTeam: async ({ now, ...team }) => {
          if ((await tx.team.count({ where: { id: team.id } })) > 0) throw new MadeAlready()
          if ((await tx.team.count({ where: { organizationId: id, slug: team.slug } })) > 0) throw new SlugTaken()
          await tx.team.create({ data: { ...team, organizationId: id, createdAt: now } })
        },
        renameTeam: async (teamId, name) => {
          await tx.team.updateMany({ where: { id: teamId, organizationId: id }, data: { name } })
        },
        deleteTeam: async (teamId) => {
          await tx.team.deleteMany({ where: { id: teamId, organizationId: id } })
        },
        addToTeam: async (teamId, userId, now) => {
          await tx.teamMembership.upsert({
            where: { userId_teamId: { userId, teamId } },
            create: { userId, teamId, createdAt: now },
            update: {},
          })
        },
        removeFromTeam: async (teamId, userId) =>
          (await tx.teamMembership.deleteMany({ where: { userId, teamId, team: { organizationId: id } } })).count === 1,
        isInTeam: async (teamId, userId) => (await tx.teamMembership.count({ where: { userId, teamId } })) === 1,
        teamName: async (teamId) =>
          (await tx.team.findFirst({ where: { id: teamId, organizationId: id }, select: { name: true } }))?.name ??
          null,
        ...invitationChanges(tx, id),
        ...domainChanges(tx, id),
        takeJoinRequest: async (userId) =>
          (await tx.joinRequest.deleteMany({ where: { organizationId: id, userId } })).count === 1,
        record: (event) => insertEventIn(tx, event),
        unchanged: (value) => {
          throw new Unchanged(value)
        },
      })
    }, timeouts)
  } catch (error) {
    if (error instanceof Unchanged) return error.value as T
    if (isUniqueViolation(error)) throw new SlugTaken()
    throw error
  }
}
