import { withAuth } from '~/auth.server'

export const loader = withAuth(async ({ session }) => Response.json({ email: session.user.email }))
