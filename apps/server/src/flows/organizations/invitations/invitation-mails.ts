import type { Inviter, Mail } from '../../../mail/messages.ts'
import { findPerson, findUserByEmail } from '../../../store/hot/people.ts'
import type { Invitation } from '../../../store/prisma/invitations.ts'
import { queueMail } from '../../delivery/outbox.ts'
import type { Actor } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'

export async function describeInviter(
  deps: Deps,
  { inviterId, byOrganization }: Pick<Invitation, 'inviterId' | 'byOrganization'>,
): Promise<Inviter> {
  if (byOrganization) return { kind: 'organization' }
  if (inviterId === null) return { kind: 'operators' }
  const person = await findPerson(deps.db, inviterId)
  const name = [person?.givenName, person?.familyName].filter(Boolean).join(' ') || person?.email
  return name ? { kind: 'person', name } : { kind: 'organization' }
}

/** In the invitee's language when they are known here, else in the inviter's. */
export async function mailInvitation(
  deps: Deps,
  actor: Actor,
  invitation: Invitation,
  token: string,
  languages: readonly string[],
): Promise<void> {
  const known = await findUserByEmail(deps.db, invitation.email)
  const invitee = known ? await findPerson(deps.db, known.id) : null
  const mail: Mail = {
    kind: 'invitation',
    to: invitation.email,
    application: (invitation.clientId && deps.config.clients.get(invitation.clientId)?.name) || '',
    organization: invitation.organizationName ?? '',
    inviter: await describeInviter(deps, invitation),
    at: deps.now().toISOString(),
    network: actor.network ?? '',
    locales: invitee?.locale ? [invitee.locale] : languages,
    link: `${deps.config.issuer}/invitations/${token}`,
  }
  await queueMail(deps, mail, invitation.expiresAt)
}
