import { updateNames } from '../../../store/prisma/accounts.ts'
import { inTransaction, userActor } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { cleanName } from '../../platform/names.ts'
import type { SignedInInteraction } from '../interactions.ts'
import { fail, type Problems, type Result } from './result.ts'

/** The given name is required, the family name may be empty: not everyone has one. */
export async function completeProfile(
  deps: Deps,
  { person }: SignedInInteraction,
  form: { givenName: string; familyName: string },
  network: string,
): Promise<Result> {
  const givenName = cleanName(form.givenName)
  const familyName = cleanName(form.familyName)
  const problems: Problems = {}
  if (!givenName.ok || givenName.name === '') problems.given_name = givenName.ok ? 'required' : givenName.problem
  if (!familyName.ok) problems.family_name = familyName.problem
  if (!givenName.ok || !familyName.ok || Object.keys(problems).length > 0) return fail(problems)
  await inTransaction(deps, async (tx) => {
    await updateNames(tx, person.id, givenName.name, familyName.name || null, deps.now())
    await tx.record(userActor(person.id, network), {
      action: 'user.updated',
      target: ['user', person.id],
      detail: { fields: ['given_name', 'family_name'] },
    })
  })
  return { ok: true }
}
