import type { ApplicationPolicy } from '../../../oidc/dynamic-clients/third-party-clients.ts'
import { endGrantsOfMembers } from '../../beyond-prisma/organizations/member-grants.ts'
import type { Change } from '../../connections/database.ts'
import { applicationRuleChanges } from './application-rules.ts'
import { domainChanges } from './domain-changes.ts'
import { invitationChanges } from './invitation-changes.ts'
import { memberChanges } from './member-changes.ts'
import { teamChanges } from './team-changes.ts'
import { termsChanges } from './terms-changes.ts'

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
  /** The version of its own terms that its members have to accept. */
  termsVersion: number | null
  /** Which third-party clients may connect: an `ApplicationPolicy`. */
  applicationPolicy: string
}

export type OrganizationSettings = Partial<
  Pick<OrganizationRecord, 'slug' | 'name' | 'logoUrl' | 'requirePasskey' | 'sessionMax' | 'membersMakeTeams'>
>

/** What can be done to an organization while its row is locked. */
export type OrganizationChange = { organization: OrganizationRecord } & ReturnType<typeof changesOf>

/**
 * Locks an organization until the end of the transaction by counting its version up, so whatever is read through the
 * result stays true until the commit, on both databases. Null when there is no such organization.
 */
export async function lockOrganization(tx: Change, id: string): Promise<OrganizationChange | null> {
  const { count } = await tx.prisma.organization.updateMany({ where: { id }, data: { version: { increment: 1 } } })
  if (count !== 1) return null
  const organization = await tx.prisma.organization.findUniqueOrThrow({ where: { id } })
  return { organization, ...changesOf(tx, id) }
}

const changesOf = (tx: Change, id: string) => ({
  ...settingsChanges(tx, id),
  ...memberChanges(tx, id),
  ...teamChanges(tx, id),
  ...invitationChanges(tx, id),
  ...domainChanges(tx, id),
  ...termsChanges(tx, id),
  ...applicationRuleChanges(tx, id),
})

const settingsChanges = (tx: Change, id: string) => ({
  async update(settings: OrganizationSettings & { applicationPolicy?: ApplicationPolicy }): Promise<void> {
    await tx.prisma.organization.update({ where: { id }, data: settings })
  },

  async approve(approvedAt: Date | null): Promise<void> {
    await tx.prisma.organization.update({ where: { id }, data: { approvedAt } })
  },

  async disable(disabledAt: Date, deleteAfter: Date): Promise<void> {
    await tx.prisma.organization.update({ where: { id }, data: { disabledAt, deleteAfter } })
  },

  /** Undoes that. What was granted before stays ended: everybody signs in again. */
  async restore(now: Date): Promise<void> {
    await endGrantsOfMembers(tx, id, now)
    await tx.prisma.organization.update({ where: { id }, data: { disabledAt: null, deleteAfter: null } })
  },
})
