import type { ActiveOrganization, Person, Subject } from '../../../oidc/claims.ts'
import type { Holder } from '../../../oidc/permissions.ts'
import type { Deps } from '../deps.ts'
import { holderIn } from './held-scope.ts'

/**
 * The subject of a token or an answer. What they may do in the application, after a sign-in of this strength, is looked
 * up if a claim asks for it.
 */
export function subjectOf(
  { config, permissions }: Pick<Deps, 'config' | 'permissions'>,
  person: Person,
  active: ActiveOrganization,
  signIn: Omit<Holder, 'holder'>,
): Subject {
  const holder = holderIn(active.memberships, active.organizationId)
  return {
    ...active,
    person,
    issuer: config.issuer,
    permissions: holder && permissions.application.length > 0 ? permissions.namesHeld({ holder, ...signIn }) : null,
  }
}
