import {
  findSessionsByOrganization,
  revokeSignInsByOrganization,
} from '../../../store/beyond-prisma/federation/upstream-sessions.ts'
import { deleteIdentitiesAt } from '../../../store/beyond-prisma/people/external-identities.ts'
import { closeSessionIn } from '../../identity/sessions.ts'
import type { Deps } from '../../platform/deps.ts'
import type { AuditedChange } from '../changes.ts'

/** Ends the sessions that the organization's providers began for somebody, and what was issued in them for no organization. */
export async function endCompanySignIns(
  deps: Deps,
  { tx, organization }: AuditedChange,
  userId: string,
): Promise<void> {
  const organizationId = organization.id
  for (const id of await findSessionsByOrganization(tx, { organizationId, userId })) await closeSessionIn(deps, tx, id)
  await revokeSignInsByOrganization(tx, { organizationId, userId }, deps.now())
}

/** Forgets who somebody is at the organization's providers: whoever comes back shows by themselves that the account is theirs. */
export async function forgetIdentities({ tx, organization, record }: AuditedChange, userId: string): Promise<void> {
  for (const { connectionId, issuer } of await deleteIdentitiesAt(tx, { organizationId: organization.id, userId }))
    await record(['user', userId], { connection: connectionId, issuer }, 'identity.unlinked')
}
