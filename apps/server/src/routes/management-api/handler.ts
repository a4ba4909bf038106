import type { Context } from 'hono'
import { type ApiCaller, apiCaller, depsOfCaller, mayCall } from '../../flows/management/api-access.ts'
import { recordRefusal } from '../../flows/platform/audit.ts'
import { type Answer, answerOnce, type IdempotentRequest } from '../../flows/platform/idempotency.ts'
import { presentedToken } from '../../http/bearer.ts'
import { jsonBody } from '../../http/bodies.ts'
import { pathParameter } from '../../http/path-parameter.ts'
import { queryParams, rawQuery } from '../../http/query.ts'
import { pairsIn } from '../../oidc/params.ts'
import type { PageContext } from '../page-context.ts'
import { apiChallenge, problemOf, unauthorized } from './errors.ts'
import type { BareCall, Operation, PreparedOperation, Reply } from './operation.ts'
import { Problem } from './problems.ts'
import { checkIdempotencyKey, parseIfMatch, parsePage } from './request.ts'
import { apiResponse } from './responses.ts'

/** Authenticates and authorizes the caller, parses the request, and runs the operation. */
export async function handleRequest(context: PageContext, operation: Operation, c: Context): Promise<Response> {
  const { headers } = c.req.raw
  const query = queryParams(c.req.raw)
  const caller = await authorizedCaller(context, operation, c)
  const { actor, scope } = caller
  const deps = depsOfCaller(context.deps, caller)
  const version = operation.method === 'patch' ? parseIfMatch(headers.get('if-match')) : undefined
  const page = parsePage(query)
  const key = operation.method === 'post' ? headers.get('idempotency-key') : null
  if (key !== null) checkIdempotencyKey(key)
  const body = operation.body ? await jsonBody(c.req.raw, operation.maxBody) : ''
  const prepared = operation.prepare(body)
  const parameter = (name: string) => pathParameter(c, name)
  const call = {
    ...{ deps, operationId: operation.id, actor, scope, parameter, version, page },
    query: (name: string) => query.get(name),
    fieldQuery: fieldsOf(rawQuery(c.req.raw.url)),
  }
  if (key === null) {
    const reply = await prepared.run(call, await prepared.lookUp(call))
    const sent = reply && prepared.send ? await prepared.send(call, reply) : reply
    return toResponse(sent, operation, deps.config.issuer)
  }
  const { id: clientId, organizationId } = actor
  const request = { clientId, organizationId, path: c.req.path, key, body }
  return respondOnce(c, request, call, operation, prepared)
}

/** Also those without a value: who looks for nothing must not be given everything. */
const fieldsOf = (query: string): (readonly [key: string, value: string])[] =>
  pairsIn(query).flatMap(([name, value]) => (name.startsWith('field.') ? [[name.slice('field.'.length), value]] : []))

async function authorizedCaller(
  { deps, visitor }: PageContext,
  { id, scope }: Operation,
  c: Context,
): Promise<ApiCaller> {
  const token = presentedToken(deps.config, c)
  const caller = await apiCaller(deps, token, visitor(c).network)
  if (!caller)
    throw unauthorized(deps, c, 'the access token is unknown, has expired, or is not for this API', 'invalid_token')
  if (mayCall(caller, scope)) return caller
  await recordRefusal(deps, caller.actor, { action: `api.${id}` }, 'insufficient_scope')
  throw new Problem(403, 'insufficient_scope', `this needs the scope ${scope}`, {
    headers: apiChallenge(deps.config, c, { error: 'insufficient_scope', scope }),
  })
}

const toResponse = (reply: Reply | null, { status }: Operation, issuer: string): Response =>
  apiResponse(status, reply && JSON.stringify(reply.body), {
    ...(reply?.etag === undefined ? {} : { ETag: `"${reply.etag}"` }),
    ...(status === 201 && reply?.location ? { Location: `${issuer}/api/v1${reply.location}` } : {}),
  })

/** Answers a POST with an Idempotency-Key. Its repetitions get the answer of the first request. */
async function respondOnce(
  c: Context,
  request: IdempotentRequest,
  call: BareCall,
  operation: Operation,
  { lookUp, run, send }: PreparedOperation,
): Promise<Response> {
  const { deps } = call
  const refusal = (error: unknown) => answerOf(problemOf(deps, error, c).toResponse())
  const answer = (reply: Reply | null) => answerOf(toResponse(reply, operation, deps.config.issuer))
  let replied: Reply | null = null
  const done = await answerOnce(deps, request, {
    lookUp: () =>
      lookUp(call).then(
        (found) => ({ found }),
        async (error) => ({ answer: await refusal(error) }),
      ),
    change: async (within, found) => {
      try {
        replied = await run({ ...call, deps: within }, found)
        return answer(replied)
      } catch (error) {
        return refusal(error)
      }
    },
    repeated: async (made) => (operation.once && made.status < 400 ? answerOf(alreadyMade().toResponse()) : made),
    send: async () => (replied && send ? answer(await send(call, replied)) : null),
  })
  if (done.kind === 'conflict')
    throw new Problem(422, 'idempotency_key_reused', 'this key was already used with another body')
  if (done.kind === 'busy')
    throw new Problem(409, 'idempotency_key_in_use', 'the first request with this key is still in progress')
  const { status, body, headers } = done.answer
  return new Response(body === '' ? null : body, {
    status,
    headers: { ...headers, ...(done.kind === 'replayed' ? { 'Idempotent-Replayed': 'true' } : {}) },
  })
}

const alreadyMade = () =>
  new Problem(409, 'already_made', 'this was made by the first request with this key, and its secret is told once')

const answerOf = async (response: Response): Promise<Answer> => ({
  status: response.status,
  body: await response.text(),
  headers: Object.fromEntries(response.headers),
})
