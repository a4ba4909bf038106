import { isDomainClaimed, isRoleGone, isSlugTaken } from '../../store/connections/errors.ts'
import { lockOrganization, type OrganizationChange } from '../../store/prisma/organizations/organization-changes.ts'
import {
  type Actor,
  type AuditedTransaction,
  type EventDetails,
  inTransaction,
  recordRefusal,
} from '../platform/audit.ts'
import type { ChangeAction } from '../platform/audit-actions.ts'
import type { Deps } from '../platform/deps.ts'
import { OperationRefused } from '../platform/operation-refused.ts'
import { rolesOfActor } from './access.ts'
import { underDirectory } from './members/directory-rule.ts'
import { endingSetupLinks } from './members/owner-links.ts'
import { type OrganizationAction, permissions } from './permissions.ts'
import { may } from './rules.ts'

/** An organization whose row is held, the transaction that holds it, and the way to write the event of the change. */
export interface AuditedChange extends OrganizationChange {
  tx: AuditedTransaction
  /** Who changes it. */
  actor: Actor
  /** Writes the event of the action, unless another is named. */
  record(target: EventDetails['target'], detail?: Record<string, unknown>, action?: ChangeAction): Promise<void>
}

/**
 * Changes an organization while its row is held, for an actor whose roles permit the action. Someone who does not belong
 * to it learns nothing (`not-found`); a member without the permission is told so (`forbidden`). The audit log notes
 * either. A refusal changes nothing, not even the version.
 */
export async function changeOrganization<T>(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  action: OrganizationAction,
  work: (change: AuditedChange, roles: readonly string[]) => Promise<T>,
): Promise<T> {
  try {
    const done = await changeLockedOrganization(deps, actor, organizationId, action, async (change) => {
      if (change.organization.disabledAt && actor.kind === 'user') throw new OperationRefused('not-found')
      const roles = await rolesOfActor(actor, organizationId, change.rolesOf)
      if (!roles) throw new OperationRefused('not-found')
      if (!may(roles, permissions[action], change.organization)) throw new OperationRefused('forbidden')
      return { value: await work(change, roles) }
    })
    if (!done) throw new OperationRefused('not-found')
    return done.value
  } catch (error) {
    const refused = refusalOf(error)
    if (refused instanceof OperationRefused) {
      await recordRefusal(deps, actor, { action, organizationId }, refused.reason)
    }
    throw refused
  }
}

/** Where a unique index lets only one of two writers through, the other is refused; any other violation is a bug. */
function refusalOf(error: unknown): unknown {
  if (isSlugTaken(error)) return new OperationRefused('taken', 'slug', 'taken')
  if (isRoleGone(error)) return new OperationRefused('invalid', 'roles', 'unknown-role')
  return isDomainClaimed(error) ? new OperationRefused('taken', 'domain', 'domain-taken') : error
}

/**
 * The same without asking for a permission: the caller decides who may. Null when there is no such organization. What
 * `work` wrote is undone, the new version too, if it throws or records nothing.
 */
export async function changeLockedOrganization<T>(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  action: ChangeAction,
  work: (change: AuditedChange) => Promise<T>,
): Promise<T | null> {
  return inTransaction(deps, async (tx) => {
    const change = await lockOrganization(tx, organizationId)
    if (!change) return null
    const record: AuditedChange['record'] = async (target, detail, other = action) => {
      await tx.record(actor, { action: other, organizationId, target, detail })
    }
    const admitting = deps.config.scim ? { ...change, ...underDirectory(tx, change) } : change
    const held = { ...admitting, tx, actor, record }
    return work(deps.config.sso || deps.config.scim ? { ...held, ...endingSetupLinks(held) } : held)
  })
}
