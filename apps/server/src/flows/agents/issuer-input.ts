import type { ConsentedResource } from '../../oidc/consent.ts'
import type { IssuerTrust } from '../../oidc/federation/identity-assertion.ts'
import { issuerFault } from '../../oidc/federation/providers.ts'
import { sharedDemand } from '../../oidc/federation/shared-issuers.ts'
import type { Resource } from '../../oidc/resources.ts'
import { isServerScope } from '../../oidc/scopes.ts'
import type { Deps } from '../platform/deps.ts'
import { hour } from '../platform/durations.ts'
import { fetchIssuerKeys, IssuerKeysUnavailable } from '../platform/keys/issuer-keys.ts'
import { enforceLimit } from '../platform/limits.ts'
import { OperationRefused, type Problem } from '../platform/operation-refused.ts'
import { mayBeHttp } from '../platform/providers/provider-metadata.ts'

/** An issuer as an owner describes it. */
export interface IssuerInput {
  name: string
  issuer: string
  tenant: string
  jwksUri: string
}

/** What an owner lets it give. */
export interface AccessInput {
  /** `<resource> <scope>` each. */
  scopes: readonly string[]
  /** Ids of clients, with white space between them. */
  clients: string
  teams: readonly string[]
  trustMfa: boolean
}

interface ParsedIssuer {
  issuer: string
  tenant: string
  jwksUri: string | null
}

const invalid = (field: string, problem: Problem, hint: string | null = null) =>
  new OperationRefused('invalid', field, problem, hint)

/**
 * Checks an issuer without asking anybody. One that serves many companies speaks for any of its customers: an assertion of it has
 * to name the tenant, unless the operator vouches for it.
 * @throws OperationRefused
 */
export function parseIssuer({ config }: Pick<Deps, 'config'>, given: Omit<IssuerInput, 'name'>): ParsedIssuer {
  const [issuer, tenant, jwksUri] = [given.issuer.trim(), given.tenant.trim(), given.jwksUri.trim() || null]
  if (issuer === '') throw invalid('issuer', 'required')
  const isHttp = mayBeHttp(config)
  const demand = sharedDemand(config.sharedIssuers, issuer)
  const fault = issuerFault('generic', issuer, isHttp)
  // What signs in everybody may still be trusted in the name of one tenant.
  if (fault && !(fault === 'other-provider' && demand)) throw invalid('issuer', fault)
  if (issuer === config.issuer) throw invalid('issuer', 'other-provider')
  if (tenant.length > 255) throw invalid('tenant', 'too-long')
  if (demand === 'tenant' && tenant === '') throw invalid('tenant', 'tenant-required')
  if (jwksUri !== null && !isKeyUrl(jwksUri, isHttp)) throw invalid('jwks_uri', 'not-https')
  return { issuer, tenant, jwksUri }
}

const isKeyUrl = (text: string, isHttp: (url: URL) => boolean): boolean => {
  if (text.length > 500 || !URL.canParse(text)) return false
  const url = new URL(text)
  return (url.protocol === 'https:' || (url.protocol === 'http:' && isHttp(url))) && !url.username && !url.password
}

/** Whether issuers may be trusted with an API: one that knows no organization would take a token for everything of the person. */
export const mayBeTrusted = ({ organization, scopes }: Resource): boolean =>
  organization !== 'none' && scopes.length > 0

/** @throws OperationRefused */
export function parseAccess(
  { resources }: Pick<Deps, 'resources'>,
  { scopes, clients, teams, trustMfa }: AccessInput,
): Omit<IssuerTrust, 'jwksUri'> {
  const chosen = new Set(scopes)
  const allowed: ConsentedResource[] = [...resources.all()]
    .filter(mayBeTrusted)
    .map(({ identifier, scopes: own }) => ({
      identifier,
      scope: own.filter((name) => chosen.has(`${identifier} ${name}`) && !isServerScope(name)),
    }))
    .filter(({ scope }) => scope.length > 0)
  if (allowed.length === 0) throw invalid('scope', 'required')
  const ids = [...new Set(clients.split(/\s+/).filter(Boolean))]
  if (ids.length > 50 || ids.some((id) => !/^[\x21-\x7e]{1,512}$/.test(id))) throw invalid('clients', 'invalid-value')
  const chosenTeams = [...new Set(teams)].filter(Boolean)
  if (chosenTeams.length > 50) throw invalid('team', 'invalid-value')
  return { resources: allowed, clients: ids, teams: chosenTeams, trustMfa }
}

/** A key of an issuer, as a page shows it. */
export interface IssuerKey {
  kid: string
  alg: string
}

/** How often an organization may have issuers asked, which it names itself. */
const perOrganization = [{ count: 60, window: hour }]

/** The keys that an issuer has now, so that a mistake is seen where it was made. @throws OperationRefused */
export async function askForKeys(
  deps: Deps,
  organizationId: string,
  { issuer, jwksUri }: Pick<ParsedIssuer, 'issuer' | 'jwksUri'>,
): Promise<IssuerKey[]> {
  await enforceLimit(deps, `issuer-keys:${organizationId}`, perOrganization)
  try {
    const source = { issuer, jwksUri, jwks: null, subject: '', preset: null, guarded: true }
    const { keys } = await fetchIssuerKeys(deps.outbound, source)
    return keys.slice(0, 20).map(({ kid, alg, kty }) => ({ kid: text(kid), alg: text(alg ?? kty) }))
  } catch (error) {
    if (!(error instanceof IssuerKeysUnavailable)) throw error
    throw invalid('issuer', 'provider-metadata', new URL(issuer).host)
  }
}

/** What another server wrote there, as far as a page shows it. */
const text = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 100) : '')
