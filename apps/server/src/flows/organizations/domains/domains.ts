import { isIP } from 'node:net'
import { newSecret } from '../../../crypto/random.ts'
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
import { changeOrganization } from '../changes.ts'

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

/** Adds a domain that an organization claims. It has no effect until it is proven. Returns its name as it is stored. */
export async function addDomain(deps: Deps, actor: Actor, organizationId: string, typed: string): Promise<string> {
  const name = domainOf(`postmaster@${typed.trim().toLowerCase()}`)
  // An IP address can't be proven by a record.
  if (!name || isIP(name) || /^\d+$/.test(name.split('.').at(-1) ?? ''))
    throw new OperationRefused('invalid', 'domain', 'invalid-domain')
  await changeOrganization(deps, actor, organizationId, 'domain.added', async (change) => {
    if (await change.findDomain(name)) return
    if ((await change.domainCount()) >= domainsPerOrganization)
      throw new OperationRefused('too-many', 'domain', 'too-many-domains')
    await change.addDomain(name, newSecret(), deps.now())
    await change.record(['domain', name])
  })
  return name
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

export async function removeDomain(deps: Deps, actor: Actor, organizationId: string, name: string): Promise<void> {
  await changeOrganization(deps, actor, organizationId, 'domain.removed', async (change) => {
    if (!(await change.deleteDomain(name))) throw new OperationRefused('not-found')
    await change.record(['domain', name])
  })
}
