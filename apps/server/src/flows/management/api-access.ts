import type { ApiScope } from '../../oidc/scopes.ts'
import type { Actor } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { isAlive, isFor, isOfClient, organizationOf, verifyAccessToken } from '../tokens/access-tokens.ts'
import { apiAudience } from '../tokens/api-audience.ts'

export interface ApiCaller {
  actor: Actor & { kind: 'client' }
  scope: readonly string[]
}

/** The caller of the management API: a client with a valid token of its own for it. Null for anyone else. */
export async function apiCaller(deps: Deps, token: string, network: string): Promise<ApiCaller | null> {
  const claims = verifyAccessToken(deps, token)
  if (!claims || !isFor(claims, apiAudience(deps.config)) || !isOfClient(claims)) return null
  if (!(await isAlive(deps, claims))) return null
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

export const mayCall = ({ scope }: ApiCaller, needed: ApiScope): boolean => scope.includes(needed)
