import { digest } from '../../../crypto/random.ts'
import { beginReviewOf } from '../../../store/beyond-prisma/directory/directories.ts'
import { type DomainRecord, findDomain } from '../../../store/prisma/organizations/domains.ts'
import { mailContext } from '../../delivery/mail-context.ts'
import { queueMail } from '../../delivery/outbox.ts'
import { linkTtl, newCode, redeemCode } from '../../identity/email-codes.ts'
import { type Actor, system } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { hour } from '../../platform/durations.ts'
import { enforceLimit, mailLimit } from '../../platform/limits.ts'
import { OperationRefused } from '../../platform/operation-refused.ts'
import { viewOrganization } from '../access.ts'
import { type AuditedChange, changeOrganization } from '../changes.ts'
import { nextCheckAt, txtName, txtValue } from './domain-checks.ts'
import { notifyManagers } from './domain-notices.ts'
import { endTrustInDomain } from './trust-in-domains.ts'

const checksPerOrganization = [{ count: 30, window: hour }]

/** A domain of an organization, for those who may manage it. Reading it changes nothing. */
async function findManagedDomain(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  name: string,
): Promise<DomainRecord> {
  await viewOrganization(deps, actor, organizationId, 'manage-domains')
  const domain = await findDomain(deps.db, organizationId, name)
  if (!domain) throw new OperationRefused('not-found')
  return domain
}

async function countCheck(deps: Deps, organizationId: string): Promise<void> {
  await enforceLimit(deps, `domain-checks:${organizationId}`, checksPerOrganization)
}

/** Looks for the TXT record of a domain. Returns what proves the domain. */
export async function lookUpRecord(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  name: string,
): Promise<DomainRecord> {
  const domain = await findManagedDomain(deps, actor, organizationId, name)
  await requireRecord(deps, organizationId, domain)
  return domain
}

/** Looks for the TXT record of a domain now. @throws OperationRefused */
export async function requireRecord(deps: Deps, organizationId: string, domain: DomainRecord): Promise<void> {
  await countCheck(deps, organizationId)
  const records = await deps.txtRecords(txtName(domain.name))
  if (!records?.includes(txtValue(domain.token))) throw new OperationRefused('invalid', 'domain', 'no-record')
}

/** Records the proof that `lookUpRecord` found. */
export const proveByRecord = (deps: Deps, actor: Actor, organizationId: string, found: DomainRecord): Promise<void> =>
  claimDomain(deps, actor, organizationId, found, 'dns')

/** Proves a domain by its TXT record. */
export async function checkDomain(deps: Deps, actor: Actor, organizationId: string, name: string): Promise<void> {
  await proveByRecord(deps, actor, organizationId, await lookUpRecord(deps, actor, organizationId, name))
}

/**
 * Records a proof. A domain of another organization stays with it, unless this proof is by DNS and the other's was lost or
 * was by mail: then the other is notified that the domain has a new owner.
 */
async function claimDomain(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  { name, token }: DomainRecord,
  method: 'dns' | 'email',
): Promise<void> {
  await changeOrganization(deps, actor, organizationId, 'domain.verified', (change) =>
    claimLocked(deps, change, { name, token }, method),
  )
}

/** Whoever may has been asked; the organization is locked. @throws OperationRefused */
export async function claimLocked(
  deps: Deps,
  change: AuditedChange,
  { name, token }: Pick<DomainRecord, 'name' | 'token'>,
  method: 'dns' | 'email',
): Promise<void> {
  const now = deps.now()
  // The domain was removed and added again meanwhile: the proof was for another token.
  const before = await change.findDomain(name)
  if (before?.token !== token) throw new OperationRefused('not-found')
  const claimed = await change.claimDomain(name, { method, now, nextCheckAt: nextCheckAt(now) })
  if (!claimed.claimed) throw new OperationRefused('taken', 'domain', 'domain-taken')
  await change.record(['domain', name], { method }, 'domain.verified')
  // Its record was lost, and a mailbox proves less: nothing that the record was for goes on.
  if (before.lostAt && method === 'email') await endTrustInDomain(deps, change.tx, change.actor, before)
  // People of the directory may have waited for it.
  if (deps.config.scim) await beginReviewOf(change.tx, change.organization.id)
  const { takenFrom } = claimed
  if (!takenFrom) return
  const { organizationId } = takenFrom
  await endTrustInDomain(deps, change.tx, system, takenFrom)
  await change.tx.record(system, { action: 'domain.taken_over', organizationId, target: ['domain', name] })
  await notifyManagers(deps, change.tx, organizationId, name, 'taken-over')
}

const postmasterTarget = (organizationId: string, name: string) => ({
  address: `postmaster@${name}`,
  purpose: `domain:${organizationId}`,
  browserDigest: digest(organizationId),
  subject: organizationId,
})

/** The weaker proof: a code to the postmaster of the domain (RFC 5321 section 4.5.1). It doesn't allow automatic joining. */
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
  await countCheck(deps, organizationId)
  await enforceLimit(deps, mailLimit(target.address), deps.config.limits.mailPerAddress)
  const { code } = await newCode(deps, target)
  const now = deps.now()
  await queueMail(
    deps,
    deps.db,
    {
      kind: 'domain-code',
      ...mailContext(deps, target.address, { network: actor.network, locales: languages }),
      organization: organization.name,
      domain: name,
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
  const domain = await findManagedDomain(deps, actor, organizationId, name)
  const problem = await redeemCode(deps, postmasterTarget(organizationId, name), code)
  if (problem) throw new OperationRefused('invalid', 'code', problem)
  await claimDomain(deps, actor, organizationId, domain, 'email')
}
