import { dpopFault } from '../../../config/client-checks.ts'
import { MetadataReader } from '../../../config/client-metadata.ts'
import { minAcrFault, readResource } from '../../../config/resources.ts'
import type { Config } from '../../../config/settings.ts'
import { type Resource, reservedFault } from '../../../oidc/resources.ts'
import type { ScopeTextsJson } from '../../../oidc/scope-texts.ts'

/** The members of a resource in the management API and the database, each with the setting of the environment. */
const members = {
  resource: '',
  name: '_NAME',
  scopes: '_SCOPES',
  default_scopes: '_DEFAULT_SCOPES',
  scope_texts: '_SCOPE_TEXTS',
  dynamic_clients: '_DYNAMIC_CLIENTS',
  organization: '_ORGANIZATION',
  token_ttl: '_TOKEN_TTL',
  min_acr: '_MIN_ACR',
  dpop: '_DPOP',
  dpop_nonce: '_DPOP_NONCE',
  api_keys: '_API_KEYS',
  claims: '_CLAIMS',
  permissions: '_PERMISSIONS',
} as const

export type ResourceMember = keyof typeof members
export const resourceMembers = Object.keys(members) as ResourceMember[]

/** Some of these members; one that is absent has the default of its setting. */
export type ResourceMetadata = Partial<
  Record<ResourceMember, string | number | boolean | readonly string[] | ScopeTextsJson>
>

/** What is wrong with a member, in the words in which a start would refuse the setting. */
export interface ResourceFault {
  member: ResourceMember
  fault: string
}

const variable = (member: ResourceMember): string => `OIDC_RESOURCE_0${members[member]}`

function readerOf(issuer: string, metadata: ResourceMetadata): MetadataReader {
  const texts = new Map<string, string>()
  const lists = new Map<string, readonly string[]>()
  for (const member of resourceMembers) {
    const value = metadata[member]
    if (value === undefined) continue
    const name = variable(member)
    if (Array.isArray(value)) lists.set(name, value)
    texts.set(
      name,
      Array.isArray(value) ? value.join(',') : typeof value === 'object' ? JSON.stringify(value) : String(value),
    )
  }
  return new MetadataReader(issuer, texts, lists)
}

/** Reads a resource that is not of the environment, by the rules of the environment. */
export function readResourceMetadata(
  { issuer, dpop }: Pick<Config, 'issuer' | 'dpop'>,
  metadata: ResourceMetadata,
): { resource: Resource; faults: ResourceFault[] } {
  const reader = readerOf(issuer, metadata)
  const resource: Resource = { ...readResource(reader, '0'), variable: null }
  const faults = reader.problems.map(({ variable: name, fault }) => ({
    member: resourceMembers.find((member) => variable(member) === name) ?? ('resource' as const),
    fault,
  }))
  const reserved = reservedFault(resource, issuer)
  if (reserved) faults.push({ member: 'resource', fault: reserved })
  const boundFault = dpopFault(resource, { dpop })
  if (boundFault) faults.push({ member: 'dpop', fault: boundFault })
  const acrFault = minAcrFault(resource, issuer)
  if (acrFault) faults.push({ member: 'min_acr', fault: acrFault })
  return { resource, faults }
}
