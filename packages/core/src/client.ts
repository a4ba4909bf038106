// `@vestibule/core/client`: the session in a browser, for the hooks of a framework. It has no dependencies.

import type { LoginOptions } from './model/login-options.ts'
import { loginPath } from './model/requirement.ts'
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

  /** Ends the session in the application and at the provider. A form, because a logout is a POST request. */
  readonly logout = (): void => {
    const form = document.createElement('form')
    form.method = 'post'
    form.action = `${this.#basePath}/logout`
    document.body.append(form)
    form.submit()
  }

  /** Concurrent requests are shared, except that a refresh never shares the response of an earlier request. */
  async #request(method: 'GET' | 'POST', route: string): Promise<Session | null> {
    const pending = (method === 'GET' ? this.#pending : null) ?? fetchSession(`${this.#basePath}/${route}`, method)
    this.#pending = pending
    try {
      const session = await pending
      if (this.#pending === pending) this.#publish(snapshotOf(session))
      return session
    } catch {
      // A network failure signs nobody out.
      if (this.#snapshot.status !== 'signed-in') this.#publish({ session: null, status: 'error' })
      return this.#snapshot.session
    } finally {
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
  if (!response.ok) throw new Error(`status ${response.status}`)
  return response.json()
}
