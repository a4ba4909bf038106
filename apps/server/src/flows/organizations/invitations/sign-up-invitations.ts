import { newId } from '../../../crypto/random.ts'
import { replaceSignUpInvitation } from '../../../store/prisma/organizations/invitations.ts'
import { mailContext } from '../../delivery/mail-context.ts'
import { queueMail } from '../../delivery/outbox.ts'
import { canonicalAddress } from '../../platform/addresses.ts'
import { type Actor, inTransaction } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { OperationRefused } from '../../platform/operation-refused.ts'
import { invitationTtl } from './invitations.ts'

/**
 * Lets an address create an account whatever SIGN_UP says, and notifies it. Only for those who run the server: an
 * organization invites to itself (flows/organizations/invitations/invitations.ts). Returns until when.
 */
export async function inviteToSignUp(
  deps: Deps,
  actor: Actor & { kind: 'operator' | 'system' },
  typed: string,
): Promise<Date> {
  const email = canonicalAddress(typed)
  if (!email) throw new OperationRefused('invalid', 'email', 'invalid-address')
  const createdAt = deps.now()
  const expiresAt = new Date(createdAt.getTime() + invitationTtl)
  const id = newId(createdAt)
  const mail = {
    kind: 'sign-up-invitation',
    ...mailContext(deps, email, { network: actor.network, locales: [] }),
    link: `${deps.config.issuer}/account`,
  } as const
  await inTransaction(deps, async (tx) => {
    await replaceSignUpInvitation(tx, { id, email, createdAt, expiresAt })
    await tx.record(actor, { action: 'invitation.created', target: ['invitation', id], detail: { email } })
    await queueMail(deps, tx, mail, expiresAt)
  })
  return expiresAt
}
