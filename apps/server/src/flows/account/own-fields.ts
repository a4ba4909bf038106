import type { Membership } from '../../oidc/claims.ts'
import { lockPerson } from '../../store/beyond-prisma/accounts.ts'
import { findMemberships } from '../../store/hot/people.ts'
import { changeMemberFields } from '../organizations/member-fields.ts'
import { inTransaction, recordRefusal, userActor } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { day } from '../platform/durations.ts'
import { FieldRefused } from '../platform/fields/field-refused.ts'
import { changeFieldValues, type FieldChange, personSubject } from '../platform/fields/field-values.ts'
import { enforceLimit } from '../platform/limits.ts'
import { OperationRefused } from '../platform/operation-refused.ts'
import type { Visitor } from '../platform/visitor.ts'

const changesPerDay = [{ count: 50, window: day }]

/** Changes what somebody says of themselves: to everybody, or to an organization that they belong to. */
export async function changeOwnFields(
  deps: Deps,
  { userId, organizationId }: { userId: string; organizationId: string | null },
  { given, shown }: { given: FieldChange; shown?: string | undefined },
  { network }: Pick<Visitor, 'network'>,
): Promise<void> {
  await enforceLimit(deps, `fields:${userId}`, changesPerDay)
  const actor = userActor(userId, network)
  if (organizationId !== null) {
    await changeMemberFields(deps, actor, { organizationId, userId }, given, { as: ['person'], shown })
    return
  }
  try {
    await inTransaction(deps, async (tx) => {
      if (!(await lockPerson(tx, userId))) throw new OperationRefused('not-found')
      await changeFieldValues(deps, tx, actor, { subject: personSubject(userId), given, writers: ['person'], shown })
    })
  } catch (error) {
    // No form of ours sends what its person may not write.
    if (error instanceof FieldRefused && (error.fault === 'not-writable' || error.fault === 'unknown')) {
      await recordRefusal(deps, actor, { action: 'person.fields_changed', target: ['user', userId] }, error.fault)
      throw new OperationRefused('forbidden')
    }
    throw error
  }
}

/** Whether there is anything that people may see of what is kept about them, or change. */
export const hasOwnFields = ({ fields }: Pick<Deps, 'fields'>): boolean =>
  fields
    .all()
    .some(({ field: { show, reads, writes } }) => show.includes('account') && [...reads, ...writes].includes('person'))

/** The organizations of a person, with what they keep. */
export const ownOrganizationFields = ({ db }: Pick<Deps, 'db'>, userId: string): Promise<Membership[]> =>
  findMemberships(db, userId)
