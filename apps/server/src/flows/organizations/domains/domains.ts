import { isIP } from 'node:net'
import { newSecret } from '../../../crypto/random.ts'
import { isInUse } from '../../../oidc/federation/connection.ts'
import { detachDomain, findConnection, findDomainsOfConnections } from '../../../store/prisma/federation/connections.ts'
import {
  type DomainRecord,
  findDomain,
  findDomains,
  type Joining,
} from '../../../store/prisma/organizations/domains.ts'
import { domainOf } from '../../platform/addresses.ts'
import type { Actor } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { OperationRefused } from '../../platform/operation-refused.ts'
import type { OrganizationView } from '../access.ts'
import { type AuditedChange, changeOrganization } from '../changes.ts'
import { endTrustInDomain } from './trust-in-domains.ts'

const domainsPerOrganization = 20

export type { DomainRecord, Joining } from '../../../store/prisma/organizations/domains.ts'
export const listDomains = (deps: Deps, { organization }: OrganizationView): Promise<DomainRecord[]> =>
  findDomains(deps.db, organization.id)

/** A domain of an organization, proven or not. */
export async function getDomain(deps: Deps, { organization }: OrganizationView, name: string): Promise<DomainRecord> {
  const domain = await findDomain(deps.db, organization.id, name)
  if (!domain) throw new OperationRefused('not-found')
  return domain
}

/** The name of a domain as it is stored. @throws OperationRefused */
export function parseDomain(typed: string, field = 'domain'): string {
  const name = domainOf(`postmaster@${typed.trim().toLowerCase()}`)
  // An IP address can't be proven by a record.
  if (!name || isIP(name) || /^\d+$/.test(name.split('.').at(-1) ?? ''))
    throw new OperationRefused('invalid', field, 'invalid-domain')
  return name
}

/** Adds a domain that an organization claims. It has no effect until it is proven. Returns its name as it is stored. */
export async function addDomain(deps: Deps, actor: Actor, organizationId: string, typed: string): Promise<string> {
  const name = parseDomain(typed)
  await changeOrganization(deps, actor, organizationId, 'domain.added', (change) => insertDomain(deps, change, name))
  return name
}

/** Whoever may has been asked; the organization is locked. False if it has the domain already. */
export async function insertDomain(deps: Deps, change: AuditedChange, name: string): Promise<boolean> {
  if (await change.findDomain(name)) return false
  if ((await change.domainCount()) >= domainsPerOrganization)
    throw new OperationRefused('too-many', 'domain', 'too-many-domains')
  await change.addDomain(name, newSecret(), deps.now())
  await change.record(['domain', name], undefined, 'domain.added')
  return true
}

/** Sets how people with an address of a proven domain join. Joining automatically requires the proof by DNS. */
export async function chooseJoining(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  name: string,
  joining: Joining,
): Promise<void> {
  await changeOrganization(deps, actor, organizationId, 'domain.updated', async (change) => {
    const domain = await change.findDomain(name)
    if (!domain) throw new OperationRefused('not-found')
    if (!domain.verifiedAt) throw new OperationRefused('invalid', 'domain', 'not-verified')
    if (joining === 'automatic' && domain.method !== 'dns')
      throw new OperationRefused('invalid', 'joining', 'needs-dns')
    if (domain.joining === joining) return
    await change.setJoining(name, joining)
    await change.record(['domain', name], { joining })
  })
}

/** One whose people sign in by a connection has to be detached first. @throws OperationRefused */
export async function removeDomain(deps: Deps, actor: Actor, organizationId: string, name: string): Promise<void> {
  await changeOrganization(deps, actor, organizationId, 'domain.removed', async (change) => {
    if (deps.config.sso) await releaseDomain(change, name)
    const domain = await change.findDomain(name)
    if (!domain || !(await change.deleteDomain(name))) throw new OperationRefused('not-found')
    await endTrustInDomain(deps, change.tx, actor, domain)
    await change.record(['domain', name])
  })
}

/**
 * An organization gives a domain up. One whose people sign in by a connection stays until an owner has detached it: those who
 * manage domains don't decide who gets in.
 * @throws OperationRefused
 */
async function releaseDomain({ tx, organization, record }: AuditedChange, domain: string): Promise<void> {
  const attached = (await findDomainsOfConnections(tx, organization.id)).find((known) => known.domain === domain)
  if (!attached) return
  const { connectionId } = attached
  const connection = await findConnection(tx, connectionId)
  if (connection && isInUse(connection.state)) throw new OperationRefused('conflict', 'domain', 'domain-in-use')
  await detachDomain(tx, { domain, organizationId: organization.id, connectionId })
  const detail = { name: connection?.name, domain, attached: false }
  await record(['connection', connectionId], detail, 'connection.updated')
}
