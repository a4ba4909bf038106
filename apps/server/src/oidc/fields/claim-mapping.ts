import { claimsSupported } from '../claims.ts'
import { isFieldKey } from './declaration.ts'
import { type FieldClaim, type FieldId, fieldOwners } from './field.ts'

/** Names that mean something already: to this server, to a library or to an RFC. */
const reserved: ReadonlySet<string> = new Set([
  ...claimsSupported,
  // RFC 7519, OIDC Core 2 and 5.1, RFC 9068, RFC 7662, RFC 7800, RFC 8693, RFC 8417.
  ...['iss', 'sub', 'aud', 'exp', 'nbf', 'iat', 'jti', 'azp', 'nonce', 'at_hash', 'c_hash', 's_hash', 'sub_jwk'],
  ...['roles', 'groups', 'entitlements', 'scope', 'client_id', 'username', 'active', 'token_type', 'typ', 'alg', 'kid'],
  ...['cnf', 'act', 'may_act', 'events', 'toe', 'txn', 'sub_id', 'authorization_details'],
  // What libraries and other servers put rights and identities into: whoever checks tokens may take them for those.
  ...['scp', 'role', 'authorities', 'upn', 'realm_access', 'resource_access', 'verified_claims'],
  ...['tenant', 'tid', 'session_expiry', 'permissions', 'acr', 'amr', 'sid', 'auth_time', 'key_name'],
])

/** Why a claim can't be called this; null for a name that is free. */
export function claimNameFault(name: string): string | null {
  if (!/^[A-Za-z][A-Za-z0-9_./:-]{0,127}$/.test(name)) return 'is not a name of letters, digits and _ - . : /'
  const lower = name.toLowerCase()
  if (reserved.has(lower) || name in Object.prototype || /^(organization|team|_claim)/.test(lower))
    return 'means something else'
  return null
}

/** `organization.plan`, whether it is declared or not. */
export function isFieldId(text: string): text is FieldId {
  const [of, key = '', ...rest] = text.split('.')
  return rest.length === 0 && fieldOwners.some((owner) => owner === of) && isFieldKey(key)
}

/** Reads `plan:organization.plan`. @returns the claim, or what is wrong with it */
export function parseFieldClaim(text: string, issuer: string | null): FieldClaim | string {
  const at = text.lastIndexOf(':')
  const name = text.slice(0, Math.max(0, at)).trim()
  const field = text.slice(at + 1).trim()
  if (at < 1 || !isFieldId(field)) return 'is not a claim and a field, such as plan:organization.plan'
  const fault = claimNameFault(name)
  if (fault) return fault
  return issuer !== null && name.toLowerCase().startsWith(issuer.toLowerCase())
    ? 'means something else'
    : { name, field }
}

export const fieldClaimText = ({ name, field }: FieldClaim): string => `${name}:${field}`
