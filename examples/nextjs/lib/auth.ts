import { createAuth } from '@vestibule/nextjs'
import { permissions } from '../auth/permissions'

export const auth = createAuth({
  scope: 'openid profile email organization organizations',
  permissions,
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
