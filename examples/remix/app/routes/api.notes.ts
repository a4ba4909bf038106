import type { LoaderFunctionArgs } from '@remix-run/node'
import { verifyBearer } from '~/auth.server'
import { notesOf } from '~/notes.server'

/** An API for other programs: returns the notes of the organization that the access token is for. */
export const loader = async (args: LoaderFunctionArgs) => {
  const { organization } = await verifyBearer(args)
  return Response.json({ organization, notes: notesOf(organization) }, { headers: { 'Cache-Control': 'no-store' } })
}
