import { verifyJwt } from '../../crypto/jws.ts'
import { digest, newLinkSecret, newSecret } from '../../crypto/random.ts'
import {
  type AuthorizationRequest,
  parseAuthorizationRequest,
  type ReturnAddress,
} from '../../oidc/authorization-request.ts'
import type { ResponseMembers } from '../../oidc/authorization-response.ts'
import type { Membership, Person } from '../../oidc/claims.ts'
import type { Client } from '../../oidc/clients.ts'
import { OAuthError } from '../../oidc/errors.ts'
import { nextStep, type Step } from '../../oidc/next-step.ts'
import type { Params } from '../../oidc/params.ts'
import { findConsents } from '../../store/consents.ts'
import {
  bindInteraction,
  completeInteraction,
  findInteraction,
  type Interaction,
  insertInteraction,
} from '../../store/interactions.ts'
import { findInvitationByToken } from '../../store/invitations.ts'
import { declinedPasskeyAt, hasPasskey } from '../../store/passkeys.ts'
import { findRecovery } from '../../store/recoveries.ts'
import type { Session } from '../../store/sessions.ts'
import { hasAccepted, hasAcceptedAny } from '../../store/terms.ts'
import { findMemberships, findPerson } from '../../store/users.ts'
import { currentSession, isRecent } from '../identity/sessions.ts'
import { invitationsFor } from '../organizations/invitations.ts'
import type { Deps } from '../platform/deps.ts'
import { findClient, firstPartyClientId } from '../platform/first-party-client.ts'
import type { Visitor } from '../platform/visitor.ts'
import { answer } from './answer.ts'

/** How long a request waits for its person, in milliseconds. */
const interactionTtl = 3600_000
/** How long "not now" lasts before a passkey is offered again, in milliseconds. */
const declinedFor = 90 * 86_400_000

/** What an authorization request leads to: an answer for the client, or a page of ours. */
export type Outcome =
  | { kind: 'answer'; to: Pick<ReturnAddress, 'redirectUri' | 'mode'>; members: ResponseMembers }
  | { kind: 'step'; handle: string; step: Step; flowCookie: string }
  /** Back to a page of our own. */
  | { kind: 'home'; path: string }

/** The request can't go on in this browser: its cookie is missing, it was answered already, or someone else signed in. */
export class InteractionExpired extends Error {
  override readonly name = 'StartAgain'
  constructor(
    readonly reason: 'not-found' | 'other-browser' | 'completed' | 'other-account',
    readonly client: Client | null = null,
  ) {
    super(reason)
  }
}

/** Everything that is known while a person answers our questions. */
export interface OpenInteraction {
  handle: string
  interaction: Interaction
  client: Client
  session: Session | null
  person: Person | null
  memberships: readonly Membership[]
  step: Step
}

/** The languages that a visit asks for: of the request, then of the person who is signed in. */
export const languagesOf = ({ interaction, person }: Pick<OpenInteraction, 'interaction' | 'person'>): string[] => [
  ...interaction.request.uiLocales,
  ...(person?.locale ? [person.locale] : []),
]

/** Checks a request whose return address is proven. Throws an `OAuthError` that belongs to the client. */
export async function checkRequest(
  deps: Deps,
  params: Params,
  client: Client,
  to: ReturnAddress,
): Promise<AuthorizationRequest> {
  const request = parseAuthorizationRequest(params, client, to)
  const hint = params.get('id_token_hint')
  if (hint !== undefined) request.hintedSubject = hintedSubject(deps, hint, client).sub
  // OIDC Core 5.5.1: a sub that is asked for by value is that person or nobody.
  const wanted = request.claims?.idToken.sub?.value ?? request.claims?.userinfo.sub?.value
  if (wanted !== undefined && request.hintedSubject !== undefined && wanted !== request.hintedSubject) {
    throw new OAuthError('invalid_request', 'the claims parameter and the id_token_hint name different subjects')
  }
  request.hintedSubject ??= wanted
  await followInvitation(deps, request, client)
  return request
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
}

/** An expired hint still hints; one that we did not sign for this client is refused. */
export function hintedSubject(
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

/** Answers a checked request at once when nothing is to be asked; else stores it and names the first page. */
export async function authorize(
  deps: Deps,
  request: AuthorizationRequest,
  client: Client,
  visitor: Visitor,
): Promise<Outcome> {
  const session = await currentSession(deps, visitor.sessionCookie)
  const fresh = {
    accountChosen: false,
    consented: false,
    offerPasskey: false,
    recoveryReviewed: false,
    organizationId: null,
    teamId: null,
    createdAt: deps.now(),
  }
  const { step, person, memberships } = await decide(deps, request, client, session, fresh)
  if (step.kind === 'answer' && session && person) {
    return {
      kind: 'answer',
      to: request,
      members: await answer(deps, request, client, session, person, memberships, step),
    }
  }
  const { handle, flowCookie } = await store(deps, request, visitor, session)
  return { kind: 'step', handle, step, flowCookie }
}

/** Stores a request that came by a cross-site POST, where our cookies are not seen. A GET with the handle goes on. */
export async function storePosted(deps: Deps, request: AuthorizationRequest): Promise<string> {
  const handle = newLinkSecret()
  await insert(deps, request, handle, '', null)
  return handle
}

/** Goes on with a posted request, in the browser that now shows its cookies. */
export async function resumePosted(deps: Deps, handle: string, visitor: Visitor): Promise<Outcome> {
  const interaction = await findInteraction(deps.db, digest(handle), deps.now())
  const client = interaction && findClient(deps, interaction.request.clientId)
  if (!interaction || !client) throw new InteractionExpired('not-found')
  const session = await currentSession(deps, visitor.sessionCookie)
  const flowCookie = visitor.flowCookie ?? newSecret()
  if (!(await bindInteraction(deps.db, interaction.id, digest(flowCookie), session?.userId ?? null)))
    throw new InteractionExpired('other-browser', client)
  return proceed(deps, handle, { ...visitor, flowCookie })
}

/** Asks a person to sign in for a page of our own, which they come back to. */
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
  const { handle, flowCookie } = await store(deps, request, visitor, session)
  const stronger = acr !== undefined && session !== null && !again
  return {
    kind: 'step',
    handle,
    flowCookie,
    step: stronger ? { kind: 'use-passkey', acr: 'phr' } : { kind: 'ask-email' },
  }
}

async function store(deps: Deps, request: AuthorizationRequest, visitor: Visitor, session: Session | null) {
  const handle = newLinkSecret()
  const flowCookie = visitor.flowCookie ?? newSecret()
  await insert(deps, request, handle, digest(flowCookie), session?.userId ?? null)
  return { handle, flowCookie }
}

async function insert(
  deps: Deps,
  request: AuthorizationRequest,
  handle: string,
  browserDigest: string,
  userId: string | null,
): Promise<void> {
  const createdAt = deps.now()
  const expiresAt = new Date(createdAt.getTime() + interactionTtl)
  await insertInteraction(deps.db, { id: digest(handle), browserDigest, request, userId, createdAt, expiresAt })
}

/** Loads a waiting request for the browser that began it, with the step it is at. Throws `StartAgain` or an `OAuthError`. */
export async function openInteraction(deps: Deps, handle: string, visitor: Visitor): Promise<OpenInteraction> {
  const interaction = await findInteraction(deps.db, digest(handle), deps.now())
  const client = interaction && findClient(deps, interaction.request.clientId)
  if (!interaction || !client) throw new InteractionExpired('not-found')
  if (!visitor.flowCookie || digest(visitor.flowCookie) !== interaction.browserDigest)
    throw new InteractionExpired('other-browser', client)
  if (interaction.completedAt) throw new InteractionExpired('completed', client)
  const session = await currentSession(deps, visitor.sessionCookie)
  if (session && interaction.userId && session.userId !== interaction.userId)
    throw new InteractionExpired('other-account', client)
  try {
    const decision = await decide(deps, interaction.request, client, session, interaction)
    return { handle, interaction, client, session, ...decision }
  } catch (error) {
    if (error instanceof OAuthError) await completeInteraction(deps.db, interaction.id, deps.now())
    throw error instanceof OAuthError ? new AuthorizationRefused(error, interaction.request) : error
  }
}

/** An `OAuthError` that ends a waiting request: it is for the client. */
export class AuthorizationRefused extends Error {
  override readonly name = 'AnswerRefused'
  constructor(
    readonly error: OAuthError,
    readonly request: AuthorizationRequest,
  ) {
    super(error.message)
  }
}

/** Asks for the next step, and answers the client when there is none. One interaction yields one answer at most. */
export async function proceed(deps: Deps, handle: string, visitor: Visitor): Promise<Outcome> {
  const { interaction, client, session, person, memberships, step } = await openInteraction(deps, handle, visitor)
  if (step.kind !== 'answer' || !session || !person)
    return { kind: 'step', handle, step, flowCookie: visitor.flowCookie ?? '' }
  if (!(await completeInteraction(deps.db, interaction.id, deps.now())))
    throw new InteractionExpired('completed', client)
  if (client.id === firstPartyClientId) return { kind: 'home', path: interaction.request.redirectUri }
  const members = await answer(deps, interaction.request, client, session, person, memberships, step)
  return { kind: 'answer', to: interaction.request, members }
}

/** Ends a waiting request with a refusal of the person: `access_denied`. */
export async function decline(
  deps: Deps,
  { interaction, client }: OpenInteraction,
  why: string,
  code: 'access_denied' | 'unmet_authentication_requirements' = 'access_denied',
): Promise<Outcome> {
  if (!(await completeInteraction(deps.db, interaction.id, deps.now())))
    throw new InteractionExpired('completed', client)
  return refusal(deps, interaction.request, new OAuthError(code, why))
}

/** The answer that carries an error (RFC 6749 section 4.1.2.1) with `iss` (RFC 9207). */
export const refusal = (
  { config }: Pick<Deps, 'config'>,
  to: { clientId?: string; redirectUri: string; mode: ReturnAddress['mode']; state?: string | undefined },
  error: OAuthError,
): Outcome =>
  to.clientId === firstPartyClientId
    ? { kind: 'home', path: to.redirectUri }
    : {
        kind: 'answer',
        to,
        members: { error: error.code, error_description: error.description, state: to.state, iss: config.issuer },
      }

type Choices = Pick<
  Interaction,
  'accountChosen' | 'consented' | 'offerPasskey' | 'recoveryReviewed' | 'organizationId' | 'teamId' | 'createdAt'
>

async function decide(
  deps: Deps,
  request: AuthorizationRequest,
  client: Client,
  session: Session | null,
  choices: Choices,
) {
  const asksForPasskey = choices.offerPasskey || request.acrValues.length > 0
  const [person, memberships, invitations, termsAccepted, consents, passkeys, reviewRecovery] = session
    ? await Promise.all([
        findPerson(deps.db, session.userId),
        findMemberships(deps.db, session.userId),
        request.organization ? invitationsFor(deps, session.userId) : [],
        termsServe(deps, session.userId),
        client.requireConsent ? findConsents(deps.db, session.userId, client.id) : new Map<string, string[]>(),
        asksForPasskey ? passkeysOf(deps, session.userId) : { some: false, declined: false },
        hasRecoveryToReview(deps, session, choices),
      ])
    : [null, [], [], false, new Map<string, string[]>(), { some: false, declined: false }, false]
  const step = nextStep({
    request,
    client,
    startedAt: choices.createdAt,
    signedIn: session,
    person: person && {
      profileComplete: person.givenName !== null,
      termsAccepted,
      hasPasskey: passkeys.some,
      memberships,
      invitedTo: invitations.flatMap((one) => [one.organizationId ?? [], one.organizationSlug ?? []].flat()),
      consentedScope: (organizationId) => consents.get(organizationId ?? '') ?? [],
    },
    choices: {
      ...choices,
      reviewRecovery,
      offerPasskey:
        choices.offerPasskey &&
        client.id !== firstPartyClientId &&
        session !== null &&
        isRecent(deps, session) &&
        !passkeys.some &&
        !passkeys.declined &&
        deps.config.passkeyNudge,
    },
    steps: client.onboarding ?? deps.config.onboarding,
  })
  return { step, person, memberships }
}

/** Who signs in with a passkey is shown a recovery that was asked for without one. */
async function hasRecoveryToReview({ db, now }: Deps, session: Session, choices: Choices): Promise<boolean> {
  if (choices.recoveryReviewed || session.passkeyId === null || session.authenticatedAt < choices.createdAt)
    return false
  return (await findRecovery(db, session.userId, now())) !== null
}

async function passkeysOf({ db, now }: Deps, userId: string): Promise<{ some: boolean; declined: boolean }> {
  const [some, declinedAt] = await Promise.all([hasPasskey(db, userId), declinedPasskeyAt(db, userId)])
  return { some, declined: declinedAt !== null && now().getTime() - declinedAt.getTime() < declinedFor }
}

/** True when the person accepted the version in force, or an older one while that still serves. */
async function termsServe({ config, db, now }: Deps, userId: string): Promise<boolean> {
  if (!config.terms) return true
  if (await hasAccepted(db, userId, config.terms.version)) return true
  return config.terms.graceUntil !== null && now() < config.terms.graceUntil && hasAcceptedAny(db, userId)
}
