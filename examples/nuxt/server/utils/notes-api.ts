import type { AccessClaims, BearerRequirement } from '@vestibule/nuxt/server'
import type { H3Event } from 'h3'

// What the routes of /api/notes share, the API for other programs.

/**
 * The identifier of this API at the provider (`OIDC_RESOURCE_<n>`, with `API_KEYS=on`). With it, access tokens for the API and API
 * keys are accepted, by their scopes. Without it: every access token that the provider issues for its default audience.
 */
const audience = process.env.NOTES_API
const requirementOf = (scope: string): BearerRequirement => (audience ? { audience, scope, keys: true } : {})

/** The access token or the API key of a request, if it is for an organization. Throws 401, or 403 for a missing scope. */
export async function verifyOrganizationBearer(
  event: H3Event,
  scope: 'notes:read' | 'notes:write',
): Promise<(AccessClaims & { organization: string }) | null> {
  const claims = await verifyBearer(event, requirementOf(scope))
  return claims.organization === null ? null : { ...claims, organization: claims.organization }
}

/** An error in the form of RFC 6749 section 5.2. */
export function apiError(event: H3Event, status: number, error: string, description: string) {
  setResponseStatus(event, status)
  return { error, error_description: description }
}

export const withoutOrganization = (event: H3Event) =>
  apiError(event, 403, 'forbidden', 'The access token is for no organization.')

export const apiNote = ({ id, text, authorName, createdAt }: Note) => ({
  id,
  text,
  by: authorName,
  created_at: createdAt,
})
