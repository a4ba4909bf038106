import { digest, newId, newSecret } from '../../crypto/random.ts'
import { isGoogle, issuerFault } from '../../oidc/federation/providers.ts'
import {
  countLiveSetupLinks,
  findSetupLink,
  findSetupLinks,
  insertSetupLink,
  revokeSetupLink as revoke,
  type SetupLinkRecord,
} from '../../store/prisma/federation/setup-links.ts'
import { changeOrganization } from '../organizations/changes.ts'
import { parseDomain } from '../organizations/domains/domains.ts'
import { canonicalAddress } from '../platform/addresses.ts'
import type { Actor } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { day } from '../platform/durations.ts'
import { OperationRefused } from '../platform/operation-refused.ts'
import { mayBeHttp } from './../platform/providers/provider-metadata.ts'
import { requirePasskeyOwner } from './changes.ts'
import { notifyOwners } from './owner-notices.ts'

/** How long a link lives, and how many of an organization do at once. */
export const setupLinkLife = 7 * day
export const liveSetupLinks = 3

/** What a set-up link is for. */
export interface SetupLinkInput {
  /** Of the administrator: the code goes there and nowhere else. */
  email: string
  /** A domain and an issuer that may be activated without another click of an owner. */
  approved?: { domain: string; issuer: string } | undefined
}

/** A link without what opens it. */
export type SetupLinkView = Omit<SetupLinkRecord, 'tokenDigest' | 'browserDigest'> & {
  state: 'waiting' | 'opened' | 'used' | 'revoked' | 'expired'
}

/**
 * Makes a link by which a company's administrator, who needs no account, prepares the sign-in of an organization. The link
 * itself is told here, and never again.
 * @throws OperationRefused
 */
export async function makeSetupLink(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  { email, approved }: SetupLinkInput,
): Promise<{ id: string; url: string; expiresAt: Date }> {
  const address = canonicalAddress(email)
  if (!address) throw new OperationRefused('invalid', 'email', 'invalid-address')
  // A program prepares; what may be activated is decided by an owner.
  if (approved && actor.kind !== 'user') throw new OperationRefused('forbidden')
  const approval = approved ? parseApproval(deps, approved) : { approvedDomain: null, approvedIssuer: null }
  return changeOrganization(deps, actor, organizationId, 'setup_link.created', async (change) => {
    const { tx, organization } = change
    await requirePasskeyOwner(tx, actor)
    const now = deps.now()
    if ((await countLiveSetupLinks(tx, organizationId, now)) >= liveSetupLinks)
      throw new OperationRefused('too-many', 'email', 'too-many-links')
    const token = newSecret()
    const id = newId(now)
    const expiresAt = new Date(now.getTime() + setupLinkLife)
    await insertSetupLink(tx, {
      ...{ id, organizationId, email: address, tokenDigest: digest(token), ...approval },
      ...{ createdBy: actor.id ?? actor.kind, createdAt: now, expiresAt },
    })
    const detail = { email: address, domain: approval.approvedDomain, issuer: approval.approvedIssuer }
    await change.record(['setup-link', id], detail)
    await notifyOwners(deps, tx, organization, { news: 'link-created', actor, email: address })
    return { id, url: `${deps.config.issuer}/setup/${token}`, expiresAt }
  })
}

/** Exactly what will be compared: nothing of it is a pattern. @throws OperationRefused */
function parseApproval(deps: Deps, { domain, issuer }: { domain: string; issuer: string }) {
  const approvedDomain = parseDomain(domain, 'approved_domain')
  const approvedIssuer = issuer.trim()
  const provider = isGoogle({ issuer: approvedIssuer }) ? 'google' : 'generic'
  const fault = issuerFault(provider, approvedIssuer, mayBeHttp(deps.config))
  if (fault) throw new OperationRefused('invalid', 'approved_issuer', fault)
  return { approvedDomain, approvedIssuer }
}

/** The links of an organization with those that ended, the newest first. */
export async function listSetupLinks(
  deps: Deps,
  organizationId: string,
  range: { before: string | null; limit: number },
): Promise<SetupLinkView[]> {
  const now = deps.now()
  const links = await findSetupLinks(deps.db, organizationId, range)
  return links.map(({ tokenDigest: _, browserDigest: __, ...link }) => ({ ...link, state: stateOf(link, now) }))
}

const stateOf = (
  { usedAt, revokedAt, openedAt, expiresAt }: Pick<SetupLinkRecord, 'usedAt' | 'revokedAt' | 'openedAt' | 'expiresAt'>,
  now: Date,
): SetupLinkView['state'] => {
  if (revokedAt) return 'revoked'
  if (usedAt) return 'used'
  if (expiresAt <= now) return 'expired'
  return openedAt ? 'opened' : 'waiting'
}

/** @throws OperationRefused */
export async function revokeSetupLink(
  deps: Deps,
  actor: Actor,
  { organizationId, id }: { organizationId: string; id: string },
): Promise<{ email: string }> {
  return changeOrganization(deps, actor, organizationId, 'setup_link.revoked', async (change) => {
    const link = await findSetupLink(change.tx, id)
    if (link?.organizationId !== organizationId) throw new OperationRefused('not-found')
    if (!(await revoke(change.tx, { id, organizationId }, deps.now()))) return { email: link.email }
    await change.record(['setup-link', id], { email: link.email })
    await notifyOwners(deps, change.tx, change.organization, { news: 'link-revoked', actor, email: link.email })
    return { email: link.email }
  })
}
