import type { PeopleQuery } from '../../src/flows/management/people/people-list.ts'

/** The list of people without any filter. */
export const everybody: PeopleQuery = {
  query: '',
  addresses: true,
  state: null,
  organization: '',
  signIn: null,
  order: 'newest',
}
