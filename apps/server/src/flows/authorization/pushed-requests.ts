import { digest, newSecret } from '../../crypto/random.ts'
import { proveReturnAddress } from '../../oidc/authorization-request.ts'
import type { Client } from '../../oidc/clients.ts'
import { OAuthError } from '../../oidc/errors.ts'
import { Params } from '../../oidc/params.ts'
import { insertPushedRequest, redeemPushedRequest } from '../../store/hot/pushed-requests.ts'
import type { Deps } from '../platform/deps.ts'
import { redeemProof } from '../tokens/dpop/binding.ts'
import type { Proof } from '../tokens/dpop/proofs.ts'
import { checkRequest } from './authorize.ts'

const prefix = 'urn:ietf:params:oauth:request_uri:'
/** Seconds. */
const ttl = 60
const credentials = ['client_secret', 'client_assertion', 'client_assertion_type']

/** Checks and stores an authorization request (RFC 9126 section 2). */
export async function pushRequest(
  deps: Deps,
  client: Client,
  params: Params,
  proof: Proof | null,
): Promise<{ request_uri: string; expires_in: number }> {
  if (params.get('request_uri')) throw new OAuthError('invalid_request', 'request_uri must not be pushed')
  if (client.responseTypes.size === 0)
    throw new OAuthError('unauthorized_client', 'the client may not use the authorization endpoint')
  const kept = new Params([
    ...params.entries().filter(([name]) => !credentials.includes(name) && name !== 'client_id'),
    ['client_id', client.id],
    ...keyOf(params, proof),
  ])
  await checkRequest(deps, kept, client, proveReturnAddress(kept, client))
  if (proof) await redeemProof(deps, proof)
  const id = newSecret()
  const expiresAt = new Date(deps.now().getTime() + ttl * 1000)
  await insertPushedRequest(deps.db, {
    id: digest(id),
    clientId: client.id,
    params: JSON.stringify(kept.entries()),
    expiresAt,
  })
  return { request_uri: `${prefix}${id}`, expires_in: ttl }
}

/** A proof binds the code as `dpop_jkt` does, and both have to name the same key (RFC 9449 section 10.1). */
function keyOf(params: Params, proof: Proof | null): [string, string][] {
  if (!proof) return []
  const jkt = params.get('dpop_jkt')
  if (jkt === undefined) return [['dpop_jkt', proof.jkt]]
  if (jkt !== proof.jkt) throw new OAuthError('invalid_request', 'dpop_jkt names another key than the DPoP proof')
  return []
}

/**
 * The parameters of an authorization request: pushed ones when there is a request_uri of ours, and then only those
 * (RFC 9126 section 4). Redeemed once, at the first use.
 */
export async function resolveRequestUri(deps: Deps, client: Client, params: Params): Promise<Params> {
  const uri = params.get('request_uri')
  if (!uri?.startsWith(prefix)) {
    if (client.requirePar && !uri) throw new OAuthError('invalid_request', 'this client must push its requests to /par')
    return params
  }
  const text = await redeemPushedRequest(deps.db, digest(uri.slice(prefix.length)), client.id, deps.now())
  if (text === null)
    throw new OAuthError('invalid_request_uri', 'the request_uri is unknown, expired or was used before')
  return new Params(JSON.parse(text) as [string, string][])
}
