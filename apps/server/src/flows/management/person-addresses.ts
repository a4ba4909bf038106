import { findAddresses } from '../../store/hot/people.ts'
import { inTransaction } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { getPerson } from './directory.ts'
import type { Manager } from './managers.ts'

/** The addresses of a person, for an operator who is shown them shortened otherwise. Who looked at them is recorded. */
export async function showAddresses(deps: Deps, actor: Manager, userId: string): Promise<readonly string[]> {
  await getPerson(deps, actor, userId)
  return inTransaction(deps, async (tx) => {
    await tx.record(actor, { action: 'user.addresses_shown', target: ['user', userId] })
    return (await findAddresses(tx, userId)).map(({ address }) => address)
  })
}
