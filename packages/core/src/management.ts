import type { paths } from './management-api.ts'

export type { components, paths } from './management-api.ts'

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'
/** The paths that have this method. */
type PathsWith<M extends Method> = { [P in keyof paths]: paths[P][M] extends object ? P : never }[keyof paths]
type OperationOf<P extends keyof paths, M extends Method> = paths[P][M]
type Body<O> = O extends { requestBody: { content: { 'application/json': infer B } } } ? B : undefined
type PathOf<O> = O extends { parameters: { path: infer T extends object } } ? T : undefined
type QueryOf<O> = O extends { parameters: { query?: infer T } } ? T : undefined
type Success<R> = R extends { 200: { content: { 'application/json': infer T } } }
  ? T
  : R extends { 201: { content: { 'application/json': infer T } } }
    ? T
    : undefined
type AnswerOf<O> = O extends { responses: infer R } ? Success<R> : undefined

/** What goes with a call. `path` and `body` are demanded where the operation has them. */
export type CallOptions<O> = (PathOf<O> extends object ? { path: PathOf<O> } : { path?: undefined }) &
  (Body<O> extends object ? { body: Body<O> } : { body?: undefined }) & {
    query?: QueryOf<O>
    /** Of a POST: the same key and body get the same answer for a day, however often they are sent. */
    idempotencyKey?: string
    /** Of a PATCH: the ETag that was read, with its quotes. 412 when it was changed since. */
    ifMatch?: string
  }

/** What the API refused (RFC 9457). `code` does not change; `detail` is for the developer who reads it. */
export class ManagementError extends Error {
  override readonly name = 'ManagementError'
  constructor(
    readonly status: number,
    readonly code: string,
    readonly detail: string,
    /** The field of the body that is wrong. */
    readonly field?: string,
  ) {
    super(`${status} ${code}: ${detail}`)
  }
}

export interface ManagementOptions {
  /** The provider's issuer: `https://id.example.com`. */
  issuer: string
  /** A client with `client_credentials` and the API scopes in its `SCOPES`. */
  clientId: string
  clientSecret: string
  /** Scopes to ask for; default all that the client has. */
  scope?: string
  /** Id or slug: the token then reaches this organization alone. */
  organization?: string
  /** For tests. */
  fetch?: typeof fetch
  now?: () => Date
}

export interface Management {
  /**
   * Calls one operation. Paths, parameters, bodies and answers are typed from the server's OpenAPI document.
   *
   * @throws ManagementError what the API refused
   */
  call<M extends Method, P extends PathsWith<M>>(
    method: M,
    path: P,
    options: CallOptions<OperationOf<P, M>>,
  ): Promise<AnswerOf<OperationOf<P, M>>>
}

/** A token is asked for anew this many milliseconds before it dies. */
const margin = 30_000

/**
 * A client of the management API. For servers: it holds the client's secret.
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
  const { issuer, clientId, clientSecret, fetch: request = fetch, now = () => new Date() } = options
  let token: { value: string; expiresAt: number } | null = null
  let asking: Promise<string> | null = null

  async function askForToken(): Promise<string> {
    const body = new URLSearchParams({ grant_type: 'client_credentials' })
    if (options.scope) body.set('scope', options.scope)
    if (options.organization) body.set('organization', options.organization)
    const answer = await request(`${issuer}/token`, {
      method: 'POST',
      body,
      headers: { Authorization: `Basic ${btoa(`${formEncode(clientId)}:${formEncode(clientSecret)}`)}` },
      redirect: 'error',
    })
    const json = (await answer.json()) as Record<string, unknown>
    if (!answer.ok) throw new ManagementError(answer.status, String(json.error), String(json.error_description))
    token = { value: String(json.access_token), expiresAt: now().getTime() + Number(json.expires_in) * 1000 }
    return token.value
  }

  async function currentToken(): Promise<string> {
    if (token && token.expiresAt - now().getTime() > margin) return token.value
    asking ??= askForToken().finally(() => {
      asking = null
    })
    return asking
  }

  return {
    async call(method, path, given) {
      const {
        path: parts,
        query,
        body,
        idempotencyKey,
        ifMatch,
      } = given as CallOptions<never> & {
        path?: Record<string, string>
        query?: Record<string, unknown>
        body?: unknown
      }
      const filled = String(path).replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parts?.[name] ?? ''))
      const url = new URL(`${issuer}/api/v1${filled}`)
      for (const [name, value] of Object.entries(query ?? {}))
        if (value !== undefined) url.searchParams.set(name, String(value))
      const answer = await request(url.href, {
        method: method.toUpperCase(),
        redirect: 'error',
        headers: {
          Authorization: `Bearer ${await currentToken()}`,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...(idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {}),
          ...(ifMatch ? { 'If-Match': ifMatch } : {}),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      const json = text ? (JSON.parse(text) as Record<string, string>) : undefined
      if (answer.status === 401) token = null
      if (!answer.ok)
        throw new ManagementError(answer.status, json?.code ?? 'error', json?.detail ?? answer.statusText, json?.field)
      return json as never
    },
  }
}

/** RFC 6749 section 2.3.1. */
const formEncode = (text: string): string => new URLSearchParams({ a: text }).toString().slice(2)
