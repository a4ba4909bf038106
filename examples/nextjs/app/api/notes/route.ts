import type { BearerRequirement } from '@vestibule/nextjs'
import { withBearer } from '../../../lib/auth'
import { addNote, listNotes, longestNote, type Note, type Refusal } from '../../../lib/notes'

// An API for other programs: the notes of the organization that the access token is for.

/**
 * The identifier of this API at the provider (`OIDC_RESOURCE_<n>`, with `API_KEYS=on`). With it, access tokens for the API and API
 * keys are accepted, by their scopes. Without it: every access token that the provider issues for its default audience.
 */
const audience = process.env.NOTES_API
const requirementOf = (scope: string): BearerRequirement => (audience ? { audience, scope, keys: true } : {})

const shown = ({ id, text, authorName, createdAt }: Note) => ({
  id,
  text,
  by: authorName,
  created_at: createdAt.toISOString(),
})
const failed = (status: number, error: string, error_description: string) =>
  Response.json({ error, error_description }, { status })
const withoutOrganization = () => failed(403, 'forbidden', 'The access token is for no organization.')

export const GET = withBearer(async (request, { caller: { organization } }) => {
  if (!organization) return withoutOrganization()
  const { searchParams } = new URL(request.url)
  const limit = Number(searchParams.get('limit') ?? 50)
  if (!Number.isInteger(limit) || limit < 1 || limit > 100)
    return failed(400, 'invalid_request', 'limit is a number from 1 to 100.')
  const { notes, next } = await listNotes(organization, searchParams.get('before') ?? undefined, limit)
  return Response.json({ organization, notes: notes.map(shown), next })
}, requirementOf('notes:read'))

const refusals: Readonly<Record<Refusal, readonly [number, string, string]>> = {
  empty: [422, 'invalid_note', 'text is empty.'],
  too_long: [422, 'invalid_note', `text has at most ${longestNote} characters.`],
  not_allowed: [403, 'forbidden', 'Only owners and admins add notes in this organization.'],
  plan_limit: [403, 'plan_limit', 'The organization has all notes of its plan.'],
}

export const POST = withBearer(async (request, { caller: { organization, sub, roles, claims } }) => {
  if (!organization) return withoutOrganization()
  const body: unknown = await request.json().catch(() => undefined)
  if (typeof body !== 'object' || body === null) return failed(400, 'invalid_json', 'The body is not a JSON object.')
  const { text } = body as { text?: unknown }
  if (typeof text !== 'string') return failed(422, 'invalid_note', 'text is a string.')
  const author = {
    id: sub,
    name: typeof claims.name === 'string' ? claims.name : 'API',
    manages: roles.includes('owner') || roles.includes('admin'),
  }
  const result = await addNote(organization, author, text)
  return 'refused' in result ? failed(...refusals[result.refused]) : Response.json(shown(result.note), { status: 201 })
}, requirementOf('notes:write'))
