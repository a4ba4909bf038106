import type { Context } from 'hono'
import { AuthorizationRefused, InteractionExpired } from '../flows/authorization/interactions.ts'
import { errorResponse } from '../flows/authorization/outcomes.ts'
import { SignInNotBegun } from '../flows/federation/upstream/begin-sign-in.ts'
import { KeptFormGone } from '../flows/identity/kept-forms.ts'
import { findOperatorRole, missingOfOperator } from '../flows/identity/operator-roles.ts'
import { findPersonMenu } from '../flows/identity/person-menu.ts'
import { findSignedIn } from '../flows/identity/signed-in.ts'
import { SessionNotBound } from '../flows/management/operators.ts'
import { ClientRefused } from '../flows/platform/clients/client-source.ts'
import { firstPartyClientId } from '../flows/platform/clients/first-party-client.ts'
import { TooManyAttempts } from '../flows/platform/limits.ts'
import { OperationRefused } from '../flows/platform/operation-refused.ts'
import { logFailure } from '../http/api-errors.ts'
import { errorCase, matchError } from '../http/error-cases.ts'
import { HttpError } from '../http/http-error.ts'
import { refusalStatus } from '../http/refusal-status.ts'
import { page } from '../http/responses.ts'
import { responseLocation } from '../oidc/authorization-response.ts'
import { type Client, loginUrlOf } from '../oidc/clients.ts'
import { shownName } from '../oidc/dynamic-clients/third-party-clients.ts'
import { OAuthError } from '../oidc/errors.ts'
import { isConnectionFault } from '../oidc/federation/reasons.ts'
import type { ConsoleFrame } from '../pages/console/layout.tsx'
import { ConsoleErrorPage, ErrorPage } from '../pages/error.tsx'
import type { Words } from '../words/index.ts'
import { inTime } from '../words/time.ts'
import { consoleFrame } from './console/request.ts'
import { sectionAt } from './console/sections.ts'
import { noteRefusedRequest } from './development/refused-requests.ts'
import { noAct } from './done-notices.ts'
import { signInFailureText } from './federation/failure.tsx'
import { sendOutcome } from './outcomes.tsx'
import type { PageContext } from './page-context.ts'
import { SignInRequired } from './signed-in.ts'

/** The text of an error page. The code, its description and the reference are for developers. */
interface ErrorText {
  status: number
  title: string
  text: string
  code?: string
  description?: string
  reference?: string
  /** The path of the page to start from again. */
  back?: string | null
  headers?: Record<string, string>
}

/** The text for each kind of error, in the language of the page. */
const cases = [
  errorCase(InteractionExpired, ({ client, reason }) => ({ error }: Words): ErrorText => {
    const again =
      client && client.id !== firstPartyClientId ? error.backTo({ application: shownName(client) }) : error.back
    return { status: 400, title: error.startAgainTitle, text: `${error.startAgain[reason]} ${again}` }
  }),
  errorCase(
    KeptFormGone,
    ({ back }) =>
      ({ error, kept }: Words): ErrorText => ({
        status: 400,
        title: error.startAgainTitle,
        text: kept.gone,
        back,
      }),
  ),
  errorCase(OperationRefused, (refusal) => ({ error, org }: Words): ErrorText => {
    const texts: Partial<Record<typeof refusal.reason, string>> = {
      forbidden: org.forbidden,
      'last-owner': org.lastOwner,
      'changed-meanwhile': org.changedMeanwhile,
      'rotation-under-way': org.changedMeanwhile,
    }
    const text = texts[refusal.reason]
    const status = refusalStatus(refusal)
    return text ? { status, title: error.title, text } : { status, title: error.notFoundTitle, text: error.notFound }
  }),
  errorCase(
    SignInNotBegun,
    ({ reason, reference }) =>
      (words: Words): ErrorText => ({
        status: isConnectionFault(reason) ? 502 : 400,
        title: words.signInFailure.title,
        text: signInFailureText(reason, words),
        ...(reference === null ? {} : { reference }),
      }),
  ),
  errorCase(
    SessionNotBound,
    ({ soon }) =>
      ({ bound }: Words): ErrorText => ({
        status: 403,
        title: bound.requiredTitle,
        text: bound.required,
        headers: soon ? { Refresh: '2' } : {},
      }),
  ),
  errorCase(
    TooManyAttempts,
    ({ retryAfter }) =>
      (words: Words): ErrorText => ({
        status: 429,
        title: words.error.tooManyTitle,
        text: words.error.tooMany({ time: inTime(words, retryAfter) }),
        headers: { 'Retry-After': String(retryAfter) },
      }),
  ),
  errorCase(
    OAuthError,
    ({ code, description }) =>
      ({ error }: Words): ErrorText => ({
        status: 400,
        title: error.title,
        text: error.client,
        code,
        description,
      }),
  ),
  errorCase(
    ClientRefused,
    ({ reason, reference }) =>
      ({ error }: Words): ErrorText => ({
        status: reason === 'blocked' ? 403 : 400,
        title: error.title,
        text: reason === 'blocked' ? error.blockedClient : error.client,
        code: 'invalid_client',
        description: 'the client cannot be used here',
        reference,
      }),
  ),
  errorCase(HttpError, ({ status, description, headers }) => ({ error }: Words): ErrorText => {
    if (status === 404) return { status, title: error.notFoundTitle, text: error.notFound, headers }
    return { status, title: error.title, text: status === 403 ? error.forbidden : description, headers }
  }),
]

/** Shows an error as a page, or redirects to where it is handled: the client, or sign-in. */
export async function errorAsPage(context: PageContext, error: unknown, c: Context): Promise<Response> {
  if (error instanceof AuthorizationRefused)
    return sendOutcome(context, c, errorResponse(context.deps, error.request, error.error))
  if (error instanceof SignInRequired) return error.redirect
  const { deps } = context
  const frame = context.frame(c, error instanceof InteractionExpired ? error.client : null)
  const { status, headers, ...texts } =
    matchError(cases, error)?.(frame.words) ?? unexpected(context, error, c, frame.words)
  const refused = error instanceof OAuthError && error.refused ? noteRefusedRequest(deps, c, error.refused) : null
  const console = status < 500 && !(error instanceof SessionNotBound) ? await consoleFrameAt(context, c) : null
  if (console) {
    const shown = matchError(cases, error)?.(console.words) ?? texts
    const section = sectionAt(console, c.req.path)
    return page(<ConsoleErrorPage frame={console} section={section} {...shown} />, { status, headers })
  }
  const props = { ...texts, ...refused, application: applicationOf(context, error) }
  return page(<ErrorPage frame={frame} {...props} />, { status, headers })
}

/**
 * The frame of the console for an operator who may open it and asked for one of its addresses. Anyone else learns nothing
 * about it, and asking writes nothing.
 */
async function consoleFrameAt(context: PageContext, c: Context): Promise<ConsoleFrame | null> {
  const { base, deps } = context
  if (!`${c.req.path}/`.startsWith(`${base}/admin/`)) return null
  const signedIn = await findSignedIn(deps, context.visitor(c))
  const role = signedIn && (await findOperatorRole(deps, deps.db, signedIn.person.id))
  if (!role || (await missingOfOperator(deps, signedIn))) return null
  const menu = await findPersonMenu(deps, signedIn)
  // The query is not read: it may be what was refused.
  return consoleFrame({ context, c, signedIn: { ...signedIn, menu }, act: noAct }, role)
}

/**
 * An error that a dynamic client would get before the person did anything: a page of ours says so, and they go on to
 * the client only if they want to (RFC 9700 section 4.11.2).
 */
export async function errorBeforeAnyClick(
  context: PageContext,
  c: Context,
  { client, to, error }: { client: Client; to: Parameters<typeof errorResponse>[1]; error: OAuthError },
): Promise<Response> {
  const frame = context.frame(c, client)
  const outcome = errorResponse(context.deps, to, error)
  const { host, protocol } = new URL(to.redirectUri)
  const application =
    outcome.kind === 'answer' && to.mode !== 'form_post'
      ? { name: host || protocol, url: responseLocation(outcome.to, outcome.members) }
      : null
  const { title, client: text } = frame.words.error
  const props = { title, text, code: error.code, description: error.description, application }
  return page(<ErrorPage frame={frame} {...props} />, { status: 400 })
}

/** The application of a request that can't go on, if it says where it begins one. */
function applicationOf({ deps }: PageContext, error: unknown): { name: string; url: string } | null {
  const client = error instanceof InteractionExpired ? error.client : null
  const url = client && loginUrlOf(client, { iss: deps.config.issuer })
  return url ? { name: shownName(client), url } : null
}

/** The database is unavailable, or the server failed: then the page shows the id of the log entry. */
function unexpected({ deps }: PageContext, failure: unknown, c: Context, { error }: Words): ErrorText {
  if (deps.health.report(failure))
    return { status: 503, title: error.unavailableTitle, text: error.unavailable, headers: { 'Retry-After': '2' } }
  return { status: 500, title: error.failedTitle, text: error.failed, reference: logFailure(deps, failure, c) }
}
