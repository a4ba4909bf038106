import { findBinding } from '../../../store/hot/bound-sessions.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Visitor } from '../../platform/visitor.ts'
import { sealBoundCookie } from '../bound-cookies.ts'
import { findUnproven } from '../sessions.ts'
import { challengeFor, isChallenge } from './challenges.ts'
import { endForged } from './forgery.ts'
import { checkAudiences, isSignedBy, parseProof, storedKey } from './proofs.ts'
import { identifierOf } from './registration.ts'

/** What the browser of a bound session gets that asks for a new cookie. */
export type Refreshed =
  /** There is no such session, or it is not bound to this key: the browser forgets it. */
  | { kind: 'over' }
  /** Sign this. */
  | { kind: 'challenge'; challenge: string }
  | { kind: 'refreshed'; boundCookie: string; challenge: string }

/**
 * Renews the cookie of a bound session for a proof of its key. It notes no use of the session: a browser does it on its own.
 * `identifier` says which session the browser means, and has to be that of its cookies. @throws ProofFault
 */
export async function refreshBinding(
  deps: Deps,
  visitor: Visitor,
  { identifier, jws }: { identifier: string; jws: string | null },
): Promise<Refreshed> {
  const found = await findUnproven(deps, visitor.sessionCookie)
  const thumbprint = found?.session.boundTo
  if (!found || !thumbprint || identifier !== identifierOf(found.session.id, thumbprint)) return { kind: 'over' }
  const { id, userId } = found.session
  const challenge = challengeFor(deps, id)
  if (jws === null) return { kind: 'challenge', challenge }
  const proof = parseProof(jws)
  const binding = await findBinding(deps.db, id)
  if (!binding?.boundKey) return { kind: 'over' }
  const key = storedKey(binding.boundKey)
  if (!(await isSignedBy(proof, key))) {
    await endForged(deps, visitor, { id, userId }, proof.header.alg === key.alg ? 'signature' : 'algorithm')
    return { kind: 'over' }
  }
  checkAudiences(deps.config.issuer, proof)
  // An old one is a tab that slept, or two that raced: it is asked again.
  if (!isChallenge(deps, id, proof.challenge)) return { kind: 'challenge', challenge }
  return { kind: 'refreshed', boundCookie: sealBoundCookie(deps, id, thumbprint), challenge }
}
