import { withAuth } from '../../../lib/auth'

export const GET = withAuth(async (_request, { session }) => Response.json({ email: session.user.email }))
