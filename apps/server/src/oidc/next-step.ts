import { type Acr, acrValuesSupported, essentialAcr, isAcr, satisfies } from './acr.ts'
import type { AuthorizationRequest } from './authorization-request.ts'
import type { Membership } from './claims.ts'
import type { Client, OnboardingStep } from './clients.ts'
import { OAuthError } from './errors.ts'

export interface SignedIn {
  userId: string
  authenticatedAt: Date
  acr: string
  /** The last choice in this browser. */
  organizationId: string | null
  teamId: string | null
}

/** Terms of an organization that a member has not accepted. */
export interface OpenTerms {
  version: number
  /** Until then they may put them off. Null: they have to accept them now. */
  postponableUntil: Date | null
}

export interface Flow {
  request: AuthorizationRequest
  client: Pick<Client, 'organization' | 'requirePasskey'>
  /** The weakest sign-in that the resources of the request accept. */
  minAcr?: Acr | null
  /** When the request arrived: `prompt=login` and `max_age` count from here, so that a slow person is not asked twice. */
  startedAt: Date
  signedIn: SignedIn | null
  /** The person who is signed in. */
  person: {
    profileComplete: boolean
    termsAccepted: boolean
    hasPasskey: boolean
    memberships: readonly Membership[]
    /** The terms of their organizations that they have to be asked about, by the id of the organization. */
    openTerms: ReadonlyMap<string, OpenTerms>
    /** Organizations that invite them. */
    invitedTo: readonly string[]
    /** Whether what the request asks for needs no consent, or has one that was given earlier for this organization. */
    hasConsent: (organizationId: string | null) => boolean
  } | null
  /** What the person has answered within this request. */
  choices: {
    accountChosen: boolean
    consented: boolean
    /** The browser supports passkeys, and the person may be offered one. */
    offerPasskey: boolean
    /** They signed in with a passkey while a recovery without one is pending, and have not seen it yet. */
    reviewRecovery?: boolean
    organizationId: string | null
    teamId: string | null
  }
  steps: readonly OnboardingStep[]
  /** Set for a third-party client (oidc/dynamic-clients/third-party-clients.ts). */
  thirdParty?: ThirdPartyFacts | null
}

/** What the person and their organizations say about a third-party client. */
export interface ThirdPartyFacts {
  /** The organizations of the person that accept it. */
  acceptedBy: ReadonlySet<string>
  /** Those that refuse it by their policy alone: nobody there has decided about it. */
  undecided: ReadonlySet<string>
}

export type Step =
  | { kind: 'ask-email' }
  | { kind: 'select-account' }
  | { kind: 'use-passkey'; acr: Acr }
  | { kind: 'review-recovery' }
  | { kind: 'accept-terms' }
  | { kind: 'complete-profile' }
  | { kind: 'choose-organization' }
  | { kind: 'accept-organization-terms'; organizationId: string; terms: OpenTerms }
  | { kind: 'choose-team'; organizationId: string }
  | { kind: 'offer-passkey' }
  | { kind: 'consent'; organizationId: string | null }
  | { kind: 'answer'; organizationId: string | null; teamId: string | null }

/**
 * What has to happen before this request may be answered: the whole of sign-in as one pure decision. It is made again at
 * every step, and immediately before a code is issued, so no direct URL can skip a step.
 * With `prompt=none` each step is the matching error instead (OIDC Core 3.1.2.6).
 */
export function nextStep(flow: Flow): Step {
  const { request, signedIn, person, choices } = flow
  const silent = request.prompt.includes('none')
  const ask = (step: Step, code: ConstructorParameters<typeof OAuthError>[0], why: string): Step => {
    if (silent) throw new OAuthError(code, why)
    return step
  }

  refuseImpossibleAcr(request)
  if (!signedIn || !person) return ask({ kind: 'ask-email' }, 'login_required', 'the person is not signed in')
  if (!isFresh(flow, signedIn))
    return ask({ kind: 'ask-email' }, 'login_required', 'the sign-in is too old for this request')
  if (request.hintedSubject && request.hintedSubject !== signedIn.userId) {
    if (silent || signedIn.authenticatedAt >= flow.startedAt) {
      throw new OAuthError('login_required', 'a different person from the hinted one is signed in')
    }
    return { kind: 'ask-email' }
  }
  if (
    request.prompt.includes('select_account') &&
    !choices.accountChosen &&
    signedIn.authenticatedAt < flow.startedAt
  ) {
    return { kind: 'select-account' }
  }

  const wanted = missingAcr(flow, signedIn.acr)
  if (wanted)
    return ask({ kind: 'use-passkey', acr: wanted }, 'login_required', 'the sign-in is too weak for this request')
  if (!silent && mightReachMore(flow, signedIn)) return { kind: 'ask-email' }

  if (choices.reviewRecovery && !silent) return { kind: 'review-recovery' }

  for (const step of flow.steps) {
    if (step === 'terms' && !person.termsAccepted) {
      return ask({ kind: 'accept-terms' }, 'interaction_required', 'the terms were not accepted yet')
    }
    if (step === 'profile' && !person.profileComplete) {
      return ask({ kind: 'complete-profile' }, 'interaction_required', 'the profile is not complete')
    }
  }

  const organizationId = findOrganization(flow)
  if (organizationId === 'ask') {
    return ask({ kind: 'choose-organization' }, 'interaction_required', 'an organization has to be chosen')
  }
  if (flow.thirdParty && !isConnected(flow, flow.thirdParty, organizationId))
    return ask({ kind: 'consent', organizationId }, 'consent_required', 'the person has to be asked')
  const organization = person.memberships.find((membership) => membership.organizationId === organizationId)
  if (organization?.requirePasskey && !satisfies(signedIn.acr, 'phr')) {
    return ask({ kind: 'use-passkey', acr: 'phr' }, 'login_required', 'the organization requires a passkey')
  }
  if (organization?.sessionMax != null && isOlder(signedIn, flow.startedAt, organization.sessionMax)) {
    return ask({ kind: 'ask-email' }, 'login_required', 'the organization requires a more recent sign-in')
  }
  const terms = person.openTerms.get(organizationId ?? '')
  if (organizationId && terms && !(silent && terms.postponableUntil)) {
    return ask(
      { kind: 'accept-organization-terms', organizationId, terms },
      'interaction_required',
      'the terms of the organization were not accepted yet',
    )
  }
  const teamId = findTeam(flow, organizationId)
  if (teamId === 'ask') {
    return ask(
      { kind: 'choose-team', organizationId: organizationId as string },
      'interaction_required',
      'a team has to be chosen',
    )
  }

  if (choices.offerPasskey && !silent) return { kind: 'offer-passkey' }
  const asksAgain = request.prompt.includes('consent') && !choices.consented
  if (!flow.thirdParty && (asksAgain || !person.hasConsent(organizationId))) {
    return ask({ kind: 'consent', organizationId }, 'consent_required', 'the person has to be asked')
  }
  return { kind: 'answer', organizationId, teamId }
}

/**
 * Whether the person connected a third-party client to the organization: on its page within this request, or earlier, if
 * that is remembered. The organization is asked once more: it may have changed its mind since.
 */
function isConnected(
  { request, client, choices, person }: Flow,
  { acceptedBy }: ThirdPartyFacts,
  organizationId: string | null,
): boolean {
  if (organizationId === null && client.organization === 'required') return false
  if (organizationId !== null && !acceptedBy.has(organizationId)) return false
  const isMember = person?.memberships.some((membership) => membership.organizationId === choices.organizationId)
  if (choices.consented) return choices.organizationId === null || isMember === true
  if (request.prompt.includes('consent') || request.prompt.includes('select_organization')) return false
  return person?.hasConsent(organizationId) === true
}

/** OIDC Core 5.5.1.1: an essential acr that cannot be met must fail. A voluntary one never does. */
function refuseImpossibleAcr(request: AuthorizationRequest): void {
  const values = essentialAcr(request)
  if (values && !values.some(isAcr)) {
    throw new OAuthError('unmet_authentication_requirements', 'no sign-in method reaches the requested acr')
  }
}

/** The weakest acr that would suffice, if the current one does not. A weaker method never passes for it. */
function missingAcr({ request, client, minAcr = null }: Flow, reached: string): Acr | null {
  if (minAcr && !satisfies(reached, minAcr)) return minAcr
  const essential = essentialAcr(request)
  if (essential && !essential.some((value) => satisfies(reached, value)))
    return acrValuesSupported.find((value) => essential.includes(value)) ?? null
  return client.requirePasskey && !satisfies(reached, 'phr') ? 'phr' : null
}

/** `acr_values` is a preference: someone with a passkey is asked once to sign in with it, and the acr says what they did. */
function mightReachMore({ request, person, startedAt }: Flow, signedIn: SignedIn): boolean {
  const known = request.acrValues.filter(isAcr)
  if (known.length === 0 || known.some((value) => satisfies(signedIn.acr, value))) return false
  return person?.hasPasskey === true && signedIn.authenticatedAt < startedAt
}

const isOlder = (signedIn: SignedIn, startedAt: Date, seconds: number): boolean =>
  signedIn.authenticatedAt.getTime() < startedAt.getTime() - seconds * 1000

function isFresh({ request, startedAt }: Flow, signedIn: SignedIn): boolean {
  const signedInAt = signedIn.authenticatedAt.getTime()
  if (request.prompt.includes('login') || request.prompt.includes('create')) return signedInAt >= startedAt.getTime()
  return request.maxAge === undefined || signedInAt >= startedAt.getTime() - request.maxAge * 1000
}

/**
 * The organization of this grant. A constraint of the request is never overridden by anything else.
 * @throws OAuthError
 */
export function findOrganization(flow: Flow): string | null | 'ask' {
  const { request, client, person, choices, signedIn, steps } = flow
  const memberships = person?.memberships ?? []
  const isMember = (id: string | null | undefined) => memberships.some(({ organizationId }) => organizationId === id)
  if (request.organization) {
    const wanted = memberships.find(
      ({ organizationId, slug }) => organizationId === request.organization || slug === request.organization,
    )
    if (wanted) return isMovedUnasked(flow, wanted.organizationId) ? 'ask' : wanted.organizationId
    if (person?.invitedTo.includes(request.organization)) return 'ask'
    throw new OAuthError('access_denied', 'the person is not a member of the requested organization')
  }
  if (client.organization === 'none') return null
  if (isMember(choices.organizationId)) return choices.organizationId
  // The page that asks for consent offers the organizations, and "none" if that will do.
  if (flow.thirdParty && choices.consented) return null
  if (request.prompt.includes('select_organization') && !flow.thirdParty) return 'ask'
  if (isMember(signedIn?.organizationId)) return signedIn?.organizationId ?? null
  const [only] = memberships
  if (memberships.length === 1 && only) return only.organizationId
  // On the way to a third-party client, only a person without an organization is asked for one beforehand.
  if (flow.thirdParty && (memberships.length > 0 || client.organization !== 'required')) return null
  if (client.organization === 'optional' && memberships.length === 0) return null
  if (memberships.length === 0 && !steps.includes('organization')) return null
  return 'ask'
}

/**
 * Whether the link of an invitation would move a member of several organizations to its own: one that was accepted, or that names
 * somebody else, asks nothing by itself, and its token is known to whoever had the mail (login CSRF, RFC 6749 section 10.12).
 */
const isMovedUnasked = ({ request, person, choices }: Flow, organizationId: string): boolean =>
  request.byInvitation === true && choices.organizationId !== organizationId && (person?.memberships.length ?? 0) > 1

/** The team of this grant. */
export function findTeam(
  { person, choices, signedIn, steps, thirdParty }: Flow,
  organizationId: string | null,
): string | null | 'ask' {
  if (!organizationId) return null
  const teams = person?.memberships.find((membership) => membership.organizationId === organizationId)?.teams ?? []
  const has = (id: string | null | undefined) => teams.some((team) => team.id === id)
  if (has(choices.teamId)) return choices.teamId
  if (has(signedIn?.teamId)) return signedIn?.teamId ?? null
  const [only] = teams
  if (teams.length === 1 && only) return only.id
  return steps.includes('team') && !thirdParty ? 'ask' : null
}
