import { nextChangeNumber } from '../../../store/beyond-prisma/change-numbers.ts'
import { findDueClients, updateClient } from '../../../store/prisma/clients/clients.ts'
import { inTransaction, system } from '../audit.ts'
import type { Deps } from '../deps.ts'

/** Clients that are removed in one transaction. */
const batch = 50

/**
 * Removes deleted clients whose time to bring them back has passed. What they were is erased; the id stays taken
 * (prisma/models.prisma).
 */
export async function removeDueClients(deps: Pick<Deps, 'db' | 'now' | 'webhookEndpoints'>): Promise<void> {
  const now = deps.now()
  // Almost always there is none, and then nothing is written.
  if ((await findDueClients(deps.db, now, 1)).length === 0) return
  await inTransaction(deps, async (tx) => {
    await nextChangeNumber(tx, 'client')
    for (const id of await findDueClients(tx, now, batch)) {
      await updateClient(tx, id, {
        metadata: null,
        secretDigest: null,
        nextSecretDigest: null,
        deleteAfter: null,
        changeNumber: await nextChangeNumber(tx, 'client'),
      })
      await tx.record(system, { action: 'client.removed', target: ['client', id] })
    }
  })
}
