import { type Acr, acrValuesSupported, isAcr } from './acr.ts'
import { parseAccess } from './authorization-request.ts'
import type { Client } from './clients.ts'
import { OAuthError } from './errors.ts'
import { type Params, spaceSeparated } from './params.ts'
import { clientFor, leastAcr, type ResourceRegistry, registeredResources } from './resources.ts'
import { findResponseType, type ResponseType } from './response-types.ts'

/** A device authorization request (RFC 8628 section 3.1) that was checked against its client. */
export interface DeviceAuthorizationRequest {
  scope: string[]
  resource: string[]
  /** The only organization that may be chosen, by id or slug. */
  organization: string | null
  /** The weakest sign-in that will do. Null: any. */
  demandedAcr: Acr | null
}

/** Characters of an id or slug. */
const maxOrganization = 64

/** A device may ask for what a client may that gets a code. */
const asCode = findResponseType('code') as ResponseType

/** @throws OAuthError */
export function parseDeviceRequest(
  params: Params,
  client: Client,
  registry: ResourceRegistry,
): DeviceAuthorizationRequest {
  const access = parseAccess(params, client, asCode, registry)
  const resources = registeredResources(registry, access.resource)
  const organization = params.get('organization') ?? null
  if (organization !== null && clientFor(client, resources).organization === 'none')
    throw new OAuthError('invalid_request', 'this client does not use organizations')
  if (organization !== null && organization.length > maxOrganization)
    throw new OAuthError('invalid_request', 'organization is too long')
  const demands: (Acr | null)[] = [weakestOf(params, client), client.requirePasskey ? 'phr' : null, leastAcr(resources)]
  return { ...access, organization, demandedAcr: strongest(demands) }
}

/**
 * The weakest of the values that will do. At the authorization endpoint they are a preference; here nobody could tell the
 * device later that it was not met, so they are a demand.
 */
function weakestOf(params: Params, client: Client): Acr | null {
  const asked = params.get('acr_values') ? spaceSeparated(params.get('acr_values')) : client.defaultAcrValues
  if (asked.length === 0) return null
  const weakest = acrValuesSupported.find((acr) => asked.includes(acr))
  if (!weakest) throw new OAuthError('invalid_request', 'no sign-in method reaches one of the acr_values')
  return weakest
}

const strongest = (demands: readonly (Acr | null)[]): Acr | null =>
  acrValuesSupported.findLast((acr) => demands.includes(acr)) ?? null

/** What of a stored value still is one. */
export const readDemandedAcr = (text: string | null): Acr | null => (text !== null && isAcr(text) ? text : null)
