import { createAuth } from '@vestibule/nextjs'

export const { handlers, getSession, requireUser, withAuth, getAccessToken } = createAuth()
