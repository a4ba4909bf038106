/** The scopes that every client may have; `claims.ts` has their claims. A client with client_credentials may have others of its own. */
export const standardScopes = [
  'openid',
  'profile',
  'email',
  'phone',
  'address',
  'offline_access',
  'organization',
  'team',
  'organizations',
  'permissions',
] as const
export type StandardScope = (typeof standardScopes)[number]

export const isStandardScope = (text: string): text is StandardScope =>
  (standardScopes as readonly string[]).includes(text)

/**
 * The scopes that a dynamic client may have. What the person does not need to hand over to it is not among
 * them: their phone, their postal address, and which other organizations they belong to.
 */
export const dynamicClientScopes = [
  'openid',
  'profile',
  'email',
  'offline_access',
  'organization',
  'team',
] as const satisfies StandardScope[]

const grammar = /^[\x21\x23-\x5b\x5d-\x7e]+$/

/** RFC 6749 section 3.3: scope-token = 1*( %x21 / %x23-5B / %x5D-7E ). */
export const isScopeName = (text: string): boolean => grammar.test(text)

/** The scopes of the management API (client_credentials). */
export const apiScopes = [
  'users:read',
  'users:write',
  'organizations:read',
  'organizations:write',
  'members:read',
  'members:write',
  'invitations:write',
  'sessions:write',
  'themes:read',
  'themes:write',
  'audit:read',
  'clients:read',
  'clients:write',
  'fields:read',
  'fields:write',
  'mail:read',
  'mail:write',
  'webhooks:read',
  'webhooks:write',
  'signing_keys:read',
  'signing_keys:write',
  'terms:read',
  'api_keys:read',
  'api_keys:write',
  'connections:read',
  'connections:write',
  'roles:read',
  'roles:write',
] as const
export type ApiScope = (typeof apiScopes)[number]

export const isApiScope = (text: string): text is ApiScope => (apiScopes as readonly string[]).includes(text)

/** The scope of a client that asks what people may do (AuthZEN). */
export const evaluationScope = 'access:evaluate'

/** The scopes of this server's own APIs: no other API has them, and no dynamic client. */
export const isServerScope = (text: string): boolean => isApiScope(text) || text === evaluationScope
