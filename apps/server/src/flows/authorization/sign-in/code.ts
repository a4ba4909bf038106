import { digest, newId } from '../../../crypto/random.ts'
import { mailAcr } from '../../../oidc/acr.ts'
import { isTimeZone } from '../../../oidc/time-zones.ts'
import { createUser, lockPerson, openAwaitingAccount } from '../../../store/beyond-prisma/accounts.ts'
import { AddressReserved } from '../../../store/beyond-prisma/reserved-addresses.ts'
import { type Interaction, noteSignIn } from '../../../store/hot/interactions.ts'
import { findAddresses, findUserByEmail } from '../../../store/hot/people.ts'
import { isEnforced } from '../../federation/discovery.ts'
import { rememberAddress } from '../../identity/devices.ts'
import {
  type CodeProblem,
  explainWrongCode,
  type LinkView,
  redeemCode,
  redeemMailedLink,
  viewMailedLink,
} from '../../identity/email-codes.ts'
import { startSession } from '../../identity/sessions.ts'
import { inTransaction, userActor } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Visitor } from '../../platform/visitor.ts'
import { linkProvenAddress } from '../federation/held-identities.ts'
import { languagesOfSignIn, type OpenInteraction } from '../interactions.ts'
import { maySignIn } from '../sign-up.ts'
import { type Attempt, countNetwork, logAttempt, loggedAttempt, noteResult, type SignInResult } from './attempt.ts'
import { codeTarget } from './email.ts'

/** What a script of the page says about its browser. It is not trusted. */
export interface BrowserFacts {
  /** Only decides whether a passkey is offered. */
  canMakePasskeys: boolean
  /** The time zone of a new account; anything that is not a time zone is dropped. */
  timeZone: string
}

/** Checks a typed code. */
export async function submitCode(
  deps: Deps,
  { interaction, client }: OpenInteraction,
  input: string,
  browser: BrowserFacts,
  visitor: Visitor,
): Promise<SignInResult> {
  const { email } = interaction
  const attempt: Attempt = { method: 'code', interaction, address: email, visitor }
  await countNetwork(deps, attempt)
  const problem = email ? await redeemCode(deps, codeTarget(interaction, email), input) : 'malformed'
  if (problem || !email) return refuseCode(deps, attempt, problem ?? 'malformed')
  return noteResult(deps, attempt, await signInByMailbox(deps, { interaction, client }, email, browser, visitor))
}

/** The answer does not wait for the reason, and is the same for each. */
function refuseCode(deps: Deps, attempt: Attempt, problem: CodeProblem): SignInResult {
  const { address, interaction } = attempt
  if (problem !== 'wrong' || !address) {
    const reason = problem === 'too-many-failures' ? problem : 'malformed-code'
    return noteResult(deps, attempt, { ok: false, problem, reason })
  }
  deps.log.info({ interaction: interaction.id.slice(0, 8) }, 'a typed code was refused')
  deps.counters.signIn('code', problem)
  deps.signInLog.recordLater(loggedAttempt(attempt), explainWrongCode(deps, codeTarget(interaction, address)))
  return { ok: false, problem, reason: 'wrong-code' }
}

/** Looks at a link without consuming anything: mail scanners follow links. */
export const viewSignInLink = (deps: Deps, handle: string, token: string, { flowCookie }: Visitor): Promise<LinkView> =>
  viewMailedLink(deps, token, { subject: digest(handle), browserDigest: flowCookie ? digest(flowCookie) : null })

/** Signs in by the link's button, in the browser that began. */
export async function submitLink(
  deps: Deps,
  { interaction, client }: OpenInteraction,
  token: string,
  browser: BrowserFacts,
  visitor: Visitor,
): Promise<SignInResult | null> {
  const attempt: Attempt = { method: 'link', interaction, address: interaction.email, visitor }
  await countNetwork(deps, attempt)
  const subject = { subject: interaction.id, browserDigest: interaction.browserDigest }
  const challenge = await redeemMailedLink(deps, token, subject)
  if (!challenge) {
    deps.counters.signIn('link', 'expired')
    logAttempt(deps, attempt, 'link-expired')
    return null
  }
  const { address } = challenge
  const result = await signInByMailbox(deps, { interaction, client }, address, browser, visitor)
  return noteResult(deps, { ...attempt, address }, result)
}

/** The mailbox is proven: finds or creates its account, and starts a session. */
async function signInByMailbox(
  deps: Deps,
  { interaction, client }: Pick<OpenInteraction, 'interaction' | 'client'>,
  address: string,
  browser: BrowserFacts,
  visitor: Visitor,
): Promise<SignInResult> {
  // The code was mailed before the organization of the domain took its people over.
  if (await isEnforced(deps, address)) return { ok: false, problem: 'company-sign-in', reason: 'company-sign-in' }
  const known = await findUserByEmail(deps.db, address)
  if (!known && !(await maySignIn(deps, address, client)))
    return { ok: false, problem: 'not-allowed', reason: 'sign-up-closed' }
  const user = known ?? (await createAccount(deps, interaction, address, browser, visitor))
  if (!user) return { ok: false, problem: 'address-reserved', reason: 'address-reserved' }
  const userId = user.id
  if (user.disabled) return { ok: false, problem: 'not-allowed', reason: 'disabled', userId }
  const sessionCookie = await startSession(deps, visitor, {
    userId,
    acr: mailAcr,
    amr: ['otp'],
    methodSince: async (tx) => {
      if (!(await lockPerson(tx, userId))) return null
      return (await findAddresses(tx, userId)).find((own) => own.address === address)?.verifiedAt ?? null
    },
    tell: (tx) => noteSignIn(tx, interaction.id, { userId, offerPasskey: browser.canMakePasskeys }),
  })
  if (sessionCookie === null) return { ok: false, problem: 'not-allowed', reason: 'proof-gone', userId }
  await linkProvenAddress(deps, { interaction }, { userId, address }, visitor)
  deps.log.info({ user: userId, client: interaction.request.clientId, new: !known }, 'signed in by mail')
  return { ok: true, userId, sessionCookie, deviceCookie: rememberAddress(deps, visitor.deviceCookie, address, 'mail') }
}

/** Opens the account that operators made for a mailbox, or creates one. Null while the mailbox is reserved. */
async function createAccount(
  deps: Deps,
  interaction: Interaction,
  address: string,
  { timeZone }: BrowserFacts,
  visitor: Visitor,
) {
  const id = newId(deps.now())
  const locale = languagesOfSignIn(interaction.request, visitor)[0]?.slice(0, 35) ?? null
  const zoneinfo = isTimeZone(timeZone) ? timeZone : null
  try {
    return await inTransaction(deps, async (tx) => {
      const made = await openAwaitingAccount(tx, { address, locale, zoneinfo, now: deps.now() })
      if (made) {
        const target = ['user', made.id] as const
        await tx.record(userActor(made.id, visitor.network), { action: 'user.address_added', target })
        return made
      }
      const user = await createUser(tx, { id, address, locale, zoneinfo, now: deps.now() })
      const actor = userActor(user.id, visitor.network)
      if (user.id === id) await tx.record(actor, { action: 'user.created', target: ['user', user.id] })
      return user
    })
  } catch (error) {
    if (error instanceof AddressReserved) return null
    throw error
  }
}
