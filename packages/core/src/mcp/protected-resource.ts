import { allowInsecureRequests, customFetch } from 'oauth4webapi'
import { type BearerChallenge, bearerChallenge, proofAlgorithms } from '../model/bearer-challenge.ts'
import { AuthError } from '../model/errors.ts'
import { requireKnown } from '../model/known-requirement.ts'
import type { Requirement } from '../model/requirement.ts'
import type { AuthRequest } from '../model/responses.ts'
import { boundedFetch } from '../provider/bounded-fetch.ts'
import { providerOf } from '../provider/discovery.ts'
import {
  type AccessClaims,
  type BearerRequirement,
  callerNames,
  checkCaller,
  isBound,
  proofsIn,
  schemesFor,
  verifyBearer,
} from '../provider/token-verification.ts'
import { checkResource, isMetadataPath, metadataUrlOf, type ProtectedResourceOptions } from './resource-options.ts'

/**
 * An API that programs connect to on their own, such as an MCP server: it says where to sign in (RFC 9728), and checks the
 * access tokens that it gets.
 *
 * @example
 * ```ts
 * import { type ProtectedResource, protectedResource } from '@vestibule/core/mcp'
 *
 * const notes: ProtectedResource = protectedResource({
 *   resource: 'https://notes.example.com/mcp',
 *   issuer: 'https://id.example.com',
 *   scopes: ['notes:read', 'notes:write'],
 * })
 * const serve = notes.protect((_request, caller) => Response.json({ organization: caller.organization }))
 * ```
 */
export interface ProtectedResource {
  /** Path of the metadata, for a router: `/.well-known/oauth-protected-resource/mcp`. */
  readonly metadataPath: string
  /** Serves the metadata at its path, and at `/.well-known/oauth-protected-resource`. Scripts of any origin may read it. */
  metadata(request: AuthRequest): Response
  /**
   * Wraps a handler: it gets the verified caller, and everyone else gets 401 or 403 with a challenge that says what to do.
   * A preflight request needs no access token. What the handler throws by `requireScope` and `requireAcr` is answered likewise.
   *
   * @throws AuthError `config_invalid` for a requirement with a name that is not known
   */
  protect<Request extends AuthRequest>(
    handler: (request: Request, caller: AccessClaims) => Response | Promise<Response>,
    requirement?: CallerRequirement,
  ): (request: Request) => Promise<Response>
  /**
   * Verifies the access token of a request: signature, `typ`, `iss`, `aud`, `exp`, and the requirement. A token in the query is
   * never accepted. One that is bound to a key (RFC 9449) needs a proof for this method, the path of the request at the origin of
   * `resource`, and this token; each proof is accepted once per process.
   *
   * @throws AuthError `token_missing`, `token_invalid`, `dpop_proof_invalid`, `insufficient_scope`, `forbidden` or
   *   `step_up_required`; `config_invalid` for a requirement with a name that is not known
   */
  verify(request: AuthRequest, requirement?: CallerRequirement): Promise<AccessClaims>
  /** @throws AuthError `insufficient_scope`, whose challenge names all of these scopes */
  requireScope(caller: AccessClaims, scope: string | readonly string[]): void
  /**
   * Requires a stronger or more recent sign-in of the person. Only the token's own `acr` and `auth_time` count, not what the
   * client has asked for.
   *
   * @throws AuthError `step_up_required` (RFC 9470)
   */
  requireAcr(caller: AccessClaims, requirement: Pick<Requirement, 'acr' | 'maxAge'>): void
  /** The value of `WWW-Authenticate`, for a response of your own. */
  challenge(refusal?: Omit<BearerChallenge, 'resourceMetadata'>): string
}

interface CallerRequirement extends Omit<BearerRequirement, 'audience' | 'keys' | 'clientIp'> {
  /** The audience is `resource`, which takes no API keys. */
  audience?: never
  keys?: never
  clientIp?: never
}

/** No cookie is read, so scripts of any origin may send the tokens that they have. */
const cors = { 'Access-Control-Allow-Origin': '*' }
const exposed = { ...cors, 'Access-Control-Expose-Headers': 'WWW-Authenticate, Mcp-Session-Id' }

/**
 * Creates the guard of an API that programs connect to on their own. With an MCP server, serve `metadata` at `metadataPath`, and
 * put `protect` around the handler of the transport.
 *
 * @throws AuthError `config_invalid` when an option is invalid
 * @example
 * ```ts
 * import { protectedResource } from '@vestibule/core/mcp'
 *
 * const notes = protectedResource({
 *   resource: 'https://notes.example.com/mcp',
 *   issuer: 'https://id.example.com',
 *   scopes: ['notes:read', 'notes:write'],
 *   name: 'Notes',
 * })
 * const api = notes.protect((request, caller) => {
 *   if (request.method === 'DELETE') notes.requireAcr(caller, { maxAge: 300 })
 *   return Response.json({ organization: caller.organization })
 * }, { scope: 'notes:read' })
 *
 * export const serve = (request: Request) =>
 *   new URL(request.url).pathname === notes.metadataPath ? notes.metadata(request) : api(request)
 * ```
 */
export function protectedResource(options: ProtectedResourceOptions): ProtectedResource {
  checkResource(options)
  const { resource, issuer, scopes, dpop, now = () => new Date() } = options
  const metadataUrl = metadataUrlOf(resource)
  const request = boundedFetch(options.fetch ?? fetch)
  const http = { [allowInsecureRequests]: new URL(issuer).protocol === 'http:', [customFetch]: request as never }
  const provider = providerOf(issuer, http, now, request)
  const proofs = proofsIn()
  const publicUrl = ({ url }: AuthRequest) => new URL(resource).origin + new URL(url).pathname
  /** Adds to an error what its challenge says about this API. */
  const described = (error: unknown, requirement: CallerRequirement): unknown => {
    if (!(error instanceof AuthError)) return error
    error.resourceMetadata = metadataUrl
    error.schemes ??= schemesFor(requirement.dpop ?? dpop)
    // Another scope changes nothing: the client has to connect for the organization, or stop.
    if (error.code === 'forbidden') error.requirement = { description: organizationMissing(requirement.organization) }
    // MCP authorization, "Scope Selection Strategy": a client asks for the scopes of the challenge.
    if (error.status === 401) error.requirement ??= { scope: scopes }
    return error
  }
  const check = (caller: AccessClaims, requirement: CallerRequirement) => {
    requireKnown(requirement, callerNames)
    try {
      checkCaller(caller, requirement, Math.floor(now().getTime() / 1000))
    } catch (error) {
      if (error instanceof AuthError)
        error.schemes = schemesFor(requirement.dpop ?? dpop, isBound(caller) ? 'DPoP' : 'Bearer')
      throw described(error, requirement)
    }
  }
  const verify = async (from: AuthRequest, requirement: CallerRequirement = {}) => {
    requireKnown(requirement, callerNames)
    try {
      // RFC 6750 section 2.3: addresses end up in logs. The client is told instead of being let in by its other token.
      if (new URL(from.url).searchParams.has('access_token'))
        throw new AuthError('token_invalid', 'An access token must not be sent in the query.')
      const all = { ...requirement, dpop: requirement.dpop ?? dpop, audience: resource }
      return await verifyBearer(provider, from, all, { now: now(), proofs, publicUrl })
    } catch (error) {
      throw described(error, requirement)
    }
  }
  return {
    metadataPath: new URL(metadataUrl).pathname,
    metadata: (from) => metadataResponse(options, from),
    protect(handler, requirement = {}) {
      // At the start, because no log has what a response says.
      requireKnown(requirement, callerNames)
      return (from) => answered(from, async () => handler(from, await verify(from, requirement)))
    },
    verify,
    requireScope: (caller, scope) => check(caller, { scope }),
    requireAcr: check,
    challenge: (refusal) =>
      bearerChallenge({ scope: scopes, schemes: schemesFor(dpop), ...refusal, resourceMetadata: metadataUrl }),
  }
}

/** For scripts of any origin: a preflight request, what `answer` says, or why it refuses. */
async function answered(from: AuthRequest, answer: () => Promise<Response>): Promise<Response> {
  if (from.method === 'OPTIONS') return preflight(from)
  try {
    return withCors(await answer())
  } catch (error) {
    if (error instanceof AuthError) return withCors(error.toResponse())
    throw error
  }
}

const organizationMissing = (wanted: string | true | undefined): string =>
  typeof wanted === 'string'
    ? `the access token is not for the organization ${wanted}`
    : 'the access token is for no organization'

/** RFC 9728 section 3.2. */
function metadataResponse(
  { resource, issuer, scopes, name, dpop }: ProtectedResourceOptions,
  request: AuthRequest,
): Response {
  const { url, method } = request
  if (!isMetadataPath(new URL(url).pathname, resource)) return new Response(null, { status: 404, headers: cors })
  // MCP clients name the version of their protocol in every request, which a browser asks about first.
  if (method === 'OPTIONS') return preflight(request)
  if (method !== 'GET' && method !== 'HEAD')
    return new Response(null, { status: 405, headers: { ...cors, Allow: 'GET, HEAD, OPTIONS' } })
  const metadata = {
    resource,
    authorization_servers: [issuer],
    scopes_supported: scopes,
    bearer_methods_supported: ['header'],
    ...(name === undefined ? {} : { resource_name: name }),
    ...(dpop === undefined ? {} : { dpop_signing_alg_values_supported: proofAlgorithms }),
    ...(dpop === 'required' ? { dpop_bound_access_tokens_required: true } : {}),
  }
  return Response.json(metadata, { headers: { ...cors, 'Cache-Control': 'public, max-age=300' } })
}

/** The headers are those that the client is about to send: a request carries no authority but its token. */
function preflight({ headers }: AuthRequest): Response {
  const wanted = headers.get('access-control-request-headers')
  return new Response(null, {
    status: 204,
    headers: {
      ...cors,
      'Access-Control-Allow-Methods': 'GET, POST, PUT, PATCH, DELETE',
      'Access-Control-Max-Age': '600',
      ...(wanted ? { 'Access-Control-Allow-Headers': wanted } : {}),
      Vary: 'Access-Control-Request-Headers',
    },
  })
}

/** The handler may have set its own, and the headers of a fetched response cannot be changed. */
function withCors(response: Response): Response {
  if (response.headers.has('access-control-allow-origin')) return response
  const headers = new Headers(response.headers)
  for (const [name, value] of Object.entries(exposed)) headers.set(name, value)
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
}
