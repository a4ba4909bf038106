import { createAuth } from '@vestibule/remix'

export const {
  loader,
  action,
  headers,
  getSession,
  requireUser,
  withAuth,
  getAccessToken,
  verifyBearer,
  commitSession,
} = createAuth({
  scope: 'openid profile email organization organizations',
})
