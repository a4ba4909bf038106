/**
 * A person, and the organization in which they are. What is there already is used: the same address is the same person.
 *
 * @example
 * ```ts
 * import { type PersonOptions, startVestibule } from '@vestibule/testing'
 *
 * await using vestibule = await startVestibule()
 * const ada: PersonOptions = { email: 'ada@example.com', organization: 'Acme', role: 'owner' }
 * await vestibule.createPerson(ada)
 * await vestibule.createPerson({ ...ada, organization: 'Analytical Engines', role: 'member' })
 * ```
 */
export interface PersonOptions {
  email: string
  /** Default: made from the address. */
  givenName?: string
  /** Default: `Example`. */
  familyName?: string
  /** The name of an organization, or its name and slug. Default: none. */
  organization?: string | { name: string; slug: string }
  /** Default: the role that they have, or `member`. */
  role?: 'owner' | 'admin' | 'member'
  /**
   * Permissions of the application that they have in the organization beside those of their role, by names of `PERMISSIONS_FILE` in the
   * settings. Default: those that they have.
   */
  permissions?: readonly string[]
}

/**
 * An organization of a person, as it is in the claims of their sessions.
 *
 * @example
 * ```ts
 * import { type Membership, startVestibule } from '@vestibule/testing'
 *
 * await using vestibule = await startVestibule()
 * const { organization } = await vestibule.createPerson({ email: 'ada@example.com', organization: 'Acme' })
 * const acme: Membership | null = organization // { id, slug: 'acme', name: 'Acme', roles: ['member'] }
 * ```
 */
export interface Membership {
  id: string
  slug: string
  name: string
  roles: readonly string[]
}

/**
 * A person with a verified address, as the server has them.
 *
 * @example
 * ```ts
 * import { type Person, startVestibule } from '@vestibule/testing'
 *
 * await using vestibule = await startVestibule()
 * const ada: Person = await vestibule.createPerson({ email: 'ada@example.com' })
 * console.log(ada.sub)
 * ```
 */
export interface Person {
  sub: string
  email: string
  givenName: string
  familyName: string
  /** The one that was asked for. */
  organization: Membership | null
}
