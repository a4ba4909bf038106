import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { readCbor } from '../../../crypto/cbor.ts'
import { coseKeyFault } from '../../../crypto/cose-keys.ts'
import { digest } from '../../../crypto/random.ts'
import type { Person } from '../../../oidc/claims.ts'
import { burnPasskeyChallenge, type Passkey } from '../../../store/hot/passkeys.ts'
import type { Deps } from '../../platform/deps.ts'
import { deviceLabel } from '../device-labels.ts'
import { authenticatorName } from './authenticators.ts'
import { challengeOf, isText, readCredential } from './credential.ts'
import { algorithms } from './options.ts'
import { relyingParty } from './relying-party.ts'

export const passkeysPerPerson = 20

export type Registration =
  | { ok: true; passkey: Omit<Passkey, 'usedAt' | 'userHandle'> }
  | { ok: false; problem: 'passkey-refused' }

/** Checks a new passkey (section 7.1). Attestation is not asked for and, when sent, proves nothing here. */
export async function checkRegistration(
  deps: Deps,
  person: Pick<Person, 'id'>,
  subject: string,
  form: string,
  userAgent: string,
): Promise<Registration> {
  const refused = { ok: false, problem: 'passkey-refused' } as const
  const rp = relyingParty(deps)
  const response = readAttestation(form)
  const challenge = response && challengeOf(response.response.clientDataJSON)
  if (!rp || !response || challenge === null) return refused
  const now = deps.now()
  if (!(await burnPasskeyChallenge(deps.db, { id: digest(challenge), purpose: 'register', subject, now })))
    return refused
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: rp.origins,
    expectedRPID: rp.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch((error: Error) => {
    deps.log.info({ user: person.id, reason: error.message }, 'a new passkey was refused')
    return null
  })
  if (!verified?.verified) return refused
  const { credential, aaguid, credentialDeviceType, credentialBackedUp } = verified.registrationInfo
  const fault = coseKeyFault(credential.publicKey)
  if (fault !== null) {
    deps.log.info({ user: person.id, reason: fault }, 'a new passkey was refused')
    return refused
  }
  if (credential.id.length === 0 || Buffer.from(credential.id, 'base64url').length > 1023) return refused
  const passkey = {
    id: credential.id,
    userId: person.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    deviceBound: credentialDeviceType === 'singleDevice',
    backedUp: credentialBackedUp,
    transports: (credential.transports ?? []).filter((transport) => /^[a-z-]{1,20}$/.test(transport)).slice(0, 8),
    aaguid,
    name: authenticatorName(aaguid) ?? (await deviceLabel(userAgent)),
    createdAt: now,
  }
  return { ok: true, passkey }
}

/** True when nothing follows the attestation object (Web Authentication Level 3, section 6.5.4). */
function isOneItem(attestationObject: string): boolean {
  const bytes = Buffer.from(attestationObject, 'base64url')
  try {
    return readCbor(bytes).end === bytes.length
  } catch {
    return false
  }
}

function readAttestation(form: string): RegistrationResponseJSON | null {
  const credential = readCredential(form)
  const { clientDataJSON, attestationObject, transports } = credential?.response ?? {}
  if (!credential || !isText(attestationObject) || !isOneItem(attestationObject)) return null
  return {
    id: credential.id,
    rawId: credential.id,
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: clientDataJSON as string,
      attestationObject,
      transports: (Array.isArray(transports) ? transports.filter(isText) : []) as never,
    },
  }
}
