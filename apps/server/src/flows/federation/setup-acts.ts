import { isInUse } from '../../oidc/federation/connection.ts'
import { type ConnectionRecord, findConnection } from '../../store/prisma/federation/connections.ts'
import { noteSetupConnection } from '../../store/prisma/federation/setup-links.ts'
import { findDomain, provenByDns } from '../../store/prisma/organizations/domains.ts'
import type { AuditedChange } from '../organizations/changes.ts'
import { claimLocked, requireRecord } from '../organizations/domains/domain-proofs.ts'
import { insertDomain, parseDomain } from '../organizations/domains/domains.ts'
import type { Deps } from '../platform/deps.ts'
import { OperationRefused } from '../platform/operation-refused.ts'
import type { Visitor } from '../platform/visitor.ts'
import { attachLocked, domainsOf } from './connection-domains.ts'
import { askProvider, type ConnectionInput, parseTrust } from './connection-input.ts'
import { type ConnectionView, changeLocked, checkInput, differing, insertChecked, viewOf } from './connections.ts'
import { notifyOwners } from './owner-notices.ts'
import { changeBySetup, limitActs, type OpenSetup } from './setup.ts'
import { beginSignIn } from './upstream/begin-sign-in.ts'

/** What a link has prepared so far. */
export interface SetupProgress {
  /** Of the domain that the page is about. */
  name: string
  connection: ConnectionView | null
  /** Those of the connection. */
  attached: string[]
  /** What has to be in the DNS for the domain that is being proven; null if the organization has not named it yet. */
  domain: { name: string; token: string; proven: boolean } | null
}

/** `typed`: the domain that was named last, as far as the page knows. */
export async function setupProgress(
  deps: Deps,
  { link }: OpenSetup,
  { typed, fallback }: { typed: string; fallback: string },
): Promise<SetupProgress> {
  const connection = link.connectionId === null ? null : await findConnection(deps.db, link.connectionId)
  const attached = connection ? await domainsOf(deps.db, connection) : []
  const name = typed || (attached[0] ?? fallback)
  const domain = await findDomain(deps.db, link.organizationId, name)
  const proven = await provenByDns(deps.db, link.organizationId, deps.now())
  return {
    name,
    connection: connection && viewOf(connection),
    attached,
    domain: domain && { name: domain.name, token: domain.token, proven: proven.includes(domain.name) },
  }
}

/** Names a domain that is to be proven. One that the organization has already is only named. */
export async function nameSetupDomain(deps: Deps, opened: OpenSetup, typed: string): Promise<string> {
  await limitActs(deps, opened)
  const name = parseDomain(typed)
  await changeBySetup(deps, opened, 'domain.added', async (change) => {
    if (await insertDomain(deps, change, name))
      await notifyOwners(deps, change.tx, change.organization, { news: 'updated', actor: opened.actor, domain: name })
  })
  return name
}

/** Looks for the TXT record of a domain, and attaches the domain to the connection of the link once both are there. */
export async function proveSetupDomain(deps: Deps, opened: OpenSetup, name: string): Promise<void> {
  await limitActs(deps, opened)
  const domain = await findDomain(deps.db, opened.link.organizationId, name)
  if (!domain) throw new OperationRefused('not-found')
  await requireRecord(deps, opened.link.organizationId, domain)
  await changeBySetup(deps, opened, 'domain.verified', async (change, link) => {
    await claimLocked(deps, change, domain, 'dns')
    const connection = link.connectionId === null ? null : await findConnection(change.tx, link.connectionId)
    if (connection) await attachLocked(deps, opened.actor, change, requireUnused(connection), name)
    else
      await notifyOwners(deps, change.tx, change.organization, { news: 'updated', actor: opened.actor, domain: name })
  })
}

/** What signs people in, and what an owner switched off, is not reached by a link. @throws OperationRefused */
function requireUnused(connection: ConnectionRecord): ConnectionRecord {
  if (isInUse(connection.state) || connection.state === 'disabled') throw new OperationRefused('not-found')
  return connection
}

/**
 * Saves what is to be trusted: one connection for each link, in draft. Its settings, and whatever else an owner decides, are not
 * reached from here.
 */
export async function saveSetupConnection(
  deps: Deps,
  opened: OpenSetup,
  input: ConnectionInput,
  domain: string,
): Promise<void> {
  await limitActs(deps, opened)
  const { connectionId } = opened.link
  const before = connectionId === null ? null : await findConnection(deps.db, connectionId)
  if (!before) {
    const checked = await checkInput(deps, input)
    return changeBySetup(deps, opened, 'connection.created', async (change, link) => {
      if (link.connectionId !== null) throw new OperationRefused('changed-meanwhile')
      const { id } = await insertChecked(deps, opened.actor, change, checked)
      await noteSetupConnection(change.tx, link.id, id)
      await attachIfProven(deps, opened, change, id, domain)
    })
  }
  requireUnused(before)
  const trust = differing(before, parseTrust(deps, before.provider, input))
  if (trust) await askProvider(deps, trust)
  return changeBySetup(deps, opened, 'connection.updated', async (change) => {
    const given = { name: input.name }
    await changeLocked(deps, opened.actor, change, { id: before.id, given, trust, version: before.version })
    await attachIfProven(deps, opened, change, before.id, domain)
  })
}

async function attachIfProven(
  deps: Deps,
  { actor }: OpenSetup,
  change: AuditedChange,
  id: string,
  domain: string,
): Promise<void> {
  const connection = await findConnection(change.tx, id)
  const proven = await provenByDns(change.tx, change.organization.id, deps.now())
  if (connection && proven.includes(domain)) await attachLocked(deps, actor, change, connection, domain)
}

/** Begins a test sign-in at the provider of a link. */
export async function beginSetupTest(
  deps: Deps,
  opened: OpenSetup,
  visitor: Visitor,
  returnPath: string,
): Promise<{ url: string; flowCookie: string }> {
  await limitActs(deps, opened)
  const { link } = opened
  const connection = link.connectionId === null ? null : await findConnection(deps.db, link.connectionId)
  if (!connection) throw new OperationRefused('not-found')
  requireUnused(connection)
  const purpose = 'test'
  return beginSignIn(deps, visitor, {
    ...{ at: { connection }, purpose, setupLinkId: link.id, returnPath },
    request: { promptLogin: true },
  })
}
