import { createAuth } from '@vestibule/nextjs'

export const { handlers, proxy, getSession, requireUser, withAuth, getAccessToken, verifyBearer, signIn, signOut } =
  createAuth({
    scope: 'openid profile email organization organizations',
  })
