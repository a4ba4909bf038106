import type { Context } from 'hono'
import { AuthorizationRefused, InteractionExpired } from '../flows/authorization/interactions.ts'
import { errorResponse, type Outcome } from '../flows/authorization/outcomes.ts'
import { signInForPage } from '../flows/authorization/page-sign-in.ts'
import { OperationRefused } from '../flows/organizations/organizations.ts'
import { firstPartyClientId } from '../flows/platform/first-party-client.ts'
import { TooManyAttempts } from '../flows/platform/limits.ts'
import { logFailure } from '../http/api-errors.ts'
import { setCookie } from '../http/cookies.ts'
import { HttpError } from '../http/forms.ts'
import { page, seeOther } from '../http/responses.ts'
import { responseLocation } from '../oidc/authorization-response.ts'
import type { Client } from '../oidc/clients.ts'
import { OAuthError } from '../oidc/errors.ts'
import { FormPostPage } from '../pages/authorization/form-post.tsx'
import { ErrorPage } from '../pages/error.tsx'
import { inTime } from '../pages/words/time.ts'
import { type PageContext, pathOfStep } from './page-context.ts'
import { SignInRequired } from './signed-in.ts'

/** Sends an outcome to where it belongs: the client, by its response mode, or the page of the next step. */
export async function sendOutcome(
  context: PageContext,
  c: Context,
  outcome: Outcome,
  cookies: readonly string[] = [],
): Promise<Response> {
  if (outcome.kind === 'step') {
    const flow = outcome.flowCookie ? [setCookie(context.deps.config, 'flow', outcome.flowCookie)] : []
    return seeOther(pathOfStep(context.base, outcome.handle, outcome.step), [...flow, ...cookies])
  }
  if (outcome.kind === 'home') return seeOther(outcome.path, cookies)
  if (outcome.to.mode === 'form_post') {
    return page(<FormPostPage frame={context.frame(c)} action={outcome.to.redirectUri} members={outcome.members} />, {
      script: true,
      cookies,
    })
  }
  return seeOther(responseLocation(outcome.to, outcome.members), cookies)
}

/** How errors of the pages look. */
export async function errorAsPage(
  context: PageContext,
  error: unknown,
  c: Context,
  client: Client | null = null,
): Promise<Response> {
  const frame = context.frame(c, client)
  const words = frame.words.error
  if (error instanceof AuthorizationRefused)
    return sendOutcome(context, c, errorResponse(context.deps, error.request, error.error))
  if (error instanceof SignInRequired)
    return sendOutcome(context, c, await signInForPage(context.deps, context.visitor(c), error.options))
  if (error instanceof InteractionExpired) {
    const known = error.client
    const again = known && known.id !== firstPartyClientId ? words.backTo(known.name) : words.back
    return page(
      <ErrorPage
        frame={context.frame(c, known)}
        title={words.startAgainTitle}
        text={`${words.startAgain[error.reason]} ${again}`}
      />,
      { status: 400 },
    )
  }
  if (error instanceof OperationRefused) {
    const texts: Partial<Record<typeof error.reason, string>> = {
      forbidden: frame.words.org.forbidden,
      'last-owner': frame.words.org.lastOwner,
      'changed-meanwhile': frame.words.org.changedMeanwhile,
    }
    const text = texts[error.reason] ?? words.notFound
    const title = texts[error.reason] ? words.title : words.notFoundTitle
    return page(<ErrorPage frame={frame} title={title} text={text} />, { status: refusalStatus(error) })
  }
  if (error instanceof TooManyAttempts) {
    const headers = { 'Retry-After': String(error.retryAfter) }
    return page(
      <ErrorPage
        frame={frame}
        title={words.tooManyTitle}
        text={words.tooMany(inTime(frame.words.lang, error.retryAfter))}
      />,
      {
        status: 429,
        headers,
      },
    )
  }
  if (error instanceof OAuthError) {
    return page(
      <ErrorPage
        frame={frame}
        title={words.title}
        text={words.client}
        code={error.code}
        description={error.description}
      />,
      { status: 400 },
    )
  }
  if (error instanceof HttpError) {
    const text = error.status === 403 ? words.forbidden : error.status === 404 ? words.notFound : error.description
    return page(
      <ErrorPage frame={frame} title={error.status === 404 ? words.notFoundTitle : words.title} text={text} />,
      { status: error.status, headers: error.headers },
    )
  }
  if (context.deps.health.report(error))
    return page(<ErrorPage frame={frame} title={words.unavailableTitle} text={words.unavailable} />, {
      status: 503,
      headers: { 'Retry-After': '2' },
    })
  const reference = logFailure(context.deps, error, c)
  return page(<ErrorPage frame={frame} title={words.failedTitle} text={words.failed} reference={reference} />, {
    status: 500,
  })
}

/** The status of what was refused, on pages and in the API alike. */
export const refusalStatus = ({ reason }: OperationRefused): number =>
  ({
    'not-found': 404,
    'not-a-member': 404,
    forbidden: 403,
    'last-owner': 409,
    taken: 409,
    'changed-meanwhile': 412,
    invalid: 422,
    'too-many': 422,
  })[reason]
