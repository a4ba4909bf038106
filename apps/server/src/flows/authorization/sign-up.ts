import { findUserByEmail } from '../../store/hot/people.ts'
import { opensSignUp } from '../../store/prisma/invitations.ts'
import type { Deps } from '../platform/deps.ts'

/**
 * SIGN_UP: people with an account always come in. Who else may is the operators' choice: everybody, the addresses of some
 * domains, and whoever they invite or lets an organization invite that they made or approved. An organization that
 * somebody made for themselves opens nothing.
 */
export async function maySignIn({ config, db, now }: Deps, address: string): Promise<boolean> {
  if (config.signUp.kind === 'open') return true
  const [user, invited] = await Promise.all([findUserByEmail(db, address), opensSignUp(db, address, now())])
  if (user || invited) return true
  return config.signUp.kind === 'domains' && config.signUp.domains.includes(address.slice(address.indexOf('@') + 1))
}
