import type { Client } from '../../../oidc/clients.ts'
import { boundKeyOf } from '../../../oidc/dpop.ts'
import { OAuthError } from '../../../oidc/errors.ts'
import type { Params } from '../../../oidc/params.ts'
import { actorsOf, maxActors } from '../../../oidc/token-exchange.ts'
import type { Deps } from '../../platform/deps.ts'
import {
  type AccessClaims,
  isAlive,
  isOfClient,
  isSentTo,
  organizationOf,
  signInOf,
  verifyAccessToken,
} from '../access-tokens.ts'
import type { RequestOrigin } from '../token-response.ts'
import { accessTokenType } from './exchanged-token.ts'

// RFC 8693 section 2.2.2: whatever is wrong with a token that is shown, the request is not valid.
const invalid = (description: string) => new OAuthError('invalid_request', description)

/** A person's token that may be exchanged. */
export interface SubjectToken {
  claims: AccessClaims
  organizationId: string | null
  sessionId: string
  acr: string
  amr: readonly string[]
  authenticatedAt: Date
}

/**
 * The token of the person: one of ours, which still lives, and which was sent to this client. Somebody else's API may have
 * lost it; whoever found it can exchange it for nothing.
 * @throws OAuthError invalid_request
 */
export async function verifySubject(
  deps: Deps,
  client: Client,
  params: Params,
  from: RequestOrigin,
): Promise<SubjectToken> {
  const token = params.required('subject_token')
  requireType(params, 'subject_token_type')
  const claims = await verifyShown(deps, client, { token, name: 'subject_token', from })
  const { sid, acr, amr, auth_time: authTime, act } = claims.all
  // Neither a client nor an API key signs in: their tokens name no session.
  if (typeof sid !== 'string' || typeof acr !== 'string' || typeof authTime !== 'number')
    throw invalid('the subject_token is not the token of a person')
  // The person would be told of one application, and the operator would reach another.
  if (signInOf(claims).impersonated) throw invalid('an operator acts as the person of the subject_token')
  if (actorsOf(act).length >= maxActors)
    throw invalid(`the subject_token was exchanged ${maxActors} times, and cannot be exchanged again`)
  return {
    ...{ claims, organizationId: organizationOf(claims), sessionId: sid, acr },
    amr: Array.isArray(amr) ? (amr as string[]) : [],
    authenticatedAt: new Date(authTime * 1000),
  }
}

/** The client that acts, and until when its token lets it, in seconds since the epoch. */
export interface ShownActor {
  id: string
  exp: number
}

/**
 * The client that acts: by default the one that exchanges, else the one whose own token is shown. Whether it may, the rules say.
 * @throws OAuthError invalid_request
 */
export async function verifyActor(
  deps: Deps,
  client: Client,
  params: Params,
  { organizationId, from }: Pick<SubjectToken, 'organizationId'> & { from: RequestOrigin },
): Promise<ShownActor> {
  const token = params.get('actor_token')
  if (token === undefined) {
    if (params.get('actor_token_type') !== undefined) throw invalid('actor_token_type without an actor_token')
    return { id: client.id, exp: Number.POSITIVE_INFINITY }
  }
  requireType(params, 'actor_token_type')
  const claims = await verifyShown(deps, client, { token, name: 'actor_token', from })
  if (!isOfClient(claims) || !deps.clients.has(claims.clientId))
    throw invalid('the actor_token is not the own token of a client')
  const named = organizationOf(claims)
  if (named !== null && named !== organizationId)
    throw invalid('the actor_token is for another organization than the subject_token')
  return { id: claims.clientId, exp: claims.exp }
}

function requireType(params: Params, name: string): void {
  if (params.required(name) !== accessTokenType) throw invalid(`${name} must be ${accessTokenType}`)
}

async function verifyShown(
  deps: Deps,
  client: Client,
  { token, name, from }: { token: string; name: string; from: RequestOrigin },
): Promise<AccessClaims> {
  const claims = verifyAccessToken(deps, token)
  if (!claims) throw invalid(`the ${name} is not a valid access token of this server`)
  if (!isSentTo(deps, client, claims))
    throw invalid(`the ${name} was not sent to this client: its audience is none of AUDIENCES`)
  requireHolder(claims, name, from)
  if (!(await isAlive(deps, claims))) throw invalid(`the ${name} was revoked`)
  return claims
}

/** A bound token (RFC 7800) is of use only to who has its key, which the DPoP proof of the request shows. */
function requireHolder({ all }: AccessClaims, name: string, { proof }: RequestOrigin): void {
  if (all.cnf !== undefined && (!proof || boundKeyOf(all) !== proof.jkt))
    throw invalid(`the ${name} is bound to a key, which the request does not prove`)
}
