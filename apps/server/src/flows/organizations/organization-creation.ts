import { newId } from '../../crypto/random.ts'
import { isSlugTaken, isUniqueViolation, MadeAlready, SlugTaken } from '../../store/connections/errors.ts'
import type { SignIn } from '../../store/hot/sessions.ts'
import {
  insertOrganization,
  type NewOrganization,
  organizationExists,
} from '../../store/prisma/organizations/organizations.ts'
import { findOperatorRole, isAtLeast, missingOfOperator } from '../identity/operator-roles.ts'
import { type Actor, inTransaction, recordRefusal } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { day } from '../platform/durations.ts'
import { FieldRefused } from '../platform/fields/field-refused.ts'
import {
  changeFieldValues,
  checkFieldValues,
  type FieldChange,
  organizationSubject,
} from '../platform/fields/field-values.ts'
import { fieldsOfNewOrganization } from '../platform/fields/required-fields.ts'
import { enforceLimit } from '../platform/limits.ts'
import { isSlug, slugCandidates } from '../platform/names.ts'
import { OperationRefused } from '../platform/operation-refused.ts'
import { writersOf } from './member-fields.ts'
import { parseName } from './names.ts'

/** How many organizations one person may create. */
const organizationsPerPerson = [{ count: 10, window: day }]

/** Counts an organization that a person is about to create. @throws TooManyAttempts */
export const countOrganization = (deps: Deps, userId: string): Promise<void> =>
  enforceLimit(deps, `organizations:${userId}`, organizationsPerPerson)

/** Who creates an organization, and how they signed in. */
export type Creator = Pick<SignIn, 'person' | 'session'>

/** ORGANIZATION_CREATION: whether this person may create organizations. */
export const mayCreateOrganization = async (deps: Deps, creator: Creator): Promise<boolean> =>
  deps.config.organizationCreation === 'open' || maySetUpOrganizations(deps, creator)

/** Operators, except viewers (`organizations:write` of the console), by a sign-in that the console accepts. */
async function maySetUpOrganizations(deps: Deps, creator: Creator): Promise<boolean> {
  const role = await findOperatorRole(deps, deps.db, creator.person.id)
  return role !== null && isAtLeast(role, 'support') && (await missingOfOperator(deps, creator)) === null
}

export interface WantedOrganization {
  name: string
  slug?: string | undefined
  id?: string | undefined
  /** Values of declared fields. */
  fields?: FieldChange | undefined
  /** Of whoever creates it for themselves: without it they are no operator here. */
  creator?: Creator | undefined
}

/**
 * Creates an organization. The slug is made from the name when none is given. Returns its id. One that operators make
 * is approved: its invitations open sign-up where SIGN_UP is not open. An organization that a person creates never does
 * by itself, and was counted (`countOrganization`) before its transaction: refused ones count too, so that slugs cannot
 * be probed.
 */
export async function createOrganization(
  deps: Deps,
  actor: Actor,
  ownerId: string,
  { name: typed, slug, id = newId(deps.now()), fields = {}, creator }: WantedOrganization,
): Promise<string> {
  const name = parseName(typed, 'organization_name')
  if (slug && !isSlug(slug)) throw new OperationRefused('invalid', 'organization_slug', 'invalid-slug')
  const isOperators = actor.kind !== 'user' || (creator !== undefined && (await maySetUpOrganizations(deps, creator)))
  if (!isOperators && deps.config.organizationCreation !== 'open') throw new OperationRefused('forbidden')
  const given = actor.kind === 'user' ? withRequired(deps, fields) : fields
  for (const candidate of slug ? [slug] : slugCandidates(name)) {
    const organization = { id, slug: candidate, name, ownerId, now: deps.now(), approved: isOperators }
    if (await tryInsert(deps, actor, organization, given)) return id
  }
  throw new OperationRefused('taken', slug ? 'organization_slug' : 'organization_name', 'taken')
}

/**
 * Creates an organization for a person who is in no sign-in, with a slug made from the name. They become its owner. A name
 * or a value that is mistyped does not count, nor a person who may not.
 */
export async function createOrganizationByPerson(
  deps: Deps,
  actor: Actor & { kind: 'user' },
  creator: Creator,
  { name: typed, fields }: { name: string; fields: FieldChange },
): Promise<{ id: string; name: string }> {
  const name = parseName(typed, 'organization_name')
  if (!(await mayCreateOrganization(deps, creator))) throw new OperationRefused('forbidden')
  checkFieldValues(deps, 'organization', withRequired(deps, fields), ['owner'])
  await countOrganization(deps, actor.id)
  return { id: await createOrganization(deps, actor, actor.id, { name, fields, creator }), name }
}

/** Whoever makes an organization says what is required of it: what they leave out is refused. Programs may leave it to its owners. */
const withRequired = (deps: Deps, fields: FieldChange): FieldChange => ({
  ...Object.fromEntries(fieldsOfNewOrganization(deps).map(({ key }) => [key, null])),
  ...fields,
})

/** False when the slug is taken. */
async function tryInsert(
  deps: Deps,
  actor: Actor,
  organization: NewOrganization,
  fields: FieldChange,
): Promise<boolean> {
  const { id, name, slug, ownerId } = organization
  try {
    await inTransaction(deps, async (tx) => {
      await insertOrganization(tx, organization)
      await tx.record(actor, {
        action: 'organization.created',
        organizationId: id,
        target: ['organization', id],
        detail: { name, slug, owner: ownerId },
      })
      const writers = writersOf(actor, ['owner'])
      await changeFieldValues(deps, tx, actor, { subject: organizationSubject(id), given: fields, writers })
    })
    return true
  } catch (error) {
    if (error instanceof SlugTaken) return false
    if (error instanceof FieldRefused && error.reason === 'forbidden')
      await recordRefusal(deps, actor, { action: 'organization.created' }, error.reason)
    if (!isUniqueViolation(error)) throw error
    // Two requests at once: the same organization twice, or another one with this slug.
    if (await organizationExists(deps.db, id)) throw new MadeAlready()
    if (isSlugTaken(error)) return false
    throw error
  }
}
