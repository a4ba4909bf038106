import type { LoginOptions, Requirement, Session, User } from '@vestibule/core'
import { postLogout } from '@vestibule/core/client'
import { can, missing } from '@vestibule/core/requirement'
import { type ComputedRef, computed, getCurrentInstance, onServerPrefetch, type Ref } from 'vue'
import { basePath } from '#build/vestibule-app.mjs'
import { navigateTo, useNuxtApp, useRoute } from '#imports'
import { loginAddress, pathOf } from './paths'
import { fetchSession, loadSession, unanswered, useSessionState } from './session-state'

export { can }

/**
 * What `useUserSession` returns.
 *
 * @example
 * ```ts
 * const { user, ready }: UserSession = useUserSession()
 * ```
 */
export interface UserSession {
  /** Undefined while unknown: on cached and prerendered pages, until they are hydrated. */
  session: Ref<Session | null | undefined>
  user: ComputedRef<User | null>
  loggedIn: ComputedRef<boolean>
  /** Whether the session is known. */
  ready: ComputedRef<boolean>
  /** Whether someone is signed in whose session meets a requirement, by the rule of the guards. For display: data is guarded on the server. */
  meets(requirement: Requirement): boolean
  /** Navigates to the sign-in, and back to this page unless `returnTo` is given. */
  login(options?: LoginOptions): Promise<void>
  /** Ends the session in the application and at the provider. */
  logout(): void
  /** Refreshes the session at the provider, after a change of the profile or of permissions. */
  refresh(): Promise<Session | null>
}

/**
 * The session of the request: read while the server renders, transferred to the browser without tokens, and shared by all
 * callers. The result can be awaited, or used immediately.
 *
 * @example
 * ```ts
 * const { user, loggedIn, login, logout } = await useUserSession()
 * ```
 */
export function useUserSession(): UserSession & Promise<UserSession> {
  const app = useNuxtApp()
  const route = useRoute()
  const session = useSessionState()
  const all: UserSession = {
    session,
    user: computed(() => session.value?.user ?? null),
    loggedIn: computed(() => Boolean(session.value)),
    ready: computed(() => session.value !== undefined),
    meets: (requirement) => Boolean(session.value && !missing(session.value, requirement, Date.now() / 1000)),
    async login(options) {
      const returnTo = options?.returnTo ?? route.fullPath
      await app.runWithContext(() => navigateTo(loginAddress({ ...options, returnTo }), { external: true }))
    },
    logout: () => app.runWithContext(() => postLogout(pathOf(`${basePath}/logout`), unanswered(app))),
    refresh: () => app.runWithContext(() => fetchSession('POST')),
  }
  const loaded = loadSession()
  if (import.meta.server && getCurrentInstance()) onServerPrefetch(() => loaded)
  const awaited = loaded.then(() => all)
  // Rendering awaits it too, and reports the error to callers that do not.
  awaited.catch(() => {})
  return Object.assign(awaited, all)
}

/**
 * The signed-in person, or null.
 *
 * @example
 * ```ts
 * const user = await useUser()
 * ```
 */
export async function useUser(): Promise<ComputedRef<User | null>> {
  return (await useUserSession()).user
}
