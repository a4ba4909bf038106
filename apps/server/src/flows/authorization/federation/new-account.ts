import { newId } from '../../../crypto/random.ts'
import { createUser, nameNewPerson, openAwaitingAccount } from '../../../store/beyond-prisma/accounts.ts'
import { findAwaitingAccount } from '../../../store/beyond-prisma/people/unverified-addresses.ts'
import { type AuditedTransaction, userActor } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { cleanName } from '../../platform/names.ts'
import type { Visitor } from '../../platform/visitor.ts'
import { languagesOfSignIn, type OpenInteraction } from '../interactions.ts'
import { type HeldIdentity, linkIdentityIn } from './held-identities.ts'

/**
 * Makes the account of somebody whose address is proven, with the names that the provider knows, and links it. An account that
 * operators made for the address is opened if a code has shown the mailbox to be theirs: what operators gave it was meant for
 * whoever reads that. `taken`: there is an account with the address, or one that waits for it, which has to be confirmed.
 * @throws AddressReserved
 */
export async function makeAccountIn(
  deps: Deps,
  tx: AuditedTransaction,
  { interaction }: OpenInteraction,
  held: HeldIdentity & { shown: boolean },
  visitor: Visitor,
): Promise<{ userId: string } | 'disabled' | 'taken'> {
  const { identity, address, shown } = held
  const now = deps.now()
  const id = newId(now)
  const locale = (identity.locale ?? languagesOfSignIn(interaction.request, visitor)[0])?.slice(0, 35) ?? null
  if (!shown && (await findAwaitingAccount(tx, address)) !== null) return tx.takeBack('taken')
  const awaiting = await openAwaitingAccount(tx, { address, locale, zoneinfo: null, now })
  if (awaiting?.disabled) return tx.takeBack('disabled')
  const user = awaiting ?? (await createUser(tx, { id, address, locale, zoneinfo: null, now }))
  if (!awaiting && user.id !== id) return tx.takeBack('taken')
  const actor = userActor(user.id, visitor.network)
  const target = ['user', user.id] as const
  await tx.record(actor, { action: awaiting ? 'user.address_added' : 'user.created', target })
  await nameNewPerson(tx, user.id, {
    given: shownName(identity.givenName),
    family: shownName(identity.familyName),
    now,
  })
  if (!(await linkIdentityIn(deps, tx, held, user.id, visitor))) return tx.takeBack('taken')
  return { userId: user.id }
}

function shownName(name: string | null): string | null {
  const cleaned = name === null ? null : cleanName(name, 100)
  return cleaned?.ok && cleaned.name !== '' ? cleaned.name : null
}
