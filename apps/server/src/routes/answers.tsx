import type { Context } from 'hono'
import { AnswerRefused, type Outcome, refusal, StartAgain, signInForPage } from '../flows/authorize.ts'
import { houseId } from '../flows/house.ts'
import { TooManyAttempts } from '../flows/limits.ts'
import { Refused } from '../flows/organizations.ts'
import { logFailure } from '../http/api-errors.ts'
import { setCookie } from '../http/cookies.ts'
import { HttpError } from '../http/forms.ts'
import { page, seeOther } from '../http/responses.ts'
import { responseLocation } from '../oidc/authorization-response.ts'
import type { Client } from '../oidc/clients.ts'
import { OAuthError } from '../oidc/errors.ts'
import { ErrorPage } from '../pages/error.tsx'
import { FormPostPage } from '../pages/form-post.tsx'
import { inTime } from '../pages/words/time.ts'
import { SignInFirst } from './signed-in.ts'
import { pathOf, type Surroundings } from './surroundings.ts'

/** Sends an outcome to where it belongs: the client, by its response mode, or the page of the next step. */
export async function sendOutcome(
  around: Surroundings,
  c: Context,
  outcome: Outcome,
  cookies: readonly string[] = [],
): Promise<Response> {
  if (outcome.kind === 'step') {
    const flow = outcome.flowCookie ? [setCookie(around.deps.config, 'flow', outcome.flowCookie)] : []
    return seeOther(pathOf(around.base, outcome.handle, outcome.step), [...flow, ...cookies])
  }
  if (outcome.kind === 'home') return seeOther(outcome.path, cookies)
  if (outcome.to.mode === 'form_post') {
    return page(<FormPostPage frame={around.frame(c)} action={outcome.to.redirectUri} members={outcome.members} />, {
      script: true,
      cookies,
    })
  }
  return seeOther(responseLocation(outcome.to, outcome.members), cookies)
}

/** How errors of the pages look. */
export async function errorAsPage(
  around: Surroundings,
  error: unknown,
  c: Context,
  client: Client | null = null,
): Promise<Response> {
  const frame = around.frame(c, client)
  const words = frame.words.error
  if (error instanceof AnswerRefused) return sendOutcome(around, c, refusal(around.deps, error.request, error.error))
  if (error instanceof SignInFirst)
    return sendOutcome(around, c, await signInForPage(around.deps, around.visitor(c), error.options))
  if (error instanceof StartAgain) {
    const known = error.client
    const again = known && known.id !== houseId ? words.backTo(known.name) : words.back
    return page(
      <ErrorPage
        frame={around.frame(c, known)}
        title={words.startAgainTitle}
        text={`${words.startAgain[error.reason]} ${again}`}
      />,
      { status: 400 },
    )
  }
  if (error instanceof Refused) {
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
  if (around.deps.health.report(error))
    return page(<ErrorPage frame={frame} title={words.unavailableTitle} text={words.unavailable} />, {
      status: 503,
      headers: { 'Retry-After': '2' },
    })
  const reference = logFailure(around.deps, error, c)
  return page(<ErrorPage frame={frame} title={words.failedTitle} text={words.failed} reference={reference} />, {
    status: 500,
  })
}

/** The status of what was refused, on pages and in the API alike. */
export const refusalStatus = ({ reason }: Refused): number =>
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
