import type { Session } from '../model/session.ts'
import type { SessionStore, StoredSession } from './session-store.ts'

/**
 * Stores sessions in the memory of this process: for tests, and for applications that run as a single process and may lose their
 * sessions when it restarts.
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
  const read = (key: string) => {
    const entry = entries.get(key)
    if (entry && entry.until > now().getTime()) return entry.value
    entries.delete(key)
    return null
  }
  const deleteWhere = (matches: (session: Session) => boolean) => {
    for (const [key, { value }] of entries) if (value !== true && matches(value.session)) entries.delete(key)
  }
  return {
    inMemory: true,
    async get(id) {
      const value = read(`session:${id}`)
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
      if (read(`once:${key}`)) return false
      entries.set(`once:${key}`, { value: true, until: now().getTime() + ttl * 1000 })
      return true
    },
  }
}
