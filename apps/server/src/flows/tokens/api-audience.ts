import type { Config } from '../../config/settings.ts'
import { evaluationScope, isApiScope } from '../../oidc/scopes.ts'

/** The management API as a resource (RFC 8707): the audience of its access tokens. */
export const apiAudience = ({ issuer }: Pick<Config, 'issuer'>): string => `${issuer}/api/v1`

/** Where clients ask what people may do, as a resource. */
export const evaluationAudience = ({ issuer }: Pick<Config, 'issuer'>): string => `${issuer}/access/v1`

/** Whether an audience is one of this server's own APIs. */
export const isServerAudience = (config: Pick<Config, 'issuer'>, audience: string): boolean =>
  audience === apiAudience(config) || audience === evaluationAudience(config)

/** The APIs of this server that a scope is for. */
export const serverAudiences = (config: Pick<Config, 'issuer'>, scope: readonly string[]): string[] => [
  ...(scope.some(isApiScope) ? [apiAudience(config)] : []),
  ...(scope.includes(evaluationScope) ? [evaluationAudience(config)] : []),
]

/** Where the metadata of the management API is (RFC 9728 section 3.1: the well-known part goes before the path). */
export function apiMetadataUrl(config: Pick<Config, 'issuer'>): string {
  const { origin, pathname } = new URL(apiAudience(config))
  return `${origin}/.well-known/oauth-protected-resource${pathname}`
}
