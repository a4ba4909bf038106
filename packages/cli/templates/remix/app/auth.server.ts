import { createAuth } from '@vestibule/remix'
export const { loader, action, headers, getSession, requireUser, withAuth, getAccessToken, commitSession } = createAuth()
