import { findDirectoryById } from '../../store/beyond-prisma/directory/directories.ts'
import { countDirectoryGroups } from '../../store/beyond-prisma/directory/groups.ts'
import { findDirectoryRequests, noteDirectoryRequest } from '../../store/beyond-prisma/directory/requests.ts'
import { countUsersByState, findWaitingUsers } from '../../store/beyond-prisma/directory/users.ts'
import { findDirectoryTokens } from '../../store/prisma/directory/tokens.ts'
import type { Deps } from '../platform/deps.ts'
import { day } from '../platform/durations.ts'
import type { AuthenticatedDirectory, DirectoryCounts, RequestRecord, WaitingReason, WaitingUser } from './types.ts'

/** Longer paths are no addresses of ours. */
const maxPath = 200

/** Notes a request with its answer: what an owner sees of it, and that the token was used. `path` has no query. */
export async function noteRequest(
  deps: Deps,
  { id, tokenId }: AuthenticatedDirectory,
  request: Omit<RequestRecord, 'at'>,
): Promise<void> {
  const path = request.path.slice(0, maxPath)
  await noteDirectoryRequest(deps.db, { directoryId: id, tokenId, request: { ...request, path, at: deps.now() } })
}

/** The last hundred requests, the newest first. */
export const recentRequests = (deps: Deps, directoryId: string): Promise<RequestRecord[]> =>
  findDirectoryRequests(deps.db, directoryId)

export async function directoryCounts(deps: Deps, directoryId: string): Promise<DirectoryCounts> {
  const now = deps.now()
  const [directory, states, groups, tokens] = await Promise.all([
    findDirectoryById(deps.db, directoryId),
    countUsersByState(deps.db, directoryId),
    countDirectoryGroups(deps.db, directoryId),
    findDirectoryTokens(deps.db, directoryId, now),
  ])
  const isToday = directory?.errorDay === now.toISOString().slice(0, 10)
  // A token that was made today has not been put into the directory yet.
  const since = Math.min(...tokens.map(({ createdAt, lastUsedAt }) => (lastUsedAt ?? createdAt).getTime()))
  const lastSign = Math.max(directory?.lastRequestAt?.getTime() ?? 0, since)
  const quiet = tokens.length > 0 && now.getTime() - lastSign > day
  return { ...states, groups, errorsToday: isToday ? (directory?.errorCount ?? 0) : 0, quiet }
}

/** Active users who are no members yet, after an id. */
export async function waitingPeople(
  deps: Deps,
  directoryId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<WaitingUser[]> {
  const users = await findWaitingUsers(deps.db, directoryId, { after: after ?? '', limit })
  return users.map(({ id, attributes, email, waitingReason, changedAt }) => ({
    id,
    userName: attributes.userName,
    email,
    reason: waitingReason as WaitingReason,
    changedAt,
  }))
}
