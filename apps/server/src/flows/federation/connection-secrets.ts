import type { Keyring } from '../../crypto/keyring.ts'
import { findSealedSecrets, resealSecret } from '../../store/beyond-prisma/federation/connection-secrets.ts'
import type { SqlStore, SqlWrites } from '../../store/connections/sql.ts'

/** So many are read at once. */
const batch = 500

/** Seals the secrets of connections again that an older SECRET has sealed, so that they can be read once it is gone. */
export async function resealConnectionSecrets(db: SqlStore & SqlWrites, keyring: Keyring): Promise<void> {
  let after = ''
  for (;;) {
    const found = await findSealedSecrets(db, after, batch)
    for (const stored of found) {
      const to = keyring.reseal('connection-secret', stored.sealed)
      if (to !== null) await resealSecret(db, stored, to)
    }
    const last = found.at(-1)
    if (!last || found.length < batch) return
    after = last.id
  }
}
