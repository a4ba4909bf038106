import { defineNuxtPlugin, useNuxtApp } from '#imports'
import { fetchSession, useSessionState } from './session-state.ts'

/**
 * A page that a browser brings back as it was left (by its back button) may be one of somebody who has signed out: browsers
 * do so with `no-store` too.
 */
export default defineNuxtPlugin(() => {
  const app = useNuxtApp()
  const state = useSessionState()
  addEventListener('pageshow', async ({ persisted }) => {
    const before = state.value?.user.sub
    if (!persisted || before === undefined) return
    const session = await app.runWithContext(() => fetchSession()).catch(() => null)
    if (session?.user.sub !== before) location.reload()
  })
})
