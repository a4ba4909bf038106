import type { AuthRequest } from '../model/responses.ts'
import type { Settings } from '../options/settings.ts'
import type { Problem } from '../provider/verifications.ts'
import type { SessionStorage } from '../sessions/session-storage.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import { type Offer, replayWindow } from './cookies.ts'
import type { ProofMemory } from './proof-memory.ts'
import type { BrowserKey, Proof } from './proofs.ts'

/** What no browser does that has the key: it signs with another one, brings a second key, or sends a proof again and again. */
export type ForgerySign = 'signature' | 'second-key' | 'replay'

interface ForgeryOptions {
  settings: Settings
  sessions: SessionStorage
  store: SessionStore | undefined
  memory: ProofMemory
  seconds(): number
  report(problem: Problem): void
}

/** What is remembered of keys and proofs: by the store, or without one by this process. */
export class Forgeries {
  readonly #options: ForgeryOptions

  constructor(options: ForgeryOptions) {
    this.#options = options
  }

  /** False if another key was registered for the session. */
  async isFirstKey(id: string, { thumbprint }: BrowserKey): Promise<boolean> {
    const isFirst = await this.#once(`device:${id}`)
    const isNew = await this.#once(`device:${id}:${thumbprint}`)
    return isFirst || !isNew
  }

  /** Browsers send a proof again if its response was lost. The third time it is a copy. */
  async isFewTimes({ jws }: Proof): Promise<boolean> {
    // All of it that cannot be written in another way: the beginning of the signature, which is another for each by ECDSA.
    const name = `proof:${jws.slice(jws.lastIndexOf('.') + 1).slice(0, 42)}`
    return (await this.#once(name)) || (await this.#once(`${name}:2`))
  }

  async #once(name: string): Promise<boolean> {
    const { store, memory, seconds } = this.#options
    return store ? store.once(name, replayWindow) : memory.once(name, seconds() + replayWindow, seconds())
  }

  isEnded(id: string): boolean {
    return this.#options.memory.isEnded(id, this.#options.seconds())
  }

  /**
   * Ends a session whose cookies are elsewhere than its key, and returns the cookies that clear it. Without a store, this process
   * renews no cookie for it any more.
   */
  async end(request: AuthRequest, { id, sid, sub }: Offer, sign: ForgerySign): Promise<string[]> {
    const { store, memory, seconds, settings, sessions, report } = this.#options
    memory.end(id, seconds() + settings.absolute)
    const cleared = await sessions.end(request.headers.get('cookie'))
    if (sid) await store?.deleteBySid(sid)
    else await store?.deleteBySub(sub)
    report(['device_proof_invalid', `A bound session has ended, because its proof was forged (${sign}).`])
    return cleared
  }
}
