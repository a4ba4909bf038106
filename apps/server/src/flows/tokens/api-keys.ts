import { idOfApiKey } from '../../crypto/api-keys.ts'
import { signJwt } from '../../crypto/jws.ts'
import { digest, equalDigests, newId } from '../../crypto/random.ts'
import { keyAcr } from '../../oidc/acr.ts'
import { rolesClaim } from '../../oidc/claims.ts'
import type { Client } from '../../oidc/clients.ts'
import { confirmation } from '../../oidc/dpop.ts'
import { OAuthError } from '../../oidc/errors.ts'
import { type Params, spaceSeparated } from '../../oidc/params.ts'
import { noHeldRoles, type RightsHolder } from '../../oidc/permissions.ts'
import { audiencesOf, isSameResource, type Resource } from '../../oidc/resources.ts'
import { tokenExchange } from '../../oidc/response-types.ts'
import { findUsableApiKey, noteApiKeyUse, type UsableApiKey } from '../../store/hot/api-keys.ts'
import { endOf } from '../api-keys/key-policy.ts'
import type { Deps } from '../platform/deps.ts'
import { hour, minute } from '../platform/durations.ts'
import { enforceLimit } from '../platform/limits.ts'
import { isInNetworks } from '../platform/networks.ts'
import { heldScope } from '../platform/rights/held-scope.ts'
import { bindTokens } from './dpop/binding.ts'
import type { Proof } from './dpop/proofs.ts'
import { type ExchangedToken, exchangedToken, exchangedTtl } from './exchange/exchanged-token.ts'
import { newTokenId } from './issue-tokens.ts'

export const apiKeyTokenType = 'urn:vestibule:token-type:api-key'

/** Keys that are none, from one network: more is guessing. */
const failures = [{ count: 60, window: minute }]

/** What a key may do now, at its API. */
interface KeyUse {
  key: UsableApiKey
  resource: Resource
  scope: readonly string[]
}

/**
 * A key that may be used from this address. Null for whatever reason it may not: neither the caller nor the clock learns
 * which. What it may do is what it was made for, as far as the API still has it.
 */
async function findUse(deps: Deps, text: string, address: string | null): Promise<KeyUse | null> {
  const id = idOfApiKey(deps.config.apiKeyPrefix, text)
  if (id === null) return null
  const key = await findUsableApiKey(deps.db, id, deps.now())
  const shown = digest(text)
  // Both are compared, whichever it is.
  const isCurrent = equalDigests(shown, key?.digest ?? digest(''))
  const isOld = equalDigests(shown, key?.oldDigest ?? digest(''))
  if (!key || (!isCurrent && !isOld)) return null
  const rights = rightsOfKey(deps, key)
  if (!rights) return null
  for (const networks of [key.networks, key.allowedNetworks ?? []])
    if (networks.length > 0 && (address === null || !isInNetworks(networks, address))) return null
  return rights.scope.length === 0 ? null : { key, ...rights }
}

/** The API of a key and what it may do there now, whoever shows it. Null where the API takes no such key. */
export function rightsOfKey(
  deps: Pick<Deps, 'resources' | 'permissions'>,
  key: UsableApiKey,
): Pick<KeyUse, 'resource' | 'scope'> | null {
  const resource = deps.resources.find(key.resource)
  if (!resource?.apiKeys || (resource.organization === 'required' && key.organizationId === null)) return null
  const offered = key.scope.filter((name) => resource.scopes.includes(name))
  return { resource, scope: heldScope(deps, [resource.identifier], offered, { holder: holderOf(key), acr: keyAcr }) }
}

/** Who holds what the key may do: its person, or its organization, whose key has what its maker held. */
const holderOf = ({ userId, roles, held }: UsableApiKey): RightsHolder | null =>
  userId === null ? { roles: ['owner'], held: noHeldRoles } : roles && { roles, held }

/** What an API learns of the key: what a token would say. */
const claimsOfUse = ({ key, resource, scope }: KeyUse) => ({
  sub: key.userId ?? `key:${key.id}`,
  aud: resource.identifier,
  client_id: `key:${key.id}`,
  scope: scope.join(' '),
  ...(key.organizationId === null ? {} : { organization: key.organizationId }),
  ...(key.roles === null ? {} : rolesClaim({ roles: key.roles, held: key.held })),
  acr: keyAcr,
})

/** Noted at most once an hour, so that a busy key is not a busy row. */
async function noteUse(deps: Deps, { key }: KeyUse): Promise<void> {
  const now = deps.now()
  const before = new Date(now.getTime() - hour)
  if (key.usedAt !== null && key.usedAt >= before) return
  await noteApiKeyUse(deps.db, { id: key.id, now, before })
}

/**
 * What RFC 7662 says of a key, to a client whose API it is for. `clientIp` is the address of who showed it, as that API
 * saw it.
 */
export async function introspectKey(
  deps: Deps,
  client: Client,
  text: string,
  clientIp: string | null,
): Promise<{ active: false } | ({ active: true } & Record<string, unknown>)> {
  const use = await findUse(deps, text, clientIp)
  const mayKnow = use && audiencesOf(client, deps.resources).some((own) => isSameResource(own, use.resource.identifier))
  deps.counters.apiKey(mayKnow ? use.resource.identifier : '', mayKnow ? 'accepted' : 'refused')
  if (!mayKnow) return { active: false }
  await noteUse(deps, use)
  const { key } = use
  return {
    active: true,
    token_type: 'api_key',
    iss: deps.config.issuer,
    ...claimsOfUse(use),
    key_name: key.name,
    iat: Math.floor(key.createdAt.getTime() / 1000),
    ...expOf(key),
  }
}

/** A key without an end has none. */
function expOf(key: Pick<UsableApiKey, 'expiresAt'>): { exp?: number } {
  const end = endOf(key)
  return end ? { exp: Math.floor(end.getTime() / 1000) } : {}
}

/** Whether a token request exchanges a key. The type of the subject decides, before any client is looked at. */
export const exchangesKey = (params: Params): boolean =>
  params.get('grant_type') === tokenExchange && params.get('subject_token_type') === apiKeyTokenType

/**
 * A token of five minutes for a key, which is the only credential: for APIs that verify tokens by themselves.
 * @throws OAuthError invalid_grant for a key that may not be used, without saying why
 */
export async function exchangeKey(
  deps: Deps,
  params: Params,
  from: { network: string; address: string; proof?: Proof | null },
): Promise<ExchangedToken> {
  params.refuseRepeated('resource')
  for (const name of ['actor_token', 'actor_token_type', 'audience', 'requested_token_type', 'client_secret'])
    if (params.get(name) !== undefined) throw new OAuthError('invalid_request', `${name} has no meaning for an API key`)
  const use = await findUse(deps, params.required('subject_token'), from.address)
  if (!use) {
    deps.counters.apiKey('', 'refused')
    await enforceLimit(deps, `api-key-failures:${from.network}`, failures)
    throw new OAuthError('invalid_grant', 'the API key is not valid')
  }
  const { key, resource } = use
  if (params.all('resource').some((wanted) => !isSameResource(wanted, resource.identifier)))
    throw new OAuthError('invalid_target', 'the API key is for another resource')
  const asked = params.get('scope') === undefined ? use.scope : spaceSeparated(params.get('scope'))
  const scope = use.scope.filter((name) => asked.includes(name))
  if (scope.length === 0) throw new OAuthError('invalid_scope', 'the API key has none of these scopes')
  const jkt = await bindTokens(deps, { client: null, resource: [resource.identifier] }, from.proof)
  deps.counters.apiKey(resource.identifier, 'accepted')
  await noteUse(deps, use)
  const iat = Math.floor(deps.now().getTime() / 1000)
  const ttl = Math.min(
    exchangedTtl,
    resource.tokenTtl ?? exchangedTtl,
    Math.floor(key.expiresAt.getTime() / 1000) - iat,
  )
  const token = await signJwt(deps.keys.signer('ES256'), 'at+jwt', {
    iss: deps.config.issuer,
    ...claimsOfUse({ ...use, scope }),
    iat,
    exp: iat + ttl,
    jti: newTokenId(newId(deps.now())),
    ...confirmation(jkt),
  })
  return exchangedToken(token, { expiresIn: ttl, scope, jkt })
}
