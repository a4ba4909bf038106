import {
  type AuthMethod,
  authMethods,
  type ConnectionSettings,
  type Provider,
  providers,
} from '../../oidc/federation/connection.ts'
import { issuerFault, providerFacts } from '../../oidc/federation/providers.ts'
import type { PrismaStore } from '../../store/connections/database.ts'
import { findRolesByName } from '../../store/prisma/organizations/roles.ts'
import type { Deps } from '../platform/deps.ts'
import { cleanName } from '../platform/names.ts'
import { OperationRefused, type Problem } from '../platform/operation-refused.ts'
import { mayBeHttp, ProviderMetadataRefused, readProviderMetadata } from './../platform/providers/provider-metadata.ts'
import { isClientId } from './upstream/client-authentication.ts'

/** What says whom a connection trusts. */
export interface TrustInput {
  issuer: string
  clientId: string
  authMethod: string
  /** Empty or left out: the secret that is stored stays. */
  secret?: string | undefined
}

/** A connection as somebody describes it. */
export interface ConnectionInput extends TrustInput {
  provider: string
  name: string
}

/** The same, after every check that needs nobody else. */
export interface CheckedTrust {
  issuer: string
  clientId: string
  authMethod: AuthMethod
  /** Null: none was given. */
  secret: string | null
}

const invalid = (field: string, problem: Problem, hint: string | null = null) =>
  new OperationRefused('invalid', field, problem, hint)

/** The name that owners know a connection by. */
export function parseConnectionName(typed: string): string {
  const cleaned = cleanName(typed, 60)
  if (!cleaned.ok) throw invalid('name', cleaned.problem)
  if (cleaned.name === '') throw invalid('name', 'required')
  return cleaned.name
}

export function parseProvider(text: string): Provider {
  const provider = providers.find((known) => known === text)
  if (!provider) throw invalid('provider', 'choose-one')
  return provider
}

const tenantId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** For Microsoft, the id of the tenant is enough. */
const issuerOf = (provider: Provider, typed: string): string => {
  const text = typed.trim()
  return provider === 'entra' && tenantId.test(text)
    ? `https://login.microsoftonline.com/${text.toLowerCase()}/v2.0`
    : text
}

/** Whether it is one is said by its metadata (`askProvider`). @throws OperationRefused */
export function parseIssuer({ config }: Pick<Deps, 'config'>, provider: Provider, typed: string): string {
  const issuer = issuerOf(provider, typed)
  if (issuer === '') throw invalid('issuer', 'required')
  const fault = issuerFault(provider, issuer, mayBeHttp(config))
  if (fault) throw invalid('issuer', fault)
  if (issuer === config.issuer) throw invalid('issuer', 'other-provider')
  return issuer
}

/**
 * Checks what says whom a connection trusts, without asking anybody. A secret is never written back to whoever typed it.
 * @throws OperationRefused
 */
export function parseTrust(deps: Pick<Deps, 'config'>, provider: Provider, given: TrustInput): CheckedTrust {
  const issuer = parseIssuer(deps, provider, given.issuer)
  const clientId = given.clientId.trim()
  if (clientId === '') throw invalid('client_id', 'required')
  if (!isClientId(deps, clientId)) throw invalid('client_id', 'invalid-value')
  const offered = providerFacts(provider).authMethods
  const authMethod = authMethods.find((method) => method === given.authMethod)
  if (!authMethod || !offered.includes(authMethod)) throw invalid('auth_method', 'choose-one')
  const secret = given.secret?.trim() || null
  if (secret !== null && !/^[\x21-\x7e]{1,500}$/.test(secret)) throw invalid('secret', 'invalid-value')
  return { issuer, clientId, authMethod, secret: authMethod === 'private_key_jwt' ? null : secret }
}

/**
 * Asks the provider for its metadata, which has to repeat the issuer (OpenID Connect Discovery 1.0 section 4.3), and has to
 * accept how we authenticate. The answer of its host is never shown: only what was wrong with it.
 * @throws OperationRefused
 */
export async function askProvider(
  deps: Pick<Deps, 'config' | 'outbound'>,
  { issuer, authMethod }: Pick<CheckedTrust, 'issuer' | 'authMethod'>,
): Promise<void> {
  try {
    const { token_endpoint_auth_methods_supported: methods } = await readProviderMetadata(deps, issuer)
    if (Array.isArray(methods) && !methods.includes(authMethod)) throw invalid('auth_method', 'auth-method-refused')
  } catch (error) {
    if (!(error instanceof ProviderMetadataRefused)) throw error
    throw invalid('issuer', metadataProblems[error.reason], error.received)
  }
}

const metadataProblems = {
  unreachable: 'provider-unreachable',
  metadata: 'provider-metadata',
  'metadata-issuer': 'provider-issuer',
} as const satisfies Record<ProviderMetadataRefused['reason'], Problem>

/** What is chosen of a connection beside whom it trusts. */
export type SettingsInput = Partial<
  Omit<ConnectionSettings, 'extraScopes'> & { extraScopes: string | readonly string[] }
>

/** A claim or a scope, as it is written in requests (RFC 6749 section 3.3). */
const isToken = (text: string): boolean => /^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/.test(text)

/** @throws OperationRefused */
export async function parseSettings(
  store: PrismaStore,
  organizationId: string,
  before: ConnectionSettings,
  { extraScopes, ...given }: SettingsInput,
): Promise<ConnectionSettings> {
  const settings = { ...before, ...given }
  const listed = typeof extraScopes === 'string' ? extraScopes.split(/[\s,]+/).filter(Boolean) : extraScopes
  const scopes = listed === undefined ? before.extraScopes : [...new Set(listed)]
  if (scopes.length > 10 || !scopes.every(isToken)) throw invalid('extra_scopes', 'invalid-value')
  const groupsClaim = settings.groupsClaim?.trim() || null
  if (groupsClaim !== null && !isToken(groupsClaim)) throw invalid('groups_claim', 'invalid-value')
  await requireRole(store, organizationId, settings.defaultRole, 'default_role')
  // Whoever signs in for the first time is never an owner.
  if (settings.defaultRole === 'owner') throw invalid('default_role', 'choose-one')
  return { ...settings, groupsClaim, extraScopes: scopes }
}

/** A role that this organization can give: owner, admin or member, or the id of another. @throws OperationRefused */
export async function requireRole(
  store: PrismaStore,
  organizationId: string,
  role: string,
  field: string,
): Promise<void> {
  if (['owner', 'admin', 'member'].includes(role)) return
  const found = await findRolesByName(store, organizationId, [role])
  if (!found.some(({ id }) => id === role)) throw invalid(field, 'unknown-role')
}
