import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import type { Keyring } from '../../crypto/keyring.ts'
import { newSecret } from '../../crypto/random.ts'
import { findSealedKey, insertSealedKey, resealKey } from '../../store/beyond-prisma/sealed-keys.ts'
import type { Database } from '../../store/connections/database.ts'

const purpose = 'address-key'

/**
 * Digests of addresses, for records that are found by an address and must not reveal it: an address is guessed easily, so
 * a plain digest would. The key is random, the same in every replica, and stored sealed. When `SECRET` is rotated it is
 * sealed again, so that a digest of before is still found.
 */
export class AddressKeys {
  private constructor(private readonly key: KeyObject) {}

  /** Reads the key, and makes it where there is none. @throws when SECRET does not open it */
  static async load({ db, keyring, now }: { db: Database; keyring: Keyring; now(): Date }): Promise<AddressKeys> {
    if ((await findSealedKey(db, purpose)) === null)
      await insertSealedKey(db, purpose, keyring.seal(purpose, newSecret()), now())
    const sealed = (await findSealedKey(db, purpose)) ?? ''
    const secret = keyring.open(purpose, sealed)
    if (secret === null)
      throw new Error('the key of address digests cannot be opened: SECRET is not the one it was sealed under')
    const to = keyring.reseal(purpose, sealed)
    if (to !== null) await resealKey(db, purpose, { from: sealed, to })
    return new AddressKeys(createSecretKey(Buffer.from(secret, 'base64url')))
  }

  /** The digest of an address in canonical form (addresses.ts). */
  of(address: string): string {
    return createHmac('sha256', this.key).update(address).digest('base64url')
  }
}
