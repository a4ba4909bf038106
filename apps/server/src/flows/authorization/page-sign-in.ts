import { newSecret } from '../../crypto/random.ts'
import type { AuthorizationRequest } from '../../oidc/authorization-request.ts'
import type { Person } from '../../oidc/claims.ts'
import { type KeptForm, keepForm } from '../identity/kept-forms.ts'
import { currentSession } from '../identity/sessions.ts'
import type { SignedIn } from '../identity/signed-in.ts'
import { firstPartyClientId } from '../platform/clients/first-party-client.ts'
import type { Deps } from '../platform/deps.ts'
import type { Visitor } from '../platform/visitor.ts'
import { interactionTtl, storeForBrowser } from './interactions.ts'
import type { Outcome } from './outcomes.ts'

interface PageSignIn {
  path: string
  again: boolean
  person: Person | null
  acr?: string
  /** The id of the organization whose own sign-in is wanted. */
  organization?: string
  email?: string
  /** The form whose act waits for the sign-in, and the label of its button. */
  act?: { label: string; signedIn: SignedIn; form: KeptForm } | null
  /** The path of the page that shows a kept form. */
  keptPath(handle: string): string
  /** What was typed is lost if there is no such form. */
  lost?: boolean
}

/** Asks a person to sign in for a page of our own, and leads back to it afterwards, or to the form that was kept. */
export async function signInForPage(
  deps: Deps,
  unbound: Visitor,
  { path, again, person, acr, organization, email, act, keptPath, lost }: PageSignIn,
): Promise<Outcome> {
  const visitor = { ...unbound, flowCookie: unbound.flowCookie ?? newSecret() }
  // A code may be held back for long: the form waits as long as the sign-in does.
  const keeping = { flowCookie: visitor.flowCookie, ttl: interactionTtl }
  const kept = act ? await keepForm(deps, act.signedIn, keeping, act.form) : null
  const request: AuthorizationRequest = {
    clientId: firstPartyClientId,
    redirectUri: kept ? keptPath(kept) : path,
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
    ...(kept && act ? { act: act.label } : lost ? { formLost: true } : {}),
    ...(organization ? { organization } : {}),
    ...(acr ? { claims: { idToken: { acr: { essential: true, value: acr } }, userinfo: {} } } : {}),
  }
  const session = await currentSession(deps, visitor)
  const { handle, flowCookie } = await storeForBrowser(deps, request, visitor, session)
  const stronger = acr !== undefined && session !== null && !again
  return {
    kind: 'step',
    handle,
    flowCookie,
    step: organization
      ? { kind: 'sign-in-at', organizationId: organization, connectionId: null }
      : stronger
        ? { kind: 'use-passkey', acr: 'phr' }
        : { kind: 'ask-email' },
  }
}
