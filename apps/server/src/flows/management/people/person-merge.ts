import { lockPerson } from '../../../store/beyond-prisma/accounts.ts'
import { type FieldSubject, findFieldValues } from '../../../store/beyond-prisma/fields.ts'
import type { Reads } from '../../../store/connections/database.ts'
import { findPerson } from '../../../store/hot/people.ts'
import { endSetupLinksBy } from '../../../store/prisma/federation/setup-links.ts'
import { lockOrganization } from '../../../store/prisma/organizations/organization-changes.ts'
import { LastOwner } from '../../../store/prisma/people.ts'
import { findMergeableAccount, hasActiveOwner, mergeAccounts } from '../../../store/prisma/person-merge.ts'
import { notify } from '../../delivery/notices.ts'
import { findOperatorRole } from '../../identity/operator-roles.ts'
import { userHandle } from '../../identity/passkeys/relying-party.ts'
import { waitsForSecond } from '../../identity/second-operator.ts'
import { signOutEverywhere } from '../../identity/sign-out.ts'
import { type AuditedTransaction, inTransaction } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { fillFieldValues, memberSubject, personSubject } from '../../platform/fields/field-values.ts'
import { OperationRefused } from '../../platform/operation-refused.ts'
import { type Manager, requireUnrestricted } from '../managers.ts'
import { type MergePlan, planMerge } from './merge-plan.ts'

export type { MergedMembership, MergePlan } from './merge-plan.ts'

/** What merging an account into another one would move. Changes nothing. */
export async function previewMerge(deps: Deps, actor: Manager, fromId: string, intoId: string): Promise<MergePlan> {
  requireUnrestricted(actor)
  return planOf(deps, deps.db, actor, fromId, intoId)
}

/**
 * Merges an account into another one and deletes it. Everything that the account which goes was signed in to ends; the
 * other one stays signed in. Refused when the plan is no longer the confirmed one (`planDigest`).
 */
export async function mergePeople(
  deps: Deps,
  actor: Manager,
  fromId: string,
  intoId: string,
  planDigest?: string,
): Promise<MergePlan> {
  const { memberships } = await previewMerge(deps, actor, fromId, intoId)
  try {
    return await inTransaction(deps, async (tx) => {
      // Organizations first, and everything in the order of ids, as wherever several rows are locked.
      const organizations = memberships.map(({ organizationId }) => organizationId).sort()
      for (const id of organizations) await lockOrganization(tx, id)
      for (const id of [fromId, intoId].sort()) await lockPerson(tx, id)
      const plan = await planOf(deps, tx, actor, fromId, intoId)
      if (plan.problem) throw new OperationRefused('invalid', 'from', plan.problem)
      const locked = plan.memberships.every(({ organizationId }) => organizations.includes(organizationId))
      if (!locked || (planDigest !== undefined && planDigest !== plan.digest))
        throw new OperationRefused('changed-meanwhile')
      await merge(deps, tx, actor, plan)
      return plan
    })
  } catch (error) {
    throw error instanceof LastOwner ? new OperationRefused('last-owner') : error
  }
}

async function planOf(deps: Deps, store: Reads, actor: Manager, fromId: string, intoId: string): Promise<MergePlan> {
  const now = deps.now()
  const from = await findMergeableAccount(store, fromId, now)
  const into = await findMergeableAccount(store, intoId, now)
  if (!from || !into) throw new OperationRefused('not-found')
  const operators: string[] = []
  for (const { id } of [from, into]) if (await findOperatorRole(deps, store, id)) operators.push(id)
  const plan = planMerge(from, into, operators)
  // The holder of either account has the addresses, passkeys and roles of both afterwards.
  for (const id of [fromId, intoId])
    if (!plan.problem && (await waitsForSecond(deps, actor, id, store))) return { ...plan, problem: 'second-operator' }
  return plan
}

async function merge(deps: Deps, tx: AuditedTransaction, actor: Manager, plan: MergePlan): Promise<void> {
  const { from, into, memberships } = plan
  const now = deps.now()
  const [goes, stays, person] = [
    await findMergeableAccount(tx, from.id, now),
    await findMergeableAccount(tx, into.id, now),
    await findPerson(tx, into.id),
  ]
  if (!goes || !stays || !person) throw new OperationRefused('not-found')
  await signOutEverywhere(deps, tx, actor, from.id)
  const values = await valuesOf(tx, plan)
  const roles = new Map(memberships.map(({ organizationId, after }) => [organizationId, after]))
  await mergeAccounts(tx, { from: goes, into: stays, roles, userHandle: userHandle(from.id), now })
  for (const [subject, stored] of values) await fillFieldValues(deps, tx, subject, stored)
  if (deps.config.sso)
    for (const { organizationId } of memberships) await endSetupLinksBy(tx, { organizationId, createdBy: from.id }, now)
  for (const { organizationId, other } of memberships)
    if (other.includes('owner') && !(await hasActiveOwner(tx, organizationId))) throw new LastOwner()
  await recordMerge(tx, actor, plan)
  await notify(deps, tx, { person, visitor: { network: actor.network ?? '' }, event: 'accounts-merged' })
}

/** The values of fields that the account which goes has, each with whose they are afterwards. */
async function valuesOf(
  store: Reads,
  { from, into, memberships }: MergePlan,
): Promise<[subject: FieldSubject, stored: string | null][]> {
  const own = await findFieldValues(store, personSubject(from.id))
  const ofMemberships = memberships.map(async ({ organizationId }) => {
    const found = await findFieldValues(store, memberSubject(organizationId, from.id))
    return [memberSubject(organizationId, into.id), found?.fields ?? null] as [FieldSubject, string | null]
  })
  return [[personSubject(into.id), own?.fields ?? null], ...(await Promise.all(ofMemberships))]
}

/** The event is found under both accounts, and each organization has what changed in it. */
async function recordMerge(tx: AuditedTransaction, actor: Manager, plan: MergePlan): Promise<void> {
  const { from, into, memberships } = plan
  const reason = 'users-merged'
  for (const { organizationId, before, after } of memberships) {
    await tx.record(actor, { action: 'member.removed', organizationId, target: ['user', from.id], detail: { reason } })
    const target = ['user', into.id] as const
    if (before === null)
      await tx.record(actor, { action: 'member.added', organizationId, target, detail: { before, after, reason } })
    else if (before.join(' ') !== after.join(' '))
      await tx.record(actor, {
        action: 'member.roles_changed',
        organizationId,
        target,
        detail: { before, after, reason },
      })
  }
  const detail = {
    addresses: plan.addresses.length,
    passkeys: plan.passkeys.length,
    memberships: memberships.length,
    identities: plan.identities.length,
  }
  await tx.record(actor, { action: 'user.merged', target: ['user', into.id], detail: { from: from.id, ...detail } })
  await tx.record(actor, { action: 'user.deleted', target: ['user', from.id], detail: { reason, into: into.id } })
}
