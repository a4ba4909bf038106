import type { AuthorizationRequest } from '../../../oidc/authorization-request.ts'
import type { Client } from '../../../oidc/clients.ts'
import { consentTo, covers } from '../../../oidc/consent.ts'
import { digestOfShown } from '../../../oidc/dynamic-clients/digest-of-shown.ts'
import {
  isThirdParty,
  needsConsent,
  originOfRedirect,
  remembersConsent,
} from '../../../oidc/dynamic-clients/third-party-clients.ts'
import { findConsents, type ShownClient } from '../../../store/hot/consents.ts'
import type { Deps } from '../deps.ts'

/** What a client wants: of a request, or of a grant, which has no redirect URI any more. */
type Wanted = Pick<AuthorizationRequest, 'scope' | 'resource'> & {
  claims?: AuthorizationRequest['claims'] | null
  redirectUri?: string
}

/**
 * In which organizations, null for none, a client may have what it wants without asking the person: everywhere if
 * people are not asked about it, else where an earlier consent covers all of it. Every flow asks here: the
 * authorization endpoint with and without `prompt=none`, the token endpoint, and an operator who acts as the person.
 * `scopeIn` is what of the scope the person holds in an organization: nothing else was shown, or will be granted.
 */
export async function findRememberedConsent(
  { db, resources }: Pick<Deps, 'db' | 'resources'>,
  client: Client,
  userId: string,
  wanted: Wanted,
  scopeIn: (organizationId: string | null) => readonly string[] = () => wanted.scope,
): Promise<(organizationId: string | null) => boolean> {
  if (!needsConsent(client)) return () => true
  const isRemembered = memoryFor(client, wanted.redirectUri)
  if (!isRemembered) return () => false
  const asked = (organizationId: string | null) =>
    consentTo({ ...wanted, scope: [...scopeIn(organizationId)] }, client, resources)
  const consents = await findConsents(db, userId, client.id)
  const allowed = new Set(
    consents
      .filter(({ shown, consent, organizationId }) => isRemembered(shown) && covers(consent, asked(organizationId)))
      .map(({ organizationId }) => organizationId),
  )
  return (organizationId) => allowed.has(organizationId)
}

/**
 * Which consents count again; null for none. One to a third-party client counts only if the operator vouches for the host
 * of the document, and the person was shown the same: who it is, and where the answer goes (RFC 8252 section 8.6).
 */
function memoryFor(client: Client, redirectUri: string | undefined): ((shown: ShownClient | null) => boolean) | null {
  if (!isThirdParty(client)) return () => true
  if (redirectUri === undefined || !remembersConsent(client, redirectUri)) return null
  const [digest, origin] = [digestOfShown(client), originOfRedirect(redirectUri)]
  return (shown) => shown?.clientDigest === digest && shown.redirectOrigin === origin
}
