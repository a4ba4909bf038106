import type { DirectoryUser } from '../../../flows/management/directory.ts'
import { fullName } from '../../../oidc/person-names.ts'
import type { AddressText } from '../event-names.ts'

export const nameOf = (person: Pick<DirectoryUser, 'givenName' | 'familyName' | 'locale'>): string =>
  fullName(person) ?? ''

/** The primary address, or an empty string. */
export const addressOf = ({ emails }: Pick<DirectoryUser, 'emails'>): string =>
  emails.find(({ isPrimary }) => isPrimary)?.address ?? ''

/** The primary address or, of an account that nobody has opened yet, the one that opens it. */
export const shownAddressOf = (person: Pick<DirectoryUser, 'emails' | 'unverifiedAddress'>): string =>
  addressOf(person) || (person.unverifiedAddress?.address ?? '')

/** What a person is called in a sentence: their name, or else their address as the operator may see it, or else their id. */
export const labelOf = (person: DirectoryUser, addressText: AddressText): string =>
  nameOf(person) || addressText(shownAddressOf(person)) || person.id

/** The page of a person, below the path of the issuer. */
export const pathOfPerson = (id: string): string => `/admin/people/${encodeURIComponent(id)}`
