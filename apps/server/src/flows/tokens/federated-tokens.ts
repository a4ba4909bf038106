import { decodeJwt, decodeProtectedHeader } from 'jose'
import type { Client } from '../../oidc/clients.ts'
import { type FederatedCredential, hasClaim } from '../../oidc/federation/credential.ts'
import type { Deps } from '../platform/deps.ts'
import { AssertionRefused, verifyAssertion } from './assertions.ts'
import { refused } from './client-methods.ts'

/**
 * federated_jwt: a workload authenticates by the token that its own platform gave it (RFC 7523 section 3). The client is
 * named by `client_id`, because `iss` and `sub` are those of the platform.
 */
export async function authenticateByFederatedToken(
  deps: Deps,
  token: string,
  client: Client,
  credential: FederatedCredential,
): Promise<Client> {
  try {
    await verifyFederatedToken(deps, token, credential)
    return client
  } catch (error) {
    if (!(error instanceof AssertionRefused)) throw error
    // The name of what differed, and nothing that was sent.
    const reason = error.reason === 'keys' && error.cause instanceof Error ? error.cause.message : undefined
    deps.log.warn({ client: client.id, differs: error.reason, reason }, 'a token of another issuer was refused')
    throw refused()
  }
}

async function verifyFederatedToken(deps: Deps, token: string, credential: FederatedCredential): Promise<void> {
  const { issuer, subject, claims, audience, maxLife } = credential
  refuseForeign(token, issuer)
  const payload = await verifyAssertion(deps, token, {
    issuer,
    subject,
    audience: [audience ?? deps.config.issuer],
    keys: deps.issuerKeys.of(credential),
    maxLife,
    // Clusters and SPIFFE hand out one token until shortly before its end.
    replay: 'allowed',
  })
  if (payload.iat !== undefined && (payload.exp ?? 0) - payload.iat > maxLife) throw new AssertionRefused('exp')
  const differing = claims.find((claim) => !hasClaim(payload, claim))
  if (differing) throw new AssertionRefused(differing.name)
}

/**
 * The types of tokens that are not assertions: an access token or a logout token never is one (RFC 8725 section 3.11).
 */
const typeOfAssertion = /^(jwt|jose)$/i

/** Somebody else's token makes this server fetch nothing. */
function refuseForeign(token: string, issuer: string): void {
  let claimed: { typ?: unknown; iss?: unknown }
  try {
    claimed = { typ: decodeProtectedHeader(token).typ, iss: decodeJwt(token).iss }
  } catch (error) {
    throw new AssertionRefused('format', { cause: error })
  }
  if (claimed.iss !== issuer) throw new AssertionRefused('iss')
  if (claimed.typ !== undefined && !typeOfAssertion.test(String(claimed.typ))) throw new AssertionRefused('typ')
}
