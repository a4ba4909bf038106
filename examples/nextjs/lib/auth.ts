import { createAuth } from '@vestibule/nextjs'

export const {
  handlers,
  proxy,
  register,
  getSession,
  requireUser,
  withAuth,
  getAccessToken,
  verifyBearer,
  withBearer,
  signIn,
  signOut,
} = createAuth({
  scope: 'openid profile email organization organizations',
})
