import { type AuthenticatedDirectory, directoryLimits } from '../../flows/directory/types.ts'
import type { Deps } from '../../flows/platform/deps.ts'
import { second } from '../../flows/platform/durations.ts'
import { enforceLimit } from '../../flows/platform/limits.ts'
import { decodeBody, readBody } from '../../http/bodies.ts'
import { HttpError } from '../../http/http-error.ts'
import { parseJson } from '../../oidc/json.ts'
import type { Params } from '../../oidc/params.ts'
import type { ResourceType } from '../../oidc/scim/attributes.ts'
import { invalidSyntax, invalidValue, ScimFault } from '../../oidc/scim/faults.ts'
import type { FilterNode } from '../../oidc/scim/filter.ts'
import { parseFilter } from '../../oidc/scim/filter-parser.ts'
import { namesIn, type Projection, parseProjection } from '../../oidc/scim/projection.ts'
import { isObject, messageMember } from '../../oidc/scim/values.ts'

/** Bytes of a body: Okta puts whole groups. */
const maxBody = 2 * 1024 * 1024
const maxDepth = 20
/** Resources of a page, unless another `count` is asked for. */
const defaultCount = 100

/** Lists that look at every user or group of a directory: 5 per second, and 20 at once. */
const searches = [{ count: 20, window: 4 * second }]

/** Counts a list that looks at everybody. @throws TooManyAttempts */
export const limitSearches = (deps: Deps, { id }: AuthenticatedDirectory): Promise<void> =>
  enforceLimit(deps, `scim-search:${id}`, searches)

/** An object in JSON. @throws HttpError, JsonFault, ScimFault */
export async function scimBody(request: Request): Promise<Record<string, unknown>> {
  const { headers } = request
  if (headers.has('content-encoding')) throw new HttpError(415, 'an encoded body is not accepted')
  if (!isScimType(headers.get('content-type') ?? ''))
    throw new HttpError(415, 'the body must be application/scim+json or application/json, in UTF-8')
  const body = parseJson(decodeBody(await readBody(request, maxBody)), maxDepth)
  if (!isObject(body)) throw invalidSyntax('the body is not an object')
  return body
}

function isScimType(type: string): boolean {
  const [media, ...parameters] = type
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length)
  const isUtf8 = charset === undefined || charset.replaceAll('"', '') === 'utf-8'
  return (media === 'application/scim+json' || media === 'application/json') && isUtf8
}

/** What a list is asked for, by a query or the body of a search (RFC 7644 sections 3.4.2 and 3.4.3). */
export interface ListRequest {
  filter: FilterNode | null
  startIndex: number
  count: number
  projection: Projection
}

/** @throws ScimFault */
export function listRequestOf(type: ResourceType, query: Params): ListRequest {
  refuseRepeated(query)
  return {
    filter: filterIn(type, query.get('filter')),
    startIndex: Math.max(1, integerIn('startIndex', query.get('startIndex'), 1)),
    count: countIn(query.get('count')),
    projection: projectionOf(type, query),
  }
}

/** The same by the body of POST `.search`. @throws ScimFault */
export function searchRequestOf(type: ResourceType, body: Record<string, unknown>): ListRequest {
  const filter = messageMember(body, 'filter') ?? undefined
  if (filter !== undefined && typeof filter !== 'string')
    throw new ScimFault(400, 'the filter is not a text', 'invalidFilter')
  return {
    filter: filterIn(type, filter),
    startIndex: Math.max(1, integerIn('startIndex', messageMember(body, 'startindex'), 1)),
    count: countIn(messageMember(body, 'count')),
    projection: parseProjection(
      type,
      listOfNames(messageMember(body, 'attributes')),
      listOfNames(messageMember(body, 'excludedattributes')),
    ),
  }
}

/** What an answer is asked to have. @throws ScimFault */
export function projectionOf(type: ResourceType, query: Params): Projection {
  refuseRepeated(query)
  return parseProjection(type, namesIn(query.get('attributes')), namesIn(query.get('excludedAttributes')))
}

const readParameters = ['filter', 'startIndex', 'count', 'attributes', 'excludedAttributes']

/** Which of two filters is meant, nobody knows. Parameters that we don't read may be there as they like. */
function refuseRepeated(query: Params): void {
  const repeated = readParameters.find((name) => query.repeats(name))
  if (repeated) throw invalidValue(`${repeated} is there twice`)
}

const filterIn = (type: ResourceType, text: string | undefined): FilterNode | null =>
  text === undefined ? null : parseFilter(type, text)

const countIn = (value: unknown): number =>
  Math.min(directoryLimits.page, Math.max(0, integerIn('count', value, defaultCount)))

function integerIn(name: string, value: unknown, otherwise: number): number {
  if (value === undefined || value === null) return otherwise
  if (!/^[+-]?\d{1,9}$/.test(String(value))) throw invalidValue(`${name} is not an integer`)
  return Number(value)
}

function listOfNames(value: unknown): string[] | null {
  if (value === undefined || value === null) return null
  const names = Array.isArray(value) ? value : [value]
  return names.map((name) => {
    if (typeof name !== 'string') throw invalidValue('the name of an attribute is not a text')
    return name
  })
}

/** The version in If-Match (RFC 7644 section 3.14). Null if any will do. @throws ScimFault */
export function ifMatchOf(request: Request): number | null {
  const header = request.headers.get('if-match')
  if (header === null || header.trim() === '*') return null
  const version = versionIn(header)
  if (version === null) throw new ScimFault(412, 'If-Match is not a version of this resource')
  return version
}

/** Whether the client has this version already (RFC 9110 section 13.1.2). */
export const hasVersion = (request: Request, version: number): boolean => {
  const header = request.headers.get('if-none-match')
  return header !== null && versionIn(header) === version
}

function versionIn(header: string): number | null {
  const version = /^(?:W\/)?"(\d{1,15})"$/.exec(header.trim())?.[1]
  return version === undefined ? null : Number(version)
}
