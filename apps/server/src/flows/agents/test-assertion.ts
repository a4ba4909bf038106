import { decodeJwt } from 'jose'
import { OAuthError } from '../../oidc/errors.ts'
import { Params } from '../../oidc/params.ts'
import { jwtBearer } from '../../oidc/response-types.ts'
import { findPerson } from '../../store/hot/people.ts'
import { viewOrganization } from '../organizations/access.ts'
import type { Actor } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { minute } from '../platform/durations.ts'
import { enforceLimit } from '../platform/limits.ts'
import { AssertionRefused } from '../tokens/assertions.ts'
import { requireUsableClient } from '../tokens/identity-assertions/access.ts'
import { judgeAssertion } from '../tokens/identity-assertions/judge.ts'
import { chooseTrust } from '../tokens/identity-assertions/trust.ts'

/** What an assertion would come to now. `differs`: the first claim that is wrong, or the error that the client would get. */
export type AssertionTest =
  | { accepted: true; person: string; client: string; resource: string; scope: string }
  | { accepted: false; differs: string }

const perOwner = [{ count: 30, window: minute }]

/** An owner tries an assertion out. Every check is made, as of a client that authenticates; nothing is issued or written. */
export async function testAssertion(
  deps: Deps,
  actor: Actor & { kind: 'user' },
  organizationId: string,
  typed: string,
): Promise<AssertionTest> {
  await viewOrganization(deps, actor, organizationId, 'own')
  await enforceLimit(deps, `assertion-tests:${actor.id}`, perOwner)
  const jwt = typed.trim()
  try {
    const chosen = await chooseTrust(deps, jwt)
    // What another organization trusts is no affair of this one.
    if (chosen.organization.id !== organizationId) throw new AssertionRefused('trust')
    const id = decodeJwt(jwt).client_id
    const client = typeof id === 'string' ? await deps.clients.lookUp(id, 'display') : undefined
    if (!client) throw new AssertionRefused('client_id')
    const isAuthenticated = client.tokenAuthMethods.some((method) => method !== 'none')
    requireUsableClient(client, isAuthenticated)
    if (!client.grantTypes.has(jwtBearer))
      throw new OAuthError('unauthorized_client', 'this grant_type is not enabled for the client')
    const request = { client, params: new Params(new URLSearchParams()), isAuthenticated, from: {} }
    const { person, resource, scope } = await judgeAssertion(deps, request, chosen, jwt)
    const found = await findPerson(deps.db, person.userId)
    return {
      accepted: true,
      person: found?.email ?? person.userId,
      client: client.id,
      resource: resource.identifier,
      scope: scope.join(' '),
    }
  } catch (error) {
    if (error instanceof AssertionRefused) return { accepted: false, differs: error.reason }
    if (error instanceof OAuthError) return { accepted: false, differs: error.code }
    throw error
  }
}
