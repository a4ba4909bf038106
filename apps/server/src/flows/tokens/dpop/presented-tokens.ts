import type { AccessClaims } from '../../../oidc/access-claims.ts'
import { boundKeyOf } from '../../../oidc/dpop.ts'
import { OAuthError } from '../../../oidc/errors.ts'
import type { Deps } from '../../platform/deps.ts'
import { isAlive, isFor, isOfClient, type VerifyingDeps, verifyAccessToken } from '../access-tokens.ts'
import { askForNonce } from './nonces.ts'
import { proofLife, verifyProof } from './proofs.ts'

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
  const now = deps.now().getTime()
  if (!deps.seenProofs.add(proof.id, { now, until: now + proofLife }))
    throw new OAuthError('invalid_dpop_proof', 'the DPoP proof was used before')
  return claims
}

/** A client's own token for an API of this server, which may still be used. Null for any other. */
export async function verifyClientToken(
  deps: Parameters<typeof verifyPresentedToken>[0] & Pick<Deps, 'db'>,
  presented: PresentedToken,
  audience: string,
): Promise<AccessClaims | null> {
  const claims = await verifyPresentedToken(deps, presented)
  if (!claims || !isFor(claims, audience) || !isOfClient(claims)) return null
  return (await isAlive(deps, claims)) ? claims : null
}
