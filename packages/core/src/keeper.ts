import { parseCookies, type SealedCookies } from './cookies.ts'
import type { Session } from './session.ts'
import type { SessionStore, StoredTokens } from './stores.ts'

/** A session as a request brings it. */
export interface Kept {
  session: Session
  /** When its cookie was written, in seconds since the epoch. */
  writtenAt: number
  tokens(): Promise<StoredTokens | null>
}

/** Where sessions are kept: in two cookies, or in a store with their id in one. Reading writes nothing. */
export interface Keeper {
  read(cookieHeader: string | null | undefined): Promise<Kept | null>
  /** Keeps a new session. Returns the cookies to set. */
  begin(session: Session, tokens: StoredTokens, cookieHeader: string | null): Promise<string[]>
  /** After a refresh. The identity is written beside the tokens and can't undo them. */
  refreshed(session: Session, tokens: StoredTokens, cookieHeader: string | null): Promise<string[]>
  /** Gives an idle time of its own to a session that is in use. */
  roll(kept: Kept, cookieHeader: string | null): Promise<string[]>
  end(cookieHeader: string | null): Promise<string[]>
}

export interface KeeperOptions {
  cookies: SealedCookies
  names: { session: Promise<string>; tokens: Promise<string> }
  idle: number
  seconds(): number
}

const left = ({ idle, seconds }: KeeperOptions, session: Session): number =>
  Math.max(0, Math.min(idle, session.expiresAt - seconds()))

/** Two cookies: rolling the identity can never overwrite a newer refresh token. */
export function cookieKeeper(options: KeeperOptions): Keeper {
  const { cookies, names, seconds } = options
  const sealSession = async (session: Session) => cookies.seal(await names.session, { session }, left(options, session))
  const sealTokens = async (session: Session, tokens: StoredTokens) =>
    cookies.seal(await names.tokens, { ...tokens }, Math.max(0, session.expiresAt - seconds()))
  return {
    async read(header) {
      const known = parseCookies(header)
      const payload = await cookies.open(await names.session, known)
      const session = payload?.session as Session | undefined
      if (!session || session.expiresAt <= seconds()) return null
      const tokens = async () => (await cookies.open(await names.tokens, known)) as StoredTokens | null
      return { session, writtenAt: Number(payload?.iat), tokens }
    },
    begin: async (session, tokens) => [...(await sealSession(session)), ...(await sealTokens(session, tokens))],
    refreshed: async (session, tokens) => [...(await sealSession(session)), ...(await sealTokens(session, tokens))],
    roll: ({ session }) => sealSession(session),
    async end(header) {
      const known = parseCookies(header)
      return [...cookies.clear(await names.session, known), ...cookies.clear(await names.tokens, known)]
    },
  }
}

/** An id in the cookie, and the rest in the store, where the provider can end it. */
export function storeKeeper(store: SessionStore, options: KeeperOptions): Keeper {
  const { cookies, names, seconds } = options
  const seal = async (id: string, session: Session) => cookies.seal(await names.session, { id }, left(options, session))
  const idOf = async (header: string | null | undefined) => {
    const payload = await cookies.open(await names.session, parseCookies(header))
    return typeof payload?.id === 'string' ? { id: payload.id, writtenAt: Number(payload.iat) } : null
  }
  return {
    async read(header) {
      const found = await idOf(header)
      const stored = found && (await store.get(found.id))
      if (!found || !stored || stored.session.expiresAt <= seconds()) return null
      return { session: stored.session, writtenAt: found.writtenAt, tokens: async () => stored.tokens }
    },
    async begin(session, tokens, header) {
      // A new id at every sign-in: one that was planted before is worth nothing.
      const before = await idOf(header)
      if (before) await store.delete(before.id)
      const id = [...crypto.getRandomValues(new Uint8Array(32))]
        .map((byte) => byte.toString(16).padStart(2, '0'))
        .join('')
      await store.set(id, { session, tokens }, left(options, session))
      return seal(id, session)
    },
    async refreshed(session, tokens, header) {
      const found = await idOf(header)
      // A session that ended meanwhile is not brought back.
      if (found && (await store.get(found.id))) await store.set(found.id, { session, tokens }, left(options, session))
      return []
    },
    async roll({ session, tokens }, header) {
      const [found, own] = await Promise.all([idOf(header), tokens()])
      if (!found || !own || !(await store.get(found.id))) return []
      await store.set(found.id, { session, tokens: own }, left(options, session))
      return seal(found.id, session)
    },
    async end(header) {
      const found = await idOf(header)
      if (found) await store.delete(found.id)
      return cookies.clear(await names.session, parseCookies(header))
    },
  }
}
