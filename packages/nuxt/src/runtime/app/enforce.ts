import type { Requirement, Session } from '@vestibule/core'
import { decide } from '@vestibule/core/requirement'
import { basePath } from '#build/vestibule-app.mjs'
import { abortNavigation, createError, navigateTo, useNuxtApp, useRequestEvent } from '#imports'
import { pathOf } from './paths.ts'
import { fetchSession } from './session-state.ts'

/** What a route middleware answers: nothing lets the navigation go on. */
type Answer = Awaited<ReturnType<typeof navigateTo>> | boolean

const refuse = (statusCode: number, statusMessage: string) =>
  abortNavigation(createError({ statusCode, statusMessage, fatal: import.meta.client || statusCode >= 500 }))

/**
 * Enforces what a page demands: on the server by core, whole; in the browser, where pages change without a request, by the
 * same decision on the session that the server has just told. Data is guarded where it is served.
 */
export async function enforce(requirement: Requirement, returnTo: string): Promise<Answer> {
  const app = useNuxtApp()
  if (import.meta.server) {
    const context = useRequestEvent()?.context.vestibule
    if (!context) return refuse(500, 'A guarded page cannot be prerendered or cached')
    const result = await context.guard(requirement, returnTo)
    if (result.outcome === 'redirect') return app.runWithContext(() => navigateTo(result.location, { external: true }))
    if (result.outcome === 'refused') return app.runWithContext(() => refuse(result.error.status, result.error.code))
    return undefined
  }
  const session = await askedSession()
  if (session === undefined)
    return app.runWithContext(() => abortNavigation({ statusCode: 503, statusMessage: 'session_unavailable' }))
  // The server has just asked the provider where that was due, by a clock that is better than a browser's.
  const fresh = session && { ...session, freshUntil: Number.POSITIVE_INFINITY }
  const result = decide(fresh, requirement, { returnTo, basePath, seconds: Date.now() / 1000 })
  if (result.outcome === 'allowed') return undefined
  if (result.outcome === 'forbidden') return app.runWithContext(() => refuse(403, 'forbidden'))
  return app.runWithContext(() => navigateTo(pathOf(result.path), { external: true }))
}

/** Who is signed in, for what is for guests only. Undefined when it could not be asked. */
export async function askedSession(): Promise<Session | null | undefined> {
  if (import.meta.server) return (await useRequestEvent()?.context.vestibule?.session()) ?? null
  return fetchSession().catch(() => undefined)
}
