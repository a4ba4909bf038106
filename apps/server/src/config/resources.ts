import { type Acr, acrValuesSupported } from '../oidc/acr.ts'
import { demands } from '../oidc/dpop.ts'
import {
  comparableResource,
  maxIdentifier,
  type Resource,
  reservedFault,
  resourceClients,
  resourceOrganizations,
  rfc9068Keyword,
} from '../oidc/resources.ts'
import { isScopeName, isServerScope, isStandardScope } from '../oidc/scopes.ts'
import { dpopFault, mayHavePasskeys } from './client-checks.ts'
import { readFieldClaims } from './declarations/fields.ts'
import { type Environment, type EnvironmentReader, nearest } from './environment.ts'
import { readScopeTexts } from './scope-texts.ts'
import type { Config } from './settings.ts'

const exampleResource = 'https://api.example.com'

/** The settings of a resource, each with a value that works. */
const settings: ReadonlyMap<string, string> = new Map([
  ['NAME', 'Orders'],
  ['SCOPES', 'orders:read,orders:write'],
  ['DEFAULT_SCOPES', 'orders:read'],
  ['SCOPE_TEXTS', '{"orders:read":{"en":{"name":"See orders"}}}'],
  ['SCOPE_TEXTS_FILE', './scope-texts.json'],
  ['DYNAMIC_CLIENTS', 'listed'],
  ['ORGANIZATION', 'required'],
  ['TOKEN_TTL', '600'],
  ['MIN_ACR', 'phr'],
  ['DPOP', 'required'],
  ['DPOP_NONCE', 'required'],
  ['API_KEYS', 'on'],
  ['CLAIMS', 'plan:organization.plan'],
  ['PERMISSIONS', 'on'],
])

/** The names of the settings of a resource. */
const resourceSettings: readonly string[] = [...settings.keys()]

/** Reads every resource of the environment. Indices are any non-negative integers; gaps are allowed. */
export function readResources(
  reader: EnvironmentReader,
  env: Environment,
  server: Pick<Config, 'issuer' | 'dpop'>,
): Resource[] {
  const resources = new Map<string, Resource>()
  for (const index of resourceIndices(reader, env)) {
    const resource = readResource(reader, index)
    const variable = `OIDC_RESOURCE_${index}`
    const comparable = comparableResource(resource.identifier)
    if (comparable === null) continue
    const fault = resources.has(comparable)
      ? 'repeats the identifier of another resource'
      : reservedFault(resource, server.issuer)
    if (fault) reader.fault(variable, fault, `${exampleResource}/${index}`)
    const acrFault = minAcrFault(resource, server.issuer)
    const boundFault = dpopFault(resource, server)
    if (boundFault) reader.fault(`${variable}_DPOP`, boundFault, 'optional')
    if (acrFault) reader.fault(`${variable}_MIN_ACR`, acrFault, 'urn:vestibule:acr:mail')
    resources.set(comparable, resource)
  }
  return [...resources.values()]
}

/** Reads the resource of an index: `OIDC_RESOURCE_<n>` and its settings. */
export function readResource(reader: EnvironmentReader, index: string): Resource {
  const variable = `OIDC_RESOURCE_${index}`
  const at = (setting: string) => `${variable}_${setting}`
  const identifier = reader.text(variable) ?? ''
  const fault = identifierFault(identifier)
  if (fault) reader.fault(variable, fault, exampleResource)
  const scopes = readScopes(reader, at('SCOPES'))
  return {
    identifier,
    variable,
    name: reader.text(at('NAME')) ?? identifier,
    scopes,
    scopeTexts: readScopeTexts(reader, at('SCOPE_TEXTS'), scopes),
    defaultScopes: readDefaultScopes(reader, at('DEFAULT_SCOPES'), scopes),
    dynamicClients: reader.choice(at('DYNAMIC_CLIENTS'), resourceClients, 'none'),
    organization: reader.choice(at('ORGANIZATION'), resourceOrganizations, 'required'),
    tokenTtl:
      reader.text(at('TOKEN_TTL')) === null
        ? null
        : reader.number(at('TOKEN_TTL'), 600, { min: 30, max: 3600, unit: 'seconds' }),
    minAcr: readMinAcr(reader, at('MIN_ACR')),
    dpop: reader.choice(at('DPOP'), demands, 'optional'),
    dpopNonce: reader.choice(at('DPOP_NONCE'), demands, 'optional'),
    apiKeys: readApiKeys(reader, at),
    claims: readFieldClaims(reader, at('CLAIMS'), [rfc9068Keyword]),
    rfc9068: reader.list(at('CLAIMS'))?.includes(rfc9068Keyword) ?? false,
    permissions: readPermissions(reader, at),
  }
}

function identifierFault(identifier: string): string | null {
  if (identifier.length > maxIdentifier) return `is longer than ${maxIdentifier} characters`
  if (identifier.includes('#')) return 'has a fragment, which an identifier of a resource must not have'
  if (/^https?:\/\/[^/?]*@/i.test(identifier)) return 'must not hold a user name or password'
  return comparableResource(identifier) === null ? 'is not an absolute URI of printable ASCII characters' : null
}

function readScopes(reader: EnvironmentReader, name: string): string[] {
  const scopes = reader.list(name) ?? []
  for (const scope of scopes) {
    const fault = !isScopeName(scope)
      ? 'has a character that RFC 6749 does not allow'
      : isStandardScope(scope) || isServerScope(scope)
        ? 'is a scope of this server and means something else'
        : null
    if (fault) reader.fault(name, `contains "${scope}", which ${fault}`, 'orders:read,orders:write')
  }
  return [...new Set(scopes)]
}

function readDefaultScopes(reader: EnvironmentReader, name: string, scopes: readonly string[]): string[] {
  if (scopes.length > 0) return [...new Set(reader.choices(name, scopes, []))]
  if (reader.list(name) !== null) reader.fault(name, 'is set, but SCOPES names no scope', 'orders:read')
  return []
}

/** A key is nobody's sign-in, so it can't be as strong as one. */
function readApiKeys(reader: EnvironmentReader, at: (setting: string) => string): boolean {
  const on = reader.flag(at('API_KEYS'), false)
  if (on && reader.text(at('MIN_ACR')) !== null)
    reader.fault(at('API_KEYS'), 'is on together with MIN_ACR, which no key can meet', 'off')
  if (on && reader.list(at('SCOPES')) === null)
    reader.fault(at('API_KEYS'), 'is on, but SCOPES names no scope that a key could have', 'off')
  return on
}

/** What somebody holds, they hold in an organization. */
function readPermissions(reader: EnvironmentReader, at: (setting: string) => string): boolean {
  const on = reader.flag(at('PERMISSIONS'), false)
  if (on && (reader.text(at('ORGANIZATION')) ?? 'required') !== 'required')
    reader.fault(at('PERMISSIONS'), 'is on, which needs ORGANIZATION=required', 'off')
  if (on && reader.list(at('SCOPES')) === null)
    reader.fault(at('PERMISSIONS'), 'is on, but SCOPES names no scope that somebody could hold', 'off')
  return on
}

function readMinAcr(reader: EnvironmentReader, name: string): Acr | null {
  return reader.text(name) === null ? null : reader.choice(name, acrValuesSupported, 'phr')
}

export const minAcrFault = ({ minAcr }: Resource, issuer: string): string | null =>
  minAcr && minAcr !== 'urn:vestibule:acr:mail' && !mayHavePasskeys(issuer)
    ? 'demands a passkey, which ISSUER cannot have, being an IP address'
    : null

/** The indices of the resources that the environment names. Reports variables that belong to none, or to no setting. */
function resourceIndices(reader: EnvironmentReader, env: Environment): string[] {
  const indices = new Set<string>()
  for (const name of Object.keys(env)) {
    if (!name.startsWith('OIDC_RESOURCE') || !env[name]?.trim()) continue
    const index = /^OIDC_RESOURCE_(\d+)$/.exec(name)?.[1]
    if (index) indices.add(index)
    else checkSetting(reader, env, name)
  }
  return [...indices].sort((a, b) => Number(a) - Number(b))
}

function checkSetting(reader: EnvironmentReader, env: Environment, name: string): void {
  const [, index, setting] = /^OIDC_RESOURCE_(\d+)_(.+)$/.exec(name) ?? []
  if (!index || !setting) {
    reader.fault(
      name,
      'is not a resource variable; names are OIDC_RESOURCE_<n> and OIDC_RESOURCE_<n>_<SETTING>',
      exampleResource,
      'OIDC_RESOURCE_0',
    )
  } else if (!settings.has(setting)) {
    const meant = nearest(setting, resourceSettings)
    reader.fault(
      name,
      `is not a known setting of a resource${meant ? `; did you mean "${meant}"?` : ' (docs/configuration.md lists them)'}`,
      settings.get(meant ?? 'NAME') as string,
      `OIDC_RESOURCE_${index}_${meant ?? 'NAME'}`,
    )
  } else if (!env[`OIDC_RESOURCE_${index}`]?.trim()) {
    reader.fault(`OIDC_RESOURCE_${index}`, `is missing, but ${name} is set`, exampleResource)
  }
}
