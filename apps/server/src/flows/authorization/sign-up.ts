import { findUserByEmail } from '../../store/hot/people.ts'
import { isInvitedToSignUp } from '../organizations/invitations/received-invitations.ts'
import type { Deps } from '../platform/deps.ts'

/**
 * SIGN_UP: people with an account may always sign in. Who else may is the choice of the operators: everybody, the
 * addresses of some domains, and those whom they or an approved organization invited.
 */
export async function maySignIn(deps: Deps, address: string): Promise<boolean> {
  const { config, db } = deps
  if (config.signUp.kind === 'open') return true
  const [user, invited] = await Promise.all([findUserByEmail(db, address), isInvitedToSignUp(deps, address)])
  if (user || invited) return true
  return config.signUp.kind === 'domains' && config.signUp.domains.includes(address.slice(address.indexOf('@') + 1))
}
