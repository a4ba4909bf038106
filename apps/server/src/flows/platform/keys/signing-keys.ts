import type { JWK } from 'jose'
import { type Signer, signerOf, type Verifier, verifierOf } from '../../../crypto/jws.ts'
import type { Keyring } from '../../../crypto/keyring.ts'
import { type IdTokenAlg, idTokenAlgs } from '../../../oidc/clients.ts'
import type { Database } from '../../../store/connections/database.ts'
import { allKeys, type StoredKey } from '../../../store/hot/signing-keys.ts'
import { type Actor, inTransaction, system } from '../audit.ts'
import { minute } from '../durations.ts'
import { activate, jwksMaxAge, type KeyDeps, maintainAlg } from './key-rotation.ts'

/** Replicas read the keys at least this often: an activated key signs only when all of them have read it. */
const refreshEvery = minute

/** The next key was published so recently that clients may not have read it yet. */
export class KeyTooYoung extends Error {
  override readonly name = 'KeyTooYoung'
}

interface Loaded {
  stored: StoredKey
  signer: Signer
  verifier: Verifier
  jwk: JWK
}

/**
 * The server's own keys: for each algorithm one that signs, the next one, which is published already, and retired ones
 * until the last token that they signed has expired. They are held in memory and read again every minute, and when an
 * unknown kid appears, so that all replicas follow one rotation.
 */
export class SigningKeys {
  #keys: Loaded[] = []
  #readAt = 0
  #jwks: Uint8Array = new Uint8Array()

  private readonly db: Database
  private readonly keyring: Keyring
  private readonly now: () => Date

  private constructor(private readonly from: KeyDeps) {
    this.db = from.db
    this.keyring = from.keyring
    this.now = from.now
  }

  /** Loads the keys and creates missing ones. Two replicas that start at once agree on the same keys. */
  static async load(from: KeyDeps): Promise<SigningKeys> {
    const keys = new SigningKeys(from)
    await keys.maintain()
    return keys
  }

  /** The JSON of `/jwks`, made once per change. */
  get jwks(): Uint8Array {
    return this.#jwks
  }

  signer(alg: IdTokenAlg): Signer {
    const now = this.now().getTime()
    const activated = this.#keys.filter(({ stored }) => stored.alg === alg && stored.activatedAt)
    const current =
      activated.filter(({ stored }) => (stored.activatedAt?.getTime() ?? 0) <= now).at(-1) ??
      // The clock was set back to before the first key: sign with it anyway.
      activated[0]
    if (!current) throw new Error(`there is no key for ${alg}`)
    return current.signer
  }

  /** The key of a kid. If it is unknown, the keys are read again, at most every few seconds. */
  verifier = (kid: string): Verifier | undefined => {
    const found = this.#keys.find((key) => key.stored.kid === kid)
    if (!found && this.now().getTime() - this.#readAt > 5000) this.refresh().catch(() => {})
    return found?.verifier
  }

  async refresh(): Promise<void> {
    this.#readAt = this.now().getTime()
    const stored = await allKeys(this.db)
    this.#keys = stored.map((key) => this.#known(key) ?? this.#open(key))
    this.#jwks = new TextEncoder().encode(JSON.stringify({ keys: this.#keys.map((key) => key.jwk) }))
  }

  /** Called every minute: reads the keys, rotates old ones, publishes the next ones and deletes those no longer needed. */
  async maintain(): Promise<void> {
    await this.refresh()
    let changed = false
    for (const alg of idTokenAlgs) {
      const keys = this.#keys.filter(({ stored }) => stored.alg === alg).map(({ stored }) => stored)
      changed = (await maintainAlg(this.from, alg, keys)) || changed
    }
    if (changed) await this.refresh()
  }

  /**
   * Lets the next keys sign. Refused while clients may not have read them yet, unless `force`. Returns the kids that will
   * sign after `activationDelay`, when every replica knows them. `deps`: of the change that it is a part of.
   */
  async rotate({
    force = false,
    actor = system,
    deps = { ...this.from, afterCommit: async (then) => void (await then()) },
  }: {
    force?: boolean
    actor?: Actor
    deps?: KeyDeps & { afterCommit(then: () => unknown): Promise<void> }
  } = {}): Promise<string[]> {
    await this.refresh()
    const waiting = this.#keys.filter(({ stored }) => !stored.activatedAt).map(({ stored }) => stored)
    const young = waiting.find(({ createdAt }) => this.now().getTime() - createdAt.getTime() < jwksMaxAge * 1000)
    if (young && !force) {
      throw new KeyTooYoung(
        `the waiting ${young.alg} key was published less than ${jwksMaxAge} seconds ago; clients may not know it yet`,
      )
    }
    const rotated = await inTransaction(deps, async (tx) => {
      const kids: string[] = []
      for (const key of waiting) if (await activate(deps, tx, actor, key, { forced: force })) kids.push(key.kid)
      return kids
    })
    await deps.afterCommit(() => this.maintain())
    return rotated
  }

  #known(key: StoredKey): Loaded | undefined {
    const known = this.#keys.find(({ stored }) => stored.kid === key.kid)
    return known && { ...known, stored: key }
  }

  #open(stored: StoredKey): Loaded {
    const opened = this.keyring.open('signing-key', stored.sealedJwk)
    if (!opened) throw new Error('a signing key cannot be opened: SECRET is not the one it was sealed under')
    const jwk = JSON.parse(stored.publicJwk) as JWK
    return {
      stored,
      jwk,
      signer: signerOf(stored.alg, stored.kid, JSON.parse(opened) as JWK),
      verifier: verifierOf(stored.alg, stored.kid, jwk),
    }
  }

  /** For `vestibule keys list`. */
  list(): { alg: string; kid: string; state: 'retired' | 'current' | 'next'; since: Date }[] {
    return this.#keys.map(({ stored }) => ({
      alg: stored.alg,
      kid: stored.kid,
      state: !stored.activatedAt
        ? 'next'
        : this.signer(stored.alg).kid === stored.kid
          ? 'current'
          : stored.activatedAt > this.now()
            ? 'next'
            : 'retired',
      since: stored.activatedAt ?? stored.createdAt,
    }))
  }

  static readonly refreshEvery = refreshEvery
}
