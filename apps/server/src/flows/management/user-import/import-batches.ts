import { newId } from '../../../crypto/random.ts'
import { isUniqueViolation } from '../../../store/connections/errors.ts'
import {
  type ExistingRecords,
  findPresent,
  type ImportedMembership,
  insertImported,
} from '../../../store/prisma/user-import.ts'
import { type EventDetails, inTransaction, system } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import type { ImportLine } from './import-lines.ts'
import type { ImportOptions, ImportSummary } from './import-options.ts'

/** How long a batch may take to be written, in milliseconds. */
const batchTimeout = 30_000

export async function importBatch(
  deps: Deps,
  wanted: readonly ImportLine[],
  options: ImportOptions,
  summary: ImportSummary,
  refuse: (line: number, reason: string) => void,
): Promise<void> {
  for (let attempt = 1; wanted.length > 0; attempt += 1) {
    const outcome = await tryBatch(deps, wanted, options)
    // Somebody signed up meanwhile with an address of this batch: try again, and leave their account alone.
    if (outcome === 'taken-meanwhile' && attempt < 5) continue
    if (outcome === 'taken-meanwhile') throw new Error('the addresses of a batch keep being taken; try again later')
    for (const [line, reason] of outcome.refused) refuse(line, reason)
    for (const field of ['made', 'present', 'organizations', 'memberships'] as const) summary[field] += outcome[field]
    return
  }
}

async function tryBatch(deps: Deps, wanted: readonly ImportLine[], options: ImportOptions) {
  const refused: [line: number, reason: string][] = []
  const present = await findPresent(deps.db, {
    ids: wanted.map(({ user }) => user.id),
    addresses: wanted.flatMap(({ user }) => user.addresses),
    slugs: [...new Set(wanted.flatMap(({ organizations }) => organizations.map(({ slug }) => slug)))],
    now: deps.now(),
  })
  const accepted = wanted.filter(({ line, user }) => {
    const taken = user.addresses.find((address) => (present.owners.get(address) ?? user.id) !== user.id)
    if (taken) refused.push([line, `${taken} belongs to ${present.owners.get(taken)} here`])
    return !taken
  })
  const plan = planBatch(deps, accepted, present)
  try {
    if (!options.dryRun && plan.events.length > 0)
      await inTransaction(
        deps,
        async (tx) => {
          await insertImported(tx, { ...plan, now: deps.now() })
          for (const event of plan.events) await tx.record(system, event)
        },
        batchTimeout,
      )
  } catch (error) {
    if (isUniqueViolation(error)) return 'taken-meanwhile'
    throw error
  }
  return {
    refused,
    made: plan.users.length,
    present: accepted.length - plan.users.length,
    organizations: plan.organizations.length,
    memberships: plan.memberships.length,
  }
}

/** The operator who runs the import vouches that these numbers were verified. */
function countOfVerifiedPhones(users: readonly ImportLine['user'][]): { phones_verified?: number } {
  const count = users.filter(({ profile }) => profile.phoneVerified).length
  return count > 0 ? { phones_verified: count } : {}
}

/** Plans what to create. Existing people stay as they are: an import only adds. */
function planBatch(deps: Deps, accepted: readonly ImportLine[], present: ExistingRecords) {
  const ids = new Map(present.organizations)
  const organizations: { id: string; slug: string; name: string }[] = []
  const memberships: ImportedMembership[] = []
  for (const { user, organizations: asked } of accepted) {
    for (const { slug, name, roles } of asked) {
      let id = ids.get(slug)
      if (!id) {
        id = newId(deps.now())
        ids.set(slug, id)
        organizations.push({ id, slug, name })
      }
      if (!present.memberships.has(`${id} ${user.id}`)) memberships.push({ userId: user.id, organizationId: id, roles })
    }
  }
  const users = accepted.map(({ user }) => user).filter(({ id }) => !present.users.has(id))
  const joined = [...new Set(memberships.map(({ organizationId }) => organizationId))]
  const events: EventDetails[] = [
    ...(users.length > 0
      ? [{ action: 'users.imported', detail: { count: users.length, ...countOfVerifiedPhones(users) } } as const]
      : []),
    ...organizations.map<EventDetails>(({ id, slug, name }) => ({
      action: 'organization.created',
      organizationId: id,
      target: ['organization', id],
      detail: { name, slug, imported: true },
    })),
    ...joined.map<EventDetails>((organizationId) => ({
      action: 'members.imported',
      organizationId,
      target: ['organization', organizationId],
      detail: { count: memberships.filter((membership) => membership.organizationId === organizationId).length },
    })),
  ]
  return { users, organizations, memberships, events }
}
