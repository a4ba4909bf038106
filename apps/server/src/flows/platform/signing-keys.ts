import type { JWK } from 'jose'
import { type Signer, signerOf, type Verifier, verifierOf } from '../../crypto/jws.ts'
import { newKeyPair } from '../../crypto/key-pairs.ts'
import type { Keyring } from '../../crypto/keyring.ts'
import { type IdTokenAlg, idTokenAlgs } from '../../oidc/clients.ts'
import type { Database } from '../../store/connections/database.ts'
import { activateKey, allKeys, deleteKey, insertKey, type StoredKey } from '../../store/hot/signing-keys.ts'
import { type Actor, type AuditedTransaction, type EventSource, inTransaction, system } from './audit.ts'
import { day, hour, minute } from './durations.ts'

/** How long clients may keep our key set. A new key is published at least this long before it signs. */
export const jwksMaxAge = 3600
const rotateAfter = 90 * day
/** An activated key signs only when every replica has read it: replicas read at least this often. */
const refreshEvery = minute
const activationDelay = 2 * minute
/** The longest life of a token, and a margin for clocks: after this a retired key is forgotten. */
const tokenLife = hour + 5 * minute

interface KeyDeps extends EventSource {
  db: Database
  keyring: Keyring
}

interface Loaded {
  stored: StoredKey
  signer: Signer
  verifier: Verifier
  jwk: JWK
}

/**
 * The server's own keys: per algorithm one that signs, the next one, published and waiting, and retired ones until the
 * last token they signed has died. Held in memory, read again every minute and when an unknown kid shows up, so that
 * all replicas follow one rotation.
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

  /** Loads the keys, making what is missing. Two replicas that start at once agree on the same keys. */
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
      // A clock that was set back to before the first key of all: better an early signature than none.
      activated[0]
    if (!current) throw new Error(`there is no key for ${alg}`)
    return current.signer
  }

  /** The key of a kid. An unknown one makes the keys be read again, at most every few seconds. */
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

  /** Called every minute: reads, rotates what is old, publishes the next key and forgets the dead ones. */
  async maintain(): Promise<void> {
    await this.refresh()
    let changed = false
    for (const alg of idTokenAlgs) changed = (await this.#maintain(alg)) || changed
    if (changed) await this.refresh()
  }

  /**
   * Lets the waiting keys sign. A key younger than the clients' caches is refused, unless `force`.
   * Returns the kids that will sign, from `activationDelay` on so that every replica knows them.
   */
  async rotate({ force = false, actor = system }: { force?: boolean; actor?: Actor } = {}): Promise<string[]> {
    await this.refresh()
    const waiting = this.#keys.filter(({ stored }) => !stored.activatedAt).map(({ stored }) => stored)
    const young = waiting.find(({ createdAt }) => this.now().getTime() - createdAt.getTime() < jwksMaxAge * 1000)
    if (young && !force) {
      throw new Error(
        `the waiting ${young.alg} key was published less than ${jwksMaxAge} seconds ago; clients may not know it yet`,
      )
    }
    const rotated = await inTransaction(this.from, async (tx) => {
      const kids: string[] = []
      for (const key of waiting) if (await this.#activate(tx, actor, key, { forced: force })) kids.push(key.kid)
      return kids
    })
    await this.maintain()
    return rotated
  }

  /** Of several that try at once, one activates a key and writes the event. */
  async #activate(tx: AuditedTransaction, actor: Actor, key: StoredKey, detail: { forced: boolean }): Promise<boolean> {
    const at = new Date(this.now().getTime() + activationDelay)
    if (!(await activateKey(tx, key.alg, key.sequence, at))) return false
    await tx.record(actor, {
      action: 'signing_key.rotated',
      target: ['signing-key', key.kid],
      detail: { alg: key.alg, ...detail },
    })
    return true
  }

  async #maintain(alg: IdTokenAlg): Promise<boolean> {
    const now = this.now()
    const own = this.#keys.filter((key) => key.stored.alg === alg).map((key) => key.stored)
    const current = own.filter((key) => key.activatedAt).at(-1)
    const next = own.find((key) => !key.activatedAt)
    let changed = false
    if (!current) {
      await this.#make(alg, (own.at(-1)?.sequence ?? 0) + 1, now)
      changed = true
    }
    if (!next) {
      await this.#make(alg, (own.at(-1)?.sequence ?? 0) + (current ? 1 : 2), null)
      changed = true
    } else if (
      current?.activatedAt &&
      now.getTime() - current.activatedAt.getTime() > rotateAfter &&
      now.getTime() - next.createdAt.getTime() > jwksMaxAge * 1000
    ) {
      const activated = await inTransaction(this.from, (tx) => this.#activate(tx, system, next, { forced: false }))
      changed = activated || changed
      await this.#make(alg, next.sequence + 1, null)
    }
    for (const [index, key] of own.entries()) {
      const successor = own[index + 1]?.activatedAt
      if (successor && now.getTime() - successor.getTime() > tokenLife) {
        await deleteKey(this.db, alg, key.sequence)
        changed = true
      }
    }
    return changed
  }

  async #make(alg: IdTokenAlg, sequence: number, activatedAt: Date | null): Promise<void> {
    const pair = await newKeyPair(alg)
    await insertKey(this.db, {
      alg,
      sequence,
      kid: pair.kid,
      publicJwk: JSON.stringify(pair.publicJwk),
      sealedJwk: this.keyring.seal('signing-key', JSON.stringify(pair.privateJwk)),
      createdAt: this.now(),
      activatedAt,
    })
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
