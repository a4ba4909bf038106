import { newId } from '../crypto/random.ts'
import { deleteConsents } from '../store/consents.ts'
import { type DirectoryUser, findUser, listUsers } from '../store/directory.ts'
import { clientsOfSession, findLiveGrantsOf, revokeGrantsOf } from '../store/grants.ts'
import type { OrganizationRecord } from '../store/organization-changes.ts'
import { findRoles, listOrganizations } from '../store/organizations.ts'
import { deletePerson, LastOwner } from '../store/people.ts'
import { findSessions } from '../store/sessions.ts'
import { createUser, findPerson, findUserByEmail, type Profile, setDisabled, updateProfile } from '../store/users.ts'
import { checkProfile, type ProfileForm, profileForm } from './account.ts'
import { canonicalAddress } from './addresses.ts'
import { type Actor, record } from './audit.ts'
import type { Deps } from './deps.ts'
import { notify } from './notices.ts'
import { Refused } from './organizations.ts'
import { queueLogout } from './outbox.ts'
import { closeSession } from './sessions.ts'

export type { DirectoryUser } from '../store/directory.ts'

/** What those who run the server do with people: operators by their pages, clients by the API. */
type Manager = Actor & { kind: 'client' | 'operator' }

/** A client that was let in for one organization sees its members and changes nobody. */
const onlyOf = (actor: Manager): string | null => (actor.kind === 'client' ? actor.organizationId : null)

function requireAll(actor: Manager): void {
  if (onlyOf(actor) !== null) throw new Refused('forbidden')
}

export const listPeople = (
  deps: Deps,
  actor: Manager,
  one: { after: string | null; most: number; email?: string; query?: string },
): Promise<DirectoryUser[]> => listUsers(deps.db, { ...one, organizationId: onlyOf(actor) })

export async function getPerson(deps: Deps, actor: Manager, id: string): Promise<DirectoryUser> {
  const organizationId = onlyOf(actor)
  const user = await findUser(deps.db, id)
  if (!user || (organizationId && !(await findRoles(deps.db, organizationId, id)))) throw new Refused('not-found')
  return user
}

/** Organizations after a cursor: all, or the one that the caller was let in for. */
export const listAll = (
  deps: Deps,
  actor: Manager,
  one: { after: string | null; most: number; query?: string },
): Promise<OrganizationRecord[]> => {
  const only = onlyOf(actor)
  return listOrganizations(deps.db, { ...one, ...(only ? { ids: [only] } : {}) })
}

/** Makes an account for an address that the caller vouches for. */
export async function createPerson(
  deps: Deps,
  actor: Manager,
  typed: string,
  form: Partial<ProfileForm>,
): Promise<string> {
  requireAll(actor)
  const address = canonicalAddress(typed)
  if (!address) throw new Refused('invalid', 'email', 'invalid-address')
  if (await findUserByEmail(deps.db, address)) throw new Refused('taken', 'email', 'taken')
  const id = newId(deps.now())
  const made = await createUser(deps.db, { id, address, locale: form.locale ?? null, now: deps.now() })
  if (made.id !== id) throw new Refused('taken', 'email', 'taken')
  await record(deps, actor, { action: 'user.created', target: ['user', id] })
  if (Object.keys(form).length > 0) await updatePerson(deps, actor, id, form)
  return id
}

/** Changes a profile. `version`: refused when it was changed since (If-Match). */
export async function updatePerson(
  deps: Deps,
  actor: Manager,
  id: string,
  form: Partial<ProfileForm>,
  version?: number,
): Promise<void> {
  requireAll(actor)
  const person = await findPerson(deps.db, id)
  if (!person) throw new Refused('not-found')
  if (version !== undefined && person.updatedAt.getTime() !== version) throw new Refused('changed-meanwhile')
  const { problems, profile } = checkProfile({ ...profileForm(person), ...form }, person)
  // A client may leave a name out: the person is asked for it.
  const [wrong] = Object.entries(problems).filter(([field]) => field in form)
  if (wrong) throw new Refused('invalid', wrong[0], wrong[1])
  await updateProfile(deps.db, id, profile as Profile, deps.now())
  await record(deps, actor, { action: 'user.updated', target: ['user', id], detail: { fields: Object.keys(form) } })
}

/** Keeps someone out, or lets them in again. Their sessions end, and their tokens are dead at their next use. */
export async function disablePerson(deps: Deps, actor: Manager, id: string, disabled: boolean): Promise<void> {
  requireAll(actor)
  if (!(await findUser(deps.db, id))) throw new Refused('not-found')
  await setDisabled(deps.db, id, disabled ? deps.now() : null)
  await record(deps, actor, { action: disabled ? 'user.disabled' : 'user.enabled', target: ['user', id] })
  if (disabled) await signOutPerson(deps, actor, id)
}

export async function signOutPerson(deps: Deps, actor: Manager, id: string): Promise<void> {
  requireAll(actor)
  for (const session of await findSessions(deps.db, id, new Date(0), deps.now())) await closeSession(deps, session.id)
  await record(deps, actor, { action: 'user.signed_out', target: ['user', id] })
}

/** Deletes someone. Refused while an organization has no other owner: hand it over first. */
export async function removePerson(deps: Deps, actor: Manager, id: string): Promise<void> {
  requireAll(actor)
  const person = await findPerson(deps.db, id)
  if (!person) throw new Refused('not-found')
  const sessions = await findSessions(deps.db, id, new Date(0), deps.now())
  const told = await Promise.all(
    sessions.map(async (one) => ({ id: one.id, clients: await clientsOfSession(deps.db, id, one.id) })),
  )
  let addresses: string[]
  try {
    addresses = await deletePerson(deps.db, id, new Map())
  } catch (error) {
    throw error instanceof LastOwner ? new Refused('last-owner') : error
  }
  for (const { id: sessionId, clients } of told)
    for (const clientId of clients) await queueLogout(deps, { clientId, userId: id, sessionId })
  await record(deps, actor, { action: 'user.deleted', target: ['user', id] })
  await notify(deps, person, { network: actor.network, languages: [] }, 'account-deleted', '', addresses)
}

export async function sessionsOfPerson(deps: Deps, actor: Manager, id: string) {
  requireAll(actor)
  await getPerson(deps, actor, id)
  const now = deps.now()
  return findSessions(deps.db, id, new Date(now.getTime() - deps.config.ttl.sessionIdle * 1000), now)
}

export async function endSessionOfPerson(deps: Deps, actor: Manager, id: string, sessionId: string): Promise<void> {
  const sessions = await sessionsOfPerson(deps, actor, id)
  if (!sessions.some((one) => one.id === sessionId)) throw new Refused('not-found')
  await closeSession(deps, sessionId)
}

export async function grantsOfPerson(deps: Deps, actor: Manager, id: string) {
  requireAll(actor)
  await getPerson(deps, actor, id)
  return findLiveGrantsOf(deps.db, id, deps.now())
}

export async function revokeGrantsOfPerson(deps: Deps, actor: Manager, id: string, clientId: string): Promise<void> {
  requireAll(actor)
  await getPerson(deps, actor, id)
  await deleteConsents(deps.db, id, clientId)
  await revokeGrantsOf(deps.db, id, clientId, deps.now())
  await record(deps, actor, { action: 'grant.revoked', target: ['user', id], detail: { client: clientId } })
}
