import type { Session } from '../model/session.ts'

/**
 * What a `SessionStore` stores.
 *
 * @example
 * ```ts
 * import type { StoredSession } from '@vestibule/core'
 *
 * const encode = (stored: StoredSession) => JSON.stringify(stored)
 * ```
 */
export interface StoredSession {
  session: Session
  tokens: StoredTokens
  /** When a refresh was last attempted without success, in seconds since the epoch. */
  triedAt?: number
}

/**
 * The tokens of a session. They never reach the browser in plain text.
 *
 * @example
 * ```ts
 * import type { StoredTokens } from '@vestibule/core'
 *
 * const isRefreshable = (tokens: StoredTokens) => tokens.refreshToken !== undefined
 * ```
 */
export interface StoredTokens {
  accessToken: string
  /** Seconds since the epoch. */
  expiresAt: number
  refreshToken?: string
  idToken: string
}

/**
 * Stores sessions on the server. The cookie then contains only an id, the provider can end sessions (back-channel logout), and
 * the size of a session is not limited by cookies. Every `ttl` is in seconds.
 *
 * @example
 * ```ts
 * import { memoryStore, type SessionStore } from '@vestibule/core'
 *
 * const withLog = (store: SessionStore): SessionStore => ({
 *   ...store,
 *   async delete(id) {
 *     console.info('a session was deleted')
 *     await store.delete(id)
 *   },
 * })
 * const store = withLog(memoryStore())
 * ```
 */
export interface SessionStore {
  get(id: string): Promise<StoredSession | null>
  set(id: string, value: StoredSession, ttl: number): Promise<void>
  delete(id: string): Promise<void>
  /** Deletes all sessions that belong to one session at the provider. */
  deleteBySid(sid: string): Promise<void>
  /** Deletes all sessions of a person. */
  deleteBySub(sub: string): Promise<void>
  /** Records a key. Returns false if it was already recorded, so that a logout token is accepted only once. */
  once(key: string, ttl: number): Promise<boolean>
  /** True for a store in the memory of a single process. */
  readonly inMemory?: true
}
