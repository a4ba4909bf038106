import { type Field, requiredWriter } from '../../../oidc/fields/field.ts'
import { changeOrganization } from '../../organizations/changes.ts'
import { fieldsToAskMember } from '../../organizations/member-fields.ts'
import { userActor } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { isFieldRefused } from '../../platform/fields/field-refused.ts'
import {
  changeFieldValues,
  checkFieldValues,
  type FieldChange,
  memberSubject,
  organizationSubject,
} from '../../platform/fields/field-values.ts'
import type { SignedInInteraction } from '../interactions.ts'
import { fail, type Problems, type Result } from './result.ts'

/** What was answered to what is asked for: null for what was not, and nothing else that was sent. */
export const answersTo = (asked: readonly Field[], given: FieldChange): FieldChange =>
  Object.fromEntries(asked.map(({ key }) => [key, given[key] ?? null]))

/** What is wrong with each answer. */
export function problemsOfAnswers(
  deps: Pick<Deps, 'fields'>,
  of: keyof typeof requiredWriter,
  answers: FieldChange,
): Problems {
  const problems: Problems = {}
  for (const [key, value] of Object.entries(answers)) {
    try {
      checkFieldValues(deps, of, { [key]: value }, [requiredWriter[of]])
    } catch (error) {
      if (!isFieldRefused(error)) throw error
      if (error.problem) problems[`fields.${key}`] = error.problem
    }
  }
  return problems
}

type InOrganization = Pick<SignedInInteraction, 'person' | 'memberships'>

/** Stores what the person was asked for: all of it, or nothing. */
export async function completeFields(
  deps: Deps,
  current: InOrganization,
  organizationId: string,
  { of, given }: { of: string; given: FieldChange },
  network: string,
): Promise<Result> {
  const asked = fieldsToAskMember(deps, current, organizationId)
  // Of another group, or somebody else answered meanwhile: the next step says what is still missing.
  if (asked?.of !== of) return { ok: true }
  const answers = answersTo(asked.fields, given)
  const problems = problemsOfAnswers(deps, asked.of, answers)
  if (Object.keys(problems).length > 0) return fail(problems)
  const userId = current.person.id
  const actor = userActor(userId, network)
  const subject =
    asked.of === 'organization' ? organizationSubject(organizationId) : memberSubject(organizationId, userId)
  const action = asked.of === 'organization' ? 'organization.updated' : 'member.fields_changed'
  try {
    await changeOrganization(deps, actor, organizationId, action, async ({ tx }) => {
      const writers = [requiredWriter[asked.of]]
      await changeFieldValues(deps, tx, actor, { subject, given: answers, writers, isAsked: true })
    })
  } catch (error) {
    if (isFieldRefused(error) && error.problem) return fail({ [`fields.${error.key}`]: error.problem })
    throw error
  }
  return { ok: true }
}
