import { digest, newId } from '../../crypto/random.ts'
import type { Mail } from '../../mail/messages.ts'
import { mailAcr } from '../../oidc/acr.ts'
import { type Interaction, noteAccountChosen, noteEmail, noteSignIn, restartSignIn } from '../../store/interactions.ts'
import { findPasskey, hasPasskey } from '../../store/passkeys.ts'
import { AddressReserved, findReservation } from '../../store/reserved-addresses.ts'
import { createUser, findPerson, findUserByEmail, isDisabled, lockPerson } from '../../store/users.ts'
import { notify } from '../delivery/notices.ts'
import { queueMail } from '../delivery/outbox.ts'
import { deviceLabel } from '../identity/device-labels.ts'
import { knowsDevice, rememberAddress } from '../identity/devices.ts'
import {
  type CodeProblem,
  type CodeTarget,
  type LinkView,
  linkTtl,
  type MailState,
  mailStateOf,
  newCode,
  redeemCode,
  redeemLink as redeemMailedLink,
  triesLeft,
  viewLink as viewMailedLink,
} from '../identity/email-codes.ts'
import { assuranceOf, requestOptions, verifyAssertion } from '../identity/passkeys.ts'
import { ProofGone, startSession } from '../identity/sessions.ts'
import { canonicalAddress } from '../platform/addresses.ts'
import { inTransaction } from '../platform/audit.ts'
import type { SignInMethod } from '../platform/counters.ts'
import type { Deps } from '../platform/deps.ts'
import { checkLimit, consumeLimit, TooManyAttempts } from '../platform/limits.ts'
import type { Visitor } from '../platform/visitor.ts'
import type { OpenInteraction } from './authorize.ts'
import { mayComeIn } from './sign-up.ts'

export type EmailProblem = 'invalid-address'

/** Every attempt of a network counts, whatever it is an attempt of. */
async function countNetwork(deps: Deps, visitor: Visitor): Promise<void> {
  const wait = await consumeLimit(deps, `network:${visitor.network}`, deps.config.limits.perNetwork)
  if (wait !== null) throw new TooManyAttempts(wait)
}

/**
 * Takes an address and mails a code to it, unless its mail budget is spent: then the code page appears as usual.
 * Known and unknown addresses take the same steps, write the same rows and send one mail each.
 */
export async function submitEmail(
  deps: Deps,
  { handle, interaction, client }: OpenInteraction,
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
export async function resendCode(
  deps: Deps,
  { handle, interaction, client }: OpenInteraction,
  visitor: Visitor,
): Promise<void> {
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
  (await checkLimit(deps, budgetName(deps, visitor, address), deps.config.limits.mailPerAddress)) ?? 0

/** Whether the mail server takes the mail with the code: the page says so. */
export const mailState = (deps: Deps, { interaction }: OpenInteraction): Promise<MailState> =>
  mailStateOf(deps, targetOf(interaction, interaction.email ?? ''))

/** How often the code that was mailed may still be tried (email-codes.ts). */
export const codeTriesLeft = (deps: Deps, { interaction }: OpenInteraction): Promise<number | null> =>
  triesLeft(deps, targetOf(interaction, interaction.email ?? ''))

/** Where the code of an attempt may be typed. */
const targetOf = (interaction: Pick<Interaction, 'id' | 'browserDigest'>, address: string): CodeTarget => ({
  address,
  purpose: 'sign-in',
  browserDigest: interaction.browserDigest,
  subject: interaction.id,
})

async function mailCode(
  deps: Deps,
  { handle, interaction, client }: Pick<OpenInteraction, 'handle' | 'interaction' | 'client'>,
  address: string,
  visitor: Visitor,
): Promise<void> {
  if ((await consumeLimit(deps, budgetName(deps, visitor, address), deps.config.limits.mailPerAddress)) !== null) return
  const now = deps.now()
  const [allowed, reservation] = await Promise.all([mayComeIn(deps, address), reservationOf(deps, address)])
  const mailId = newId(now)
  const { code, token } = await newCode(deps, targetOf(interaction, address), mailId)
  const context = {
    to: address,
    application: client.name,
    at: now.toISOString(),
    network: visitor.network,
    locales: [...interaction.request.uiLocales, ...visitor.languages],
  }
  const link = `${deps.config.issuer}/sign-in/${handle}/link/${token}`
  const mail: Mail = reservation
    ? { kind: 'address-reserved', ...context, until: reservation.expiresAt.toISOString() }
    : allowed
      ? { kind: 'sign-in-code', ...context, code, link }
      : { kind: 'sign-up-refused', ...context }
  await queueMail(deps, mail, new Date(now.getTime() + linkTtl), mailId)
}

/** An address that was removed from an account a short time ago opens no new one (flows/account/address-changes.ts). */
async function reservationOf({ db, now }: Deps, address: string) {
  const [user, reservation] = await Promise.all([findUserByEmail(db, address), findReservation(db, address, now())])
  return user ? null : reservation
}

export type SignInResult =
  | { ok: true; sessionCookie: string; deviceCookie: string }
  | { ok: false; problem: CodeProblem | PasskeyProblem | 'not-allowed' | 'address-reserved' }

type PasskeyProblem = 'passkey-refused' | 'passkey-unknown'

function counted(deps: Deps, method: SignInMethod, result: SignInResult): SignInResult {
  deps.counters.signIn(method, result.ok ? 'ok' : result.problem)
  return result
}

/** Checks a typed code. `canMakePasskeys` is what the browser says of itself: it decides about an offer and nothing else. */
export async function submitCode(
  deps: Deps,
  { interaction }: OpenInteraction,
  input: string,
  canMakePasskeys: boolean,
  visitor: Visitor,
): Promise<SignInResult> {
  await countNetwork(deps, visitor)
  const { email } = interaction
  const problem = email ? await redeemCode(deps, targetOf(interaction, email), input) : 'malformed'
  if (problem === 'wrong') deps.log.info({ interaction: interaction.id.slice(0, 8) }, 'a typed code was refused')
  if (problem || !email) return counted(deps, 'code', { ok: false, problem: problem ?? 'malformed' })
  return counted(deps, 'code', await enter(deps, interaction, email, canMakePasskeys, visitor))
}

/** Looks at a link without consuming anything: mail scanners follow links. */
export const viewLink = (deps: Deps, handle: string, token: string, { flowCookie }: Visitor): Promise<LinkView> =>
  viewMailedLink(deps, token, { subject: digest(handle), browserDigest: flowCookie ? digest(flowCookie) : null })

/** Signs in by the link's button, in the browser that began. */
export async function redeemLink(
  deps: Deps,
  { interaction }: OpenInteraction,
  token: string,
  canMakePasskeys: boolean,
  visitor: Visitor,
): Promise<SignInResult | null> {
  await countNetwork(deps, visitor)
  const subject = { subject: interaction.id, browserDigest: interaction.browserDigest }
  const challenge = await redeemMailedLink(deps, token, subject)
  if (!challenge) {
    deps.counters.signIn('link', 'expired')
    return null
  }
  return counted(deps, 'link', await enter(deps, interaction, challenge.address, canMakePasskeys, visitor))
}

/** The mailbox is proven: find or make its account and start a session. */
async function enter(
  deps: Deps,
  interaction: Interaction,
  address: string,
  canMakePasskeys: boolean,
  visitor: Visitor,
): Promise<SignInResult> {
  const known = await findUserByEmail(deps.db, address)
  if (!known && !(await mayComeIn(deps, address))) return { ok: false, problem: 'not-allowed' }
  const locale = [...interaction.request.uiLocales, ...visitor.languages][0]?.slice(0, 35) ?? null
  const user = known ?? (await createAccount(deps, address, locale, visitor))
  if (!user) return { ok: false, problem: 'address-reserved' }
  if (user.disabled) return { ok: false, problem: 'not-allowed' }
  const sessionCookie = await beginSession(deps, visitor, {
    userId: user.id,
    acr: mailAcr,
    amr: ['otp'],
    isStillProof: async (store) =>
      (await lockPerson(store, user.id)) && (await findUserByEmail(store, address))?.id === user.id,
  })
  if (sessionCookie === null) return { ok: false, problem: 'not-allowed' }
  await noteSignIn(deps.db, interaction.id, { userId: user.id, offerPasskey: canMakePasskeys })
  deps.log.info({ user: user.id, client: interaction.request.clientId, new: !known }, 'signed in by mail')
  return { ok: true, sessionCookie, deviceCookie: rememberAddress(deps, visitor.deviceCookie, address) }
}

/** Starts a session, or returns null when its proof was taken away meanwhile. */
async function beginSession(...sign: Parameters<typeof startSession>): Promise<string | null> {
  try {
    return await startSession(...sign)
  } catch (error) {
    if (error instanceof ProofGone) return null
    throw error
  }
}

/** Makes the account of a mailbox that nobody has. Null while the mailbox is reserved. */
async function createAccount(deps: Deps, address: string, locale: string | null, visitor: Visitor) {
  const id = newId(deps.now())
  try {
    return await inTransaction(deps, async (tx) => {
      const user = await createUser(tx, { id, address, locale, now: deps.now() })
      const actor = { kind: 'user', id: user.id, network: visitor.network } as const
      if (user.id === id) await tx.record(actor, { action: 'user.created', target: ['user', user.id] })
      return user
    })
  } catch (error) {
    if (error instanceof AddressReserved) return null
    throw error
  }
}

/** What the page's script needs to ask for a passkey, or null where there can be none. */
export const passkeyOptions = (deps: Deps, { interaction }: OpenInteraction): Promise<Record<string, unknown> | null> =>
  requestOptions(deps, interaction.id)

/** Signs in by a passkey. A device that was never seen with this account is told to its mailboxes. */
export async function submitPasskey(
  deps: Deps,
  { interaction }: OpenInteraction,
  credential: string,
  visitor: Visitor,
): Promise<SignInResult> {
  await countNetwork(deps, visitor)
  const assertion = await verifyAssertion(deps, interaction.id, credential)
  if (!assertion.ok) return counted(deps, 'passkey', assertion)
  const { passkey } = assertion
  const [person, disabled] = await Promise.all([
    findPerson(deps.db, passkey.userId),
    isDisabled(deps.db, passkey.userId),
  ])
  if (!person || disabled) return counted(deps, 'passkey', { ok: false, problem: 'not-allowed' })
  const sessionCookie = await beginSession(deps, visitor, {
    userId: person.id,
    passkeyId: passkey.id,
    ...assuranceOf(passkey),
    isStillProof: async (store) =>
      (await lockPerson(store, person.id)) && (await findPasskey(store, passkey.id)) !== null,
  })
  if (sessionCookie === null) return counted(deps, 'passkey', { ok: false, problem: 'passkey-refused' })
  await noteSignIn(deps.db, interaction.id, { userId: person.id, offerPasskey: false })
  deps.log.info({ user: person.id, client: interaction.request.clientId }, 'signed in by passkey')
  const address = person.email ?? ''
  if (!knowsDevice(deps, visitor.deviceCookie, address))
    await notify(deps, person, visitor, 'new-device', await deviceLabel(visitor.userAgent))
  return counted(deps, 'passkey', {
    ok: true,
    sessionCookie,
    deviceCookie: rememberAddress(deps, visitor.deviceCookie, address),
  })
}

/**
 * True when this very browser has signed in to the typed address before and the account has a passkey: then the
 * passkey comes first. Never decided from the address alone.
 */
export async function prefersPasskey(deps: Deps, { interaction }: OpenInteraction, visitor: Visitor): Promise<boolean> {
  if (!interaction.email || !knowsDevice(deps, visitor.deviceCookie, interaction.email)) return false
  const user = await findUserByEmail(deps.db, interaction.email)
  return user !== null && hasPasskey(deps.db, user.id)
}

/** Signs in once more as the same person, because the request or a change asks for it. */
export async function signInAgain(deps: Deps, { interaction, person }: OpenInteraction): Promise<void> {
  const { request } = interaction
  const prompt = [...new Set([...request.prompt, 'login' as const])]
  const again = { ...request, prompt, hintedSubject: person?.id, loginHint: person?.email ?? undefined }
  await restartSignIn(deps.db, interaction.id, again, deps.now())
}

/** Goes on as the person who is signed in (prompt=select_account). */
export const keepAccount = (deps: Deps, { interaction }: OpenInteraction): Promise<void> =>
  noteAccountChosen(deps.db, interaction.id)

/** Signs in as someone else: from now on only a new sign-in will do. */
export async function useAnotherAccount(deps: Deps, { interaction }: OpenInteraction): Promise<void> {
  const prompt = [
    ...new Set([...interaction.request.prompt.filter((one) => one !== 'select_account'), 'login' as const]),
  ]
  await restartSignIn(deps.db, interaction.id, { ...interaction.request, prompt, loginHint: undefined }, deps.now())
}
