import { lockPerson } from '../../store/beyond-prisma/accounts.ts'
import { findPerson } from '../../store/hot/people.ts'
import { updateProfile } from '../../store/prisma/accounts.ts'
import { inTransaction, userActor } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import type { Visitor } from '../platform/visitor.ts'
import { recordPhoneChange } from './phone-changes.ts'
import { checkProfile, type ProfileForm, type ProfileProblems } from './profile-form.ts'

/**
 * Checks a profile and keeps it. Empty fields are cleared. A phone number that changes is unverified until a code was
 * sent to it. Returns what is wrong, by field, or null.
 */
export const changeProfile = (
  deps: Deps,
  id: string,
  form: ProfileForm,
  visitor: Visitor,
): Promise<ProfileProblems | null> =>
  inTransaction(deps, async (tx) => {
    // Read while it is locked: a number that is removed meanwhile must not come back as a verified one.
    const person = (await lockPerson(tx, id)) && (await findPerson(tx, id))
    if (!person) return null
    const { problems, profile, changed } = checkProfile(form, person)
    if (Object.keys(problems).length > 0) return problems
    if (changed.length === 0) return null
    const actor = userActor(id, visitor.network)
    await updateProfile(tx, id, profile, deps.now())
    await tx.record(actor, { action: 'user.updated', target: ['user', id], detail: { fields: changed } })
    await recordPhoneChange(deps, tx, actor, {
      before: person,
      after: profile,
      by: 'actor',
      visitor,
    })
    return null
  })
