import type { Client } from '../../../oidc/clients.ts'
import type { IdentityAssertion } from '../../../oidc/federation/identity-assertion.ts'
import type { Params } from '../../../oidc/params.ts'
import type { Resource } from '../../../oidc/resources.ts'
import { isFrom } from '../../identity/acting-sign-in.ts'
import type { Deps } from '../../platform/deps.ts'
import { AssertionRefused } from '../assertions.ts'
import type { RequestOrigin } from '../token-response.ts'
import { requireAcceptedClient, resourceOf, scopeOf } from './access.ts'
import { type AssertedPerson, acrOf, personOf, requireRules } from './person.ts'
import { type ChosenTrust, verifyForTrust } from './trust.ts'

/** What an assertion comes to, before anything is written. */
export interface JudgedAssertion {
  assertion: IdentityAssertion
  person: AssertedPerson
  resource: Resource
  scope: readonly string[]
  acr: string
}

export interface AssertionRequest {
  client: Client
  params: Params
  /** By a secret or a key. */
  isAuthenticated: boolean
  from: RequestOrigin
}

/**
 * Decides about an assertion for the trust that was chosen. Nothing is written, so an owner can try one out.
 * @throws AssertionRefused about the assertion, OAuthError about the client, its resource and its scope
 */
export async function judgeAssertion(
  deps: Deps,
  { client, params, isAuthenticated, from }: AssertionRequest,
  chosen: ChosenTrust,
  jwt: string,
): Promise<JudgedAssertion> {
  const assertion = await verifyForTrust(deps, jwt, chosen)
  if (assertion.clientId !== client.id) throw new AssertionRefused('client_id')
  const person = await personOf(deps, chosen, assertion)
  const acr = acrOf(assertion, chosen.issuer.trust)
  // A confidential client calls from its server, wherever its people are.
  await requireRules(deps, person, { acr, authenticatedAt: assertion.authenticatedAt }, (networks) =>
    isAuthenticated ? true : isFrom(from)(networks),
  )
  await requireAcceptedClient(deps, client, chosen.issuer, person)
  const resource = await resourceOf(deps, client, params, assertion)
  const scope = scopeOf(deps, client, params, { assertion, issuer: chosen.issuer, resource, person, acr })
  return { assertion, person, resource, scope, acr }
}
