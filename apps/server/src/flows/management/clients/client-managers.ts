import type { Client } from '../../../oidc/clients.ts'
import { isServerScope } from '../../../oidc/scopes.ts'
import type { FieldDirectory } from '../../platform/fields/field-directory.ts'
import { OperationRefused } from '../../platform/operation-refused.ts'
import { type Manager, requireUnrestricted } from '../managers.ts'

/** The manager of clients: an operator, a command, or a client of the management API, with the scopes of its token. */
export interface ClientManager {
  actor: Manager
  /** The management scopes that they may give to a client, or take over with one. */
  apiScopes: readonly string[] | 'all'
  /** The declared fields that they know of. Null or absent for all of them. */
  fields?: Pick<FieldDirectory, 'has'> | null
}

/**
 * Refuses a manager who would gain rights that they lack: a management scope that they give to a client, or that a
 * client has whose new secret, keys or redirect URIs they set. A token bound to an organization manages no clients. Whoever
 * knows of some fields only gives no client others, and takes over none that has them.
 */
export function requireRightsOver(
  { actor, apiScopes, fields = null }: ClientManager,
  ...clients: readonly Pick<Client, 'scopes' | 'claims' | 'fields'>[]
) {
  requireUnrestricted(actor)
  if (fields && clients.some((client) => reachesMore(client, fields))) throw new OperationRefused('forbidden')
  if (apiScopes === 'all') return
  const held = clients.flatMap(({ scopes }) => [...scopes].filter(isServerScope))
  if (held.some((scope) => !apiScopes.includes(scope))) throw new OperationRefused('forbidden')
}

/** Whether a client has other fields than these: as claims, or at the management API. */
const reachesMore = (
  { scopes, claims, fields }: Pick<Client, 'scopes' | 'claims' | 'fields'>,
  known: Pick<FieldDirectory, 'has'>,
): boolean =>
  claims.some(({ field }) => !known.has(field)) ||
  ([...scopes].some((scope) => scope.startsWith('fields:')) &&
    (fields === null || fields.some((field) => !known.has(field))))
