import type { AuthMethod, Client } from '../../../oidc/clients.ts'
import { isThirdParty } from '../../../oidc/dynamic-clients/third-party-clients.ts'
import { OAuthError } from '../../../oidc/errors.ts'
import type { Params } from '../../../oidc/params.ts'
import { provesChallenge } from '../../../oidc/pkce.ts'
import { type NewGrant, redeemAuthorizationCode, revokeGrant } from '../../../store/hot/grants.ts'
import { noteDocumentUse } from '../../platform/clients/client-documents.ts'
import { noteRegisteredUse } from '../../platform/clients/registration-sweep.ts'
import { mayConnect } from '../../platform/clients/third-party-clients.ts'
import type { Deps } from '../../platform/deps.ts'
import { type CodePayload, codeIssuedAt, openCode, redirectUriDigest } from '../authorization-codes.ts'
import { bindTokens } from '../dpop/binding.ts'
import { grantedResources, requireConsent } from '../granted-resources.ts'
import { type TokenResponse, tokenTtl } from '../issue-tokens.ts'
import { refreshLifetimes } from '../refresh-tokens.ts'
import { revokeFamily } from '../token-family.ts'
import { findSubject, issueTokenResponse, type RequestOrigin } from '../token-response.ts'

const badCode = () => new OAuthError('invalid_grant', 'the code is unknown, expired or was used before')

export async function exchangeCode(
  deps: Deps,
  client: Client,
  params: Params,
  { proof = null }: RequestOrigin,
): Promise<TokenResponse> {
  const code = openCode(deps, params.required('code'))
  const redirectUri = params.required('redirect_uri')
  // The code of another client is refused, and that client's tokens are left alone.
  if (!code || code.clientId !== client.id) throw badCode()
  const now = deps.now()
  if (now.getTime() >= code.expiresAt) {
    // RFC 6749 section 4.1.2: a second use revokes what the first one issued, even after the code has expired.
    await revokeFamily(deps, { ...code, id: code.grantId }, 'code.reused')
    throw badCode()
  }
  if (redirectUriDigest(redirectUri) !== code.redirectUriDigest)
    throw new OAuthError('invalid_grant', 'redirect_uri differs from the authorization request')
  checkVerifier(params.get('code_verifier'), code.codeChallenge)
  const asked = params.all('resource')
  await deps.resources.lookFor(client, asked)
  const resource = grantedResources(deps, client, asked, code, 'the resource was not part of the authorization request')
  await requireConsent(deps, client, code, { ...code, resource })

  const grant = { ...grantOfCode(deps, client, code, now), authMethod: methodToKeep(client, params) }
  if (code.jkt !== undefined && code.jkt !== proof?.jkt) return spendStolenCode(deps, grant)
  const jkt = await bindTokens(deps, { client, resource }, proof)
  // Whether the person may still have it is asked again: they may have been disabled, removed or signed out since.
  const subject = findSubject(deps, client, grant)
  // What it reads may fail; a code that was used before has to be noticed all the same.
  subject.catch(() => {})
  const redeemed = await redeemAuthorizationCode(deps.db, grant)
  if (redeemed === 'used') await revokeFamily(deps, grant, 'code.reused')
  if (redeemed !== 'granted') throw badCode()
  // Checked after the insertion, so that ending the connection meanwhile ends this grant too.
  if (isThirdParty(client) && !(await mayConnect(deps, client, grant))) {
    await revokeGrant(deps.db, grant.id, deps.now())
    throw badCode()
  }
  if (client.source === 'registered') await noteRegisteredUse(deps, client.id)
  if (client.source === 'document') await noteDocumentUse(deps, client.id)
  return issueTokenResponse(deps, client, { ...grant, resource, generation: 0 }, await subject, {
    scope: grant.scope,
    code,
    jkt,
  })
}

/** Who has no proof of the right key is not who began: whatever the code could still give ends with it. */
async function spendStolenCode(deps: Deps, grant: NewGrant): Promise<never> {
  if ((await redeemAuthorizationCode(deps.db, grant)) === 'used') await revokeFamily(deps, grant, 'code.reused')
  else await revokeGrant(deps.db, grant.id, deps.now())
  throw new OAuthError(
    'invalid_grant',
    'the code is bound to a key (dpop_jkt), and the request has no DPoP proof of it',
  )
}

/** RFC 7636 section 4.6. A verifier without a challenge is refused too: it would hide a downgrade (RFC 9700 section 2.1.1). */
function checkVerifier(verifier: string | undefined, challenge: string | undefined): void {
  if (challenge === undefined && verifier === undefined) return
  if (challenge === undefined)
    throw new OAuthError('invalid_grant', 'code_verifier without a code_challenge in the authorization request')
  if (verifier === undefined) throw new OAuthError('invalid_grant', 'code_verifier is missing')
  if (!provesChallenge(verifier, challenge))
    throw new OAuthError('invalid_grant', 'code_verifier does not match the code_challenge')
}

/**
 * A client with a metadata document may name more than one method. The grant keeps the method that it came from: a
 * party that has only its refresh token may not use a weaker one.
 */
const methodToKeep = ({ source }: Client, params: Params): AuthMethod | null =>
  source !== 'document' ? null : params.get('client_assertion') === undefined ? 'none' : 'private_key_jwt'

/** The grant that a code stands for. It is valid as long as its refresh token, or else its access token. */
function grantOfCode(deps: Deps, client: Client, code: CodePayload, now: Date): NewGrant {
  const refreshable = client.grantTypes.has('refresh_token') && !code.impersonation
  const seconds = refreshable ? refreshLifetimes(deps, client).max : tokenTtl(deps, client, code.resource) + 60
  return {
    id: code.grantId,
    clientId: client.id,
    userId: code.userId,
    sessionId: code.sessionId,
    offline: code.scope.includes('offline_access'),
    organizationId: code.organizationId,
    teamId: code.teamId,
    scope: code.scope,
    claims: code.claims ?? null,
    resource: code.resource,
    acr: code.acr,
    amr: code.amr,
    authenticatedAt: new Date(code.authenticatedAt),
    createdAt: codeIssuedAt(code),
    rotatedAt: now,
    // IPSIE, session lifecycle level 1: nothing outlives the session at the provider that it came from.
    expiresAt: new Date(Math.min(now.getTime() + seconds * 1000, code.connectedUntil ?? Number.POSITIVE_INFINITY)),
    connectionId: code.connectionId ?? null,
    upstreamSid: code.upstreamSid ?? null,
    upstreamAuthenticatedAt: code.connectedSince === undefined ? null : new Date(code.connectedSince),
  }
}
