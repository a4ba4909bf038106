import { findDirectoryOf, type StoredDirectory } from '../../store/beyond-prisma/directory/directories.ts'
import type { SqlStore } from '../../store/connections/sql.ts'
import { type AuditedChange, changeLockedOrganization } from '../organizations/changes.ts'
import { system } from '../platform/audit.ts'
import type { ChangeAction } from '../platform/audit-actions.ts'
import type { Deps } from '../platform/deps.ts'
import { OperationRefused } from '../platform/operation-refused.ts'
import { type AuthenticatedDirectory, DirectoryRefused } from './types.ts'

/** What a directory does while its organization is held. */
export interface DirectoryChange {
  change: AuditedChange
  directory: StoredDirectory
}

/**
 * Changes what a directory has written, and the memberships that follow from it, while the organization is held: its requests
 * come one after the other. What `work` wrote is undone if it throws or records nothing.
 * @throws DirectoryRefused
 */
export async function changeByDirectory<T>(
  deps: Deps,
  { id, organizationId }: Pick<AuthenticatedDirectory, 'id' | 'organizationId'>,
  action: ChangeAction,
  work: (held: DirectoryChange) => Promise<T>,
): Promise<T> {
  const done = await changeLockedOrganization(deps, system, organizationId, action, async (change) => {
    const directory = await findDirectoryOf(change.tx, organizationId)
    // It may have been closed since the token was read.
    if (directory?.id !== id || directory.closedAt || change.organization.disabledAt)
      throw new DirectoryRefused('not-found')
    return { value: await work({ change, directory }) }
  })
  if (!done) throw new DirectoryRefused('not-found')
  return done.value
}

/** What the events of a directory name. */
export const byDirectory = ({ id }: Pick<StoredDirectory, 'id'>) => ({ by: 'directory', directory: id })

/** The directory of an organization, if it is not closed. @throws OperationRefused */
export async function requireDirectory(store: SqlStore, organizationId: string): Promise<StoredDirectory> {
  const found = await findDirectoryOf(store, organizationId)
  if (!found || found.closedAt) throw new OperationRefused('not-found')
  return found
}
