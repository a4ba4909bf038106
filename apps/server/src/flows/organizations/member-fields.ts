import type { Membership } from '../../oidc/claims.ts'
import { type Field, type FieldReader, requiredWriter } from '../../oidc/fields/field.ts'
import type { Actor } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import {
  changeFieldValues,
  type FieldChange,
  mayRead,
  mayWrite,
  memberSubject,
} from '../platform/fields/field-values.ts'
import { fieldsToAsk } from '../platform/fields/required-fields.ts'
import { OperationRefused } from '../platform/operation-refused.ts'
import { changeOrganization } from './changes.ts'
import { may } from './rules.ts'

/**
 * As whom someone reads and writes fields of an organization and its members. Of themselves, everybody is the person too;
 * null stands for somebody who is no member yet.
 */
export function writersOf(
  { kind, id }: Pick<Actor, 'kind' | 'id'>,
  roles: readonly string[],
  userId?: string | null,
): readonly FieldReader[] {
  if (kind === 'system') return ['operator', 'client']
  if (kind === 'setup_link') return []
  if (kind !== 'user') return [kind]
  const own = userId === undefined || userId === id
  return [...(own ? (['person'] as const) : []), ...(may(roles, 'manage-members') ? (['owner'] as const) : [])]
}

/**
 * Changes what an organization keeps about a member. Values of another organization can't be reached from here. `as`: where
 * the form is one of the person themselves, whatever else they may do. `shown`: what it showed (`digestOfValues`).
 */
export async function changeMemberFields(
  deps: Deps,
  actor: Actor,
  { organizationId, userId }: { organizationId: string; userId: string },
  given: FieldChange,
  { as, shown }: { as?: readonly FieldReader[]; shown?: string | undefined } = {},
): Promise<void> {
  await changeOrganization(deps, actor, organizationId, 'member.fields_changed', async (change, roles) => {
    const writers = as ?? writersOf(actor, roles, userId)
    if (writers.length === 0) throw new OperationRefused('forbidden')
    if (!(await change.rolesOf(userId))) throw new OperationRefused('not-a-member')
    const subject = memberSubject(organizationId, userId)
    await changeFieldValues(deps, change.tx, actor, { subject, given, writers, shown })
  })
}

/** What somebody is asked for before they act for an organization: of it, or of themselves there. */
export interface AskedFields {
  of: 'organization' | 'membership'
  fields: readonly Field[]
}

/** Null if nothing is missing that this member has to say. Those who write for the organization are asked for that first. */
export function fieldsToAskMember(
  deps: Pick<Deps, 'fields' | 'now'>,
  { person, memberships }: { person: { id: string }; memberships: readonly Membership[] },
  organizationId: string,
): AskedFields | null {
  const membership = memberships.find((candidate) => candidate.organizationId === organizationId)
  if (!membership) return null
  const { roles, fields, organizationFields } = membership
  const writers = writersOf({ kind: 'user', id: person.id }, roles, person.id)
  const stored = { organization: organizationFields, membership: fields }
  for (const of of ['organization', 'membership'] as const) {
    if (!writers.includes(requiredWriter[of])) continue
    const asked = fieldsToAsk(deps, of, { stored: stored[of], isNew: false })
    if (asked.length > 0) return { of, fields: asked }
  }
  return null
}

/** Whether something is kept about members that these may see or change. */
export const hasMemberFields = ({ fields }: Pick<Deps, 'fields'>, readers: readonly FieldReader[]): boolean =>
  fields.of('membership').some((field) => mayRead(field, readers) || mayWrite(field, readers))
