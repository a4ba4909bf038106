import { fullName } from '../../../oidc/person-names.ts'
import type { SqlStore } from '../../connections/sql.ts'
import type { EmailRow, TeamMembershipRow, UserAccountRow } from '../../generated/rows.ts'

type TeamPersonRow = Pick<TeamMembershipRow, 'user_id'> &
  Pick<UserAccountRow, 'given_name' | 'family_name' | 'locale'> & { address: EmailRow['address'] | null }

/** How many people are in a team, and the first of them. Prisma would read all of them to show the first. */
export async function findTeamPeople(
  { sql }: SqlStore,
  teamId: string,
  limit: number,
): Promise<{ count: number; members: { userId: string; name: string; email: string | null }[] }> {
  const [[counted], first] = await Promise.all([
    sql.read('SELECT COUNT(*) AS people FROM team_membership WHERE team_id = $1', [teamId]),
    sql.read<TeamPersonRow>(
      `SELECT t.user_id, u.given_name, u.family_name, u.locale, e.address
       FROM team_membership t JOIN user_account u ON u.id = t.user_id
       LEFT JOIN email e ON e.user_id = t.user_id AND e.is_primary = $3
       WHERE t.team_id = $1 ORDER BY t.user_id LIMIT $2`,
      [teamId, limit, true],
    ),
  ])
  const members = first.map(({ user_id: userId, given_name: givenName, family_name: familyName, locale, address }) => ({
    userId,
    name: fullName({ givenName, familyName, locale }) ?? '',
    email: address,
  }))
  return { count: Number(counted?.people ?? 0), members }
}
