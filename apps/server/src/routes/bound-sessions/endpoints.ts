import { type Context, Hono } from 'hono'
import { ProofFault } from '../../flows/identity/bound-sessions/proofs.ts'
import { refreshBinding } from '../../flows/identity/bound-sessions/refresh.ts'
import { registerKey } from '../../flows/identity/bound-sessions/registration.ts'
import { boundCredential, clearCookie, setCookie } from '../../http/cookies.ts'
import { HttpError } from '../../http/http-error.ts'
import { empty, json } from '../../http/responses.ts'
import { asStructuredString, structuredString } from '../../http/structured-strings.ts'
import type { PageContext } from '../page-context.ts'

/** Below the issuer: where browsers bring their keys, and prove them. */
export const registrationPath = '/session/device'
const refreshPath = `${registrationPath}/refresh`

/** What browsers call on their own (W3C Device Bound Session Credentials). Mounted where BIND_SESSIONS is on. */
export const boundSessionRoutes = (context: PageContext) =>
  new Hono()
    .post(registrationPath, (c) => answerProof(context, c, () => register(context, c)))
    .post(refreshPath, (c) => answerProof(context, c, () => refresh(context, c)))

/** Only our own pages have a browser send these, and a proof that is none is refused, whatever is wrong with it. */
async function answerProof({ origin }: PageContext, c: Context, answer: () => Promise<Response>): Promise<Response> {
  const sender = c.req.raw.headers.get('origin')
  if (sender !== null && sender !== origin) return refused(403, 'the request was not sent from this site')
  try {
    return await answer()
  } catch (error) {
    if (error instanceof ProofFault) return refused(400, error.message)
    if (error instanceof HttpError) return refused(error.status, error.description)
    throw error
  }
}

const refused = (status: number, description: string): Response =>
  json({ error: 'invalid_request', error_description: description }, status)

/** The header with this name, if it is there and can be read. */
function headerOf(c: Context, name: string): string | null {
  const field = c.req.raw.headers.get(name)
  const text = structuredString(field)
  if (text === 'too-long') throw new HttpError(413, 'the header is too long')
  return text
}

async function register(context: PageContext, c: Context): Promise<Response> {
  const { deps, base } = context
  const jws = headerOf(c, 'secure-session-response')
  if (jws === null) throw new ProofFault('Secure-Session-Response is missing')
  const bound = await registerKey(deps, context.visitor(c), jws)
  const response = json({
    session_identifier: bound.identifier,
    refresh_url: `${base}${refreshPath}`,
    scope: { include_site: false, scope_specification: [{ type: 'exclude', path: `${base}/assets` }] },
    credentials: [{ type: 'cookie', ...boundCredential(deps.config) }],
  })
  response.headers.append('Set-Cookie', setCookie(deps.config, 'session', bound.sessionCookie))
  response.headers.append('Set-Cookie', setCookie(deps.config, 'bound', bound.boundCookie))
  return response
}

async function refresh(context: PageContext, c: Context): Promise<Response> {
  const { deps } = context
  const identifier = headerOf(c, 'sec-secure-session-id') ?? ''
  const sent = c.req.raw.headers.has('secure-session-response')
  const jws = headerOf(c, 'secure-session-response')
  if (sent && jws === null) throw new ProofFault('Secure-Session-Response is not a string')
  const result = await refreshBinding(deps, context.visitor(c), { identifier, jws })
  if (result.kind === 'over') {
    const over = json({ session_identifier: identifier, continue: false })
    over.headers.append('Set-Cookie', clearCookie(deps.config, 'bound'))
    return over
  }
  const challenge = `${asStructuredString(result.challenge)};id=${asStructuredString(identifier)}`
  const response = empty(result.kind === 'challenge' ? 403 : 200, { 'Secure-Session-Challenge': challenge })
  if (result.kind === 'refreshed')
    response.headers.append('Set-Cookie', setCookie(deps.config, 'bound', result.boundCookie))
  return response
}
