import { findDirectoryOf } from '../../../store/beyond-prisma/directory/directories.ts'
import { isSuspended, takeSuspended } from '../../../store/beyond-prisma/directory/suspended-memberships.ts'
import {
  findDeletionOf,
  findUnlinked,
  findUserOfPerson,
  linkDirectoryUser,
} from '../../../store/beyond-prisma/directory/users.ts'
import type { SqlStore } from '../../../store/connections/sql.ts'
import { findAddresses } from '../../../store/hot/people.ts'
import type { OrganizationChange } from '../../../store/prisma/organizations/organization-changes.ts'
import type { AuditedTransaction } from '../../platform/audit.ts'
import { OperationRefused } from '../../platform/operation-refused.ts'

/** Somebody with an account, or an address that nobody has yet. */
type Whom = { userId: string } | { address: string }

type DirectoryVerdict = 'refused' | 'awaited' | 'ended' | 'unknown' | null

/**
 * What the directory of an organization says of somebody who is no member. `refused`: it has suspended their membership, or
 * knows them or one of their addresses as not active. `awaited`: it knows them as active. `ended`: it has deleted them, or they
 * were removed here: they come back by the word of somebody else alone. `unknown`: it does not know them. Null: there is none,
 * or it is closed.
 */
export async function directoryVerdict(db: SqlStore, organizationId: string, whom: Whom): Promise<DirectoryVerdict> {
  const directory = await findDirectoryOf(db, organizationId)
  if (!directory || directory.closedAt) return null
  const { id } = directory
  if ('address' in whom) return verdictOf(await findUnlinked(db, id, whom.address))
  if (await isSuspended(db, { organizationId, userId: whom.userId })) return 'refused'
  const linked = await findUserOfPerson(db, id, whom.userId)
  if (linked?.waitingReason) return 'ended'
  const verdict = verdictOf(linked ? [linked] : await unlinkedOf(db, id, whom.userId))
  return verdict === 'unknown' && (await findDeletionOf(db, id, whom.userId)) !== null ? 'ended' : verdict
}

const verdictOf = (users: readonly { attributes: { active: boolean } }[]): 'refused' | 'awaited' | 'unknown' => {
  if (users.length === 0) return 'unknown'
  return users.every(({ attributes }) => attributes.active) ? 'awaited' : 'refused'
}

/** Whether an invitation gives nobody a membership: the directory has ended it, or deleted them after the invitation was made. */
export async function isInvitationRefused(
  db: SqlStore,
  organizationId: string,
  { userId, invitedAt }: { userId: string; invitedAt: Date },
): Promise<boolean> {
  const verdict = await directoryVerdict(db, organizationId, { userId })
  if (verdict !== 'ended') return verdict === 'refused'
  const directory = await findDirectoryOf(db, organizationId)
  const deletedAt = directory && (await findDeletionOf(db, directory.id, userId))
  return deletedAt !== null && invitedAt <= deletedAt
}

const unlinkedOf = async (db: SqlStore, directoryId: string, userId: string) => {
  const addresses = await findAddresses(db, userId)
  return (await Promise.all(addresses.map(({ address }) => findUnlinked(db, directoryId, address)))).flat()
}

/**
 * The same changes, but nobody becomes a member whom the directory has ended the access of, at whatever entrance they come.
 * Whoever does is linked to the user of the directory with their address, so that it can end that too.
 */
export const underDirectory = (
  tx: AuditedTransaction,
  change: OrganizationChange,
): Pick<OrganizationChange, 'setRoles'> => ({
  async setRoles(userId, roles, now, ownerBy) {
    if ((await change.rolesOf(userId)) === null) await admit(tx, change.organization.id, userId)
    await change.setRoles(userId, roles, now, ownerBy)
  },
})

/** The same of a membership that is written otherwise while its organization is held. @throws OperationRefused */
export async function admit(tx: AuditedTransaction, organizationId: string, userId: string): Promise<void> {
  const directory = await findDirectoryOf(tx, organizationId)
  if (!directory) return
  if ((await directoryVerdict(tx, organizationId, { userId })) === 'refused')
    throw new OperationRefused('forbidden', 'member', 'suspended-by-directory')
  // Of a directory that is closed: the new membership is the one that counts.
  await takeSuspended(tx, { organizationId, userId })
  const linked = await findUserOfPerson(tx, directory.id, userId)
  const found = linked ?? (await unlinkedOf(tx, directory.id, userId))[0]
  if (found) await linkDirectoryUser(tx, found.id, { userId, waitingReason: null })
}
