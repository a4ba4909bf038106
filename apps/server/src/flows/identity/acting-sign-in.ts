import { type ActingSignIn, missingRule, type OrganizationRules } from '../../oidc/organization-rules.ts'
import type { Session } from '../../store/hot/sessions.ts'
import { isInNetworks } from '../platform/networks.ts'
import type { Visitor } from '../platform/visitor.ts'

/** Whether an address is in one of the networks. One that is not known is in none. */
export const isFrom =
  ({ address }: Pick<Visitor, 'address'>) =>
  (networks: readonly string[]): boolean =>
    address !== undefined && isInNetworks(networks, address)

/** A session that is to act for an organization, from where its browser is. */
export const actingSession = (
  session: Pick<Session, 'acr' | 'connection'>,
  visitor: Pick<Visitor, 'address'>,
): ActingSignIn => ({
  acr: session.acr,
  connectedOrganizationId: session.connection?.organizationId ?? null,
  isIn: isFrom(visitor),
})

/** Whether a session may act for an organization as far as its rules about sign-in go. */
export const meetsRules = (
  rules: OrganizationRules,
  session: Pick<Session, 'acr' | 'connection'>,
  visitor: Pick<Visitor, 'address'>,
): boolean => missingRule(rules, actingSession(session, visitor)) === null
