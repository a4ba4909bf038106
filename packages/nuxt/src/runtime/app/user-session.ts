import type { LoginOptions, Session, User } from '@vestibule/core'
import { type ComputedRef, computed, getCurrentInstance, onServerPrefetch, type Ref } from 'vue'
import { basePath } from '#build/vestibule-app.mjs'
import { navigateTo, useNuxtApp, useRoute } from '#imports'
import { loginAddress, pathOf } from './paths.ts'
import { fetchSession, loadSession, useSessionState } from './session-state.ts'

export interface UserSession {
  /** Undefined while it is not known: on pages with one answer for everyone, until they are in place. */
  session: Ref<Session | null | undefined>
  user: ComputedRef<User | null>
  loggedIn: ComputedRef<boolean>
  /** Whether it is known who is signed in. */
  ready: ComputedRef<boolean>
  /** Leaves for the sign-in, and comes back to this page unless `returnTo` says otherwise. */
  login(options?: LoginOptions): Promise<void>
  /** Ends the session, in the application and at the provider. */
  logout(): void
  /** Asks the provider again: after a change of the profile, or of the roles. */
  refresh(): Promise<Session | null>
}

/**
 * The session of this request: read while the server renders, carried to the browser without tokens, and shared by everything
 * that asks. To be awaited, or used at once.
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
    async login(options) {
      const returnTo = options?.returnTo ?? route.fullPath
      await app.runWithContext(() => navigateTo(loginAddress({ ...options, returnTo }), { external: true }))
    },
    logout: () => app.runWithContext(postLogout),
    refresh: () => app.runWithContext(() => fetchSession('POST')),
  }
  const loaded = loadSession()
  if (import.meta.server && getCurrentInstance()) onServerPrefetch(() => loaded)
  const awaited = loaded.then(() => all)
  // Who does not await it is told by the rendering, which does.
  awaited.catch(() => {})
  return Object.assign(awaited, all)
}

/** The signed-in person, or null. */
export async function useUser(): Promise<ComputedRef<User | null>> {
  return (await useUserSession()).user
}

/** A logout is a form that is posted: no link, image or prefetch signs anyone out. */
function postLogout(): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = pathOf(`${basePath}/logout`)
  document.body.append(form)
  form.submit()
}
