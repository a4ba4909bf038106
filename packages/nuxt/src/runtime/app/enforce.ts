import type { Requirement, Session } from '@vestibule/core'
import { decide } from '@vestibule/core/requirement'
import { basePath } from '#build/vestibule-app.mjs'
import { abortNavigation, createError, navigateTo, useNuxtApp, useRequestEvent } from '#imports'
import { pathOf } from './paths'
import { fetchSession } from './session-state'

/** The result of a route middleware: undefined continues the navigation. */
type MiddlewareResult = Awaited<ReturnType<typeof navigateTo>> | boolean

const refuse = (statusCode: number, statusMessage: string) =>
  abortNavigation(createError({ statusCode, statusMessage, fatal: import.meta.client || statusCode >= 500 }))

/**
 * Enforces the requirement of a page: on the server by core, and in the browser, where pages change without a request, by the same
 * decision about the session that the server has just returned. Data is guarded where it is served.
 */
export async function enforce(requirement: Requirement, returnTo: string): Promise<MiddlewareResult> {
  const app = useNuxtApp()
  if (import.meta.server) {
    const context = useRequestEvent()?.context.vestibule
    if (!context) return refuse(500, 'A guarded page cannot be prerendered or cached')
    const result = await context.guard(requirement, returnTo)
    if (result.outcome === 'redirect') return app.runWithContext(() => navigateTo(result.location, { external: true }))
    if (result.outcome === 'refused') return app.runWithContext(() => refuse(result.error.status, result.error.code))
    return undefined
  }
  const session = await currentSession()
  return app.runWithContext(() => {
    if (session === undefined) return abortNavigation({ statusCode: 503, statusMessage: 'session_unavailable' })
    // The server has just refreshed the session if it was stale, and its clock is more reliable than that of a browser.
    const fresh = session && { ...session, freshUntil: 1e15 }
    const result = decide(fresh, requirement, { returnTo, basePath, seconds: Date.now() / 1000 })
    if (result.outcome === 'allowed') return
    const { path } = result as { path?: string }
    if (!path && (app.isHydrating || !(requirement.permission || requirement.bound))) return refuse(403, 'forbidden')
    // A session that is too weak for a permission does not contain it, and what a permission needs is known to the server alone: it
    // redirects the request for the page to a stronger sign-in, or refuses it. And it alone can wait for the key of a browser that
    // has not bound its session yet. Without that request, nobody would get any further.
    return navigateTo(pathOf(path ?? returnTo), { external: true })
  })
}

/** Who is signed in. Undefined if the session could not be requested. */
export async function currentSession(): Promise<Session | null | undefined> {
  if (import.meta.server) return (await useRequestEvent()?.context.vestibule?.session()) ?? null
  return fetchSession().catch(() => undefined)
}
