import { newId } from '../../crypto/random.ts'
import type { Person } from '../../oidc/claims.ts'
import type { FieldReader } from '../../oidc/fields/field.ts'
import { nameOrAddress } from '../../oidc/person-names.ts'
import { createUser, lockPerson } from '../../store/beyond-prisma/accounts.ts'
import type { ListPosition } from '../../store/beyond-prisma/date-order.ts'
import type { WantedValue } from '../../store/beyond-prisma/fields.ts'
import { findAwaitingAccount, putUnverifiedAddress } from '../../store/beyond-prisma/people/unverified-addresses.ts'
import type { UserSearch } from '../../store/beyond-prisma/people/user-search.ts'
import { AddressReserved } from '../../store/beyond-prisma/reserved-addresses.ts'
import type { SqlStore } from '../../store/connections/sql.ts'
import { findPerson, findUserByEmail } from '../../store/hot/people.ts'
import { setDisabled, updateProfile } from '../../store/prisma/accounts.ts'
import { type DirectoryUser, findUser, listUsers } from '../../store/prisma/directory.ts'
import type { OrganizationRecord } from '../../store/prisma/organizations/organization-changes.ts'
import { findOrganization, findRoles, listOrganizations } from '../../store/prisma/organizations/organizations.ts'
import { LastOwner } from '../../store/prisma/people.ts'
import { recordPhoneChange } from '../account/phone-changes.ts'
import { changePicture } from '../account/profile.ts'
import { checkProfile, type ProfileForm, profileForm } from '../account/profile-form.ts'
import { actOnPerson } from '../identity/operator-protection.ts'
import { deletePersonWithEvents } from '../identity/person-deletion.ts'
import { signOutEverywhere } from '../identity/sign-out.ts'
import { canonicalAddress } from '../platform/addresses.ts'
import { type AuditedTransaction, inTransaction } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { changeFieldValues, type FieldChange, personSubject } from '../platform/fields/field-values.ts'
import { OperationRefused } from '../platform/operation-refused.ts'
import { type Manager, recordingRefusal, requireUnrestricted, restrictedTo } from './managers.ts'

export { type DateOrder, dateOrders, type ListPosition } from '../../store/beyond-prisma/date-order.ts'
export type { DirectoryUser } from '../../store/prisma/directory.ts'

/** A page of people: of everybody, by the date of their account, or of the organization that the caller is limited to. */
export const listPeople = (
  deps: Deps,
  actor: Manager,
  search: Omit<UserSearch, 'organizationId'>,
): Promise<{ people: DirectoryUser[]; next: ListPosition | null }> =>
  listUsers(deps.db, { ...search, organizationId: restrictedTo(actor) })

/** The person with this address. */
export async function getPersonByAddress(deps: Deps, actor: Manager, address: string): Promise<DirectoryUser> {
  const id = await findHolder(deps.db, address)
  if (!id) throw new OperationRefused('not-found')
  return getPerson(deps, actor, id)
}

export async function getPerson(deps: Deps, actor: Manager, id: string): Promise<DirectoryUser> {
  const organizationId = restrictedTo(actor)
  const user = await findUser(deps.db, id)
  if (!user || (organizationId && !(await findRoles(deps.db, organizationId, id))))
    throw new OperationRefused('not-found')
  return user
}

/** The profile of a person, as forms show it. */
export async function getProfile(deps: Deps, actor: Manager, id: string): Promise<Person> {
  await getPerson(deps, actor, id)
  const person = await findPerson(deps.db, id)
  if (!person) throw new OperationRefused('not-found')
  return person
}

/** The id of the person with this address, or the text itself, which may be an id. */
export async function findPersonId(deps: Pick<Deps, 'db'>, text: string): Promise<string> {
  const address = text.includes('@') ? canonicalAddress(text) : null
  return (address && (await findHolder(deps.db, address))) ?? text
}

/** The account that an address opens, or will open once it is proven. */
export const findHolder = async (store: SqlStore, address: string): Promise<string | null> =>
  (await findUserByEmail(store, address))?.id ?? findAwaitingAccount(store, address)

/** The id of the organization with this id or slug, or the text itself: the events of one that is gone are kept. */
export const findOrganizationId = async (deps: Pick<Deps, 'db'>, text: string): Promise<string> =>
  (await findOrganization(deps.db, text))?.id ?? text

/** Organizations after a cursor: all, or the one that the caller is limited to. */
export const listManagedOrganizations = (
  deps: Deps,
  actor: Manager,
  { limit, ...search }: { after: string | null; limit: number; query?: string; fields?: readonly WantedValue[] },
): Promise<OrganizationRecord[]> => {
  const only = restrictedTo(actor)
  return listOrganizations(deps.db, { ...search, limit, ...(only ? { ids: [only] } : {}) })
}

/** What a caller says about a person. `phoneVerified`: they have verified the number, or no longer vouch for it. */
export interface ProfileChange {
  form: Partial<ProfileForm>
  phoneVerified?: boolean | undefined
  /** Values of declared fields, and what the form showed of them (`digestOfValues`). */
  fields?: FieldChange | undefined
  shown?: string | undefined
}

/** Refuses an address that opens an account, or will open one. */
export async function refuseTaken(store: SqlStore, address: string): Promise<void> {
  if (await findHolder(store, address)) throw new OperationRefused('taken', 'email', 'taken')
}

/** Creates an account for an address that the caller has verified. Returns its id. */
export async function createPerson(deps: Deps, actor: Manager, typed: string, profile: ProfileChange): Promise<string> {
  requireUnrestricted(actor)
  const address = canonicalAddress(typed)
  if (!address) throw new OperationRefused('invalid', 'email', 'invalid-address')
  await refuseTaken(deps.db, address)
  const id = newId(deps.now())
  const create = async (tx: AuditedTransaction) => {
    const created = await createUser(tx, { id, address, locale: profile.form.locale ?? null, now: deps.now() })
    if (created.id !== id) throw new OperationRefused('taken', 'email', 'taken')
    await tx.record(actor, { action: 'user.created', target: ['user', id] })
    if (hasChange(profile)) await changeProfile(deps, tx, actor, id, { ...profile, isNew: true })
  }
  // A value that the actor may not write.
  await recordingRefusal(deps, actor, { action: 'user.created' }, () => inTransaction(deps, create)).catch((error) => {
    throw error instanceof AddressReserved ? new OperationRefused('taken', 'email', 'taken') : error
  })
  return id
}

/**
 * Changes a profile, and whether the account is disabled: both, or neither. `version`: refused if the profile has
 * changed since it was read (If-Match).
 */
export async function updatePerson(
  deps: Deps,
  actor: Manager,
  id: string,
  { disabled, ...profile }: ProfileChange & { disabled?: boolean | undefined },
  version?: number,
): Promise<void> {
  const change = async (tx: AuditedTransaction) => {
    if (hasChange(profile) || version !== undefined) await changeProfile(deps, tx, actor, id, { ...profile, version })
    if (disabled !== undefined) await changeDisabled(deps, tx, actor, id, disabled)
  }
  const update = async () => {
    requireUnrestricted(actor)
    // A profile gives no access, so a client that keeps names up to date does so for operators too.
    if (disabled === undefined) return inTransaction(deps, change)
    await actOnPerson(deps, actor, { userId: id, action: actionOfDisabling(disabled) }, change)
  }
  if (!profile.fields) return update()
  await recordingRefusal(deps, actor, { action: 'person.fields_changed', target: ['user', id] }, update)
}

/**
 * Changes a profile as a form of an operator has it, and the address that opens the account, as long as nobody has proven
 * one. `version` as for `updatePerson`. An operator doesn't change the account of an equal or a higher one.
 */
export async function editPerson(
  deps: Deps,
  actor: Manager,
  id: string,
  { form, email }: { form: ProfileForm; email?: string | undefined },
  version?: number,
): Promise<void> {
  const user = await getPerson(deps, actor, id)
  const before = profileForm(await getProfile(deps, actor, id))
  const changed = Object.entries(form).filter(([field, value]) => value.trim() !== before[field as keyof ProfileForm])
  const address = email === undefined ? undefined : canonicalAddress(email)
  if (address === null) throw new OperationRefused('invalid', 'email', 'invalid-address')
  const moves = address !== undefined && address !== user.unverifiedAddress?.address
  await actOnPerson(deps, actor, { userId: id, action: 'user.updated' }, async (tx) => {
    if (changed.length === 0 && !moves) return
    const change = { form: Object.fromEntries(changed), ...(moves ? { address } : {}) }
    await changeProfile(deps, tx, actor, id, { ...change, version })
  })
}

export const hasChange = ({ form, phoneVerified, fields }: ProfileChange): boolean =>
  Object.keys(form).length > 0 || phoneVerified !== undefined || fields !== undefined

/** As whom a manager writes values of fields: commands are those who run the server, with what their clients may. */
export const fieldWriters = ({ kind }: Manager): readonly FieldReader[] =>
  kind === 'system' ? ['operator', 'client'] : [kind]

const actionOfDisabling = (disabled: boolean) => (disabled ? 'user.disabled' : 'user.enabled')

interface ProfileEdit extends ProfileChange {
  /** The address that opens the account from now on, once it is proven. */
  address?: string
  /** Nobody is told of an account that is only being made for them. */
  isNew?: boolean
  version?: number | undefined
}

export async function changeProfile(
  deps: Deps,
  tx: AuditedTransaction,
  actor: Manager,
  id: string,
  { fields, shown, version, ...edit }: ProfileEdit,
): Promise<void> {
  // Locked first: of two changes that know the same version, the second one finds another.
  const person = (await lockPerson(tx, id)) && (await findPerson(tx, id))
  if (!person) throw new OperationRefused('not-found')
  if (version !== undefined && person.updatedAt.getTime() !== version) throw new OperationRefused('changed-meanwhile')
  const { form, phoneVerified, address } = edit
  const onlyFields = fields && Object.keys(form).length === 0 && phoneVerified === undefined && address === undefined
  if (!onlyFields) await editProfile(deps, tx, actor, person, edit)
  if (fields)
    await changeFieldValues(deps, tx, actor, {
      ...{ subject: personSubject(id), given: fields, shown, writers: fieldWriters(actor) },
    })
}

async function editProfile(
  deps: Deps,
  tx: AuditedTransaction,
  actor: Manager,
  person: Person,
  { form, phoneVerified, address, isNew }: Omit<ProfileEdit, 'fields' | 'shown' | 'version'>,
): Promise<void> {
  const { id } = person
  const { problems, profile } = checkProfile({ ...profileForm(person), ...form }, person)
  // A client may omit a name: the person is asked for it.
  const [wrong] = Object.entries(problems).filter(([field]) => field in form)
  if (wrong) throw new OperationRefused('invalid', wrong[0], wrong[1])
  if (phoneVerified && profile.phone === null) throw new OperationRefused('invalid', 'phone', 'required')
  const changed = { ...profile, phoneVerified: phoneVerified ?? profile.phoneVerified }
  await updateProfile(tx, id, changed, deps.now())
  if (address !== undefined) await changeUnverifiedAddress(tx, person, address)
  const named = [
    ...Object.keys(form),
    ...(phoneVerified === undefined ? [] : ['phone_verified']),
    ...(address === undefined ? [] : ['email']),
  ]
  await tx.record(actor, { action: 'user.updated', target: ['user', id], detail: { fields: named } })
  // Nobody is told of an account that is only being made for them.
  const visitor = isNew ? null : { network: actor.network ?? '', languages: [] }
  await recordPhoneChange(deps, tx, actor, { before: person, after: changed, by: 'actor', visitor })
}

/** An account with a proven address gets another one by its person, or by a reset of its sign-in (sign-in-reset.ts). */
async function changeUnverifiedAddress(
  tx: AuditedTransaction,
  { id, email }: Pick<Person, 'id' | 'email'>,
  address: string,
): Promise<void> {
  if (email !== null) throw new OperationRefused('changed-meanwhile')
  await refuseTaken(tx, address)
  if (!(await putUnverifiedAddress(tx, id, address))) throw new OperationRefused('taken', 'email', 'taken')
}

/** Stores a picture of a person, or takes it away. */
export function changePersonPicture(deps: Deps, actor: Manager, id: string, given: Uint8Array | null): Promise<void> {
  requireUnrestricted(actor)
  return changePicture(deps, actor, id, given)
}

/** Disables an account or enables it again. Disabling ends its sessions and tokens, so enabling revives none of them. */
export async function disablePerson(deps: Deps, actor: Manager, id: string, disabled: boolean): Promise<void> {
  requireUnrestricted(actor)
  const action = actionOfDisabling(disabled)
  await actOnPerson(deps, actor, { userId: id, action }, (tx) => changeDisabled(deps, tx, actor, id, disabled))
}

async function changeDisabled(
  deps: Deps,
  tx: AuditedTransaction,
  actor: Manager,
  id: string,
  disabled: boolean,
): Promise<void> {
  if (!(await setDisabled(tx, id, disabled ? deps.now() : null))) throw new OperationRefused('not-found')
  await tx.record(actor, { action: actionOfDisabling(disabled), target: ['user', id] })
  if (disabled) await signOutEverywhere(deps, tx, actor, id)
}

/** Deletes a person. Refused while an organization has no other owner: it has to be handed over first. */
export async function removePerson(deps: Deps, actor: Manager, id: string): Promise<void> {
  requireUnrestricted(actor)
  const person = await findPerson(deps.db, id)
  if (!person) throw new OperationRefused('not-found')
  const visitor = { network: actor.network ?? '', languages: [] }
  try {
    await actOnPerson(deps, actor, { userId: id, action: 'user.deleted', lock: false }, (tx) =>
      deletePersonWithEvents(deps, tx, actor, { person, successors: new Map(), visitor }),
    )
  } catch (error) {
    throw error instanceof LastOwner ? new OperationRefused('last-owner') : error
  }
}

/** The name of a person, or their address for those who have not told theirs. */
export async function findPersonLabel(deps: Pick<Deps, 'db'>, id: string): Promise<string> {
  const person = await findPerson(deps.db, id)
  if (!person) throw new OperationRefused('not-found')
  return nameOrAddress(person, id)
}
