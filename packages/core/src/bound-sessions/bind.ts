import type { parseCookies, SealedCookies } from '../sessions/cookies.ts'
import type { LoadedSession, newSessionId, SessionStorage, timeLeft } from '../sessions/session-storage.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import { withMark } from './bound-storage.ts'

type CookieHeader = string | null | undefined

/** Binds a session to a key, and returns the cookies to set. A session without a mark is not bound. */
export type Bind = (loaded: LoadedSession, key: string, header: CookieHeader) => Promise<string[]>

/** Seconds for which a request that was sent before still finds a session in a store that has got another id. */
const overlap = 10

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
 * so that no copy of the cookie from before finds it: of several requests, the store lets one do that.
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
    const [before, tokens] = [await options.cookies.open(name, known), await loaded.tokens()]
    if (typeof before?.id !== 'string' || !tokens || !(await store.once(`bound:${mark.id}`, 600))) return []
    const id = newSessionId()
    await store.set(id, { session, tokens, triedAt: loaded.triedAt }, timeLeft(options, session))
    const [expiresAt, { refreshToken: _, ...withoutRefresh }] = [options.seconds() + overlap, tokens]
    await store.set(
      before.id,
      { session: { ...withMark(loaded.session, mark), expiresAt }, tokens: withoutRefresh },
      overlap,
    )
    return options.cookies.seal(name, { id }, timeLeft(options, session), known)
  }
}
