import { newId } from '../../crypto/random.ts'
import { type ConnectionSettings, defaultSettings, isInUse } from '../../oidc/federation/connection.ts'
import { providerFacts } from '../../oidc/federation/providers.ts'
import { findDirectoryOf } from '../../store/beyond-prisma/directory/directories.ts'
import { findPeopleKnownBy } from '../../store/beyond-prisma/people/external-identities.ts'
import {
  type ConnectionRecord,
  deleteConnection,
  findConnectionsOf,
  insertConnection,
  releaseSuccessors,
  updateConnection,
} from '../../store/prisma/federation/connections.ts'
import { deleteIdentitiesOf } from '../../store/prisma/federation/external-identities.ts'
import { type AuditedChange, changeOrganization } from '../organizations/changes.ts'
import { forgetPeople } from '../organizations/members/company-sign-ins.ts'
import { isOwnersRole } from '../organizations/roles/giving.ts'
import type { Actor } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { OperationRefused } from '../platform/operation-refused.ts'
import { type NamedConnection, requireConnection, requirePasskeyOwner } from './changes.ts'
import {
  askProvider,
  type CheckedTrust,
  type ConnectionInput,
  parseConnectionName,
  parseProvider,
  parseSettings,
  parseTrust,
  type SettingsInput,
  type TrustInput,
} from './connection-input.ts'
import { notifyOwners } from './owner-notices.ts'
import { requireWayIn } from './way-in.ts'

export const connectionsPerOrganization = 10

/** A connection with what may be shown of it: its secret never is. */
export type ConnectionView = Omit<ConnectionRecord, 'sealedSecret'> & { hasSecret: boolean }

export const viewOf = ({ sealedSecret, ...connection }: ConnectionRecord): ConnectionView => ({
  ...connection,
  hasSecret: sealedSecret !== null,
})

export const listConnections = async (deps: Deps, organizationId: string): Promise<ConnectionView[]> =>
  (await findConnectionsOf(deps.db, organizationId)).map(viewOf)

/** @throws OperationRefused */
export const getConnection = async (deps: Deps, named: NamedConnection): Promise<ConnectionView> =>
  viewOf(await requireConnection(deps.db, named))

/**
 * Adds a connection in draft, once its provider has answered. Nothing reaches it until it was tested and activated.
 * @throws OperationRefused
 */
export async function createConnection(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  input: ConnectionInput,
): Promise<{ id: string }> {
  return createChecked(deps, actor, organizationId, await checkInput(deps, input))
}

/** The same with what was checked: it waits for nobody else. @throws OperationRefused */
export const createChecked = (
  deps: Deps,
  actor: Actor,
  organizationId: string,
  checked: CheckedInput,
): Promise<{ id: string }> =>
  changeOrganization(deps, actor, organizationId, 'connection.created', async (change) => {
    await requirePasskeyOwner(change.tx, actor)
    return insertChecked(deps, actor, change, checked)
  })

export type CheckedInput = CheckedTrust & Pick<ConnectionRecord, 'provider' | 'name'>

/** Asks the provider too, so that a mistake is seen where it was made. @throws OperationRefused */
export async function checkInput(deps: Deps, input: ConnectionInput): Promise<CheckedInput> {
  const provider = parseProvider(input.provider)
  const name = parseConnectionName(input.name)
  const trust = parseTrust(deps, provider, input)
  if (trust.authMethod !== 'private_key_jwt' && trust.secret === null)
    throw new OperationRefused('invalid', 'secret', 'required')
  await askProvider(deps, trust)
  return { provider, name, ...trust }
}

/** Whoever may has been asked; the organization is locked. */
export async function insertChecked(
  deps: Deps,
  actor: Actor,
  { tx, organization, record }: AuditedChange,
  { secret, ...checked }: CheckedInput,
): Promise<{ id: string }> {
  await requireRoom(tx, organization.id)
  const id = newId(deps.now())
  const settings = {
    ...defaultSettings,
    jit: defaultSettings.jit && !(await hasOpenDirectory(deps, tx, organization.id)),
    groupsClaim: providerFacts(checked.provider).groupsClaim,
  }
  await insertConnection(tx, {
    ...{ id, organizationId: organization.id, ...checked, settings, replacesId: null, createdAt: deps.now() },
    sealedSecret: secret === null ? null : deps.keyring.seal('connection-secret', secret),
  })
  await record(['connection', id], detailOf(checked), 'connection.created')
  if (actor.kind !== 'user') await notifyOwners(deps, tx, organization, { news: 'created', actor, name: checked.name })
  return { id }
}

/** Where a directory decides who comes, nobody becomes a member by signing in, unless an owner allows it. */
async function hasOpenDirectory(
  deps: Pick<Deps, 'config'>,
  tx: AuditedChange['tx'],
  organizationId: string,
): Promise<boolean> {
  const found = deps.config.scim ? await findDirectoryOf(tx, organizationId) : null
  return found !== null && found.closedAt === null
}

async function requireRoom(tx: AuditedChange['tx'], organizationId: string): Promise<void> {
  if ((await findConnectionsOf(tx, organizationId)).length >= connectionsPerOrganization)
    throw new OperationRefused('too-many', 'provider', 'too-many-connections')
}

const detailOf = ({ provider, name, issuer, clientId, authMethod }: Omit<CheckedInput, 'secret'>) => ({
  ...{ provider, name, issuer },
  client_id: clientId,
  auth_method: authMethod,
})

/** What is to be different of a connection. */
export interface ConnectionChange {
  name?: string
  settings?: SettingsInput
  trust?: TrustInput
}

/**
 * Changes a connection. Whom it trusts is never changed of one that is in use: a successor in draft gets that, and the old
 * one signs people in until the successor was tested and is activated. Returns the id of what was changed.
 * `version`: refused if somebody has changed it since it was read.
 * @throws OperationRefused
 */
export async function changeConnection(
  deps: Deps,
  actor: Actor,
  named: NamedConnection,
  given: ConnectionChange,
  version?: number,
): Promise<{ id: string; successor: boolean }> {
  const read = await requireConnection(deps.db, named)
  const trust = given.trust && differing(read, parseTrust(deps, read.provider, given.trust))
  if (trust) await askProvider(deps, trust)
  return changeOrganization(deps, actor, named.organizationId, 'connection.updated', async (change) => {
    await requirePasskeyOwner(change.tx, actor)
    return changeLocked(deps, actor, change, { id: named.id, given, trust, version: version ?? read.version })
  })
}

/** Null where everything is as it was. A secret is always another one. @throws OperationRefused */
export function differing(before: ConnectionRecord, trust: CheckedTrust): CheckedTrust | undefined {
  const needsSecret = trust.authMethod !== 'private_key_jwt' && trust.secret === null
  if (needsSecret && before.sealedSecret === null) throw new OperationRefused('invalid', 'secret', 'required')
  // A secret belongs to a client at a provider: it is never sent to another one.
  const isOther = isOtherClient(before, trust)
  if (needsSecret && isOther) throw new OperationRefused('invalid', 'secret', 'required')
  const differs = isOther || trust.authMethod !== before.authMethod || trust.secret !== null
  return differs ? trust : undefined
}

type TrustedClient = Pick<CheckedTrust, 'issuer' | 'clientId'>

/**
 * A provider may name people by other subjects to another client (OpenID Connect Core, section 8.1): whom the connection knew by the
 * old ones is linked again, by confirming, as at a successor.
 */
const isOtherClient = (before: TrustedClient, after: TrustedClient): boolean =>
  after.issuer !== before.issuer || after.clientId !== before.clientId

interface LockedChange {
  id: string
  given: ConnectionChange
  trust: CheckedTrust | undefined
  version: number
}

/** Whoever may has been asked; the organization is locked. */
export async function changeLocked(
  deps: Deps,
  actor: Actor,
  change: AuditedChange,
  { id, given, trust, version }: LockedChange,
): Promise<{ id: string; successor: boolean }> {
  const { tx, organization } = change
  const before = await requireConnection(tx, { organizationId: organization.id, id })
  if (before.version !== version) throw new OperationRefused('changed-meanwhile')
  const name = given.name === undefined ? before.name : parseConnectionName(given.name)
  const settings = await parseSettings(tx, organization.id, before.settings, given.settings ?? {})
  const isSame = name === before.name && JSON.stringify(settings) === JSON.stringify(before.settings)
  if (isSame && !trust) return { id, successor: false }
  await requireOwnersChoice(deps, actor, change, before, settings)
  // A successor gets them from the connection that it replaces.
  if (before.replacesId !== null && JSON.stringify(settings) !== JSON.stringify(before.settings))
    throw new OperationRefused('conflict', 'connection', 'successor-settings')
  if (trust && before.state === 'disabled' && actor.kind !== 'user') throw new OperationRefused('forbidden')
  const later = trust && isInUse(before.state) ? trust : undefined
  const now = later ? undefined : trust
  const next = { ...before, name, settings }
  if (!isSame || now) {
    const stays = now ? { organizationCallback: await keepsAddress(tx, before, now) } : {}
    const data = { name, settings, ...(now ? { ...untested, ...materialOf(deps, before, now) } : {}), ...stays }
    if (!(await updateConnection(tx, before, data))) throw new OperationRefused('changed-meanwhile')
    await change.record(['connection', id], changedDetail(before, next, now), 'connection.updated')
    if (now && isOtherClient(before, now)) {
      const userIds = await findPeopleKnownBy(tx, id)
      await forgetPeople(deps, tx, actor, { organizationId: organization.id, connectionIds: [id], userIds })
    }
    if (now || actor.kind !== 'user') await notifyOwners(deps, tx, organization, { news: 'updated', actor, name })
  }
  return later ? replaceLater(deps, actor, change, next, later) : { id, successor: false }
}

/** What is trusted anew was not tested. */
const untested = { state: 'draft', testedAt: null, testedBy: null } as const

/**
 * With these a connection can give more than its organization would. Only its owners decide that, and no program; nor what
 * groups of a connection that signs people in are read from, nor who joins where a directory decides that.
 */
async function requireOwnersChoice(
  deps: Pick<Deps, 'permissions' | 'config'>,
  actor: Actor,
  { tx, organization, rolesNamed }: AuditedChange,
  { state, settings: before }: ConnectionRecord,
  after: ConnectionSettings,
): Promise<void> {
  if (actor.kind === 'user') return
  const joins = after.jit && !before.jit && (await hasOpenDirectory(deps, tx, organization.id))
  const widens = joins || (after.allowOwner && !before.allowOwner) || (after.trustMfa && !before.trustMfa)
  const movesGroups = isInUse(state) && after.groupsClaim !== before.groupsClaim
  const given = after.defaultRole === before.defaultRole ? [] : await rolesNamed([after.defaultRole])
  if (widens || movesGroups || given.some((role) => isOwnersRole(deps, role))) throw new OperationRefused('forbidden')
}

const materialOf = (
  { keyring }: Pick<Deps, 'keyring'>,
  before: Pick<ConnectionRecord, 'sealedSecret'>,
  { secret, ...trust }: CheckedTrust,
) => ({
  ...trust,
  sealedSecret:
    trust.authMethod === 'private_key_jwt'
      ? null
      : secret === null
        ? before.sealedSecret
        : keyring.seal('connection-secret', secret),
})

/**
 * Whether a connection with this trust stays at the address of its organization, because that is registered at its provider.
 * Never beside another issuer there: the answers of one would be taken for those of the other.
 */
async function keepsAddress(
  tx: AuditedChange['tx'],
  { organizationId, organizationCallback, issuer: before }: ConnectionRecord,
  { issuer }: Pick<CheckedTrust, 'issuer'>,
): Promise<boolean> {
  if (!organizationCallback || issuer !== before) return false
  const there = (await findConnectionsOf(tx, organizationId)).filter((connection) => connection.organizationCallback)
  return there.every((connection) => connection.issuer === issuer)
}

/** Puts what is to be trusted into a successor, a new one or the one that waits already. */
async function replaceLater(
  deps: Deps,
  actor: Actor,
  { tx, organization, record }: AuditedChange,
  connection: ConnectionRecord,
  trust: CheckedTrust,
): Promise<{ id: string; successor: boolean }> {
  const waiting = (await findConnectionsOf(tx, organization.id)).find(({ replacesId }) => replacesId === connection.id)
  const organizationCallback = await keepsAddress(tx, connection, trust)
  const material = { ...materialOf(deps, connection, trust), organizationCallback }
  const { provider, name, settings } = connection
  const id = waiting?.id ?? newId(deps.now())
  if (waiting) await updateConnection(tx, waiting, { settings, ...untested, ...material })
  else {
    await requireRoom(tx, organization.id)
    await insertConnection(tx, {
      ...{ id, organizationId: organization.id, provider, name, settings, ...material },
      ...{ createdAt: deps.now(), replacesId: connection.id },
    })
  }
  const detail = { ...changedDetail(connection, connection, trust), replaces: connection.id }
  await record(['connection', id], detail, waiting ? 'connection.updated' : 'connection.created')
  await notifyOwners(deps, tx, organization, { news: 'updated', actor, name })
  return { id, successor: true }
}

/** What was changed. Of a secret, only that it was. */
const changedDetail = (before: ConnectionRecord, after: ConnectionRecord, trust: CheckedTrust | undefined) => ({
  name: after.name,
  ...(JSON.stringify(before.settings) === JSON.stringify(after.settings) ? {} : { settings: after.settings }),
  ...(trust
    ? { issuer: trust.issuer, client_id: trust.clientId, auth_method: trust.authMethod, secret: trust.secret !== null }
    : {}),
})

/** Turns a connection off: it signs nobody in, and the sessions that it made end at their next use. @throws OperationRefused */
export async function disableConnection(deps: Deps, actor: Actor, named: NamedConnection): Promise<void> {
  await changeOrganization(deps, actor, named.organizationId, 'connection.disabled', async (change) => {
    const { tx, organization } = change
    const connection = await requireConnection(tx, named)
    await requirePasskeyOwner(tx, actor)
    if (connection.state === 'disabled') return
    await requireWayIn(deps, change, { connectionId: connection.id })
    const data = { state: 'disabled', disabledAt: deps.now() } as const
    if (!(await updateConnection(tx, connection, data))) throw new OperationRefused('changed-meanwhile')
    await change.record(['connection', connection.id], { name: connection.name })
    await notifyOwners(deps, tx, organization, { news: 'disabled', actor, name: connection.name })
  })
}

/** Removes a connection, with who people are there. Their accounts and memberships stay. @throws OperationRefused */
export async function removeConnection(deps: Deps, actor: Actor, named: NamedConnection): Promise<void> {
  await changeOrganization(deps, actor, named.organizationId, 'connection.removed', async (change) => {
    const { tx, organization } = change
    const connection = await requireConnection(tx, named)
    await requirePasskeyOwner(tx, actor)
    await requireWayIn(deps, change, { connectionId: connection.id })
    await deleteIdentitiesOf(tx, connection.id)
    await deleteConnection(tx, connection.id)
    await releaseSuccessors(tx, connection.id)
    await change.record(['connection', connection.id], { name: connection.name, issuer: connection.issuer })
    await notifyOwners(deps, tx, organization, { news: 'removed', actor, name: connection.name })
  })
}
