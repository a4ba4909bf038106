import type { SessionStore, StoredSession } from './session-store.ts'

/**
 * The methods of an `unstorage` storage (Nitro's `useStorage()`, Redis, KV and so on) that the SDK uses.
 *
 * @example
 * ```ts
 * import type { UnstorageLike } from '@vestibule/core'
 *
 * const isEmpty = async (storage: UnstorageLike) => (await storage.getKeys('vestibule')).length === 0
 * ```
 */
export interface UnstorageLike {
  getItem(key: string): Promise<unknown>
  // biome-ignore lint/suspicious/noExplicitAny: unstorage accepts any JSON value
  setItem(key: string, value: any, options?: { ttl?: number }): Promise<void>
  removeItem(key: string): Promise<void>
  getKeys(base?: string): Promise<string[]>
}

interface Entry {
  value: StoredSession
  /** Milliseconds since the epoch. Stored with the value, for drivers that ignore `ttl`. */
  until: number
}

const encode = (text: string): string => encodeURIComponent(text).replaceAll('.', '%2E')
const sessionKey = (id: string): string => `vestibule:session:${encode(id)}`
/** Sessions are found by `sid` and `sub` through index entries, whose last part is the session's id. */
const indexKey = (kind: 'sid' | 'sub', name: string): string => `vestibule:${kind}:${encode(name)}`

/**
 * Stores sessions in an unstorage storage.
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
  const read = async (key: string): Promise<Entry | null> => {
    const entry = (await storage.getItem(key)) as Entry | null
    return entry && entry.until > now().getTime() ? entry : null
  }
  const write = (key: string, value: object, ttl: number) =>
    storage.setItem(key, { ...value, until: now().getTime() + ttl * 1000 }, { ttl })
  const remove = async (id: string) => {
    const entry = await read(sessionKey(id))
    await storage.removeItem(sessionKey(id))
    if (!entry) return
    const { sid, user } = entry.value.session
    if (sid) await storage.removeItem(`${indexKey('sid', sid)}:${encode(id)}`)
    await storage.removeItem(`${indexKey('sub', user.sub)}:${encode(id)}`)
  }
  const removeIndexed = async (index: string) => {
    for (const key of await storage.getKeys(index)) {
      await remove(decodeURIComponent(key.slice(key.lastIndexOf(':') + 1)))
      await storage.removeItem(key)
    }
  }
  return {
    async get(id) {
      return (await read(sessionKey(id)))?.value ?? null
    },
    async set(id, value, ttl) {
      await write(sessionKey(id), { value }, ttl)
      const { sid, user } = value.session
      if (sid) await write(`${indexKey('sid', sid)}:${encode(id)}`, {}, ttl)
      await write(`${indexKey('sub', user.sub)}:${encode(id)}`, {}, ttl)
    },
    delete: remove,
    deleteBySid: (sid) => removeIndexed(indexKey('sid', sid)),
    deleteBySub: (sub) => removeIndexed(indexKey('sub', sub)),
    async once(name, ttl) {
      const key = `vestibule:once:${encode(name)}`
      if (await read(key)) return false
      await write(key, {}, ttl)
      return true
    },
  }
}
