import { parseCookies, type SealedCookies } from './cookies.ts'
import { AuthError } from './errors.ts'
import type { Session } from './session.ts'
import type { SessionStore, StoredTokens } from './stores.ts'

/** A session as a request brings it. */
export interface LoadedSession {
  session: Session
  /** When its cookie was written, in seconds since the epoch. */
  writtenAt: number
  /** When the provider was last asked in vain, in seconds since the epoch. */
  triedAt: number
  tokens(): Promise<StoredTokens | null>
}

type CookieHeader = string | null | undefined

/** Where sessions are: in two cookies, or in a store with their id in one cookie. Loading writes nothing. */
export interface SessionStorage {
  /** True where something can be written without a cookie. */
  readonly writesWithoutCookies: boolean
  load(header: CookieHeader): Promise<LoadedSession | null>
  /** A new session. Returns the cookies to set, as all of these do. */
  begin(session: Session, tokens: StoredTokens, header: CookieHeader): Promise<string[]>
  /** After a refresh. The identity is written beside the tokens and can't undo them. */
  replace(session: Session, tokens: StoredTokens, header: CookieHeader): Promise<string[]>
  /** Gives a new idle time to a session that is in use. */
  roll(loaded: LoadedSession, header: CookieHeader): Promise<string[]>
  /** Notes that the provider is being asked. */
  stamp(loaded: LoadedSession, header: CookieHeader): Promise<string[]>
  end(header: CookieHeader): Promise<string[]>
}

export interface StorageOptions {
  cookies: SealedCookies
  names: { session: Promise<string>; tokens: Promise<string> }
  idle: number
  seconds(): number
}

const timeLeft = ({ idle, seconds }: StorageOptions, session: Session): number =>
  Math.max(0, Math.min(idle, session.expiresAt - seconds()))

/** Bytes of all cookies of a session together: servers read some 16 KB of headers, and refuse every request with more. */
const cookieLimit = 11_000

/** Two cookies: rolling the identity can never overwrite a newer refresh token. */
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
  /** What a large session can do without goes first: the hint of a sign-out, then the list that a switcher is drawn from. */
  const sealWithinLimit = async (session: Session, tokens: StoredTokens, header: CookieHeader) => {
    const small = { ...session, user: { ...session.user, organizations: [] } }
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
      'Ask for fewer scopes or shorter claims, or keep sessions in a store (session.store).',
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
    replace: sealWithinLimit,
    roll: ({ session, triedAt }, header) => sealSession(session, triedAt, header),
    stamp: ({ session }, header) => sealSession(session, seconds(), header),
    async end(header) {
      const known = parseCookies(header)
      return [...cookies.clear(await names.session, known), ...cookies.clear(await names.tokens, known)]
    },
  }
}

function tooLarge(error: unknown): null {
  if (error instanceof AuthError && error.code === 'session_too_large') return null
  throw error
}

/** An id in the cookie, and the rest in the store, where the provider can end it. */
export function storedSessions(store: SessionStore, options: StorageOptions): SessionStorage {
  const { cookies, names, seconds } = options
  const seal = async (id: string, session: Session, header: CookieHeader) =>
    cookies.seal(await names.session, { id }, timeLeft(options, session), parseCookies(header))
  const idOf = async (header: CookieHeader) => {
    const payload = await cookies.open(await names.session, parseCookies(header))
    return typeof payload?.id === 'string' ? { id: payload.id, writtenAt: Number(payload.iat) } : null
  }
  /** A session that ended meanwhile is not brought back. Returns its id where it was written. */
  const rewrite = async (session: Session, tokens: StoredTokens | null, triedAt: number, header: CookieHeader) => {
    const found = await idOf(header)
    if (!found || !tokens || !(await store.get(found.id))) return null
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
      // A new id at every sign-in: one that was planted before is worth nothing.
      const before = await idOf(header)
      if (before) await store.delete(before.id)
      const id = [...crypto.getRandomValues(new Uint8Array(32))]
        .map((byte) => byte.toString(16).padStart(2, '0'))
        .join('')
      await store.set(id, { session, tokens }, timeLeft(options, session))
      return seal(id, session, header)
    },
    async replace(session, tokens, header) {
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
