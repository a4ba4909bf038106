import type { LoaderFunctionArgs } from '@remix-run/node'
import { getSession } from '~/auth.server'

export const loader = async ({ request }: LoaderFunctionArgs) => {
  const session = await getSession({ request })
  if (!session)
    return Response.json({ error: 'not_signed_in' }, { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } })
  return Response.json({ email: session.user.email }, { headers: { 'Cache-Control': 'private, no-store' } })
}
