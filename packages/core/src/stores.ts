import type { Session } from './session.ts'

/** What a session consists of on the server's side. */
export interface StoredSession {
  session: Session
  tokens: StoredTokens
  /** When the provider was last asked in vain, in seconds since the epoch. */
  triedAt?: number
}

export interface StoredTokens {
  accessToken: string
  /** Seconds since the epoch. */
  expiresAt: number
  refreshToken?: string
  idToken: string
}

/**
 * Where sessions are kept when the cookie is to hold an id only: then the provider can end them (back-channel logout), and
 * they may be as large as they like. `ttl` is in seconds.
 */
export interface SessionStore {
  get(id: string): Promise<StoredSession | null>
  set(id: string, value: StoredSession, ttl: number): Promise<void>
  delete(id: string): Promise<void>
  /** Ends the sessions of a session at the provider. */
  deleteBySid(sid: string): Promise<void>
  /** Ends every session of a person. */
  deleteBySub(sub: string): Promise<void>
  /** Notes something once. False when it was noted before: a logout token is not taken twice. */
  once(key: string, ttl: number): Promise<boolean>
  /** True for a store that lives in the memory of one process. */
  readonly inMemory?: true
}

/**
 * Keeps sessions in this process: for tests, and for an application of one process that may forget them when it stops.
 *
 * @example
 * ```ts
 * import { memoryStore } from '@vestibule/core'
 *
 * const store = memoryStore()
 * ```
 */
export function memoryStore(now: () => Date = () => new Date()): SessionStore {
  const entries = new Map<string, { value: StoredSession | true; until: number }>()
  const living = (key: string) => {
    const found = entries.get(key)
    if (found && found.until > now().getTime()) return found.value
    entries.delete(key)
    return null
  }
  const deleteWhere = (matches: (session: Session) => boolean) => {
    for (const [key, { value }] of entries) if (value !== true && matches(value.session)) entries.delete(key)
  }
  return {
    inMemory: true,
    async get(id) {
      const value = living(`session:${id}`)
      return value === true ? null : value
    },
    async set(id, value, ttl) {
      entries.set(`session:${id}`, { value, until: now().getTime() + ttl * 1000 })
    },
    async delete(id) {
      entries.delete(`session:${id}`)
    },
    deleteBySid: async (sid) => deleteWhere((session) => session.sid === sid),
    deleteBySub: async (sub) => deleteWhere((session) => session.user.sub === sub),
    async once(key, ttl) {
      if (living(`once:${key}`)) return false
      entries.set(`once:${key}`, { value: true, until: now().getTime() + ttl * 1000 })
      return true
    },
  }
}

/** The part of `unstorage` (Nitro's `useStorage()`, Redis, KV, ...) that is used here. */
export interface UnstorageLike {
  getItem(key: string): Promise<unknown>
  // biome-ignore lint/suspicious/noExplicitAny: the values of unstorage are any JSON
  setItem(key: string, value: any, options?: { ttl?: number }): Promise<void>
  removeItem(key: string): Promise<void>
  getKeys(base?: string): Promise<string[]>
}

/**
 * Keeps sessions in an unstorage storage. The expiry is kept inside the value too, for drivers that know no `ttl`.
 *
 * @example
 * ```ts
 * import { unstorageStore, type UnstorageLike } from '@vestibule/core'
 *
 * declare const storage: UnstorageLike
 * const store = unstorageStore(storage)
 * ```
 */
export function unstorageStore(storage: UnstorageLike, now: () => Date = () => new Date()): SessionStore {
  type Kept = { value: StoredSession; until: number }
  const part = (text: string) => encodeURIComponent(text).replaceAll('.', '%2E')
  const read = async (key: string): Promise<Kept | null> => {
    const kept = (await storage.getItem(key)) as Kept | null
    return kept && kept.until > now().getTime() ? kept : null
  }
  const write = (key: string, value: object, ttl: number) =>
    storage.setItem(key, { ...value, until: now().getTime() + ttl * 1000 }, { ttl })
  const key = (id: string) => `vestibule:session:${part(id)}`
  /** Sessions are found by sid and sub through entries of their own. */
  const index = (kind: 'sid' | 'sub', name: string) => `vestibule:${kind}:${part(name)}`
  const remove = async (id: string) => {
    const kept = await read(key(id))
    await storage.removeItem(key(id))
    if (!kept) return
    const { sid, user } = kept.value.session
    if (sid) await storage.removeItem(`${index('sid', sid)}:${part(id)}`)
    await storage.removeItem(`${index('sub', user.sub)}:${part(id)}`)
  }
  const removeAll = async (base: string) => {
    for (const one of await storage.getKeys(base)) {
      await remove(decodeURIComponent(one.slice(one.lastIndexOf(':') + 1)))
      await storage.removeItem(one)
    }
  }
  return {
    async get(id) {
      return (await read(key(id)))?.value ?? null
    },
    async set(id, value, ttl) {
      await write(key(id), { value }, ttl)
      const { sid, user } = value.session
      if (sid) await write(`${index('sid', sid)}:${part(id)}`, {}, ttl)
      await write(`${index('sub', user.sub)}:${part(id)}`, {}, ttl)
    },
    delete: remove,
    deleteBySid: (sid) => removeAll(index('sid', sid)),
    deleteBySub: (sub) => removeAll(index('sub', sub)),
    async once(name, ttl) {
      const where = `vestibule:once:${part(name)}`
      if (await read(where)) return false
      await write(where, {}, ttl)
      return true
    },
  }
}
