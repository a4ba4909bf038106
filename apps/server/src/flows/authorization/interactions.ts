import { digest, newLinkSecret, newSecret } from '../../crypto/random.ts'
import type { AuthorizationRequest } from '../../oidc/authorization-request.ts'
import type { Membership, Person } from '../../oidc/claims.ts'
import type { Client } from '../../oidc/clients.ts'
import { OAuthError } from '../../oidc/errors.ts'
import type { Step, ThirdPartyFacts } from '../../oidc/next-step.ts'
import type { OnboardingProgress } from '../../oidc/onboarding-progress.ts'
import type { Resource } from '../../oidc/resources.ts'
import {
  completeInteraction,
  findInteraction,
  type Interaction,
  insertInteraction,
} from '../../store/hot/interactions.ts'
import type { Session } from '../../store/hot/sessions.ts'
import { currentMember } from '../identity/sessions.ts'
import { findClient, firstPartyClientId } from '../platform/clients/first-party-client.ts'
import type { Deps } from '../platform/deps.ts'
import { hour } from '../platform/durations.ts'
import type { Visitor } from '../platform/visitor.ts'
import { issueAuthorizationResponse } from './authorization-response.ts'
import { findNextStep } from './next-step.ts'
import { errorResponse, type Outcome } from './outcomes.ts'

/** How long a request waits for its person, in milliseconds. */
export const interactionTtl = hour

/** The request can't go on in this browser: its cookie is missing, it was answered already, or someone else signed in. */
export class InteractionExpired extends Error {
  override readonly name = 'InteractionExpired'
  constructor(
    readonly reason: 'not-found' | 'other-browser' | 'completed' | 'other-account',
    readonly client: Client | null = null,
  ) {
    super(reason)
  }
}

/** An `OAuthError` that ends a waiting request: it is for the client. */
export class AuthorizationRefused extends Error {
  override readonly name = 'AuthorizationRefused'
  constructor(
    readonly error: OAuthError,
    readonly request: AuthorizationRequest,
  ) {
    super(error.message)
  }
}

/** Everything that is known while a person answers our questions. */
export interface OpenInteraction {
  handle: string
  interaction: Interaction
  /** As it is for the resources of the request (`clientFor`). */
  client: Client
  /** The resources of the request that are registered. */
  resources: readonly Resource[]
  session: Session | null
  person: Person | null
  memberships: readonly Membership[]
  step: Step
  /** What is known of a third-party client for the person who is signed in. */
  thirdParty: ThirdPartyFacts | null
  /** What of the requested scope the person holds, by the organization that the request would be for. */
  scopeIn: (organizationId: string | null) => readonly string[]
  /** On the pages of onboarding. */
  progress: OnboardingProgress | null
}

/** An interaction in a browser where someone is signed in. */
export type SignedInInteraction = OpenInteraction & {
  session: NonNullable<OpenInteraction['session']>
  person: NonNullable<OpenInteraction['person']>
}

/**
 * The languages of the pages, before those of the browser: the one that was chosen on a page, those of the request, that of
 * the person who is signed in.
 */
export const requestedLanguages = (
  { interaction, person }: Pick<OpenInteraction, 'interaction' | 'person'>,
  { chosenLanguage }: Pick<Visitor, 'chosenLanguage'>,
): string[] => [
  ...(chosenLanguage ? [chosenLanguage] : []),
  ...interaction.request.uiLocales,
  ...(person?.locale ? [person.locale] : []),
]

/** The languages of someone who is signing in, best first: of the mail with their code, and of a new account. */
export const languagesOfSignIn = (
  { uiLocales }: Pick<AuthorizationRequest, 'uiLocales'>,
  { chosenLanguage, languages }: Pick<Visitor, 'chosenLanguage' | 'languages'>,
): string[] => [...(chosenLanguage ? [chosenLanguage] : []), ...uiLocales, ...languages]

/** Stores a request until its person has answered our questions. Returns the handle that our pages carry in their path. */
export async function storeInteraction(
  deps: Deps,
  request: AuthorizationRequest,
  { browserDigest, userId }: Pick<Interaction, 'browserDigest' | 'userId'>,
): Promise<string> {
  const handle = newLinkSecret()
  const createdAt = deps.now()
  const expiresAt = new Date(createdAt.getTime() + interactionTtl)
  await insertInteraction(deps.db, { id: digest(handle), browserDigest, request, userId, createdAt, expiresAt })
  return handle
}

/** The same, bound to this browser by its flow cookie. */
export async function storeForBrowser(
  deps: Deps,
  request: AuthorizationRequest,
  visitor: Visitor,
  session: Session | null,
): Promise<{ handle: string; flowCookie: string }> {
  const flowCookie = visitor.flowCookie ?? newSecret()
  const handle = await storeInteraction(deps, request, {
    browserDigest: digest(flowCookie),
    userId: session?.userId ?? null,
  })
  return { handle, flowCookie }
}

/** Loads a waiting request for the browser that began it, with the step it is at. @throws InteractionExpired, AuthorizationRefused */
export async function openInteraction(deps: Deps, handle: string, visitor: Visitor): Promise<OpenInteraction> {
  const interaction = await findInteraction(deps.db, digest(handle), deps.now())
  const clientId = interaction?.request.clientId ?? ''
  const client = interaction && (findClient(deps, clientId) ?? (await deps.clients.lookUpElsewhere(clientId, 'token')))
  if (!interaction || !client) throw new InteractionExpired('not-found')
  if (!visitor.flowCookie || digest(visitor.flowCookie) !== interaction.browserDigest)
    throw new InteractionExpired('other-browser', client)
  if (interaction.completedAt) throw new InteractionExpired('completed', client)
  const member = await currentMember(deps, visitor)
  const session = member?.session ?? null
  if (session && interaction.userId && session.userId !== interaction.userId)
    throw new InteractionExpired('other-account', client)
  try {
    const decision = await findNextStep(deps, interaction.request, client, {
      ...{ member, visitor },
      choices: interaction,
    })
    return { handle, interaction, session, ...decision }
  } catch (error) {
    if (error instanceof OAuthError) await completeInteraction(deps.db, interaction.id, deps.now())
    throw error instanceof OAuthError ? new AuthorizationRefused(error, interaction.request) : error
  }
}

/** Asks for the next step, and answers the client when there is none. An interaction is answered at most once. */
export async function proceed(deps: Deps, handle: string, visitor: Visitor): Promise<Outcome> {
  const current = await openInteraction(deps, handle, visitor)
  const { interaction, client, session, person, memberships, resources, step } = current
  if (step.kind !== 'answer' || !session || !person)
    return { kind: 'step', handle, step, flowCookie: visitor.flowCookie ?? '' }
  if (!(await completeInteraction(deps.db, interaction.id, deps.now())))
    throw new InteractionExpired('completed', client)
  if (client.id === firstPartyClientId) return { kind: 'home', path: interaction.request.redirectUri }
  const members = await issueAuthorizationResponse(deps, {
    request: interaction.request,
    client,
    session,
    person,
    memberships,
    resources,
    organizationId: step.organizationId,
    teamId: step.teamId,
  })
  return { kind: 'answer', to: interaction.request, members }
}

/** Ends a waiting request because the person wants to go back. A request for a page of ours leads to `home`. */
export async function cancelSignIn(deps: Deps, current: OpenInteraction, home: string): Promise<Outcome> {
  const outcome = await decline(deps, current, 'the person canceled the sign-in')
  return outcome.kind === 'home' ? { kind: 'home', path: home } : outcome
}

/** Ends a waiting request because the person refused: `access_denied`. */
export async function decline(
  deps: Deps,
  { interaction, client }: OpenInteraction,
  why: string,
  code: 'access_denied' | 'unmet_authentication_requirements' = 'access_denied',
): Promise<Outcome> {
  if (!(await completeInteraction(deps.db, interaction.id, deps.now())))
    throw new InteractionExpired('completed', client)
  return errorResponse(deps, interaction.request, new OAuthError(code, why))
}
