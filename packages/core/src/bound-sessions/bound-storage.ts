import type { Session } from '../model/session.ts'
import type { Settings } from '../options/settings.ts'
import type { LoadedSession, Mark, SessionStorage } from '../sessions/session-storage.ts'
import type { SessionStore, StoredTokens } from '../sessions/session-store.ts'
import type { BoundCookies } from './cookies.ts'

type CookieHeader = string | null | undefined

/** A session as it is stored. */
export type MarkedSession = Session & { device?: Mark }

/** Tokens as they are in a cookie: with the id of the mark of their session, so that they are of no use beside another. */
type MarkedTokens = StoredTokens & { device?: string }

interface StorageOptions {
  storage: SessionStorage
  store: SessionStore | undefined
  settings: Settings
  seconds(): number
}

/** Seconds for which `require` accepts a session that is not bound: so long has the browser for it. */
export const bindingTime = 60

/**
 * Sessions that are bound to a device. The mark of the device is part of the session, and a proof is a cookie of its own: so nothing
 * that writes a session can undo its binding or prolong a proof, and every write takes the mark that was loaded with the session.
 */
export class BoundStorage implements SessionStorage {
  readonly #storage: SessionStorage
  readonly #cookies: BoundCookies
  readonly #store: SessionStore | undefined
  readonly #settings: Settings
  readonly #seconds: () => number
  /** The sessions that have just begun, by what their browser is asked for. */
  readonly #begun = new WeakMap<Session, string>()

  constructor(options: StorageOptions, cookies: BoundCookies) {
    this.#cookies = cookies
    this.#storage = options.storage
    this.#store = options.store
    this.#settings = options.settings
    this.#seconds = options.seconds
  }

  get writesWithoutCookies(): boolean {
    return this.#storage.writesWithoutCookies
  }

  async load(header: CookieHeader): Promise<LoadedSession | null> {
    const loaded = await this.find(header)
    if (!loaded) return null
    const { mark } = loaded
    const bound = await this.isProven(loaded, header)
    if (mark?.key !== undefined && !bound) return null
    if (mark?.next && mark.next.until <= this.#seconds()) return null
    if (this.#settings.bindToDevice === 'require' && !bound && !(mark && this.#seconds() - mark.at <= bindingTime))
      return null
    return { ...loaded, session: { ...loaded.session, bound } }
  }

  /** The session of a request, whether its browser proves it or not. */
  async find(header: CookieHeader): Promise<LoadedSession | null> {
    const loaded = await this.#storage.load(header)
    if (!loaded) return null
    const { device: mark, ...session } = loaded.session as MarkedSession
    const tokens = async () => {
      const found: MarkedTokens | null = await loaded.tokens()
      return this.writesWithoutCookies || found?.device === mark?.id ? found : null
    }
    return { ...loaded, session, mark, tokens }
  }

  /** Whether the cookies prove the key. A session that has lost the mark of its key since gets it again with the next proof. */
  async isProven({ mark }: LoadedSession, header: CookieHeader): Promise<boolean> {
    const proof = mark ? await this.#cookies.openProof(header) : null
    return mark !== undefined && proof?.id === mark.id && proof.key === (mark.key ?? proof.key)
  }

  /** A browser that proves its key keeps it when the same person signs in again. */
  async begin(session: Session, tokens: StoredTokens, header: CookieHeader): Promise<string[]> {
    const before = await this.find(header)
    const isSame =
      before?.mark?.key !== undefined &&
      before.session.user.sub === session.user.sub &&
      (await this.isProven(before, header))
    const mark = isSame ? before.mark : { id: crypto.randomUUID(), at: this.#seconds() }
    if (mark && !isSame) this.#begun.set(session, mark.id)
    return this.#storage.begin(withMark(session, mark), this.#marked(tokens, mark), header)
  }

  /** What identifies a session whose browser is to be asked for a key. Undefined if it is bound already. */
  begun(session: Session): string | undefined {
    return this.#begun.get(session)
  }

  async replace(loaded: LoadedSession, tokens: StoredTokens, header: CookieHeader): Promise<string[]> {
    return this.#storage.replace(asStored(loaded), this.#marked(tokens, loaded.mark), header)
  }

  async roll(loaded: LoadedSession, header: CookieHeader): Promise<string[]> {
    return this.#storage.roll(asStored(loaded), header)
  }

  async stamp(loaded: LoadedSession, header: CookieHeader): Promise<string[]> {
    return this.#storage.stamp(asStored(loaded), header)
  }

  async end(header: CookieHeader): Promise<string[]> {
    const { next } = (await this.find(header))?.mark ?? {}
    if (next) await this.#store?.delete(next.id)
    return [...(await this.#storage.end(header)), ...(await this.#cookies.clear(header))]
  }

  /** Those in a cookie of their own say which session they are of. */
  #marked(tokens: StoredTokens, mark: Mark | undefined): MarkedTokens {
    return mark && !this.writesWithoutCookies ? { ...tokens, device: mark.id } : tokens
  }
}

/** The mark is that of the session which was loaded: its cookie can have ended since. */
const asStored = (loaded: LoadedSession): LoadedSession => ({
  ...loaded,
  session: withMark(loaded.session, loaded.mark),
})

/** The session as it is stored: whether it is proven is said by each request. */
export function withMark({ bound: _, ...session }: Session, device: Mark | undefined): Session {
  return device ? Object.assign(session, { device }) : session
}
