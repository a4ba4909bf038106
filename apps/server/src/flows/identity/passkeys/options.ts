import { digest, newSecret } from '../../../crypto/random.ts'
import type { Person } from '../../../oidc/claims.ts'
import { fullName } from '../../../oidc/person-names.ts'
import { findPasskeys, insertPasskeyChallenge } from '../../../store/hot/passkeys.ts'
import type { Deps } from '../../platform/deps.ts'
import { minute } from '../../platform/durations.ts'
import { relyingParty, userHandle } from './relying-party.ts'

/** Milliseconds. */
const challengeTtl = 5 * minute
/** EdDSA, ES256 and RS256: every authenticator supports one of them. */
export const algorithms = [-8, -7, -257]

type Purpose = 'sign-in' | 'register'

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
