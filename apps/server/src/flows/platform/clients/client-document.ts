import type { JWK } from 'jose'
import type { Config } from '../../../config/settings.ts'
import type { Client } from '../../../oidc/clients.ts'
import { type DocumentUrl, parseDocumentUrl, parseLocation } from '../../../oidc/dynamic-clients/document-url.ts'
import { parseLink } from '../../../oidc/dynamic-clients/metadata-members.ts'
import { dynamicRedirectUriFault, maxRedirectUris } from '../../../oidc/dynamic-clients/redirect-uri-rules.ts'
import { JsonFault, memberOf, parseJsonObject } from '../../../oidc/json.ts'
import { parsePublicKeys } from '../../../oidc/public-keys.ts'
import { jwtBearer } from '../../../oidc/response-types.ts'
import { dynamicClientScopes } from '../../../oidc/scopes.ts'
import { cleanName } from '../names.ts'
import { ownClient } from './own-client.ts'

const maxName = 80
const maxKeys = 20

/** How a client with a metadata document may authenticate: it shares no secret with this server. */
const methods = ['none', 'private_key_jwt'] as const
type Method = (typeof methods)[number]

/** What is taken from a client metadata document. Whatever else it says is not read, so that no URL in it is ever called. */
export interface ClientDocument {
  name: string
  redirectUris: readonly string[]
  authMethods: readonly Method[]
  jwks: readonly JWK[] | null
  jwksUri: string | null
  /** Its tokens have to be bound to a key (RFC 9449 section 5.2). */
  dpopBound: boolean
  policyUri: string | null
  tosUri: string | null
}

/** Why a document is not accepted, for the operator's log. */
export class DocumentFault extends Error {
  override readonly name = 'DocumentFault'
}

export interface ReadingRules {
  /** Whether the keys of a client may be at this host, which is not its own. */
  mayKeepKeys(host: string): boolean
  mayUsePort(url: DocumentUrl): boolean
}

type Members = Record<string, unknown>

/**
 * Reads a client metadata document (draft-ietf-oauth-client-id-metadata-document section 4): by a list of the members that
 * are taken over.
 * @throws DocumentFault
 */
export function readClientDocument(url: string, text: string, rules: ReadingRules): ClientDocument {
  const members = parseMembers(text)
  // Compared as strings: a document that names another spelling belongs to another client.
  if (memberOf(members, 'client_id') !== url) throw new DocumentFault('its client_id is not its URL')
  if (Object.keys(members).some((name) => name.startsWith('client_secret')))
    throw new DocumentFault('it has a client_secret')
  const authMethods = readMethods(members)
  return {
    name: readName(memberOf(members, 'client_name')),
    redirectUris: readRedirectUris(memberOf(members, 'redirect_uris')),
    authMethods,
    ...readKeys(members, authMethods, (uri) => isKeyLocation(url, uri, rules)),
    dpopBound: memberOf(members, 'dpop_bound_access_tokens') === true,
    policyUri: parseLink(memberOf(members, 'policy_uri')),
    tosUri: parseLink(memberOf(members, 'tos_uri')),
  }
}

function parseMembers(text: string): Members {
  try {
    return parseJsonObject(text)
  } catch (error) {
    throw error instanceof JsonFault ? new DocumentFault(`it ${error.message}`) : error
  }
}

function readName(value: unknown): string {
  const cleaned = typeof value === 'string' ? cleanName(value, maxName) : null
  if (!cleaned?.ok || cleaned.name === '')
    throw new DocumentFault(`its client_name is not a name of 1 to ${maxName} characters`)
  return cleaned.name
}

function readRedirectUris(value: unknown): string[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > maxRedirectUris)
    throw new DocumentFault(`its redirect_uris are not a list of 1 to ${maxRedirectUris}`)
  for (const uri of value) {
    const fault = typeof uri === 'string' ? dynamicRedirectUriFault(uri) : 'is not a string'
    if (fault) throw new DocumentFault(`one of its redirect_uris ${fault}`)
  }
  return value
}

const isMethod = (value: unknown): value is Method => (methods as readonly unknown[]).includes(value)

/** Clients name more than one method in a member of their own: token_endpoint_auth_methods_supported. */
function readMethods(members: Members): Method[] {
  const method = memberOf(members, 'token_endpoint_auth_method')
  const list = memberOf(members, 'token_endpoint_auth_methods_supported')
  const supported = Array.isArray(list) ? methods.filter((name) => list.includes(name)) : []
  if (method === undefined) return supported.length > 0 ? supported : ['none']
  if (!isMethod(method)) throw new DocumentFault('its token_endpoint_auth_method is neither none nor private_key_jwt')
  return [...new Set([method, ...supported])]
}

function readKeys(
  members: Members,
  authMethods: readonly Method[],
  mayBeAt: (uri: string) => boolean,
): Pick<ClientDocument, 'jwks' | 'jwksUri'> {
  if (!authMethods.includes('private_key_jwt')) return { jwks: null, jwksUri: null }
  const [jwks, jwksUri] = [memberOf(members, 'jwks'), memberOf(members, 'jwks_uri')]
  if ((jwks === undefined) === (jwksUri === undefined))
    throw new DocumentFault('it has to have either jwks or jwks_uri for private_key_jwt')
  if (jwks !== undefined) return { jwks: readPublicKeys(jwks), jwksUri: null }
  if (typeof jwksUri !== 'string' || !mayBeAt(jwksUri))
    throw new DocumentFault('its jwks_uri is neither at its own host nor at a listed one')
  return { jwks: null, jwksUri }
}

/** Whether the keys of a client may be at this URI: at the host of its document, below it, or at one that is listed. */
export function isKeyLocation(url: string, uri: string, rules: ReadingRules): boolean {
  const location = parseLocation(uri)
  const own = parseDocumentUrl(url)
  if (!location || !own || !rules.mayUsePort(location)) return false
  return location.host === own.host || location.host.endsWith(`.${own.host}`) || rules.mayKeepKeys(location.host)
}

function readPublicKeys(jwks: unknown): JWK[] {
  try {
    return parsePublicKeys(jwks, maxKeys)
  } catch (error) {
    throw new DocumentFault(`its jwks ${(error as Error).message}`)
  }
}

/**
 * The client that a document describes. What it may do is up to this server: a code with PKCE, refresh, and consent always
 * asked for.
 */
export const clientOfDocument = (url: string, document: ClientDocument, { dpop }: Pick<Config, 'dpop'>): Client => ({
  ...ownClient(url, document.name),
  source: 'document',
  trust: 'unknown',
  redirectUris: document.redirectUris,
  scopes: new Set(dynamicClientScopes),
  grantTypes: new Set(['authorization_code', 'refresh_token', jwtBearer]),
  responseTypes: new Set(['code']),
  tokenAuthMethods: document.authMethods,
  jwks: document.jwks,
  jwksUri: document.jwksUri,
  // Clients in use name the token endpoint (RFC 7523 section 3) as often as the issuer.
  assertionAudience: ['issuer', 'token_endpoint'],
  requireConsent: true,
  // A server on which tokens are not bound gives bearer tokens to such a client too, as one that does not know of DPoP.
  dpop: dpop && document.dpopBound ? 'required' : 'optional',
  organization: 'optional',
  onboarding: null,
  policyUri: document.policyUri,
  tosUri: document.tosUri,
})
