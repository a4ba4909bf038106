import type { Requirement } from '@vestibule/core'
import { rules } from '#build/vestibule-app.mjs'
import { defineNuxtRouteMiddleware, navigateTo, useNuxtApp } from '#imports'
import { requirementsFor } from '../rules'
import { currentSession, enforce } from './enforce'
import { pathRequested } from './paths'

interface GuestOnly {
  guestOnly: true
  redirectTo?: string
}

type PageAuth = boolean | Requirement | GuestOnly | undefined

type Target = Parameters<Parameters<typeof defineNuxtRouteMiddleware>[0]>[0]

/**
 * Enforces `definePageMeta({ auth })` on the server and in the browser. It enforces `routeRules` too where the request does not name the
 * page: in the browser, where the router changes pages without a request, and on the server for the island of a page, whose address
 * is `/__nuxt_island/...`.
 */
export default defineNuxtRouteMiddleware((to) => guard(to))

/**
 * A function of its own: what follows an `await` in the middleware itself, Nuxt would transform to restore its context, which each
 * step here brings along. With Vite 8.4.0, a build with such a module of a package fails.
 */
async function guard(to: Target) {
  const app = useNuxtApp()
  // The server has already decided about the page that it rendered.
  if (import.meta.client && app.isHydrating && app.payload.serverRendered) return
  const auth = to.meta.auth as PageAuth
  const { guestOnly, redirectTo = '/' } = (auth || {}) as Partial<GuestOnly>
  const applies = import.meta.client || app.ssrContext?.islandContext
  const requirements = applies ? (requirementsFor(rules, to.path) ?? [true]) : []
  if (auth && !guestOnly) requirements.push(auth as true | Requirement)
  for (const requirement of requirements) {
    const result = await app.runWithContext(() => enforce(requirement === true ? {} : requirement, pathRequested(to)))
    if (result !== undefined) return result
  }
  // Last, as on the server, which enforces `routeRules` before the page.
  if (guestOnly && (await app.runWithContext(currentSession))) return app.runWithContext(() => navigateTo(redirectTo))
}
