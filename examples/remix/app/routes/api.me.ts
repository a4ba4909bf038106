import { withAuth } from '~/auth.server'

export const loader = withAuth(({ session }) => ({ email: session.user.email }))
