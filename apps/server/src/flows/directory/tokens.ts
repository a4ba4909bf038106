import { digest, newId, newSecret } from '../../crypto/random.ts'
import { findByTokenDigest, findDirectoryOf } from '../../store/beyond-prisma/directory/directories.ts'
import {
  findDirectoryTokens,
  insertDirectoryToken,
  revokeDirectoryToken as revoke,
} from '../../store/prisma/directory/tokens.ts'
import { requirePasskeyOwner } from '../federation/changes.ts'
import { type AuditedChange, changeOrganization } from '../organizations/changes.ts'
import type { Actor } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { day } from '../platform/durations.ts'
import { OperationRefused } from '../platform/operation-refused.ts'
import { requireDirectory } from './changes.ts'
import { recordOf } from './directories.ts'
import { notifyOwnersOfDirectory } from './notices.ts'
import { type AuthenticatedDirectory, type DirectoryTokenRecord, directoryLimits } from './types.ts'

const tokenLife = 365 * day
const begin = 'scim_'

/**
 * The directory that a token is of. Null for one that is unknown, expired or revoked, and while SCIM is off, the directory
 * is closed or the organization is disabled. One that is paused is found.
 */
export async function findDirectoryByToken(deps: Deps, token: string): Promise<AuthenticatedDirectory | null> {
  if (!deps.config.scim || !/^scim_[\w-]{43}$/.test(token)) return null
  const found = await findByTokenDigest(deps.db, digest(token), deps.now())
  return found && { ...recordOf(found), tokenId: found.tokenId }
}

/** The tokens that are valid, at most two. */
export async function listDirectoryTokens(deps: Deps, organizationId: string): Promise<DirectoryTokenRecord[]> {
  const directory = await findDirectoryOf(deps.db, organizationId)
  return directory ? findDirectoryTokens(deps.db, directory.id, deps.now()) : []
}

/** Makes a token, which is told once. It is valid for a year; two may be valid at once. @throws OperationRefused */
export async function createDirectoryToken(
  deps: Deps,
  actor: Actor,
  organizationId: string,
): Promise<DirectoryTokenRecord & { token: string }> {
  return changeOrganization(deps, actor, organizationId, 'directory.token_created', async (change) => {
    await requirePasskeyOwner(change.tx, actor)
    return createTokenIn(deps, actor, change)
  })
}

/** The same while the organization is held, for a link that sets up. @throws OperationRefused */
export async function createTokenIn(
  deps: Deps,
  actor: Actor,
  { tx, organization, record }: AuditedChange,
): Promise<DirectoryTokenRecord & { token: string }> {
  const directory = await requireDirectory(tx, organization.id)
  const now = deps.now()
  if ((await findDirectoryTokens(tx, directory.id, now)).length >= directoryLimits.tokens)
    throw new OperationRefused('too-many', 'token', 'too-many-tokens')
  const token = `${begin}${newSecret()}`
  const stored = {
    id: newId(now),
    prefix: token.slice(0, begin.length + 4),
    createdBy: actor.id,
    createdAt: now,
    expiresAt: new Date(now.getTime() + tokenLife),
  }
  await insertDirectoryToken(tx, { ...stored, directoryId: directory.id, digest: digest(token) })
  await record(['directory-token', stored.id], { directory: directory.id }, 'directory.token_created')
  await notifyOwnersOfDirectory(deps, tx, organization, { news: 'token-created', actor, detail: `${stored.prefix}…` })
  return { ...stored, lastUsedAt: null, token }
}

/** @throws OperationRefused */
export async function revokeDirectoryToken(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  tokenId: string,
): Promise<void> {
  await changeOrganization(deps, actor, organizationId, 'directory.token_revoked', async (change) => {
    const directory = await requireDirectory(change.tx, organizationId)
    if (!(await revoke(change.tx, { id: tokenId, directoryId: directory.id }, deps.now())))
      throw new OperationRefused('not-found')
    await change.record(['directory-token', tokenId], { directory: directory.id })
    await notifyOwnersOfDirectory(deps, change.tx, change.organization, { news: 'token-revoked', actor })
  })
}
