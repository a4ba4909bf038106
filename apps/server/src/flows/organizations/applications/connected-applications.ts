import {
  type ConnectionRecord,
  endConnections,
  findConnectionOf,
  findConnectionsOf,
} from '../../../store/beyond-prisma/organizations/connected-applications.ts'
import type { Actor } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { OperationRefused } from '../../platform/operation-refused.ts'
import type { OrganizationView } from '../access.ts'
import { changeOrganization } from '../changes.ts'
import { may } from '../rules.ts'

export type { ConnectionRecord } from '../../../store/beyond-prisma/organizations/connected-applications.ts'

/** Whose connections someone may see and end: a member their own, everybody else all of the organization. */
const onlyOwn = (actor: Actor, roles: readonly string[]): actor is Actor & { kind: 'user' } =>
  actor.kind === 'user' && !may(roles, 'manage-applications')

/** The connected applications of an organization, the newest first. A member sees their own. */
export const listConnections = (
  deps: Deps,
  actor: Actor,
  { organization, roles }: OrganizationView,
  page: { before: string | null; limit: number },
): Promise<ConnectionRecord[]> =>
  findConnectionsOf(deps.db, organization.id, { ...page, userId: onlyOwn(actor, roles) ? actor.id : null })

/** A connection that someone may see. @throws OperationRefused */
export async function getConnection(
  deps: Deps,
  actor: Actor,
  { organization, roles }: OrganizationView,
  id: string,
): Promise<ConnectionRecord> {
  const found = await findConnectionOf(deps.db, organization.id, id)
  if (!found || (onlyOwn(actor, roles) && found.userId !== actor.id)) throw new OperationRefused('not-found')
  return found
}

/** Ends one connection: its tokens are void, and the application may not refresh them. */
export async function endConnection(deps: Deps, actor: Actor, organizationId: string, id: string): Promise<void> {
  await changeOrganization(deps, actor, organizationId, 'client.disconnected', async (change, roles) => {
    const found = await findConnectionOf(change.tx, organizationId, id)
    if (!found || (onlyOwn(actor, roles) && found.userId !== actor.id)) throw new OperationRefused('not-found')
    const { userId, clientId } = found
    await endConnections(change.tx, { organizationId, userId, clientId }, deps.now())
    await change.record(['client', clientId], { user: userId, ended: 1 })
  })
}

/** Ends all connections of one application. Returns how many there were. */
export async function endApplication(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  clientId: string,
): Promise<number> {
  return changeOrganization(deps, actor, organizationId, 'client.disconnected', async (change, roles) => {
    if (onlyOwn(actor, roles)) throw new OperationRefused('forbidden')
    const ended = await endConnections(change.tx, { organizationId, clientId }, deps.now())
    if (ended.length === 0) throw new OperationRefused('not-found')
    await change.record(['client', clientId], { ended: ended.length })
    return ended.length
  })
}
