import { newId } from '../../../crypto/random.ts'
import { insertUser } from '../../../store/beyond-prisma/accounts.ts'
import { putUnverifiedAddress } from '../../../store/beyond-prisma/people/unverified-addresses.ts'
import { findReservation } from '../../../store/beyond-prisma/reserved-addresses.ts'
import { mailContext } from '../../delivery/mail-context.ts'
import { queueMail } from '../../delivery/outbox.ts'
import { invite } from '../../organizations/invitations/invitations.ts'
import type { Role } from '../../organizations/rules.ts'
import { canonicalAddress } from '../../platform/addresses.ts'
import { type AuditedTransaction, inTransaction } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { day } from '../../platform/durations.ts'
import { OperationRefused } from '../../platform/operation-refused.ts'
import { changeProfile, hasChange, type ProfileChange, refuseTaken } from '../directory.ts'
import { type Manager, recordingRefusal, requireUnrestricted } from '../managers.ts'

export interface NewPerson extends ProfileChange {
  email: string
  /** The organization to which they are invited, and as what. */
  invitation?: { organizationId: string; roles: readonly Role[] } | null
  /** Whether a mail tells them. */
  mailed: boolean
  /** Languages of the mail, if the profile names none. */
  languages: readonly string[]
}

/**
 * Creates an account for an address that nobody has verified. It opens the account once its mailbox is proven, as every
 * sign-in by mail proves it; until then nobody has the account, and an organization only invites. Returns its id.
 */
export async function createUnverifiedPerson(
  deps: Deps,
  actor: Manager,
  { email, invitation, mailed, languages, ...profile }: NewPerson,
): Promise<string> {
  requireUnrestricted(actor)
  const address = canonicalAddress(email)
  if (!address) throw new OperationRefused('invalid', 'email', 'invalid-address')
  await refuseTaken(deps.db, address)
  const now = deps.now()
  if (await findReservation(deps.db, address, now)) throw new OperationRefused('invalid', 'email', 'address-reserved')
  const id = newId(now)
  const locale = profile.form.locale || null
  const insert = async (tx: AuditedTransaction) => {
    await insertUser(tx, { id, locale, now })
    if (!(await putUnverifiedAddress(tx, id, address))) throw new OperationRefused('taken', 'email', 'taken')
    await tx.record(actor, { action: 'user.created', target: ['user', id] })
    if (hasChange(profile)) await changeProfile(deps, tx, actor, id, { ...profile, isNew: true })
  }
  const locales = locale ? [locale, ...languages] : languages
  if (invitation) {
    const { organizationId, roles } = invitation
    const invited = { email: address, roles, teamIds: [], clientId: null, languages: locales }
    await invite(deps, actor, organizationId, { ...invited, mailed, also: insert })
    return id
  }
  const create = async (tx: AuditedTransaction) => {
    await insert(tx)
    if (!mailed) return
    const context = mailContext(deps, address, { locales, zone: profile.form.zoneinfo || null })
    const mail = { kind: 'sign-in-request', ...context, link: `${deps.config.issuer}/account`, created: true } as const
    await queueMail(deps, tx, mail, new Date(now.getTime() + day))
  }
  await recordingRefusal(deps, actor, { action: 'user.created' }, () => inTransaction(deps, create))
  return id
}
