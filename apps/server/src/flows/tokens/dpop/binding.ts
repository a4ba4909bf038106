import type { Client } from '../../../oidc/clients.ts'
import { OAuthError } from '../../../oidc/errors.ts'
import { registeredResources } from '../../../oidc/resources.ts'
import { redeemAssertion } from '../../../store/hot/used-assertions.ts'
import type { Deps } from '../../platform/deps.ts'
import { minute } from '../../platform/durations.ts'
import { enforceLimit } from '../../platform/limits.ts'
import { askForNonce } from './nonces.ts'
import { type Proof, proofLife, verifyProof } from './proofs.ts'

/** Wrong proofs from one network: each costs a verification, and a public client does not authenticate before. */
const failures = [{ count: 100, window: minute }]

/** The DPoP header of a request to an endpoint of the authorization server. */
export interface ProofHeader {
  header: string | null
  /** The path of the endpoint, below the issuer. */
  path: '/token' | '/par'
  network: string
}

const missing = () => new OAuthError('invalid_dpop_proof', 'a DPoP proof is required (RFC 9449)')

/**
 * The proof that a client sent with a request, verified. Null if it sent none, or if proofs are not looked at (DPOP). The client
 * was authenticated before; that the proof is used only once, `bindTokens` makes sure.
 */
export async function proofOfRequest(
  deps: Deps,
  client: Client | null,
  { header, path, network }: ProofHeader,
): Promise<Proof | null> {
  if (!deps.config.dpop || header === null) {
    if (client?.dpop === 'required' && path === '/token') throw missing()
    return null
  }
  const proof = await verifyProof(deps, header, {
    method: 'POST',
    url: `${deps.config.issuer}${path}`,
    audience: 'token',
  }).catch(async (error: unknown) => {
    const isWrong = error instanceof OAuthError && error.code === 'invalid_dpop_proof'
    if (isWrong && deps.config.limits.perNetwork.length > 0)
      await enforceLimit(deps, `dpop-failures:${network}`, failures)
    throw error
  })
  if (client?.dpopNonce === 'required' && !proof.hasNonce)
    throw askForNonce(deps, 'token', 'the client has to use a nonce in its DPoP proofs')
  return proof
}

/**
 * Whether tokens of a client for these resources have to be bound to a key. For a client and for a resource of the environment
 * that cannot be unless DPOP is on; for others it is refused as long as it is off.
 */
export const mustBeBound = (
  { resources }: Pick<Deps, 'resources'>,
  client: Client | null,
  resource: readonly string[],
): boolean =>
  client?.dpop === 'required' || registeredResources(resources, resource).some(({ dpop }) => dpop === 'required')

/** @throws OAuthError invalid_dpop_proof if the token would have to be bound to a key */
export function requireBinding(
  deps: Pick<Deps, 'resources'>,
  client: Client | null,
  resource: readonly string[],
  jkt: string | null | undefined,
): void {
  if (!jkt && mustBeBound(deps, client, resource)) throw missing()
}

/**
 * What every grant calls before it issues an access token, as soon as it knows what the token is for and has recognized what the
 * client showed, but before it uses that up: the thumbprint of the key that the token is bound to, or null for a bearer token.
 * The proof is used up, so strangers write nothing.
 * @throws OAuthError
 */
export async function bindTokens(
  deps: Pick<Deps, 'db' | 'keyring' | 'now' | 'resources'>,
  { client, resource }: { client: Client | null; resource: readonly string[] },
  proof: Proof | null | undefined,
): Promise<string | null> {
  requireBinding(deps, client, resource, proof?.jkt)
  if (!proof) return null
  if (
    !proof.hasNonce &&
    registeredResources(deps.resources, resource).some(({ dpopNonce }) => dpopNonce === 'required')
  )
    throw askForNonce(deps, 'token', 'the resource requires a nonce in DPoP proofs')
  await redeemProof(deps, proof)
  return proof.jkt
}

/** A proof is good for one request (RFC 9449 section 11.1). @throws OAuthError invalid_dpop_proof */
export async function redeemProof({ db, now }: Pick<Deps, 'db' | 'now'>, { id }: Proof): Promise<void> {
  if (!(await redeemAssertion(db, id, new Date(now().getTime() + proofLife))))
    throw new OAuthError('invalid_dpop_proof', 'the DPoP proof was used before')
}
