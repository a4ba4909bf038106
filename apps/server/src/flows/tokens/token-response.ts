import { type Membership, type Person, speaksOfPerson } from '../../oidc/claims.ts'
import { type Client, isPublic } from '../../oidc/clients.ts'
import { tokenTypeOf } from '../../oidc/dpop.ts'
import { OAuthError } from '../../oidc/errors.ts'
import { isTooOld } from '../../oidc/organization-rules.ts'
import type { Grant, NewGrant } from '../../store/hot/grants.ts'
import { findMemberships, findPerson } from '../../store/hot/people.ts'
import { isFrom } from '../identity/acting-sign-in.ts'
import type { Deps } from '../platform/deps.ts'
import {
  claimsOfAccessToken,
  claimsOfClient,
  fieldClaimsOfToken,
  tokensNeedPerson,
} from '../platform/fields/field-claims.ts'
import { heldScope, holderIn, isNothing } from '../platform/rights/held-scope.ts'
import { subjectOf } from '../platform/rights/subject.ts'
import type { Visitor } from '../platform/visitor.ts'
import type { CodePayload } from './authorization-codes.ts'
import type { Proof } from './dpop/proofs.ts'
import { issueIdToken } from './id-tokens.ts'
import { issueAccessToken, type TokenResponse } from './issue-tokens.ts'
import { keyOfRefreshToken, makeRefreshToken } from './refresh-tokens.ts'

/** The scopes whose plain claims go into the ID token, for libraries that read nothing else (ID_TOKEN_CLAIMS). */
const idTokenScope = (
  { config }: Pick<Deps, 'config'>,
  { idTokenClaims }: Client,
  scope: readonly string[],
): readonly string[] => ((idTokenClaims ?? config.idTokenClaims) === 'scopes' && scope.includes('openid') ? scope : [])

/**
 * The person that the tokens of a grant describe, read in parallel with the checks of the grant. What no claim needs is not
 * read: a grant is only valid while its person exists.
 */
export async function findSubject(
  deps: Pick<Deps, 'config' | 'db' | 'fields' | 'resources'>,
  client: Client,
  {
    userId,
    organizationId,
    claims,
    scope,
    resource,
  }: Pick<Grant, 'userId' | 'organizationId' | 'claims' | 'scope' | 'resource'>,
): Promise<{ person: Person | null; memberships: readonly Membership[] }> {
  const asked = Object.keys(claims?.idToken ?? {}).length > 0
  const [person, memberships] = await Promise.all([
    asked || speaksOfPerson(idTokenScope(deps, client, scope)) || tokensNeedPerson(deps, client, resource)
      ? findPerson(deps.db, userId)
      : null,
    asked || organizationId ? findMemberships(deps.db, userId) : [],
  ])
  return { person, memberships }
}

/**
 * What is left of a scope of a grant by what its person holds now.
 * @throws OAuthError invalid_scope if nothing is: the grant stays, since rights may return
 */
export function scopeHeldBy(
  deps: Pick<Deps, 'resources' | 'permissions'>,
  { resource, organizationId, acr }: Pick<NewGrant, 'resource' | 'organizationId' | 'acr'>,
  memberships: readonly Membership[],
  scope: readonly string[],
  code: CodePayload | null = null,
): readonly string[] {
  const holder = holderIn(memberships, organizationId)
  const held = heldScope(deps, resource, scope, { holder, acr, impersonated: code?.impersonation !== undefined })
  if (isNothing(scope, held))
    throw new OAuthError('invalid_scope', 'the person may do none of this in the organization')
  return held
}

/** Where a token request comes from, and the key that it proved to have (RFC 9449). */
export type RequestOrigin = Pick<Visitor, 'address'> & Partial<Pick<Visitor, 'network'>> & { proof?: Proof | null }

/**
 * What an organization asks at each refresh, and of a device at its first tokens, that the grant itself does not say. The application of a confidential client
 * refreshes from its server, wherever its people are: their network is asked about when they sign in.
 */
export function refuseAtRefresh(
  { now }: Pick<Deps, 'now'>,
  client: Client,
  organization: Membership,
  grant: Pick<NewGrant, 'authenticatedAt' | 'upstreamAuthenticatedAt'>,
  from: RequestOrigin | undefined,
): void {
  if (isTooOld(organization, grant, now()))
    throw new OAuthError('invalid_grant', 'the organization requires a more recent sign-in')
  const { allowedNetworks } = organization
  if (allowedNetworks != null && isPublic(client) && !isFrom(from ?? {})(allowedNetworks))
    throw new OAuthError('invalid_grant', 'the organization does not allow this network')
}

interface ResponseOptions {
  scope: readonly string[]
  code?: CodePayload | null
  from?: RequestOrigin
  /** The key that the access token is bound to, and with it the refresh token. */
  jkt: string | null
  /** What the refresh token that was presented is bound to: its successor is as well. */
  boundTo?: string | null
}

function refreshTokenOf(
  deps: Deps,
  client: Client,
  { id, generation }: Pick<Grant, 'id' | 'generation'>,
  { code, jkt, boundTo }: ResponseOptions,
): { refresh_token?: string } {
  if (!client.grantTypes.has('refresh_token') || code?.impersonation) return {}
  return { refresh_token: makeRefreshToken(deps, id, generation, boundTo ?? keyOfRefreshToken(client, jkt)) }
}

/** The tokens of a grant. An ID token goes with them whenever openid was granted. */
export async function issueTokenResponse(
  deps: Deps,
  client: Client,
  grant: NewGrant & Pick<Grant, 'generation'>,
  { person, memberships }: { person: Person | null; memberships: readonly Membership[] },
  options: ResponseOptions,
): Promise<TokenResponse> {
  const { scope, code = null, from, jkt } = options
  const organization = memberships.find(({ organizationId }) => organizationId === grant.organizationId)
  if (organization && !code) refuseAtRefresh(deps, client, organization, grant, from)
  const active = { memberships, organizationId: grant.organizationId, teamId: grant.teamId }
  const authentication = {
    ...grant,
    impersonation: code?.impersonation,
    // The grant of a connection never lives longer than the session there.
    connectedUntil: grant.connectionId ? grant.expiresAt : null,
  }
  const held = scopeHeldBy(deps, grant, memberships, scope, code)
  const access = await issueAccessToken(deps, client, {
    id: grant.id,
    userId: grant.userId,
    scope: held,
    resource: grant.resource,
    active,
    authentication,
    jkt,
    fields: fieldClaimsOfToken(deps, client, claimsOfAccessToken(deps, client, grant.resource), { ...active, person }),
  })
  const plain = idTokenScope(deps, client, held)
  const idToken = held.includes('openid')
    ? await issueIdToken(deps, client, {
        userId: grant.userId,
        subject:
          person &&
          subjectOf(deps, person, active, { acr: grant.acr, impersonated: code?.impersonation !== undefined }),
        authentication,
        nonce: code?.nonce,
        claims: grant.claims,
        scope: [],
        plainScope: plain,
        // Who reads nothing else has these too, unless the ID token is to have none about the person.
        fields: plain.length > 0 ? fieldClaimsOfToken(deps, client, claimsOfClient(client), { ...active, person }) : {},
        accessToken: access.token,
      })
    : undefined
  return {
    access_token: access.token,
    token_type: tokenTypeOf(jkt),
    expires_in: access.expiresIn,
    scope: held.join(' '),
    ...(idToken ? { id_token: idToken } : {}),
    ...refreshTokenOf(deps, client, grant, options),
  }
}
