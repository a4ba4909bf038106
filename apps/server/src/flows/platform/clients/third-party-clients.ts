import type { AuthorizationRequest } from '../../../oidc/authorization-request.ts'
import type { Client } from '../../../oidc/clients.ts'
import { digestOfShown } from '../../../oidc/dynamic-clients/digest-of-shown.ts'
import {
  acceptsClient,
  namesOfClient,
  originOfRedirect,
  remembersConsent,
} from '../../../oidc/dynamic-clients/third-party-clients.ts'
import type { ThirdPartyFacts } from '../../../oidc/next-step.ts'
import {
  type Connection,
  findAcceptances,
  findConnectionAcceptance,
  findConnections,
} from '../../../store/hot/connected-applications.ts'
import type { Deps } from '../deps.ts'

/** What a person and their organizations say about a request of a third-party client. */
export async function thirdPartyFacts(
  { db }: Pick<Deps, 'db'>,
  request: AuthorizationRequest,
  client: Client,
  userId: string,
): Promise<ThirdPartyFacts> {
  const remembers = remembersConsent(client, request.redirectUri)
  const [acceptances, connections] = await Promise.all([
    findAcceptances(db, userId, namesOfClient(client.id)),
    remembers ? findConnections(db, userId, client.id) : [],
  ])
  const remembered = connections.filter((connection) => isSameRequest(connection, request, client))
  return {
    acceptedBy: new Set(
      [...acceptances].flatMap(([id, { policy, verdicts }]) => (acceptsClient(policy, verdicts, client) ? id : [])),
    ),
    rememberedScope: (organizationId) =>
      remembered.find((connection) => connection.organizationId === organizationId)?.scope ?? null,
  }
}

/** Whether the person was shown the same when they connected the client: who it is, where the answer goes, and which API. */
const isSameRequest = (
  connection: Connection,
  { redirectUri, resource }: AuthorizationRequest,
  client: Client,
): boolean =>
  connection.clientDigest === digestOfShown(client) &&
  connection.redirectOrigin === originOfRedirect(redirectUri) &&
  resource.every((requested) => connection.resource.includes(requested))

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
