import { defineNuxtRouteMiddleware, navigateTo, useRequestFetch } from '#imports'
import { loginPath } from './login-path'

/** For pages: strangers go to the login and come back. Data is guarded where it is served, by `requireUser`. */
export default defineNuxtRouteMiddleware(async (to: { fullPath: string }) => {
  const session = await useRequestFetch()('/auth/session').catch(() => null)
  if (!session) return navigateTo(loginPath(to.fullPath), { external: true })
})
