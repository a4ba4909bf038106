import { type Acr, acrValuesSupported, essentialAcr, isAcr, mailAcr, satisfies } from './acr.ts'
import type { AuthorizationRequest } from './authorization-request.ts'
import type { Membership } from './claims.ts'
import type { Client, OnboardingStep } from './clients.ts'
import { OAuthError } from './errors.ts'
import { type ActingSignIn, isTooOld, missingRule } from './organization-rules.ts'

export interface SignedIn {
  userId: string
  authenticatedAt: Date
  acr: string
  /** The last choice in this browser. */
  organizationId: string | null
  teamId: string | null
  /** When the identity provider of the session authenticated them, if one made it. */
  upstreamAuthenticatedAt?: Date | null
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
  /** What made the sign-in, and from where this request comes. Without it, nothing that is known. */
  origin?: Omit<ActingSignIn, 'acr'>
  /** Who signs in somewhere else. Null or absent while company sign-in is off. */
  companySignIn?: CompanySignIn | null
  /** The person who is signed in. */
  person: {
    profileComplete: boolean
    termsAccepted: boolean
    hasPasskey: boolean
    memberships: readonly Membership[]
    /** The terms of their organizations that they have to be asked about, by the id of the organization. */
    openTerms: ReadonlyMap<string, OpenTerms>
    /** Whether they have to say something of this organization, or of themselves there, before they act for it. */
    lacksFields: (organizationId: string) => boolean
    /** Organizations that invite them. */
    invitedTo: readonly string[]
    /** Whether what the request asks for needs no consent, or has one that was given earlier for this organization. */
    hasConsent: (organizationId: string | null) => boolean
    /** Whether nothing that the request asks for is theirs to do in this organization. */
    mayDoNothing: (organizationId: string | null) => boolean
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

/** Who signs in at the identity provider of an organization. */
export interface CompanySignIn {
  /** The organization that the request names, if it requires its own connection. */
  requiredBy: string | null
  /** Of the address that was typed or is hinted. */
  domain: { connectionId: string; organizationId: string; enforced: boolean } | null
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
  /** Only the organization's own connection will do: this one, or any of them if it is null. */
  | { kind: 'sign-in-at'; organizationId: string; connectionId: string | null }
  /** This connection, or a mailed code. */
  | { kind: 'choose-way'; connectionId: string }
  | { kind: 'select-account' }
  | { kind: 'use-passkey'; acr: Acr }
  | { kind: 'review-recovery' }
  | { kind: 'accept-terms' }
  | { kind: 'complete-profile' }
  | { kind: 'choose-organization' }
  | { kind: 'accept-organization-terms'; organizationId: string; terms: OpenTerms }
  | { kind: 'complete-fields'; organizationId: string }
  | { kind: 'choose-team'; organizationId: string }
  | { kind: 'offer-passkey' }
  /** `byNetwork`: not from where they are. */
  | { kind: 'not-allowed'; organizationId: string | null; byNetwork?: true }
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
  if (!signedIn || !person) return ask(wayToSignIn(flow), 'login_required', 'the person is not signed in')
  if (!isFresh(flow, signedIn))
    return ask(wayToSignInAgain(flow), 'login_required', 'the sign-in is too old for this request')
  if (request.hintedSubject && request.hintedSubject !== signedIn.userId) {
    if (silent || signedIn.authenticatedAt >= flow.startedAt) {
      throw new OAuthError('login_required', 'a different person from the hinted one is signed in')
    }
    return wayToSignIn(flow)
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
  const mayDoNothing = isRefusedEverywhere(flow, organizationId)
  if (flow.thirdParty && !mayDoNothing && !isConnected(flow, flow.thirdParty, organizationId))
    return ask({ kind: 'consent', organizationId }, 'consent_required', 'the person has to be asked')
  const organization = person.memberships.find((membership) => membership.organizationId === organizationId)
  const unmet = organization && unmetRule(flow, signedIn, organization)
  if (unmet) return ask(...unmet)
  if (mayDoNothing)
    return ask(
      { kind: 'not-allowed', organizationId },
      'access_denied',
      'the person may do none of this in the organization',
    )
  const terms = person.openTerms.get(organizationId ?? '')
  if (organizationId && terms && !(silent && terms.postponableUntil)) {
    return ask(
      { kind: 'accept-organization-terms', organizationId, terms },
      'interaction_required',
      'the terms of the organization were not accepted yet',
    )
  }
  if (organizationId && flow.steps.includes('profile') && person.lacksFields(organizationId)) {
    return ask(
      { kind: 'complete-fields', organizationId },
      'interaction_required',
      'the organization requires values that are missing',
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
 * How somebody signs in who has not yet. Where the request names an organization that requires its own connection, or the
 * address is of a domain that does, nothing is mailed: known and unknown addresses lead to the same place.
 */
function wayToSignIn({ companySignIn }: Flow): Step {
  const { requiredBy = null, domain = null } = companySignIn ?? {}
  if (requiredBy !== null)
    return signInAt(requiredBy, domain?.organizationId === requiredBy ? domain.connectionId : null)
  if (domain?.enforced) return signInAt(domain.organizationId, domain.connectionId)
  return domain ? { kind: 'choose-way', connectionId: domain.connectionId } : { kind: 'ask-email' }
}

/** Who came by their organization, and is asked for a passkey anyway, shows by that alone that it is still them. */
function wayToSignInAgain(flow: Flow): Step {
  const wanted = demandedAcr(flow).find((acr) => acr !== mailAcr)
  return wanted && flow.origin?.connectedOrganizationId ? { kind: 'use-passkey', acr: wanted } : wayToSignIn(flow)
}

/** The weakest acr that satisfies each demand of the request. */
const demandedAcr = ({ request, client, minAcr = null }: Flow): Acr[] => {
  const essential = essentialAcr(request)
  const wanted = essential && acrValuesSupported.find((value) => essential.includes(value))
  return [minAcr, wanted, client.requirePasskey ? 'phr' : null].filter((acr): acr is Acr => acr != null)
}

const signInAt = (organizationId: string, connectionId: string | null = null): Step => ({
  kind: 'sign-in-at',
  organizationId,
  connectionId,
})

/** Where nothing is known of a sign-in. */
const unknownOrigin: Omit<ActingSignIn, 'acr'> = { connectedOrganizationId: null, isIn: () => false }

/** What an organization demands of the sign-in that it does not have: the step, and the error of `prompt=none`. */
function unmetRule(
  flow: Flow,
  signedIn: SignedIn,
  organization: Membership,
): [Step, ConstructorParameters<typeof OAuthError>[0], string] | null {
  const { organizationId, ssoPolicy } = organization
  const missing = missingRule(organization, { ...(flow.origin ?? unknownOrigin), acr: signedIn.acr })
  if (missing === 'company-sign-in')
    return [signInAt(organizationId), 'login_required', 'the organization requires its own sign-in']
  if (missing === 'passkey')
    return [{ kind: 'use-passkey', acr: 'phr' }, 'login_required', 'the organization requires a passkey']
  if (isTooOld(organization, signedIn, flow.startedAt)) {
    const step = ssoPolicy === 'required' ? signInAt(organizationId) : wayToSignIn(flow)
    return [step, 'login_required', 'the organization requires a more recent sign-in']
  }
  return missing === 'network'
    ? [
        { kind: 'not-allowed', organizationId, byNetwork: true },
        'access_denied',
        'the organization does not allow this network',
      ]
    : null
}

/**
 * Whether the person may do nothing of what is asked for. The page that connects a third-party client offers the organizations
 * in which they may, so it is asked about all of them until one is connected.
 */
function isRefusedEverywhere(flow: Flow, organizationId: string | null): boolean {
  const { request, client, person, thirdParty, choices } = flow
  if (!person) return false
  if (!thirdParty || request.organization || choices.consented) return person.mayDoNothing(organizationId)
  const offered = [...thirdParty.acceptedBy, ...(client.organization === 'required' ? [] : [null])]
  return offered.length > 0 && offered.every((id) => person.mayDoNothing(id))
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
function mightReachMore({ request, person, startedAt, origin }: Flow, signedIn: SignedIn): boolean {
  // Who signed in at their organization is not sent away from there for a preference.
  if (origin?.connectedOrganizationId) return false
  const known = request.acrValues.filter(isAcr)
  if (known.length === 0 || known.some((value) => satisfies(signedIn.acr, value))) return false
  return person?.hasPasskey === true && signedIn.authenticatedAt < startedAt
}

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
