import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { readCbor } from '../../crypto/cbor.ts'
import { coseKeyFault } from '../../crypto/cose-keys.ts'
import { digest, newSecret } from '../../crypto/random.ts'
import { authenticatorName } from '../../oidc/authenticators.ts'
import { fullName, type Person } from '../../oidc/claims.ts'
import {
  burnPasskeyChallenge,
  findPasskey,
  findPasskeys,
  hasPasskey,
  insertPasskeyChallenge,
  notePasskeyUse,
  type Passkey,
} from '../../store/passkeys.ts'
import type { Deps } from '../platform/deps.ts'
import { deviceLabel } from './device-labels.ts'

/** Milliseconds. */
const challengeTtl = 5 * 60_000
export const passkeysPerPerson = 20
/** EdDSA, ES256, RS256: what every authenticator has one of. */
const algorithms = [-8, -7, -257]

type Purpose = 'sign-in' | 'register'

/**
 * The relying party: this very host. An issuer without a host name, such as http://127.0.0.1:4000, can't have passkeys
 * (Web Authentication Level 3, section 5.1.3).
 */
export function relyingParty({ config }: Pick<Deps, 'config'>): { id: string; origins: string[] } | null {
  const { hostname, origin } = new URL(config.issuer)
  if (/^[\d.]+$|^\[/.test(hostname)) return null
  return { id: hostname, origins: [origin, ...config.passkeyRelatedOrigins] }
}

async function newChallenge(deps: Deps, purpose: Purpose, subject: string): Promise<string> {
  const challenge = newSecret()
  const expiresAt = new Date(deps.now().getTime() + challengeTtl)
  await insertPasskeyChallenge(deps.db, { id: digest(challenge), purpose, subject, expiresAt })
  return challenge
}

/**
 * What a browser needs to sign in (`PublicKeyCredentialRequestOptionsJSON`). No credential is listed, so the answer is
 * the same for everyone: the person's authenticator knows which passkeys are for this host.
 */
export async function requestOptions(deps: Deps, subject: string): Promise<Record<string, unknown> | null> {
  const rp = relyingParty(deps)
  if (!rp) return null
  const challenge = await newChallenge(deps, 'sign-in', subject)
  return { challenge, rpId: rp.id, allowCredentials: [], userVerification: 'required', timeout: challengeTtl }
}

/** What a browser needs to make a passkey (`PublicKeyCredentialCreationOptionsJSON`). */
export async function creationOptions(
  deps: Deps,
  person: Person,
  subject: string,
): Promise<Record<string, unknown> | null> {
  const rp = relyingParty(deps)
  if (!rp) return null
  const challenge = await newChallenge(deps, 'register', subject)
  const known = await findPasskeys(deps.db, person.id)
  const name = person.email ?? person.id
  return {
    challenge,
    rp: { id: rp.id, name: deps.config.brand.name },
    user: { id: userHandle(person.id), name, displayName: fullName(person) ?? name },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    excludeCredentials: known.map(({ id, transports }) => ({ type: 'public-key', id, transports })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
    timeout: challengeTtl,
  }
}

/**
 * The user handle of a person: their subject, which says nothing about them. A handle has 64 bytes at most (Web
 * Authentication Level 3, section 5.4.3), and a subject that was imported may be longer.
 */
export const userHandle = (userId: string): string =>
  Buffer.byteLength(userId) <= 64 ? Buffer.from(userId).toString('base64url') : digest(userId)

/** `unknown`: no such passkey here; the browser can be told, so that it stops offering it. */
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
  if (response.response.userHandle !== userHandle(passkey.userId)) return refused
  // Kept before keys were checked at registration.
  if (coseKeyFault(Buffer.from(passkey.publicKey, 'base64url')) !== null) return refused
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: rp.origins,
    expectedRPID: rp.id,
    requireUserVerification: true,
    // The counter is judged below: a smaller one is a sign of a copy, which is noted, and no proof of one.
    credential: { id: passkey.id, publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')), counter: 0 },
  }).catch((error: Error) => {
    deps.log.info({ passkey: passkey.id.slice(0, 8), reason: error.message }, 'a passkey was refused')
    return null
  })
  if (!verified?.verified) return refused
  const { newCounter, credentialDeviceType, credentialBackedUp } = verified.authenticationInfo
  // Section 7.2 step 17: whether a credential may be backed up is settled when it is made.
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

export type Registration = { ok: true; passkey: Omit<Passkey, 'usedAt'> } | { ok: false; problem: 'passkey-refused' }

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
    transports: (credential.transports ?? []).filter((one) => /^[a-z-]{1,20}$/.test(one)).slice(0, 8),
    aaguid,
    name: authenticatorName(aaguid) ?? (await deviceLabel(userAgent)),
    createdAt: now,
  }
  return { ok: true, passkey }
}

/** The acr and amr of a sign-in with this passkey (RFC 8176; EAP ACR Values 1.0). User verification makes it two factors. */
export const assuranceOf = ({ deviceBound }: Pick<Passkey, 'deviceBound'>) =>
  ({
    acr: deviceBound ? 'phrh' : 'phr',
    amr: ['pop', 'user', deviceBound ? 'hwk' : 'swk', 'mfa'],
  }) as const

/** 32 bytes in base64url, of client data that came from no other page's frame. */
function challengeOf(clientDataJSON: string): string | null {
  try {
    const data = JSON.parse(
      Buffer.from(clientDataJSON, 'base64url')
        .toString('utf8')
        .replace(/^\ufeff/, ''),
    )
    const { challenge, crossOrigin, topOrigin } = data as Record<string, unknown>
    if (typeof challenge !== 'string' || !/^[\w-]{43}$/.test(challenge)) return null
    return crossOrigin === true || topOrigin !== undefined ? null : challenge
  } catch {
    return null
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 20_000

/** Only the members we use are taken over: whatever else was sent, extension outputs included, ends here. */
function readCredential(form: string): { id: string; response: Record<string, unknown> } | null {
  try {
    const { id, rawId, type, response } = JSON.parse(form) as Record<string, unknown>
    if (!isText(id) || id.length > 1400 || id !== rawId || type !== 'public-key') return null
    if (typeof response !== 'object' || response === null) return null
    return isText((response as Record<string, unknown>).clientDataJSON)
      ? { id, response: response as Record<string, unknown> }
      : null
  } catch {
    return null
  }
}

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

/** What the browser is told of a credential that is not known here, so that it stops offering it (Signal API). */
export function unknownCredential(deps: Deps, form: string): { rpId: string; credentialId: string } | null {
  const rp = relyingParty(deps)
  const credential = readCredential(form)
  return rp && credential && /^[\w-]+$/.test(credential.id) ? { rpId: rp.id, credentialId: credential.id } : null
}

export const hasAnyPasskey = (deps: Deps, userId: string): Promise<boolean> => hasPasskey(deps.db, userId)

/** What the browser's picker is told of a person, so that it forgets removed passkeys and shows the right name (Signal API). */
export function knownPasskeys(deps: Deps, person: Person, passkeys: readonly Pick<Passkey, 'id'>[]): object | null {
  const rp = relyingParty(deps)
  if (!rp) return null
  const name = person.email ?? person.id
  return {
    rpId: rp.id,
    userId: userHandle(person.id),
    allAcceptedCredentialIds: passkeys.map(({ id }) => id),
    name,
    displayName: fullName(person) ?? name,
  }
}
