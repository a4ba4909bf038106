import type { LoaderFunctionArgs } from '@remix-run/node'
import { AuthError } from '@vestibule/remix'
import { verifyBearer } from '~/auth.server'
import { notesOf } from '~/notes.server'

/** For other programs: called with an access token, answers for the organization that the token is for. */
export const loader = async ({ request }: LoaderFunctionArgs) => {
  try {
    const { organization } = await verifyBearer({ request })
    return Response.json({ organization, notes: notesOf(organization) }, { headers: { 'Cache-Control': 'no-store' } })
  } catch (error) {
    if (error instanceof AuthError) return error.toResponse()
    throw error
  }
}
