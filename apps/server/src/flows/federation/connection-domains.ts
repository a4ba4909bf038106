import { isInUse } from '../../oidc/federation/connection.ts'
import type { PrismaStore } from '../../store/connections/database.ts'
import {
  attachDomain as attach,
  type ConnectionDomainRecord,
  type ConnectionRecord,
  detachDomain as detach,
  findDomainsOfConnections,
} from '../../store/prisma/federation/connections.ts'
import { type DomainRecord, findDomain, provenByDns } from '../../store/prisma/organizations/domains.ts'
import { type AuditedChange, changeOrganization } from '../organizations/changes.ts'
import { requireRecord } from '../organizations/domains/domain-proofs.ts'
import type { Actor } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { OperationRefused } from '../platform/operation-refused.ts'
import { type NamedConnection, requireConnection, requirePasskeyOwner } from './changes.ts'
import { notifyOwners } from './owner-notices.ts'
import { enforceWaysIn, requireWayIn } from './way-in.ts'

/** The domains of an organization's connections, and those that it has proven by DNS and could attach. */
export async function listConnectionDomains(
  deps: Deps,
  organizationId: string,
): Promise<{ attached: ConnectionDomainRecord[]; proven: string[] }> {
  const attached = await findDomainsOfConnections(deps.db, organizationId)
  return { attached, proven: await provenByDns(deps.db, organizationId, deps.now()) }
}

/**
 * Lets people with an address of a domain sign in by a connection. The domain has to be the organization's, proven by DNS: a
 * mail to its postmaster is not enough.
 * @throws OperationRefused
 */
export async function attachDomain(deps: Deps, actor: Actor, named: NamedConnection, domain: string): Promise<void> {
  await changeOrganization(deps, actor, named.organizationId, 'connection.updated', async (change) => {
    const connection = await requireConnection(change.tx, named)
    await requirePasskeyOwner(change.tx, actor)
    // Whoever is not a person prepares, and decides nothing about a connection that signs people in.
    if (isInUse(connection.state) && actor.kind !== 'user') throw new OperationRefused('forbidden')
    await attachLocked(deps, actor, change, connection, domain)
  })
}

/** Whoever may has been asked; the organization is locked. */
export async function attachLocked(
  deps: Deps,
  actor: Actor,
  change: AuditedChange,
  connection: ConnectionRecord,
  domain: string,
): Promise<void> {
  const { tx, organization, record } = change
  // A successor takes over those of the connection that it replaces.
  if (connection.replacesId !== null) throw new OperationRefused('invalid', 'domain', 'successor-domains')
  await requireProven(deps, tx, organization.id, domain)
  const attached = (await findDomainsOfConnections(tx, organization.id)).find((known) => known.domain === domain)
  if (attached?.connectionId === connection.id) return
  if (!(await attach(tx, { domain, connectionId: connection.id, organizationId: organization.id })))
    throw new OperationRefused('taken', 'domain', 'domain-taken')
  await enforceWaysIn(deps, change)
  await record(['connection', connection.id], { name: connection.name, domain, attached: true }, 'connection.updated')
  if (isInUse(connection.state) || actor.kind !== 'user')
    await notifyOwners(deps, tx, organization, { news: 'updated', actor, name: connection.name, domain })
}

/** @throws OperationRefused `taken` if another organization has it */
async function requireProven(deps: Deps, store: PrismaStore, organizationId: string, domain: string): Promise<void> {
  if ((await provenByDns(store, organizationId, deps.now())).includes(domain)) return
  const known = await findDomain(store, organizationId, domain)
  throw new OperationRefused('invalid', 'domain', known?.verifiedAt ? 'proof-by-mail' : 'not-verified')
}

/** The last domain by which people get in stays while company sign-in is required. @throws OperationRefused */
export async function detachDomain(deps: Deps, actor: Actor, named: NamedConnection, domain: string): Promise<void> {
  await changeOrganization(deps, actor, named.organizationId, 'connection.updated', async (change) => {
    const { tx, organization } = change
    const connection = await requireConnection(tx, named)
    await requirePasskeyOwner(tx, actor)
    await requireWayIn(deps, change, { connectionId: connection.id, domain })
    if (!(await detach(tx, { domain, organizationId: organization.id, connectionId: connection.id })))
      throw new OperationRefused('not-found')
    await change.record(['connection', connection.id], { name: connection.name, domain, attached: false })
    await notifyOwners(deps, tx, organization, { news: 'updated', actor, name: connection.name, domain })
  })
}

/**
 * Looks for the TXT records of the domains of a connection, now. Returns what was proven, for `requireSame` under the lock.
 * @throws OperationRefused
 */
export async function lookUpDomains(deps: Deps, connection: ConnectionRecord): Promise<DomainRecord[]> {
  const names = await domainsOf(deps.db, connection)
  if (names.length === 0) throw new OperationRefused('invalid', 'domain', 'no-domain')
  return Promise.all(
    names.map(async (name) => {
      const domain = await findDomain(deps.db, connection.organizationId, name)
      if (!domain) throw new OperationRefused('invalid', 'domain', 'not-verified', name)
      await requireRecord(deps, connection.organizationId, domain)
      return domain
    }),
  )
}

/** The domains that a connection has or, as a successor, gets. */
export async function domainsOf(
  store: PrismaStore,
  { id, organizationId, replacesId }: Pick<ConnectionRecord, 'id' | 'organizationId' | 'replacesId'>,
): Promise<string[]> {
  const attached = await findDomainsOfConnections(store, organizationId)
  return attached.filter(({ connectionId }) => connectionId === (replacesId ?? id)).map(({ domain }) => domain)
}

/**
 * The domains are the same ones whose records were found a moment ago, and still the organization's: nobody has removed one
 * and added it again, or attached another, meanwhile.
 * @throws OperationRefused
 */
export async function requireSame(
  deps: Deps,
  store: PrismaStore,
  connection: ConnectionRecord,
  found: readonly DomainRecord[],
): Promise<void> {
  const names = await domainsOf(store, connection)
  const proven = await provenByDns(store, connection.organizationId, deps.now())
  if (names.length !== found.length) throw new OperationRefused('changed-meanwhile')
  for (const { name, token } of found) {
    const now = await findDomain(store, connection.organizationId, name)
    if (now?.token !== token || !names.includes(name)) throw new OperationRefused('changed-meanwhile')
    if (!proven.includes(name)) throw new OperationRefused('invalid', 'domain', 'proof-by-mail')
  }
}
