import { isUniqueViolation, SlugTaken } from '../../store/connections/errors.ts'
import {
  lockOrganization,
  type OrganizationChange,
  type OrganizationRecord,
} from '../../store/prisma/organization-changes.ts'
import { findOrganization, findRoles } from '../../store/prisma/organizations.ts'
import {
  type Actor,
  type AuditedTransaction,
  type EventDetails,
  inTransaction,
  type Refusal,
  recordRefusal,
} from '../platform/audit.ts'
import type { ChangeAction } from '../platform/audit-actions.ts'
import type { Deps } from '../platform/deps.ts'
import { consumeLimit } from '../platform/limits.ts'
import { may, type Operation } from './rules.ts'

export type RefusalReason =
  | 'not-found'
  | 'forbidden'
  | 'last-owner'
  | 'taken'
  | 'invalid'
  | 'changed-meanwhile'
  | 'not-a-member'
  | 'too-many'

/** What someone asked for is not done, and nothing was changed. `field` and `problem` are for a form. */
export class OperationRefused extends Error {
  override readonly name = 'Refused'
  constructor(
    readonly reason: RefusalReason,
    readonly field: string | null = null,
    readonly problem: string | null = null,
  ) {
    super(`refused: ${reason}${problem ? ` (${field}: ${problem})` : ''}`)
  }
}

/** The roles with which someone acts. Clients and operators act as owners of what they may act on at all. */
async function rolesOfActor(
  actor: Actor,
  organizationId: string,
  find: (userId: string) => Promise<string[] | null>,
): Promise<string[] | null> {
  if (actor.kind === 'client')
    return actor.organizationId === null || actor.organizationId === organizationId ? ['owner'] : null
  return actor.kind === 'user' ? find(actor.id) : ['owner']
}

/** An organization whose row is held, the transaction that holds it, and the way to write the event of the change. */
export interface AuditedChange extends OrganizationChange {
  tx: AuditedTransaction
  /** Writes the event of the action, unless another is named. */
  audit(target: EventDetails['target'], detail?: Record<string, unknown>, action?: ChangeAction): Promise<void>
  /** Ends the work with this value and leaves the organization, its version too, as it was. */
  unchanged<T>(value: T): T
}

/** There was nothing to change. */
class Unchanged extends Error {
  override readonly name = 'Unchanged'
  constructor(readonly value: unknown) {
    super('nothing changed')
  }
}

/**
 * Changes an organization while its row is held, whoever asks. Null when there is no such organization. What `work`
 * throws undoes everything, the new version too.
 */
export async function changeOrganization<T>(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  action: ChangeAction,
  work: (change: AuditedChange) => Promise<T>,
): Promise<T | null> {
  try {
    return await inTransaction(deps, async (tx) => {
      const change = await lockOrganization(tx, organizationId)
      if (!change) return null
      const audit: AuditedChange['audit'] = (target, detail, other = action) =>
        tx.record(actor, { action: other, organizationId, target, detail })
      const unchanged: AuditedChange['unchanged'] = (value) => {
        throw new Unchanged(value)
      }
      return work({ ...change, tx, audit, unchanged })
    })
  } catch (error) {
    if (error instanceof Unchanged) return error.value as T
    throw isUniqueViolation(error) ? new SlugTaken() : error
  }
}

/**
 * Does something to an organization under its lock. Someone who does not belong to it learns nothing (`not-found`); who
 * belongs and may not, is told so (`forbidden`). Either is kept in the audit log. A refusal changes nothing, not even
 * the version.
 */
export async function act<T>(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  action: ChangeAction,
  operation: Operation,
  work: (change: AuditedChange, roles: readonly string[]) => Promise<T>,
): Promise<T> {
  try {
    const done = await changeOrganization(deps, actor, organizationId, action, async (change) => {
      if (change.organization.disabledAt && actor.kind === 'user') throw new OperationRefused('not-found')
      const roles = await rolesOfActor(actor, organizationId, change.rolesOf)
      if (!roles) throw new OperationRefused('not-found')
      if (!may(roles, operation, change.organization)) throw new OperationRefused('forbidden')
      const unchanged: AuditedChange['unchanged'] = (value) => change.unchanged({ value }).value
      return { value: await work({ ...change, unchanged }, roles) }
    })
    if (!done) throw new OperationRefused('not-found')
    return done.value
  } catch (error) {
    const refused = error instanceof SlugTaken ? new OperationRefused('taken', 'slug', 'taken') : error
    if (refused instanceof OperationRefused) {
      await recordRefusal(deps, actor, { action, organizationId }, refused.reason)
    }
    throw refused
  }
}

export interface OrganizationView {
  organization: OrganizationRecord
  roles: string[]
}

/** Opens an organization for someone who may look at it, and writes nothing but a refusal. Throws `Refused`. */
export async function viewOrganization(
  deps: Deps,
  actor: Actor,
  idOrSlug: string,
  operation: Operation = 'see',
): Promise<OrganizationView> {
  const organization = await findOrganization(deps.db, idOrSlug)
  const roles =
    organization && (await rolesOfActor(actor, organization.id, (id) => findRoles(deps.db, organization.id, id)))
  const reason = !organization || !roles ? 'not-found' : may(roles, operation, organization) ? null : 'forbidden'
  if (reason === null && organization && roles) return { organization, roles }
  await recordRefusedLook(deps, actor, { action: 'organization.see', organizationId: organization?.id ?? null }, reason)
  throw new OperationRefused(reason ?? 'not-found')
}

/** Looking costs nothing, so a refused look is written down once an hour for each person and place. */
export async function recordRefusedLook(
  deps: Deps,
  actor: Actor,
  event: Refusal,
  reason: RefusalReason | null,
): Promise<void> {
  const key = `refused-look:${actor.kind}:${actor.id}:${event.action}:${event.organizationId ?? ''}`
  if ((await consumeLimit(deps, key, [{ count: 1, window: 3_600_000 }])) !== null) return
  await recordRefusal(deps, actor, event, reason ?? 'not-found')
}
