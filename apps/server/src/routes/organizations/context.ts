import type { Context } from 'hono'
import type { SignedIn } from '../../flows/identity/signed-in.ts'
import { type OrganizationView, viewOrganization } from '../../flows/organizations/access.ts'
import { may, mayGive, type Operation, type Role, roleNames } from '../../flows/organizations/rules.ts'
import type { Actor } from '../../flows/platform/audit.ts'
import { isSubject } from '../../flows/platform/subjects.ts'
import { rawQuery } from '../../http/forms.ts'
import { pathParameter } from '../../http/path-parameter.ts'
import { satisfies } from '../../oidc/acr.ts'
import { Params } from '../../oidc/params.ts'
import type { OrganizationFrame, OrganizationTab } from '../../pages/organizations/layout.tsx'
import { accountFrame } from '../account/frame.ts'
import type { PageContext } from '../page-context.ts'
import { requireSignedIn, SignInRequired } from '../signed-in.ts'

/** Rows of a list on one page. */
export const perPage = 50

/** What each page needs. A page that one may not open is not in the tabs either. */
export const needs: Record<OrganizationTab, Operation> = {
  members: 'see',
  teams: 'see',
  invitations: 'manage-members',
  requests: 'manage-members',
  domains: 'manage-domains',
  settings: 'manage-settings',
  audit: 'see-audit',
}

/** Someone at a page of an organization that they may open. */
export interface MemberVisit extends OrganizationView {
  signedIn: SignedIn
  actor: Actor & { kind: 'user' }
}

/** A value that was sent once, or an empty text. */
export const one = (params: Params, name: string): string => (params.repeats(name) ? '' : (params.get(name) ?? ''))

/** Opens the page of an organization: its member, signed in as it demands. */
export async function enter(
  context: PageContext,
  c: Context,
  tab: OrganizationTab,
  recent = false,
): Promise<MemberVisit> {
  const slug = pathParameter(c, 'organization')
  const back = `/organizations/${slug}${tab === 'members' ? '' : `/${tab}`}`
  const signedIn = await requireSignedIn(context, c, recent ? { back, change: 'ownership' } : { back })
  const actor = { kind: 'user', id: signedIn.person.id, network: context.visitor(c).network } as const
  const seen = await viewOrganization(context.deps, actor, slug, needs[tab])
  if (seen.organization.requirePasskey && !satisfies(signedIn.session.acr, 'phr'))
    throw new SignInRequired({ path: `${context.base}${back}`, again: false, person: signedIn.person, acr: 'phr' })
  return { ...seen, signedIn, actor }
}

export function frameOf(
  context: PageContext,
  c: Context,
  visit: MemberVisit,
  problems: Record<string, string> = {},
): OrganizationFrame {
  const frame = accountFrame(context, c, visit.signedIn)
  const { words } = frame
  return {
    ...frame,
    organization: visit.organization,
    tabs: (Object.keys(needs) as OrganizationTab[]).filter((tab) => may(visit.roles, needs[tab])),
    problems: Object.fromEntries(Object.entries(problems).map(([key, value]) => [key, words.problems[value] ?? value])),
  }
}

/** Roles that one may give to a member. */
export const givable = ({ roles }: MemberVisit): Role[] =>
  roleNames.filter((role) => mayGive(roles, [], [role])).reverse()

export const languagesOf = (context: PageContext, c: Context, { person }: SignedIn): string[] => [
  ...(person.locale ? [person.locale] : []),
  ...context.visitor(c).languages,
]

/** What the address of a list says: a search, and the row after which it goes on. A form's own address says nothing. */
export interface Listing {
  query: string
  after: string | null
}

export function listingOf(c: Context): Listing & { get(name: string): string } {
  const params = Params.parse(c.req.method === 'GET' ? rawQuery(c.req.raw.url) : '')
  const get = (name: string) => one(params, name).replaceAll('\0', '').trim().slice(0, 254)
  const after = get('after')
  return { query: get('query'), after: isSubject(after) ? after : null, get }
}

/** A page of a list, of which one row more was read than is shown, with the addresses of the next and the first page. */
export function paged<T>(
  rows: readonly T[],
  { query, after }: Listing,
  path: string,
  idOf: (row: T) => string,
  more: Record<string, string> = {},
): { rows: T[]; next: string | null; first: string | null } {
  const shown = rows.slice(0, perPage)
  const last = shown.at(-1)
  const kept = { ...more, ...(query ? { query } : {}) }
  const address = (params: Record<string, string>) =>
    Object.keys(params).length > 0 ? `${path}?${new URLSearchParams(params)}` : path
  return {
    rows: shown,
    next: rows.length > perPage && last ? address({ ...kept, after: idOf(last) }) : null,
    first: after ? address(kept) : null,
  }
}
