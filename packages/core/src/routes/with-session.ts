import type { Context } from '../flows/context.ts'
import { type GuardOptions, guard } from '../flows/guard.ts'
import { AuthError } from '../model/errors.ts'
import type { Requirement } from '../model/requirement.ts'
import { isNavigation, markPrivate, redirectTo } from '../model/responses.ts'
import type { Session } from '../model/session.ts'
import { errorPage } from './error-page.ts'

/**
 * How `withSession` guards a request.
 *
 * @example
 * ```ts
 * import type { WithSessionOptions } from '@vestibule/core'
 *
 * const endpoint: WithSessionOptions = { as: 'api' }
 * ```
 */
export interface WithSessionOptions {
  /** Default: a document that a browser opens is a page, and any other request that of an API. */
  as?: GuardOptions['as']
  /** The path to return to after the sign-in. Default: that of the request. */
  returnTo?: string
}

/** Guards a request, and responds with what the handler returns or with the redirect or the refusal of the guard. */
export async function withSession(
  context: Context,
  request: Request,
  handler: (session: Session) => Response | Promise<Response>,
  requirement: Requirement = {},
  { as = isNavigation(request) ? 'page' : 'api', returnTo }: WithSessionOptions = {},
): Promise<Response> {
  const options = { as, returnTo: returnTo ?? context.addresses.pathOf(request) }
  const result = await guard(context, request, requirement, options)
  if (result.outcome === 'redirect') return redirectTo(result.location, result.setCookies)
  const refusalOf = (error: AuthError) =>
    as === 'page' ? errorPage(context, request, error, false) : error.toResponse()
  if (result.outcome === 'refused') return refusalOf(result.error)
  try {
    return asPrivate(await handler(result.session), result.setCookies)
  } catch (error) {
    if (error instanceof AuthError) return asPrivate(await refusalOf(error), result.setCookies)
    throw error
  }
}

function asPrivate(response: Response, setCookies: readonly string[]): Response {
  // The headers of some responses, such as `Response.redirect`, are immutable.
  const { body, status, statusText } = response
  const headers = new Headers(response.headers)
  markPrivate(headers, setCookies)
  return new Response(body, { status, statusText, headers })
}
