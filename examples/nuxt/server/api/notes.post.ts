import type { AccessClaims } from '@vestibule/nuxt/server'

const refusals: Record<Refusal, [status: number, error: string, description: string]> = {
  empty: [422, 'invalid_note', 'text is empty.'],
  too_long: [422, 'invalid_note', `text has at most ${longestNote} characters.`],
  not_allowed: [403, 'forbidden', 'Only owners and admins add notes in this organization.'],
  plan_limit: [403, 'plan_limit', 'The organization has all notes of its plan.'],
}

/** Adds a note to the organization that the access token is for: `{ "text": "..." }`. */
export default defineEventHandler(async (event) => {
  const claims = await verifyOrganizationBearer(event, 'notes:write')
  if (!claims) return withoutOrganization(event)
  const body = await readBody<unknown>(event).catch(() => undefined)
  if (typeof body !== 'object' || body === null)
    return apiError(event, 400, 'invalid_json', 'The body is not a JSON object.')
  const { text } = body as { text?: unknown }
  if (typeof text !== 'string') return apiError(event, 422, 'invalid_note', 'text is a string.')
  const author = { id: claims.sub, name: authorName(claims), manages: isManager(claims) }
  const result = await addNote(claims.organization, author, text)
  if ('refused' in result) return apiError(event, ...refusals[result.refused])
  setResponseStatus(event, 201)
  return apiNote(result.note)
})

/** An access token says who writes, and rarely what they are called. */
function authorName({ sub, clientId, claims }: AccessClaims): string {
  if (typeof claims.name === 'string') return claims.name
  return sub === clientId ? clientId : 'API'
}
