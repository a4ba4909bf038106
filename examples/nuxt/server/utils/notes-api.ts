import type { AccessClaims } from '@vestibule/nuxt/server'
import type { H3Event } from 'h3'

// What the routes of /api/notes share, the API for other programs.

/** The access token of a request, if it is for an organization: the scope `organization` puts it there. Throws 401. */
export async function verifyOrganizationBearer(
  event: H3Event,
): Promise<(AccessClaims & { organization: string }) | null> {
  const claims = await verifyBearer(event)
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
