import { acrClaim } from '../../oidc/acr.ts'
import type { Membership } from '../../oidc/claims.ts'
import { type Client, signsInDevices } from '../../oidc/clients.ts'
import { consentTo, type ShownConsent, shownConsent } from '../../oidc/consent.ts'
import { readDemandedAcr } from '../../oidc/device-request.ts'
import { isTooOld } from '../../oidc/organization-rules.ts'
import { clientFor, registeredResources } from '../../oidc/resources.ts'
import {
  type DeviceRequest,
  findDeviceOrganizations,
  findDeviceRequest,
} from '../../store/beyond-prisma/device-requests.ts'
import { findMemberships } from '../../store/hot/people.ts'
import { stepsFor, termsAreAccepted } from '../authorization/next-step.ts'
import { meetsRules } from '../identity/acting-sign-in.ts'
import { coarseNetwork, deviceNamed } from '../identity/device-labels.ts'
import type { SignedIn } from '../identity/signed-in.ts'
import type { Deps } from '../platform/deps.ts'
import { fieldsToAskPerson } from '../platform/fields/required-fields.ts'
import { isNothing, scopeByOrganization } from '../platform/rights/held-scope.ts'
import { findOpenTerms, haveTerms } from '../platform/terms.ts'
import type { Visitor } from '../platform/visitor.ts'

/** A request that this session typed the code of, and that waits for an answer. */
export interface OpenDeviceRequest {
  request: DeviceRequest
  client: Client
}

/** Null if it was answered, has expired, or another session has typed the code since. */
export async function findOpenRequest(
  deps: Deps,
  { person, session }: Pick<SignedIn, 'person' | 'session'>,
  id: string,
): Promise<OpenDeviceRequest | null> {
  const request = await findDeviceRequest(deps.db, id)
  if (!request || request.userId !== person.id || request.enteredBySession !== session.id) return null
  if (request.decidedAt || request.expiresAt <= deps.now()) return null
  const client = deps.clients.find(request.clientId)
  if (!client || !signsInDevices(client)) return null
  return { request, client: clientFor(client, registeredResources(deps.resources, request.resource)) }
}

/** What a person is asked about a device. */
export interface DeviceOffer extends OpenDeviceRequest {
  access: ShownConsent
  /** The organizations that it may act for. */
  organizations: readonly Pick<Membership, 'organizationId' | 'name' | 'teams'>[]
  /** Whether it may act for none. */
  withoutOrganization: boolean
  /** Whether the account lacks what the application asks of everyone before it answers. */
  incomplete: boolean
  /** What the device says of itself, and where it is. */
  device: { label: string; network: string }
  /** Where the browser is. */
  network: string
}

export async function offerOf(
  deps: Deps,
  signedIn: Pick<SignedIn, 'person' | 'session'>,
  { request, client }: OpenDeviceRequest,
  visitor: Pick<Visitor, 'network' | 'address'>,
): Promise<DeviceOffer> {
  const memberships = await findMemberships(deps.db, signedIn.person.id)
  const demand = { acrValues: [], claims: undefined }
  const acr = acrClaim(demand, signedIn.session.acr, readDemandedAcr(request.demandedAcr))
  const scopeIn = scopeByOrganization(deps, request, memberships, { acr })
  const mayDoSomething = (id: string | null) => !isNothing(request.scope, scopeIn(id))
  const own = client.organization === 'none' ? [] : await findActing(deps, signedIn, request, memberships, visitor)
  const mayHaveNone = client.organization !== 'required' && request.organization === null
  return {
    ...{ request, client },
    access: shownConsent(consentTo(request, client, deps.resources), deps.resources),
    organizations: own.filter(({ organizationId }) => mayDoSomething(organizationId)),
    withoutOrganization: mayHaveNone && mayDoSomething(null),
    incomplete: await isIncomplete(deps, signedIn, { request, client }),
    device: { label: await deviceNamed(request.userAgent), network: coarseNetwork(request.network) },
    network: coarseNetwork(visitor.network),
  }
}

/** The organizations that let this sign-in act for them, and devices be signed in by a code. */
async function findActing(
  deps: Deps,
  { person, session }: Pick<SignedIn, 'person' | 'session'>,
  { organization }: DeviceRequest,
  memberships: readonly Membership[],
  visitor: Pick<Visitor, 'address'>,
): Promise<Membership[]> {
  const [allowing, openTerms] = await Promise.all([
    findDeviceOrganizations(deps.db, person.id),
    haveTerms(memberships) ? findOpenTerms(deps, person.id) : new Map<string, never>(),
  ])
  const authenticated = {
    authenticatedAt: session.authenticatedAt,
    upstreamAuthenticatedAt: session.connection?.upstreamAuthenticatedAt ?? null,
  }
  return memberships.filter(
    (membership) =>
      allowing.has(membership.organizationId) &&
      (organization === null || [membership.organizationId, membership.slug].includes(organization)) &&
      meetsRules(membership, session, visitor) &&
      !isTooOld(membership, authenticated, deps.now()) &&
      !openTerms.has(membership.organizationId),
  )
}

/** The page of a device has no onboarding: who has not been through it at the application, does that first. */
async function isIncomplete(
  deps: Deps,
  { person }: Pick<SignedIn, 'person'>,
  { request, client }: OpenDeviceRequest,
): Promise<boolean> {
  const steps = stepsFor(deps, client, registeredResources(deps.resources, request.resource))
  if (steps.includes('terms') && !(await termsAreAccepted(deps, person.id))) return true
  return steps.includes('profile') && (person.givenName === null || fieldsToAskPerson(deps, person).length > 0)
}
