import type { Mail } from '../../mail/messages.ts'
import { type SmtpReply, smtpReply } from '../../mail/replies.ts'
import type { OutboxMessage } from '../../store/beyond-prisma/outbox.ts'
import type { Deps } from '../platform/deps.ts'
import { secretsIn } from './mail-deliveries.ts'

/** Hands a mail to the mail server, and returns what it said. Throws when it was not taken. */
export async function sendMail(deps: Deps, { id }: OutboxMessage, mail: Mail): Promise<SmtpReply> {
  const { reply } = await deps.mailer.send(mail, id)
  if (mail.kind === 'sign-in-code') deps.counters.codeSent()
  return smtpReply(reply, secretsIn(mail))
}
