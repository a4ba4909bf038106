import type { AuthorizationRequest } from '../../oidc/authorization-request.ts'
import type { Person } from '../../oidc/claims.ts'
import { currentSession } from '../identity/sessions.ts'
import { firstPartyClientId } from '../platform/clients/first-party-client.ts'
import type { Deps } from '../platform/deps.ts'
import type { Visitor } from '../platform/visitor.ts'
import { storeForBrowser } from './interactions.ts'
import type { Outcome } from './outcomes.ts'

/** Asks a person to sign in for a page of our own, and leads back to it afterwards. */
export async function signInForPage(
  deps: Deps,
  visitor: Visitor,
  {
    path,
    again,
    person,
    acr,
    email,
  }: { path: string; again: boolean; person: Person | null; acr?: string; email?: string },
): Promise<Outcome> {
  const request: AuthorizationRequest = {
    clientId: firstPartyClientId,
    redirectUri: path,
    mode: 'query',
    responseType: 'none',
    scope: [],
    prompt: again ? ['login'] : [],
    acrValues: [],
    uiLocales: [],
    resource: [],
    ...(person
      ? { hintedSubject: person.id, loginHint: person.email ?? undefined }
      : email
        ? { loginHint: email }
        : {}),
    ...(acr ? { claims: { idToken: { acr: { essential: true, value: acr } }, userinfo: {} } } : {}),
  }
  const session = await currentSession(deps, visitor.sessionCookie)
  const { handle, flowCookie } = await storeForBrowser(deps, request, visitor, session)
  const stronger = acr !== undefined && session !== null && !again
  return {
    kind: 'step',
    handle,
    flowCookie,
    step: stronger ? { kind: 'use-passkey', acr: 'phr' } : { kind: 'ask-email' },
  }
}
