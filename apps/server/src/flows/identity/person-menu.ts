import { loginUrlOf } from '../../oidc/clients.ts'
import { findPersonMenuRows } from '../../store/beyond-prisma/people/person-menu.ts'
import type { Deps } from '../platform/deps.ts'
import { roleOf } from './operator-roles.ts'
import type { SignedIn } from './signed-in.ts'

/** How many organizations the menu names. */
const shown = 5

/** Where a person can go from every page of ours. */
export interface PersonMenu {
  /** They are an operator: every role opens the overview of the console. */
  console: boolean
  organizations: readonly { id: string; slug: string; name: string }[]
  /** They belong to more organizations than these. */
  more: boolean
  /**
   * The application that they signed in to last from this session, as its redeemed code says: never what an address or a
   * Referer claims. Its URL is the registered one at which it begins to sign them in.
   */
  application: { name: string; url: string } | null
}

export async function findPersonMenu(deps: Deps, { person, session }: SignedIn): Promise<PersonMenu> {
  const rows = await findPersonMenuRows(deps.db, { userId: person.id, sessionId: session.id, limit: shown + 1 })
  const client = rows.clientId === null ? undefined : deps.clients.find(rows.clientId)
  const url = client && client.trust !== 'unknown' ? loginUrlOf(client, { iss: deps.config.issuer }) : null
  return {
    console: roleOf(deps, rows.addresses, rows.storedRole) !== null,
    organizations: rows.organizations.slice(0, shown),
    more: rows.organizations.length > shown,
    application: client && url ? { name: client.name, url } : null,
  }
}
