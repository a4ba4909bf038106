import { newKeyPair } from '../../../crypto/key-pairs.ts'
import type { Keyring } from '../../../crypto/keyring.ts'
import type { IdTokenAlg } from '../../../oidc/clients.ts'
import type { Database } from '../../../store/connections/database.ts'
import { activateKey, deleteKey, insertKey, type StoredKey } from '../../../store/hot/signing-keys.ts'
import { type Actor, type AuditedTransaction, type EventSource, inTransaction, system } from '../audit.ts'
import { day, hour, minute } from '../durations.ts'

/** Seconds that clients may cache our key set. A new key is published at least this long before it signs. */
export const jwksMaxAge = 3600
/** How long a key signs. */
export const rotateAfter = 90 * day
/** An activated key signs only when every replica has read it. */
const activationDelay = 2 * minute
/** The longest life of a token, and a margin for clocks: after this a retired key is deleted. */
const tokenLife = hour + 5 * minute

export interface KeyDeps extends EventSource {
  db: Database
  keyring: Keyring
}

/** Lets a key sign, and writes the event. If several replicas try at once, one of them does it. */
export async function activate(
  { now }: KeyDeps,
  tx: AuditedTransaction,
  actor: Actor,
  key: StoredKey,
  detail: { forced: boolean },
): Promise<boolean> {
  const at = new Date(now().getTime() + activationDelay)
  if (!(await activateKey(tx, key.alg, key.sequence, at))) return false
  await tx.record(actor, {
    action: 'signing_key.rotated',
    target: ['signing-key', key.kid],
    detail: { alg: key.alg, ...detail },
  })
  return true
}

/** Creates the missing keys of an algorithm, rotates an old one and deletes those no longer needed. */
export async function maintainAlg(deps: KeyDeps, alg: IdTokenAlg, keys: readonly StoredKey[]): Promise<boolean> {
  const now = deps.now()
  const current = keys.filter((key) => key.activatedAt).at(-1)
  const next = keys.find((key) => !key.activatedAt)
  const lastSequence = keys.at(-1)?.sequence ?? 0
  let changed = !current || !next
  if (!current) await createKey(deps, alg, lastSequence + 1, now)
  if (!next) await createKey(deps, alg, lastSequence + (current ? 1 : 2), null)
  else if (current && isDue(current, next, now)) {
    const activated = await inTransaction(deps, (tx) => activate(deps, tx, system, next, { forced: false }))
    changed = activated || changed
    await createKey(deps, alg, next.sequence + 1, null)
  }
  return (await deleteRetired(deps, alg, keys, now)) || changed
}

/** The current key is old, and clients have had the time to read the next one. */
const isDue = (current: StoredKey, next: StoredKey, now: Date): boolean =>
  current.activatedAt !== null &&
  now.getTime() - current.activatedAt.getTime() > rotateAfter &&
  now.getTime() - next.createdAt.getTime() > jwksMaxAge * 1000

async function deleteRetired(
  { db }: KeyDeps,
  alg: IdTokenAlg,
  keys: readonly StoredKey[],
  now: Date,
): Promise<boolean> {
  let deleted = false
  for (const [index, key] of keys.entries()) {
    const successor = keys[index + 1]?.activatedAt
    if (!successor || now.getTime() - successor.getTime() <= tokenLife) continue
    await deleteKey(db, alg, key.sequence)
    deleted = true
  }
  return deleted
}

async function createKey(
  { db, keyring, now }: KeyDeps,
  alg: IdTokenAlg,
  sequence: number,
  activatedAt: Date | null,
): Promise<void> {
  const pair = await newKeyPair(alg)
  await insertKey(db, {
    alg,
    sequence,
    kid: pair.kid,
    publicJwk: JSON.stringify(pair.publicJwk),
    sealedJwk: keyring.seal('signing-key', JSON.stringify(pair.privateJwk)),
    createdAt: now(),
    activatedAt,
  })
}
