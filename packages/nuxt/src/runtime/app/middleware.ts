import { defineNuxtRouteMiddleware, useNuxtApp } from '#imports'
import { enforce } from './enforce'
import { pathRequested } from './paths'

/** `definePageMeta({ middleware: 'auth' })`: redirects to the sign-in and back, unless someone is signed in. */
export default defineNuxtRouteMiddleware((to) => {
  const app = useNuxtApp()
  if (import.meta.client && app.isHydrating && app.payload.serverRendered) return
  return enforce({}, pathRequested(to))
})
