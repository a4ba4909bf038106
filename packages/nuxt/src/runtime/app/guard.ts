import type { Requirement } from '@vestibule/core'
import { rules } from '#build/vestibule-app.mjs'
import { defineNuxtRouteMiddleware, navigateTo, useNuxtApp } from '#imports'
import { demandsOf } from '../rules.ts'
import { askedSession, enforce } from './enforce.ts'

type PageAuth = boolean | Requirement | { guestOnly: true; redirectTo?: string } | undefined

/**
 * `definePageMeta({ auth })`, on the server and in the browser, and in the browser `routeRules` too: there the router changes
 * pages without asking the server, which enforces them itself.
 */
export default defineNuxtRouteMiddleware(async (to) => {
  const app = useNuxtApp()
  // The server has decided about the page that it has rendered.
  if (import.meta.client && app.isHydrating && app.payload.serverRendered) return
  const auth = to.meta.auth as PageAuth
  const demands: Requirement[] = []
  if (import.meta.client)
    for (const demand of demandsOf(rules, to.path) ?? [true]) demands.push(demand === true ? {} : demand)
  if (typeof auth === 'object' && 'guestOnly' in auth) {
    const session = await app.runWithContext(askedSession)
    return session ? app.runWithContext(() => navigateTo(auth.redirectTo ?? '/')) : undefined
  }
  if (auth) demands.push(auth === true ? {} : auth)
  for (const demand of demands) {
    const answer = await app.runWithContext(() => enforce(demand, to.fullPath))
    if (answer !== undefined) return answer
  }
})
