import { withBearer } from '../../../lib/auth'
import { notesOf } from '../../../lib/notes'

/** For other programs: called with an access token, answers for the organization that the token is for. */
export const GET = withBearer((_request, { caller: { organization } }) =>
  Response.json({ organization, notes: notesOf(organization) }),
)
