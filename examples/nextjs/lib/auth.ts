import { createAuth } from '@vestibule/nextjs'

export const auth = createAuth({
  scope: 'openid profile email organization organizations',
})

export const {
  handlers,
  register,
  getSession,
  requireUser,
  withAuth,
  getAccessToken,
  verifyBearer,
  withBearer,
  signIn,
  signOut,
} = auth
