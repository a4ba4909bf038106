import { withBearer } from '../../../lib/auth'
import { notesOf } from '../../../lib/notes'

/** An API for other programs: returns the notes of the organization that the access token is for. */
export const GET = withBearer((_request, { caller: { organization } }) =>
  Response.json({ organization, notes: notesOf(organization) }),
)
