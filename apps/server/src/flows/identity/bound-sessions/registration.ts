import { digest } from '../../../crypto/random.ts'
import { bindSession, findBinding, markBindingOffered } from '../../../store/hot/bound-sessions.ts'
import { inTransaction, userActor } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { minute } from '../../platform/durations.ts'
import type { Visitor } from '../../platform/visitor.ts'
import { newBoundSecret, sealBoundCookie } from '../bound-cookies.ts'
import { currentSession, partsOf } from '../sessions.ts'
import { challengeFor, isChallenge } from './challenges.ts'
import { endForged } from './forgery.ts'
import { checkAudiences, isSignedBy, keyOf, type Proof, ProofFault, parseProof, thumbprintOf } from './proofs.ts'

/** For how long a browser that was asked for a key may bring it. */
const offerLife = minute

/** What a browser is asked to sign, and what it has to bring back with it. */
export interface BindingOffer {
  challenge: string
  authorization: string
}

/** Asks the browser of a session for a key: once after each sign-in. Null if it was asked, or if there is no such session. */
export async function offerBinding(deps: Deps, cookie: string): Promise<BindingOffer | null> {
  const parts = partsOf(cookie)
  if (!parts || !(await markBindingOffered(deps.db, parts.id, digest(parts.secret), deps.now()))) return null
  const offer = { offer: parts.id, exp: deps.now().getTime() + offerLife }
  return {
    challenge: challengeFor(deps, parts.id),
    authorization: deps.keyring.seal('bound-session', JSON.stringify(offer)),
  }
}

/** The session that an offer was for, for as long as it is open. */
function openOffer({ keyring, now }: Deps, { authorization }: Proof): string | null {
  const text = authorization === null ? null : keyring.open('bound-session', authorization)
  const found = text === null ? null : (JSON.parse(text) as { offer?: string; exp: number })
  return found?.offer !== undefined && found.exp > now().getTime() ? found.offer : null
}

/** How a browser names a session that is bound to a key: after another binding, this one is not meant any more. */
export const identifierOf = (sessionId: string, thumbprint: string): string => `${sessionId}.${thumbprint}`

export interface Bound {
  identifier: string
  sessionCookie: string
  boundCookie: string
}

/**
 * Binds a session to the key of its browser, and gives it a new secret. Of two keys for one session, one is somebody
 * else's: then it ends. @throws ProofFault if it is not bound
 */
export async function registerKey(deps: Deps, visitor: Visitor, jws: string): Promise<Bound> {
  const proof = parseProof(jws)
  const sessionId = openOffer(deps, proof)
  const parts = partsOf(visitor.sessionCookie)
  if (!parts || parts.id !== sessionId) throw new ProofFault('the session was not asked for a key')
  const key = keyOf(proof)
  if (!isChallenge(deps, sessionId, proof.challenge)) throw new ProofFault('the challenge is not known')
  checkAudiences(deps.config.issuer, proof)
  if (!(await isSignedBy(proof, key))) throw new ProofFault('the signature does not match the key')
  const session = await currentSession(deps, visitor)
  const secret = newBoundSecret()
  const bound =
    session !== null &&
    (await inTransaction(deps, async (tx) => {
      const [secretDigest, nextDigest, now] = [digest(parts.secret), digest(secret), deps.now()]
      if (!(await bindSession(tx, { sessionId, secretDigest, nextDigest, boundKey: key.text, now }))) return false
      const actor = userActor(session.userId, visitor.network)
      await tx.record(actor, { action: 'session.bound', target: ['session', sessionId] })
      return true
    }))
  const thumbprint = thumbprintOf(key.text)
  if (!bound) {
    const binding = await findBinding(deps.db, sessionId)
    if (binding?.boundKey && binding.boundKey !== key.text)
      await endForged(deps, visitor, { ...binding, id: sessionId }, 'second-key')
    throw new ProofFault('the session cannot be bound')
  }
  return {
    identifier: identifierOf(sessionId, thumbprint),
    sessionCookie: `${sessionId}.${secret}`,
    boundCookie: sealBoundCookie(deps, sessionId, thumbprint),
  }
}
