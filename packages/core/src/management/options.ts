import type { DPoP } from '../model/dpop.ts'

/**
 * Options of `createManagement`.
 *
 * @example
 * ```ts
 * import type { ManagementOptions } from '@vestibule/core/management'
 *
 * const options: ManagementOptions = {
 *   issuer: 'https://id.example.com',
 *   clientId: 'backoffice',
 *   clientSecret: 'the secret of the client',
 *   organization: 'acme',
 * }
 * ```
 */
export interface ManagementOptions {
  /** Issuer of the provider: `https://id.example.com`. */
  issuer: string
  /** A client with the grant type `client_credentials` and API scopes in its `SCOPES`. */
  clientId: string
  clientSecret: string
  /** Scopes to request. Default: all scopes of the client. */
  scope?: string
  /** Id or slug of an organization, to restrict the token to it. */
  organization?: string
  /** The key that the access token is bound to (RFC 9449), made by `createDPoP` of `@vestibule/core/dpop`. */
  dpop?: DPoP
  /** For tests. */
  fetch?: typeof fetch
  now?: () => Date
}

/**
 * An error response of the API (RFC 9457). `code` is stable; `detail` is for the developer.
 *
 * @example
 * ```ts
 * import { ManagementError } from '@vestibule/core/management'
 *
 * const isConflict = (error: unknown) => error instanceof ManagementError && error.status === 409
 * ```
 */
export class ManagementError extends Error {
  override readonly name = 'ManagementError'
  constructor(
    readonly status: number,
    readonly code: string,
    readonly detail: string,
    /** The invalid field of the request body. */
    readonly field?: string,
  ) {
    super(`${status} ${code}: ${detail}`)
  }
}
