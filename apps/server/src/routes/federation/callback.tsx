import { type Context, Hono } from 'hono'
import { type Arrival, arrive } from '../../flows/authorization/federation/arrival.ts'
import { proceed } from '../../flows/authorization/interactions.ts'
import { SignInNotBegun } from '../../flows/federation/upstream/begin-sign-in.ts'
import type { UpstreamAnswer } from '../../flows/federation/upstream/finish-sign-in.ts'
import type { Deps } from '../../flows/platform/deps.ts'
import { setCookie } from '../../http/cookies.ts'
import { formParams } from '../../http/forms.ts'
import { HttpError } from '../../http/http-error.ts'
import { pathParameter } from '../../http/path-parameter.ts'
import { seeOther } from '../../http/responses.ts'
import { Params } from '../../oidc/params.ts'
import { errorAsPage } from '../error-pages.tsx'
import { sendOutcome } from '../outcomes.tsx'
import type { PageContext } from '../page-context.ts'
import { failurePage } from './failure.tsx'

/** Where identity providers send browsers back to. */
export const callbackRoutes = (context: PageContext) =>
  new Hono()
    .get('/sso/oidc/callback/:callback', (c) =>
      sendArrival(context, c, {
        callback: pathParameter(c, 'callback'),
        params: Params.parse(new URL(c.req.url).search.slice(1)),
      }),
    )
    .get('/sso/continue/:answer', (c) => sendArrival(context, c, openAnswer(context.deps, pathParameter(c, 'answer'))))

/** What a form of a provider may send. */
const formParameters = ['state', 'code', 'iss', 'error', 'error_description']
/** The longest answer that fits into a path. */
const longestAnswer = 6000

/**
 * A form that a provider's page sends (OAuth 2.0 Form Post Response Mode). Browsers send no cookies of ours with it, so it is
 * taken to a path of ours, where they do. Nothing is stored or redeemed here.
 */
export const callbackFormRoutes = (context: PageContext) =>
  new Hono()
    .post('/sso/oidc/callback/:callback', async (c) => {
      const params = await formParams(c.req.raw)
      const sent = formParameters.flatMap((name) =>
        params
          .all(name)
          .slice(0, 2)
          .map((value) => [name, value]),
      )
      const answer = context.deps.keyring.seal(
        'federation-answer',
        JSON.stringify({ callback: pathParameter(c, 'callback'), sent }),
      )
      if (answer.length > longestAnswer) throw new HttpError(413, 'the answer is too long')
      return seeOther(`${context.base}/sso/continue/${answer}`)
    })
    .onError((error, c) => errorAsPage(context, error, c))

function openAnswer({ keyring }: Deps, sealed: string): UpstreamAnswer {
  const opened = keyring.open('federation-answer', sealed)
  if (opened === null) throw new HttpError(404, 'there is nothing here')
  const { callback, sent } = JSON.parse(opened) as { callback: string; sent: [string, string][] }
  return { callback, params: new Params(sent) }
}

async function sendArrival(context: PageContext, c: Context, answer: UpstreamAnswer): Promise<Response> {
  try {
    return await sendTo(context, c, await arrive(context.deps, answer, context.visitor(c)))
  } catch (error) {
    if (!(error instanceof SignInNotBegun)) throw error
    return failurePage(context, c, { reason: error.reason, reference: error.reference, handle: null })
  }
}

async function sendTo(context: PageContext, c: Context, arrival: Arrival): Promise<Response> {
  const { deps, base } = context
  switch (arrival.kind) {
    case 'failed':
      return failurePage(context, c, arrival)
    case 'tested':
      return seeOther(`${base}${arrival.path}`)
    case 'confirm':
      return seeOther(`${base}/sign-in/${arrival.handle}${arrival.page}`)
    case 'again':
      return seeOther(arrival.url, [setCookie(deps.config, 'flow', arrival.flowCookie)])
    case 'signed-in':
      return sendSignedIn(context, c, arrival)
  }
}

/** Sets the cookies of the new session, whatever the next step says: what they stand for is done. */
async function sendSignedIn(
  context: PageContext,
  c: Context,
  { handle, sessionCookie, deviceCookie }: Arrival & { kind: 'signed-in' },
): Promise<Response> {
  const { config } = context.deps
  const visitor = { ...context.visitor(c), sessionCookie }
  const response = await proceed(context.deps, handle, visitor).then(
    (outcome) => sendOutcome(context, c, outcome),
    (error) => errorAsPage(context, error, c),
  )
  for (const cookie of [setCookie(config, 'session', sessionCookie), setCookie(config, 'device', deviceCookie)])
    response.headers.append('Set-Cookie', cookie)
  return response
}
