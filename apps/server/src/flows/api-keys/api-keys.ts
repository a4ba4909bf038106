import { newApiKey, newApiKeyId } from '../../crypto/api-keys.ts'
import { digest } from '../../crypto/random.ts'
import { satisfies } from '../../oidc/acr.ts'
import type { Resource } from '../../oidc/resources.ts'
import {
  type ApiKeyRecord,
  countApiKeys,
  findApiKey,
  findKeyPolicies,
  insertApiKey,
  type KeyOwner,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
} from '../../store/prisma/api-keys.ts'
import { findNames } from '../../store/prisma/names.ts'
import { notify } from '../delivery/notices.ts'
import type { SignedIn } from '../identity/signed-in.ts'
import { changeOrganization } from '../organizations/changes.ts'
import { may } from '../organizations/rules.ts'
import { type Actor, type AuditedTransaction, inTransaction, userActor } from '../platform/audit.ts'
import type { ChangeAction } from '../platform/audit-actions.ts'
import type { Deps } from '../platform/deps.ts'
import { day, hour } from '../platform/durations.ts'
import { cleanName } from '../platform/names.ts'
import { OperationRefused } from '../platform/operation-refused.ts'
import type { Visitor } from '../platform/visitor.ts'
import { type KeyPolicy, keyPolicyOf, mayMakeKey, mostDays } from './key-policy.ts'
import { readNetworks } from './networks.ts'

export type { ApiKeyRecord } from '../../store/prisma/api-keys.ts'

/** How many keys can be used at once, and how many are made in an hour. */
const limits = { ofMembership: 20, ofOrganization: 50, madeInHour: 10 } as const

/** The longest life of a key that belongs to no organization. */
const daysWithoutOrganization = 90

/** How long the key before a rotation works beside the new one. */
const overlap = day

/** A key as somebody asks for it. */
export interface ApiKeyRequest {
  name: string
  /** The identifier of the API. */
  resource: string
  scopes: readonly string[]
  days: number
  /** CIDR ranges, separated by commas or blanks; empty for any network. */
  networks: string
}

/** A key that was just made. The key itself is told here, and never again. */
export interface MadeApiKey {
  id: string
  name: string
  key: string
}

/** The APIs that keys are for. */
export const keyedResources = ({ resources }: Pick<Deps, 'resources'>): Resource[] =>
  [...resources.all()].filter(({ apiKeys }) => apiKeys).sort((a, b) => a.name.localeCompare(b.name))

/**
 * Makes a key of the person who is signed in. With an organization it acts for them there, and ends with the membership;
 * without one it is for APIs that need none.
 * @throws OperationRefused what is wrong with the request, with its field
 */
export async function makeOwnKey(
  deps: Deps,
  { person, session }: SignedIn,
  given: ApiKeyRequest & { organizationId: string | null },
  visitor: Visitor,
): Promise<MadeApiKey> {
  const actor = userActor(person.id, visitor.network)
  const notice = { person, visitor, event: 'api-key-created', page: '/account/keys' } as const
  const { organizationId } = given
  const owner = { userId: person.id, organizationId }
  if (organizationId === null) {
    const checked = checkRequest(deps, given, null)
    return inTransaction(deps, async (tx) => {
      await notify(deps, tx, { ...notice, detail: checked.name })
      return insertKey(deps, tx, actor, owner, checked)
    })
  }
  return changeOrganization(deps, actor, organizationId, 'api_key.created', async ({ organization, tx }, roles) => {
    if (organization.requirePasskey && !satisfies(session.acr, 'phr')) throw new OperationRefused('forbidden')
    const policy = keyPolicyOf(organization.keyPolicy)
    if (!mayMakeKey(policy, 'personal', roles)) throw new OperationRefused('forbidden')
    const checked = checkRequest(deps, given, policy)
    await notify(deps, tx, { ...notice, detail: checked.name })
    return insertKey(deps, tx, actor, owner, checked)
  })
}

/** Where a person may make keys of their own, and where they only have some. */
export async function ownKeyPlaces(
  deps: Deps,
  { person }: Pick<SignedIn, 'person'>,
): Promise<{ organizationId: string; name: string; mayMake: boolean }[]> {
  const memberships = await findKeyPolicies(deps.db, person.id)
  return memberships.map(({ organizationId, name, keyPolicy, roles }) => ({
    organizationId,
    name,
    mayMake: mayMakeKey(keyPolicyOf(keyPolicy), 'personal', roles),
  }))
}

/** Makes a key of an organization: it has no person, and stays when whoever made it leaves. */
export async function makeOrganizationKey(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  given: ApiKeyRequest,
): Promise<MadeApiKey> {
  return changeOrganization(deps, actor, organizationId, 'api_key.created', async ({ organization, tx }, roles) => {
    const policy = keyPolicyOf(organization.keyPolicy)
    if (!mayMakeKey(policy, 'organization', roles)) throw new OperationRefused('forbidden')
    const owner = { userId: null, organizationId }
    return insertKey(deps, tx, actor, owner, checkRequest(deps, given, policy))
  })
}

interface CheckedRequest {
  name: string
  resource: string
  scope: string
  days: number
  networks: string
}

/**
 * @param policy - of the organization that the key is for; null for a key without one
 * @throws OperationRefused
 */
function checkRequest(
  deps: Deps,
  { name, resource: identifier, scopes, days, networks: ranges }: ApiKeyRequest,
  policy: KeyPolicy | null,
): CheckedRequest {
  const cleaned = cleanName(name, 60)
  if (!cleaned.ok) throw new OperationRefused('invalid', 'name', cleaned.problem)
  if (cleaned.name === '') throw new OperationRefused('invalid', 'name', 'required')
  const resource = keyedResources(deps).find((known) => known.identifier === identifier)
  // A key without an organization would be refused where one is required: empty never means all.
  if (!resource || (resource.organization === 'none') !== (policy === null))
    throw new OperationRefused('invalid', 'resource', 'choose-one')
  const chosen = resource.scopes.filter((scope) => scopes.includes(scope))
  if (chosen.length === 0 || chosen.length !== new Set(scopes).size)
    throw new OperationRefused('invalid', 'scope', 'choose-one')
  if (!Number.isInteger(days) || days < 1 || days > (policy?.maxDays ?? daysWithoutOrganization))
    throw new OperationRefused('invalid', 'days', 'invalid-number')
  const networks = readNetworks(ranges)
  if (!networks) throw new OperationRefused('invalid', 'networks', 'malformed')
  if (networks.length === 0 && policy?.networksRequired) throw new OperationRefused('invalid', 'networks', 'required')
  return {
    name: cleaned.name,
    resource: resource.identifier,
    scope: chosen.join(' '),
    days,
    networks: networks.join(','),
  }
}

async function insertKey(
  deps: Deps,
  tx: AuditedTransaction,
  actor: Actor,
  owner: { userId: string | null; organizationId: string | null },
  { days, ...request }: CheckedRequest,
): Promise<MadeApiKey> {
  const now = deps.now()
  const limit = owner.userId === null ? limits.ofOrganization : limits.ofMembership
  const { usable, made } = await countApiKeys(tx, owner, { now, since: new Date(now.getTime() - hour) })
  if (usable >= limit || made >= limits.madeInHour) throw new OperationRefused('too-many')
  const id = newApiKeyId()
  const key = newApiKey(deps.config.apiKeyPrefix, id)
  const expiresAt = new Date(now.getTime() + days * day)
  await insertApiKey(tx, {
    id,
    ...owner,
    ...request,
    digest: digest(key),
    createdBy: actor.id,
    createdAt: now,
    expiresAt,
  })
  await recordKey(tx, actor, 'api_key.created', { id, ...owner, ...request }, { expires_at: expiresAt.toISOString() })
  return { id, name: request.name, key }
}

type RecordedKey = Pick<ApiKeyRecord, 'id' | 'userId' | 'organizationId' | 'name' | 'resource' | 'scope'>

const recordKey = (
  tx: AuditedTransaction,
  actor: Actor,
  action: ChangeAction,
  { id, userId, organizationId, name, resource, scope }: RecordedKey,
  more: Record<string, unknown> = {},
): Promise<string> =>
  tx.record(actor, {
    action,
    organizationId,
    target: ['api-key', id],
    detail: { name, resource, scope, ...(userId === null ? {} : { user: userId }), ...more },
  })

interface Range {
  before: string | null
  limit: number
}

/** A person's own keys, the newest first. */
export const ownKeys = (deps: Deps, { person }: Pick<SignedIn, 'person'>, range: Range): Promise<ApiKeyRecord[]> =>
  listApiKeys(deps.db, { userId: person.id }, range)

/** The keys of an organization and those of its members, with the names of these, for who manages it. */
export async function keysOfOrganization(
  deps: Deps,
  organizationId: string,
  range: Range,
): Promise<(ApiKeyRecord & { person: string | null })[]> {
  const keys = await listApiKeys(deps.db, { organizationId }, range)
  const { users } = await findNames(deps.db, {
    ...{ organizations: [], teams: [], invitations: [] },
    users: keys.flatMap(({ userId }) => userId ?? []),
  })
  const nameOf = (userId: string) => users.get(userId)?.name || (users.get(userId)?.address ?? null)
  return keys.map((key) => ({ ...key, person: key.userId && nameOf(key.userId) }))
}

/** Whose key is changed, by whom. */
export interface KeyChange {
  actor: Actor
  owner: KeyOwner
  id: string
}

/** The same for a key of the person who is signed in. */
export const ownKey = ({ person }: Pick<SignedIn, 'person'>, id: string, network: string): KeyChange => ({
  actor: userActor(person.id, network),
  owner: { userId: person.id },
  id,
})

/** @throws OperationRefused not-found */
export async function getKey(deps: Deps, { owner, id }: Pick<KeyChange, 'owner' | 'id'>): Promise<ApiKeyRecord> {
  const key = await findApiKey(deps.db, owner, id)
  if (!key) throw new OperationRefused('not-found')
  return key
}

/** Ends a key at once. One that has ended stays so. */
export async function revokeKey(deps: Deps, change: KeyChange): Promise<ApiKeyRecord> {
  const key = await getKey(deps, change)
  await changeKey(deps, change, key, 'api_key.revoked', async (tx) => {
    if (await revokeApiKey(tx, key.id, deps.now())) await recordKey(tx, change.actor, 'api_key.revoked', key)
  })
  return key
}

/**
 * Gives a key another secret; the one before works for another day. It expires when it did before: whoever wants a longer
 * life makes another key. @throws OperationRefused changed-meanwhile while the key before still works
 */
export async function rotateKey(deps: Deps, change: KeyChange): Promise<MadeApiKey> {
  const key = await getKey(deps, change)
  const next = newApiKey(deps.config.apiKeyPrefix, key.id)
  await changeKey(deps, change, key, 'api_key.rotated', async (tx) => {
    const now = deps.now()
    const oldUntil = new Date(now.getTime() + overlap)
    if (!(await rotateApiKey(tx, key, { digest: digest(next), oldUntil, now })))
      throw new OperationRefused('changed-meanwhile')
    await recordKey(tx, change.actor, 'api_key.rotated', key, { old_until: oldUntil.toISOString() })
  })
  return { id: key.id, name: key.name, key: next }
}

/** A key that acts for an organization is changed under its lock, by its person or by who may make such keys. */
async function changeKey(
  deps: Deps,
  { actor }: KeyChange,
  key: ApiKeyRecord,
  action: 'api_key.revoked' | 'api_key.rotated',
  work: (tx: AuditedTransaction) => Promise<void>,
): Promise<void> {
  const { organizationId, userId } = key
  if (organizationId === null) return inTransaction(deps, work)
  await changeOrganization(deps, actor, organizationId, action, async ({ organization, tx }, roles) => {
    const isOwn = actor.kind === 'user' && actor.id === userId
    const manages =
      userId === null
        ? mayMakeKey(keyPolicyOf(organization.keyPolicy), 'organization', roles)
        : action === 'api_key.revoked' && may(roles, 'manage-members')
    if (!isOwn && !manages) throw new OperationRefused('forbidden')
    await work(tx)
  })
}

/** Changes what an organization allows its keys. Those that were made stay as they are. */
export async function changeKeyPolicy(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  policy: KeyPolicy,
): Promise<void> {
  if (!Number.isInteger(policy.maxDays) || policy.maxDays < 1 || policy.maxDays > mostDays)
    throw new OperationRefused('invalid', 'max_days', 'invalid-number')
  await changeOrganization(deps, actor, organizationId, 'api_key.policy_changed', async (change) => {
    const before = keyPolicyOf(change.organization.keyPolicy)
    if (JSON.stringify(before) === JSON.stringify(policy)) return
    await change.update({ keyPolicy: JSON.stringify(policy) })
    await change.record(['organization', organizationId], { before, after: policy })
  })
}
