import { AuthError } from '../model/errors.ts'
import type { Session } from '../model/session.ts'
import { parseCookies, type SealedCookies } from './cookies.ts'
import type { SessionStore, StoredTokens } from './session-store.ts'

/** What a stored session says of its device, where sessions are bound to one. It never leaves the storage. */
export interface Mark {
  id: string
  /** When the session began, in seconds since the epoch. */
  at: number
  /** Thumbprint of the key that it is bound to. */
  key?: string
  /** The id that the session has got in the store when it was bound, and until when the one of before opens it. */
  next?: { id: string; until: number }
}

/** The session of a request. */
export interface LoadedSession {
  session: Session
  mark?: Mark | undefined
  /** When its cookie was written, in seconds since the epoch. */
  writtenAt: number
  /** When a refresh was last attempted without success, in seconds since the epoch. */
  triedAt: number
  tokens(): Promise<StoredTokens | null>
}

type CookieHeader = string | null | undefined

/** Where sessions are stored: in two cookies, or in a store with the id in one cookie. Loading writes nothing. */
export interface SessionStorage {
  /** True if a session can be written without setting a cookie. */
  readonly writesWithoutCookies: boolean
  load(header: CookieHeader): Promise<LoadedSession | null>
  /** Starts a session. Returns the cookies to set, like all methods below. */
  begin(session: Session, tokens: StoredTokens, header: CookieHeader): Promise<string[]>
  /** Stores a refreshed session. Identity and tokens are stored apart, so that writing the one cannot undo the other. */
  replace(loaded: LoadedSession, tokens: StoredTokens, header: CookieHeader): Promise<string[]>
  /** Restarts the idle time of a session that is in use. */
  roll(loaded: LoadedSession, header: CookieHeader): Promise<string[]>
  /** Records a refresh attempt. */
  stamp(loaded: LoadedSession, header: CookieHeader): Promise<string[]>
  end(header: CookieHeader): Promise<string[]>
}

export interface StorageOptions {
  cookies: SealedCookies
  names: { session: Promise<string>; tokens: Promise<string> }
  idle: number
  seconds(): number
}

/** Seconds until a session ends that is not used. */
export const timeLeft = ({ idle, seconds }: Pick<StorageOptions, 'idle' | 'seconds'>, session: Session): number =>
  Math.max(0, Math.min(idle, session.expiresAt - seconds()))

/** Bytes of all cookies of a session together. Servers accept about 16 KB of headers and reject every request with more. */
const cookieLimit = 11_000

/** Stores the identity and the tokens in two cookies, so that rolling the identity never overwrites a newer refresh token. */
export function cookieStorage(options: StorageOptions): SessionStorage {
  const { cookies, names, seconds } = options
  const sealSession = async (session: Session, triedAt: number, header: CookieHeader) =>
    cookies.seal(await names.session, { session, triedAt }, timeLeft(options, session), parseCookies(header))
  const sealTokens = async (session: Session, tokens: StoredTokens, header: CookieHeader) => {
    const maxAge = Math.max(0, session.expiresAt - seconds())
    return cookies.seal(await names.tokens, { ...tokens }, maxAge, parseCookies(header))
  }
  const sealBoth = async (session: Session, tokens: StoredTokens, header: CookieHeader) => [
    ...(await sealSession(session, 0, header)),
    ...(await sealTokens(session, tokens, header)),
  ]
  /** A session that is too large first loses the `id_token_hint` of the logout, then the list of organizations and permissions. */
  const sealWithinLimit = async (session: Session, tokens: StoredTokens, header: CookieHeader) => {
    const small = { ...session, user: { ...session.user, organizations: [], permissions: null } }
    for (const [identity, secret] of [
      [session, tokens],
      [session, { ...tokens, idToken: '' }],
      [small, { ...tokens, idToken: '' }],
    ] as const) {
      const set = await sealBoth(identity, secret, header).catch(tooLarge)
      if (set && set.join('').length <= cookieLimit) return set
    }
    throw new AuthError(
      'session_too_large',
      `The session needs more than ${cookieLimit} bytes of cookies.`,
      'Request fewer scopes or shorter claims, or use a session store (session.store).',
    )
  }
  return {
    writesWithoutCookies: false,
    async load(header) {
      const known = parseCookies(header)
      const payload = await cookies.open(await names.session, known)
      const session = payload?.session as Session | undefined
      if (!session || session.expiresAt <= seconds()) return null
      const tokens = async () => (await cookies.open(await names.tokens, known)) as StoredTokens | null
      return { session, writtenAt: Number(payload?.iat), triedAt: Number(payload?.triedAt ?? 0), tokens }
    },
    begin: sealWithinLimit,
    replace: ({ session }, tokens, header) => sealWithinLimit(session, tokens, header),
    roll: ({ session, triedAt }, header) => sealSession(session, triedAt, header),
    stamp: ({ session }, header) => sealSession(session, seconds(), header),
    async end(header) {
      const known = parseCookies(header)
      return [...cookies.clear(await names.session, known), ...cookies.clear(await names.tokens, known)]
    },
  }
}

export const newSessionId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

function tooLarge(error: unknown): null {
  if (error instanceof AuthError && error.code === 'session_too_large') return null
  throw error
}

/** Stores an id in the cookie and everything else in the store, where the provider can end the session. */
export function storedSessions(store: SessionStore, options: StorageOptions): SessionStorage {
  const { cookies, names, seconds } = options
  const seal = async (id: string, session: Session, header: CookieHeader) =>
    cookies.seal(await names.session, { id }, timeLeft(options, session), parseCookies(header))
  const idOf = async (header: CookieHeader) => {
    const payload = await cookies.open(await names.session, parseCookies(header))
    return typeof payload?.id === 'string' ? { id: payload.id, writtenAt: Number(payload.iat) } : null
  }
  /** Writes a session unless it has ended in the meantime. Returns its id if it was written. */
  const rewrite = async (session: Session, tokens: StoredTokens | null, triedAt: number, header: CookieHeader) => {
    const found = await idOf(header)
    const stored = found && (await store.get(found.id))
    // A session that was given another id in the meantime expires under this one.
    if (!found || !tokens || !stored || stored.session.expiresAt < session.expiresAt) return null
    await store.set(found.id, { session, tokens, triedAt }, timeLeft(options, session))
    return found.id
  }
  return {
    writesWithoutCookies: true,
    async load(header) {
      const found = await idOf(header)
      const stored = found && (await store.get(found.id))
      if (!found || !stored || stored.session.expiresAt <= seconds()) return null
      const { session, tokens, triedAt = 0 } = stored
      return { session, writtenAt: found.writtenAt, triedAt, tokens: async () => tokens }
    },
    async begin(session, tokens, header) {
      // A new id for every sign-in, against session fixation.
      const before = await idOf(header)
      if (before) await store.delete(before.id)
      const id = newSessionId()
      await store.set(id, { session, tokens }, timeLeft(options, session))
      return seal(id, session, header)
    },
    async replace({ session }, tokens, header) {
      await rewrite(session, tokens, 0, header)
      return []
    },
    async roll({ session, tokens, triedAt }, header) {
      const id = await rewrite(session, await tokens(), triedAt, header)
      return id ? seal(id, session, header) : []
    },
    async stamp({ session, tokens }, header) {
      await rewrite(session, await tokens(), seconds(), header)
      return []
    },
    async end(header) {
      const found = await idOf(header)
      if (found) await store.delete(found.id)
      return cookies.clear(await names.session, parseCookies(header))
    },
  }
}
