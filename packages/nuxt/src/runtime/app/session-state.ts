import type { Session } from '@vestibule/core'
import type { Ref } from 'vue'
import { basePath } from '#build/vestibule-app.mjs'
import { type NuxtApp, useNuxtApp, useRequestEvent, useRequestFetch, useState } from '#imports'

/** The session: null if nobody is signed in, undefined while unknown. Transferred from the server to the browser, without tokens. */
export const useSessionState = (): Ref<Session | null | undefined> =>
  useState<Session | null | undefined>('vestibule:session', () => undefined)

/** Concurrent calls in a browser share one request. */
const running = new WeakMap<NuxtApp, Promise<Session | null>>()

const requests = new WeakMap<NuxtApp, Set<Promise<unknown>>>()

/** The requests for the session that are not answered yet. */
export function unanswered(app: NuxtApp): Set<Promise<unknown>> {
  const known = requests.get(app) ?? new Set<Promise<unknown>>()
  requests.set(app, known)
  return known
}

/** Requests the session from the server. In the browser only. */
export function fetchSession(method: 'GET' | 'POST' = 'GET'): Promise<Session | null> {
  const app = useNuxtApp()
  const state = useSessionState()
  const request = useRequestFetch()
  const known = running.get(app)
  if (known && method === 'GET') return known
  const path = `${basePath}/${method === 'GET' ? 'session' : 'refresh'}`
  const response = request<Session | null>(path, { method }).then((session) => {
    state.value = session ?? null
    return state.value
  })
  running.set(app, response)
  unanswered(app).add(response)
  const forget = () => {
    unanswered(app).delete(response)
    if (running.get(app) === response) running.delete(app)
  }
  response.then(forget, forget)
  return response
}

/**
 * Loads the session. On the server it is that of the request. Where one response is served to everyone it stays unknown, and the
 * browser requests it after hydration.
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
  // If the network fails, the session stays unknown. Data is guarded where it is served.
  await fetchSession().catch(() => {})
}
