import { parseResources } from '../../oidc/authorization-request.ts'
import { type Membership, type Person, speaksOfPerson } from '../../oidc/claims.ts'
import { type Client, isPublic } from '../../oidc/clients.ts'
import { OAuthError } from '../../oidc/errors.ts'
import { type Params, words } from '../../oidc/params.ts'
import { provesChallenge } from '../../oidc/pkce.ts'
import type { GrantType } from '../../oidc/response-types.ts'
import { findConsents } from '../../store/consents.ts'
import {
  findGrant,
  findLiveGrant,
  type Grant,
  insertGrant,
  mayBeGranted,
  type NewGrant,
  revokeGrant,
  rotateGrant,
} from '../../store/grants.ts'
import { findMemberships, findPerson } from '../../store/users.ts'
import { inTransaction, system } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { type CodePayload, codeIssuedAt, openCode, redirectUriDigest } from './authorization-codes.ts'
import { clientCredentials } from './client-credentials.ts'
import { issueAccessToken, issueIdToken, type TokenResponse, tokenTtl } from './issue-tokens.ts'
import { makeRefreshToken, readRefreshToken } from './refresh-tokens.ts'

/**
 * Within this many milliseconds a rotated refresh token still yields its one successor, so that honest parallel requests
 * survive. Several tabs or processes of a public client have no server between them that would join their requests.
 */
const successorWindow = ({ config }: Pick<Deps, 'config'>, client: Client): number =>
  1000 * (config.ttl.refreshReuse ?? (isPublic(client) ? 90 : 10))

type GrantFlow = (deps: Deps, client: Client, params: Params) => Promise<TokenResponse>

/** A Map: names from outside never index an object. */
const grants: ReadonlyMap<string, GrantFlow> = new Map<GrantType, GrantFlow>([
  ['authorization_code', exchangeCode],
  ['refresh_token', refresh],
  ['client_credentials', clientCredentials],
])

export async function requestTokens(deps: Deps, client: Client, params: Params): Promise<TokenResponse> {
  const grantType = params.required('grant_type')
  const flow = grants.get(grantType)
  if (!flow) throw new OAuthError('unsupported_grant_type', 'this grant_type is not offered')
  if (!client.grantTypes.has(grantType as GrantType))
    throw new OAuthError('unauthorized_client', 'this grant_type is not enabled for the client')
  return flow(deps, client, params)
}

const badCode = () => new OAuthError('invalid_grant', 'the code is unknown, expired or was used before')

async function exchangeCode(deps: Deps, client: Client, params: Params): Promise<TokenResponse> {
  const code = openCode(deps, params.required('code'))
  const redirectUri = params.required('redirect_uri')
  // A code of another client is refused and stays what it is: the other client's tokens are not touched.
  if (!code || code.clientId !== client.id) throw badCode()
  const now = deps.now()
  if (now.getTime() >= code.expiresAt) {
    // RFC 6749 section 4.1.2: a second use revokes what the first one issued, also when it comes late.
    await endFamily(deps, { ...code, id: code.grantId }, 'code.reused')
    throw badCode()
  }
  if (redirectUriDigest(redirectUri) !== code.redirectUriDigest)
    throw new OAuthError('invalid_grant', 'redirect_uri differs from the authorization request')
  checkVerifier(params.get('code_verifier'), code.codeChallenge)
  const resource = params.all('resource').length > 0 ? parseResources(params.all('resource'), client) : code.resource
  if (code.resource.length > 0 && resource.some((one) => !code.resource.includes(one))) {
    throw new OAuthError('invalid_target', 'the resource was not part of the authorization request')
  }

  const refreshable = client.grantTypes.has('refresh_token')
  const grant: NewGrant = {
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
    expiresAt: new Date(
      now.getTime() + (refreshable ? deps.config.ttl.refreshMax : tokenTtl(deps, client) + 60) * 1000,
    ),
  }
  // Asked again at the redemption: disabled, removed or signed out since the code was issued.
  const [may, subject] = await Promise.all([mayBeGranted(deps.db, grant, now), readSubject(deps, client, grant)])
  if (!(await insertGrant(deps.db, may ? grant : { ...grant, expiresAt: now }))) {
    await endFamily(deps, grant, 'code.reused')
    throw badCode()
  }
  if (!may) throw badCode()
  return respond(deps, client, { ...grant, resource, generation: 0 }, subject, grant.scope, code)
}

/**
 * A code or a refresh token came a second time: whoever holds what it became, may have stolen it. All of it ends, with
 * its event, and only the first repetition is noted.
 */
async function endFamily(
  deps: Deps,
  { id, clientId, userId }: Pick<Grant, 'id' | 'clientId' | 'userId'>,
  action: 'code.reused' | 'refresh_token.reused',
): Promise<void> {
  const ended = await inTransaction(deps, async (tx) => {
    if (!(await revokeGrant(tx, id, deps.now()))) return false
    await tx.record(system, { action, target: ['user', userId], detail: { client: clientId, grant: id } })
    return true
  })
  if (ended) deps.log.warn({ client: clientId, grant: id }, `${action}: everything that came from it is revoked`)
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

const badRefresh = () => new OAuthError('invalid_grant', 'the refresh token is unknown, expired or revoked')

async function refresh(deps: Deps, client: Client, params: Params): Promise<TokenResponse> {
  const token = readRefreshToken(deps, params.required('refresh_token'))
  if (!token) throw badRefresh()
  const now = deps.now()
  const grant = await findLiveGrant(deps.db, token.grantId, now)
  // Another client's token is refused and its family stays untouched.
  if (!grant || grant.clientId !== client.id) throw badRefresh()
  const scope = narrowScope(params.get('scope'), grant.scope)
  const resource = params.all('resource').length > 0 ? parseResources(params.all('resource'), client) : grant.resource
  if (grant.resource.length > 0 && resource.some((one) => !grant.resource.includes(one))) {
    throw new OAuthError('invalid_target', 'the resource was not granted')
  }
  const { organizationId, teamId } = await switchOrganization(deps, grant, client, params.get('organization'))

  const idleSince = new Date(now.getTime() - deps.config.ttl.refreshIdle * 1000)
  const [rotated, subject] = await Promise.all([
    rotateGrant(deps.db, { id: grant.id, generation: token.generation, now, idleSince, organizationId, teamId }),
    readSubject(deps, client, { ...grant, scope, organizationId }),
  ])
  if (!rotated) await acceptLateLoser(deps, client, grant.id, token.generation, idleSince)
  const current: Grant = { ...grant, organizationId, teamId, resource, generation: token.generation + 1 }
  return respond(deps, client, current, subject, scope, null)
}

/**
 * The rotation did not happen here. Within a short time of it the same successor is handed out again; after that, or
 * for an older generation, the token was stolen or kept: the whole family ends (RFC 9700 section 4.14.2).
 */
async function acceptLateLoser(
  deps: Deps,
  client: Client,
  grantId: string,
  generation: number,
  idleSince: Date,
): Promise<void> {
  const now = deps.now()
  const grant = await findGrant(deps.db, grantId)
  if (!grant || grant.revokedAt || grant.expiresAt <= now) throw badRefresh()
  if (grant.generation === generation + 1 && now.getTime() - grant.rotatedAt.getTime() <= successorWindow(deps, client))
    return
  if (grant.generation > generation) {
    await endFamily(deps, grant, 'refresh_token.reused')
  } else if (grant.rotatedAt <= idleSince) {
    deps.log.info({ client: grant.clientId, grant: grantId }, 'a refresh token was idle for too long')
  }
  throw badRefresh()
}

/** RFC 6749 section 6: the same scope or less. */
function narrowScope(asked: string | undefined, granted: readonly string[]): string[] {
  if (asked === undefined) return [...granted]
  const scope = words(asked)
  if (scope.some((name) => !granted.includes(name)))
    throw new OAuthError('invalid_scope', 'a requested scope was not granted')
  return scope
}

/** `organization=<id|slug>` on a refresh moves the grant to another organization of the same person. */
async function switchOrganization(
  deps: Deps,
  grant: Grant,
  client: Client,
  wanted: string | undefined,
): Promise<{ organizationId: string | null; teamId: string | null }> {
  if (wanted === undefined) return { organizationId: grant.organizationId, teamId: grant.teamId }
  if (client.organization === 'none') throw new OAuthError('invalid_request', 'this client does not use organizations')
  const memberships = await findMemberships(deps.db, grant.userId)
  const membership = memberships.find((one) => one.organizationId === wanted || one.slug === wanted)
  if (!membership) throw new OAuthError('invalid_grant', 'the person is not a member of the requested organization')
  if (membership.requirePasskey && !grant.amr.includes('pop'))
    throw new OAuthError('invalid_grant', 'the requested organization demands a sign-in with a passkey')
  const keepsTeam = membership.organizationId === grant.organizationId
  if (!keepsTeam && client.requireConsent) {
    // Consent is per organization, and what was not asked can only be asked at the authorization endpoint.
    const consents = await findConsents(deps.db, grant.userId, client.id)
    const allowed = consents.get(membership.organizationId) ?? []
    if (grant.scope.some((name) => !allowed.includes(name)))
      throw new OAuthError('invalid_grant', 'the person has not allowed the client this for the requested organization')
  }
  return {
    organizationId: membership.organizationId,
    teamId: keepsTeam ? grant.teamId : membership.teams.length === 1 ? (membership.teams[0]?.id ?? null) : null,
  }
}

/** The scopes whose plain claims go into the ID token, for libraries that read nothing else (OIDC_CLIENT_<n>_ID_TOKEN_CLAIMS). */
const idTokenScope = ({ idTokenClaims }: Client, scope: readonly string[]): readonly string[] =>
  idTokenClaims === 'scopes' && scope.includes('openid') ? scope : []

/**
 * What the tokens of a grant tell of its person, read beside what decides whether they are issued. What no claim speaks of is
 * not read: that the person lives is part of the grant's life.
 */
async function readSubject(
  { db }: Pick<Deps, 'db'>,
  client: Client,
  { userId, organizationId, claims, scope }: Pick<Grant, 'userId' | 'organizationId' | 'claims' | 'scope'>,
): Promise<{ person: Person | null; memberships: readonly Membership[] }> {
  const asked = Object.keys(claims?.idToken ?? {}).length > 0
  const [person, memberships] = await Promise.all([
    asked || speaksOfPerson(idTokenScope(client, scope)) ? findPerson(db, userId) : null,
    asked || organizationId ? findMemberships(db, userId) : [],
  ])
  return { person, memberships }
}

/** The tokens of a grant. An ID token goes with them whenever openid was granted. */
async function respond(
  deps: Deps,
  client: Client,
  grant: NewGrant & Pick<Grant, 'generation'>,
  { person, memberships }: { person: Person | null; memberships: readonly Membership[] },
  scope: readonly string[],
  code: CodePayload | null,
): Promise<TokenResponse> {
  const organization = memberships.find((one) => one.organizationId === grant.organizationId)
  if (organization?.sessionMax != null && !code) {
    const age = deps.now().getTime() - grant.authenticatedAt.getTime()
    if (age > organization.sessionMax * 1000)
      throw new OAuthError('invalid_grant', 'the organization demands a younger sign-in')
  }
  const belonging = { memberships, organizationId: grant.organizationId, teamId: grant.teamId }
  const authentication = grant
  const access = await issueAccessToken(deps, client, {
    id: grant.id,
    userId: grant.userId,
    scope,
    resource: grant.resource,
    belonging,
    authentication,
  })
  const idToken = scope.includes('openid')
    ? await issueIdToken(deps, client, {
        userId: grant.userId,
        subject: person && { ...belonging, person },
        authentication,
        nonce: code?.nonce,
        claims: grant.claims,
        scope: [],
        plainScope: idTokenScope(client, scope),
        accessToken: access.token,
      })
    : undefined
  return {
    access_token: access.token,
    token_type: 'Bearer',
    expires_in: access.expiresIn,
    scope: scope.join(' '),
    ...(idToken ? { id_token: idToken } : {}),
    ...(client.grantTypes.has('refresh_token')
      ? { refresh_token: makeRefreshToken(deps, grant.id, grant.generation) }
      : {}),
  }
}
