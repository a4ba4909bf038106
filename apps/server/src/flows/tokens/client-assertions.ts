import { decodeJwt } from 'jose'
import type { Client } from '../../oidc/clients.ts'
import { OAuthError } from '../../oidc/errors.ts'
import type { Params } from '../../oidc/params.ts'
import type { Deps } from '../platform/deps.ts'
import { AssertionRefused, verifyAssertion } from './assertions.ts'
import { refused, requireMethod } from './client-methods.ts'
import { authenticateByFederatedToken } from './federated-tokens.ts'
import { findElsewhere } from './requesting-client.ts'

/** An assertion must not live longer than this, in seconds. */
const maxAssertionLife = 600

/** private_key_jwt (RFC 7523 section 3, OIDC Core 9), or the token of another issuer where `client_id` names such a client. */
export async function authenticateByAssertion(
  deps: Deps,
  assertion: string,
  params: Params,
  endpoint: string,
): Promise<Client> {
  const bodyId = params.get('client_id')
  const named = bodyId === undefined ? undefined : deps.clients.find(bodyId)
  if (named?.federated) return authenticateByFederatedToken(deps, assertion, named, named.federated)
  let claimed: { iss?: unknown; sub?: unknown }
  try {
    claimed = decodeJwt(assertion)
  } catch {
    throw refused()
  }
  const id = typeof claimed.sub === 'string' ? claimed.sub : ''
  const client = deps.clients.find(id) ?? (await findElsewhere(deps, id, params, endpoint))
  // It is signed by the client itself, or `client_id` is missing.
  if (client?.federated) throw refused()
  requireMethod(deps, client, 'private_key_jwt')
  if (!client) {
    if (await deps.clients.refreshForMiss()) return authenticateByAssertion(deps, assertion, params, endpoint)
    throw refused()
  }
  if (bodyId !== undefined && bodyId !== client.id)
    throw new OAuthError('invalid_request', 'client_id differs from the client_assertion')
  await verifyClientAssertion(deps, assertion, client, endpoint)
  return client
}

async function verifyClientAssertion(deps: Deps, assertion: string, client: Client, endpoint: string): Promise<void> {
  const audience = client.assertionAudience.flatMap((audience) =>
    audience === 'issuer' ? [deps.config.issuer] : [`${deps.config.issuer}${endpoint}`, `${deps.config.issuer}/token`],
  )
  try {
    await verifyAssertion(deps, assertion, {
      issuer: client.id,
      subject: client.id,
      audience,
      keys: deps.clientKeys.of(client),
      maxLife: maxAssertionLife,
      replay: 'refused',
    })
  } catch (error) {
    if (!(error instanceof AssertionRefused)) throw error
    if (error.reason === 'keys') deps.log.warn({ client: client.id }, 'the keys of a client could not be fetched')
    throw refused()
  }
}
