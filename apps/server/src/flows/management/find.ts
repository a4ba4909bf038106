import { fullName } from '../../oidc/person-names.ts'
import { findOrganizationOfDomain } from '../../store/beyond-prisma/organizations/domain-checks.ts'
import { searchOrganizations } from '../../store/beyond-prisma/organizations/organization-search.ts'
import { findPeoplePage } from '../../store/beyond-prisma/people/people-list.ts'
import { findGrant } from '../../store/hot/grants.ts'
import { findSessionById } from '../../store/hot/sessions.ts'
import { findEventsOf, hasEventsAbout } from '../../store/prisma/audit-events.ts'
import { findOrganizationNames } from '../../store/prisma/organizations/organizations.ts'
import { findAttempt } from '../federation/upstream/attempts.ts'
import { canonicalAddress } from '../platform/addresses.ts'
import type { Deps } from '../platform/deps.ts'
import { isSubject } from '../platform/subjects.ts'
import { grantOfToken } from '../tokens/issue-tokens.ts'
import { findHolder } from './directory.ts'
import { findListedPeople, type ListedPerson } from './people/people-list.ts'

/** What was found, and what a page needs to lead to it. */
export type Found =
  | {
      kind: 'person'
      id: string
      name: string
      pictureId: string | null
      address: string | null
      disabled: boolean
      organizations: ListedPerson['organizations']
      lastSignInAt: Date | null
    }
  /** A person whose account is gone, and whom events still name. */
  | { kind: 'former-person'; id: string }
  /** Of a person: what was asked for is the id of a session, or the `jti` of an access token. */
  | { kind: 'session' | 'token'; id: string; personId: string }
  | { kind: 'organization'; id: string; slug: string; name: string }
  | { kind: 'application'; id: string; name: string }
  | { kind: 'event'; id: string; action: string; at: Date }
  /** A sign-in at an identity provider, by the reference that its person was told. */
  | { kind: 'federation-attempt'; id: string }
  /** The reference of an error page: only the log has it. */
  | { kind: 'error-reference'; id: string }

export interface FindResult {
  found: Found[]
  /** `found` holds one thing, and it is exactly what was asked for. */
  exact: boolean
  /** There are more people or organizations than are listed. */
  more: boolean
}

/** Rows of a kind that are listed. */
const perKind = 20

/**
 * Looks for what an operator typed or pasted: an id of any kind, a whole address, words of the name or address of a person,
 * or how the name or slug of an organization begins. `addresses`: they may learn whose an address is.
 */
export async function findAnything(
  deps: Deps,
  text: string,
  { addresses }: { addresses: boolean },
): Promise<FindResult> {
  const exact = await findExactly(deps, text, addresses)
  if (exact.length === 1) return { found: exact, exact: true, more: false }
  const people = await findPeoplePage(
    deps.db,
    { query: text, addresses },
    { order: 'name', after: null, limit: perKind },
  )
  const organizations = await findOrganizationNames(deps.db, await organizationIds(deps, text), perKind + 1)
  const begun = [
    ...(await findListedPeople(deps, people.ids)).map(toPerson),
    ...organizations.slice(0, perKind).map((organization): Found => ({ kind: 'organization', ...organization })),
    ...findApplications(deps, text).slice(0, perKind),
  ]
  const found = [...new Map([...exact, ...begun].map((hit) => [`${hit.kind} ${hit.id}`, hit])).values()]
  return { found, exact: false, more: people.next !== null || organizations.length > perKind }
}

const organizationIds = async ({ db }: Deps, text: string): Promise<string[]> => [
  ...new Set([...(await searchOrganizations(db, text)), ...(await findOrganizationOfDomain(db, text.toLowerCase()))]),
]

/** What has exactly this id. Ids are opaque, so each kind is looked up by its key. */
async function findExactly(deps: Deps, text: string, addresses: boolean): Promise<Found[]> {
  const { db, clients } = deps
  const address = addresses ? canonicalAddress(text) : null
  const holder = address && (await findHolder(db, address))
  if (holder) return (await findListedPeople(deps, [holder])).map(toPerson)
  const attempt = isAttemptReference(text) ? await findAttempt(deps, text) : null
  if (attempt) return [{ kind: 'federation-attempt', id: attempt.reference }]
  if (!isSubject(text)) return []
  const grantId = grantOfToken(text)
  const [people, session, grant, events, organizations] = await Promise.all([
    findListedPeople(deps, [text]),
    findSessionById(db, text),
    grantId ? findGrant(db, grantId) : null,
    findEventsOf(db, [text]),
    findOrganizationNames(db, [text], 1),
  ])
  const client = clients.find(text)
  const found: Found[] = [
    ...people.map(toPerson),
    ...(session ? [{ kind: 'session', id: text, personId: session.userId } as const] : []),
    ...(grant ? [{ kind: 'token', id: text, personId: grant.userId } as const] : []),
    ...[...events.values()].map(({ id, action, at }): Found => ({ kind: 'event', id, action, at })),
    ...organizations.map((organization): Found => ({ kind: 'organization', ...organization })),
    ...(client ? [{ kind: 'application', id: client.id, name: client.name } as const] : []),
  ]
  if (found.length > 0) return found
  if (await hasEventsAbout(db, text)) return [{ kind: 'former-person', id: text }]
  return isErrorReference(text) ? [{ kind: 'error-reference', id: text }] : []
}

/** Of the form of one, however it was typed (flows/federation/upstream/attempts.ts). */
const isAttemptReference = (text: string): boolean => /^[0-9a-z]{5}-[0-9a-z]{5}$/i.test(text)

/** As http/api-errors.ts makes one. */
const isErrorReference = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

const toPerson = ({ emails, unverifiedAddress, ...person }: ListedPerson): Found => ({
  kind: 'person',
  id: person.id,
  name: fullName(person) ?? '',
  pictureId: person.pictureId,
  address: emails.find(({ isPrimary }) => isPrimary)?.address ?? unverifiedAddress?.address ?? null,
  disabled: person.disabledAt !== null,
  organizations: person.organizations,
  lastSignInAt: person.lastSignInAt,
})

/** Applications are in memory, so that a part from the middle of a name is found too. */
function findApplications({ clients }: Deps, text: string): Found[] {
  const part = text.toLowerCase()
  return [...clients.all()]
    .filter(({ id, name }) => `${id}\n${name}`.toLowerCase().includes(part))
    .map(({ id, name }) => ({ kind: 'application', id, name }))
}
