import { createAuth } from '@vestibule/remix'

export const { loader, action, getSession, requireUser, getAccessToken } = createAuth()
