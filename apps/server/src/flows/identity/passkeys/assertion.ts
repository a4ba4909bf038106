import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { coseKeyFault } from '../../../crypto/cose-keys.ts'
import { digest } from '../../../crypto/random.ts'
import { burnPasskeyChallenge, findPasskey, notePasskeyUse, type Passkey } from '../../../store/hot/passkeys.ts'
import type { Deps } from '../../platform/deps.ts'
import { challengeOf, isText, readCredential } from './credential.ts'
import { relyingParty, userHandle } from './relying-party.ts'

/** `passkey-unknown`: there is no such passkey here; the browser can be told to stop offering it. */
export type Assertion = { ok: true; passkey: Passkey } | { ok: false; problem: 'passkey-refused' | 'passkey-unknown' }

/**
 * Checks what an authenticator signed (Web Authentication Level 3, section 7.2). The challenge is burned first, so
 * nothing can be tried twice; the person is the one of the stored credential, never one that the form names.
 */
export async function verifyAssertion(deps: Deps, subject: string, form: string): Promise<Assertion> {
  const refused = { ok: false, problem: 'passkey-refused' } as const
  const rp = relyingParty(deps)
  const response = readAssertion(form)
  const challenge = response && challengeOf(response.response.clientDataJSON)
  if (!rp || !response || challenge === null) return refused
  const now = deps.now()
  if (!(await burnPasskeyChallenge(deps.db, { id: digest(challenge), purpose: 'sign-in', subject, now })))
    return refused
  const passkey = await findPasskey(deps.db, response.id)
  if (!passkey) return { ok: false, problem: 'passkey-unknown' }
  if (response.response.userHandle !== (passkey.userHandle ?? userHandle(passkey.userId))) return refused
  // It may have been registered before the keys were checked.
  if (coseKeyFault(Buffer.from(passkey.publicKey, 'base64url')) !== null) return refused
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: rp.origins,
    expectedRPID: rp.id,
    requireUserVerification: true,
    // The counter is compared below: a smaller one suggests a copied passkey, but proves nothing, so it is only logged.
    credential: { id: passkey.id, publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')), counter: 0 },
  }).catch((error: Error) => {
    deps.log.info({ passkey: passkey.id.slice(0, 8), reason: error.message }, 'a passkey was refused')
    return null
  })
  if (!verified?.verified) return refused
  const { newCounter, credentialDeviceType, credentialBackedUp } = verified.authenticationInfo
  // Section 7.2 step 17: whether a credential may be backed up never changes after its registration.
  if ((credentialDeviceType === 'singleDevice') !== passkey.deviceBound) return refused
  if ((passkey.counter > 0 || newCounter > 0) && newCounter <= passkey.counter) {
    deps.log.warn(
      { user: passkey.userId, passkey: passkey.id.slice(0, 8), seen: passkey.counter, given: newCounter },
      'the counter of a passkey went back: it may have been copied',
    )
  }
  await notePasskeyUse(deps.db, { id: passkey.id, counter: newCounter, backedUp: credentialBackedUp, now })
  return { ok: true, passkey }
}

/** The acr and amr of a sign-in with this passkey (RFC 8176; EAP ACR Values 1.0). User verification makes it two factors. */
export const assuranceOf = ({ deviceBound }: Pick<Passkey, 'deviceBound'>) =>
  ({
    acr: deviceBound ? 'phrh' : 'phr',
    amr: ['pop', 'user', deviceBound ? 'hwk' : 'swk', 'mfa'],
  }) as const

function readAssertion(form: string): AuthenticationResponseJSON | null {
  const credential = readCredential(form)
  const { clientDataJSON, authenticatorData, signature, userHandle } = credential?.response ?? {}
  if (!credential || !isText(authenticatorData) || !isText(signature) || !isText(userHandle)) return null
  return {
    id: credential.id,
    rawId: credential.id,
    type: 'public-key',
    clientExtensionResults: {},
    response: { clientDataJSON: clientDataJSON as string, authenticatorData, signature, userHandle },
  }
}
