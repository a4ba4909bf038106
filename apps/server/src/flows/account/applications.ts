import { type Client, loginUrlOf } from '../../oidc/clients.ts'
import { addConsent, type Consent, noConsent, type ShownConsent, scopesOf, shownConsent } from '../../oidc/consent.ts'
import {
  type AgentConnectionRecord,
  blockAgentConnection,
  findAgentConnectionsOf,
  findOwnAgentConnection,
} from '../../store/beyond-prisma/federation/agent-connections.ts'
import { findLiveGrantsOf } from '../../store/beyond-prisma/grants.ts'
import {
  type ConnectionRecord,
  endConnections,
  findConnectionsOfPerson,
} from '../../store/beyond-prisma/organizations/connected-applications.ts'
import { findAllConsents } from '../../store/hot/consents.ts'
import { revokeClientAccess } from '../identity/sign-out.ts'
import type { SignedIn } from '../identity/signed-in.ts'
import { inTransaction, userActor } from '../platform/audit.ts'
import { endAgents } from '../platform/clients/agent-connections.ts'
import { findClientNames } from '../platform/clients/client-names.ts'
import type { Deps } from '../platform/deps.ts'

export interface ShownApplication {
  clientId: string
  name: string
  logoUri: string | null
  /** What it may do. */
  access: ShownConsent
  since: Date
}

/** One that the person made, or one that an issuer made for them, which their organization trusts. */
type OwnConnection = ConnectionRecord & Partial<Pick<AgentConnectionRecord, 'via' | 'blocked'>>

/** The newest are shown. */
const agentsShown = 200

const agentsOf = async (
  { config, db }: Pick<Deps, 'config' | 'db'>,
  userId: string,
): Promise<AgentConnectionRecord[]> =>
  config.enterpriseAuthorization ? findAgentConnectionsOf(db, userId, { before: null, limit: agentsShown }) : []

/** The applications of the operator that hold tokens of a person or have their consent, and those that they connected. */
export async function ownApplications(
  deps: Deps,
  { person }: SignedIn,
): Promise<{ applications: ShownApplication[]; connections: (OwnConnection & { access: ShownConsent })[] }> {
  const [applications, own, agents] = await Promise.all([
    applicationsOf(deps, person.id),
    findConnectionsOfPerson(deps.db, person.id),
    agentsOf(deps, person.id),
  ])
  const connections = [...agents, ...own]
  const connected = new Set(own.map(({ clientId }) => clientId))
  return {
    applications: applications.filter(({ clientId }) => !connected.has(clientId)),
    connections: connections.map((connection) => ({
      ...connection,
      access: shownConsent(connection.consent, deps.resources),
    })),
  }
}

/** Ends one connection of a person's own. Returns what it was, or null if there is none of this id. */
export async function endOwnConnection(
  deps: Deps,
  { person }: SignedIn,
  id: string,
  network: string,
): Promise<ConnectionRecord | null> {
  const agent = deps.config.enterpriseAuthorization ? await findOwnAgentConnection(deps.db, person.id, id) : null
  const connection = agent ?? (await findConnectionsOfPerson(deps.db, person.id)).find((found) => found.id === id)
  if (!connection) return null
  const { clientId, organizationId } = connection
  await inTransaction(deps, async (tx) => {
    const which = { organizationId: organizationId ?? '', userId: person.id, clientId }
    const ended = agent
      ? await endAgents(deps, tx, { ...which, id })
      : (await endConnections(tx, which, deps.now())).length
    if (ended === 0) return
    await tx.record(userActor(person.id, network), {
      action: 'client.disconnected',
      organizationId,
      target: ['client', clientId],
      detail: { user: person.id, ended },
    })
  })
  return connection
}

/**
 * The person wants no more of an application that their organization lets an issuer connect, or wants it again. What it has ends.
 * False if there was nothing to do.
 */
export const blockOwnAgent = (
  deps: Deps,
  { person }: SignedIn,
  { id, blocked }: { id: string; blocked: boolean },
  network: string,
): Promise<boolean> =>
  inTransaction(deps, async (tx) => {
    const agent = await findOwnAgentConnection(tx, person.id, id)
    const which = { id, userId: person.id }
    const clientId = agent ? await blockAgentConnection(tx, which, blocked ? deps.now() : null) : null
    if (!agent || clientId === null) return false
    const { organizationId } = agent
    if (blocked) await endAgents(deps, tx, { organizationId, ...which })
    await tx.record(userActor(person.id, network), {
      action: blocked ? 'client.blocked_by_member' : 'client.allowed_by_member',
      organizationId,
      target: ['client', clientId],
      detail: { user: person.id },
    })
    return true
  })

/** The applications that hold a person's tokens, or have their consent. */
export async function applicationsOf(deps: Deps, userId: string): Promise<ShownApplication[]> {
  const [grants, consents] = await Promise.all([
    findLiveGrantsOf(deps.db, userId, deps.now()),
    findAllConsents(deps.db, userId),
  ])
  const held = new Map<string, { consent: Consent; since: Date }>()
  const hold = (clientId: string, consent: Consent, since: Date) => {
    const known = held.get(clientId)
    held.set(clientId, {
      consent: addConsent(known?.consent ?? noConsent, consent),
      since: known && known.since < since ? known.since : since,
    })
  }
  for (const { clientId, consent, since } of consents) hold(clientId, consent, since)
  for (const { clientId, scope, since } of grants) {
    // The consent says for which API each scope was allowed.
    const allowed = scopesOf(held.get(clientId)?.consent ?? noConsent)
    hold(clientId, { ...noConsent, scope: scope.filter((name) => !allowed.includes(name)) }, since)
  }
  const names = await findClientNames(deps, held.keys())
  const applications = [...held].map(([clientId, { consent, since }]) => ({
    clientId,
    name: names.get(clientId) ?? clientId,
    logoUri: deps.clients.findEvenDisabled(clientId)?.logoUri ?? null,
    access: shownConsent(consent, deps.resources),
    since,
  }))
  return applications.sort((a, b) => a.name.localeCompare(b.name))
}

/** Revokes everything an application was allowed: consent, codes and tokens. */
export async function revokeApplication(
  deps: Deps,
  { person }: SignedIn,
  clientId: string,
  network: string,
): Promise<void> {
  const actor = userActor(person.id, network)
  await inTransaction(deps, (tx) => revokeClientAccess(deps, tx, actor, person.id, clientId))
}

/** An application that begins to sign people in when it is asked to (OpenID Connect Core 1.0 section 4). */
interface OpenableApplication {
  clientId: string
  name: string
}

interface Openable extends OpenableApplication {
  client: Client
  /** What the application may know of the person. */
  scopes: ReadonlySet<string>
}

/**
 * The operator's applications that publish where they start a sign-in, and the dynamic clients that the person has
 * connected, if the operator vouches for them.
 */
async function openable(deps: Deps, { person }: SignedIn): Promise<Openable[]> {
  const configured = [...deps.clients.all()]
    .filter(({ initiateLoginUri }) => initiateLoginUri)
    .map((client) => ({ client, scopes: client.scopes }))
  const connections = deps.registeredClients ? await findConnectionsOfPerson(deps.db, person.id) : []
  const connected = await Promise.all(
    connections.map(async ({ clientId, scope }) => ({
      client: await deps.clients.lookUpInSources(clientId, 'display'),
      scopes: new Set(scope),
    })),
  )
  const found = new Map<string, Openable>()
  for (const { client, scopes } of [...configured, ...connected])
    if (client?.initiateLoginUri && client.trust !== 'unknown')
      found.set(client.id, { clientId: client.id, name: client.name, client, scopes })
  return [...found.values()].sort((a, b) => a.name.localeCompare(b.name))
}

export const openableApplications = async (deps: Deps, signedIn: SignedIn): Promise<OpenableApplication[]> =>
  (await openable(deps, signedIn)).map(({ clientId, name }) => ({ clientId, name }))

/**
 * Where an application begins to sign the person in. It is told who that is only if it may know the address; null for one
 * that is not theirs to open.
 */
export async function launchUrl(deps: Deps, signedIn: SignedIn, clientId: string): Promise<string | null> {
  const found = (await openable(deps, signedIn)).find((application) => application.clientId === clientId)
  if (!found) return null
  const { email } = signedIn.person
  return loginUrlOf(found.client, {
    iss: deps.config.issuer,
    ...(email && found.scopes.has('email') ? { login_hint: email } : {}),
  })
}
