import type { ApiScope } from '../../oidc/scopes.ts'
import type { Actor } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { organizationOf } from '../tokens/access-tokens.ts'
import { apiAudience } from '../tokens/api-audience.ts'
import { type PresentedToken, verifyClientToken } from '../tokens/dpop/presented-tokens.ts'

export interface ApiCaller {
  actor: Actor & { kind: 'client' }
  scope: readonly string[]
}

/** The caller of the management API: a client with a valid token of its own for it. Null for anyone else. */
export async function apiCaller(deps: Deps, token: PresentedToken, network: string): Promise<ApiCaller | null> {
  const claims = await verifyClientToken(deps, token, apiAudience(deps.config))
  if (!claims) return null
  return {
    actor: {
      kind: 'client',
      id: claims.clientId,
      network,
      organizationId: organizationOf(claims),
    },
    scope: claims.scope,
  }
}

/** What a caller works with: a client with `fields` knows of no other declared field, to read, to write or to search for. */
export function depsOfCaller(deps: Deps, { actor }: ApiCaller): Deps {
  const only = deps.clients.find(actor.id)?.fields
  return only ? { ...deps, fields: deps.fields.narrowedTo(only) } : deps
}

export const mayCall = ({ scope }: ApiCaller, needed: ApiScope): boolean => scope.includes(needed)
