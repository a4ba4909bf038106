import { isIP } from 'node:net'
import { digest, newSecret } from '../../crypto/random.ts'
import { type DomainRecord, findDomain, findDomains, type Joining } from '../../store/prisma/domains.ts'
import { queueMail } from '../delivery/outbox.ts'
import { linkTtl, newCode, redeemCode } from '../identity/email-codes.ts'
import { domainOf } from '../platform/addresses.ts'
import { type Actor, system } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { consumeLimit, TooManyAttempts } from '../platform/limits.ts'
import { act, OperationRefused, type OrganizationView, viewOrganization } from './access.ts'
import { nextCheckAt, tellManagers, txtName, txtValue } from './domain-checks.ts'

const checksPerOrganization = [{ count: 30, window: 3600_000 }]
const domainsPerOrganization = 20

export type { DomainRecord, Joining } from '../../store/prisma/domains.ts'
export { txtName, txtValue } from './domain-checks.ts'
export const domainsOf = (deps: Deps, { organization }: OrganizationView): Promise<DomainRecord[]> =>
  findDomains(deps.db, organization.id)

/** Notes a domain that an organization says is its own. It means nothing before it is proven. */
export async function addDomain(deps: Deps, actor: Actor, organizationId: string, typed: string): Promise<void> {
  const name = domainOf(`postmaster@${typed.trim().toLowerCase()}`)
  // A network address is no name that anybody could prove.
  if (!name || isIP(name) || /^\d+$/.test(name.split('.').at(-1) ?? ''))
    throw new OperationRefused('invalid', 'domain', 'invalid-domain')
  await act(deps, actor, organizationId, 'domain.added', 'manage-domains', async (change) => {
    if (await change.findDomain(name)) return change.unchanged(undefined)
    if ((await change.domainCount()) >= domainsPerOrganization)
      throw new OperationRefused('too-many', 'domain', 'too-many-domains')
    await change.addDomain(name, newSecret(), deps.now())
    await change.audit(['domain', name])
  })
}

/** A domain of an organization, for those who may manage it. Asking changes nothing. */
async function manageable(deps: Deps, actor: Actor, organizationId: string, name: string): Promise<DomainRecord> {
  await viewOrganization(deps, actor, organizationId, 'manage-domains')
  const domain = await findDomain(deps.db, organizationId, name)
  if (!domain) throw new OperationRefused('not-found')
  return domain
}

async function spendCheck(deps: Deps, organizationId: string): Promise<void> {
  const wait = await consumeLimit(deps, `domain-checks:${organizationId}`, checksPerOrganization)
  if (wait !== null) throw new TooManyAttempts(wait)
}

/** Proves a domain by its TXT record. */
export async function checkDomain(deps: Deps, actor: Actor, organizationId: string, name: string): Promise<void> {
  const domain = await manageable(deps, actor, organizationId, name)
  await spendCheck(deps, organizationId)
  const records = await deps.txtRecords(txtName(name))
  if (!records?.includes(txtValue(domain.token))) throw new OperationRefused('invalid', 'domain', 'no-record')
  await claim(deps, actor, organizationId, domain, 'dns')
}

/**
 * Notes a proof. Another organization keeps the domain, unless its own proof was lost and this one is by DNS: then it is
 * told that the domain has a new owner.
 */
async function claim(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  { name, token }: DomainRecord,
  method: 'dns' | 'email',
): Promise<void> {
  const now = deps.now()
  const proof = { method, now, nextCheckAt: nextCheckAt(now) }
  const taken = new OperationRefused('taken', 'domain', 'domain-taken')
  try {
    const takenFrom = await act(deps, actor, organizationId, 'domain.verified', 'manage-domains', async (change) => {
      // Given up and added again meanwhile: the proof was of another token.
      if ((await change.findDomain(name))?.token !== token) throw new OperationRefused('not-found')
      const claimed = await change.claimDomain(name, proof)
      if (!claimed.claimed) throw taken
      await change.audit(['domain', name], { method })
      if (claimed.takenFrom)
        await change.tx.record(system, {
          action: 'domain.taken_over',
          organizationId: claimed.takenFrom,
          target: ['domain', name],
        })
      return claimed.takenFrom
    })
    if (takenFrom) await tellManagers(deps, takenFrom, name, 'taken-over')
  } catch (error) {
    // Two organizations proved it at once: the unique claim let one of them through.
    throw error instanceof OperationRefused && error.field === 'slug' ? taken : error
  }
}

const postmasterTarget = (organizationId: string, name: string) => ({
  address: `postmaster@${name}`,
  purpose: `domain:${organizationId}`,
  browserDigest: digest(organizationId),
  subject: organizationId,
})

/** The weaker proof: a code to the postmaster of the domain (RFC 5321 section 4.5.1). It never lets people in by itself. */
export async function mailDomainCode(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  name: string,
  languages: readonly string[],
): Promise<void> {
  const { organization } = await viewOrganization(deps, actor, organizationId, 'manage-domains')
  if (!(await findDomain(deps.db, organizationId, name))) throw new OperationRefused('not-found')
  const target = postmasterTarget(organizationId, name)
  await spendCheck(deps, organizationId)
  const wait = await consumeLimit(deps, `mail:${digest(target.address)}`, deps.config.limits.mailPerAddress)
  if (wait !== null) throw new TooManyAttempts(wait)
  const { code } = await newCode(deps, target)
  const now = deps.now()
  await queueMail(
    deps,
    {
      kind: 'domain-code',
      to: target.address,
      application: deps.config.brand.name,
      organization: organization.name,
      domain: name,
      at: now.toISOString(),
      network: actor.network ?? '',
      locales: languages,
      code,
    },
    new Date(now.getTime() + linkTtl),
  )
}

export async function confirmDomainCode(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  name: string,
  code: string,
): Promise<void> {
  const domain = await manageable(deps, actor, organizationId, name)
  const problem = await redeemCode(deps, postmasterTarget(organizationId, name), code)
  if (problem) throw new OperationRefused('invalid', 'code', problem)
  await claim(deps, actor, organizationId, domain, 'email')
}

/** What people with an address of a proven domain may do. Letting them in by themselves needs the proof by DNS. */
export async function chooseJoining(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  name: string,
  joining: Joining,
): Promise<void> {
  await act(deps, actor, organizationId, 'domain.updated', 'manage-domains', async (change) => {
    const domain = await change.findDomain(name)
    if (!domain) throw new OperationRefused('not-found')
    if (!domain.verifiedAt) throw new OperationRefused('invalid', 'domain', 'not-verified')
    if (joining === 'automatic' && domain.method !== 'dns')
      throw new OperationRefused('invalid', 'joining', 'needs-dns')
    if (domain.joining === joining) return change.unchanged(undefined)
    await change.setJoining(name, joining)
    await change.audit(['domain', name], { joining })
  })
}

export async function removeDomain(deps: Deps, actor: Actor, organizationId: string, name: string): Promise<void> {
  await act(deps, actor, organizationId, 'domain.removed', 'manage-domains', async (change) => {
    if (!(await change.deleteDomain(name))) throw new OperationRefused('not-found')
    await change.audit(['domain', name])
  })
}
