import { findOwners } from '../../../store/beyond-prisma/organizations/member-search.ts'
import type { Deps } from '../../platform/deps.ts'

const namedOwners = 3

/** Names of some who can change what a member may do. */
export const namesOfOwners = async ({ db }: Pick<Deps, 'db'>, organizationId: string): Promise<string[]> =>
  (await findOwners(db, organizationId, namedOwners)).flatMap(({ name }) => name ?? [])
