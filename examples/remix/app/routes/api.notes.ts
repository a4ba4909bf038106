import type { LoaderFunctionArgs } from '@remix-run/node'
import { verifyBearer } from '~/auth.server'
import { notesOf } from '~/notes.server'

/** For other programs: called with an access token, answers for the organization that the token is for. */
export const loader = async (args: LoaderFunctionArgs) => {
  const { organization } = await verifyBearer(args)
  return Response.json({ organization, notes: notesOf(organization) }, { headers: { 'Cache-Control': 'no-store' } })
}
