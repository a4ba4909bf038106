// `@vestibule/core/client`: the session in a browser, for the hooks of a framework. It has no dependencies.

import type { LoginOptions } from './model/login-options.ts'
import { loginPath } from './model/requirement.ts'
import { routesNotMounted } from './model/routes-not-mounted.ts'
import type { Session } from './model/session.ts'

/**
 * Whether someone is signed in. `error` means that the session could not be requested.
 *
 * @example
 * ```ts
 * import type { SessionStatus } from '@vestibule/core/client'
 *
 * const isKnown = (status: SessionStatus) => status === 'signed-in' || status === 'signed-out'
 * ```
 */
export type SessionStatus = 'loading' | 'signed-in' | 'signed-out' | 'error'

/**
 * The state of a `SessionClient` at one moment. The same object is returned until it changes.
 *
 * @example
 * ```ts
 * import type { SessionSnapshot } from '@vestibule/core/client'
 *
 * const nameOf = ({ session }: SessionSnapshot) => session?.user.name ?? 'nobody'
 * ```
 */
export interface SessionSnapshot {
  session: Session | null
  status: SessionStatus
}

const loading: SessionSnapshot = { session: null, status: 'loading' }

/**
 * What a server renders when it does not know the session.
 *
 * @example
 * ```ts
 * import { loadingSnapshot } from '@vestibule/core/client'
 *
 * loadingSnapshot().status // 'loading'
 * ```
 */
export const loadingSnapshot = (): SessionSnapshot => loading

const snapshotOf = (session: Session | null): SessionSnapshot => ({
  session,
  status: session ? 'signed-in' : 'signed-out',
})

/**
 * The session in a browser: requested once, and shared by all subscribers. `subscribe` and `snapshot` fit React's
 * `useSyncExternalStore`.
 *
 * @example
 * ```ts
 * import { SessionClient } from '@vestibule/core/client'
 *
 * const client = new SessionClient('/auth')
 * const unsubscribe = client.subscribe(() => console.info(client.snapshot().status))
 * ```
 */
export class SessionClient {
  #snapshot: SessionSnapshot
  #pending: Promise<Session | null> | null = null
  readonly #unanswered = new Set<Promise<unknown>>()
  readonly #listeners = new Set<() => void>()
  readonly #basePath: string

  /**
   * @param basePath path of the SDK's routes on the host
   * @param session the session that the server has read; if `undefined`, it is requested for the first subscriber
   */
  constructor(basePath: string, session?: Session | null) {
    this.#basePath = basePath
    this.#snapshot = session === undefined ? loading : snapshotOf(session)
  }

  readonly snapshot = (): SessionSnapshot => this.#snapshot

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    if (this.#snapshot.status === 'loading') void this.#request('GET', 'session')
    return () => this.#listeners.delete(listener)
  }

  /** Replaces the session by one that the server has read later. */
  replace(session: Session | null): void {
    if (session !== this.#snapshot.session) this.#publish(snapshotOf(session))
  }

  /** Refreshes the session at the provider. */
  readonly refresh = (): Promise<Session | null> => this.#request('POST', 'refresh')

  /** Navigates to the sign-in, and back to this page unless `returnTo` is given. */
  readonly login = (options: LoginOptions = {}): void => {
    const { pathname, search } = window.location
    const mount = this.#basePath.replace(/\/[^/]*$/, '')
    const returnTo = options.returnTo ?? (`${pathname}${search}`.slice(mount.length) || '/')
    window.location.assign(loginPath({ ...options, returnTo }, this.#basePath))
  }

  /** Ends the session in the application and at the provider, after the responses that are under way. */
  readonly logout = (): void => postLogout(`${this.#basePath}/logout`, this.#unanswered)

  /** Concurrent requests are shared, except that a refresh never shares the response of an earlier request. */
  async #request(method: 'GET' | 'POST', route: string): Promise<Session | null> {
    const pending = (method === 'GET' ? this.#pending : null) ?? fetchSession(`${this.#basePath}/${route}`, method)
    this.#pending = pending
    this.#unanswered.add(pending)
    try {
      const session = await pending
      if (this.#pending === pending) this.#publish(snapshotOf(session))
      return session
    } catch {
      // A network failure signs nobody out.
      if (this.#snapshot.status !== 'signed-in') this.#publish({ session: null, status: 'error' })
      return this.#snapshot.session
    } finally {
      this.#unanswered.delete(pending)
      if (this.#pending === pending) this.#pending = null
    }
  }

  #publish(snapshot: SessionSnapshot): void {
    this.#snapshot = snapshot
    for (const listener of this.#listeners) listener()
  }
}

async function fetchSession(path: string, method: string): Promise<Session | null> {
  const response = await fetch(path, { method })
  if (response.status === 404) console.error(`[vestibule] 404 ${path}: ${routesNotMounted}`)
  if (!response.ok) throw new Error(`status ${response.status}`)
  return response.json()
}

/** In milliseconds: a response that takes longer does not hold up a logout. */
const logoutTimeout = 3_000

/**
 * Sends the form of a logout: a POST request, so that no link, image or prefetch signs anyone out. Requests of the same
 * page that may still set the cookies of the session are awaited first, for at most three seconds: a refresh that is
 * answered after the logout would sign the person in again.
 *
 * @param action path of the SDK's logout on the host
 * @param unanswered requests that may set cookies of the session
 * @example
 * ```ts
 * import { postLogout } from '@vestibule/core/client'
 *
 * const refreshes = new Set<Promise<unknown>>()
 * const logout = () => postLogout('/auth/logout', refreshes)
 * ```
 */
export function postLogout(action: string, unanswered: ReadonlySet<Promise<unknown>>): void {
  const send = () => {
    const form = document.createElement('form')
    form.method = 'post'
    form.action = action
    document.body.append(form)
    form.submit()
  }
  if (unanswered.size === 0) {
    send()
    return
  }
  const timeout = new Promise((resolve) => setTimeout(resolve, logoutTimeout))
  void Promise.race([Promise.allSettled(unanswered), timeout]).then(send)
}
