import { digest, equalDigests, newDigits, newId } from '../../crypto/random.ts'
import {
  deletePhoneMessage,
  findPhoneChallenge,
  putPhoneChallenge,
  redeemPhoneChallenge,
  spendPhoneTry,
} from '../../store/beyond-prisma/people/phone-challenges.ts'
import { findPerson } from '../../store/hot/people.ts'
import { updatePhone } from '../../store/prisma/accounts.ts'
import { queueTextMessage } from '../delivery/outbox.ts'
import {
  type CodeProblem,
  codeTtl,
  type MailState,
  messageState,
  parseCode,
  triesPerCode,
} from '../identity/email-codes.ts'
import type { SignedIn } from '../identity/signed-in.ts'
import { lockedProof } from '../identity/step-up.ts'
import { inTransaction, userActor } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { checkLimit, consumeLimit, enforceLimit, type Wait } from '../platform/limits.ts'
import type { Visitor } from '../platform/visitor.ts'
import { recordPhoneChange } from './phone-changes.ts'
import { callingCode, isServed, parsePhoneNumber } from './phone-numbers.ts'

// A code proves that a number is somebody's. It is never a way to sign in, and recovers nothing: numbers are given to
// others, and a message can be read on its way (NIST SP 800-63B-4 section 3.1.3.3).

/** What happened to a request for a code: it was sent, or it was refused, for `wait` seconds where that is a limit. */
export type CodeRequest =
  | { ok: true }
  | { ok: false; problem: 'invalid-phone' | 'phone-not-served' | 'not-available' }
  | { ok: false; problem: 'too-many'; wait: number }

/** Sends a code to a number. Only the session that asked for it may type it, and it takes the place of any other one. */
export async function sendPhoneCode(
  deps: Deps,
  signedIn: SignedIn,
  input: string,
  visitor: Visitor,
): Promise<CodeRequest> {
  const { sms } = deps.config
  if (!sms) return { ok: false, problem: 'not-available' }
  const number = parsePhoneNumber(input)
  if (number === null) return { ok: false, problem: 'invalid-phone' }
  if (!isServed(number, sms.prefixes)) return { ok: false, problem: 'phone-not-served' }
  const wait = await consumeSmsLimits(deps, signedIn.person.id, number, visitor)
  // A form that is sent twice leads to the page of the code that is on its way.
  if (wait !== null)
    return (await findLiveCode(deps, signedIn))?.number === number
      ? { ok: true }
      : { ok: false, problem: 'too-many', wait }
  const now = deps.now()
  const messageId = newId(now)
  const code = newDigits(deps.config.codeLength)
  const expiresAt = new Date(now.getTime() + codeTtl)
  const browserDigest = digest(signedIn.session.id)
  const codeDigest = digestOfCode(deps, { userId: signedIn.person.id, number, browserDigest, code })
  const locales = [signedIn.person.locale, ...visitor.languages].flatMap((locale) => locale || [])
  await inTransaction(deps, async (tx) => {
    tx.commitWithoutEvent('code')
    const challenge = { userId: signedIn.person.id, number, codeDigest, browserDigest, messageId, createdAt: now }
    await deletePhoneMessage(tx, signedIn.person.id)
    await putPhoneChallenge(tx, { ...challenge, expiresAt })
    const message = { kind: 'phone-code', to: number, code, locales, expiresAt: expiresAt.toISOString() } as const
    await queueTextMessage(deps, tx, messageId, sms.gateway, message)
  })
  return { ok: true }
}

/** A short code is stored as a MAC under a key outside the database, bound to its person, number and browser. */
const digestOfCode = (
  { keyring }: Pick<Deps, 'keyring'>,
  { userId, number, browserDigest, code }: { userId: string; number: string; browserDigest: string; code: string },
): string => keyring.mac('phone-code', ['digest', userId, number, browserDigest, code].join('\n')).toString('base64url')

/** The name of the limit on codes for a number. Under a key, because few numbers would have to be tried to find one. */
const numberLimit = ({ keyring }: Pick<Deps, 'keyring'>, number: string): string =>
  `sms-number:${keyring.mac('phone-code', `limit\n${number}`).toString('base64url')}`

/**
 * Counts a message before it is sent, so parallel requests are all counted. The budgets of one person come first: once
 * they are spent, that person uses up nothing of the shared budget.
 */
async function consumeSmsLimits(deps: Deps, userId: string, number: string, { network }: Visitor): Promise<Wait> {
  const { sms } = deps.config.limits
  const country = callingCode(number)
  // Asking again too early spends nothing.
  const early = await checkLimit(deps, numberLimit(deps, number), sms.perNumber)
  if (early !== null) return early
  const own =
    (await consumeLimit(deps, `sms-person:${userId}`, sms.perPerson)) ??
    (await consumeLimit(deps, `sms-network:${network}`, sms.perNetwork)) ??
    (await consumeLimit(deps, numberLimit(deps, number), sms.perNumber))
  if (own !== null) return own
  const shared =
    (await consumeLimit(deps, `sms-country:${country}`, sms.perCountry)) ?? (await consumeLimit(deps, 'sms', sms.all))
  if (shared !== null) deps.log.warn({ country }, 'no code was sent: LIMIT_SMS_PER_COUNTRY or LIMIT_SMS is used up')
  return shared
}

export interface LiveCode {
  number: string
  triesLeft: number
  /** Seconds until another one may be requested for the same number. */
  wait: number
  message: MailState
}

/** The code that this session waits for. */
export async function findLiveCode(deps: Deps, { person, session }: SignedIn): Promise<LiveCode | null> {
  const key = { userId: person.id, browserDigest: digest(session.id), now: deps.now() }
  const found = await findPhoneChallenge(deps.db, key)
  if (!found) return null
  const wait = await checkLimit(deps, numberLimit(deps, found.number), deps.config.limits.sms.perNumber)
  const triesLeft = Math.max(0, triesPerCode - found.tries)
  return { number: found.number, triesLeft, wait: wait ?? 0, message: messageState(found.message, deps.now()) }
}

/** Whether a typed code proved its number. */
export type CodeConfirmation =
  | { ok: true; number: string }
  | { ok: false; problem: Exclude<CodeProblem, 'too-many-failures'> }
  | { ok: false; problem: 'too-many'; wait: number }

/**
 * Verifies the number that a code was sent to, once. A try is counted before it is compared, and what is stored is the
 * number of the code, whatever the form says.
 */
export async function confirmPhone(
  deps: Deps,
  signedIn: SignedIn,
  input: string,
  visitor: Visitor,
): Promise<CodeConfirmation> {
  await enforceLimit(deps, `network:${visitor.network}`, deps.config.limits.perNetwork)
  const code = parseCode(deps, input)
  if (code === null) return { ok: false, problem: 'malformed' }
  const userId = signedIn.person.id
  const failures = `phone-code-failures:${userId}`
  const wait = await checkLimit(deps, failures, deps.config.limits.codeFailures)
  if (wait !== null) return { ok: false, problem: 'too-many', wait }
  const browserDigest = digest(signedIn.session.id)
  const spent = await spendPhoneTry(deps.db, { userId, browserDigest, tries: triesPerCode, now: deps.now() })
  if (
    spent &&
    equalDigests(spent.codeDigest, digestOfCode(deps, { userId, number: spent.number, browserDigest, code }))
  ) {
    const number = await setVerified(deps, signedIn, spent.codeDigest, visitor)
    if (number !== null) return { ok: true, number }
  }
  await consumeLimit(deps, failures, deps.config.limits.codeFailures)
  return { ok: false, problem: 'wrong' }
}

/** Redeems a code and stores its number as verified: both, or neither. Null when the code was used or replaced meanwhile. */
const setVerified = (deps: Deps, signedIn: SignedIn, codeDigest: string, visitor: Visitor): Promise<string | null> =>
  inTransaction(deps, async (tx) => {
    const userId = signedIn.person.id
    if ((await lockedProof(deps, tx, signedIn, 'phone')).missing) return null
    const before = await findPerson(tx, userId)
    const redeemed = before && (await redeemPhoneChallenge(tx, { userId, codeDigest, now: deps.now() }))
    if (!redeemed) return null
    const after = { phone: redeemed.number, phoneVerified: true }
    await updatePhone(tx, userId, after, deps.now())
    await recordPhoneChange(deps, tx, userActor(userId, visitor.network), { before, after, by: 'code', visitor })
    return redeemed.number
  })
