import { defineNuxtRouteMiddleware, useNuxtApp } from '#imports'
import { enforce } from './enforce.ts'

/** `definePageMeta({ middleware: 'auth' })`: strangers go to the login and come back. */
export default defineNuxtRouteMiddleware((to) => {
  const app = useNuxtApp()
  if (import.meta.client && app.isHydrating && app.payload.serverRendered) return
  return enforce({}, to.fullPath)
})
