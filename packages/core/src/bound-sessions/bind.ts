import type { Session } from '../model/session.ts'
import type { parseCookies, SealedCookies } from '../sessions/cookies.ts'
import type { LoadedSession, newSessionId, SessionStorage, timeLeft } from '../sessions/session-storage.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import { type MarkedSession, withMark } from './bound-storage.ts'

type CookieHeader = string | null | undefined

/** Binds a session to a key, and returns the cookies to set; null if it has ended. A session without a mark is not bound. */
export type Bind = (loaded: LoadedSession, key: string, header: CookieHeader) => Promise<string[] | null>

/** Seconds for which a request that was sent before still finds a session in a store that has got another id. */
const overlap = 10
/** Seconds for which a browser can prove a session by its id of before, and gets the other again: a response may not have arrived. */
const retryTime = 600

/** What core has loaded already. */
export interface StoreFunctions {
  parseCookies: typeof parseCookies
  newSessionId: typeof newSessionId
  timeLeft: typeof timeLeft
}

interface BindOptions {
  functions: StoreFunctions
  storage: SessionStorage
  store: SessionStore | undefined
  cookies: SealedCookies
  sessionName: Promise<string>
  idle: number
  seconds(): number
}

/**
 * In cookies, the identity is written with the mark of the key; the tokens stay as they are. In a store, the session gets a new id,
 * so that no copy of the cookie from before finds it: of several requests, the store lets one do that, and the others get its id.
 */
export const bindIn = (options: BindOptions): Bind => {
  const { storage, store, functions } = options
  const { parseCookies, newSessionId, timeLeft } = functions
  return async (loaded, key, header) => {
    const { mark } = loaded
    if (!mark || mark.key !== undefined) return []
    const session = withMark(loaded.session, { ...mark, key })
    if (!store) return storage.roll({ ...loaded, session }, header)
    const known = parseCookies(header)
    const name = await options.sessionName
    const sealId = (id: string, of: Session) => options.cookies.seal(name, { id }, timeLeft(options, of), known)
    const [before, tokens] = [await options.cookies.open(name, known), await loaded.tokens()]
    if (typeof before?.id !== 'string' || !tokens) return null
    const old = before.id
    if (mark.next) {
      const bound: MarkedSession | undefined = (await store.get(mark.next.id))?.session
      return bound?.device?.key === key ? sealId(mark.next.id, bound) : bound ? [] : null
    }
    if (!(await store.once(`bound:${mark.id}`, retryTime))) return []
    const id = newSessionId()
    await store.set(id, { session, tokens, triedAt: loaded.triedAt }, timeLeft(options, session))
    // A sign-out of the person or of the provider may have found the session under its id of before only.
    if (!(await store.get(old))) {
      await store.delete(id)
      return null
    }
    const { refreshToken: _, ...withoutRefresh } = tokens
    const next = { id, until: options.seconds() + overlap }
    // Before the session under its new id does: so a refresh that began earlier knows that it writes nothing here.
    const expiresAt = Math.min(options.seconds() + retryTime, session.expiresAt - 1)
    const left = { ...withMark(loaded.session, { ...mark, next }), expiresAt }
    await store.set(old, { session: left, tokens: withoutRefresh }, retryTime)
    return sealId(id, session)
  }
}
