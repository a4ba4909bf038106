import { type AgentFilter, endAgentConnections } from '../../../store/beyond-prisma/federation/agent-connections.ts'
import { endConnections } from '../../../store/beyond-prisma/organizations/connected-applications.ts'
import type { AuditedTransaction } from '../audit.ts'
import type { Deps } from '../deps.ts'

/** Ends what trusted issuers gave to applications of members, in the transaction of what ends it. Returns how many there were. */
export const endAgents = async (
  { config, now }: Pick<Deps, 'config' | 'now'>,
  tx: AuditedTransaction,
  which: AgentFilter,
): Promise<number> => (config.enterpriseAuthorization ? endAgentConnections(tx, which, now()) : 0)

/** Ends the connections that members made, and those that an issuer made for them. Returns how many there were. */
export async function endAllConnections(
  deps: Pick<Deps, 'config' | 'now'>,
  tx: AuditedTransaction,
  which: { organizationId: string; userId?: string; clientId?: string; clientIdPrefix?: string },
): Promise<number> {
  const ended = await endConnections(tx, which, deps.now())
  return ended.length + (await endAgents(deps, tx, which))
}
