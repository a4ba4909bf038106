import type { ListPosition } from '../../../store/beyond-prisma/date-order.ts'
import {
  findPeoplePage,
  orderOf,
  type PeopleFilter,
  type PeopleOrder,
} from '../../../store/beyond-prisma/people/people-list.ts'
import {
  findOrganizationsOfPeople,
  type PersonOrganizations,
} from '../../../store/beyond-prisma/people/people-organizations.ts'
import { isIndexComplete } from '../../../store/beyond-prisma/people/person-search.ts'
import { type DirectoryUser, findUsers } from '../../../store/prisma/directory.ts'
import { findOrganization } from '../../../store/prisma/organizations/organizations.ts'
import type { Actor } from '../../platform/audit.ts'
import { inTransaction } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { day } from '../../platform/durations.ts'

export type { ListPosition } from '../../../store/beyond-prisma/date-order.ts'
export { type PeopleOrder, peopleOrders } from '../../../store/beyond-prisma/people/people-list.ts'

/** When people signed in last, as an operator can ask for it. */
export const signInFilters = ['7-days', '30-days', 'not-30-days', 'not-90-days', 'not-year', 'never'] as const
export type SignInFilter = (typeof signInFilters)[number]

export const personStates = ['active', 'disabled'] as const
export type PersonState = (typeof personStates)[number]

/** What an operator asked a list of people for. */
export interface PeopleQuery {
  query: string
  /** The text may be taken for an address: the operator may learn whose it is. */
  addresses: boolean
  state: PersonState | null
  /** Id or slug. */
  organization: string
  signIn: SignInFilter | null
  order: PeopleOrder
}

/** A person with what tells them apart from others of their name. */
export interface ListedPerson extends DirectoryUser {
  organizations: PersonOrganizations
}

export interface PeoplePage {
  people: ListedPerson[]
  /** The order of the list, where what was asked for has one order only. */
  order: PeopleOrder
  next: ListPosition | null
}

/**
 * A page of people for an operator. It may be short while there is a next one (store/beyond-prisma/people/people-list.ts).
 * Null: there is no such organization.
 */
export async function listPeoplePage(
  deps: Deps,
  asked: PeopleQuery,
  { after, limit }: { after: ListPosition | null; limit: number },
): Promise<PeoplePage | null> {
  const filter = await filterOf(deps, asked)
  if (!filter) return null
  const order = orderOf(filter, asked.order)
  const { ids, next } = await findPeoplePage(deps.db, filter, { order, after, limit })
  return { people: await findListedPeople(deps, ids), order, next }
}

/** People by their ids, in that order. */
export async function findListedPeople({ db }: Pick<Deps, 'db'>, ids: readonly string[]): Promise<ListedPerson[]> {
  const [people, organizations] = await Promise.all([findUsers(db, ids), findOrganizationsOfPeople(db, ids)])
  return people.map((person) => ({ ...person, organizations: organizations.get(person.id) ?? { first: [], count: 0 } }))
}

/** Whether a search finds everybody: after an update or a restore, people are indexed for it in the background. */
export const isSearchComplete = ({ db }: Pick<Deps, 'db'>): Promise<boolean> => isIndexComplete(db)

/** People that are read at once for a file. */
const batch = 500

/** Everybody whom a list has, for a file. The export is recorded first. Null: there is no such organization. */
export async function exportPeople(
  deps: Deps,
  actor: Actor,
  asked: PeopleQuery,
): Promise<AsyncIterable<DirectoryUser> | null> {
  const filter = await filterOf(deps, asked)
  if (!filter) return null
  const detail = Object.fromEntries(Object.entries(asked).filter(([, value]) => value))
  await inTransaction(deps, (tx) => tx.record(actor, { action: 'users.exported', detail }))
  return everybody(deps, filter, orderOf(filter, asked.order))
}

async function* everybody(deps: Deps, filter: PeopleFilter, order: PeopleOrder): AsyncGenerator<DirectoryUser, void> {
  let after: ListPosition | null = null
  do {
    const { ids, next } = await findPeoplePage(deps.db, filter, { order, after, limit: batch })
    yield* await findUsers(deps.db, ids)
    after = next
  } while (after)
}

async function filterOf(deps: Deps, asked: PeopleQuery): Promise<PeopleFilter | null> {
  const { query, addresses, state, organization, signIn } = asked
  const found = organization ? await findOrganization(deps.db, organization) : null
  if (organization && !found) return null
  const ago = (days: number) => new Date(deps.now().getTime() - days * day)
  return {
    ...(query ? { query, addresses } : {}),
    ...(state ? { disabled: state === 'disabled' } : {}),
    ...(found ? { organizationId: found.id } : {}),
    ...(signIn ? signInRange[signIn](ago) : {}),
  }
}

const signInRange: Record<SignInFilter, (ago: (days: number) => Date) => PeopleFilter> = {
  '7-days': (ago) => ({ signedInSince: ago(7) }),
  '30-days': (ago) => ({ signedInSince: ago(30) }),
  'not-30-days': (ago) => ({ signedInBefore: ago(30) }),
  'not-90-days': (ago) => ({ signedInBefore: ago(90) }),
  'not-year': (ago) => ({ signedInBefore: ago(365) }),
  never: () => ({ neverSignedIn: true }),
}
