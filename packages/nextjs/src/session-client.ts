import type { LoginOptions, Session } from '@vestibule/core'
import { loginPath } from '@vestibule/core/requirement'

export type SessionStatus = 'loading' | 'signed-in' | 'signed-out' | 'error'

interface Snapshot {
  session: Session | null
  status: SessionStatus
}

const loading: Snapshot = { session: null, status: 'loading' }

/** What a server renders without a session of its own. */
export const emptySnapshot = (): Snapshot => loading

const snapshotOf = (session: Session | null): Snapshot => ({ session, status: session ? 'signed-in' : 'signed-out' })

/** The session as a page in the browser knows it: asked for once, and told to every hook. */
export class SessionClient {
  #snapshot: Snapshot
  #asking: Promise<Session | null> | null = null
  readonly #listeners = new Set<() => void>()
  readonly #basePath: string

  /** @param session what the server has read; `undefined` asks for it when the first hook listens */
  constructor(basePath: string, session?: Session | null) {
    this.#basePath = basePath
    this.#snapshot = session === undefined ? loading : snapshotOf(session)
  }

  readonly snapshot = (): Snapshot => this.#snapshot

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    if (this.#snapshot.status === 'loading') void this.#ask('GET', 'session')
    return () => this.#listeners.delete(listener)
  }

  /** A later rendering of the server knows better. */
  take(session: Session | null): void {
    if (session !== this.#snapshot.session) this.#tell(snapshotOf(session))
  }

  readonly refresh = (): Promise<Session | null> => this.#ask('POST', 'refresh')

  readonly login = (options: LoginOptions = {}): void => {
    const { pathname, search } = window.location
    const mount = this.#basePath.replace(/\/[^/]*$/, '')
    const returnTo = options.returnTo ?? (`${pathname}${search}`.slice(mount.length) || '/')
    window.location.assign(loginPath({ ...options, returnTo }, this.#basePath))
  }

  readonly logout = (): void => {
    const form = document.createElement('form')
    form.method = 'post'
    form.action = `${this.#basePath}/logout`
    document.body.append(form)
    form.submit()
  }

  async #ask(method: string, route: string): Promise<Session | null> {
    this.#asking ??= fetch(`${this.#basePath}/${route}`, { method }).then((response) => {
      if (!response.ok) throw new Error(`status ${response.status}`)
      return response.json() as Promise<Session | null>
    })
    try {
      const session = await this.#asking
      this.#tell(snapshotOf(session))
      return session
    } catch {
      // What was known stays: a network that is away signs nobody out.
      if (this.#snapshot.status !== 'signed-in') this.#tell({ session: null, status: 'error' })
      return this.#snapshot.session
    } finally {
      this.#asking = null
    }
  }

  #tell(snapshot: Snapshot): void {
    this.#snapshot = snapshot
    for (const listener of this.#listeners) listener()
  }
}
