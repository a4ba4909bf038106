import { createAuth } from '@vestibule/nextjs'
export const auth = createAuth()
export const { handlers, register, getSession, requireUser, withAuth, getAccessToken } = auth
