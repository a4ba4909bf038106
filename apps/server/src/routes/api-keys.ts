import { type ApiKeyRecord, type ApiKeyRequest, keyedResources } from '../flows/api-keys/api-keys.ts'
import { endOf } from '../flows/api-keys/key-policy.ts'
import type { Deps } from '../flows/platform/deps.ts'
import { OperationRefused } from '../flows/platform/operation-refused.ts'
import { formField } from '../http/forms.ts'
import { hostOf } from '../oidc/consent.ts'
import type { Params } from '../oidc/params.ts'
import type { Resource } from '../oidc/resources.ts'
import type { KeyedApi, KeyValues, ShownApiKey } from '../pages/api-keys.tsx'

// What the pages of a person's API keys and those of an organization's have in common.

/** The form of a new key, as it is at first. */
export const newKeyValues: KeyValues = { name: '', days: '90', networks: '', chosen: [], organization: '' }

/** The same as it was sent. */
export const keyValuesOf = (params: Params): KeyValues => ({
  name: formField(params, 'name').slice(0, 4000),
  days: formField(params, 'days').trim().slice(0, 10),
  networks: formField(params, 'networks').slice(0, 4000),
  chosen: params.all('scope').slice(0, 100),
  organization: formField(params, 'organization'),
})

/** A key is for one API: the boxes of several are refused. */
export function keyRequestOf({ name, days, networks, chosen }: KeyValues): ApiKeyRequest {
  const pairs = chosen.map((value) => value.split(' '))
  const [resource = '', ...others] = [...new Set(pairs.map(([identifier = '']) => identifier))]
  if (others.length > 0 || pairs.some((pair) => pair.length !== 2))
    throw new OperationRefused('invalid', 'scope', 'choose-one')
  return {
    name,
    resource,
    scopes: pairs.map(([, scope = '']) => scope),
    days: readDays(days),
    networks,
  }
}

/** Days as a form has them: nothing for no end. What is no number is refused later. */
export const readDays = (typed: string): number | null =>
  typed === '' ? null : /^\d{1,3}$/.test(typed) ? Number(typed) : 0

/** The APIs that a key can be for, with those scopes that can be given. */
export const keyedApis = (
  deps: Deps,
  isFor: (resource: Resource) => boolean,
  isOffered: (resource: Resource, scope: string) => boolean,
): KeyedApi[] =>
  keyedResources(deps)
    .filter(isFor)
    .map((resource) => ({
      identifier: resource.identifier,
      name: resource.name,
      host: hostOf(resource.identifier),
      scopes: resource.scopes.filter((scope) => isOffered(resource, scope)),
      texts: resource.scopeTexts,
    }))
    .filter(({ scopes }) => scopes.length > 0)

/** A key as a list shows it, and what may be done with it. */
export function shownKey(
  deps: Deps,
  key: ApiKeyRecord,
  given: Pick<ShownApiKey, 'owner' | 'mayRotate' | 'mayRevoke'>,
): ShownApiKey {
  const now = deps.now()
  const resource = deps.resources.find(key.resource)
  return {
    ...given,
    id: key.id,
    start: `${deps.config.apiKeyPrefix}_${key.id}`,
    name: key.name,
    api: resource?.name ?? key.resource,
    scopes: key.scope.split(' ').filter(Boolean),
    texts: resource?.scopeTexts ?? new Map(),
    state: key.revokedAt ? 'revoked' : key.expiresAt > now ? 'active' : 'expired',
    expiresAt: endOf(key),
    usedAt: key.usedAt,
    oldUntil: key.oldUntil && key.oldUntil > now ? key.oldUntil : null,
  }
}
