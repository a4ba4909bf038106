import { findUnverifiedAddress } from '../../../store/beyond-prisma/people/unverified-addresses.ts'
import { findPerson } from '../../../store/hot/people.ts'
import { mailContext } from '../../delivery/mail-context.ts'
import { queueMail } from '../../delivery/outbox.ts'
import { actOnPerson } from '../../identity/operator-protection.ts'
import type { Actor } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { day, hour } from '../../platform/durations.ts'
import { enforceLimit } from '../../platform/limits.ts'
import { OperationRefused } from '../../platform/operation-refused.ts'

/** Mails that ask one person to sign in. `window` in milliseconds. */
const limits = [{ count: 3, window: hour }]

/**
 * Mails someone a link to the page where they sign in. The link carries no secret: they sign in as always, so another
 * reader of the mail gains nothing by it. Returns the address it went to.
 */
export async function sendSignInMail(deps: Deps, actor: Actor & { kind: 'operator' }, userId: string): Promise<string> {
  await enforceLimit(deps, `sign-in-mail:${userId}`, limits)
  return actOnPerson(deps, actor, { userId, action: 'user.sign_in_mail_sent' }, async (tx) => {
    const person = await findPerson(tx, userId)
    if (!person) throw new OperationRefused('not-found')
    // An account that was made for them is opened by the sign-in.
    const email = person.email ?? (await findUnverifiedAddress(tx, userId))
    if (email === null) throw new OperationRefused('invalid', 'user', 'invalid-address')
    const context = mailContext(deps, email, { locales: [person.locale] })
    const link = `${deps.config.issuer}/account`
    const mail = { kind: 'sign-in-request', ...context, link, created: person.email === null } as const
    await queueMail(deps, tx, mail, new Date(deps.now().getTime() + day))
    await tx.record(actor, { action: 'user.sign_in_mail_sent', target: ['user', userId] })
    return email
  })
}
