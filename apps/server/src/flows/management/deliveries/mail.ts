import type { Limit } from '../../../config/settings.ts'
import { digest } from '../../../crypto/random.ts'
import { mailKinds } from '../../../mail/messages.ts'
import {
  type MailDelivery,
  type MailLane,
  type MailOutcome,
  mailOutcomes,
  mailQueue,
  type Suppression,
} from '../../../store/beyond-prisma/delivery/mail-deliveries.ts'
import { expediteMails } from '../../../store/beyond-prisma/outbox.ts'
import { findUserByEmail } from '../../../store/hot/people.ts'
import {
  deleteSuppression,
  findMailDeliveries,
  findSuppressions,
} from '../../../store/prisma/delivery/mail-deliveries.ts'
import { mailContext } from '../../delivery/mail-context.ts'
import { queueMail } from '../../delivery/outbox.ts'
import { isOperator } from '../../identity/operator-roles.ts'
import { canonicalAddress } from '../../platform/addresses.ts'
import { inTransaction } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { hour } from '../../platform/durations.ts'
import { enforceLimit } from '../../platform/limits.ts'
import { OperationRefused } from '../../platform/operation-refused.ts'
import { type Manager, requireUnrestricted } from '../managers.ts'

export type { MailDelivery, MailLane, MailOutcome, Suppression }
export { mailKinds, mailOutcomes }
export type MailKind = (typeof mailKinds)[number]

/** A test mail is of use for that long. */
const testMailTtl = hour
const testMails: readonly Limit[] = [{ count: 5, window: hour }]

/** The lanes of the queue that mails wait in. */
const mailLanes = ['code', 'mail'] as const satisfies readonly MailLane['lane'][]

/** The mails that wait for the mail server. */
export function listMailQueue(deps: Deps, actor: Manager): Promise<MailLane[]> {
  requireUnrestricted(actor)
  return mailQueue(deps.db)
}

/** Waiting mails that one press makes due. */
const expeditedAtOnce = 1000

/**
 * Tries waiting mails of a lane now instead of at their next try. Pressed again, it changes nothing while they are being
 * tried, and a domain whose mail server did not answer keeps its pause. Returns how many; 0 if none waited.
 */
export async function expediteWaitingMails(deps: Deps, actor: Manager, name: string): Promise<number> {
  requireUnrestricted(actor)
  const lane = mailLanes.find((known) => known === name)
  if (!lane) throw new OperationRefused('not-found')
  return inTransaction(deps, async (tx) => {
    const mails = await expediteMails(tx, lane, deps.now(), expeditedAtOnce)
    if (mails === 0) return tx.takeBack(mails)
    await tx.record(actor, { action: 'mail.expedited', target: ['mail', lane], detail: { mails } })
    return mails
  })
}

export interface MailFilter {
  outcome: MailOutcome | null
  kind: string | null
  /** Exactly this address. */
  address: string | null
  before: string | null
  limit: number
}

/** What became of the mails of the last 30 days, the newest first. */
export function listMailDeliveries(deps: Deps, actor: Manager, filter: MailFilter): Promise<MailDelivery[]> {
  requireUnrestricted(actor)
  const { address, ...search } = filter
  if (address === null) return findMailDeliveries(deps.db, { ...search, addressKey: null })
  const canonical = canonicalAddress(address)
  if (!canonical) throw new OperationRefused('invalid', 'address', 'invalid-address')
  return findMailDeliveries(deps.db, { ...search, addressKey: deps.addressKeys.of(canonical) })
}

/** Addresses that get no mail because their mail server does not know them. */
export function listSuppressions(
  deps: Deps,
  actor: Manager,
  range: { before: string | null; limit: number },
): Promise<Suppression[]> {
  requireUnrestricted(actor)
  return findSuppressions(deps.db, { ...range, now: deps.now() })
}

/** The address gets mail again, from now on. Returns its shortened form. */
export async function liftSuppression(deps: Deps, actor: Manager, id: string): Promise<string> {
  requireUnrestricted(actor)
  return inTransaction(deps, async (tx) => {
    const lifted = await deleteSuppression(tx, id)
    if (!lifted) throw new OperationRefused('not-found')
    const { addressShown, refusals, reply } = lifted
    await tx.record(actor, {
      action: 'mail.suppression_lifted',
      target: ['mail', id],
      detail: { address: addressShown, refusals, reply },
    })
    return addressShown
  })
}

/** Sends a mail that says nothing, to the address of an operator: nobody else gets one. Returns the id of the mail. */
export async function sendTestMail(
  deps: Deps,
  actor: Manager,
  address: string,
  locales: readonly string[],
): Promise<void> {
  requireUnrestricted(actor)
  const to = canonicalAddress(address)
  if (!to) throw new OperationRefused('invalid', 'address', 'invalid-address')
  const owner = await findUserByEmail(deps.db, to)
  if (!owner || !(await isOperator(deps, owner.id))) throw new OperationRefused('invalid', 'address', 'operators-only')
  await enforceLimit(deps, `test-mail:${digest(to)}`, testMails)
  const expiresAt = new Date(deps.now().getTime() + testMailTtl)
  await inTransaction(deps, async (tx) => {
    await queueMail(deps, tx, { kind: 'test', ...mailContext(deps, to, { locales, zone: owner.zoneinfo }) }, expiresAt)
    await tx.record(actor, { action: 'mail.tested', target: ['user', owner.id] })
  })
}
