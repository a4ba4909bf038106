import { parseClaimsParameter, type RequestedClaims } from './claims-parameter.ts'
import { type Client, isDynamic, isRedirectUri } from './clients.ts'
import { isThumbprint } from './dpop.ts'
import { OAuthError, requireScopes, ScopeRefused } from './errors.ts'
import { parseJsonObject } from './json.ts'
import { type Params, spaceSeparated } from './params.ts'
import { isS256Challenge } from './pkce.ts'
import {
  defaultResource,
  mayHaveScope,
  type Resource,
  type ResourceRegistry,
  registeredResources,
  resolveResources,
} from './resources.ts'
import { findResponseType, type ResponseMode, type ResponseType } from './response-types.ts'
import { isScopeName, isStandardScope } from './scopes.ts'

declare const proven: unique symbol

/** A proven destination for responses. Only `proveReturnAddress` creates one. */
export interface ReturnAddress {
  redirectUri: string
  state: string | undefined
  mode: ResponseMode
  [proven]: true
}

/** OpenID Connect Core 3.1.2.1, and Initiating User Registration 1.0. */
export const standardPrompts = ['none', 'login', 'consent', 'select_account', 'create'] as const

/** With `select_organization` of our own: choose or create an organization, also for someone who has one. */
export const prompts = [...standardPrompts, 'select_organization'] as const
export type Prompt = (typeof prompts)[number]

/** A request that was checked against its client. Stored as JSON while the person goes through our pages. */
export interface AuthorizationRequest {
  clientId: string
  redirectUri: string
  state?: string
  mode: ResponseMode
  responseType: string
  scope: string[]
  nonce?: string
  codeChallenge?: string
  /** The thumbprint of the key that the code is bound to (RFC 9449 section 10). */
  dpopJkt?: string
  prompt: Prompt[]
  maxAge?: number
  acrValues: string[]
  loginHint?: string
  /** The subject of a verified id_token_hint. */
  hintedSubject?: string
  uiLocales: string[]
  claims?: RequestedClaims
  organization?: string
  /** The token of an invitation. The check of the request replaces it with the organization and `byInvitation`. */
  invitation?: string
  /** The organization is that of an invitation: perhaps somebody else's, whose link anybody may have passed on. */
  byInvitation?: true
  /** Of a request for a page of ours: the button whose act waits for the sign-in, in the words of its page. */
  act?: string
  /** The same, where the form could not be kept. */
  formLost?: true
  resource: string[]
}

/** Lengths in characters. A sealed code carries nonce and claims in a URL, so they are bounded (docs/reference.md). */
export const maxNonce = 1024
const maxState = 4096

/** Proves where, and in which response mode, the client may be answered. Throws if it can't; then nothing is redirected. */
export function proveReturnAddress(params: Params, client: Client): ReturnAddress {
  if (params.repeats('redirect_uri')) throw new OAuthError('invalid_request', 'redirect_uri must not be repeated')
  const redirectUri = params.required('redirect_uri')
  if (!isRedirectUri(client, redirectUri)) {
    const refused = { client, clientId: client.id, redirectUri }
    throw new OAuthError('invalid_request', 'redirect_uri is not registered for this client', refused)
  }
  const refused = membersOfRefusedObject(params)
  const state = params.repeats('state') ? undefined : (params.get('state') ?? refused.state)
  const type = params.repeats('response_type') ? null : findResponseType(params.get('response_type'))
  const asked = params.repeats('response_mode') ? undefined : (params.get('response_mode') ?? refused.response_mode)
  const fallback = type?.defaultMode ?? 'query'
  const mode = asked === 'form_post' || (asked === 'fragment' && type) ? asked : fallback
  return { redirectUri, state, mode } as ReturnAddress
}

/**
 * The `state` and response mode of a request object. It is always refused and never verified, so nothing else is taken
 * from it, least of all a redirect URI. They only let the client receive the refusal in the way it expects.
 */
function membersOfRefusedObject(params: Params): { state?: string; response_mode?: string } {
  const object = params.repeats('request') ? undefined : params.get('request')
  if (object === undefined) return {}
  try {
    const { state, response_mode } = parseJsonObject(Buffer.from(object.split('.')[1] ?? '', 'base64url').toString())
    return {
      ...(typeof state === 'string' && state.length <= maxState && state.isWellFormed() ? { state } : {}),
      ...(typeof response_mode === 'string' ? { response_mode } : {}),
    }
  } catch {
    return {}
  }
}

/** Checks the rest of an authorization request (OIDC Core 3.1.2.2). Throws an `OAuthError` for the client. */
export function parseAuthorizationRequest(
  params: Params,
  client: Client,
  to: ReturnAddress,
  registry: ResourceRegistry,
): AuthorizationRequest {
  params.refuseRepeated('resource')
  if (params.get('request')) throw new OAuthError('request_not_supported', 'request objects are not supported')
  if (params.get('request_uri'))
    throw new OAuthError('request_uri_not_supported', 'request_uri is only taken from /par')
  if (params.get('registration')) throw new OAuthError('invalid_request', 'registration is not supported')

  const type = findResponseType(params.required('response_type'))
  if (!type) throw new OAuthError('unsupported_response_type', 'this response_type is not known')
  if (!client.responseTypes.has(type.name)) {
    throw new OAuthError('unauthorized_client', 'this response_type is not enabled for the client')
  }
  const mode = params.get('response_mode')
  if (mode && !['query', 'fragment', 'form_post'].includes(mode)) {
    throw new OAuthError('invalid_request', 'response_mode must be query, fragment or form_post')
  }
  if (mode === 'query' && type.defaultMode === 'fragment') {
    throw new OAuthError('invalid_request', 'tokens are never returned in a query')
  }
  if ((to.state?.length ?? 0) > maxState) throw new OAuthError('invalid_request', 'state is too long')

  const nonce = params.get('nonce')
  if (type.idToken && !nonce) throw new OAuthError('invalid_request', 'nonce is required for this response_type')
  if ((nonce?.length ?? 0) > maxNonce)
    throw new OAuthError('invalid_request', `nonce is longer than ${maxNonce} characters`)

  const claims = parseClaimsParameter(params.get('claims'))
  return {
    clientId: client.id,
    redirectUri: to.redirectUri,
    state: to.state,
    mode: to.mode,
    responseType: type.name,
    ...parseAccess(params, client, type, registry),
    nonce,
    codeChallenge: parseChallenge(params, client, type.code),
    prompt: parsePrompt(params.get('prompt')),
    maxAge: parseMaxAge(params.get('max_age')) ?? client.defaultMaxAge ?? undefined,
    acrValues: params.get('acr_values') ? spaceSeparated(params.get('acr_values')) : [...client.defaultAcrValues],
    loginHint: params.get('login_hint')?.slice(0, 254),
    uiLocales: spaceSeparated(params.get('ui_locales')).slice(0, 20),
    claims,
    organization: params.get('organization'),
    invitation: params.get('invitation')?.slice(0, 100),
  }
}

/** What a request asks for: the scope, and the resources (RFC 8707). */
export const parseAccess = (
  params: Params,
  client: Client,
  type: ResponseType,
  registry: ResourceRegistry,
): Pick<AuthorizationRequest, 'scope' | 'resource'> =>
  registry.size > 0 || isDynamic(client)
    ? parseTarget(params, client, type, registry)
    : {
        scope: parseScope(params.get('scope'), client, type),
        resource: resolveResources(params.all('resource'), client, registry),
      }

/** The scope of a request of OpenID Connect: it contains openid. */
function parseScope(text: string | undefined, client: Client, type: ResponseType): string[] {
  const scope = parseScopeNames(text)
  if (!scope) throw new OAuthError('invalid_scope', 'scope is missing; it must contain openid')
  if (!scope.includes('openid')) throw new OAuthError('invalid_scope', 'scope must contain openid')
  return registeredScope(scope, client, type)
}

function parseScopeNames(text: string | undefined): string[] | null {
  if (!text) return null
  if (text.length > 2048) throw new OAuthError('invalid_scope', 'scope is too long')
  const scope = spaceSeparated(text)
  if (!scope.every(isScopeName))
    throw new OAuthError('invalid_scope', 'scope contains a character that RFC 6749 does not allow')
  return scope
}

/** OIDC Core 11: offline_access is ignored unless a code is asked for by a client that may refresh. */
const mayBeOffline = (client: Client, type: ResponseType): boolean =>
  type.code && client.grantTypes.has('refresh_token')

/** What the operator lets the client ask for; anything else is refused. */
function registeredScope(scope: readonly string[], client: Client, type: ResponseType): string[] {
  const wanted = scope.filter((name) => name !== 'offline_access' || mayBeOffline(client, type))
  const may = (name: string) => name === 'offline_access' || client.scopes.has(name)
  requireScopes(wanted, may, 'a requested scope is not registered for the client')
  return wanted.filter((name) => client.scopes.has(name))
}

/**
 * What the access token is for, and what it may do there, where there are resources. A request for one of them may be
 * without openid: then it is one of plain OAuth.
 */
function parseTarget(
  params: Params,
  client: Client,
  type: ResponseType,
  registry: ResourceRegistry,
): Pick<AuthorizationRequest, 'scope' | 'resource'> {
  const text = params.get('scope')
  const asked = parseScopeNames(text)
  const named = resolveResources(params.all('resource'), client, registry)
  const signsIn = asked?.includes('openid') === true
  // A client of the operator that signs people in goes on to get tokens for userinfo.
  const fallback = named.length > 0 || (signsIn && !isDynamic(client)) ? null : defaultResource(client, registry)
  const resource = fallback ? [fallback.identifier] : named
  const resources = registeredResources(registry, resource)
  // Only a code is plain OAuth: the other response types are those of OpenID Connect.
  const plain = !signsIn && resources.length > 0 && type.name === 'code'
  if (isDynamic(client)) return { scope: knownScope(asked ?? [], client, type, resources), resource }
  if (!plain) return { scope: parseScope(text, client, type), resource }
  return { scope: registeredScope(withDefaults(asked ?? [], resources, client.scopes), client, type), resource }
}

/** A request that names no scope gets those that the resource gives by default. offline_access names none. */
function withDefaults(scope: readonly string[], resources: readonly Resource[], may: ReadonlySet<string>): string[] {
  if (scope.some((name) => name !== 'offline_access')) return [...scope]
  const defaults = resources.flatMap(({ defaultScopes }) => defaultScopes).filter((name) => may.has(name))
  if (defaults.length === 0)
    throw new OAuthError('invalid_scope', 'scope is missing, and the resource has no default scope for this client')
  return [...new Set([...defaults, ...scope])]
}

/**
 * The scope of a dynamic client. It knows no more of this server than its metadata, so what it may
 * not have is left out, and the answer says what is left (RFC 6749 section 3.3).
 */
function knownScope(
  asked: readonly string[],
  client: Client,
  type: ResponseType,
  resources: readonly Resource[],
): string[] {
  const may = (name: string): boolean =>
    name === 'offline_access'
      ? mayBeOffline(client, type)
      : isStandardScope(name)
        ? client.scopes.has(name)
        : mayHaveScope(client, resources, name)
  const defaults = new Set(resources.flatMap(({ scopes }) => scopes).filter(may))
  const scope = (resources.length > 0 ? withDefaults(asked, resources, defaults) : asked).filter(may)
  const meansSomething = scope.some((name) => name !== 'offline_access')
  if (!meansSomething) throw new ScopeRefused('no requested scope is known for this client and resource', asked)
  if (!scope.includes('openid') && (resources.length === 0 || type.name !== 'code'))
    throw new OAuthError('invalid_scope', 'scope must contain openid')
  return scope
}

function parseChallenge(params: Params, client: Client, code: boolean): string | undefined {
  const challenge = params.get('code_challenge')
  const method = params.get('code_challenge_method')
  if (!challenge) {
    if (method) throw new OAuthError('invalid_request', 'code_challenge_method without code_challenge')
    if (code && client.requirePkce)
      throw new OAuthError('invalid_request', 'code_challenge is required for this client')
    return undefined
  }
  // RFC 7636 section 4.3: an absent method means plain, which is not offered.
  if (method !== 'S256') throw new OAuthError('invalid_request', 'code_challenge_method must be S256')
  if (!isS256Challenge(challenge))
    throw new OAuthError('invalid_request', 'code_challenge is not a SHA-256 in base64url')
  return challenge
}

/** `dpop_jkt` (RFC 9449 section 10). */
export function parseDpopJkt(params: Params): string | undefined {
  const jkt = params.get('dpop_jkt')
  if (jkt !== undefined && !isThumbprint(jkt))
    throw new OAuthError('invalid_request', 'dpop_jkt is not a SHA-256 thumbprint in base64url')
  return jkt
}

function parsePrompt(text: string | undefined): Prompt[] {
  const prompt = spaceSeparated(text)
  if (prompt.some((word) => !(prompts as readonly string[]).includes(word))) {
    throw new OAuthError('invalid_request', 'prompt contains an unknown value')
  }
  if (prompt.includes('none') && prompt.length > 1) {
    throw new OAuthError('invalid_request', 'prompt none cannot be combined with another value')
  }
  return prompt as Prompt[]
}

function parseMaxAge(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d{1,10}$/.test(text)) throw new OAuthError('invalid_request', 'max_age must be a number of seconds')
  return Number(text)
}
