import { lockPerson } from '../../../store/beyond-prisma/accounts.ts'
import { updateNames } from '../../../store/prisma/accounts.ts'
import { inTransaction, userActor } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { isFieldRefused } from '../../platform/fields/field-refused.ts'
import { changeFieldValues, type FieldChange, personSubject } from '../../platform/fields/field-values.ts'
import { fieldsToAskPerson } from '../../platform/fields/required-fields.ts'
import { cleanName } from '../../platform/names.ts'
import { OperationRefused } from '../../platform/operation-refused.ts'
import type { SignedInInteraction } from '../interactions.ts'
import { answersTo, problemsOfAnswers } from './asked-fields.ts'
import { fail, type Problems, type Result } from './result.ts'

/**
 * The given name is required, the family name may be empty: not everyone has one. So is what is declared of people and asked
 * for (`fieldsToAskPerson`): all of it is stored, or nothing.
 */
export async function completeProfile(
  deps: Deps,
  { person }: SignedInInteraction,
  form: { givenName: string; familyName: string; fields: FieldChange },
  network: string,
): Promise<Result> {
  const givenName = cleanName(form.givenName)
  const familyName = cleanName(form.familyName)
  const problems: Problems = {}
  if (!givenName.ok || givenName.name === '') problems.given_name = givenName.ok ? 'required' : givenName.problem
  if (!familyName.ok) problems.family_name = familyName.problem
  const given = answersTo(fieldsToAskPerson(deps, person), form.fields)
  Object.assign(problems, problemsOfAnswers(deps, 'person', given))
  if (!givenName.ok || !familyName.ok || Object.keys(problems).length > 0) return fail(problems)
  try {
    await inTransaction(deps, async (tx) => {
      const actor = userActor(person.id, network)
      if (!(await lockPerson(tx, person.id))) throw new OperationRefused('not-found')
      await updateNames(tx, person.id, givenName.name, familyName.name || null, deps.now())
      const named = ['given_name', 'family_name']
      await tx.record(actor, { action: 'user.updated', target: ['user', person.id], detail: { fields: named } })
      await changeFieldValues(deps, tx, actor, {
        ...{ subject: personSubject(person.id), given, writers: ['person'], isAsked: true },
      })
    })
  } catch (error) {
    if (isFieldRefused(error) && error.problem) return fail({ [`fields.${error.key}`]: error.problem })
    throw error
  }
  return { ok: true }
}
