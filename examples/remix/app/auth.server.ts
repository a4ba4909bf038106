import { createAuth } from '@vestibule/remix'

export const { loader, action, getSession, requireUser, withAuth, getAccessToken, keepSession, verifyBearer } =
  createAuth({
    scope: 'openid profile email organization organizations',
  })
