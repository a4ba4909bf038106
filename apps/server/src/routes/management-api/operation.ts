import type * as z from 'zod'
import type { Manager } from '../../flows/management/managers.ts'
import type { Deps } from '../../flows/platform/deps.ts'
import type { ApiScope } from '../../oidc/scopes.ts'
import { parseBody } from './request.ts'

/** A request to an operation. The path types the names of parameters, and the schema types the body. */
export interface Call<
  Parameter extends string = string,
  Query extends string = string,
  Body = undefined,
  Found = undefined,
> {
  deps: Deps
  operationId: string
  actor: Manager & { kind: 'client' }
  /** The scopes of the token. */
  scope: readonly string[]
  parameter(name: Parameter): string
  query(name: Query): string | undefined
  /** Values of fields that a query names, by key: those of `field.key`. */
  fieldQuery: readonly (readonly [key: string, value: string])[]
  body: Body
  /** What `lookUp` returned. */
  found: Found
  /** The version in If-Match. */
  version: number | undefined
  page: { after: string | null; limit: number }
}

/** A successful answer. Its status is part of the operation. */
export interface Reply<Body = unknown> {
  body: Body
  etag?: string
  /** Below /api/v1. Sent only with 201. */
  location?: string
}

export interface Page<Item> {
  data: Item[]
  next_cursor: string | null
}

export type QueryParameter = string | z.ZodType

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'
/** Error statuses that do not follow from the method, the path and the body (openapi.ts). */
type OwnRefusal = 404 | 409 | 412 | 422

/** The router and the OpenAPI document are both built from this. */
export interface Operation {
  method: Method
  /** Below /api/v1, with parameters as `{name}`. */
  path: string
  id: string
  summary: string
  scope: ApiScope
  /** Query parameters: a description, or the schema of one that is required or not any text. */
  query: Readonly<Record<string, QueryParameter>>
  body: z.ZodType | undefined
  /** Bytes of a body; 64 KiB unless another limit is given. */
  maxBody: number | undefined
  /** The body of a success, or one item of it if the operation is a list. */
  answer: z.ZodType | undefined
  isList: boolean
  status: 200 | 201 | 204
  refuses: readonly OwnRefusal[]
  once?: boolean
  /** Parses the text of a body and returns the parts of the operation. */
  prepare(bodyText: string): PreparedOperation
}

export type BareCall = Omit<Call, 'body' | 'found'>

/**
 * An operation and its body. With an Idempotency-Key, `run` and the storing of its reply are one transaction, so it waits
 * for nobody: what has to be asked of others comes before, and what is sent to them after.
 */
export interface PreparedOperation {
  lookUp(call: BareCall): Promise<unknown>
  run(call: BareCall, found: unknown): Promise<Reply | null>
  /** Null for what sends nothing. */
  send: ((call: BareCall, reply: Reply) => Promise<Reply>) | null
}

/** The names between braces: `'user' | 'session'` for `/users/{user}/sessions/{session}`. */
type ParametersOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParametersOf<Rest>
  : never
type BodyOf<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined
type ReplyOf<Schema> = Schema extends z.ZodType ? Promise<Reply<z.input<Schema>>> : Promise<void>

interface Description<Path extends string, Query extends string> {
  path: Path
  id: string
  summary: string
  scope: ApiScope
  query?: Readonly<Record<Query, QueryParameter>>
  refuses?: readonly OwnRefusal[]
}

interface OperationOptions<Path extends string, Query extends string, Body, Answer, Found>
  extends Description<Path, Query> {
  method: Method
  body?: Body
  maxBody?: number
  /** If absent, a success is 204. */
  answer?: Answer
  /** Whether a success is 201 rather than 200. */
  creates?: boolean
  /** The answer has a secret that is told once: it is stored nowhere, and a repetition is refused. */
  once?: boolean
  lookUp?(call: Call<ParametersOf<Path>, Query, BodyOf<Body>>): Promise<Found>
  run(call: Call<ParametersOf<Path>, Query, BodyOf<Body>, Found>): ReplyOf<Answer>
  send?(
    call: Call<ParametersOf<Path>, Query, BodyOf<Body>>,
    reply: NoInfer<Awaited<ReplyOf<Answer>>>,
  ): NoInfer<ReplyOf<Answer>>
}

/** Defines an operation. Its path, query and schemas type its `run`. */
export function operation<
  const Path extends string,
  Query extends string = never,
  Body extends z.ZodType | undefined = undefined,
  Answer extends z.ZodType | undefined = undefined,
  Found = undefined,
>(options: OperationOptions<Path, Query, Body, Answer, Found>): Operation {
  const {
    method,
    path,
    id,
    summary,
    scope,
    query = {},
    body,
    answer,
    creates = false,
    once = false,
    refuses = [],
    maxBody,
    lookUp,
    run,
    send,
  } = options
  return {
    ...{ method, path, id, summary, scope, query, body, maxBody, answer, refuses, once, isList: false },
    status: answer ? (creates ? 201 : 200) : 204,
    prepare: (text) => {
      const parsed = { body: (body && parseBody(body, text)) as BodyOf<Body>, found: undefined }
      return {
        lookUp: async (call) => lookUp?.({ ...call, ...parsed }),
        run: async (call, found) =>
          ((await run({ ...call, ...parsed, found: found as Found })) ?? null) as Reply | null,
        send: send
          ? async (call, reply) =>
              (await send({ ...call, ...parsed }, reply as Awaited<ReplyOf<Answer>>)) as unknown as Reply
          : null,
      }
    },
  }
}

interface ListOptions<Path extends string, Query extends string, Item extends z.ZodType>
  extends Description<Path, Query> {
  item: Item
  run(call: Call<ParametersOf<Path>, Query>): Promise<Page<z.input<Item>>>
}

/** Defines an operation that answers a page of items. */
export const list = <const Path extends string, Item extends z.ZodType, Query extends string = never>({
  item,
  run,
  ...options
}: ListOptions<Path, Query, Item>): Operation => ({
  ...{ query: {}, refuses: [], ...options },
  ...{ method: 'get', body: undefined, maxBody: undefined, answer: item, isList: true, status: 200 },
  prepare: () => ({
    lookUp: async () => undefined,
    run: async (call) => ({ body: await run({ ...call, body: undefined, found: undefined }) }),
    send: null,
  }),
})

type CamelCase<Name> = Name extends `${infer First}_${infer Rest}` ? `${First}${Capitalize<CamelCase<Rest>>}` : Name
type Recorded<Value> = Value | (string extends Value ? Date : never)

/**
 * Writes an answer from a record that has its members under the same names in camelCase, with dates as `Date`. What the
 * schema does not name is not written.
 */
export const membersOf =
  <Item extends z.ZodObject>(schema: Item) =>
  (
    record: {
      readonly [Name in keyof z.input<Item> as CamelCase<Name> & string]: Recorded<z.input<Item>[Name]>
    },
  ): z.input<Item> =>
    Object.fromEntries(
      Object.keys(schema.shape).flatMap((name) => {
        const recorded = name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
        const value = (record as Record<string, unknown>)[recorded]
        return value === undefined ? [] : [[name, value instanceof Date ? value.toISOString() : value]]
      }),
    ) as z.input<Item>

/** The rows to read for a page: one more than is shown, to know whether there is another page. */
export const range = ({ page }: Pick<Call, 'page'>) => ({ after: page.after, limit: page.limit + 1 })

/** Makes a page of the rows that `range` asked for. */
export function pageOf<Row, Item>(
  rows: readonly Row[],
  { page }: Pick<Call, 'page'>,
  idOf: (row: Row) => string,
  toItem: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, page.limit)
  const last = shown.at(-1)
  return { data: shown.map(toItem), next_cursor: rows.length > page.limit && last ? idOf(last) : null }
}
