import { verifyJwt } from '../../crypto/jws.ts'
import type { Client } from '../../oidc/clients.ts'
import { OAuthError } from '../../oidc/errors.ts'
import type { Deps } from '../platform/deps.ts'

/** An expired hint is accepted; a hint that we did not sign for this client is refused. */
export function verifyIdTokenHint(
  deps: Pick<Deps, 'keys' | 'config'>,
  hint: string,
  client: Client | null,
): { sub: string; sid: string | null; clientId: string } {
  const verified = verifyJwt(hint, deps.keys.verifier)
  const { iss, aud, sub, sid } = verified?.claims ?? {}
  if (
    verified?.typ !== 'JWT' ||
    iss !== deps.config.issuer ||
    typeof sub !== 'string' ||
    typeof aud !== 'string' ||
    (client && aud !== client.id)
  ) {
    throw new OAuthError('invalid_request', 'id_token_hint is not an ID token of this client')
  }
  return { sub, sid: typeof sid === 'string' ? sid : null, clientId: aud }
}
