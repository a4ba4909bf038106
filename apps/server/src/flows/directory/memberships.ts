import { newId } from '../../crypto/random.ts'
import { createUser, nameNewPerson } from '../../store/beyond-prisma/accounts.ts'
import { hasIdentityAt, isSuspended } from '../../store/beyond-prisma/directory/suspended-memberships.ts'
import {
  findDeletionOf,
  findUserOfPerson,
  linkDirectoryUser,
  type StoredUser,
} from '../../store/beyond-prisma/directory/users.ts'
import { findAwaitingAccount } from '../../store/beyond-prisma/people/unverified-addresses.ts'
import { findReservation } from '../../store/beyond-prisma/reserved-addresses.ts'
import { findUserByEmail } from '../../store/hot/people.ts'
import { provenByDns } from '../../store/prisma/organizations/domains.ts'
import { domainOf } from '../platform/addresses.ts'
import { system } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { cleanName } from '../platform/names.ts'
import type { DirectoryChange } from './changes.ts'
import { giveByGroups, takeRemovedFromSuspended } from './group-roles.ts'
import { restoreMembership, suspendMembership } from './suspension.ts'
import type { WaitingReason } from './types.ts'

/** How a user comes to a membership. */
interface Settling {
  /** The directory says that they come, or come back: who is no member any more may become one again. */
  joins: boolean
  /** They are written for the first time. Later, their address may be another person's by now. */
  isFirst?: boolean
}

/** Whom a user is, or why that is not known. */
type Found = { userId: string; mayJoin: boolean } | { reason: WaitingReason } | 'new'

/**
 * Brings the membership in line with what the directory says of a user: makes it, suspends it, restores it, or says why there is
 * none. Everything that asks does so after the user was written, in the same transaction. True if something has changed.
 */
export async function settleMembership(
  deps: Deps,
  held: DirectoryChange,
  user: StoredUser,
  { joins, isFirst = false }: Settling,
): Promise<boolean> {
  const found =
    user.userId === null ? await findPersonOf(deps, held, user, isFirst) : await linkedPerson(deps, held, user)
  if (!user.attributes.active) {
    const userId = typeof found === 'object' && 'userId' in found ? found.userId : null
    const linked = await link(held, user, { userId: userId ?? user.userId, waitingReason: null })
    if (userId === null) return linked
    const suspended = await suspendMembership(deps, held, userId)
    const taken = await takeRemovedFromSuspended(held, userId)
    return suspended || taken || linked
  }
  if (found === 'new') return makeMember(deps, held, user)
  if ('reason' in found) return link(held, user, { userId: user.userId, waitingReason: found.reason })
  const { userId } = found
  const isKnown =
    (await isSuspended(held.change.tx, keyOf(held, userId))) || (await held.change.rolesOf(userId)) !== null
  if (!isKnown && !found.mayJoin) return link(held, user, { userId: user.userId, waitingReason: 'outside-domain' })
  if (!isKnown && !joins && user.userId !== null) return link(held, user, { userId, waitingReason: 'removed-here' })
  // Linked first: nobody joins whom the directory does not know as active (flows/organizations/members/directory-rule.ts).
  const linked = await link(held, user, { userId, waitingReason: null })
  const restored = await restoreMembership(deps, held, userId)
  const given = await giveByGroups(deps, held, { ...user, userId })
  return linked || restored || given
}

const keyOf = ({ directory: { organizationId } }: DirectoryChange, userId: string) => ({ organizationId, userId })

async function link(
  { change }: DirectoryChange,
  user: StoredUser,
  after: { userId: string | null; waitingReason: WaitingReason | null },
): Promise<boolean> {
  if (user.userId === after.userId && user.waitingReason === after.waitingReason) return false
  await linkDirectoryUser(change.tx, user.id, after)
  return true
}

const isProven = async (deps: Deps, { change }: DirectoryChange, email: string | null): Promise<boolean> =>
  email !== null && (await provenByDns(change.tx, change.organization.id, deps.now())).includes(domainOf(email) ?? '')

async function linkedPerson(deps: Deps, held: DirectoryChange, { userId, email }: StoredUser): Promise<Found> {
  if (userId === null) return { reason: 'no-address' }
  const mayJoin = (await isProven(deps, held, email)) || (await hasIdentityAt(held.change.tx, keyOf(held, userId)))
  return { userId, mayJoin }
}

/**
 * The person with the address of a user: a member, whom their organization knows, or, when the user is written for the first
 * time, somebody who has signed in by its connection. Nobody else becomes a member without their own doing.
 */
async function findPersonOf(
  deps: Deps,
  held: DirectoryChange,
  { directoryId, email }: StoredUser,
  isFirst: boolean,
): Promise<Found> {
  const { tx, rolesOf } = held.change
  if (email === null) return { reason: 'no-address' }
  const account = await findUserByEmail(tx, email)
  if (!account) {
    const reason = await reasonAgainstNew(deps, held, email)
    return reason === null ? 'new' : { reason }
  }
  const key = keyOf(held, account.id)
  const isMember = (await rolesOf(account.id)) !== null || (await isSuspended(tx, key))
  const proven = await isProven(deps, held, email)
  // Whom the directory has deleted, it has to name by the same user, or they sign in by themselves.
  const isTheirs = isFirst && (await findDeletionOf(tx, directoryId, account.id)) === null
  const isLinked = proven && isTheirs && (await hasIdentityAt(tx, key))
  if (!isMember && !proven) return { reason: 'outside-domain' }
  if (account.disabled && !isMember) return { reason: 'not-available' }
  if (!isMember && !isLinked) return { reason: 'account-exists' }
  if (await findUserOfPerson(tx, directoryId, account.id)) return { reason: 'address-taken' }
  return { userId: account.id, mayJoin: true }
}

/** Why no account is made for an address that nobody has. */
async function reasonAgainstNew(deps: Deps, held: DirectoryChange, email: string): Promise<WaitingReason | null> {
  const { tx, organization } = held.change
  if (!(await isProven(deps, held, email))) return 'outside-domain'
  if ((await findAwaitingAccount(tx, email)) !== null) return 'account-exists'
  if (await findReservation(tx, email, deps.now())) return 'not-available'
  // SIGN_UP: an organization that somebody made for themselves lets nobody in whom the operators would not.
  const { signUp } = deps.config
  const isOpen = signUp.kind === 'open' || (signUp.kind === 'domains' && signUp.domains.includes(domainOf(email) ?? ''))
  return isOpen || organization.approvedAt !== null ? null : 'not-available'
}

/** Makes the account of somebody whose address is under a domain of the organization, and a member of them. */
async function makeMember(deps: Deps, held: DirectoryChange, user: StoredUser): Promise<boolean> {
  const { tx, organization } = held.change
  const now = deps.now()
  const { name, locale, preferredLanguage } = user.attributes
  const id = newId(now)
  const account = { id, address: user.email ?? '', locale: languageOf(locale ?? preferredLanguage), now }
  // Somebody with the address has signed up at the same moment.
  if ((await createUser(tx, account)).id !== id)
    return link(held, user, { userId: null, waitingReason: 'account-exists' })
  const detail = { directory: held.directory.id }
  await tx.record(system, { action: 'user.created', organizationId: organization.id, target: ['user', id], detail })
  await nameNewPerson(tx, id, { given: shownName(name?.givenName), family: shownName(name?.familyName), now })
  await link(held, user, { userId: id, waitingReason: null })
  await giveByGroups(deps, held, { ...user, userId: id })
  return true
}

/** A language tag, or nothing: whatever else a directory writes there. */
function languageOf(text: string | undefined): string | null {
  const tag = text?.replaceAll('_', '-') ?? ''
  return /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$/.test(tag) ? tag : null
}

function shownName(name: string | undefined): string | null {
  const cleaned = name === undefined ? null : cleanName(name, 100)
  return cleaned?.ok && cleaned.name !== '' ? cleaned.name : null
}
