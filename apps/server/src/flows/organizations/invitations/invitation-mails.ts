import type { Inviter, Mail } from '../../../mail/messages.ts'
import { nameOrAddress } from '../../../oidc/person-names.ts'
import type { SqlStore } from '../../../store/connections/sql.ts'
import { findPerson, findUserByEmail } from '../../../store/hot/people.ts'
import type { Invitation } from '../../../store/prisma/organizations/invitations.ts'
import { mailContext } from '../../delivery/mail-context.ts'
import type { Actor } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'

export async function describeInviter(
  store: SqlStore,
  { inviterId, byOrganization }: Pick<Invitation, 'inviterId' | 'byOrganization'>,
): Promise<Inviter> {
  if (byOrganization) return { kind: 'organization' }
  if (inviterId === null) return { kind: 'operators' }
  const name = nameOrAddress(await findPerson(store, inviterId), '')
  return name ? { kind: 'person', name } : { kind: 'organization' }
}

/**
 * The mail of an invitation: in the invitee's language when they are known here, else in the inviter's. It is composed
 * before the organization is locked, because other inviters wait for that lock.
 */
export async function composeInvitation(
  deps: Deps,
  actor: Actor,
  organization: { id: string; name: string },
  {
    invitation,
    token,
    languages,
  }: {
    invitation: Pick<Invitation, 'email' | 'roles' | 'clientId' | 'inviterId' | 'byOrganization'>
    token: string
    languages: readonly string[]
  },
): Promise<Mail> {
  const known = await findUserByEmail(deps.db, invitation.email)
  const invitee = known ? await findPerson(deps.db, known.id) : null
  return {
    kind: 'invitation',
    ...mailContext(deps, invitation.email, {
      application: (invitation.clientId && deps.clients.findEvenDisabled(invitation.clientId)?.name) || '',
      network: actor.network,
      locales: invitee?.locale ? [invitee.locale] : languages,
      themeOf: { organization: { id: organization.id, name: organization.name } },
    }),
    organization: organization.name,
    inviter: await describeInviter(deps.db, invitation),
    roles: invitation.roles.split(' ').filter(Boolean),
    link: `${deps.config.issuer}/invitations/${token}`,
  }
}
