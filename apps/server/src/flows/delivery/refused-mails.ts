import type { Mail } from '../../mail/messages.ts'
import { refuseMessage } from '../../store/beyond-prisma/outbox.ts'
import { findUserByEmail } from '../../store/hot/people.ts'
import { inTransaction, system } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'

/** The mail server refused a mail for good: it is not sent again, and operators can see why. */
export async function noteRefusedMail(deps: Deps, id: string, mail: Mail, reply: string): Promise<void> {
  const user = await findUserByEmail(deps.db, mail.to)
  const noted = await inTransaction(deps, async (tx) => {
    if (!(await refuseMessage(tx, id, reply))) return false
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
