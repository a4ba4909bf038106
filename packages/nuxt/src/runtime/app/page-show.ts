import { defineNuxtPlugin, useNuxtApp } from '#imports'
import { fetchSession, useSessionState } from './session-state'

/**
 * A page that a browser restores from its back/forward cache may be that of a person who has signed out. Browsers cache pages with
 * `no-store` too.
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
