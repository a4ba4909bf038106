import { type Field, fieldReaders } from '../../../oidc/fields/field.ts'
import { findMembers } from '../../../store/prisma/organizations/members.ts'
import { type Actor, inTransaction, recordRefusal } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { mayRead, textOfValue, valuesFor } from '../../platform/fields/field-values.ts'
import { OperationRefused } from '../../platform/operation-refused.ts'
import type { OrganizationView } from '../access.ts'
import { may } from '../rules.ts'

const batch = 500

const columns = ['email', 'name', 'role', 'teams', 'member_since'] as const

/** What the organization's managers read of its members. */
const exportedFields = ({ fields }: Pick<Deps, 'fields'>, { kind }: Pick<Actor, 'kind'>) =>
  fields.of('membership').filter((field) => kind !== 'user' || mayRead(field, ['owner']))

export const memberColumns = (deps: Pick<Deps, 'fields'>, actor: Pick<Actor, 'kind'>): string[] => [
  ...columns,
  ...exportedFields(deps, actor).map(({ key }) => `fields.${key}`),
]

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
  return rowsOf(deps, organizationId, exportedFields(deps, actor))
}

async function* rowsOf(
  { db }: Pick<Deps, 'db'>,
  organizationId: string,
  fields: readonly Field[],
): AsyncGenerator<string[], void> {
  let after: string | null = null
  do {
    const members = await findMembers(db, organizationId, { after, limit: batch })
    for (const { email, name, roles, otherRoles, teams, createdAt, ...member } of members) {
      const values = valuesFor(fields, member.fields, fieldReaders)
      const all = [...roles, ...otherRoles.map(({ key }) => key)].join(' ')
      const cells = [email ?? '', name, all, teams.map((team) => team.name).join(', ')]
      yield [...cells, createdAt.toISOString(), ...fields.map(({ key }) => textOfValue(values[key]))]
    }
    after = members.length === batch ? (members.at(-1)?.userId ?? null) : null
  } while (after !== null)
}
