import { findPeopleOfDomain } from '../../../store/beyond-prisma/people/external-identities.ts'
import type { Actor, AuditedTransaction } from '../../platform/audit.ts'
import { endAgents } from '../../platform/clients/agent-connections.ts'
import type { Deps } from '../../platform/deps.ts'
import { forgetPeople, knownBy } from '../members/company-sign-ins.ts'

/** Whose domain ends, as it was until now. */
interface EndedDomain {
  organizationId: string
  name: string
  method: string | null
}

/**
 * What an organization was believed because of a domain that it has no more, where somebody else may read the mail now: its agents,
 * and who people with an address of it are at its connections, with the sessions that those made for them. Without the proof by
 * DNS it was believed nothing: whoever adds the domain of a public mailbox and removes it again ends nothing.
 */
export async function endTrustInDomain(
  deps: Deps,
  tx: AuditedTransaction,
  actor: Actor,
  { organizationId, name, method }: EndedDomain,
): Promise<void> {
  if (method !== 'dns') return
  await endAgents(deps, tx, { organizationId })
  if (!deps.config.sso) return
  await forgetPeople(
    deps,
    tx,
    actor,
    await knownBy(tx, organizationId, await findPeopleOfDomain(tx, organizationId, name)),
  )
}
