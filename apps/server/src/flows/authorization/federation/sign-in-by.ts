import type { UpstreamIdentity } from '../../../oidc/federation/connection.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Visitor } from '../../platform/visitor.ts'
import type { OpenInteraction } from '../interactions.ts'
import { authenticationTime, isFreshFor } from './assurance.ts'
import { companyInUse, signInByCompany } from './company.ts'
import { type AnsweredAttempt, type FederatedResult, refused } from './result.ts'
import { signInBySocial } from './social.ts'

/**
 * Signs in whom an identity provider named, or decides what is missing. Somebody is who their connection, issuer and subject
 * say; an address never makes anybody anyone. It only finds the account that they may link, once, by showing that it is theirs.
 */
export async function signInBy(
  deps: Deps,
  open: OpenInteraction,
  attempt: AnsweredAttempt,
  identity: UpstreamIdentity,
  visitor: Visitor,
): Promise<FederatedResult> {
  const now = deps.now()
  if (!isFreshFor(open.interaction.request, identity, attempt, now)) return { kind: 'again' }
  const { authenticatedAt: _, sessionExpiresAt, ...rest } = identity
  const facts = {
    identity: rest,
    authenticatedAt: authenticationTime(identity, attempt, now).getTime(),
    sessionExpiresAt: sessionExpiresAt?.getTime() ?? null,
  }
  if (attempt.social !== null) return signInBySocial(deps, open, { attempt, social: attempt.social, facts }, visitor)
  const company = attempt.connectionId === null ? null : await companyInUse(deps, attempt.connectionId)
  if (!company) return refused('connection-off')
  return signInByCompany(deps, open, { attemptId: attempt.id, ...company, facts }, visitor)
}
