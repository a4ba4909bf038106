import { newId } from '../../crypto/random.ts'
import { impersonatedAcr } from '../../oidc/acr.ts'
import type { AuthorizationRequest } from '../../oidc/authorization-request.ts'
import type { Client } from '../../oidc/clients.ts'
import { OAuthError } from '../../oidc/errors.ts'
import { nextStep } from '../../oidc/next-step.ts'
import { clientFor, leastAcr, organizationDemand, registeredResources } from '../../oidc/resources.ts'
import { findMemberships, findPerson } from '../../store/hot/people.ts'
import { findImpersonation } from '../../store/prisma/impersonations.ts'
import { isFrom } from '../identity/acting-sign-in.ts'
import {
  causeToEnd,
  endImpersonation,
  type Impersonation,
  openImpersonation,
  stateOf,
} from '../identity/impersonations.ts'
import { currentSession } from '../identity/sessions.ts'
import { inTransaction, system } from '../platform/audit.ts'
import { findRememberedConsent } from '../platform/clients/remembered-consents.ts'
import type { Deps } from '../platform/deps.ts'
import { isNothing, scopeByOrganization } from '../platform/rights/held-scope.ts'
import { findOpenTerms, haveTerms, noOpenTerms } from '../platform/terms.ts'
import type { Visitor } from '../platform/visitor.ts'
import { codeTtl, redirectUriDigest, sealCode } from '../tokens/authorization-codes.ts'
import { termsAreAccepted } from './next-step.ts'
import { errorResponse, type Outcome } from './outcomes.ts'

/** A running impersonation, which may answer a request of its client. Only `findRunning` makes one. */
type RunningImpersonation = Impersonation & { startedAt: Date; sessionId: string }

/**
 * Answers a request of a client at which the operator of this browser acts as somebody else; null where they don't.
 * Nothing is asked on behalf of the person: where they would be asked, the client gets the error of `prompt=none`.
 */
export async function answerAsImpersonated(
  deps: Deps,
  request: AuthorizationRequest,
  client: Client,
  visitor: Visitor,
): Promise<Outcome | null> {
  const cookie = openImpersonation(deps, visitor.impersonationCookie)
  if (!cookie || cookie.clientId !== client.id) return null
  const running = await findRunning(deps, cookie, client, visitor)
  if (!running) {
    const error = new OAuthError('access_denied', 'the operator may not act as this person, or not any longer')
    const answer = errorResponse(deps, request, error)
    return answer.kind === 'answer' ? { ...answer, endsImpersonation: true } : answer
  }
  try {
    return { kind: 'answer', to: request, members: await issueCode(deps, running, request, client, visitor) }
  } catch (error) {
    // A refusal here ends nothing: the application's tokens stay valid, and the banner stays with them.
    if (error instanceof OAuthError) return errorResponse(deps, request, error)
    throw error
  }
}

/** The impersonation of a cookie, or null if it does not go on: in the session that began it, by an operator who is still one. */
async function findRunning(
  deps: Deps,
  cookie: { id: string; operatorSessionId: string },
  client: Client,
  visitor: Visitor,
): Promise<RunningImpersonation | null> {
  const [found, session] = await Promise.all([findImpersonation(deps.db, cookie.id), currentSession(deps, visitor)])
  if (
    !found?.startedAt ||
    !found.sessionId ||
    stateOf(found, deps.now()) !== 'running' ||
    found.clientId !== client.id ||
    found.operatorId !== session?.userId ||
    found.operatorSessionId !== session.id
  )
    return null
  const cause = await causeToEnd(deps, found)
  if (cause !== null) {
    // The cookie is deleted with this answer, so the tokens end now and not at the next check.
    await inTransaction(deps, (tx) => endImpersonation(deps, tx, system, found, cause))
    return null
  }
  return { ...found, startedAt: found.startedAt, sessionId: found.sessionId }
}

/** A code whose tokens name the operator. Only the code flow: no token travels through the operator's browser. */
async function issueCode(
  deps: Deps,
  running: RunningImpersonation,
  request: AuthorizationRequest,
  client: Client,
  visitor: Visitor,
) {
  if (request.responseType !== 'code')
    throw new OAuthError('unauthorized_client', 'an operator acts as a person with response_type code only')
  const step = await decide(deps, running, request, client, visitor)
  const now = deps.now()
  const code = sealCode(deps, {
    grantId: newId(now),
    clientId: client.id,
    redirectUriDigest: redirectUriDigest(request.redirectUri),
    codeChallenge: request.codeChallenge,
    jkt: request.dpopJkt,
    userId: running.userId,
    sessionId: running.sessionId,
    scope: request.scope.filter((name) => name !== 'offline_access'),
    nonce: request.nonce,
    claims: request.claims,
    resource: request.resource,
    organizationId: step.organizationId,
    teamId: step.teamId,
    acr: impersonatedAcr,
    amr: [],
    impersonation: { operatorId: running.operatorId, until: Math.floor(running.expiresAt.getTime() / 1000) },
    authenticatedAt: running.startedAt.getTime(),
    expiresAt: now.getTime() + codeTtl * 1000,
  })
  return { code, state: request.state, iss: deps.config.issuer }
}

/** The decision of every sign-in, for a request at which nobody may be asked anything. */
async function decide(
  deps: Deps,
  running: RunningImpersonation,
  request: AuthorizationRequest,
  registered: Client,
  visitor: Visitor,
) {
  refuseQuestions(request)
  const resources = registeredResources(deps.resources, request.resource)
  const client = clientFor(registered, resources)
  if (running.organizationId === null && organizationDemand(resources) === 'required')
    throw new OAuthError('interaction_required', 'the resource demands an organization')
  const { userId, organizationId, startedAt } = running
  const [person, memberships, termsAccepted] = await Promise.all([
    findPerson(deps.db, userId),
    findMemberships(deps.db, userId),
    termsAreAccepted(deps, userId),
  ])
  const scopeIn = scopeByOrganization(deps, request, memberships, { acr: impersonatedAcr, impersonated: true })
  const hasConsent = await findRememberedConsent(deps, client, userId, request, scopeIn)
  const wanted = memberships.find((membership) => membership.organizationId === organizationId)
  if (request.organization && request.organization !== wanted?.organizationId && request.organization !== wanted?.slug)
    throw new OAuthError('access_denied', 'the operator may act for another organization only')
  const openTerms = haveTerms(memberships) ? await findOpenTerms(deps, userId) : noOpenTerms()
  const step = nextStep({
    request: { ...request, prompt: ['none'], organization: organizationId ?? undefined },
    client: organizationId === null ? { ...client, organization: 'none' } : client,
    minAcr: leastAcr(resources),
    startedAt: deps.now(),
    signedIn: { userId, authenticatedAt: startedAt, acr: impersonatedAcr, organizationId, teamId: null },
    // No connection signed the operator in: where an organization requires its own, nobody acts as its people.
    origin: { connectedOrganizationId: null, isIn: isFrom(visitor) },
    person: person && {
      profileComplete: person.givenName !== null,
      termsAccepted,
      hasPasskey: false,
      memberships,
      openTerms,
      // The person is asked when they sign in themselves.
      lacksFields: () => false,
      invitedTo: [],
      hasConsent,
      mayDoNothing: (id) => isNothing(request.scope, scopeIn(id)),
    },
    choices: { accountChosen: true, consented: false, offerPasskey: false, organizationId, teamId: null },
    steps: (client.onboarding ?? deps.config.onboarding).filter((name) => name === 'terms' || name === 'profile'),
  })
  if (step.kind !== 'answer') throw new OAuthError('interaction_required', 'the person would have to be asked')
  return step
}

/** An operator must not answer for the person what a client demands to be asked anew. */
function refuseQuestions({ prompt }: AuthorizationRequest): void {
  if (prompt.includes('login') || prompt.includes('create'))
    throw new OAuthError('login_required', 'an operator cannot sign in for the person')
  if (prompt.includes('consent')) throw new OAuthError('consent_required', 'an operator cannot consent for the person')
  if (prompt.includes('select_account'))
    throw new OAuthError('account_selection_required', 'an operator acts as one person only')
}
