import { AuthError } from '@vestibule/nextjs'
import { verifyBearer } from '../../../lib/auth'
import { notesOf } from '../../../lib/notes'

/** For other programs: called with an access token, answers for the organization that the token is for. */
export async function GET(request: Request): Promise<Response> {
  try {
    const { organization } = await verifyBearer(request)
    return Response.json({ organization, notes: notesOf(organization) }, { headers: { 'Cache-Control': 'no-store' } })
  } catch (error) {
    if (error instanceof AuthError) return error.toResponse()
    throw error
  }
}
