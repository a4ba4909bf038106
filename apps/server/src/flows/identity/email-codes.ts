import { digest, equalDigests, newLinkSecret } from '../../crypto/random.ts'
import {
  type EmailChallenge,
  findByLink,
  findChallenge,
  findTries,
  findWaitingMail,
  putChallenge,
  redeemByCode,
  redeemByLink,
  spendTry,
  type WaitingMail,
} from '../../store/hot/email-challenges.ts'
import type { Deps } from '../platform/deps.ts'
import { minute } from '../platform/durations.ts'
import { checkLimit, codeFailureLimit, consumeLimit } from '../platform/limits.ts'
import type { SignInReason } from '../platform/sign-in-log.ts'

/** Milliseconds. */
export const codeTtl = 5 * minute
export const linkTtl = 10 * minute
export const triesPerCode = 5

/** What a mailed code proves, and where it may be typed. */
export interface CodeTarget {
  address: string
  /** `sign-in`, or `address:<user>`. One live code per address and purpose. */
  purpose: string
  /** The browser that asked, as a digest. */
  browserDigest: string
  /** The interaction or session that asked. */
  subject: string
}

export type CodeProblem = 'malformed' | 'wrong' | 'too-many-failures'

/** Creates a code and its link, for the mail of this id. It replaces the previous code; the failures counted against its address stay. */
export async function newCode(
  deps: Deps,
  target: CodeTarget,
  mailId: string | null = null,
): Promise<{ code: string; token: string }> {
  const now = deps.now()
  const token = newLinkSecret()
  const code = codeOfLink(deps, token)
  await putChallenge(deps.db, {
    address: target.address,
    purpose: target.purpose,
    codeDigest: digestOfCode(deps, target, code),
    linkDigest: digest(token),
    browserDigest: target.browserDigest,
    interactionId: target.subject,
    createdAt: now,
    expiresAt: new Date(now.getTime() + codeTtl),
    linkExpiresAt: new Date(now.getTime() + linkTtl),
    mailId,
  })
  return { code, token }
}

/** A mail that was not sent after this time is late, in milliseconds. */
const lateAfter = 10_000

/** What became of the mail with a code: sent, late, or refused for good by the mail server. */
export type MailState = 'sent' | 'late' | 'refused'

/** What the code page shows. It depends on the mail server alone, never on whether an address has an account. */
export async function mailStateOf(
  deps: Deps,
  { address, purpose }: Pick<CodeTarget, 'address' | 'purpose'>,
): Promise<MailState> {
  return messageState(await findWaitingMail(deps.db, address, purpose), deps.now())
}

/** What became of a message with a code, which is null once it has left. */
export function messageState(message: WaitingMail | null, now: Date): MailState {
  if (message === null) return 'sent'
  if (message.refusal !== null) return 'refused'
  const failed = message.attempts > 0 && !message.inDelivery
  return failed || now.getTime() - message.createdAt.getTime() > lateAfter ? 'late' : 'sent'
}

/** The code is derived from the link, so that the link's page can show it and nothing but digests is stored. */
function codeOfLink({ keyring, config }: Deps, token: string): string {
  const number = keyring.mac('email-code', `code\n${token}`).readUIntBE(0, 6)
  return String(number % 10 ** config.codeLength).padStart(config.codeLength, '0')
}

/** A short code is stored as a MAC under a key outside the database, bound to its address, purpose and attempt. */
const digestOfCode = ({ keyring }: Pick<Deps, 'keyring'>, target: CodeTarget, code: string): string =>
  keyring
    .mac('email-code', ['digest', target.purpose, target.address, target.subject, code].join('\n'))
    .toString('base64url')

/** The digits of a typed code. Spaces and dashes are dropped; null for anything else but ASCII digits, which is not a code. */
export function parseCode({ config }: Pick<Deps, 'config'>, input: string): string | null {
  const code = input.replaceAll(/[\s-]/g, '')
  return new RegExp(`^[0-9]{${config.codeLength}}$`).test(code) ? code : null
}

/**
 * Redeems a typed code, once. What is not a code costs no try. A try is counted before it is compared. Null when the code was right.
 */
export async function redeemCode(deps: Deps, target: CodeTarget, input: string): Promise<CodeProblem | null> {
  const code = parseCode(deps, input)
  if (code === null) return 'malformed'
  const failures = codeFailureLimit(target.address)
  if ((await checkLimit(deps, failures, deps.config.limits.codeFailures)) !== null) return 'too-many-failures'
  const now = deps.now()
  const expected = await spendTry(deps.db, {
    address: target.address,
    purpose: target.purpose,
    browserDigest: target.browserDigest,
    interactionId: target.subject,
    tries: triesPerCode,
    now,
  })
  const given = digestOfCode(deps, target, code)
  if (
    expected !== null &&
    equalDigests(expected, given) &&
    (await redeemByCode(deps.db, target.address, target.purpose, given, now))
  )
    return null
  await consumeLimit(deps, failures, deps.config.limits.codeFailures)
  return 'wrong'
}

/** Why a typed code was refused, for operators. The person sees the same answer for all of these. */
export async function explainWrongCode(deps: Deps, target: CodeTarget): Promise<SignInReason> {
  const challenge = await findChallenge(deps.db, target.address, target.purpose)
  if (!challenge || challenge.usedAt || challenge.expiresAt <= deps.now()) return 'code-expired'
  if (challenge.browserDigest !== target.browserDigest || challenge.interactionId !== target.subject)
    return 'code-replaced'
  return challenge.tries >= triesPerCode ? 'code-spent' : 'wrong-code'
}

/**
 * How often the code of this attempt may still be tried; 0 when it is spent. Null where this browser has no live code:
 * the page then says nothing about tries. It is the same for known and unknown addresses, whose codes are the same rows.
 */
export async function triesLeft(deps: Deps, target: CodeTarget): Promise<number | null> {
  const { address, purpose, browserDigest, subject } = target
  const tries = await findTries(deps.db, { address, purpose, browserDigest, interactionId: subject, now: deps.now() })
  return tries === null ? null : Math.max(0, triesPerCode - tries)
}

/** What opening a link may show: a button in the browser that began, the code to type there in any other. */
export type LinkView = { kind: 'button' } | { kind: 'code'; code: string } | { kind: 'gone' }

/** Looks at a link without consuming anything: mail scanners follow links. */
export async function viewMailedLink(
  deps: Deps,
  token: string,
  { subject, browserDigest }: { subject: string | null; browserDigest: string | null },
): Promise<LinkView> {
  const challenge = await findByLink(deps.db, digest(token), deps.now())
  if (!challenge || (subject !== null && challenge.interactionId !== subject)) return { kind: 'gone' }
  if (browserDigest !== null && browserDigest === challenge.browserDigest) return { kind: 'button' }
  return challenge.expiresAt > deps.now() ? { kind: 'code', code: codeOfLink(deps, token) } : { kind: 'gone' }
}

/** Redeems a link by its button, once. Not counted as a typed code: it can't be guessed. */
export async function redeemMailedLink(
  deps: Deps,
  token: string,
  { subject, browserDigest }: Pick<CodeTarget, 'subject' | 'browserDigest'>,
): Promise<Pick<EmailChallenge, 'address' | 'purpose'> | null> {
  const challenge = await redeemByLink(deps.db, digest(token), browserDigest, deps.now())
  return challenge && challenge.interactionId === subject ? challenge : null
}
