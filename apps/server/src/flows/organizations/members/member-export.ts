import { findMembers } from '../../../store/prisma/organizations/members.ts'
import { type Actor, inTransaction, recordRefusal } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { OperationRefused } from '../../platform/operation-refused.ts'
import type { OrganizationView } from '../access.ts'
import { may } from '../rules.ts'

const batch = 500

export const memberColumns = ['email', 'name', 'role', 'teams', 'member_since'] as const

/** Every member of an organization as rows of a file, for those who manage its members. The export is recorded first. */
export async function exportMembers(
  deps: Deps,
  actor: Actor,
  { organization, roles }: OrganizationView,
): Promise<AsyncGenerator<string[], void>> {
  const organizationId = organization.id
  if (!may(roles, 'manage-members')) {
    await recordRefusal(deps, actor, { action: 'members.exported', organizationId }, 'forbidden')
    throw new OperationRefused('forbidden')
  }
  const target = ['organization', organizationId] as const
  await inTransaction(deps, (tx) => tx.record(actor, { action: 'members.exported', organizationId, target }))
  return rowsOf(deps, organizationId)
}

async function* rowsOf({ db }: Pick<Deps, 'db'>, organizationId: string): AsyncGenerator<string[], void> {
  let after: string | null = null
  do {
    const members = await findMembers(db, organizationId, { after, limit: batch })
    for (const { email, name, roles, teams, createdAt } of members)
      yield [email ?? '', name, roles.join(' '), teams.map((team) => team.name).join(', '), createdAt.toISOString()]
    after = members.length === batch ? (members.at(-1)?.userId ?? null) : null
  } while (after !== null)
}
