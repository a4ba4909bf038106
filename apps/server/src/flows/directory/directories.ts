import { newId } from '../../crypto/random.ts'
import type { DirectoryNews } from '../../mail/messages.ts'
import {
  beginReview,
  findDirectoriesAfter,
  findDirectoryOf,
  insertDirectory,
  type StoredDirectory,
  updateDirectory,
} from '../../store/beyond-prisma/directory/directories.ts'
import { revokeDirectoryTokens } from '../../store/prisma/directory/tokens.ts'
import { findConnectionsOf, updateConnection } from '../../store/prisma/federation/connections.ts'
import { requirePasskeyOwner } from '../federation/changes.ts'
import { type AuditedChange, changeOrganization } from '../organizations/changes.ts'
import type { OrganizationAction } from '../organizations/permissions.ts'
import type { Actor } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { OperationRefused } from '../platform/operation-refused.ts'
import { requireDirectory } from './changes.ts'
import { notifyOwnersOfDirectory } from './notices.ts'
import type { DirectoryRecord } from './types.ts'

export const recordOf = ({ reviewAfter, errorDay, errorCount, ...directory }: StoredDirectory): DirectoryRecord => ({
  ...directory,
  reviewing: reviewAfter !== null,
})

/** The directory of an organization, or null. One that is closed is still found for 30 days. */
export async function findDirectory(deps: Deps, organizationId: string): Promise<DirectoryRecord | null> {
  const found = await findDirectoryOf(deps.db, organizationId)
  return found && recordOf(found)
}

/** Directories after an id, for operators. */
export async function listDirectories(
  deps: Deps,
  { after, limit }: { after: string | null; limit: number },
): Promise<(DirectoryRecord & { slug: string; name: string })[]> {
  const found = await findDirectoriesAfter(deps.db, { after: after ?? '', limit })
  return found.map((directory) => ({ ...recordOf(directory), slug: directory.slug, name: directory.name }))
}

/**
 * Turns the directory of an organization on, or on again with what it knew. From then on its connections make nobody a
 * member by themselves.
 * @throws OperationRefused
 */
export async function openDirectory(deps: Deps, actor: Actor, organizationId: string): Promise<DirectoryRecord> {
  return changeOrganization(deps, actor, organizationId, 'directory.opened', async (change) => {
    await requirePasskeyOwner(change.tx, actor)
    return openDirectoryIn(deps, actor, change)
  })
}

/** The same while the organization is held, for a link that sets up. */
export async function openDirectoryIn(deps: Deps, actor: Actor, change: AuditedChange): Promise<DirectoryRecord> {
  const { tx, organization } = change
  if (!deps.config.scim) throw new OperationRefused('not-found')
  const before = await findDirectoryOf(tx, organization.id)
  if (before && before.closedAt === null) return recordOf(before)
  const now = deps.now()
  const id = before?.id ?? newId(now)
  if (before) await updateDirectory(tx, id, { ...before, pausedAt: null, closedAt: null })
  else await insertDirectory(tx, { id, organizationId: organization.id, createdBy: actor.id, now })
  await change.record(['directory', id], before ? { again: true } : {}, 'directory.opened')
  await stopJoiningBySignIn(change)
  await notifyOwnersOfDirectory(deps, tx, organization, { news: 'opened', actor })
  const directory = await requireDirectory(tx, organization.id)
  return recordOf(directory)
}

/** Who the directory does not know becomes no member by signing in. An owner may allow it again. */
async function stopJoiningBySignIn({ tx, organization, record }: AuditedChange): Promise<void> {
  for (const connection of await findConnectionsOf(tx, organization.id)) {
    if (!connection.settings.jit) continue
    const settings = { ...connection.settings, jit: false }
    if (!(await updateConnection(tx, connection, { settings }))) throw new OperationRefused('changed-meanwhile')
    await record(['connection', connection.id], { name: connection.name, jit: false }, 'connection.updated')
  }
}

/** What owners are told of. */
const newsOf: Partial<Record<OrganizationAction, DirectoryNews>> = {
  'directory.paused': 'paused',
  'directory.resumed': 'resumed',
  'directory.closed': 'closed',
}

/** Changes an open directory. Nothing is written where it is so already. */
async function change(
  deps: Deps,
  { actor, organizationId, action }: { actor: Actor; organizationId: string; action: OrganizationAction },
  next: (before: StoredDirectory, held: AuditedChange) => Promise<StoredDirectory | null>,
): Promise<void> {
  await changeOrganization(deps, actor, organizationId, action, async (held) => {
    await requirePasskeyOwner(held.tx, actor)
    const before = await requireDirectory(held.tx, organizationId)
    const after = await next(before, held)
    if (!after) return
    await updateDirectory(held.tx, before.id, after)
    const detail = before.allowOwner === after.allowOwner ? {} : { allow_owner: after.allowOwner }
    await held.record(['directory', before.id], detail)
    const news = newsOf[action]
    if (news) await notifyOwnersOfDirectory(deps, held.tx, held.organization, { news, actor })
  })
}

/** Its requests are answered with 503 until it goes on. @throws OperationRefused */
export const pauseDirectory = (deps: Deps, actor: Actor, organizationId: string): Promise<void> =>
  change(deps, { actor, organizationId, action: 'directory.paused' }, async (before) =>
    before.pausedAt ? null : { ...before, pausedAt: deps.now() },
  )

/** @throws OperationRefused */
export const resumeDirectory = (deps: Deps, actor: Actor, organizationId: string): Promise<void> =>
  change(deps, { actor, organizationId, action: 'directory.resumed' }, async (before) =>
    before.pausedAt ? { ...before, pausedAt: null } : null,
  )

/**
 * Turns it off: its tokens end, members stay members, and what it wrote is kept for 30 days. Memberships that it had
 * suspended stay suspended, and end with its rows.
 * @throws OperationRefused
 */
export const closeDirectory = (deps: Deps, actor: Actor, organizationId: string): Promise<void> =>
  change(deps, { actor, organizationId, action: 'directory.closed' }, async (before, { tx }) => {
    await revokeDirectoryTokens(tx, before.id, deps.now())
    return { ...before, pausedAt: null, closedAt: deps.now() }
  })

/**
 * Whether its groups may give the role owner. For owners with a passkey. Once they may not, those whom a group has made owners
 * are none any more, except whoever forbids it: an organization does not lose the owner who is there. @throws OperationRefused
 */
export const allowOwnerByGroup = (deps: Deps, actor: Actor, organizationId: string, allow: boolean): Promise<void> =>
  change(deps, { actor, organizationId, action: 'directory.updated' }, async (before, { tx, keepOwner }) => {
    if (actor.kind !== 'user') throw new OperationRefused('forbidden', 'allow_owner', 'owner-not-allowed')
    if (before.allowOwner === allow) return null
    if (!allow) await keepOwner(actor.id)
    await beginReview(tx, before.id)
    return { ...before, allowOwner: allow }
  })
