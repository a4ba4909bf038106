import type { Mail } from '../../mail/messages.ts'
import { isUnknownAddress, replyOf, replyOfError, unanswered } from '../../mail/replies.ts'
import { type OutboxMessage, refuseMessage } from '../../store/beyond-prisma/outbox.ts'
import { findUserByEmail } from '../../store/hot/people.ts'
import { inTransaction, system } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { isSuppressed, noteMail, noteUnknownAddress, refusalsOf, secretsIn } from './mail-deliveries.ts'

/** The mail server refused a mail for good: it is not sent again, and operators can see why. */
export async function noteRefusedMail(
  deps: Deps,
  { id, attempts }: OutboxMessage,
  mail: Mail,
  error: unknown,
): Promise<void> {
  const reply = replyOf(error)
  const user = await findUserByEmail(deps.db, mail.to)
  const noted = await inTransaction(deps, async (tx) => {
    if (!(await refuseMessage(tx, id, reply))) return false
    await noteMail(deps, tx, { id, mail, attempts }, 'refused', replyOfError(error, secretsIn(mail)))
    if (isUnknownAddress(error)) await noteUnknownAddress(deps, tx, mail, reply)
    await tx.record(system, {
      action: 'mail.refused',
      ...(user ? { target: ['user', user.id] as const } : {}),
      detail: { mail: id, kind: mail.kind, reply },
    })
    return true
  })
  if (!noted) return
  deps.log.warn({ message: id, kind: 'mail', reply }, 'the mail server refused a mail for good')
  deps.counters.message('mail', 'refused')
}

/** Ends a mail to an address that its mail server does not know, as if it had been refused again. False for other mails. */
export async function suppressMail(deps: Deps, { id, lane, attempts }: OutboxMessage, mail: Mail): Promise<boolean> {
  const refusals = await refusalsOf(deps, mail)
  if (!refusals || !isSuppressed(mail, lane === 'code', refusals)) return false
  await inTransaction(deps, async (tx) => {
    tx.commitWithoutEvent('queue')
    if (await refuseMessage(tx, id, refusals.reply))
      await noteMail(deps, tx, { id, mail, attempts }, 'suppressed', unanswered)
  })
  deps.counters.message('mail', 'refused')
  return true
}
