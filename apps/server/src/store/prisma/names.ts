import { fullName } from '../../oidc/person-names.ts'
import type { PrismaStore } from '../connections/database.ts'

/** Ids of one page of a list, by what they name. */
export interface NamedIds {
  users: readonly string[]
  organizations: readonly string[]
  teams: readonly string[]
  invitations: readonly string[]
}

export interface Names {
  /** `name` is empty for people who have not told theirs. */
  users: ReadonlyMap<string, { name: string; address: string | null }>
  organizations: ReadonlyMap<string, string>
  teams: ReadonlyMap<string, string>
  /** The invited address. */
  invitations: ReadonlyMap<string, string>
}

/** The present names of what these ids stand for. What is gone has none. */
export async function findNames({ prisma }: PrismaStore, ids: NamedIds): Promise<Names> {
  const among = (list: readonly string[]) => ({ id: { in: [...new Set(list)] } })
  const byName = { id: true, name: true } as const
  const [users, organizations, teams, invitations] = await Promise.all([
    ids.users.length === 0
      ? []
      : prisma.user.findMany({
          where: among(ids.users),
          select: { id: true, givenName: true, familyName: true, locale: true, emails: { where: { isPrimary: true } } },
        }),
    ids.organizations.length === 0
      ? []
      : prisma.organization.findMany({ where: among(ids.organizations), select: byName }),
    ids.teams.length === 0 ? [] : prisma.team.findMany({ where: among(ids.teams), select: byName }),
    ids.invitations.length === 0
      ? []
      : prisma.invitation.findMany({ where: among(ids.invitations), select: { id: true, email: true } }),
  ])
  return {
    users: new Map(
      users.map(({ id, emails, ...person }) => [
        id,
        { name: fullName(person) ?? '', address: emails[0]?.address ?? null },
      ]),
    ),
    organizations: new Map(organizations.map(({ id, name }) => [id, name])),
    teams: new Map(teams.map(({ id, name }) => [id, name])),
    invitations: new Map(invitations.map(({ id, email }) => [id, email])),
  }
}
