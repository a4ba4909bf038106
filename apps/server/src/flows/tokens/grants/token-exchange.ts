import { type Acr, satisfies } from '../../../oidc/acr.ts'
import type { Membership } from '../../../oidc/claims.ts'
import type { Client } from '../../../oidc/clients.ts'
import { OAuthError } from '../../../oidc/errors.ts'
import { type Params, spaceSeparated } from '../../../oidc/params.ts'
import { isSameResource, type Resource } from '../../../oidc/resources.ts'
import { type Actor, type ExchangeRule, isDelegated } from '../../../oidc/token-exchange.ts'
import type { Deps } from '../../platform/deps.ts'
import { claimsOfAccessToken, fieldClaimsOfToken } from '../../platform/fields/field-claims.ts'
import { heldScope, holderIn } from '../../platform/rights/held-scope.ts'
import { signInOf } from '../access-tokens.ts'
import { bindTokens } from '../dpop/binding.ts'
import { accessTokenType, exchangedToken, exchangedTtl } from '../exchange/exchanged-token.ts'
import { type ShownActor, type SubjectToken, verifyActor, verifySubject } from '../exchange/shown-tokens.ts'
import { issueAccessToken, type TokenResponse } from '../issue-tokens.ts'
import { findSubject, type RequestOrigin } from '../token-response.ts'

/** Whether some client exchanges tokens. If none does, the grant type is as unknown as any other. */
export const offersExchange = ({ clients }: Pick<Deps, 'clients'>): boolean =>
  [...clients.all()].some(({ exchangeRules }) => exchangeRules.length > 0)

/**
 * RFC 8693, delegation alone: an API that was called for a person calls another one for them. The new token is of the same
 * person, organization, sign-in and grant, and says who acts for them; whatever ends the subject_token ends it too.
 */
export async function exchangeToken(
  deps: Deps,
  client: Client,
  params: Params,
  from: RequestOrigin,
): Promise<TokenResponse> {
  if (client.exchangeRules.length === 0)
    throw new OAuthError('unauthorized_client', 'the client has no rule to exchange tokens')
  const wanted = wantedTarget(params)
  if ((params.get('requested_token_type') ?? accessTokenType) !== accessTokenType)
    throw new OAuthError('invalid_request', `requested_token_type can only be ${accessTokenType}`)
  const subject = await verifySubject(deps, client, params, from)
  const actor = await verifyActor(deps, client, params, { ...subject, from })
  await deps.resources.lookFor({ audiences: [] }, [wanted])
  const target = deps.resources.find(wanted)
  if (!target) throw new OAuthError('invalid_target', 'the resource is not registered')
  const scope = scopeByRules(rulesFor(client, target, subject, actor.id), target, subject, params)
  meetDemands(client, target, subject)
  const jkt = await bindTokens(deps, { client, resource: [target.identifier] }, from.proof)
  return issue(deps, client, params, { subject, actor, target, scope, jkt })
}

/** `audience` is another name of `resource`: here both name an API, and there is one. */
function wantedTarget(params: Params): string {
  const wanted = [...params.all('resource'), ...params.all('audience')]
  const [target] = wanted
  if (target === undefined) throw new OAuthError('invalid_request', 'resource is missing')
  if (wanted.length > 1) throw new OAuthError('invalid_request', 'a token is exchanged for one resource at a time')
  return target
}

/** The rules from an API that the token is for to the wanted one, for who acts. */
function rulesFor(
  { id, exchangeRules }: Client,
  target: Resource,
  { claims: { aud } }: SubjectToken,
  actor: string,
): ExchangeRule[] {
  const isOfSubject = (from: string) => [aud].flat().some((audience) => isSameResource(audience, from))
  const ways = exchangeRules.filter(({ from, to }) => isSameResource(to, target.identifier) && isOfSubject(from))
  if (ways.length === 0)
    throw new OAuthError('invalid_target', 'no rule of the client leads from the subject_token to this resource')
  const rules = ways.filter(({ actors }) => (actors.length === 0 ? actor === id : actors.includes(actor)))
  if (rules.length > 0) return rules
  throw new OAuthError(
    'invalid_request',
    actor === id ? 'the rules of the client ask for an actor_token' : 'the client of the actor_token may not act here',
  )
}

/** What the rules give a token with these scopes, as far as it is asked for and the API still has it. */
function scopeByRules(
  rules: readonly ExchangeRule[],
  target: Resource,
  { claims }: SubjectToken,
  params: Params,
): string[] {
  const met = rules.filter(({ needs }) => needs.every((name) => claims.scope.includes(name)))
  if (met.length === 0)
    throw new OAuthError('invalid_scope', 'the subject_token has not the scopes that the rules of the client need')
  const given = [...new Set(met.flatMap(({ scopes }) => scopes))].filter((name) => target.scopes.includes(name))
  const asked = params.get('scope') === undefined ? given : spaceSeparated(params.get('scope'))
  const scope = given.filter((name) => asked.includes(name))
  if (scope.length === 0) throw new OAuthError('invalid_scope', 'the rules of the client give none of these scopes')
  return scope
}

/** What the API and the client demand of every sign-in is asked of that of the token: nobody can sign in again here. */
function meetDemands(client: Client, target: Resource, { acr, organizationId }: SubjectToken): void {
  const least: readonly (Acr | null)[] = [target.minAcr, client.requirePasskey ? 'phr' : null]
  for (const demanded of least)
    if (demanded && !satisfies(acr, demanded))
      throw new OAuthError(
        'invalid_request',
        `insufficient_user_authentication: a sign-in with the acr ${demanded} is demanded`,
      )
  if (organizationId === null && target.organization === 'required')
    throw new OAuthError('invalid_request', 'the resource demands an organization, and the subject_token names none')
}

interface Exchange {
  subject: SubjectToken
  actor: ShownActor
  target: Resource
  scope: readonly string[]
  jkt: string | null
}

async function issue(
  deps: Deps,
  client: Client,
  params: Params,
  { subject, actor, target, scope, jkt }: Exchange,
): Promise<TokenResponse> {
  const { claims, organizationId } = subject
  const resource = [target.identifier]
  const found = { userId: claims.sub, organizationId, claims: null, scope: [...scope], resource }
  const { person, memberships } = await findSubject(deps, client, found)
  const member = holderIn(memberships, organizationId)
  requireOrganization(subject, member, params.get('organization'))
  const held = heldScope(deps, resource, scope, { holder: member, ...signInOf(claims) })
  if (held.length === 0) throw new OAuthError('invalid_scope', 'the person may do none of this in the organization')
  const team = member?.teams.find(({ id }) => id === claims.all.team)
  const active = { memberships, organizationId, teamId: team?.id ?? null }
  const { token, expiresIn } = await issueAccessToken(deps, client, {
    id: claims.jti,
    userId: claims.sub,
    ...{ scope: held, resource, active, authentication: subject, jkt },
    fields: fieldClaimsOfToken(deps, client, claimsOfAccessToken(deps, client, resource), { ...active, person }),
    maxTtl: Math.min(exchangedTtl, Math.min(claims.exp, actor.exp) - Math.floor(deps.now().getTime() / 1000)),
    delegation: actorClaim(deps, client, actor.id, claims.all.act),
  })
  deps.counters.exchange(client.id, target.identifier)
  return exchangedToken(token, { expiresIn, scope: held, jkt })
}

/** RFC 8693 section 4.1: who acts, who exchanged the token for that, and who did before. */
const actorClaim = ({ config }: Pick<Deps, 'config'>, client: Client, actor: string, before: unknown): Actor => ({
  sub: actor,
  iss: config.issuer,
  client_id: client.id,
  ...(isDelegated(before) ? { act: before } : {}),
})

/** The organization of a token never changes. Naming it asks for nothing else. */
function requireOrganization(
  { organizationId }: SubjectToken,
  member: Membership | null,
  wanted: string | undefined,
): void {
  if (organizationId !== null && member === null)
    throw new OAuthError('invalid_request', 'the person is no member of the organization of the subject_token')
  if (wanted !== undefined && wanted !== organizationId && wanted !== member?.slug)
    throw new OAuthError('invalid_request', 'the subject_token is not for the requested organization')
}
