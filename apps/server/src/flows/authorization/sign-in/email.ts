import { newId } from '../../../crypto/random.ts'
import type { Mail } from '../../../mail/messages.ts'
import { hostOfClientId, isThirdParty } from '../../../oidc/dynamic-clients/third-party-clients.ts'
import { findReservation } from '../../../store/beyond-prisma/reserved-addresses.ts'
import { type Interaction, noteEmail } from '../../../store/hot/interactions.ts'
import { findUserByEmail } from '../../../store/hot/people.ts'
import { mailContext } from '../../delivery/mail-context.ts'
import { queueMail } from '../../delivery/outbox.ts'
import { connectedDomainOf, isEnforced } from '../../federation/discovery.ts'
import { knowsDevice } from '../../identity/devices.ts'
import {
  type CodeTarget,
  linkTtl,
  type MailState,
  mailStateOf,
  newCode,
  triesLeft,
} from '../../identity/email-codes.ts'
import { canonicalAddress } from '../../platform/addresses.ts'
import type { Deps } from '../../platform/deps.ts'
import { checkLimit, consumeLimit, mailLimit } from '../../platform/limits.ts'
import type { Visitor } from '../../platform/visitor.ts'
import { languagesOfSignIn, type OpenInteraction } from '../interactions.ts'
import { organizationOfRequest } from '../request-organization.ts'
import { maySignIn } from '../sign-up.ts'
import { type Attempt, countNetwork, logAttempt } from './attempt.ts'

export type EmailProblem = 'invalid-address'

/**
 * Takes an address and mails a code to it, unless its mail budget is spent: then the code page appears as usual. Where the
 * organization of its domain signs people in, they go there, or choose first (`byCode`: they have chosen).
 * Known and unknown addresses take the same steps, write the same rows and send one mail each.
 */
export async function submitEmail(
  deps: Deps,
  { handle, interaction, client }: OpenInteraction,
  input: string,
  visitor: Visitor,
  { byCode = false }: { byCode?: boolean } = {},
): Promise<{ ok: true; next: 'code' | 'company' | 'choose' } | { ok: false; problem: EmailProblem }> {
  const address = canonicalAddress(input)
  await countNetwork(deps, { method: 'code', interaction, address, visitor })
  if (!address) return { ok: false, problem: 'invalid-address' }
  await noteEmail(deps.db, interaction.id, address)
  const connected = await connectedDomainOf(deps, address)
  if (connected?.enforced) {
    logAttempt(deps, { method: 'code', interaction, address, visitor }, 'company-sign-in')
    return { ok: true, next: 'company' }
  }
  if (connected && !byCode) return { ok: true, next: 'choose' }
  await mailSignInCode(deps, { handle, interaction, client }, address, visitor)
  return { ok: true, next: 'code' }
}

/** Sends another code to the address of this attempt, within the mail budget. */
export async function resendCode(
  deps: Deps,
  { handle, interaction, client }: OpenInteraction,
  visitor: Visitor,
): Promise<void> {
  await countNetwork(deps, { method: 'code', interaction, address: interaction.email, visitor })
  if (interaction.email) await mailSignInCode(deps, { handle, interaction, client }, interaction.email, visitor)
}

/** A device that signed in to this address before has a budget of its own, so a stranger can't use it up. */
const budgetName = (deps: Deps, visitor: Visitor, address: string): string =>
  mailLimit(address, knowsDevice(deps, visitor.deviceCookie, address))

/** Seconds until another mail may be asked for. */
export const resendWait = async (deps: Deps, visitor: Visitor, address: string): Promise<number> =>
  (await checkLimit(deps, budgetName(deps, visitor, address), deps.config.limits.mailPerAddress)) ?? 0

/** Whether the mail server accepted the mail with the code; the page shows it. */
export const signInMailState = (deps: Deps, { interaction }: OpenInteraction): Promise<MailState> =>
  mailStateOf(deps, codeTarget(interaction, interaction.email ?? ''))

/** How often the code that was mailed may still be tried (email-codes.ts). */
export const signInTriesLeft = (deps: Deps, { interaction }: OpenInteraction): Promise<number | null> =>
  triesLeft(deps, codeTarget(interaction, interaction.email ?? ''))

/** Where the code of an attempt may be typed. */
export const codeTarget = (interaction: Pick<Interaction, 'id' | 'browserDigest'>, address: string): CodeTarget => ({
  address,
  purpose: 'sign-in',
  browserDigest: interaction.browserDigest,
  subject: interaction.id,
})

/** Mails a code that signs in to an address, if its budget allows that and its people may sign in by one. */
export async function mailSignInCode(
  deps: Deps,
  { handle, interaction, client }: Pick<OpenInteraction, 'handle' | 'interaction' | 'client'>,
  address: string,
  visitor: Visitor,
): Promise<void> {
  const attempt: Attempt = { method: 'code', interaction, address, visitor }
  if ((await consumeLimit(deps, budgetName(deps, visitor, address), deps.config.limits.mailPerAddress)) !== null) {
    logAttempt(deps, attempt, 'mail-limit')
    return
  }
  // The people of a domain that its organization has taken over sign in there, whether they have an account or not.
  if (await isEnforced(deps, address)) return logAttempt(deps, attempt, 'company-sign-in')
  const now = deps.now()
  const [allowed, { reservation, zone }] = await Promise.all([
    maySignIn(deps, address, client),
    holderOf(deps, address),
  ])
  if (reservation || !allowed) logAttempt(deps, attempt, reservation ? 'address-reserved' : 'sign-up-closed')
  const mailId = newId(now)
  const { code, token } = await newCode(deps, codeTarget(interaction, address), mailId)
  // Otherwise anyone could send words of their own to anyone, as the name of a client that they registered.
  const name = isThirdParty(client) ? (hostOfClientId(client.id) ?? deps.config.brand.name) : client.name
  const context = mailContext(deps, address, {
    application: name,
    network: visitor.network,
    userAgent: visitor.userAgent,
    locales: languagesOfSignIn(interaction.request, visitor),
    zone,
    themeOf: {
      client: { id: client.id, name },
      organization: await organizationOfRequest(deps, { interaction, client }),
    },
  })
  const link = `${deps.config.issuer}/sign-in/${handle}/link/${token}`
  const mail: Mail = reservation
    ? { kind: 'address-reserved', ...context, until: reservation.expiresAt.toISOString() }
    : allowed
      ? { kind: 'sign-in-code', ...context, code, link }
      : {
          kind: 'sign-up-refused',
          ...context,
          ...(isThirdParty(client) ? { application: deps.config.brand.name } : {}),
        }
  await queueMail(deps, deps.db, mail, new Date(now.getTime() + linkTtl), mailId)
}

/**
 * The time zone of the person who has the address. An address that was removed from an account recently can't open a
 * new one (flows/account/address-changes.ts).
 */
async function holderOf({ db, now }: Deps, address: string) {
  const [user, reservation] = await Promise.all([findUserByEmail(db, address), findReservation(db, address, now())])
  return { zone: user?.zoneinfo ?? null, reservation: user ? null : reservation }
}
