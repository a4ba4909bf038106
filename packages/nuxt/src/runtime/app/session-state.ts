import type { Session } from '@vestibule/core'
import type { Ref } from 'vue'
import { basePath } from '#build/vestibule-app.mjs'
import { type NuxtApp, useNuxtApp, useRequestEvent, useRequestFetch, useState } from '#imports'

/** Who is signed in: null for nobody, undefined while that is not known. Carried from the server to the browser, without tokens. */
export const useSessionState = (): Ref<Session | null | undefined> =>
  useState<Session | null | undefined>('vestibule:session', () => undefined)

/** One request at a time for everything in a browser that asks. */
const running = new WeakMap<NuxtApp, Promise<Session | null>>()

/** Asks the server who is signed in. In the browser only. */
export function fetchSession(method: 'GET' | 'POST' = 'GET'): Promise<Session | null> {
  const app = useNuxtApp()
  const state = useSessionState()
  const request = useRequestFetch()
  const known = running.get(app)
  if (known && method === 'GET') return known
  const path = `${basePath}/${method === 'GET' ? 'session' : 'refresh'}`
  const asked = request<Session | null>(path, { method }).then((session) => {
    state.value = session ?? null
    return state.value
  })
  running.set(app, asked)
  const forget = () => running.get(app) === asked && running.delete(app)
  asked.then(forget, forget)
  return asked
}

/**
 * Makes the session known. While rendering on the server it is that of the request; where one answer is served to everyone it
 * stays unknown, and the browser asks once what was rendered is in place.
 */
export async function loadSession(): Promise<void> {
  const state = useSessionState()
  if (state.value !== undefined) return
  const app = useNuxtApp()
  if (import.meta.server) {
    const context = useRequestEvent()?.context.vestibule
    if (context) state.value = await context.session()
    return
  }
  if (app.isHydrating && app.payload.serverRendered) {
    app.hooks.hookOnce('app:suspense:resolve', () => {
      if (state.value === undefined) void app.runWithContext(() => fetchSession()).catch(() => {})
    })
    return
  }
  // Unknown stays unknown while the network is away; what is guarded is refused where it is served.
  await fetchSession().catch(() => {})
}
