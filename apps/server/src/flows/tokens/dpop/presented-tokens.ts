import type { AccessClaims } from '../../../oidc/access-claims.ts'
import { boundKeyOf } from '../../../oidc/dpop.ts'
import { OAuthError } from '../../../oidc/errors.ts'
import type { Deps } from '../../platform/deps.ts'
import { isAlive, isFor, isOfClient, type VerifyingDeps, verifyAccessToken } from '../access-tokens.ts'
import { redeemProof } from './binding.ts'
import { askForNonce } from './nonces.ts'
import { type Proof, proofLife, verifyProof } from './proofs.ts'

/** An access token as a request presents it. */
export interface PresentedToken {
  token: string
  /** With the scheme DPoP: its header of that name, and the request that it has to describe. Null with the scheme Bearer. */
  dpop: { header: string | null; method: string; url: string } | null
}

/**
 * Verifies an access token that gives access: signature, type, issuer, expiry, and whether whoever shows it has its key. A bound
 * token is no bearer token, and the other way round (RFC 9449 section 7.1). Null for a token that is not accepted.
 * @throws OAuthError for a wrong proof
 */
export async function verifyPresentedToken(
  deps: VerifyingDeps & Pick<Deps, 'keyring' | 'clients' | 'seenProofs'>,
  { token, dpop }: PresentedToken,
  use: UseOfProof = useHere,
): Promise<AccessClaims | null> {
  const claims = verifyAccessToken(deps, token)
  if (!claims) return null
  if (dpop === null) return claims.all.cnf === undefined ? claims : null
  const jkt = boundKeyOf(claims.all)
  if (jkt === null) return null
  if (dpop.header === null)
    throw new OAuthError('invalid_token', 'the access token is bound to a key: its DPoP proof is missing')
  const { header, method, url } = dpop
  const proof = await verifyProof(deps, header, { method, url, audience: 'resource', accessToken: token })
  if (proof.jkt !== jkt)
    throw new OAuthError('invalid_dpop_proof', 'the DPoP proof is signed by another key than the token is bound to')
  if (!proof.hasNonce && deps.clients.find(claims.clientId)?.dpopNonce === 'required')
    throw askForNonce(deps, 'resource', 'the client has to use a nonce in its DPoP proofs')
  await use(deps, proof)
  return claims
}

type ProofDeps = Pick<Deps, 'now' | 'seenProofs'>

/** Uses a proof up. @throws OAuthError invalid_dpop_proof if it was used before */
type UseOfProof = (deps: ProofDeps, proof: Proof) => void | Promise<void>

/** In this process: a second use at another one reads once more what was read. */
function useHere({ now, seenProofs }: ProofDeps, { id }: Proof): void {
  const at = now().getTime()
  if (!seenProofs.add(id, { now: at, until: at + proofLife }))
    throw new OAuthError('invalid_dpop_proof', 'the DPoP proof was used before')
}

/** A client's own token for an API of this server, which may still be used. Null for any other. */
export async function verifyClientToken(
  deps: Parameters<typeof verifyPresentedToken>[0] & Pick<Deps, 'db'>,
  presented: PresentedToken,
  audience: string,
): Promise<AccessClaims | null> {
  // What a client does by its own token changes something: its proof is used up everywhere.
  const claims = await verifyPresentedToken(deps, presented, (_, proof) => redeemProof(deps, proof))
  if (!claims || !isFor(claims, audience) || !isOfClient(claims)) return null
  return (await isAlive(deps, claims)) ? claims : null
}
