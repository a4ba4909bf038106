import { type Context, Hono } from 'hono'
import type { Deps } from '../../flows/platform/deps.ts'
import { TooManyAttempts } from '../../flows/platform/limits.ts'
import { renewedNonce } from '../../flows/tokens/dpop/nonces.ts'
import { evaluate, evaluateAll } from '../../flows/tokens/evaluation/evaluation.ts'
import { authorizedEvaluator, type Evaluator, offersEvaluation } from '../../flows/tokens/evaluation/evaluator.ts'
import { logFailure } from '../../http/api-errors.ts'
import { NoBearer, nonceOf, presentedToken, tokenChallenge, tokenErrorStatus } from '../../http/bearer.ts'
import { jsonBody } from '../../http/bodies.ts'
import { errorCase, matchError } from '../../http/error-cases.ts'
import { HttpError } from '../../http/http-error.ts'
import { json } from '../../http/responses.ts'
import { OAuthError } from '../../oidc/errors.ts'
import { EvaluationFault } from '../../oidc/evaluation.ts'
import { JsonFault, parseJsonObject } from '../../oidc/json.ts'
import { evaluationScope } from '../../oidc/scopes.ts'
import type { PageContext } from '../page-context.ts'

/** Bytes of a request. */
const maxRequest = 16 * 1024

/**
 * OpenID AuthZEN, Authorization API 1.0: a client asks what somebody may do. As long as nothing is declared that it could
 * ask about, there is nothing here.
 */
export function evaluationRoutes({ deps, base }: PageContext): Hono {
  const paths = {
    // The well-known part goes before the path of the issuer.
    metadata: `/.well-known/authzen-configuration${base}`,
    evaluation: `${base}/access/v1/evaluation`,
    evaluations: `${base}/access/v1/evaluations`,
  }
  const endpoints = evaluationEndpoints(deps, paths)
  const routes = new Hono()
  for (const path of Object.values(paths))
    routes.all(path, (c) => (offersEvaluation(deps) ? endpoints.fetch(c.req.raw) : c.notFound()))
  return routes
}

/** Their errors are a string, as the specification says. */
function evaluationEndpoints(deps: Deps, paths: Record<'metadata' | 'evaluation' | 'evaluations', string>): Hono {
  const { issuer } = deps.config
  const metadata = {
    policy_decision_point: issuer,
    access_evaluation_endpoint: `${issuer}/access/v1/evaluation`,
    access_evaluations_endpoint: `${issuer}/access/v1/evaluations`,
  }
  const answering =
    (run: (deps: Deps, evaluator: Evaluator, request: Record<string, unknown>) => Promise<unknown>) =>
    async (c: Context) => {
      const token = presentedToken(deps.config, c)
      const evaluator = await authorizedEvaluator(deps, token)
      const request = parseJsonObject(await jsonBody(c.req.raw, maxRequest))
      const renewed = renewedNonce(deps, 'resource', token.dpop?.header ?? null)
      return json(await run(deps, evaluator, request), 200, { ...renewed, ...requestId(c) })
    }
  return new Hono()
    .get(paths.metadata, () => json(metadata, 200, { 'Cache-Control': 'public, max-age=300' }))
    .post(paths.evaluation, answering(evaluate))
    .post(paths.evaluations, answering(evaluateAll))
    .notFound((c) => {
      const allow = c.req.path === paths.metadata ? 'GET, HEAD' : 'POST'
      return json('this method is not allowed here', 405, { Allow: allow, ...requestId(c) })
    })
    .onError((error, c) => {
      const { status, message, headers } =
        refusedToken(deps, error, c) ?? matchError(cases, error) ?? unexpected(deps, error, c)
      return json(message, status, { ...headers, ...requestId(c) })
    })
}

/** What the client calls its request, back in the answer: whatever is short and visible. */
function requestId(c: Context): Record<string, string> {
  const id = c.req.raw.headers.get('x-request-id') ?? ''
  return /^[\x21-\x7e]{1,200}$/.test(id) ? { 'X-Request-ID': id } : {}
}

interface ErrorAnswer {
  status: number
  message: string
  headers?: Record<string, string>
}

const cases = [
  errorCase(EvaluationFault, ({ status, message }): ErrorAnswer => ({ status, message })),
  errorCase(JsonFault, ({ message }): ErrorAnswer => ({ status: 400, message: `the body ${message}` })),
  // The specification knows no 415.
  errorCase(
    HttpError,
    ({ status, description }): ErrorAnswer => ({
      status: status === 415 ? 400 : status,
      message: description,
    }),
  ),
  errorCase(
    TooManyAttempts,
    ({ retryAfter }): ErrorAnswer => ({
      status: 429,
      message: 'too many requests; try again later',
      headers: { 'Retry-After': String(retryAfter) },
    }),
  ),
]

/** RFC 6750 section 3.1. Null for what is not about the access token. */
function refusedToken({ config }: Deps, error: unknown, c: Context): ErrorAnswer | null {
  if (error instanceof NoBearer)
    return {
      status: 401,
      message: 'an access token is required',
      headers: { 'WWW-Authenticate': tokenChallenge(config, c) },
    }
  if (!(error instanceof OAuthError)) return null
  const { code, description } = error
  const status = tokenErrorStatus(error)
  if (status === null) return { status: 400, message: description }
  const scope: Record<string, string> = code === 'insufficient_scope' ? { scope: evaluationScope } : {}
  const challenge = tokenChallenge(config, c, { error: code, error_description: description, ...scope })
  return { status, message: description, headers: { 'WWW-Authenticate': challenge, ...nonceOf(error) } }
}

function unexpected(deps: Deps, error: unknown, c: Context): ErrorAnswer {
  if (deps.health.report(error))
    return { status: 503, message: 'the database cannot be reached', headers: { 'Retry-After': '2' } }
  return { status: 500, message: `something went wrong here; the log has it under ${logFailure(deps, error, c)}` }
}
