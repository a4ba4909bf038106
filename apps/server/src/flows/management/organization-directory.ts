import {
  type OrganizationPosition,
  type SortedOrganizationPage,
  sortOrganizations,
} from '../../store/beyond-prisma/organizations/organization-list.ts'
import type { OrganizationRecord } from '../../store/prisma/organizations/organization-changes.ts'
import {
  countsOfOrganization,
  findAnyOrganization,
  findOrganizations,
  listOrganizations,
} from '../../store/prisma/organizations/organizations.ts'
import { type Actor, inTransaction } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { OperationRefused } from '../platform/operation-refused.ts'

type Operator = Actor & { kind: 'operator' }

export type {
  OrganizationPosition,
  OrganizationState,
} from '../../store/beyond-prisma/organizations/organization-list.ts'

/** Organizations in an order, those that were deleted too. For operators. */
export async function listSortedOrganizations(
  deps: Deps,
  page: SortedOrganizationPage,
): Promise<(OrganizationRecord & { position: OrganizationPosition })[]> {
  const positions = await sortOrganizations(deps.db, page)
  const found = await findOrganizations(
    deps.db,
    positions.map(([, id]) => id),
  )
  const records = new Map(found.map((record) => [record.id, record]))
  return positions.flatMap((position) => {
    const record = records.get(position[1])
    return record ? [{ ...record, position }] : []
  })
}

export interface OrganizationOverview {
  organization: OrganizationRecord
  counts: Awaited<ReturnType<typeof countsOfOrganization>>
}

/** An organization by its id or short name, also one that was deleted. For operators. */
export async function getOrganizationOverview(deps: Deps, idOrSlug: string): Promise<OrganizationOverview> {
  const organization = await findAnyOrganization(deps.db, idOrSlug)
  if (!organization) throw new OperationRefused('not-found')
  return { organization, counts: await countsOfOrganization(deps.db, organization.id, deps.now()) }
}

const batch = 500

export const organizationColumns = ['id', 'short_name', 'name', 'created', 'state', 'data_kept_until'] as const

/** Every organization as rows of a file. The export is recorded first. */
export async function exportOrganizations(deps: Deps, actor: Operator): Promise<AsyncGenerator<string[], void>> {
  await inTransaction(deps, (tx) => tx.record(actor, { action: 'organizations.exported' }))
  return rowsOf(deps)
}

async function* rowsOf({ db }: Pick<Deps, 'db'>): AsyncGenerator<string[], void> {
  let after: string | null = null
  do {
    const records: OrganizationRecord[] = await listOrganizations(db, { after, limit: batch })
    for (const { id, slug, name, createdAt, disabledAt, deleteAfter } of records) {
      const state = disabledAt ? 'deleted' : 'active'
      yield [id, slug, name, createdAt.toISOString(), state, deleteAfter?.toISOString() ?? '']
    }
    after = records.length === batch ? (records.at(-1)?.id ?? null) : null
  } while (after !== null)
}
