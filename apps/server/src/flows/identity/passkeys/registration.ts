import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { coseKeyFault, readCbor } from '../../../crypto/cose-keys.ts'
import { digest } from '../../../crypto/random.ts'
import type { Person } from '../../../oidc/claims.ts'
import { burnPasskeyChallenge, type Passkey } from '../../../store/hot/passkeys.ts'
import type { Deps } from '../../platform/deps.ts'
import { deviceLabel } from '../device-labels.ts'
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

function readAttestation(form: string): RegistrationResponseJSON | null {
  const credential = readCredential(form)
  const { clientDataJSON, attestationObject, transports } = credential?.response ?? {}
  if (!credential || !isText(attestationObject)) return null
  if (!readCbor(Buffer.from(attestationObject, 'base64url'))) return null
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

/**
 * Names of authenticators by AAGUID (Web Authentication Level 3, section 6.4.1), so that people can tell their passkeys
 * apart. An AAGUID can be forged, so the name is a label and never a proof.
 */
const names: ReadonlyMap<string, string> = new Map([
  ['fbfc3007-154e-4ecc-8c0b-6e020557d7bd', 'Apple Passwords'],
  ['dd4ec289-e01d-41c9-bb89-70fa845d4bf2', 'iCloud Keychain'],
  ['ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4', 'Google Password Manager'],
  ['adce0002-35bc-c60a-648b-0b25f1f05503', 'Chrome on Mac'],
  ['b5397666-4885-aa6b-cebf-e52262a439a2', 'Chromium'],
  ['771b48fd-d3d4-4f74-9232-fc157ab0507a', 'Edge on Mac'],
  ['08987058-cadc-4b81-b6e1-30de50dcbe96', 'Windows Hello'],
  ['9ddd1817-af5a-4672-a2b9-3e3dd95000a9', 'Windows Hello'],
  ['6028b017-b1d4-4c02-b4b3-afcdafc96bb2', 'Windows Hello'],
  ['53414d53-554e-4700-0000-000000000000', 'Samsung Pass'],
  ['bada5566-a7aa-401f-bd96-45619a55120d', '1Password'],
  ['d548826e-79b4-db40-a3d8-11116f7e8349', 'Bitwarden'],
  ['531126d6-e717-415c-9320-3d9aa6981239', 'Dashlane'],
  ['b84e4048-15dc-4dd0-8640-f4f60813c8af', 'NordPass'],
  ['0ea242b4-43c4-4a1b-8b17-dd6d0b6baec6', 'Keeper'],
  ['f3809540-7f14-49c1-a8b3-8f813b225541', 'Enpass'],
  ['50726f74-6f6e-5061-7373-50726f746f6e', 'Proton Pass'],
  ['fdb141b2-5d84-443e-8a35-4698c205a502', 'KeePassXC'],
  ['b35a26b2-8f6e-4697-ab1d-d44db4da28c6', 'Zoho Vault'],
  ['b78a0a55-6ef8-d246-a042-ba0f6d55050c', 'LastPass'],
  ['de503f9c-21a4-4f76-b4b7-558eb55c6f89', 'Devolutions'],
  ['891494da-2c90-4d31-a9cd-4eab0aed1309', 'Sésame'],
  ['39a5647e-1853-446c-a1f6-a79bae9f5bc7', 'IDmelon'],
  ['cb69481e-8ff7-4039-93ec-0a2729a154a8', 'YubiKey 5'],
  ['ee882879-721c-4913-9775-3dfcce97072a', 'YubiKey 5'],
  ['fa2b99dc-9e39-4257-8f92-4a30d23c4118', 'YubiKey 5 NFC'],
  ['2fc0579f-8113-47ea-b116-bb5a8db9202a', 'YubiKey 5 NFC'],
  ['73bb0cd4-e502-49b8-9c6f-b59445bf720b', 'YubiKey 5 FIPS'],
  ['c1f9a0bc-1dd2-404a-b27f-8e29047a43fd', 'YubiKey 5 NFC FIPS'],
  ['d8522d9f-575b-4866-88a9-ba99fa02f35b', 'YubiKey Bio'],
  ['149a2021-8ef6-4133-96b8-81f8d5b7f1f5', 'Security Key NFC by Yubico'],
  ['a4e9fc6d-4cbe-4758-b8ba-37598bb5bbaa', 'Security Key NFC by Yubico'],
])

/** The name of an authenticator, or null if it is unknown or not given. */
const authenticatorName = (aaguid: string): string | null => names.get(aaguid) ?? null
