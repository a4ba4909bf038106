import type { ApplicationPolicy } from '../../../oidc/dynamic-clients/third-party-clients.ts'
import type { SsoPolicy } from '../../../oidc/organization-rules.ts'
import { endGrantsOfMembers } from '../../beyond-prisma/grants.ts'
import type { Change } from '../../connections/database.ts'
import { MadeAlready, SlugTaken } from '../../connections/errors.ts'
import { voidSignIns } from '../federation/connections.ts'
import { applicationRuleChanges } from './application-rules.ts'
import { domainChanges } from './domains.ts'
import { invitationChanges } from './invitations.ts'
import { roleChanges } from './roles.ts'
import { termsChanges } from './terms.ts'

export interface OrganizationRecord {
  id: string
  slug: string
  name: string
  logoUrl: string | null
  requirePasskey: boolean
  /** An `SsoPolicy`: whether its people sign in by its own connections. */
  ssoPolicy: string
  /** CIDR ranges, separated by commas; null for every network. */
  allowedNetworks: string | null
  /** Seconds. */
  sessionMax: number | null
  membersMakeTeams: boolean
  version: number
  createdAt: Date
  disabledAt: Date | null
  deleteAfter: Date | null
  /** Made or approved by those who run the server. */
  approvedAt: Date | null
  /** The version of its own terms that its members have to accept. */
  termsVersion: number | null
  /** Which third-party clients may connect: an `ApplicationPolicy`. */
  applicationPolicy: string
  /** JSON text of a `KeyPolicy`; null for the default. */
  keyPolicy: string | null
  /** JSON text of the values of declared fields. */
  fields: string | null
  /** Whether its owners and admins may make roles. Null: CUSTOM_ROLES decides. */
  customRoles: boolean | null
  /** Its members may sign in devices by a code (RFC 8628). */
  deviceCodes: boolean
}

export type OrganizationSettings = Partial<
  Pick<
    OrganizationRecord,
    'slug' | 'name' | 'logoUrl' | 'requirePasskey' | 'sessionMax' | 'membersMakeTeams' | 'customRoles' | 'deviceCodes'
  >
>

/** What can be done to an organization while its row is locked. */
export type OrganizationChange = { organization: OrganizationRecord } & ReturnType<typeof changesOf>

/**
 * Locks an organization until the end of the transaction by counting its version up, so whatever is read through the
 * result stays true until the commit, on both databases. Null when there is no such organization.
 */
export async function lockOrganization(tx: Change, id: string): Promise<OrganizationChange | null> {
  const { count } = await tx.locks.prisma.organization.updateMany({
    where: { id },
    data: { version: { increment: 1 } },
  })
  if (count !== 1) return null
  const organization = await tx.prisma.organization.findUniqueOrThrow({ where: { id } })
  return { organization, ...changesOf(tx, id) }
}

const changesOf = (tx: Change, id: string) => ({
  ...settingsChanges(tx, id),
  ...memberChanges(tx, id),
  ...ownerChanges(tx, id),
  ...teamChanges(tx, id),
  ...roleChanges(tx, id),
  ...invitationChanges(tx, id),
  ...domainChanges(tx, id),
  ...termsChanges(tx, id),
  ...applicationRuleChanges(tx, id),
})

const settingsChanges = (tx: Change, id: string) => ({
  async update(
    settings: OrganizationSettings & {
      applicationPolicy?: ApplicationPolicy
      keyPolicy?: string
      ssoPolicy?: SsoPolicy
      allowedNetworks?: string | null
    },
  ): Promise<void> {
    await tx.prisma.organization.update({ where: { id }, data: settings })
  },

  async approve(approvedAt: Date | null): Promise<void> {
    await tx.prisma.organization.update({ where: { id }, data: { approvedAt } })
  },

  /** What its connections made ends with it, wherever that was: the sessions of its people, and what they granted in them. */
  async disable(disabledAt: Date, deleteAfter: Date): Promise<void> {
    await tx.prisma.organization.update({ where: { id }, data: { disabledAt, deleteAfter } })
    await voidSignIns(tx, id, disabledAt)
  },

  /** Undoes that. What was granted before stays ended: everybody signs in again. */
  async restore(now: Date): Promise<void> {
    await endGrantsOfMembers(tx, id, now)
    await tx.prisma.organization.update({ where: { id }, data: { disabledAt: null, deleteAfter: null } })
  },
})

/** What can be done to the members of an organization while its row is locked. */
const memberChanges = ({ prisma }: Change, organizationId: string) => {
  const key = (userId: string) => ({ userId_organizationId: { userId, organizationId } })
  return {
    /** Null for someone who does not belong to it. */
    async rolesOf(userId: string): Promise<string[] | null> {
      const found = await prisma.membership.findUnique({ where: key(userId) })
      return found ? found.roles.split(' ').filter(Boolean) : null
    },

    /** Owners who can sign in: somebody who is disabled sets nothing right. */
    async ownersBeside(userId: string): Promise<number> {
      const others = { organizationId, NOT: { userId }, user: { disabledAt: null } }
      const members = await prisma.membership.findMany({ where: others })
      return members.filter(({ roles }) => roles.split(' ').includes('owner')).length
    },

    memberCount: (): Promise<number> => prisma.membership.count({ where: { organizationId } }),

    /**
     * Gives a person roles. Whoever becomes a member no longer asks to. `ownerBy`: the directory whose group makes them an
     * owner, if that is how they become one.
     */
    async setRoles(userId: string, roles: readonly string[], now: Date, ownerBy: string | null = null): Promise<void> {
      await prisma.membership.upsert({
        where: key(userId),
        create: { userId, organizationId, roles: roles.join(' '), createdAt: now, ownerBy },
        update: { roles: roles.join(' '), ownerBy },
      })
      await prisma.joinRequest.deleteMany({ where: { organizationId, userId } })
    },

    /** Ends a membership, with the teams of this organization and the tokens for it: a later membership revives nothing. */
    async removeMember(userId: string, now: Date): Promise<void> {
      const granted = { userId, organizationId, revokedAt: null }
      await prisma.grant.updateMany({ where: granted, data: { revokedAt: now } })
      await prisma.teamMembership.deleteMany({ where: { userId, team: { organizationId } } })
      await prisma.membership.deleteMany({ where: { userId, organizationId } })
    },

    /** Asks to join, once. False when they asked before. */
    async addJoinRequest(userId: string, createdAt: Date): Promise<boolean> {
      if ((await prisma.joinRequest.count({ where: { organizationId, userId } })) > 0) return false
      await prisma.joinRequest.create({ data: { organizationId, userId, createdAt } })
      return true
    },

    /** Takes a request to join, once. */
    takeJoinRequest: async (userId: string): Promise<boolean> =>
      (await prisma.joinRequest.deleteMany({ where: { organizationId, userId } })).count === 1,
  }
}

/** By whom the owners of an organization are owners, while its row is locked. */
const ownerChanges = ({ prisma }: Change, organizationId: string) => ({
  /** The directory whose group made an owner. Null for one whom somebody has made. */
  async ownerMadeBy(userId: string): Promise<string | null> {
    const where = { userId_organizationId: { userId, organizationId } }
    return (await prisma.membership.findUnique({ where }))?.ownerBy ?? null
  },

  /** An owner is one from now on whatever the groups of a directory may do. */
  async keepOwner(userId: string): Promise<void> {
    await prisma.membership.updateMany({ where: { userId, organizationId }, data: { ownerBy: null } })
  },
})

/** What can be done to the teams of an organization while its row is locked. */
const teamChanges = ({ prisma }: Change, organizationId: string) => ({
  hasTeam: async (id: string): Promise<boolean> => (await prisma.team.count({ where: { id, organizationId } })) === 1,

  /**
   * @throws MadeAlready when there is a team of this id.
   * @throws SlugTaken
   */
  async createTeam({ now, ...team }: { id: string; slug: string; name: string; now: Date }): Promise<void> {
    if ((await prisma.team.count({ where: { id: team.id } })) > 0) throw new MadeAlready()
    if ((await prisma.team.count({ where: { organizationId, slug: team.slug } })) > 0) throw new SlugTaken()
    await prisma.team.create({ data: { ...team, organizationId, createdAt: now } })
  },

  findTeam: (id: string): Promise<{ name: string; openToMembers: boolean } | null> =>
    prisma.team.findFirst({ where: { id, organizationId }, select: { name: true, openToMembers: true } }),

  async updateTeam(id: string, data: { name: string; openToMembers: boolean }): Promise<void> {
    await prisma.team.updateMany({ where: { id, organizationId }, data })
  },

  async deleteTeam(id: string): Promise<void> {
    await prisma.team.deleteMany({ where: { id, organizationId } })
  },

  async addToTeam(teamId: string, userId: string, now: Date): Promise<void> {
    await prisma.teamMembership.upsert({
      where: { userId_teamId: { userId, teamId } },
      create: { userId, teamId, createdAt: now },
      update: {},
    })
  },

  /** False when they were not in it. */
  removeFromTeam: async (teamId: string, userId: string): Promise<boolean> =>
    (await prisma.teamMembership.deleteMany({ where: { userId, teamId, team: { organizationId } } })).count === 1,

  isInTeam: async (teamId: string, userId: string): Promise<boolean> =>
    (await prisma.teamMembership.count({ where: { userId, teamId } })) === 1,
})
