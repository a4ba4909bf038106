import { newId } from '../../../crypto/random.ts'
import { type FieldSubject, isValueTaken } from '../../../store/beyond-prisma/fields.ts'
import { isUniqueViolation } from '../../../store/connections/errors.ts'
import {
  type ExistingRecords,
  findPresent,
  type ImportedMembership,
  insertImported,
} from '../../../store/prisma/user-import.ts'
import { admit, directoryVerdict } from '../../organizations/members/directory-rule.ts'
import { type EventDetails, inTransaction, system } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { isFieldRefused } from '../../platform/fields/field-refused.ts'
import {
  checkFieldValues,
  type FieldChange,
  memberSubject,
  personSubject,
  uniqueValuesOf,
  writeFieldValues,
} from '../../platform/fields/field-values.ts'
import { OperationRefused } from '../../platform/operation-refused.ts'
import { type ImportLine, importWriters } from './import-lines.ts'
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
    // Somebody has an address or a unique value of this batch meanwhile: try again, and leave their account alone.
    if (outcome === 'taken-meanwhile' && attempt < 5) continue
    if (outcome === 'taken-meanwhile')
      throw new Error('addresses or unique values of a batch keep being taken; try again later')
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
    keys: [...new Set(wanted.flatMap(({ organizations }) => organizations.flatMap(({ others }) => others)))],
    now: deps.now(),
  })
  const accepted = wanted.filter(({ line, user, organizations }) => {
    const taken = user.addresses.find((address) => (present.owners.get(address) ?? user.id) !== user.id)
    if (taken) refused.push([line, `${taken} belongs to ${present.owners.get(taken)} here`])
    const unknown = unknownRole(organizations, present)
    if (unknown) refused.push([line, `there is no role ${unknown}`])
    return !taken && !unknown
  })
  const allowed = await withoutDirectoryRefusals(deps, accepted, present, refused)
  const unique = await withoutTakenValues(deps, allowed, present, refused)
  const plan = planBatch(deps, unique, present)
  try {
    if (!options.dryRun && plan.events.length > 0)
      await inTransaction(
        deps,
        async (tx) => {
          await insertImported(tx, { ...plan, now: deps.now() })
          // The organizations are held from there on.
          if (deps.config.scim)
            for (const { organizationId, userId } of plan.memberships) await admit(tx, organizationId, userId)
          for (const value of plan.values) await writeFieldValues(deps, tx, value)
          for (const event of plan.events) await tx.record(system, event)
        },
        batchTimeout,
      )
  } catch (error) {
    // A directory has ended somebody's access meanwhile.
    if (error instanceof OperationRefused && error.problem === suspended) return 'taken-meanwhile'
    if (isUniqueViolation(error) || (isFieldRefused(error) && error.fault === 'taken')) return 'taken-meanwhile'
    throw error
  }
  return {
    refused,
    made: plan.users.length,
    present: unique.length - plan.users.length,
    organizations: plan.organizations.length,
    memberships: plan.memberships.length,
  }
}

/** Why a line is refused whose person the directory of an organization has ended the access of. */
const suspended = 'suspended-by-directory'

/** Those of the lines that make nobody a member whom the directory of the organization has ended the access of. */
async function withoutDirectoryRefusals(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  lines: readonly ImportLine[],
  present: ExistingRecords,
  refused: [line: number, reason: string][],
): Promise<readonly ImportLine[]> {
  if (!config.scim) return lines
  const allowed: ImportLine[] = []
  for (const line of lines) {
    const { id: userId, addresses } = line.user
    const whom = present.users.has(userId) ? [{ userId }] : addresses.map((address) => ({ address }))
    let refusing: string | null = null
    for (const { slug } of line.organizations) {
      const id = present.organizations.get(slug)
      if (!id || present.memberships.has(`${id} ${userId}`)) continue
      for (const each of whom) if ((await directoryVerdict(db, id, each)) === 'refused') refusing ??= slug
    }
    if (refusing === null) allowed.push(line)
    else refused.push([line.line, `organizations ${refusing}: ${suspended}`])
  }
  return allowed
}

/** Those of the lines whose unique values nobody has, neither here nor in a line before. */
async function withoutTakenValues(
  { db, fields }: Pick<Deps, 'db' | 'fields'>,
  lines: readonly ImportLine[],
  present: ExistingRecords,
  refused: [line: number, reason: string][],
): Promise<ImportLine[]> {
  const seen = new Set<string>()
  const free: ImportLine[] = []
  for (const line of lines) {
    const values = present.users.has(line.user.id)
      ? []
      : uniqueValuesOf(checkFieldValues({ fields }, 'person', line.fields, importWriters), '')
    for (const { slug, fields: given } of line.organizations) {
      const id = present.organizations.get(slug)
      if (id && present.memberships.has(`${id} ${line.user.id}`)) continue
      // An organization that is only being made has no values yet.
      values.push(...uniqueValuesOf(checkFieldValues({ fields }, 'membership', given, importWriters), id ?? slug))
    }
    const keyOf = ({ fieldId, scope, folded }: (typeof values)[number]) => JSON.stringify([fieldId, scope, folded])
    let taken: string | null = null
    for (const value of values) if (seen.has(keyOf(value)) || (await isValueTaken(db, value))) taken ??= value.key
    if (taken !== null) refused.push([line.line, `fields.${taken}: taken`])
    else free.push(line)
    for (const value of taken === null ? values : []) seen.add(keyOf(value))
  }
  return free
}

/** A role of the organization itself, or of the operator. An organization that the import makes has none of its own. */
const roleIdOf = ({ roles }: ExistingRecords, organizationId: string, key: string): string | undefined =>
  roles.get(` ${key}`) ?? roles.get(`${organizationId} ${key}`)

/** The first role that a line names and that its organization could not give. */
const unknownRole = (organizations: ImportLine['organizations'], present: ExistingRecords): string | undefined =>
  organizations
    .flatMap(({ slug, others }) => others.map((key) => ({ id: present.organizations.get(slug) ?? '', key })))
    .find(({ id, key }) => roleIdOf(present, id, key) === undefined)?.key

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
  const values: { subject: FieldSubject; given: FieldChange; writers: typeof importWriters }[] = []
  const add = (subject: FieldSubject, given: FieldChange) => {
    if (Object.keys(given).length > 0) values.push({ subject, given, writers: importWriters })
  }
  for (const { user, organizations: asked, fields } of accepted) {
    if (!present.users.has(user.id)) add(personSubject(user.id), fields)
    for (const { slug, name, roles, others, fields: given } of asked) {
      let id = ids.get(slug)
      if (!id) {
        id = newId(deps.now())
        ids.set(slug, id)
        organizations.push({ id, slug, name })
      }
      if (present.memberships.has(`${id} ${user.id}`)) continue
      const roleIds = others.flatMap((key) => roleIdOf(present, id ?? '', key) ?? [])
      memberships.push({ userId: user.id, organizationId: id, roles, roleIds })
      add(memberSubject(id, user.id), given)
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
  return { users, organizations, memberships, values, events }
}
