import type { Person } from '../../oidc/claims.ts'
import { updateProfile } from '../../store/prisma/accounts.ts'
import type { Deps } from '../platform/deps.ts'
import { checkProfile, type ProfileForm, type ProfileProblems } from './profile-form.ts'

/**
 * Checks a profile and keeps it. Empty fields are cleared. A phone number that changes is unverified: nobody has
 * called it. Returns what is wrong, by field, or null.
 */
export async function changeProfile(deps: Deps, person: Person, form: ProfileForm): Promise<ProfileProblems | null> {
  const { problems, profile } = checkProfile(form, person)
  if (Object.keys(problems).length > 0) return problems
  await deps.db.transaction((tx) => updateProfile(tx, person.id, profile, deps.now()))
  return null
}
