import type { Config } from '../../config/settings.ts'

/** The management API as a resource (RFC 8707): the audience of its access tokens. */
export const apiAudience = ({ issuer }: Pick<Config, 'issuer'>): string => `${issuer}/api/v1`

/** Where the metadata of the management API is (RFC 9728 section 3.1: the well-known part goes before the path). */
export function apiMetadataUrl(config: Pick<Config, 'issuer'>): string {
  const { origin, pathname } = new URL(apiAudience(config))
  return `${origin}/.well-known/oauth-protected-resource${pathname}`
}
