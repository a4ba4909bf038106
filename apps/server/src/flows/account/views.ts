import type { Membership } from '../../oidc/claims.ts'
import { findPasskeys, type Passkey } from '../../store/hot/passkeys.ts'
import { findAddresses, findMemberships } from '../../store/hot/people.ts'
import type { SignedIn } from '../identity/signed-in.ts'
import type { Deps } from '../platform/deps.ts'

/** What the account pages show. */
export const ownAddresses = (deps: Deps, { person }: SignedIn): Promise<{ address: string; primary: boolean }[]> =>
  findAddresses(deps.db, person.id)

export const ownPasskeys = (deps: Deps, { person }: SignedIn): Promise<Passkey[]> => findPasskeys(deps.db, person.id)

export const ownMemberships = async (deps: Deps, { person }: SignedIn) =>
  (await findMemberships(deps.db, person.id)).map(({ teams, ...membership }: Membership) => ({
    ...membership,
    teams: teams.map(({ name }) => name),
  }))
