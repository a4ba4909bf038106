import { deleteIdentitiesOfDomain } from '../../../store/beyond-prisma/people/external-identities.ts'
import { voidSignIns } from '../../../store/prisma/federation/connections.ts'
import type { AuditedTransaction } from '../../platform/audit.ts'
import { endAgents } from '../../platform/clients/agent-connections.ts'
import type { Deps } from '../../platform/deps.ts'

/**
 * What an organization was believed because of a domain that it has no more, where somebody else may read the mail now: its agents,
 * and who people with an address of it are at its connections, which ends the sessions that those connections made.
 */
export async function endTrustInDomain(
  deps: Deps,
  tx: AuditedTransaction,
  organizationId: string,
  domain: string,
): Promise<void> {
  await endAgents(deps, tx, { organizationId })
  if (deps.config.sso)
    await voidSignIns(tx, { ids: await deleteIdentitiesOfDomain(tx, organizationId, domain) }, deps.now())
}
