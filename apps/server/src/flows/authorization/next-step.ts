import { acrClaim } from '../../oidc/acr.ts'
import type { AuthorizationRequest } from '../../oidc/authorization-request.ts'
import type { Membership, Person } from '../../oidc/claims.ts'
import type { Client, OnboardingStep } from '../../oidc/clients.ts'
import { isThirdParty } from '../../oidc/dynamic-clients/third-party-clients.ts'
import { type Flow, nextStep, type Step } from '../../oidc/next-step.ts'
import { type OnboardingProgress, onboardingProgress, onboardingStepsByKind } from '../../oidc/onboarding-progress.ts'
import { clientFor, leastAcr, organizationDemand, type Resource, registeredResources } from '../../oidc/resources.ts'
import { findRecovery } from '../../store/beyond-prisma/recoveries.ts'
import type { Interaction } from '../../store/hot/interactions.ts'
import { declinedPasskeyAt, hasPasskey } from '../../store/hot/passkeys.ts'
import type { Session } from '../../store/hot/sessions.ts'
import { findAcceptance, hasAcceptedAny } from '../../store/hot/terms.ts'
import { companySignInOf } from '../federation/discovery.ts'
import { actingSession } from '../identity/acting-sign-in.ts'
import { isRecent, type Member } from '../identity/sessions.ts'
import { mayCancelRecovery } from '../identity/step-up.ts'
import { pendingInvitations } from '../organizations/invitations/received-invitations.ts'
import { fieldsToAskMember } from '../organizations/member-fields.ts'
import { firstPartyClientId } from '../platform/clients/first-party-client.ts'
import { findRememberedConsent } from '../platform/clients/remembered-consents.ts'
import { thirdPartyFacts } from '../platform/clients/third-party-clients.ts'
import type { Deps } from '../platform/deps.ts'
import { day } from '../platform/durations.ts'
import { fieldsToAskPerson } from '../platform/fields/required-fields.ts'
import { isNothing, scopeByOrganization } from '../platform/rights/held-scope.ts'
import { findOpenTerms, haveTerms, noOpenTerms } from '../platform/terms.ts'
import type { Visitor } from '../platform/visitor.ts'

/** How long "not now" lasts before a passkey is offered again, in milliseconds. */
const declinedFor = 90 * day

/** What the person has answered within this request. */
export type Choices = Pick<
  Interaction,
  | 'accountChosen'
  | 'consented'
  | 'offerPasskey'
  | 'recoveryReviewed'
  | 'organizationId'
  | 'teamId'
  | 'email'
  | 'createdAt'
>

const nobody = { session: null, person: null, memberships: [] as Membership[] }

/** Reads what `nextStep` decides by, all at once, and asks it. */
export async function findNextStep(
  deps: Deps,
  request: AuthorizationRequest,
  registered: Client,
  { member, choices, visitor }: { member: Member | null; choices: Choices; visitor: Pick<Visitor, 'address'> },
) {
  const { session, person, memberships } = member ?? nobody
  const resources = registeredResources(deps.resources, request.resource)
  const client = clientFor(registered, resources)
  const minAcr = leastAcr(resources)
  const acr = session ? acrClaim(request, session.acr, minAcr) : ''
  const scopeIn = scopeByOrganization(deps, request, memberships, { acr })
  const asksForPasskey = choices.offerPasskey || request.acrValues.length > 0
  const [invitations, terms, hasConsent, passkeys, reviewRecovery, thirdParty] = session
    ? await Promise.all([
        request.organization ? pendingInvitations(deps, session.userId) : [],
        termsFacts(deps, session.userId),
        findRememberedConsent(deps, client, session.userId, request, scopeIn),
        asksForPasskey ? passkeyFacts(deps, session.userId) : { some: false, declined: false },
        hasRecoveryToReview(deps, session, choices),
        isThirdParty(client) ? thirdPartyFacts(deps, client, session.userId) : null,
      ])
    : [[], noTerms, () => false, { some: false, declined: false }, false, null]
  const companySignIn = await companySignInOf(deps, request, choices.email)
  const openTerms = session && haveTerms(memberships) ? await findOpenTerms(deps, session.userId) : noOpenTerms()
  const flow: Flow = {
    request,
    ...{ client, minAcr, startedAt: choices.createdAt, companySignIn },
    signedIn: session && { ...session, upstreamAuthenticatedAt: session.connection?.upstreamAuthenticatedAt ?? null },
    ...(session ? { origin: actingSession(session, visitor) } : {}),
    person: person && {
      profileComplete: person.givenName !== null && fieldsToAskPerson(deps, person).length === 0,
      termsAccepted: terms.accepted,
      hasPasskey: passkeys.some,
      memberships,
      openTerms,
      lacksFields: (organizationId) => fieldsToAskMember(deps, { person, memberships }, organizationId) !== null,
      invitedTo: invitations.flatMap((invitation) =>
        [invitation.organizationId ?? [], invitation.organizationSlug ?? []].flat(),
      ),
      hasConsent,
      mayDoNothing: (organizationId) => isNothing(request.scope, scopeIn(organizationId)),
    },
    choices: {
      ...choices,
      reviewRecovery,
      offerPasskey: choices.offerPasskey && mayOfferPasskey(deps, client, session, passkeys),
    },
    steps: stepsFor(deps, client, resources),
    thirdParty,
  }
  const step = nextStep(flow)
  const progress = progressAt(step, flow, person, terms.acceptedAt)
  return { step, person, memberships, client, resources, thirdParty, progress, scopeIn }
}

const mayOfferPasskey = (
  deps: Deps,
  client: Client,
  session: Session | null,
  passkeys: { some: boolean; declined: boolean },
): boolean =>
  client.id !== firstPartyClientId &&
  session !== null &&
  isRecent(deps, session) &&
  !passkeys.some &&
  !passkeys.declined &&
  deps.config.passkeyNudge

/** The steps of onboarding. A resource that demands an organization adds that step for people without one. */
export function stepsFor(
  { config }: Pick<Deps, 'config'>,
  client: Client,
  resources: readonly Resource[],
): readonly OnboardingStep[] {
  const steps = client.onboarding ?? config.onboarding
  const demanded = resources.length > 0 && organizationDemand(resources) === 'required'
  return demanded && !steps.includes('organization') ? [...steps, 'organization'] : steps
}

/** How far the person is, on the pages of onboarding. Terms and profile count if they were answered after this request began. */
function progressAt(
  step: Step,
  flow: Flow,
  person: Person | null,
  termsAcceptedAt: Date | null,
): OnboardingProgress | null {
  if (!person || !onboardingStepsByKind[step.kind]) return null
  const { choices, startedAt } = flow
  return onboardingProgress(flow, {
    terms: termsAcceptedAt !== null && termsAcceptedAt >= startedAt,
    profile: person.givenName !== null && person.updatedAt >= startedAt,
    organization: choices.organizationId !== null,
    team: choices.teamId !== null,
  })
}

/** Someone who signs in with a passkey is shown a recovery that was requested without one, or an undoing that they may cancel. */
async function hasRecoveryToReview(deps: Deps, session: Session, choices: Choices): Promise<boolean> {
  if (choices.recoveryReviewed || session.passkeyId === null || session.authenticatedAt < choices.createdAt)
    return false
  const recovery = await findRecovery(deps.db, session.userId, deps.now())
  return recovery !== null && mayCancelRecovery(deps, deps.db, recovery, session)
}

async function passkeyFacts({ db, now }: Deps, userId: string): Promise<{ some: boolean; declined: boolean }> {
  const [some, declinedAt] = await Promise.all([hasPasskey(db, userId), declinedPasskeyAt(db, userId)])
  return { some, declined: declinedAt !== null && now().getTime() - declinedAt.getTime() < declinedFor }
}

/** Whether a person accepted what they have to, and when they accepted the current version. */
interface TermsFacts {
  accepted: boolean
  acceptedAt: Date | null
}

const noTerms: TermsFacts = { accepted: false, acceptedAt: null }

async function termsFacts(deps: Deps, userId: string): Promise<TermsFacts> {
  const { db, now } = deps
  const terms = await deps.terms.load()
  if (!terms) return { accepted: true, acceptedAt: null }
  const acceptedAt = await findAcceptance(db, userId, terms.version)
  if (acceptedAt) return { accepted: true, acceptedAt }
  const inGracePeriod = terms.graceUntil !== null && now() < terms.graceUntil
  return { accepted: inGracePeriod && (await hasAcceptedAny(db, userId)), acceptedAt }
}

/** True if the person accepted the current version, or an older one during its grace period. */
export const termsAreAccepted = async (deps: Deps, userId: string): Promise<boolean> =>
  (await termsFacts(deps, userId)).accepted
