import {
  countAcceptingMembers,
  findTermsAcceptances,
  type TermsAcceptance,
} from '../../../store/beyond-prisma/organizations/terms-acceptances.ts'
import {
  findTermsAcceptance,
  findTermsDraft,
  findTermsVersion,
  findTermsVersions,
  type OrganizationTerms,
  type OrganizationTermsDraft,
} from '../../../store/prisma/organizations/terms.ts'
import { type Actor, inTransaction, recordRefusal } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { OperationRefused } from '../../platform/operation-refused.ts'
import type { OrganizationView } from '../access.ts'
import { may } from '../rules.ts'

export type { TermsAcceptance } from '../../../store/beyond-prisma/organizations/terms-acceptances.ts'
export type { OrganizationTerms, OrganizationTermsDraft } from '../../../store/prisma/organizations/terms.ts'

/** The versions of an organization's terms, the newest first. */
export const listTermsVersions = (
  { db }: Pick<Deps, 'db'>,
  { organization }: OrganizationView,
  page: { before: number | null; limit: number },
): Promise<OrganizationTerms[]> => findTermsVersions(db, organization.id, page)

/** A version with its text, for every member. @throws OperationRefused */
export async function getTermsVersion(
  { db }: Pick<Deps, 'db'>,
  { organization }: OrganizationView,
  version: number,
): Promise<OrganizationTerms & { text: string }> {
  const found = await findTermsVersion(db, organization.id, version)
  if (!found) throw new OperationRefused('not-found')
  return found
}

/** What is being written, for those who may publish it. */
export const getTermsDraft = async (
  { db }: Pick<Deps, 'db'>,
  { organization, roles }: OrganizationView,
): Promise<OrganizationTermsDraft | null> =>
  may(roles, 'manage-settings') ? findTermsDraft(db, organization.id) : null

/** When a person accepted a version themselves. */
export const ownTermsAcceptance = (
  { db }: Pick<Deps, 'db'>,
  { organization }: OrganizationView,
  version: number,
  userId: string,
): Promise<Date | null> => findTermsAcceptance(db, organization.id, version, userId)

/** How many members accepted a version. */
export const acceptingMembers = (
  { db }: Pick<Deps, 'db'>,
  { organization }: OrganizationView,
  version: number,
): Promise<number> => countAcceptingMembers(db, organization.id, version)

/** Those who accepted a version, for those who manage members. @throws OperationRefused */
export async function listTermsAcceptances(
  deps: Deps,
  actor: Actor,
  { organization, roles }: OrganizationView,
  { version, ...page }: { version: number; query?: string; after: string | null; limit: number },
): Promise<TermsAcceptance[]> {
  const organizationId = organization.id
  if (!may(roles, 'manage-members')) {
    await recordRefusal(deps, actor, { action: 'organization.see', organizationId }, 'forbidden')
    throw new OperationRefused('forbidden')
  }
  return findTermsAcceptances(deps.db, { organizationId, version }, page)
}

const batch = 500

export const acceptanceColumns = ['version', 'text_digest', 'user_id', 'name', 'email', 'accepted_at', 'network']

/** Everyone who accepted a version, as rows of a file, for those who manage members. The export is recorded first. */
export async function exportTermsAcceptances(
  deps: Deps,
  actor: Actor,
  view: OrganizationView,
  version: number,
): Promise<AsyncGenerator<string[], void>> {
  const organizationId = view.organization.id
  const action = 'organization.terms_exported'
  if (!may(view.roles, 'manage-members')) {
    await recordRefusal(deps, actor, { action, organizationId }, 'forbidden')
    throw new OperationRefused('forbidden')
  }
  const terms = await getTermsVersion(deps, view, version)
  const target = ['organization', organizationId] as const
  await inTransaction(deps, (tx) => tx.record(actor, { action, organizationId, target, detail: { version } }))
  return rowsOf(deps, organizationId, terms)
}

async function* rowsOf(
  { db }: Pick<Deps, 'db'>,
  organizationId: string,
  { version, textDigest }: OrganizationTerms,
): AsyncGenerator<string[], void> {
  let after: string | null = null
  do {
    const rows: TermsAcceptance[] = await findTermsAcceptances(db, { organizationId, version }, { after, limit: batch })
    for (const { userId, name, address, acceptedAt, network } of rows)
      yield [String(version), textDigest, userId, name, address, acceptedAt.toISOString(), network ?? '']
    after = rows.length === batch ? (rows.at(-1)?.userId ?? null) : null
  } while (after !== null)
}
