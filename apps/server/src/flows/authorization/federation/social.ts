import { type SocialProvider, socialNames } from '../../../oidc/federation/connection.ts'
import { isAuthoritative } from '../../../oidc/federation/social-addresses.ts'
import { findIdentity } from '../../../store/beyond-prisma/people/external-identities.ts'
import { AddressReserved } from '../../../store/beyond-prisma/reserved-addresses.ts'
import { noteEmail } from '../../../store/hot/interactions.ts'
import { findUserByEmail } from '../../../store/hot/people.ts'
import { isEnforced } from '../../federation/discovery.ts'
import { mayUseSocial } from '../../federation/passkeys.ts'
import { canonicalAddress } from '../../platform/addresses.ts'
import { inTransaction } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Visitor } from '../../platform/visitor.ts'
import type { OpenInteraction } from '../interactions.ts'
import { mailSignInCode } from '../sign-in/email.ts'
import { maySignIn } from '../sign-up.ts'
import { keepIdentity } from './held-identities.ts'
import { makeAccountIn } from './new-account.ts'
import { type AnsweredAttempt, entered, type FederatedResult, type IdentityFacts, refused } from './result.ts'
import { enter } from './session.ts'

export const nameOfSocial = (provider: SocialProvider): string => socialNames[provider]

/**
 * Signs in whom a social provider named. Where it is not authoritative for the address, or there is an account with it, a code
 * to the address signs in as usual and links: nobody learns by the answer whether there is an account.
 */
export async function signInBySocial(
  deps: Deps,
  open: OpenInteraction,
  { attempt, social, facts }: { attempt: AnsweredAttempt; social: SocialProvider; facts: IdentityFacts },
  visitor: Visitor,
): Promise<FederatedResult> {
  const { issuer, subject, email } = facts.identity
  const key = { connectionId: social, issuer, subject }
  const known = await findIdentity(deps.db, key)
  if (known?.disabled) return refused('account-disabled')
  if (known) {
    if (!(await mayUseSocial(deps, known.userId))) return refused('company-sign-in')
    return entered(await enter(deps, open, { ...facts, key, userId: known.userId, connection: null }, visitor))
  }
  const address = canonicalAddress(email ?? '')
  if (address === null) return refused('email-missing')
  if (await isEnforced(deps, address)) return refused('company-sign-in')
  const held = {
    ...facts,
    connectionId: social,
    clientId: null,
    social,
    name: socialNames[social],
    address,
    userId: null,
  }
  if (isAuthoritative(social, facts.identity, address) && !(await findUserByEmail(deps.db, address))) {
    if (!(await maySignIn(deps, address, open.client))) return refused('sign-up-closed')
    try {
      const made = await inTransaction(deps, (tx) => makeAccountIn(deps, tx, open, { ...held, shown: false }, visitor))
      if (made === 'disabled') return refused('account-disabled')
      if (made !== 'taken')
        return entered(await enter(deps, open, { ...facts, key, ...made, connection: null }, visitor))
    } catch (error) {
      if (error instanceof AddressReserved) return refused('address-taken')
      throw error
    }
  }
  await keepIdentity(deps, open, attempt.id, held)
  await noteEmail(deps.db, open.interaction.id, address)
  await mailSignInCode(deps, open, address, visitor)
  return { kind: 'prove-address' }
}
