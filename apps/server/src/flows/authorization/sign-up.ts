import type { Client } from '../../oidc/clients.ts'
import { isThirdParty } from '../../oidc/dynamic-clients/third-party-clients.ts'
import { findAwaitingAccount } from '../../store/beyond-prisma/people/unverified-addresses.ts'
import { findUserByEmail } from '../../store/hot/people.ts'
import { isInvitedToSignUp } from '../organizations/invitations/received-invitations.ts'
import type { Deps } from '../platform/deps.ts'

/**
 * SIGN_UP and DYNAMIC_CLIENTS_SIGN_UP: people with an account may always sign in, also to one that
 * operators made for them. Who else may is up to the operators:
 * everybody, the addresses of some domains, and those whom they or an approved organization invited.
 */
export async function maySignIn(deps: Deps, address: string, client: Client): Promise<boolean> {
  const { config, db } = deps
  // A third-party client creates no accounts, not even for people who are invited: they accept the invitation first.
  if (isThirdParty(client) && !config.dynamicClients.signUp) return (await findUserByEmail(db, address)) !== null
  if (config.signUp.kind === 'open') return true
  const [user, awaiting, invited] = await Promise.all([
    findUserByEmail(db, address),
    findAwaitingAccount(db, address),
    isInvitedToSignUp(deps, address),
  ])
  if (user || awaiting || invited) return true
  return config.signUp.kind === 'domains' && config.signUp.domains.includes(address.slice(address.indexOf('@') + 1))
}
