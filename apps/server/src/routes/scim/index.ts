import { type Context, Hono } from 'hono'
import { noteRequest } from '../../flows/directory/requests.ts'
import { findDirectoryByToken } from '../../flows/directory/tokens.ts'
import type { AuthenticatedDirectory } from '../../flows/directory/types.ts'
import { recordRefusal, system } from '../../flows/platform/audit.ts'
import type { Deps } from '../../flows/platform/deps.ts'
import { second } from '../../flows/platform/durations.ts'
import { enforceLimit } from '../../flows/platform/limits.ts'
import { bearerChallenge } from '../../http/bearer.ts'
import { HttpError } from '../../http/http-error.ts'
import { queryParams } from '../../http/query.ts'
import type { Params } from '../../oidc/params.ts'
import { ScimFault } from '../../oidc/scim/faults.ts'
import type { PageContext } from '../page-context.ts'
import { refusalResponse, scimResponse } from './answers.ts'
import { discovery } from './discovery.ts'
import { DirectoryPaused, refusalOf } from './errors.ts'
import { notAllowed, operationAt } from './operations.ts'

/** 50 requests per second, and up to 200 at once. */
const limits = [{ count: 200, window: 4 * second }]
const maxSegments = 4
const maxNotedPath = 200

/** SCIM 2.0 (RFC 7644): a company's directory writes people and groups of its organization. */
export const scimRoutes = (context: PageContext): Hono =>
  new Hono().all(`${context.base}/scim/v2/*`, (c) => handleRequest(context, c))

async function handleRequest(context: PageContext, c: Context): Promise<Response> {
  try {
    const place = placeOf(context, c)
    const query = queryParams(c.req.raw)
    const method = c.req.method === 'HEAD' ? 'GET' : c.req.method
    const known = discovery(place.address, place.path, query.get('filter') !== undefined)
    if (known && method !== 'GET') throw notAllowed(['GET', 'HEAD'])
    if (known) return scimResponse(known)
    const directory = await authenticate(context, c)
    if (directory.organizationId !== place.organizationId) await refuseForeign(context.deps, directory)
    await enforceLimit(context.deps, `scim:${directory.id}`, limits)
    return await answerNoted(context, c, directory, { ...place, query, method })
  } catch (error) {
    const { fault, headers } = refusalOf(context.deps, error, c)
    return refusalResponse(fault, headers)
  }
}

/** A token in the path of another organization finds nothing, as if there were none. @throws ScimFault */
async function refuseForeign(deps: Deps, { organizationId, tokenId }: AuthenticatedDirectory): Promise<never> {
  const target = ['directory-token', tokenId] as const
  await recordRefusal(deps, system, { action: 'organization.see', organizationId, target }, 'not-found')
  throw new ScimFault(404, 'there is nothing here')
}

interface Place {
  organizationId: string
  /** The address of the directory, of ISSUER. */
  address: string
  /** What follows it, such as `Users` and an id. */
  path: string[]
}

/** What a path names. A slash at its end is of no account. @throws ScimFault */
function placeOf({ base, deps }: PageContext, c: Context): Place {
  const raw = new URL(c.req.raw.url).pathname.slice(`${base}/scim/v2/`.length)
  const segments = raw
    .replace(/\/$/, '')
    .split('/', maxSegments + 1)
    .map(decodedSegment)
  const [organizationId, ...path] = segments
  if (segments.length > maxSegments || !organizationId || !/^[\w-]{1,64}$/.test(organizationId))
    throw new ScimFault(404, 'there is nothing here')
  return { organizationId, path, address: `${deps.config.issuer}/scim/v2/${organizationId}` }
}

function decodedSegment(segment: string): string {
  try {
    const text = decodeURIComponent(segment)
    if (!text.includes('\0')) return text
  } catch {}
  throw new ScimFault(404, 'there is nothing here')
}

/** The directory whose token is in the header; never one in the query, where it would be logged. @throws ScimFault */
async function authenticate({ deps }: PageContext, c: Context): Promise<AuthenticatedDirectory> {
  const header = c.req.raw.headers.get('authorization')
  const token = header === null ? null : (/^bearer +([\w~+/.-]+=*)$/i.exec(header)?.[1] ?? null)
  const directory = token === null ? null : await findDirectoryByToken(deps, token)
  if (directory) return directory
  throw new HttpError(401, token === null ? 'a token of a directory is required' : 'the token is not valid', {
    'WWW-Authenticate': bearerChallenge(token === null ? {} : { error: 'invalid_token' }),
  })
}

interface ScimRequest extends Place {
  query: Params
  method: string
}

/**
 * Answers, and notes the answer for the owner's page. Of the request it notes the method and the path: its body and its
 * query name people.
 */
async function answerNoted(
  { deps }: PageContext,
  c: Context,
  directory: AuthenticatedDirectory,
  { address, path, query, method }: ScimRequest,
): Promise<Response> {
  let scimType: string | null = null
  let response: Response
  try {
    if (directory.pausedAt) throw new DirectoryPaused()
    const { run, id } = operationAt(path, method)
    response = scimResponse(await run({ deps, directory, address, id, query, request: c.req.raw }))
  } catch (error) {
    const { fault, headers } = refusalOf(deps, error, c)
    scimType = fault.scimType
    response = refusalResponse(fault, headers)
  }
  const { status } = response
  deps.counters.directoryRequest(method, status)
  await noteRequest(deps, directory, { method, path: `/${path.join('/')}`.slice(0, maxNotedPath), status, scimType })
  return response
}
