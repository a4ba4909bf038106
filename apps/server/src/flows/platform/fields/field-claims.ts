import type { ActiveOrganization, Claims, Person } from '../../../oidc/claims.ts'
import { type Client, isDynamic } from '../../../oidc/clients.ts'
import { needsConsent } from '../../../oidc/dynamic-clients/third-party-clients.ts'
import type { Field, FieldClaim, FieldOwner, FieldReader } from '../../../oidc/fields/field.ts'
import { registeredResources } from '../../../oidc/resources.ts'
import type { Deps } from '../deps.ts'
import { readValue } from './values.ts'

/** What a token holds of declared fields. More is left to userinfo: cookies and headers of applications are small. */
const maxClaims = 20
const maxBytes = 1024

type FieldDeps = Pick<Deps, 'fields' | 'resources'>

/** Whose values these are. */
interface ValuesOf extends ActiveOrganization {
  person: Pick<Person, 'fields'> | null
}

/** A field that may be a claim: that is for the field to say, whatever a client or a resource is configured to have. */
const claimable = ({ fields }: Pick<Deps, 'fields'>, { field: id }: FieldClaim): Field | null => {
  const field = fields.find(id)
  return field?.claim && field.reads.includes('client') ? field : null
}

/**
 * Whether a client may have fields. A dynamic one brings its own settings; and where people are asked what a client may
 * have, the page names no field that they could agree to.
 */
const mayHaveFields = (client: Client): boolean => !isDynamic(client) && !needsConsent(client)

/** What operators gave a client. */
export const claimsOfClient = (client: Client): readonly FieldClaim[] => (mayHaveFields(client) ? client.claims : [])

/** What an access token has: the claims of its resources, or of its client if it is for none. */
export function claimsOfAccessToken(
  { resources }: Pick<Deps, 'resources'>,
  client: Client,
  resource: readonly string[],
): readonly FieldClaim[] {
  if (!mayHaveFields(client)) return []
  if (resource.length === 0) return client.claims
  return resources.size === 0 ? [] : registeredResources(resources, resource).flatMap(({ claims }) => claims)
}

/** Whether one of these claims is of the person: then the account has to be read. */
export const speakOfPerson = (deps: Pick<Deps, 'fields'>, claims: readonly FieldClaim[]): boolean =>
  claims.some((claim) => claim.field.startsWith('person.') && claimable(deps, claim) !== null)

/** The claims that have a value. Those of an organization and a membership are of the organization that is acted for. */
export function fieldClaims(
  deps: Pick<Deps, 'fields'>,
  claims: readonly FieldClaim[],
  { person, memberships, organizationId }: ValuesOf,
): Claims {
  if (claims.length === 0) return {}
  const membership = memberships.find((candidate) => candidate.organizationId === organizationId)
  const stored: Record<FieldOwner, string | null | undefined> = {
    person: person?.fields,
    organization: membership?.organizationFields,
    membership: membership?.fields,
  }
  const parsed = new Map<FieldOwner, Record<string, unknown>>()
  const found: Claims = {}
  for (const claim of claims) {
    const field = claimable(deps, claim)
    const text = field && stored[field.of]
    if (!field || !text) continue
    const values = parsed.get(field.of) ?? (JSON.parse(text) as Record<string, unknown>)
    parsed.set(field.of, values)
    const value = readValue(field, values[field.key])
    // Two resources of one token may use a name: the first one has it.
    if (value !== null) found[claim.name] ??= value
  }
  return found
}

/** Whose fields are left out of a token that would be too large: nobody takes away a claim of those who say more than they. */
const leftOut: readonly (readonly FieldReader[])[] = [[], ['person'], ['person', 'owner']]

/** The same for a token: all of them, or else without those that people or owners write, or none if that is too much. */
export function fieldClaimsOfToken(
  deps: Pick<Deps, 'fields' | 'log'>,
  client: Client,
  claims: readonly FieldClaim[],
  values: ValuesOf,
): Claims {
  for (const writers of leftOut) {
    const isKept = ({ field }: FieldClaim) =>
      !writers.some((writer) => deps.fields.find(field)?.writes.includes(writer))
    const found = fieldClaims(deps, claims.filter(isKept), values)
    if (fitsToken(found)) return found
    if (deps.fields.mayWarn(`claims of ${client.id}`))
      deps.log.warn(
        `the claims of declared fields are too many for the tokens of ${client.id}, which has all of them at userinfo only`,
      )
  }
  return {}
}

const fitsToken = (claims: Claims): boolean =>
  Object.keys(claims).length <= maxClaims && Buffer.byteLength(JSON.stringify(claims)) <= maxBytes

/** Whether tokens of a client need the account of their person for such claims. */
export const tokensNeedPerson = (deps: FieldDeps, client: Client, resource: readonly string[]): boolean =>
  speakOfPerson(deps, claimsOfClient(client)) || speakOfPerson(deps, claimsOfAccessToken(deps, client, resource))
