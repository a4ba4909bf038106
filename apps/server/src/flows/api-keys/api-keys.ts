import { newApiKey, newApiKeyId } from '../../crypto/api-keys.ts'
import { digest } from '../../crypto/random.ts'
import { type MissingRule, missingRule, type OrganizationRules } from '../../oidc/organization-rules.ts'
import type { Resource } from '../../oidc/resources.ts'
import {
  type ApiKeyRecord,
  countApiKeys,
  findApiKey,
  findKeyPolicies,
  insertApiKey,
  type KeyOwner,
  listApiKeys,
  listUsableKeysOfMember,
  revokeApiKey,
  rotateApiKey,
} from '../../store/prisma/api-keys.ts'
import { findNames } from '../../store/prisma/names.ts'
import type { Notice } from '../delivery/notices.ts'
import { actingSession } from '../identity/acting-sign-in.ts'
import type { SignedIn } from '../identity/signed-in.ts'
import { changeOrganization } from '../organizations/changes.ts'
import { may } from '../organizations/rules.ts'
import { rulesOf } from '../organizations/sign-in-rules.ts'
import { type Actor, type AuditedTransaction, inTransaction, userActor } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { day, hour } from '../platform/durations.ts'
import { cleanName } from '../platform/names.ts'
import { readNetworks } from '../platform/networks.ts'
import { OperationRefused, type Problem } from '../platform/operation-refused.ts'
import type { Visitor } from '../platform/visitor.ts'
import { recordKey } from './key-events.ts'
import { notifyOfKey } from './key-notices.ts'
import { endOf, type KeyPolicy, keyPolicyOf, mayMakeKey, mostDays, mostDaysOf, noEnd } from './key-policy.ts'
import { findRotatable, requireGivable, scopeNotAllowed } from './key-scope.ts'

export type { ApiKeyRecord } from '../../store/prisma/api-keys.ts'

/** How many keys can be used at once, and how many are made in an hour. */
const limits = { ofMembership: 20, ofOrganization: 50, madeInHour: 10 } as const

/** How long the key before a rotation works beside the new one. */
const overlap = day

/** A key as somebody asks for it. */
export interface ApiKeyRequest {
  name: string
  /** The identifier of the API. */
  resource: string
  scopes: readonly string[]
  /** Null: it has no end. */
  days: number | null
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
  const { organizationId } = given
  const owner = { userId: person.id, organizationId }
  if (organizationId === null) {
    const checked = checkRequest(deps, given, null)
    return inTransaction(deps, (tx) => insertKey(deps, tx, { actor, owner, visitor }, checked))
  }
  return changeOrganization(deps, actor, organizationId, 'api_key.created', async ({ organization, tx }, roles) => {
    requireRules(rulesOf(organization), session, visitor)
    const policy = keyPolicyOf(organization.keyPolicy)
    if (!mayMakeKey(policy, 'personal', roles)) throw new OperationRefused('forbidden')
    const checked = checkRequest(deps, given, policy)
    await requireGivable(deps, tx, { actor, organizationId }, checked)
    return insertKey(deps, tx, { actor, owner, visitor }, checked)
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
    const checked = checkRequest(deps, given, policy)
    await requireGivable(deps, tx, { actor, organizationId }, checked)
    return insertKey(deps, tx, { actor, owner }, checked)
  })
}

interface CheckedRequest {
  name: string
  resource: string
  scope: string
  days: number | null
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
  const limit = mostDaysOf(deps, policy)
  if (days === null ? limit !== null : !Number.isInteger(days) || days < 1 || days > (limit ?? mostDays))
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

interface KeyMaking {
  actor: Actor
  owner: { userId: string | null; organizationId: string | null }
  visitor?: Notice['visitor']
}

async function insertKey(
  deps: Deps,
  tx: AuditedTransaction,
  { actor, owner, visitor = { network: actor.network ?? '' } }: KeyMaking,
  { days, ...request }: CheckedRequest,
): Promise<MadeApiKey> {
  const now = deps.now()
  const limit = owner.userId === null ? limits.ofOrganization : limits.ofMembership
  const { usable, made } = await countApiKeys(tx, owner, { now, since: new Date(now.getTime() - hour) })
  if (usable >= limit || made >= limits.madeInHour) throw new OperationRefused('too-many')
  const id = newApiKeyId()
  const key = newApiKey(deps.config.apiKeyPrefix, id)
  const expiresAt = days === null ? noEnd : new Date(now.getTime() + days * day)
  await insertApiKey(tx, {
    id,
    ...owner,
    ...request,
    digest: digest(key),
    createdBy: actor.id,
    createdAt: now,
    expiresAt,
  })
  await recordKey(
    tx,
    actor,
    'api_key.created',
    { id, ...owner, ...request },
    {
      expires_at: endOf({ expiresAt })?.toISOString() ?? null,
    },
  )
  const event = owner.userId === null ? 'organization-key-created' : 'api-key-created'
  await notifyOfKey(deps, tx, { id, ...owner, name: request.name }, { visitor, event })
  return { id, name: request.name, key }
}

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

/** Any key, with whose it is by name, for operators. */
export async function findKeyById(deps: Deps, id: string): Promise<(ApiKeyRecord & { owner: string }) | null> {
  const key = await findApiKey(deps.db, {}, id)
  if (!key) return null
  const { users, organizations } = await findNames(deps.db, {
    ...{ teams: [], invitations: [] },
    users: key.userId === null ? [] : [key.userId],
    organizations: key.organizationId === null ? [] : [key.organizationId],
  })
  const person = key.userId === null ? undefined : users.get(key.userId)?.name || key.userId
  const organization = key.organizationId === null ? undefined : organizations.get(key.organizationId)
  return { ...key, owner: [person, organization].filter(Boolean).join(' · ') }
}

/** The names of the keys that end when the membership does. */
export async function keysOfMember(deps: Deps, member: { organizationId: string; userId: string }): Promise<string[]> {
  const keys = await listUsableKeysOfMember(deps.db, member, { now: deps.now(), limit: limits.ofMembership })
  return keys.map(({ name }) => name)
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

const problemOfRule = {
  'company-sign-in': 'company-sign-in',
  passkey: 'passkey-needed',
  network: 'wrong-network',
} as const satisfies Record<MissingRule, Problem>

/** A key that acts for an organization takes the sign-in that the organization wants. @throws OperationRefused */
function requireRules(rules: OrganizationRules, session: ActingKeyMaker, visitor: Pick<Visitor, 'address'>): void {
  const missing = missingRule(rules, actingSession(session, visitor))
  if (missing) throw new OperationRefused('invalid', 'organization', problemOfRule[missing])
}

type ActingKeyMaker = Pick<SignedIn['session'], 'acr' | 'connection'>

/**
 * Gives a key another secret; the one before works for another day. Whoever may not make such a key may not rotate one
 * either, and it never lives longer than it did before, nor than a new one may: whoever wants a longer life makes another
 * key. @throws OperationRefused rotation-under-way while the key before still works
 */
export async function rotateKey(
  deps: Deps,
  change: KeyChange,
  by?: { session: ActingKeyMaker; visitor: Pick<Visitor, 'address'> },
): Promise<MadeApiKey> {
  const key = await getKey(deps, change)
  const next = newApiKey(deps.config.apiKeyPrefix, key.id)
  await changeKey(deps, change, key, 'api_key.rotated', async (tx, allowed) => {
    if (allowed && by) requireRules(allowed.rules, by.session, by.visitor)
    const now = deps.now()
    if (key.oldUntil && key.oldUntil > now) throw new OperationRefused('rotation-under-way')
    const limit = mostDaysOf(deps, allowed?.policy ?? null)
    const latest = limit === null ? noEnd.getTime() : now.getTime() + limit * day
    const oldUntil = new Date(now.getTime() + overlap)
    const expiresAt = new Date(Math.min(key.expiresAt.getTime(), latest))
    if (!(await rotateApiKey(tx, key, { digest: digest(next), oldUntil, expiresAt, now })))
      throw new OperationRefused('rotation-under-way')
    await recordKey(tx, change.actor, 'api_key.rotated', key, {
      ...{ old_until: oldUntil.toISOString(), expires_at: endOf({ expiresAt })?.toISOString() ?? null },
    })
  })
  return { id: key.id, name: key.name, key: next }
}

/** A key that acts for an organization is changed under its lock, by its person or by who may make such keys. */
async function changeKey(
  deps: Deps,
  { actor }: KeyChange,
  key: ApiKeyRecord,
  action: 'api_key.revoked' | 'api_key.rotated',
  work: (tx: AuditedTransaction, allowed: { policy: KeyPolicy; rules: OrganizationRules } | null) => Promise<void>,
): Promise<void> {
  const { organizationId, userId } = key
  if (organizationId === null) return inTransaction(deps, (tx) => work(tx, null))
  await changeOrganization(deps, actor, organizationId, action, async ({ organization, tx }, roles) => {
    const policy = keyPolicyOf(organization.keyPolicy)
    const isOwn = actor.kind === 'user' && actor.id === userId
    const revokes = action === 'api_key.revoked'
    const manages =
      userId === null ? mayMakeKey(policy, 'organization', roles) : revokes && may(roles, 'manage-members')
    const ofTheirOwn = isOwn && (revokes || mayMakeKey(policy, 'personal', roles))
    if (!ofTheirOwn && !manages) throw new OperationRefused('forbidden')
    const learnsIt = userId === null && !revokes
    if (learnsIt && !(await findRotatable(deps, tx, { actor, organizationId }))(key)) throw scopeNotAllowed()
    await work(tx, { policy, rules: rulesOf(organization) })
  })
}

/** Changes what an organization allows its keys. Those that were made stay as they are. */
export async function changeKeyPolicy(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  policy: KeyPolicy,
): Promise<void> {
  const { maxDays } = policy
  const isKnown = maxDays === null ? deps.config.apiKeysNeverExpire : Number.isInteger(maxDays) && maxDays >= 1
  if (!isKnown || (maxDays ?? 0) > mostDays) throw new OperationRefused('invalid', 'max_days', 'invalid-number')
  await changeOrganization(deps, actor, organizationId, 'api_key.policy_changed', async (change) => {
    const before = keyPolicyOf(change.organization.keyPolicy)
    if (JSON.stringify(before) === JSON.stringify(policy)) return
    await change.update({ keyPolicy: JSON.stringify(policy) })
    await change.record(['organization', organizationId], { before, after: policy })
  })
}
