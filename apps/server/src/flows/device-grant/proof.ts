import { satisfies } from '../../oidc/acr.ts'
import { findPasskeys } from '../../store/hot/passkeys.ts'
import type { SignedIn } from '../identity/signed-in.ts'
import type { Deps } from '../platform/deps.ts'

/** How somebody has to sign in before they may answer a device. */
interface MissingSignIn {
  /** A new sign-in, whatever the session has proven. */
  again: boolean
  acr?: string
}

/**
 * Who may answer a device: someone who signed in in the last five minutes, with a passkey where the account has one, and as
 * strongly as the device demands. Whose session an attacker planted in the browser would be asked too.
 */
export async function findMissingSignIn(
  { db }: Pick<Deps, 'db'>,
  { session, person, recent }: Pick<SignedIn, 'session' | 'person' | 'recent'>,
  demandedAcr: string | null = null,
): Promise<MissingSignIn | null> {
  const passkeys = await findPasskeys(db, person.id)
  const used = passkeys.some(({ id }) => id === session.passkeyId)
  const wanted =
    demandedAcr !== null && !satisfies(session.acr, demandedAcr)
      ? demandedAcr
      : passkeys.length > 0 && !used
        ? 'phr'
        : null
  // A session that began with a passkey has proven all that it can: only a new sign-in proves more.
  if (wanted) return { again: !recent || session.passkeyId !== null, acr: wanted }
  if (recent) return null
  return passkeys.length > 0 ? { again: true, acr: 'phr' } : { again: true }
}
