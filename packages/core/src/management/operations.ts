import type { paths } from '../generated/management-api.ts'

// Types of the calls, derived from the OpenAPI document of the server.

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'
/** The paths that have this method. */
export type PathsWith<M extends Method> = { [P in keyof paths]: paths[P][M] extends object ? P : never }[keyof paths]
export type OperationOf<P extends keyof paths, M extends Method> = paths[P][M]
type Body<O> = O extends { requestBody: { content: { 'application/json': infer B } } } ? B : undefined
type PathOf<O> = O extends { parameters: { path: infer T extends object } } ? T : undefined
type QueryOf<O> = O extends { parameters: { query?: infer T } } ? T : undefined
type Success<R> = R extends { 200: { content: { 'application/json': infer T } } }
  ? T
  : R extends { 201: { content: { 'application/json': infer T } } }
    ? T
    : undefined
export type ResponseOf<O> = O extends { responses: infer R } ? Success<R> : undefined

/**
 * Parameters of a call. `path` and `body` are required for operations that have them.
 *
 * @example
 * ```ts
 * import type { CallOptions, paths } from '@vestibule/core/management'
 *
 * const options: CallOptions<paths['/users/{user}']['get']> = { path: { user: 'ada' } }
 * ```
 */
export type CallOptions<O> = (PathOf<O> extends object ? { path: PathOf<O> } : { path?: undefined }) &
  (Body<O> extends object ? { body: Body<O> } : { body?: undefined }) & {
    query?: QueryOf<O>
    /** For POST: repeated requests with the same key and body get the same response for a day. */
    idempotencyKey?: string
    /** For PATCH: the ETag that was read, including its quotes. The response is 412 if the resource has changed since. */
    ifMatch?: string
  }
