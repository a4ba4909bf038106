import { type Acr, acrValuesSupported } from './acr.ts'
import { type Client, isDynamic, previewClientId } from './clients.ts'
import type { Demand } from './dpop.ts'
import { OAuthError } from './errors.ts'
import type { FieldClaim } from './fields/field.ts'
import type { ScopeTexts } from './scope-texts.ts'

export const resourceClients = ['none', 'listed', 'any'] as const
export const resourceOrganizations = ['required', 'optional', 'none'] as const

/**
 * An API that access tokens are for: a protected resource (RFC 8707, RFC 9728), from the environment
 * (config/resources.ts) or the database. It never changes: a changed resource is another object.
 */
export interface Resource {
  /** The absolute URI that names it: the audience of its tokens, in this spelling. */
  identifier: string
  /** The variable that names it; null for a resource of the database. */
  variable: string | null
  name: string
  scopes: readonly string[]
  /** What people read about them. A scope without a text is shown by its name. */
  scopeTexts: ScopeTexts
  /** What a request without a scope gets. */
  defaultScopes: readonly string[]
  /** Which dynamic clients may have tokens for it. */
  dynamicClients: (typeof resourceClients)[number]
  /** Whether its tokens name the organization that the person acts for, and whether there has to be one. */
  organization: (typeof resourceOrganizations)[number]
  /** Seconds that its tokens live at most; null for no limit of its own. */
  tokenTtl: number | null
  /** The weakest sign-in that may have tokens for it. */
  minAcr: Acr | null
  /** Whether its tokens have to be bound to a key (RFC 9449), and whether the proofs have to have a nonce. */
  dpop: Demand
  dpopNonce: Demand
  /** Whether programs may call it with API keys instead of tokens. */
  apiKeys: boolean
  /** The declared fields that its tokens have as claims. */
  claims: readonly FieldClaim[]
  /** Whether its tokens have `roles`, `groups` and `entitlements` (RFC 9068 section 2.2.3.1). */
  rfc9068: boolean
  /** Whether people have only those of its scopes that they hold in the organization (oidc/permissions.ts). */
  permissions: boolean
}

/** The resources that there are. None, as long as the operator has registered none. */
export interface ResourceRegistry {
  readonly size: number
  /** The resource of this identifier, in whatever spelling (`comparableResource`). */
  find(identifier: string): Resource | undefined
  all(): Iterable<Resource>
}

/** What stands among the claims of a resource for those of RFC 9068. */
export const rfc9068Keyword = 'rfc9068'

/** Characters of an identifier. */
export const maxIdentifier = 512

const defaultPorts: ReadonlyMap<string, string> = new Map([
  ['http', '80'],
  ['https', '443'],
])

/**
 * What identifiers of resources are compared by: scheme and host in lower case, without the port that the scheme has
 * anyway, and a lone `/` as no path; path and query byte for byte. Null for what can't be an identifier: it is no absolute
 * URI of printable ASCII characters, or has a fragment (RFC 8707 section 2) or a user name.
 */
export function comparableResource(text: string): string | null {
  if (text.length > maxIdentifier || !/^[\x21-\x7e]+$/.test(text) || /[#\\]/.test(text) || !URL.canParse(text))
    return null
  const [, scheme = '', rest = ''] = /^([^:]*):(.*)$/.exec(text) ?? []
  const lowered = scheme.toLowerCase()
  const port = defaultPorts.get(lowered)
  if (port === undefined) return `${lowered}:${rest}`
  // The URL parser would take `https:/host` and `https:host` for the same; a resource server would not.
  const [, authority, path = '', query = ''] = /^\/\/([^/?]+)([^?]*)(\?[\s\S]*)?$/.exec(rest) ?? []
  if (!authority || authority.includes('@')) return null
  const host = authority.toLowerCase()
  const bare = host.endsWith(`:${port}`) ? host.slice(0, -port.length - 1) : host
  return `${lowered}://${bare}${path === '/' ? '' : path}${query}`
}

/** Two spellings of one identifier. */
export function isSameResource(a: string, b: string): boolean {
  const comparable = comparableResource(a)
  return a === b || (comparable !== null && comparable === comparableResource(b))
}

/** The audiences of our own tokens: userinfo answers those of the issuer, and nothing accepts those of a preview. */
export function reservedFault({ identifier }: Pick<Resource, 'identifier'>, issuer: string): string | null {
  if (isSameResource(identifier, issuer)) return 'is ISSUER, whose tokens are for userinfo'
  if (isSameResource(identifier, `${issuer}/api/v1`))
    return 'is the management API, whose tokens have scopes of their own'
  if (isSameResource(identifier, `${issuer}/access/v1`))
    return 'is where clients ask what people may do, whose tokens have a scope of their own'
  return isSameResource(identifier, previewClientId) ? 'is the audience of previews, which no API accepts' : null
}

/** Those of the identifiers that are registered. */
export const registeredResources = (registry: ResourceRegistry, identifiers: readonly string[]): Resource[] =>
  identifiers.flatMap((identifier) => registry.find(identifier) ?? [])

/**
 * Whether a client may have tokens for a resource. One that the operator configured: if its AUDIENCES name it. A
 * dynamic one: if the resource is open to such clients.
 */
export const isOpenTo = ({ identifier, dynamicClients }: Resource, client: Client): boolean =>
  isDynamic(client)
    ? dynamicClients === 'any' || (dynamicClients === 'listed' && client.trust !== 'unknown')
    : client.audiences.some((audience) => isSameResource(audience, identifier))

/**
 * The audiences that a request names by `resource` (RFC 8707 section 2), each as it is registered.
 * @throws OAuthError
 */
export function resolveResources(requested: readonly string[], client: Client, registry: ResourceRegistry): string[] {
  const audiences = [...new Set(requested.map((identifier) => resolveResource(identifier, client, registry)))]
  if (audiences.length > 1 && isDynamic(client))
    throw new OAuthError('invalid_target', 'a token of this client is for one resource')
  return audiences
}

function resolveResource(identifier: string, client: Client, registry: ResourceRegistry): string {
  const resource = registry.find(identifier)
  if (resource && isOpenTo(resource, client)) return resource.identifier
  if (isDynamic(client)) throw new OAuthError('invalid_target', 'the resource is not open to this client')
  // An audience that is not registered is compared as a string.
  if (resource || !URL.canParse(identifier) || identifier.includes('#') || !client.audiences.includes(identifier))
    throw new OAuthError('invalid_target', 'the resource is not registered for the client')
  return identifier
}

/** The AUDIENCES of a client, each as it is registered. */
export const audiencesOf = ({ audiences }: Client, registry: ResourceRegistry): readonly string[] =>
  registry.size === 0 ? audiences : audiences.map((audience) => registry.find(audience)?.identifier ?? audience)

/** The resource of a request that names none: the only one that is open to the client. */
export function defaultResource(client: Client, registry: ResourceRegistry): Resource | null {
  const open = isDynamic(client)
    ? [...registry.all()].filter((resource) => isOpenTo(resource, client)).map(({ identifier }) => identifier)
    : [...new Set(audiencesOf(client, registry))]
  return (open.length === 1 && registry.find(open[0] as string)) || null
}

/**
 * Whether a dynamic client may have a scope of a resource. What it registered for is its limit (RFC 7591 section 2);
 * the scope in a metadata document is not read.
 */
export const mayHaveScope = (client: Client, resources: readonly Resource[], scope: string): boolean =>
  resources.some(({ scopes }) => scopes.includes(scope)) && (client.source === 'document' || client.scopes.has(scope))

/** The strongest sign-in that one of the resources demands. */
export function leastAcr(resources: readonly Resource[]): Acr | null {
  if (resources.length === 0) return null
  const rank = ({ minAcr }: Resource): number => (minAcr ? acrValuesSupported.indexOf(minAcr) : -1)
  return acrValuesSupported[Math.max(-1, ...resources.map(rank))] ?? null
}

/** Whether the tokens of these resources name the organization, and whether there has to be one. */
export const organizationDemand = (resources: readonly Resource[]): Resource['organization'] =>
  resources.some(({ organization }) => organization === 'required')
    ? 'required'
    : resources.some(({ organization }) => organization === 'optional')
      ? 'optional'
      : 'none'

/**
 * A client as it is for a request for these resources: one that demands an organization makes the client do so. For a
 * dynamic client, the resource alone decides.
 */
export function clientFor(client: Client, resources: readonly Resource[]): Client {
  if (resources.length === 0) return client
  const demand = organizationDemand(resources)
  const organization = isDynamic(client) || demand === 'required' ? demand : client.organization
  return organization === client.organization ? client : { ...client, organization }
}
