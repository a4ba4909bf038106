import { ClientCredentialsToken } from './management/access-token.ts'
import type { CallOptions, Method, OperationOf, PathsWith, ResponseOf } from './management/operations.ts'
import { ManagementError, type ManagementOptions } from './management/options.ts'

export type { components, paths } from './generated/management-api.ts'
export type { CallOptions } from './management/operations.ts'
export { ManagementError, type ManagementOptions } from './management/options.ts'

/**
 * A client of the management API.
 *
 * @example
 * ```ts
 * import type { Management } from '@vestibule/core/management'
 *
 * const disable = (management: Management, user: string) =>
 *   management.call('patch', '/users/{user}', { path: { user }, body: { disabled: true } })
 * ```
 */
export interface Management {
  /**
   * Calls an operation. Paths, parameters, bodies and responses are typed from the OpenAPI document of the server.
   *
   * @throws ManagementError the error response of the API
   */
  call<M extends Method, P extends PathsWith<M>>(
    method: M,
    path: P,
    options: CallOptions<OperationOf<P, M>>,
  ): Promise<ResponseOf<OperationOf<P, M>>>
}

/**
 * Creates a client of the management API. For servers only: it holds the secret of the client.
 *
 * @example
 * ```ts
 * import { createManagement } from '@vestibule/core/management'
 *
 * const management = createManagement({
 *   issuer: 'https://id.example.com',
 *   clientId: 'backoffice',
 *   clientSecret: 'the secret of the client',
 * })
 * const { data } = await management.call('get', '/organizations/{organization}/members', { path: { organization: 'acme' } })
 * ```
 */
export function createManagement(options: ManagementOptions): Management {
  const { issuer, dpop, fetch: network = fetch } = options
  // Sends what is bound to the key with a proof.
  const request = dpop ? dpop.wrapFetch(network) : network
  const token = new ClientCredentialsToken({ ...options, fetch: request })
  return {
    async call(method, path, callOptions) {
      const parameters: Parameters = callOptions
      const response = await request(urlOf(issuer, String(path), parameters), {
        method: method.toUpperCase(),
        redirect: 'error',
        headers: headersOf(`${dpop ? 'DPoP' : 'Bearer'} ${await token.current()}`, parameters),
        ...(parameters.body === undefined ? {} : { body: JSON.stringify(parameters.body) }),
      })
      if (response.status === 401) token.discard()
      return (await bodyOf(response)) as never
    },
  }
}

/** `CallOptions` without the types of an operation. */
interface Parameters {
  path?: object
  query?: object
  body?: unknown
  idempotencyKey?: string
  ifMatch?: string
}

function urlOf(issuer: string, template: string, { path = {}, query = {} }: Parameters): string {
  const parts = new Map(Object.entries(path))
  const filled = template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(parts.get(name) ?? '')),
  )
  const url = new URL(`${issuer}/api/v1${filled}`)
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value))
  return url.href
}

const headersOf = (authorization: string, { body, idempotencyKey, ifMatch }: Parameters): Record<string, string> => ({
  Authorization: authorization,
  ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
  ...(idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {}),
  ...(ifMatch ? { 'If-Match': ifMatch } : {}),
})

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text()
  const json = text ? JSON.parse(text) : undefined
  if (response.ok) return json
  const { code = 'error', detail = response.statusText, field } = (json ?? {}) as Record<string, string | undefined>
  throw new ManagementError(response.status, code, detail, field)
}
