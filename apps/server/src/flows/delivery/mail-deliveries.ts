import { newId } from '../../crypto/random.ts'
import { messageIdOf } from '../../mail/mailer.ts'
import type { Mail } from '../../mail/messages.ts'
import { replyOfError, type SmtpReply } from '../../mail/replies.ts'
import {
  countRefusal,
  findSuppression,
  forgetRefusals,
  type MailOutcome,
  recordMail,
  type Suppression,
} from '../../store/beyond-prisma/delivery/mail-deliveries.ts'
import type { OutboxMessage } from '../../store/beyond-prisma/outbox.ts'
import type { Transaction } from '../../store/connections/database.ts'
import type { SqlWrites } from '../../store/connections/sql.ts'
import { shortAddress } from '../platform/addresses.ts'
import type { Deps } from '../platform/deps.ts'
import { day } from '../platform/durations.ts'

/** How long it is known what became of a mail. */
const retention = 30 * day
/** How long an address that its mail server does not know gets no mail. */
const suppressionTime = day
/**
 * A code is sent until the mail server refused the address so often in a row: someone waits for it, and a mail server that
 * refuses by mistake must not lock people out. Limits count these mails anyway. Nobody waits for other mails.
 */
const refusalsOfCodes = 3

interface Attempt {
  id: string
  mail: Mail
  attempts: number
}

/** Notes what became of a mail, in the transaction that says so elsewhere, or by itself. */
export const noteMail = (
  deps: Deps,
  store: SqlWrites,
  { id, mail, attempts }: Attempt,
  outcome: MailOutcome,
  { code, text }: SmtpReply,
): Promise<void> => {
  const at = deps.now()
  return recordMail(store, {
    id,
    kind: mail.kind,
    addressKey: deps.addressKeys.of(mail.to),
    addressShown: shortAddress(mail.to),
    outcome,
    attempts,
    at,
    replyCode: code,
    replyText: text,
    messageId: messageIdOf(id, deps.config.mailFrom),
    expiresAt: new Date(at.getTime() + retention),
  })
}

/** The mail server took a mail: its address exists. */
export async function noteSentMail(deps: Deps, message: OutboxMessage, mail: Mail, reply: SmtpReply): Promise<void> {
  await noteMail(deps, deps.db, { ...message, mail }, 'sent', reply)
  // Almost always there are none, and then nothing is written.
  if (await refusalsOf(deps, mail)) await forgetRefusals(deps.db, deps.addressKeys.of(mail.to))
}

export const noteDeferredMail = (deps: Deps, message: OutboxMessage, mail: Mail, error: unknown): Promise<void> =>
  noteMail(deps, deps.db, { ...message, mail }, 'deferred', replyOfError(error, secretsIn(mail)))

/** What is known of the address of a mail, if its mail server refused it lately. */
export const refusalsOf = (deps: Deps, mail: Mail): Promise<Suppression | null> =>
  findSuppression(deps.db, deps.addressKeys.of(mail.to), deps.now())

/** Whether the mail is not even shown to the mail server. The operator's test mail always is. */
export const isSuppressed = (mail: Mail, isAwaited: boolean, { refusals }: Suppression): boolean =>
  mail.kind !== 'test' && (!isAwaited || refusals >= refusalsOfCodes)

/** Counts a refusal of the address itself. */
export function noteUnknownAddress(deps: Deps, tx: Transaction, mail: Mail, reply: string): Promise<void> {
  const at = deps.now()
  return countRefusal(tx, {
    id: newId(at),
    addressKey: deps.addressKeys.of(mail.to),
    addressShown: shortAddress(mail.to),
    reply,
    at,
    expiresAt: new Date(at.getTime() + suppressionTime),
  })
}

/** Content of a mail that operators must not see when the mail server's answer repeats it. */
export const secretsIn = (mail: Mail): string[] => [
  ...('code' in mail ? [mail.code] : []),
  ...('link' in mail ? [mail.link, mail.link.slice(mail.link.lastIndexOf('/') + 1)] : []),
]
