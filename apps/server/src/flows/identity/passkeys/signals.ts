import type { Person } from '../../../oidc/claims.ts'
import { fullName } from '../../../oidc/person-names.ts'
import { hasPasskey, type Passkey } from '../../../store/hot/passkeys.ts'
import type { Deps } from '../../platform/deps.ts'
import { readCredential } from './credential.ts'
import { relyingParty, userHandle } from './relying-party.ts'

/** Tells the browser that a credential is unknown here, so that it stops offering it (Signal API). */
export function unknownCredential(deps: Deps, form: string): { rpId: string; credentialId: string } | null {
  const rp = relyingParty(deps)
  const credential = readCredential(form)
  return rp && credential && /^[\w-]+$/.test(credential.id) ? { rpId: rp.id, credentialId: credential.id } : null
}

export const ownsPasskey = (deps: Deps, userId: string): Promise<boolean> => hasPasskey(deps.db, userId)

/** Tells the browser a person's passkeys and name, so that it forgets removed passkeys and shows the right name (Signal API). */
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
