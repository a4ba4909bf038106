import { lockPerson } from '../../../store/beyond-prisma/accounts.ts'
import { noteSignIn } from '../../../store/hot/interactions.ts'
import { findPasskey, hasPasskey } from '../../../store/hot/passkeys.ts'
import { findPerson, findUserByEmail, isDisabled } from '../../../store/hot/people.ts'
import { notify } from '../../delivery/notices.ts'
import { deviceLabel } from '../../identity/device-labels.ts'
import { knowsDevice, rememberAddress } from '../../identity/devices.ts'
import { assuranceOf, verifyAssertion } from '../../identity/passkeys/assertion.ts'
import { requestOptions } from '../../identity/passkeys/options.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Visitor } from '../../platform/visitor.ts'
import type { OpenInteraction } from '../interactions.ts'
import { countNetwork, countOutcome, type SignInResult, startProvenSession } from './attempt.ts'

/** What the page's script needs to ask for a passkey, or null where there can be none. */
export const passkeyOptions = (deps: Deps, { interaction }: OpenInteraction): Promise<Record<string, unknown> | null> =>
  requestOptions(deps, interaction.id)

/** Signs in by a passkey. The mailboxes of the account are notified of a device that was never used before. */
export async function submitPasskey(
  deps: Deps,
  { interaction }: OpenInteraction,
  credential: string,
  visitor: Visitor,
): Promise<SignInResult> {
  await countNetwork(deps, visitor)
  const assertion = await verifyAssertion(deps, interaction.id, credential)
  if (!assertion.ok) return countOutcome(deps, 'passkey', assertion)
  const { passkey } = assertion
  const [person, disabled] = await Promise.all([
    findPerson(deps.db, passkey.userId),
    isDisabled(deps.db, passkey.userId),
  ])
  if (!person || disabled) return countOutcome(deps, 'passkey', { ok: false, problem: 'not-allowed' })
  const sessionCookie = await startProvenSession(deps, visitor, {
    userId: person.id,
    passkeyId: passkey.id,
    ...assuranceOf(passkey),
    isStillProof: async (tx) => (await lockPerson(tx, person.id)) && (await findPasskey(tx, passkey.id)) !== null,
  })
  if (sessionCookie === null) return countOutcome(deps, 'passkey', { ok: false, problem: 'passkey-refused' })
  await noteSignIn(deps.db, interaction.id, { userId: person.id, offerPasskey: false })
  deps.log.info({ user: person.id, client: interaction.request.clientId }, 'signed in by passkey')
  const address = person.email ?? ''
  if (!knowsDevice(deps, visitor.deviceCookie, address))
    await notify(deps, person, visitor, 'new-device', await deviceLabel(visitor.userAgent))
  return countOutcome(deps, 'passkey', {
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
