import { digest, newSecret } from '../../crypto/random.ts'
import {
  type AuthorizationRequest,
  parseAuthorizationRequest,
  parseDpopJkt,
  type ReturnAddress,
} from '../../oidc/authorization-request.ts'
import type { Client } from '../../oidc/clients.ts'
import { OAuthError } from '../../oidc/errors.ts'
import { type Params, spaceSeparated } from '../../oidc/params.ts'
import { clientFor, registeredResources } from '../../oidc/resources.ts'
import { responseTypes } from '../../oidc/response-types.ts'
import { findConsents } from '../../store/hot/consents.ts'
import { bindInteraction, completeInteraction, findInteraction } from '../../store/hot/interactions.ts'
import { findInvitationByToken } from '../../store/prisma/organizations/invitations.ts'
import { currentMember, currentSession } from '../identity/sessions.ts'
import { findClient } from '../platform/clients/first-party-client.ts'
import type { Deps } from '../platform/deps.ts'
import { notingRefusedScopes } from '../platform/refused-scopes.ts'
import type { Visitor } from '../platform/visitor.ts'
import { mustBeBound } from '../tokens/dpop/binding.ts'
import { issueAuthorizationResponse } from './authorization-response.ts'
import { verifyIdTokenHint } from './id-token-hints.ts'
import { answerAsImpersonated } from './impersonated-requests.ts'
import { InteractionExpired, proceed, storeForBrowser, storeInteraction } from './interactions.ts'
import { type Choices, findNextStep } from './next-step.ts'
import type { Outcome } from './outcomes.ts'

/** Checks a request whose return address is proven. Throws an `OAuthError` that belongs to the client. */
export async function checkRequest(
  deps: Deps,
  params: Params,
  client: Client,
  to: ReturnAddress,
): Promise<AuthorizationRequest> {
  await deps.resources.lookFor(client, params.all('resource'))
  const request = await notingRefusedScopes(deps, client, () =>
    parseAuthorizationRequest(params, client, to, deps.resources),
  )
  if (deps.config.dpop) request.dpopJkt = parseDpopJkt(params)
  refuseUnbound(deps, client, request)
  const hint = params.get('id_token_hint')
  if (hint !== undefined) request.hintedSubject = verifyIdTokenHint(deps, hint, client).sub
  // OIDC Core 5.5.1: a sub requested by value must be that person, or the request fails.
  const wanted = request.claims?.idToken.sub?.value ?? request.claims?.userinfo.sub?.value
  if (wanted !== undefined && request.hintedSubject !== undefined && wanted !== request.hintedSubject) {
    throw new OAuthError('invalid_request', 'the claims parameter and the id_token_hint name different subjects')
  }
  request.hintedSubject ??= wanted
  await followInvitation(deps, request, clientFor(client, registeredResources(deps.resources, request.resource)))
  return request
}

/** The access token of an authorization response travels through the browser, and no proof comes before it. */
function refuseUnbound(deps: Deps, client: Client, { responseType, resource }: AuthorizationRequest): void {
  if (!responseTypes.get(responseType)?.token) return
  if (mustBeBound(deps, client, resource))
    throw new OAuthError(
      'invalid_request',
      'access tokens of this client or resource are bound to a key: use response_type code',
    )
}

/** `invitation=<token>` leads to its organization, and to no other (docs/reference.md). The token goes no further. */
async function followInvitation(deps: Deps, request: AuthorizationRequest, client: Client): Promise<void> {
  if (request.invitation === undefined) return
  const found = await findInvitationByToken(deps.db, digest(request.invitation))
  delete request.invitation
  if (!found?.organizationId) throw new OAuthError('invalid_request', 'the invitation is not known')
  if (client.organization === 'none') throw new OAuthError('invalid_request', 'this client does not use organizations')
  const { organization } = request
  if (organization && organization !== found.organizationId && organization !== found.organizationSlug)
    throw new OAuthError('invalid_request', 'the invitation is for another organization')
  request.organization = found.organizationId
  request.byInvitation = true
}

/** Answers a checked request at once if nothing has to be asked; otherwise stores it and returns the first step. */
export async function authorize(
  deps: Deps,
  request: AuthorizationRequest,
  client: Client,
  visitor: Visitor,
): Promise<Outcome> {
  if (visitor.impersonationCookie !== undefined) {
    const outcome = await answerAsImpersonated(deps, request, client, visitor)
    if (outcome) return outcome
  }
  const member = await currentMember(deps, visitor)
  const session = member?.session ?? null
  const decision = await findNextStep(deps, request, client, {
    ...{ member, visitor },
    choices: noChoices(deps.now()),
  })
  const { step, person, memberships, resources } = decision
  if (step.kind === 'answer' && session && person) {
    const { organizationId, teamId } = step
    const authorization = { request, client, session, person, memberships, resources, organizationId, teamId }
    return { kind: 'answer', to: request, members: await issueAuthorizationResponse(deps, authorization) }
  }
  const { handle, flowCookie } = await storeForBrowser(deps, request, visitor, session)
  return { kind: 'step', handle, step, flowCookie }
}

/**
 * Whether an error may go to a third-party client although the person did nothing: it asked for no page, and they have
 * allowed it before. Otherwise a link to this server would lead on to any site that its author chose (RFC 9700 section
 * 4.11.2).
 */
export async function mayReturnErrorUnprompted(
  deps: Deps,
  client: Client,
  params: Params,
  visitor: Visitor,
): Promise<boolean> {
  if (!spaceSeparated(params.get('prompt')).includes('none')) return false
  const session = await currentSession(deps, visitor)
  return session !== null && (await findConsents(deps.db, session.userId, client.id)).length > 0
}

/** Nothing was asked within this request yet. */
const noChoices = (createdAt: Date): Choices => ({
  accountChosen: false,
  consented: false,
  offerPasskey: false,
  recoveryReviewed: false,
  organizationId: null,
  teamId: null,
  email: null,
  createdAt,
})

/** Stores a request from a cross-site POST, with which browsers don't send our cookies. A GET with the handle continues. */
export const storePosted = (deps: Deps, request: AuthorizationRequest): Promise<string> =>
  storeInteraction(deps, request, { browserDigest: '', userId: null })

/** Continues a posted request, in the browser that now sends its cookies. */
export async function resumePosted(deps: Deps, handle: string, visitor: Visitor): Promise<Outcome> {
  const interaction = await findInteraction(deps.db, digest(handle), deps.now())
  const clientId = interaction?.request.clientId ?? ''
  const client = interaction && (findClient(deps, clientId) ?? (await deps.clients.lookUpElsewhere(clientId, 'token')))
  if (!interaction || !client) throw new InteractionExpired('not-found')
  const session = await currentSession(deps, visitor)
  const flowCookie = visitor.flowCookie ?? newSecret()
  if (!(await bindInteraction(deps.db, interaction.id, digest(flowCookie), session?.userId ?? null)))
    throw new InteractionExpired('other-browser', client)
  if (visitor.impersonationCookie !== undefined) {
    const outcome = await answerAsImpersonated(deps, interaction.request, client, visitor)
    if (outcome && (await completeInteraction(deps.db, interaction.id, deps.now()))) return outcome
  }
  return proceed(deps, handle, { ...visitor, flowCookie })
}
