import { hash } from 'node:crypto'
import { signJwt } from '../../crypto/jws.ts'
import { type Claims, claimsFor, plainClaimsFor, type Subject, withoutManyPermissions } from '../../oidc/claims.ts'
import type { RequestedClaims } from '../../oidc/claims-parameter.ts'
import type { Client, IdTokenAlg } from '../../oidc/clients.ts'
import type { Deps } from '../platform/deps.ts'
import { type Authentication, lifetimeOf } from './issue-tokens.ts'

/**
 * An ID token (OIDC Core 2). What travels through the browser has claims of the person only for `response_type=id_token`,
 * or by the claims parameter; from the token endpoint it has the plain ones of its scopes too (docs/reference.md).
 */
export async function issueIdToken(
  deps: Deps,
  client: Client,
  token: {
    userId: string
    /** The person whose claims are in the token; null if none are requested. */
    subject: Subject | null
    authentication: Authentication
    nonce: string | undefined
    claims: RequestedClaims | null | undefined
    /** Scopes whose claims are in the token, because no access token is issued with it. */
    scope: readonly string[]
    /** Scopes whose plain claims are included for convenience; lists and roles are available at userinfo. */
    plainScope?: readonly string[]
    /** Claims of declared fields. None of them has a name that this server uses. */
    fields?: Claims
    accessToken?: string
    code?: string
  },
): Promise<string> {
  const alg = client.idTokenSignedResponseAlg
  const iat = Math.floor(deps.now().getTime() / 1000)
  const { userId, subject, authentication } = token
  return signJwt(deps.keys.signer(alg), 'JWT', {
    ...token.fields,
    ...(subject
      ? withoutManyPermissions({
          ...plainClaimsFor(subject, token.plainScope ?? []),
          ...claimsFor(subject, token.scope, token.claims?.idToken, client.scopes),
        })
      : {}),
    iss: deps.config.issuer,
    sub: userId,
    aud: client.id,
    iat,
    exp: iat + lifetimeOf(deps.config.ttl.idToken, authentication.impersonation?.until, iat),
    auth_time: Math.floor(authentication.authenticatedAt.getTime() / 1000),
    acr: authentication.acr,
    amr: authentication.amr.length > 0 ? authentication.amr : undefined,
    act: authentication.impersonation && { sub: authentication.impersonation.operatorId },
    sid: authentication.sessionId,
    ...(token.nonce === undefined ? {} : { nonce: token.nonce }),
    ...(token.accessToken === undefined ? {} : { at_hash: leftHalf(alg, token.accessToken) }),
    ...(token.code === undefined ? {} : { c_hash: leftHalf(alg, token.code) }),
  })
}

/** OIDC Core 3.1.3.6: the left half of the hash that the signature uses. Ed25519 uses SHA-512. */
function leftHalf(alg: IdTokenAlg, value: string): string {
  const digest = hash(alg === 'EdDSA' ? 'sha512' : 'sha256', value, 'hex')
  return Buffer.from(digest.slice(0, digest.length / 2), 'hex').toString('base64url')
}
