import type { Client } from '../../../oidc/clients.ts'
import { acceptsClient, namesOfClient } from '../../../oidc/dynamic-clients/third-party-clients.ts'
import type { ThirdPartyFacts } from '../../../oidc/next-step.ts'
import { findAcceptances, findConnectionAcceptance } from '../../../store/hot/connected-applications.ts'
import type { Deps } from '../deps.ts'

/** What the organizations of a person say about a third-party client. */
export async function thirdPartyFacts(
  { db }: Pick<Deps, 'db'>,
  client: Client,
  userId: string,
): Promise<ThirdPartyFacts> {
  const acceptances = [...(await findAcceptances(db, userId, namesOfClient(client.id)))]
  const acceptedBy = new Set(
    acceptances.flatMap(([id, { policy, verdicts }]) => (acceptsClient(policy, verdicts, client) ? id : [])),
  )
  const undecided = acceptances.filter(([id, { verdicts }]) => !acceptedBy.has(id) && verdicts.length === 0)
  return { acceptedBy, undecided: new Set(undecided.map(([id]) => id)) }
}

/**
 * Whether a third-party client may still act for a person in an organization: nobody ended its connection, and the
 * organization accepts it. Asked when a code is redeemed and at each refresh.
 */
export async function mayConnect(
  { db }: Pick<Deps, 'db'>,
  client: Client,
  connection: { userId: string; organizationId: string | null },
): Promise<boolean> {
  const found = await findConnectionAcceptance(db, { ...connection, clientId: client.id }, namesOfClient(client.id))
  if (found === null || found === 'no-organization') return found !== null
  return acceptsClient(found.policy, found.verdicts, client)
}
