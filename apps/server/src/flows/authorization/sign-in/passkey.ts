import { lockPerson } from '../../../store/beyond-prisma/accounts.ts'
import { noteSignIn } from '../../../store/hot/interactions.ts'
import { findPasskey, hasPasskey } from '../../../store/hot/passkeys.ts'
import { findPerson, findUserByEmail, isDisabled } from '../../../store/hot/people.ts'
import { notify } from '../../delivery/notices.ts'
import { mayUsePasskey } from '../../federation/passkeys.ts'
import { deviceLabel } from '../../identity/device-labels.ts'
import { knowsDevice, rememberAddress } from '../../identity/devices.ts'
import { assuranceOf, verifyAssertion } from '../../identity/passkeys/assertion.ts'
import { requestOptions } from '../../identity/passkeys/options.ts'
import { startSession } from '../../identity/sessions.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Visitor } from '../../platform/visitor.ts'
import type { OpenInteraction } from '../interactions.ts'
import { type Attempt, countNetwork, logAttempt, noteResult, type SignInResult } from './attempt.ts'

/** What the page's script needs to ask for a passkey, or null where there can be none. */
export const passkeyOptions = (deps: Deps, { interaction }: OpenInteraction): Promise<Record<string, unknown> | null> =>
  requestOptions(deps, interaction.id)

/** Signs in by a passkey. The mailboxes of the account are notified of a device that was never used before. */
export async function submitPasskey(
  deps: Deps,
  { interaction, session, step }: OpenInteraction,
  credential: string,
  visitor: Visitor,
): Promise<SignInResult> {
  const attempt: Attempt = { method: 'passkey', interaction, address: null, visitor }
  await countNetwork(deps, attempt)
  const assertion = await verifyAssertion(deps, interaction.id, credential)
  if (!assertion.ok) return noteResult(deps, attempt, { ...assertion, reason: assertion.problem })
  const { passkey } = assertion
  const [person, disabled] = await Promise.all([
    findPerson(deps.db, passkey.userId),
    isDisabled(deps.db, passkey.userId),
  ])
  if (!person) return noteResult(deps, attempt, { ok: false, problem: 'not-allowed', reason: 'proof-gone' })
  const userId = person.id
  // Asked for beside the sign-in at the organization, which goes on.
  const keepsConnection = step.kind === 'use-passkey' && session?.connection != null && session.userId === userId
  const identified: Attempt = { ...attempt, address: person.email }
  if (disabled) return noteResult(deps, identified, { ok: false, problem: 'not-allowed', reason: 'disabled', userId })
  if (!keepsConnection && !(await mayUsePasskey(deps, userId)))
    return noteResult(deps, identified, { ok: false, problem: 'company-sign-in', reason: 'company-sign-in', userId })
  const address = person.email ?? ''
  const newDevice = knowsDevice(deps, visitor.deviceCookie, address) ? null : await deviceLabel(visitor.userAgent)
  const sessionCookie = await startSession(deps, visitor, {
    userId,
    passkeyId: passkey.id,
    keepsConnection,
    ...assuranceOf(passkey),
    methodSince: async (tx) =>
      (await lockPerson(tx, userId)) ? ((await findPasskey(tx, passkey.id))?.createdAt ?? null) : null,
    tell: async (tx) => {
      await noteSignIn(tx, interaction.id, { userId, offerPasskey: false })
      if (newDevice !== null) await notify(deps, tx, { person, visitor, event: 'new-device', detail: newDevice })
    },
  })
  if (sessionCookie === null)
    return noteResult(deps, identified, { ok: false, problem: 'passkey-refused', reason: 'proof-gone', userId })
  deps.log.info({ user: userId, client: interaction.request.clientId }, 'signed in by passkey')
  return noteResult(deps, identified, {
    ok: true,
    userId,
    sessionCookie,
    deviceCookie: rememberAddress(deps, visitor.deviceCookie, address, 'passkey'),
  })
}

/** A person who is asked for a passkey gives up. */
export const noteMissingPasskey = (deps: Deps, { interaction, person }: OpenInteraction, visitor: Visitor): void =>
  logAttempt(
    deps,
    { method: 'passkey', interaction, address: person?.email ?? null, visitor },
    'needs-passkey',
    person?.id,
  )

/**
 * True when this very browser has signed in to the typed address before and the account has a passkey: then the
 * passkey comes first. Never decided from the address alone.
 */
export async function prefersPasskey(deps: Deps, { interaction }: OpenInteraction, visitor: Visitor): Promise<boolean> {
  if (!interaction.email || !knowsDevice(deps, visitor.deviceCookie, interaction.email)) return false
  const user = await findUserByEmail(deps.db, interaction.email)
  return user !== null && hasPasskey(deps.db, user.id)
}
