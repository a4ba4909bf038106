import type { Membership } from '../../oidc/claims.ts'
import { findPasskeys, type Passkey } from '../../store/hot/passkeys.ts'
import { findAddresses, findMemberships } from '../../store/hot/people.ts'
import { linkedIdentities } from '../federation/linked-identities.ts'
import type { SignedIn } from '../identity/signed-in.ts'
import { canonicalAddress } from '../platform/addresses.ts'
import type { Deps } from '../platform/deps.ts'

/** An address of a person, as their account shows it. */
interface OwnAddress {
  address: string
  primary: boolean
  /** The identity providers that named it when they were linked. They go on signing in without it. */
  linkedBy: readonly string[]
}

/** What the account pages show. */
export const ownAddresses = (deps: Deps, { person }: SignedIn): Promise<{ address: string; primary: boolean }[]> =>
  findAddresses(deps.db, person.id)

/** The same with the identity providers that were linked by each. */
export async function ownLinkedAddresses(deps: Deps, { person }: SignedIn): Promise<OwnAddress[]> {
  const [addresses, identities] = await Promise.all([
    findAddresses(deps.db, person.id),
    linkedIdentities(deps, person.id),
  ])
  return addresses.map(({ address, primary }) => ({
    ...{ address, primary },
    linkedBy: identities.filter(({ email }) => canonicalAddress(email ?? '') === address).map(({ name }) => name),
  }))
}

export const ownPasskeys = (deps: Deps, { person }: SignedIn): Promise<Passkey[]> => findPasskeys(deps.db, person.id)

export const ownMemberships = async (deps: Deps, { person }: SignedIn) =>
  (await findMemberships(deps.db, person.id)).map(({ teams, ...membership }: Membership) => ({
    ...membership,
    teams: teams.map(({ name }) => name),
  }))
