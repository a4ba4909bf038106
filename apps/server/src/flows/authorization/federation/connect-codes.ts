import { newId } from '../../../crypto/random.ts'
import { mailContext } from '../../delivery/mail-context.ts'
import { queueMail } from '../../delivery/outbox.ts'
import { type CodeTarget, linkTtl, newCode } from '../../identity/email-codes.ts'
import type { Deps } from '../../platform/deps.ts'
import { checkLimit, consumeLimit, mailLimit } from '../../platform/limits.ts'
import type { Visitor } from '../../platform/visitor.ts'
import { languagesOfSignIn, type OpenInteraction } from '../interactions.ts'
import { type Attempt, countNetwork, logAttempt } from '../sign-in/attempt.ts'
import { type OpenedIdentity, openIdentity } from './held-identities.ts'

type Connecting = Pick<OpenInteraction, 'interaction'>

/** Where the code may be typed that connects an account: in this sign-in alone. It signs nobody in. */
export const connectTarget = ({ interaction }: Connecting, address: string): CodeTarget => ({
  address,
  purpose: 'connect',
  browserDigest: interaction.browserDigest,
  subject: interaction.id,
})

/**
 * Mails a code to the account that somebody would connect, within the mail budget of the address. Also to a domain whose
 * people sign in at their organization: it comes after that sign-in, and not in its place.
 */
export async function mailConnectCode(
  deps: Deps,
  open: Connecting,
  { name, address }: { name: string; address: string },
  visitor: Visitor,
): Promise<void> {
  const attempt: Attempt = { method: 'company', interaction: open.interaction, address, visitor }
  if ((await consumeLimit(deps, mailLimit(address), deps.config.limits.mailPerAddress)) !== null)
    return logAttempt(deps, attempt, 'mail-limit')
  const now = deps.now()
  const mailId = newId(now)
  const { code } = await newCode(deps, connectTarget(open, address), mailId)
  const context = mailContext(deps, address, {
    network: visitor.network,
    userAgent: visitor.userAgent,
    locales: languagesOfSignIn(open.interaction.request, visitor),
  })
  const mail = { kind: 'connect-code' as const, ...context, organization: name, code }
  await queueMail(deps, deps.db, mail, new Date(now.getTime() + linkTtl), mailId)
}

/** Sends another one. */
export async function resendConnectCode(deps: Deps, open: Connecting, visitor: Visitor): Promise<void> {
  const held = await openIdentity(deps, open)
  if (!held) return
  await countNetwork(deps, { method: 'company', interaction: open.interaction, address: held.address, visitor })
  await mailConnectCode(deps, open, held, visitor)
}

/** Seconds until another mail may be asked for. */
export const connectWait = async (deps: Deps, { address }: Pick<OpenedIdentity, 'address'>): Promise<number> =>
  (await checkLimit(deps, mailLimit(address), deps.config.limits.mailPerAddress)) ?? 0
