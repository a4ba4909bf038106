import {
  type AgentConnectionRecord,
  findAgentConnection,
  findAgentConnectionsIn,
} from '../../../store/beyond-prisma/federation/agent-connections.ts'
import {
  type ConnectionRecord,
  endConnections,
  findConnectionOf,
  findConnectionsOf,
} from '../../../store/beyond-prisma/organizations/connected-applications.ts'
import type { Actor } from '../../platform/audit.ts'
import { endAgents, endAllConnections } from '../../platform/clients/agent-connections.ts'
import type { Deps } from '../../platform/deps.ts'
import { OperationRefused } from '../../platform/operation-refused.ts'
import type { OrganizationView } from '../access.ts'
import { changeOrganization } from '../changes.ts'
import { may } from '../rules.ts'

export type { ConnectionRecord } from '../../../store/beyond-prisma/organizations/connected-applications.ts'

/** Whose connections someone may see and end: a member their own, everybody else all of the organization. */
const onlyOwn = (actor: Actor, roles: readonly string[]): actor is Actor & { kind: 'user' } =>
  actor.kind === 'user' && !may(roles, 'manage-applications')

/** One that its member made, or one that a trusted issuer made for them. */
export type ConnectedApplication = ConnectionRecord & Partial<Pick<AgentConnectionRecord, 'via' | 'blocked'>>

/** The connected applications of an organization, the newest first. A member sees their own. */
export async function listConnections(
  { config, db }: Pick<Deps, 'config' | 'db'>,
  actor: Actor,
  { organization, roles }: OrganizationView,
  page: { before: string | null; limit: number },
): Promise<ConnectedApplication[]> {
  const range = { ...page, userId: onlyOwn(actor, roles) ? actor.id : null }
  const connections = await findConnectionsOf(db, organization.id, range)
  if (!config.enterpriseAuthorization) return connections
  const agents = await findAgentConnectionsIn(db, organization.id, range)
  return [...connections, ...agents].sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, page.limit)
}

/** A connection that someone may see. @throws OperationRefused */
export async function getConnection(
  { config, db }: Pick<Deps, 'config' | 'db'>,
  actor: Actor,
  { organization, roles }: OrganizationView,
  id: string,
): Promise<ConnectedApplication> {
  const agent = () => (config.enterpriseAuthorization ? findAgentConnection(db, organization.id, id) : null)
  const found = (await findConnectionOf(db, organization.id, id)) ?? (await agent())
  if (!found || (onlyOwn(actor, roles) && found.userId !== actor.id)) throw new OperationRefused('not-found')
  return found
}

/** Ends one connection: its tokens are void, and the application may not refresh them. */
export async function endConnection(deps: Deps, actor: Actor, organizationId: string, id: string): Promise<void> {
  await changeOrganization(deps, actor, organizationId, 'client.disconnected', async (change, roles) => {
    const agent = deps.config.enterpriseAuthorization ? await findAgentConnection(change.tx, organizationId, id) : null
    const found = agent ?? (await findConnectionOf(change.tx, organizationId, id))
    if (!found || (onlyOwn(actor, roles) && found.userId !== actor.id)) throw new OperationRefused('not-found')
    const { userId, clientId } = found
    if (agent) await endAgents(deps, change.tx, { organizationId, id })
    else await endConnections(change.tx, { organizationId, userId, clientId }, deps.now())
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
    const ended = await endAllConnections(deps, change.tx, { organizationId, clientId })
    if (ended === 0) throw new OperationRefused('not-found')
    await change.record(['client', clientId], { ended })
    return ended
  })
}
