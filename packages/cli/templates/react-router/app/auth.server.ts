import { createAuth } from '@vestibule/remix/react-router'
export const { loader, action, middleware, getSession, requireUser, withAuth, getAccessToken } = createAuth()
