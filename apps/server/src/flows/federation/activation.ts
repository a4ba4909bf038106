import { isInUse } from '../../oidc/federation/connection.ts'
import {
  type ConnectionRecord,
  deleteConnection,
  findConnection,
  moveDomains,
  updateConnection,
} from '../../store/prisma/federation/connections.ts'
import { moveRoleMappings } from '../../store/prisma/federation/role-mappings.ts'
import { endSetupLinksOf } from '../../store/prisma/federation/setup-links.ts'
import type { DomainRecord } from '../../store/prisma/organizations/domains.ts'
import { isActiveOwner } from '../../store/prisma/organizations/organizations.ts'
import { type AuditedChange, changeLockedOrganization, changeOrganization } from '../organizations/changes.ts'
import type { Actor } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { day } from '../platform/durations.ts'
import { OperationRefused } from '../platform/operation-refused.ts'
import type { Visitor } from '../platform/visitor.ts'
import { type NamedConnection, requireConnection, requirePasskeyOwner } from './changes.ts'
import { domainsOf, lookUpDomains, requireSame } from './connection-domains.ts'
import { notifyOwners } from './owner-notices.ts'
import { findUsableLink } from './setup.ts'
import type { FederationAttempt, FinishedAttempt } from './upstream/attempt.ts'
import { enforceWaysIn } from './way-in.ts'

/** How long after a successful test a connection may be activated. */
export const testLife = day

/**
 * Lets a connection sign people in: by an owner with a passkey, after a successful test within a day, and with the TXT records
 * of its domains there at this moment.
 * @throws OperationRefused
 */
export async function activateConnection(
  deps: Deps,
  actor: Actor & { kind: 'user' },
  named: NamedConnection,
): Promise<{ id: string }> {
  const read = await requireConnection(deps.db, named)
  requireTested(deps, read)
  const found = await lookUpDomains(deps, read)
  return changeOrganization(deps, actor, named.organizationId, 'connection.activated', async (change) => {
    await requirePasskeyOwner(change.tx, actor)
    return activateLocked(deps, actor, change, { read, found })
  })
}

/** @throws OperationRefused */
function requireTested({ now }: Pick<Deps, 'now'>, { state, testedAt }: ConnectionRecord): void {
  if (isInUse(state)) throw new OperationRefused('conflict', 'connection', 'already-active')
  const recent = testedAt !== null && now().getTime() - testedAt.getTime() < testLife
  if (state !== 'tested' || !recent) throw new OperationRefused('invalid', 'connection', 'not-tested')
}

/** Whoever may has been asked; the organization is locked. */
export async function activateLocked(
  deps: Deps,
  actor: Actor,
  change: AuditedChange,
  { read, found }: { read: ConnectionRecord; found: readonly DomainRecord[] },
): Promise<{ id: string }> {
  const { tx, organization, record } = change
  const connection = await requireConnection(tx, { organizationId: organization.id, id: read.id })
  if (connection.version !== read.version) throw new OperationRefused('changed-meanwhile')
  requireTested(deps, connection)
  await requireSame(deps, tx, connection, found)
  const replaced = connection.replacesId === null ? null : await findConnection(tx, connection.replacesId)
  const id = replaced ? await replace(deps, change, replaced, connection) : await switchOn(deps, change, connection)
  await enforceWaysIn(deps, change)
  await endSetupLinksOf(tx, connection.id, deps.now())
  if (organization.ssoPolicy === 'off') await change.update({ ssoPolicy: 'offered' })
  const detail = { name: connection.name, issuer: connection.issuer, ...(replaced ? { replaces: replaced.id } : {}) }
  await record(['connection', id], detail, 'connection.activated')
  await notifyOwners(deps, tx, organization, { news: 'activated', actor, name: connection.name })
  return { id }
}

async function switchOn(deps: Deps, { tx }: AuditedChange, connection: ConnectionRecord): Promise<string> {
  // `disabledAt` stays: what was made before then has ended (store/hot/sign-in-rules.ts).
  const fresh = { failures: 0, failingSince: null, replacesId: null }
  const data = { ...fresh, state: 'active', activatedAt: deps.now() } as const
  if (!(await updateConnection(tx, connection, data))) throw new OperationRefused('changed-meanwhile')
  return connection.id
}

/**
 * A successor that is the same client of the same provider only brought other credentials: the connection takes them, and
 * its sessions and people stay. Otherwise the successor takes its place: who people are was said by another issuer, or to
 * another client, so everybody confirms it anew. What was chosen of the connection, and what its groups give, stay as they are
 * at this moment.
 */
async function replace(
  deps: Deps,
  change: AuditedChange,
  replaced: ConnectionRecord,
  successor: ConnectionRecord,
): Promise<string> {
  const { tx } = change
  if (replaced.issuer === successor.issuer && replaced.clientId === successor.clientId) {
    const { authMethod, sealedSecret, organizationCallback, testedAt, testedBy } = successor
    const taken = { authMethod, sealedSecret, organizationCallback, testedAt, testedBy }
    await deleteConnection(tx, successor.id)
    await updateConnection(tx, replaced, { ...taken, state: 'tested' })
    return switchOn(deps, change, { ...replaced, version: replaced.version + 1 })
  }
  await moveDomains(tx, replaced.id, successor.id)
  await moveRoleMappings(tx, replaced.id, successor.id)
  await updateConnection(tx, replaced, { state: 'disabled', disabledAt: deps.now() })
  await updateConnection(tx, successor, { settings: replaced.settings })
  return switchOn(deps, change, { ...successor, version: successor.version + 1 })
}

/**
 * Notes a test sign-in that succeeded: the connection may be activated for a day. Of a connection that is in use, only the
 * time is noted. A test by a set-up link of what an owner approved beforehand activates it.
 */
export async function noteTest(
  deps: Deps,
  attempt: FederationAttempt,
  result: FinishedAttempt,
  visitor: Pick<Visitor, 'network'>,
): Promise<void> {
  if (!result.ok || attempt.connectionId === null) return
  const { version } = result.attempt.secrets
  const read = await findConnection(deps.db, attempt.connectionId)
  const actor = testerOf(attempt, visitor)
  if (!read || !actor) return
  const noted = await changeLockedOrganization(
    deps,
    actor,
    read.organizationId,
    'connection.tested',
    async (change) => {
      const { tx, organization, record } = change
      const connection = await findConnection(tx, read.id)
      // What was tested is not what is stored now, if it was changed since the test began.
      if (!connection || organization.disabledAt || connection.version !== version) return false
      if (!(await mayTest(deps, change, actor, connection))) return false
      const state = isInUse(connection.state) ? connection.state : 'tested'
      const data = { state, testedAt: deps.now(), testedBy: actor.id }
      if (!(await updateConnection(tx, connection, data))) return false
      await record(['connection', connection.id], { name: connection.name, reference: attempt.reference })
      if (actor.kind === 'setup_link')
        await notifyOwners(deps, tx, organization, { news: 'tested', actor, name: connection.name })
      return true
    },
  )
  if (noted && actor.kind === 'setup_link') await activateApproved(deps, actor, read.id)
}

/**
 * Activates what an owner approved when they made the link: this domain alone and exactly this issuer, while they still are an
 * owner, and nothing that is in use already. Whatever is missing waits for the click of an owner.
 */
async function activateApproved(
  deps: Deps,
  actor: Actor & { kind: 'setup_link' },
  connectionId: string,
): Promise<void> {
  const read = await findConnection(deps.db, connectionId)
  const link = (await findUsableLink(deps, deps.db, actor.id))?.link
  if (!read || !link || link.approvedDomain === null || link.approvedIssuer !== read.issuer) return
  const names = await domainsOf(deps.db, read)
  if (names.length !== 1 || names[0] !== link.approvedDomain) return
  try {
    const found = await lookUpDomains(deps, read)
    await changeLockedOrganization(deps, actor, read.organizationId, 'connection.activated', async (change) => {
      const isUsable = (await findUsableLink(deps, change.tx, link.id)) !== null
      if (isUsable && !change.organization.disabledAt) await activateLocked(deps, actor, change, { read, found })
    })
  } catch (error) {
    // The record is gone, or somebody changed something: an owner looks at it.
    if (!(error instanceof OperationRefused)) throw error
  }
}

const testerOf = (
  { userId, setupLinkId }: FederationAttempt,
  { network }: Pick<Visitor, 'network'>,
): (Actor & { kind: 'user' | 'setup_link' }) | null => {
  if (userId !== null) return { kind: 'user', id: userId, network }
  return setupLinkId === null ? null : { kind: 'setup_link', id: setupLinkId, network }
}

/** Whoever began a test may have lost what allowed it. What an owner switched off is tested by owners alone. */
async function mayTest(
  deps: Pick<Deps, 'clients' | 'now'>,
  change: AuditedChange,
  actor: Actor & { kind: 'user' | 'setup_link' },
  { state }: ConnectionRecord,
): Promise<boolean> {
  if (actor.kind === 'user')
    return isActiveOwner(change.tx, { organizationId: change.organization.id, userId: actor.id })
  return state !== 'disabled' && (await findUsableLink(deps, change.tx, actor.id)) !== null
}
