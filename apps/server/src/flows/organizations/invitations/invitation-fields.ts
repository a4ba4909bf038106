import type { FieldReader } from '../../../oidc/fields/field.ts'
import { isValueTaken } from '../../../store/beyond-prisma/fields.ts'
import type { SqlStore } from '../../../store/connections/sql.ts'
import type { Invitation } from '../../../store/prisma/organizations/invitations.ts'
import type { Actor } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { FieldRefused } from '../../platform/fields/field-refused.ts'
import {
  checkFirstValues,
  eventOf,
  type FieldChange,
  fillPossibleValues,
  memberSubject,
  textOfChecked,
  uniqueValuesOf,
} from '../../platform/fields/field-values.ts'
import { valueOfText } from '../../platform/fields/values.ts'
import type { AuditedChange } from '../changes.ts'
import { writersOf } from '../member-fields.ts'
import type { InvitationRow } from './csv-rows.ts'

type CheckDeps = Pick<Deps, 'fields'>

/** As whom somebody writes what is kept about a member whom they only invite. */
export const writersOfInvitee = (actor: Pick<Actor, 'kind' | 'id'>, roles: readonly string[]): readonly FieldReader[] =>
  writersOf(actor, roles, null)

interface Invited {
  organizationId: string
  given: FieldChange
  writers: readonly FieldReader[]
}

/**
 * What an invited person will have as a member, as it is stored with the invitation: all that the inviter may write now. Whether
 * they still may is asked when the invitation is accepted (`giveFields`). @throws FieldRefused
 */
export async function checkInvitedFields(
  deps: CheckDeps,
  store: SqlStore,
  { organizationId, given, writers }: Invited,
): Promise<{ stored: string | null; unique: ReturnType<typeof uniqueValuesOf>; keys: string[] }> {
  const checked = checkFirstValues(deps, 'membership', given, writers)
  const unique = uniqueValuesOf(checked, organizationId)
  const taken = await Promise.all(unique.map((value) => isValueTaken(store, value)))
  const found = unique.find((_, index) => taken[index])
  if (found) throw new FieldRefused(found.key, 'taken')
  return { stored: textOfChecked(checked), unique, keys: checked.map(({ field }) => field.key) }
}

/** The values of a row of a file, by the keys of their fields. */
export const valuesOfRow = ({ fields }: CheckDeps, row: Pick<InvitationRow, 'fields'>): FieldChange =>
  Object.fromEntries(
    (row.fields ?? []).map(([key, text]) => [key, valueOfText(fields.find(`membership.${key}`), text)] as const),
  )

/** The keys of fields that a file of people to invite may have values of. */
export const fieldsToInviteWith = (
  { fields }: CheckDeps,
  actor: Pick<Actor, 'kind' | 'id'>,
  roles: readonly string[],
): string[] => {
  const writers = writersOfInvitee(actor, roles)
  return fields
    .of('membership')
    .filter(({ writes }) => writers.some((writer) => writes.includes(writer)))
    .map(({ key }) => key)
}

/**
 * Gives a new member the values of their invitation that its sender may still write. What somebody has entered since is not
 * replaced.
 */
export async function giveFields(
  deps: Pick<Deps, 'fields' | 'now'>,
  { tx, organization }: AuditedChange,
  actor: Actor & { kind: 'user' },
  {
    fields,
    fieldsBy,
    inviterId,
    inviter,
  }: Pick<Invitation, 'fields' | 'fieldsBy' | 'inviterId'> & { inviter: string[] },
): Promise<void> {
  if (fields === null) return
  const subject = memberSubject(organization.id, actor.id)
  const writers = senders.has(fieldsBy ?? '')
    ? writersOfInvitee({ kind: fieldsBy as Actor['kind'], id: inviterId ?? '' }, inviter)
    : []
  const filled = await fillPossibleValues(deps, tx, { subject, stored: fields, writers })
  if (filled.length > 0) await tx.record(actor, eventOf(subject, filled))
}

const senders: ReadonlySet<string> = new Set<Actor['kind']>(['user', 'client', 'operator', 'system'])
