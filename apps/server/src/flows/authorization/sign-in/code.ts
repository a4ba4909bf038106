import { digest, newId } from '../../../crypto/random.ts'
import { mailAcr } from '../../../oidc/acr.ts'
import { createUser, lockPerson } from '../../../store/beyond-prisma/accounts.ts'
import { AddressReserved } from '../../../store/beyond-prisma/reserved-addresses.ts'
import { type Interaction, noteSignIn } from '../../../store/hot/interactions.ts'
import { findUserByEmail } from '../../../store/hot/people.ts'
import { rememberAddress } from '../../identity/devices.ts'
import { type LinkView, redeemCode, redeemMailedLink, viewMailedLink } from '../../identity/email-codes.ts'
import { inTransaction, userActor } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Visitor } from '../../platform/visitor.ts'
import type { OpenInteraction } from '../interactions.ts'
import { maySignIn } from '../sign-up.ts'
import { countNetwork, countOutcome, type SignInResult, startProvenSession } from './attempt.ts'
import { codeTarget } from './email.ts'

/** Checks a typed code. `canMakePasskeys` is claimed by the browser, and only decides whether a passkey is offered. */
export async function submitCode(
  deps: Deps,
  { interaction }: OpenInteraction,
  input: string,
  canMakePasskeys: boolean,
  visitor: Visitor,
): Promise<SignInResult> {
  await countNetwork(deps, visitor)
  const { email } = interaction
  const problem = email ? await redeemCode(deps, codeTarget(interaction, email), input) : 'malformed'
  if (problem === 'wrong') deps.log.info({ interaction: interaction.id.slice(0, 8) }, 'a typed code was refused')
  if (problem || !email) return countOutcome(deps, 'code', { ok: false, problem: problem ?? 'malformed' })
  return countOutcome(deps, 'code', await signInByMailbox(deps, interaction, email, canMakePasskeys, visitor))
}

/** Looks at a link without consuming anything: mail scanners follow links. */
export const viewSignInLink = (deps: Deps, handle: string, token: string, { flowCookie }: Visitor): Promise<LinkView> =>
  viewMailedLink(deps, token, { subject: digest(handle), browserDigest: flowCookie ? digest(flowCookie) : null })

/** Signs in by the link's button, in the browser that began. */
export async function submitLink(
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
  return countOutcome(
    deps,
    'link',
    await signInByMailbox(deps, interaction, challenge.address, canMakePasskeys, visitor),
  )
}

/** The mailbox is proven: finds or creates its account, and starts a session. */
async function signInByMailbox(
  deps: Deps,
  interaction: Interaction,
  address: string,
  canMakePasskeys: boolean,
  visitor: Visitor,
): Promise<SignInResult> {
  const known = await findUserByEmail(deps.db, address)
  if (!known && !(await maySignIn(deps, address))) return { ok: false, problem: 'not-allowed' }
  const locale = [...interaction.request.uiLocales, ...visitor.languages][0]?.slice(0, 35) ?? null
  const user = known ?? (await createAccount(deps, address, locale, visitor))
  if (!user) return { ok: false, problem: 'address-reserved' }
  if (user.disabled) return { ok: false, problem: 'not-allowed' }
  const sessionCookie = await startProvenSession(deps, visitor, {
    userId: user.id,
    acr: mailAcr,
    amr: ['otp'],
    isStillProof: async (tx) => (await lockPerson(tx, user.id)) && (await findUserByEmail(tx, address))?.id === user.id,
  })
  if (sessionCookie === null) return { ok: false, problem: 'not-allowed' }
  await noteSignIn(deps.db, interaction.id, { userId: user.id, offerPasskey: canMakePasskeys })
  deps.log.info({ user: user.id, client: interaction.request.clientId, new: !known }, 'signed in by mail')
  return { ok: true, sessionCookie, deviceCookie: rememberAddress(deps, visitor.deviceCookie, address) }
}

/** Creates the account of a mailbox that nobody has. Null while the mailbox is reserved. */
async function createAccount(deps: Deps, address: string, locale: string | null, visitor: Visitor) {
  const id = newId(deps.now())
  try {
    return await inTransaction(deps, async (tx) => {
      const user = await createUser(tx, { id, address, locale, now: deps.now() })
      const actor = userActor(user.id, visitor.network)
      if (user.id === id) await tx.record(actor, { action: 'user.created', target: ['user', user.id] })
      return user
    })
  } catch (error) {
    if (error instanceof AddressReserved) return null
    throw error
  }
}
