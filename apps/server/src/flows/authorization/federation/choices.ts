import { findConnectionsInUse, findShownConnection, type ShownConnection } from '../../../store/hot/company-sign-in.ts'
import { findRoles } from '../../../store/prisma/organizations/organizations.ts'
import type { Deps } from '../../platform/deps.ts'
import type { OpenInteraction } from '../interactions.ts'

/** What the page of somebody shows who has to sign in at their organization. */
export interface CompanyChoices {
  organization: { name: string; slug: string }
  /** Those that sign people in, that of the address first. */
  connections: readonly ShownConnection[]
  /** An owner who signed in with a passkey may open the settings of company sign-in. */
  mayOpenSettings: boolean
}

/** Where somebody at the step `sign-in-at` may go. Null at another step. */
export async function companyChoices(deps: Deps, open: OpenInteraction): Promise<CompanyChoices | null> {
  const { memberships, person, session, step } = open
  if (step.kind !== 'sign-in-at') return null
  const { organizationId, connectionId } = step
  const own = memberships.find((membership) => membership.organizationId === organizationId)
  const [connections, named, roles] = await Promise.all([
    findConnectionsInUse(deps.db, organizationId),
    own ?? deps.themes.organization(organizationId),
    person && session?.passkeyId != null ? findRoles(deps.db, organizationId, person.id) : null,
  ])
  const isFirst = ({ id }: ShownConnection): number => (id === connectionId ? 0 : 1)
  return {
    organization: { name: named?.name ?? '', slug: own?.slug ?? organizationId },
    connections: connections.sort((a, b) => isFirst(a) - isFirst(b)),
    mayOpenSettings: roles?.includes('owner') === true,
  }
}

/** The connection of the step `choose-way`. Null at another step, or if it signs nobody in any more. */
export const offeredConnection = async (deps: Deps, { step }: OpenInteraction): Promise<ShownConnection | null> =>
  step.kind === 'choose-way' ? findShownConnection(deps.db, step.connectionId) : null
