import { keyAcr } from '../../oidc/acr.ts'
import { noHeldRoles } from '../../oidc/permissions.ts'
import { isSameResource, type Resource } from '../../oidc/resources.ts'
import type { SqlStore } from '../../store/connections/sql.ts'
import { findMemberships } from '../../store/hot/people.ts'
import type { Actor } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { OperationRefused } from '../platform/operation-refused.ts'
import { heldScope, holderIn } from '../platform/rights/held-scope.ts'

/** What a key is for. */
interface KeyScope {
  resource: string
  /** Space-separated. */
  scope: string
}

/** Who would learn a key, and of which organization. */
interface KeyGiver {
  actor: Actor
  organizationId: string
}

/**
 * What somebody may give a key: nobody what they do not hold themselves. A client holds its own scopes at the APIs in its
 * AUDIENCES, an operator all.
 */
async function findGivable(
  deps: Deps,
  store: SqlStore,
  { actor, organizationId }: KeyGiver,
  acr: string,
): Promise<(key: KeyScope) => boolean> {
  const holder =
    actor.kind === 'user'
      ? holderIn(await findMemberships(store, actor.id), organizationId)
      : { roles: ['owner'], held: noHeldRoles }
  return ({ resource, scope }) => {
    const wanted = scope.split(' ')
    if (actor.kind === 'client' && !isGivableBy(deps, actor.id, resource, wanted)) return false
    return heldScope(deps, [resource], wanted, { holder, acr }).length === wanted.length
  }
}

function isGivableBy({ clients }: Deps, id: string, resource: string, scope: readonly string[]): boolean {
  const client = clients.find(id)
  if (!client?.audiences.some((audience) => isSameResource(audience, resource))) return false
  return scope.every((name) => client.scopes.has(name))
}

/** @throws OperationRefused not-allowed, for a scope that they may not give */
export async function requireGivable(deps: Deps, store: SqlStore, giver: KeyGiver, key: KeyScope): Promise<void> {
  const isGivable = await findGivable(deps, store, giver, keyAcr)
  if (!isGivable(key)) throw scopeNotAllowed()
}

/**
 * Which keys of the organization somebody may rotate. They learn the key, which has no person whose rights it could lose. A
 * sign-in that a scope asks for by now weakens the key itself, and stops nobody.
 */
export const findRotatable = (deps: Deps, store: SqlStore, giver: KeyGiver): Promise<(key: KeyScope) => boolean> =>
  findGivable(deps, store, giver, 'phrh')

/** Which scopes a member may give keys in one of these organizations: what a form offers. */
export async function findOffered(
  deps: Deps,
  userId: string,
  organizationIds: readonly string[],
): Promise<(resource: Resource, scope: string) => boolean> {
  const governs = [...deps.resources.all()].some(({ apiKeys, permissions }) => apiKeys && permissions)
  const memberships = governs ? await findMemberships(deps.db, userId) : []
  const holders = organizationIds.map((id) => holderIn(memberships, id))
  return ({ identifier, permissions }, scope) =>
    !permissions || holders.some((holder) => heldScope(deps, [identifier], [scope], { holder, acr: keyAcr }).length > 0)
}

export const scopeNotAllowed = () => new OperationRefused('invalid', 'scope', 'not-allowed')
