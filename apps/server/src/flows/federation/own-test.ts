import { viewOrganization } from '../organizations/access.ts'
import type { Actor } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import type { Visitor } from '../platform/visitor.ts'
import { type NamedConnection, requireConnection } from './changes.ts'
import { beginSignIn } from './upstream/begin-sign-in.ts'

/**
 * Begins a test sign-in of an owner at the provider of a connection: it makes no session, account or link. What it came to is
 * noted when they come back (`noteTest`).
 * @throws OperationRefused
 */
export async function beginOwnTest(
  deps: Deps,
  actor: Actor & { kind: 'user' },
  named: NamedConnection,
  visitor: Visitor,
  returnPath: string,
): Promise<{ url: string; flowCookie: string }> {
  await viewOrganization(deps, actor, named.organizationId, 'own')
  const connection = await requireConnection(deps.db, named)
  return beginSignIn(deps, visitor, {
    ...{ at: { connection }, purpose: 'test', userId: actor.id, returnPath },
    request: { promptLogin: true },
  })
}
