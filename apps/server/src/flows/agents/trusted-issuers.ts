import { newId } from '../../crypto/random.ts'
import type { IssuerTrust } from '../../oidc/federation/identity-assertion.ts'
import { lacksTenant } from '../../oidc/federation/shared-issuers.ts'
import { endAgentConnections } from '../../store/beyond-prisma/federation/agent-connections.ts'
import { deleteIdentitiesOf } from '../../store/prisma/federation/external-identities.ts'
import {
  deleteTrustedIssuer,
  findTrustedIssuer,
  findTrustedIssuersOf,
  insertTrustedIssuer,
  type TrustedIssuerRecord,
  updateTrustedIssuer,
} from '../../store/prisma/federation/trusted-issuers.ts'
import { provenByDns } from '../../store/prisma/organizations/domains.ts'
import { requirePasskeyOwner } from '../federation/changes.ts'
import { parseConnectionName } from '../federation/connection-input.ts'
import { notifyOwners } from '../federation/owner-notices.ts'
import { type AuditedChange, changeOrganization } from '../organizations/changes.ts'
import type { Actor } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { OperationRefused } from '../platform/operation-refused.ts'
import { type AccessInput, askForKeys, type IssuerInput, parseAccess, parseIssuer } from './issuer-input.ts'

export type { TrustedIssuerRecord } from '../../store/prisma/federation/trusted-issuers.ts'

/** Few enough for one page. */
export const issuersPerOrganization = 10

export interface NamedIssuer {
  organizationId: string
  id: string
}

export const listTrustedIssuers = ({ db }: Pick<Deps, 'db'>, organizationId: string): Promise<TrustedIssuerRecord[]> =>
  findTrustedIssuersOf(db, organizationId)

/** The domains by which an organization can trust an issuer: without one it can't. */
export const provenDomains = ({ db, now }: Pick<Deps, 'db' | 'now'>, organizationId: string): Promise<string[]> =>
  provenByDns(db, organizationId, now())

/** One of another organization does not exist for this one. @throws OperationRefused */
export async function getTrustedIssuer(
  { db }: { db: Parameters<typeof findTrustedIssuer>[0] },
  named: NamedIssuer,
): Promise<TrustedIssuerRecord> {
  const found = await findTrustedIssuer(db, named)
  if (!found) throw new OperationRefused('not-found')
  return found
}

/**
 * An organization accepts assertions of an issuer about its members, with what they may have by that. Its owners decide it, with
 * a passkey, and all of them are told.
 * @throws OperationRefused
 */
export async function trustIssuer(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  input: IssuerInput & AccessInput,
): Promise<{ id: string }> {
  const name = parseConnectionName(input.name)
  const parsed = parseIssuer(deps, input)
  const access = parseAccess(deps, input)
  if ((await provenDomains(deps, organizationId)).length === 0)
    throw new OperationRefused('invalid', 'issuer', 'no-proven-domain')
  await askForKeys(deps, organizationId, parsed)
  const { issuer, tenant, jwksUri } = parsed
  return changeOrganization(deps, actor, organizationId, 'organization.issuer_trusted', async (change) => {
    const { tx } = change
    await requirePasskeyOwner(tx, actor)
    await requireDomain(deps, change)
    const known = await findTrustedIssuersOf(tx, organizationId)
    if (known.length >= issuersPerOrganization) throw new OperationRefused('too-many', 'issuer', 'too-many-connections')
    if (known.some((other) => other.issuer === issuer && other.tenant === tenant))
      throw new OperationRefused('taken', 'issuer', 'issuer-known')
    await requireTeams(change, access.teams)
    const id = newId(deps.now())
    const trust = { ...access, jwksUri }
    const made = { id, organizationId, name, issuer, tenant, trust, createdAt: deps.now(), createdBy: actor.id }
    await insertTrustedIssuer(tx, made)
    await record(deps, actor, change, made, 'issuer-trusted')
    return { id }
  })
}

/** Changes what an issuer may give. What it gave ends: the applications come back with their next assertions. */
export const changeTrust = (
  deps: Deps,
  actor: Actor,
  named: NamedIssuer,
  input: AccessInput & { name: string; version?: number },
): Promise<void> =>
  changeOrganization(deps, actor, named.organizationId, 'organization.issuer_changed', async (change) => {
    const before = await lockIssuer(actor, change, named)
    if ((input.version ?? before.version) !== before.version) throw new OperationRefused('changed-meanwhile')
    const name = parseConnectionName(input.name)
    const access = parseAccess(deps, input)
    // One that is gone lets nobody through. Taking it out is for the owner to say: no team means everybody.
    await requireTeams(
      change,
      access.teams.filter((id) => !before.trust.teams.includes(id)),
    )
    const trust: IssuerTrust = { ...access, jwksUri: before.trust.jwksUri }
    if (name === before.name && JSON.stringify(trust) === JSON.stringify(before.trust)) return
    await update(change, before, { name, trust })
    await endAgentConnections(change.tx, { organizationId: named.organizationId, issuerId: named.id }, deps.now())
    await record(deps, actor, change, { ...before, name, trust }, 'issuer-changed')
  })

/** Nobody gets a token by it any more, and those that it gave have ended. */
export const disableIssuer = (deps: Deps, actor: Actor, named: NamedIssuer): Promise<void> =>
  changeOrganization(deps, actor, named.organizationId, 'organization.issuer_disabled', async (change) => {
    const before = await lockIssuer(actor, change, named)
    if (before.state === 'disabled') return
    await update(change, before, { state: 'disabled', disabledAt: deps.now() })
    await endAgentConnections(change.tx, { organizationId: named.organizationId, issuerId: named.id }, deps.now())
    await record(deps, actor, change, before, 'issuer-disabled')
  })

/** It is trusted again, as before. What it gave before stays ended. */
export const enableIssuer = (deps: Deps, actor: Actor, named: NamedIssuer): Promise<void> =>
  changeOrganization(deps, actor, named.organizationId, 'organization.issuer_trusted', async (change) => {
    const before = await lockIssuer(actor, change, named)
    await requireDomain(deps, change)
    if (lacksTenant(deps.config, before)) throw new OperationRefused('invalid', 'tenant', 'tenant-required')
    if (before.state === 'active') return
    await update(change, before, { state: 'active' })
    await record(deps, actor, change, before, 'issuer-trusted')
  })

/** The same as turning it off, and who the members are there is forgotten. */
export const removeIssuer = (deps: Deps, actor: Actor, named: NamedIssuer): Promise<void> =>
  changeOrganization(deps, actor, named.organizationId, 'organization.issuer_removed', async (change) => {
    const before = await lockIssuer(actor, change, named)
    await endAgentConnections(change.tx, { organizationId: named.organizationId, issuerId: named.id }, deps.now())
    await deleteIdentitiesOf(change.tx, before.id)
    await deleteTrustedIssuer(change.tx, before.id)
    await record(deps, actor, change, before, 'issuer-removed')
  })

/** Ends what an issuer gave, for everybody. Returns how many applications of members that were. */
export const endAllOfIssuer = (deps: Deps, actor: Actor, named: NamedIssuer): Promise<number> =>
  changeOrganization(deps, actor, named.organizationId, 'client.disconnected', async (change, roles) => {
    if (!roles.includes('owner')) throw new OperationRefused('forbidden')
    const { id } = await lockIssuer(actor, change, named)
    const ended = await endAgentConnections(
      change.tx,
      { organizationId: named.organizationId, issuerId: id },
      deps.now(),
    )
    await change.record(['connection', id], { ended })
    return ended
  })

async function lockIssuer(actor: Actor, { tx }: AuditedChange, named: NamedIssuer): Promise<TrustedIssuerRecord> {
  await requirePasskeyOwner(tx, actor)
  return getTrustedIssuer({ db: tx }, named)
}

async function update(
  { tx }: AuditedChange,
  before: TrustedIssuerRecord,
  to: Parameters<typeof updateTrustedIssuer>[2],
): Promise<void> {
  if (!(await updateTrustedIssuer(tx, before, to))) throw new OperationRefused('changed-meanwhile')
}

async function requireDomain({ now }: Pick<Deps, 'now'>, { tx, organization }: AuditedChange): Promise<void> {
  if ((await provenByDns(tx, organization.id, now())).length === 0)
    throw new OperationRefused('invalid', 'issuer', 'no-proven-domain')
}

/** A team that every member may join would limit nobody; one that does is not opened (flows/organizations/teams.ts). */
async function requireTeams(change: AuditedChange, teams: readonly string[]): Promise<void> {
  for (const id of teams) {
    const team = await change.findTeam(id)
    if (!team) throw new OperationRefused('invalid', 'team', 'choose-one')
    if (team.openToMembers) throw new OperationRefused('invalid', 'team', 'team-limits-agents')
  }
}

async function record(
  deps: Deps,
  actor: Actor,
  { tx, organization, record: write }: AuditedChange,
  { id, name, issuer, tenant, trust }: Pick<TrustedIssuerRecord, 'id' | 'name' | 'issuer' | 'tenant' | 'trust'>,
  news: 'issuer-trusted' | 'issuer-changed' | 'issuer-disabled' | 'issuer-removed',
): Promise<void> {
  await write(['connection', id], {
    ...{ name, issuer, ...(tenant ? { tenant } : {}) },
    scopes: trust.resources.map(({ identifier, scope }) => `${identifier} ${scope.join(' ')}`),
    ...(trust.clients.length > 0 ? { clients: trust.clients } : {}),
    ...(trust.teams.length > 0 ? { teams: trust.teams } : {}),
    ...(trust.trustMfa ? { trust_mfa: true } : {}),
  })
  await notifyOwners(deps, tx, organization, { news, actor, name, domain: issuer, page: 'agents' })
}
