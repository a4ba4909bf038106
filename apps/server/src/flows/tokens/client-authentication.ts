import { digest, equalDigests } from '../../crypto/random.ts'
import { type Client, digestOfSecret } from '../../oidc/clients.ts'
import { OAuthError } from '../../oidc/errors.ts'
import type { Params } from '../../oidc/params.ts'
import type { Deps } from '../platform/deps.ts'
import { minute } from '../platform/durations.ts'
import { enforceLimit } from '../platform/limits.ts'
import { authenticateByAssertion } from './client-assertions.ts'
import { refused, requireMethod } from './client-methods.ts'
import { findElsewhere } from './requesting-client.ts'

export const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/** What a request shows of its client: the Authorization header, decoded, and the parameters of the body. */
export interface Credentials {
  basic: { id: string; secret: string } | null
  params: Params
}

/** What a secret is compared with where there is none: as long as a digest, and the digest of nothing. */
const noDigests = ['A'.repeat(43)]

/**
 * Authenticates a client, by a registered method and no other (RFC 6749 section 2.3). Two methods at once are
 * refused. An unknown client and a wrong secret get the same answer after the same work.
 */
export async function authenticateClient(
  deps: Deps,
  { basic, params }: Credentials,
  endpoint: string,
): Promise<Client> {
  const secret = params.get('client_secret')
  const assertion = params.get('client_assertion')
  const assertionKind = params.get('client_assertion_type')
  const bodyId = params.get('client_id')
  if ([basic, secret, assertion].filter(Boolean).length > 1) {
    throw new OAuthError('invalid_request', 'the client is authenticated in more than one way')
  }
  if (basic && bodyId !== undefined && bodyId !== basic.id) {
    throw new OAuthError('invalid_request', 'client_id differs from the Authorization header')
  }
  if (Boolean(assertion) !== Boolean(assertionKind) || (assertionKind && assertionKind !== assertionType)) {
    throw new OAuthError('invalid_request', `client_assertion needs client_assertion_type ${assertionType}`)
  }

  if (assertion) return authenticateByAssertion(deps, assertion, params, endpoint)
  const id = basic?.id ?? bodyId
  if (id === undefined) throw new OAuthError('invalid_client', 'the client is not named')
  const client = deps.clients.find(id) ?? (await findElsewhere(deps, id, params, endpoint))
  const shown = basic?.secret ?? secret
  if (shown !== undefined) {
    const method = basic ? 'client_secret_basic' : 'client_secret_post'
    // Compared even if the client is unknown or uses another method, so the response time reveals nothing.
    const digests = client?.secretDigests.length ? client.secretDigests : noDigests
    const shownDigest = digestOfSecret(shown)
    const right = digests.filter((secretDigest) => equalDigests(secretDigest, shownDigest)).length > 0
    requireMethod(deps, client, method)
    if (client && right) return client
  } else {
    requireMethod(deps, client, 'none')
    if (client) return client
  }
  // Client or secret may have been made in another process a moment ago.
  if (await deps.clients.refreshForMiss()) return authenticateClient(deps, { basic, params }, endpoint)
  throw refused()
}

/** Wrong credentials per client and network. The right ones always work, so nobody can lock a client out. */
const failuresPerMinute = [{ count: 100, window: minute }]

/** Counts a failed authentication. Throws `TooManyAttempts` when there were too many. */
export async function countFailure(
  deps: Pick<Deps, 'config' | 'db' | 'now'>,
  clientId: string,
  network: string,
): Promise<void> {
  if (deps.config.limits.perNetwork.length === 0) return
  await enforceLimit(deps, `client:${digest(clientId)}:${network}`, failuresPerMinute)
}
