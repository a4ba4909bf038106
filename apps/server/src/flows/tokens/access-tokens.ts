import { verifyJwt } from '../../crypto/jws.ts'
import { type AccessClaims, accessClaims } from '../../oidc/access-claims.ts'
import type { Client } from '../../oidc/clients.ts'
import type { Holder } from '../../oidc/permissions.ts'
import { audiencesOf } from '../../oidc/resources.ts'
import { clientsOfActors, isDelegated } from '../../oidc/token-exchange.ts'
import { findUsableApiKey } from '../../store/hot/api-keys.ts'
import { type Grant, isTokenRevoked } from '../../store/hot/grants.ts'
import { type ClientOfToken, findClientOfToken, type TokenOfGrant } from '../../store/hot/live-grants.ts'
import type { Deps } from '../platform/deps.ts'
import { grantOfToken, sourcesOfToken } from './issue-tokens.ts'

export type { AccessClaims } from '../../oidc/access-claims.ts'

export type VerifyingDeps = Pick<Deps, 'keys' | 'verifiedTokens' | 'config' | 'now'>

/**
 * Verifies signature, type, issuer and expiry. Whether it was revoked is read each time. What this says of a token is no access:
 * that is up to `verifyPresentedToken`, which also asks whether who shows the token may have it.
 */
export function verifyAccessToken(deps: VerifyingDeps, token: string): AccessClaims | null {
  const seconds = deps.now().getTime() / 1000
  const known = deps.verifiedTokens.find(token)
  if (known) return known.exp > seconds ? known : null
  const jwt = verifyJwt(token, deps.keys.verifier)
  if (jwt?.typ !== 'at+jwt' || jwt.claims.iss !== deps.config.issuer) return null
  const claims = accessClaims(jwt.claims)
  if (!claims || claims.exp <= seconds) return null
  deps.verifiedTokens.add(token, claims)
  return claims
}

export const isFor = (claims: Pick<AccessClaims, 'aud'>, audience: string): boolean =>
  Array.isArray(claims.aud) ? claims.aud.includes(audience) : claims.aud === audience

/** Whether a token was sent to a client: its audience is the client, or an API that the client is (AUDIENCES). */
export const isSentTo = ({ resources }: Pick<Deps, 'resources'>, client: Client, claims: AccessClaims): boolean =>
  [client.id, ...audiencesOf(client, resources)].some((audience) => isFor(claims, audience))

/** A person's token as the store asks for its grant. Null for a client's own token. */
export function tokenOfGrant(claims: AccessClaims): TokenOfGrant | null {
  const grantId = grantOfToken(claims.jti)
  const issuedAt = new Date(claims.iat * 1000)
  return grantId ? { id: claims.jti, grantId, organizationId: organizationOf(claims), issuedAt } : null
}

/** The organization that a token names. */
export const organizationOf = ({ all }: AccessClaims): string | null =>
  typeof all.organization === 'string' ? all.organization : null

/** Which sign-in an access token came from, as far as rights depend on it. */
export const signInOf = ({ all: { acr, act } }: AccessClaims): Omit<Holder, 'holder'> => ({
  acr: typeof acr === 'string' ? acr : '',
  impersonated: act !== undefined && !isDelegated(act),
})

/**
 * True for a token that a client has for itself. A person's token always names a session; a subject that equals the id
 * of a client does not make the person a client.
 */
export const isOfClient = ({ sub, clientId, all }: AccessClaims): boolean => sub === clientId && all.sid === undefined

/**
 * A client that no longer has its key counts as another client: grants made with that key are void. Only clients that
 * bring their own metadata can change so.
 */
export const keepsMethod = ({ tokenAuthMethods }: Client, { authMethod }: Pick<Grant, 'authMethod'>): boolean =>
  authMethod !== 'private_key_jwt' || tokenAuthMethods.includes(authMethod)

/** The id of the API key that a token was exchanged for. */
const keyOfToken = ({ clientId }: AccessClaims): string | undefined => /^key:(\w{12})$/.exec(clientId)?.[1]

/** True if the token may still be used: its grant is valid, or it is a client's own and was not revoked. */
export async function isAlive(deps: Pick<Deps, 'db' | 'now' | 'clients'>, claims: AccessClaims): Promise<boolean> {
  const apiKey = keyOfToken(claims)
  if (apiKey) return (await findUsableApiKey(deps.db, apiKey, deps.now())) !== null
  const known = deps.clients.has(claims.clientId)
  const client = known ? undefined : await deps.clients.lookUpElsewhere(claims.clientId, 'access')
  if (!known && !client) return false
  if (isOfClient(claims)) return !(await isTokenRevoked(deps.db, claims.jti))
  const token = tokenOfGrant(claims)
  const grant = token && (await findClientOfToken(deps.db, token, deps.now()))
  if (!grant) return false
  return isDelegated(claims.all.act) ? hasSource(deps, claims, grant) : !client || keepsMethod(client, grant)
}

/**
 * Whether what a token was exchanged for is still there, beside the grant: the client of the grant, whoever acted or exchanged
 * since, and each token in between, which may have been revoked alone.
 */
async function hasSource(
  { db, clients }: Pick<Deps, 'db' | 'clients'>,
  { jti, all }: AccessClaims,
  grant: ClientOfToken,
): Promise<boolean> {
  const known = clients.has(grant.clientId)
  const client = known ? undefined : await clients.lookUpElsewhere(grant.clientId, 'access')
  if (!known && !(client && keepsMethod(client, grant))) return false
  for (const id of clientsOfActors(all.act)) if (!clients.has(id) && !(await clients.findNew(id))) return false
  const revoked = await Promise.all(sourcesOfToken(jti).map((id) => isTokenRevoked(db, id)))
  return !revoked.includes(true)
}
