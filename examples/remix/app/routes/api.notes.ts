import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import type { BearerRequirement } from '@vestibule/remix'
import { manages, verifyBearer } from '~/auth.server'
import { addNote, listNotes, longestNote, type Note, type Refusal } from '~/notes.server'

// An API for other programs: the notes of the organization that the access token or the API key is for. It takes no cookies.

/**
 * The identifier of this API at the provider (`OIDC_RESOURCE_<n>`, with `API_KEYS=on`). With it, access tokens for the API and API
 * keys are accepted, by their scopes. Without it: every access token that the provider issues for its default audience.
 */
const audience = process.env.NOTES_API
// The scope `organization` tells the roles of the person, so a token of the default audience without it is refused.
const requirementOf = (scope: string): BearerRequirement =>
  audience ? { audience, scope, keys: true } : { scope: 'organization' }

const headers = { 'Cache-Control': 'no-store' }
const failed = (status: number, error: string, description: string) =>
  Response.json({ error, error_description: description }, { status, headers })
const toJson = ({ id, text, authorName, createdAt }: Note) => ({ id, text, by: authorName, created_at: createdAt })

async function requireCaller(args: LoaderFunctionArgs, scope: string) {
  const { sub, organization, roles, claims } = await verifyBearer(args, requirementOf(scope))
  if (!organization) throw failed(403, 'forbidden', 'The access token is for no organization.')
  const name = typeof claims.name === 'string' ? claims.name : 'API'
  return { organization, author: { id: sub, name, manages: manages(roles) } }
}

/** `GET /api/notes?limit=…&before=…`: a page of notes, the newest first. `next` is the `before` of the next page. */
export const loader = async (args: LoaderFunctionArgs) => {
  const { organization } = await requireCaller(args, 'notes:read')
  const { searchParams } = new URL(args.request.url)
  const limit = Number(searchParams.get('limit') ?? 50)
  if (!Number.isInteger(limit) || limit < 1 || limit > 100)
    return failed(400, 'invalid_request', 'limit is a number from 1 to 100.')
  const { notes, next } = await listNotes(organization, searchParams.get('before') ?? undefined, limit)
  return Response.json({ organization, notes: notes.map(toJson), next }, { headers })
}

const refusals: Readonly<Record<Refusal, readonly [number, string, string]>> = {
  empty: [422, 'invalid_note', 'text is empty.'],
  too_long: [422, 'invalid_note', `text has at most ${longestNote} characters.`],
  not_allowed: [403, 'forbidden', 'Only owners and admins add notes in this organization.'],
  plan_limit: [403, 'plan_limit', 'The organization has all notes of its plan.'],
}

/** `POST /api/notes` with `{ "text": "…" }`. */
export const action = async (args: ActionFunctionArgs) => {
  if (args.request.method !== 'POST')
    return new Response(null, { status: 405, headers: { ...headers, Allow: 'GET, POST' } })
  const { organization, author } = await requireCaller(args, 'notes:write')
  const body: unknown = await args.request.json().catch(() => undefined)
  if (typeof body !== 'object' || body === null) return failed(400, 'invalid_json', 'The body is not a JSON object.')
  const { text } = body as { text?: unknown }
  if (typeof text !== 'string') return failed(422, 'invalid_note', 'text is a string.')
  const result = await addNote(organization, author, text)
  if ('refused' in result) return failed(...refusals[result.refused])
  return Response.json(toJson(result.note), { status: 201, headers })
}
