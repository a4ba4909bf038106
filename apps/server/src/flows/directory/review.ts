import {
  advanceReview,
  deleteDirectory,
  findClosedBefore,
  findReviews,
  removeDirectoryRows,
  type StoredDirectory,
  sweepDirectoryUsers,
} from '../../store/beyond-prisma/directory/directories.ts'
import { findDirectoryUser, usersAfter } from '../../store/beyond-prisma/directory/users.ts'
import { forgetRemovedMappings } from '../../store/prisma/directory/mappings.ts'
import { findTokensToWarnOf, noteTokenWarning } from '../../store/prisma/directory/tokens.ts'
import { findOrganization } from '../../store/prisma/organizations/organizations.ts'
import { inTransaction, system } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { day } from '../platform/durations.ts'
import { changeByDirectory } from './changes.ts'
import { settleMembership } from './memberships.ts'
import { noticeTokenExpiring } from './notices.ts'
import { DirectoryRefused } from './types.ts'

/** People who are looked at in one transaction: requests of their directory wait for as long, and not for all of them. */
const batch = 10

/** Directories that are read at once. */
const directories = 50

/**
 * Looks again at the next people of each directory whose groups give something else than before, or whose organization has
 * proven another domain. One that fails stays where it is, and stops no other one. Returns how many people were looked at.
 */
export async function reviewDirectories(deps: Deps): Promise<number> {
  let looked = 0
  let failure: { error: unknown } | null = null
  for (let after: string | undefined = ''; after !== undefined; ) {
    const found = await findReviews(deps.db, { after, limit: directories })
    for (const directory of found)
      try {
        looked += await reviewNext(deps, directory)
      } catch (error) {
        deps.log.error({ directory: directory.id, err: error }, 'looking at a directory failed')
        failure ??= { error }
      }
    after = found.length < directories ? undefined : found.at(-1)?.id
  }
  if (looked === 0 && failure) throw failure.error
  return looked
}

/** Processes may do it at the same time: where it goes on is a conditional statement. */
async function reviewNext(deps: Deps, found: StoredDirectory): Promise<number> {
  if (found.reviewAfter === null) return 0
  const from = found.reviewAfter
  try {
    return await changeByDirectory(deps, found, 'directory.updated', async (held) => {
      const { tx } = held.change
      if (held.directory.reviewAfter !== from) return 1
      const ids = await usersAfter(tx, found.id, { after: from, limit: batch })
      tx.commitWithoutEvent('review')
      for (const id of ids) {
        const user = await findDirectoryUser(tx, found.id, id)
        if (user) await settleMembership(deps, held, user, { joins: false })
      }
      const isLast = ids.length < batch
      if (isLast) await forgetRemovedMappings(tx, found.id)
      await advanceReview(tx, found.id, from, isLast ? null : (ids.at(-1) ?? null))
      return isLast ? 0 : ids.length
    })
  } catch (error) {
    // It was closed meanwhile.
    if (error instanceof DirectoryRefused) return 0
    throw error
  }
}

/** Days before the end of a token on which the owners are told of it. */
const warningDays = [1, 7, 30]
/** Tokens that are looked at in one turn. */
const tokens = 50

/** Tells owners that a token of their directory ends soon. Returns how many tokens it was about. */
export async function warnOfDirectoryTokens(deps: Deps): Promise<number> {
  let warned = 0
  const now = deps.now()
  for (const days of warningDays) {
    const before = new Date(now.getTime() + days * day)
    for (const token of await findTokensToWarnOf(deps.db, { days, now, before, limit: tokens }))
      warned += await inTransaction(deps, async (tx) => {
        if (!(await noteTokenWarning(tx, token.id, days))) return 0
        const organization = await findOrganization(tx, token.directory.organizationId)
        if (organization)
          await noticeTokenExpiring(deps, tx, {
            organization,
            expiresAt: token.expiresAt,
            prefix: token.prefix,
          })
        tx.commitWithoutEvent('warning')
        return 1
      })
  }
  return warned
}

/** How long what a directory has deleted, and a directory that was closed, can come back. */
const retention = 30 * day

/** Removes what a directory deleted long ago, and directories that were closed then. Returns how many rows. */
export async function sweepDirectories(
  deps: Pick<Deps, 'db' | 'now' | 'webhookEndpoints'>,
  limit: number,
): Promise<number> {
  const before = new Date(deps.now().getTime() - retention)
  const users = await sweepDirectoryUsers(deps.db, before, limit)
  const closed = await findClosedBefore(deps.db, before)
  if (!closed) return users
  const rows = await removeDirectoryRows(deps.db, closed.id, limit)
  if (rows > 0) return users + rows
  await inTransaction(deps, async (tx) => {
    await deleteDirectory(tx, closed)
    const target = ['directory', closed.id] as const
    await tx.record(system, { action: 'directory.removed', organizationId: closed.organizationId, target })
  })
  return users + 1
}
