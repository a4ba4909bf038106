/** An API for other programs: the notes of the organization that the access token is for, newest first. */
export default defineEventHandler(async (event) => {
  const claims = await verifyOrganizationBearer(event, 'notes:read')
  if (!claims) return withoutOrganization(event)
  const { before, limit: given = 50 } = getQuery(event)
  const limit = Number(given)
  if (!Number.isInteger(limit) || limit < 1 || limit > 100)
    return apiError(event, 400, 'invalid_request', 'limit is a number from 1 to 100.')
  const { notes, next } = await listNotes(claims.organization, typeof before === 'string' ? before : undefined, limit)
  return { organization: claims.organization, notes: notes.map(apiNote), next }
})
