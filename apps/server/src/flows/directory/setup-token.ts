import { changeBySetup, limitActs, type OpenSetup, rightsOfLink } from '../federation/setup.ts'
import type { Deps } from '../platform/deps.ts'
import { OperationRefused } from '../platform/operation-refused.ts'
import { directoryBaseUrl } from './base-url.ts'
import { findDirectory } from './directories.ts'
import { createTokenIn, listDirectoryTokens } from './tokens.ts'
import { directoryLimits } from './types.ts'

/** What a set-up link shows of the directory: where it is, and whether a token can be made for it. */
export interface SetupDirectory {
  baseUrl: string
  mayMakeToken: boolean
}

/**
 * Null until an owner has turned the directory on: whether a directory decides about members is theirs to say. Null too for a link
 * of a client that writes no members.
 */
export async function setupDirectory(
  deps: Deps,
  { organization, link }: Pick<OpenSetup, 'organization' | 'link'>,
): Promise<SetupDirectory | null> {
  const directory = deps.config.scim ? await findDirectory(deps, organization.id) : null
  if (!directory || directory.closedAt !== null) return null
  if (!(await rightsOfLink(deps, deps.db, link))?.makesDirectoryTokens) return null
  const tokens = await listDirectoryTokens(deps, organization.id)
  return {
    baseUrl: directoryBaseUrl(deps, organization.id),
    mayMakeToken: tokens.length < directoryLimits.tokens,
  }
}

/** Makes a token by a set-up link. It is told once. @throws OperationRefused */
export async function makeSetupToken(deps: Deps, opened: OpenSetup): Promise<{ token: string; baseUrl: string }> {
  await limitActs(deps, opened)
  const directory = await setupDirectory(deps, opened)
  if (!directory) throw new OperationRefused('not-found')
  const { token } = await changeBySetup(deps, opened, 'directory.token_created', (change, _link, rights) => {
    if (!rights.makesDirectoryTokens) throw new OperationRefused('not-found')
    return createTokenIn(deps, opened.actor, change)
  })
  return { token, baseUrl: directory.baseUrl }
}
