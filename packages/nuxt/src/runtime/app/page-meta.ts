import type { Requirement, Session } from '@vestibule/core'
import { abortNavigation, defineNuxtRouteMiddleware, navigateTo, useRequestFetch } from '#imports'
import { loginPath } from './login-path'
import { meets } from './requirement'

type PageAuth = boolean | Requirement | { guestOnly: true; redirectTo?: string } | undefined

/** `definePageMeta({ auth })`: where a page is for, and where strangers go. Data is guarded where it is served. */
export default defineNuxtRouteMiddleware(async (to) => {
  const auth = to.meta.auth as PageAuth
  if (auth === undefined || auth === false) return
  const session = await useRequestFetch()<Session | null>('/auth/session').catch(() => null)
  if (typeof auth === 'object' && 'guestOnly' in auth) return session ? navigateTo(auth.redirectTo ?? '/') : undefined
  if (!session) return navigateTo(loginPath(to.fullPath), { external: true })
  if (typeof auth === 'object' && !meets(session, auth))
    return abortNavigation({ statusCode: 403, statusMessage: 'forbidden' })
})
