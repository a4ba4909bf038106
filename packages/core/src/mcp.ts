// `@vestibule/core/mcp`: the resource server's half of OAuth, for MCP servers and for any other API that programs connect to.

export { type ProtectedResource, protectedResource } from './mcp/protected-resource.ts'
export type { ProtectedResourceOptions } from './mcp/resource-options.ts'
export type { BearerChallenge } from './model/bearer-challenge.ts'
export { AuthError, type AuthErrorCode } from './model/errors.ts'
export type { AuthRequest } from './model/responses.ts'
export type { AccessClaims, Actor, BearerRequirement } from './provider/token-verification.ts'
