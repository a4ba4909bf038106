import { timingSafeEqual } from 'node:crypto'
import { digest, newId, newLinkSecret } from '../crypto/random.ts'
import { mailAcr } from '../oidc/next-step.ts'
import { findByLink, putChallenge, redeemByCode, redeemByLink, spendTry } from '../store/email-challenges.ts'
import { type Interaction, noteAccountChosen, noteEmail, noteSignIn, restartSignIn } from '../store/interactions.ts'
import { findInvitations } from '../store/invitations.ts'
import { createUser, findUserByEmail } from '../store/users.ts'
import { canonicalAddress } from './addresses.ts'
import type { Visit } from './authorize.ts'
import type { Deps } from './deps.ts'
import { knowsDevice, rememberAddress } from './devices.ts'
import { peek, spend, TooManyAttempts } from './limits.ts'
import { queueMail } from './outbox.ts'
import { startSession, type Visitor } from './sessions.ts'

const purpose = 'sign-in'
/** Milliseconds. */
export const codeTtl = 5 * 60_000
const linkTtl = 10 * 60_000
const triesPerCode = 5

export type EmailProblem = 'invalid-address'
export type CodeProblem = 'malformed' | 'wrong' | 'too-many-failures' | 'not-allowed'

/** Every attempt of a network counts, whatever it is an attempt of. */
async function countNetwork(deps: Deps, visitor: Visitor): Promise<void> {
  const wait = await spend(deps, `network:${visitor.network}`, deps.config.limits.perNetwork)
  if (wait !== null) throw new TooManyAttempts(wait)
}

/**
 * Takes an address and mails a code to it, unless its mail budget is spent: then the code page appears as usual.
 * Known and unknown addresses take the same steps, write the same rows and send one mail each.
 */
export async function submitEmail(
  deps: Deps,
  { handle, interaction, client }: Visit,
  input: string,
  visitor: Visitor,
): Promise<{ ok: true } | { ok: false; problem: EmailProblem }> {
  await countNetwork(deps, visitor)
  const address = canonicalAddress(input)
  if (!address) return { ok: false, problem: 'invalid-address' }
  await noteEmail(deps.db, interaction.id, address)
  await mailCode(deps, { handle, interaction, client }, address, visitor)
  return { ok: true }
}

/** Sends another code to the address of this attempt, within the mail budget. */
export async function resendCode(deps: Deps, { handle, interaction, client }: Visit, visitor: Visitor): Promise<void> {
  await countNetwork(deps, visitor)
  if (interaction.email) await mailCode(deps, { handle, interaction, client }, interaction.email, visitor)
}

/** A device that signed in to this address before has a budget of its own, so a stranger can't use it up. */
const budgetName = (deps: Deps, visitor: Visitor, address: string): string => {
  const device = knowsDevice(deps, visitor.deviceCookie, address)
  return device ? `mail:${digest(`${device}\n${address}`)}` : `mail:${digest(address)}`
}

/** Seconds until another mail may be asked for. */
export const resendWait = async (deps: Deps, visitor: Visitor, address: string): Promise<number> =>
  (await peek(deps, budgetName(deps, visitor, address), deps.config.limits.mailPerAddress)) ?? 0

async function mailCode(
  deps: Deps,
  { handle, interaction, client }: Pick<Visit, 'handle' | 'interaction' | 'client'>,
  address: string,
  visitor: Visitor,
): Promise<void> {
  if ((await spend(deps, budgetName(deps, visitor, address), deps.config.limits.mailPerAddress)) !== null) return
  const now = deps.now()
  const allowed = await mayComeIn(deps, address)
  const token = newLinkSecret()
  const code = codeOfLink(deps, token)
  await putChallenge(deps.db, {
    address,
    purpose,
    codeDigest: digestOfCode(deps, { address, interactionId: interaction.id, code }),
    linkDigest: digest(token),
    browserDigest: interaction.browserDigest,
    interactionId: interaction.id,
    createdAt: now,
    expiresAt: new Date(now.getTime() + codeTtl),
    linkExpiresAt: new Date(now.getTime() + linkTtl),
  })
  const context = {
    to: address,
    application: client.name,
    at: now.toISOString(),
    network: visitor.network,
    locales: [...interaction.request.uiLocales, ...visitor.languages],
  }
  const mail = allowed
    ? ({
        kind: 'sign-in-code',
        ...context,
        code,
        link: `${deps.config.issuer}/sign-in/${handle}/link/${token}`,
      } as const)
    : ({ kind: 'sign-up-refused', ...context } as const)
  await queueMail(deps, mail, new Date(now.getTime() + linkTtl))
}

/** SIGN_UP: people with an account always come in; who else may is the operator's choice. A refusal is told by mail only. */
async function mayComeIn({ config, db, now }: Deps, address: string): Promise<boolean> {
  if (config.signUp.kind === 'open') return true
  const [user, invitations] = await Promise.all([findUserByEmail(db, address), findInvitations(db, address, now())])
  if (user || invitations.length > 0) return true
  return config.signUp.kind === 'domains' && config.signUp.domains.includes(address.slice(address.indexOf('@') + 1))
}

/** The code is derived from the link, so that the link's page can show it and nothing but digests is stored. */
function codeOfLink({ keyring, config }: Deps, token: string): string {
  const number = keyring.mac('email-code', `code\n${token}`).readUIntBE(0, 6)
  return String(number % 10 ** config.codeLength).padStart(config.codeLength, '0')
}

/** A short code is kept under a key that is not in the database, bound to its address, purpose and attempt. */
const digestOfCode = (
  { keyring }: Pick<Deps, 'keyring'>,
  one: { address: string; interactionId: string; code: string },
): string =>
  keyring
    .mac('email-code', ['digest', purpose, one.address, one.interactionId, one.code].join('\n'))
    .toString('base64url')

export type SignInResult =
  | { ok: true; sessionCookie: string; deviceCookie: string }
  | { ok: false; problem: CodeProblem }

/** Checks a typed code. Spaces and dashes are dropped; anything else but ASCII digits is not a code and costs no try. */
export async function submitCode(
  deps: Deps,
  { interaction }: Visit,
  input: string,
  visitor: Visitor,
): Promise<SignInResult> {
  await countNetwork(deps, visitor)
  const { email } = interaction
  const code = input.replaceAll(/[\s-]/g, '')
  if (!email || !new RegExp(`^[0-9]{${deps.config.codeLength}}$`).test(code)) return { ok: false, problem: 'malformed' }
  const failures = `code-failures:${digest(email)}`
  if ((await peek(deps, failures, deps.config.limits.codeFailures)) !== null)
    return { ok: false, problem: 'too-many-failures' }

  const now = deps.now()
  const expected = await spendTry(deps.db, {
    address: email,
    purpose,
    browserDigest: interaction.browserDigest,
    interactionId: interaction.id,
    tries: triesPerCode,
    now,
  })
  const given = digestOfCode(deps, { address: email, interactionId: interaction.id, code })
  if (
    expected === null ||
    !equalDigests(expected, given) ||
    !(await redeemByCode(deps.db, email, purpose, given, now))
  ) {
    await spend(deps, failures, deps.config.limits.codeFailures)
    deps.log.info({ interaction: interaction.id.slice(0, 8) }, 'a typed code was refused')
    return { ok: false, problem: 'wrong' }
  }
  return enter(deps, interaction, email, visitor)
}

const equalDigests = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

/** What opening a link may show: a button in the browser that began, the code to type there in any other. */
export type LinkView = { kind: 'button' } | { kind: 'code'; code: string } | { kind: 'gone' }

/** Looks at a link without consuming anything: mail scanners follow links. */
export async function viewLink(deps: Deps, handle: string, token: string, visitor: Visitor): Promise<LinkView> {
  const challenge = await findByLink(deps.db, digest(token), deps.now())
  if (!challenge || challenge.interactionId !== digest(handle)) return { kind: 'gone' }
  if (visitor.flowCookie && digest(visitor.flowCookie) === challenge.browserDigest) return { kind: 'button' }
  return challenge.expiresAt > deps.now() ? { kind: 'code', code: codeOfLink(deps, token) } : { kind: 'gone' }
}

/** Signs in by the link's button, in the browser that began. Not counted as a typed code: it can't be guessed. */
export async function redeemLink(
  deps: Deps,
  { handle, interaction }: Visit,
  token: string,
  visitor: Visitor,
): Promise<SignInResult | null> {
  await countNetwork(deps, visitor)
  const challenge = await redeemByLink(deps.db, digest(token), interaction.browserDigest, deps.now())
  if (!challenge || challenge.interactionId !== digest(handle)) return null
  return enter(deps, interaction, challenge.address, visitor)
}

/** The mailbox is proven: find or make its account and start a session. */
async function enter(deps: Deps, interaction: Interaction, address: string, visitor: Visitor): Promise<SignInResult> {
  const known = await findUserByEmail(deps.db, address)
  if (!known && !(await mayComeIn(deps, address))) return { ok: false, problem: 'not-allowed' }
  const locale = [...interaction.request.uiLocales, ...visitor.languages][0]?.slice(0, 35) ?? null
  const user = known ?? (await createUser(deps.db, { id: newId(deps.now()), address, locale, now: deps.now() }))
  if (user.disabled) return { ok: false, problem: 'not-allowed' }
  const sessionCookie = await startSession(deps, visitor, { userId: user.id, acr: mailAcr, amr: ['otp'] })
  await noteSignIn(deps.db, interaction.id, user.id)
  deps.log.info({ user: user.id, client: interaction.request.clientId, new: !known }, 'signed in by mail')
  return { ok: true, sessionCookie, deviceCookie: rememberAddress(deps, visitor.deviceCookie, address) }
}

/** Goes on as the person who is signed in (prompt=select_account). */
export const keepAccount = (deps: Deps, { interaction }: Visit): Promise<void> =>
  noteAccountChosen(deps.db, interaction.id)

/** Signs in as someone else: from now on only a new sign-in will do. */
export async function useAnotherAccount(deps: Deps, { interaction }: Visit): Promise<void> {
  const prompt = [
    ...new Set([...interaction.request.prompt.filter((one) => one !== 'select_account'), 'login' as const]),
  ]
  await restartSignIn(deps.db, interaction.id, { ...interaction.request, prompt, loginHint: undefined }, deps.now())
}
