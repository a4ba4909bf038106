import { isInUse } from '../../oidc/federation/connection.ts'
import type { PrismaStore } from '../../store/connections/database.ts'
import {
  type ConnectionDomainRecord,
  enforceDomain,
  findConnection,
  findConnectionsOf,
  findDomainsOfConnections,
} from '../../store/prisma/federation/connections.ts'
import { provenByDns } from '../../store/prisma/organizations/domains.ts'
import type { AuditedChange } from '../organizations/changes.ts'
import type { Deps } from '../platform/deps.ts'
import { OperationRefused } from '../platform/operation-refused.ts'

type LockedOrganization = Pick<AuditedChange, 'tx' | 'organization'>

/** The domains, proven by DNS, whose people can sign in by a connection: the ways into an organization that requires it. */
export async function waysIn(
  { now }: Pick<Deps, 'now'>,
  store: PrismaStore,
  organizationId: string,
): Promise<ConnectionDomainRecord[]> {
  const inUse = (await findConnectionsOf(store, organizationId)).filter(({ state }) => isInUse(state))
  const proven = await provenByDns(store, organizationId, now())
  return (await findDomainsOfConnections(store, organizationId)).filter(
    ({ domain, connectionId }) => inUse.some(({ id }) => id === connectionId) && proven.includes(domain),
  )
}

/**
 * While company sign-in is required, a connection that signs people in has to stay, with a domain that is proven: else nobody
 * gets in. What is not in use may go.
 * @param goes - the connection that is to go, or the one of its domains that is
 * @throws OperationRefused
 */
export async function requireWayIn(
  deps: Pick<Deps, 'now'>,
  { tx, organization }: LockedOrganization,
  goes: { connectionId: string; domain?: string },
): Promise<void> {
  if (organization.ssoPolicy !== 'required') return
  const connection = await findConnection(tx, goes.connectionId)
  if (!connection || !isInUse(connection.state)) return
  const left = (await waysIn(deps, tx, organization.id)).filter(
    ({ connectionId, domain }) =>
      connectionId !== goes.connectionId || (goes.domain !== undefined && domain !== goes.domain),
  )
  if (left.length > 0) return
  throw new OperationRefused('conflict', goes.domain === undefined ? 'policy' : 'domain', 'sign-in-required')
}

/** While company sign-in is required, people of every domain of a connection in use have to sign in by it. */
export async function enforceWaysIn(deps: Pick<Deps, 'now'>, { tx, organization }: LockedOrganization): Promise<void> {
  if (organization.ssoPolicy !== 'required') return
  for (const { domain, connectionId } of await waysIn(deps, tx, organization.id))
    await enforceDomain(tx, { domain, connectionId }, true)
}
