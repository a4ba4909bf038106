import { withBearer } from '../../../lib/auth.ts'
import { notesOf } from '../../../lib/notes.ts'

/** For other programs: called with an access token, answers for the organization that the token is for. */
export const GET = withBearer((_request, { caller: { organization } }) =>
  Response.json({ organization, notes: notesOf(organization) }),
)
