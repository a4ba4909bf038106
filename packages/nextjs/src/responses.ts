import { AuthError, markPrivate } from '@vestibule/core'

/**
 * Marks an error so that Next responds with 401 or 403 instead of 500, and shows the application's `forbidden.tsx` and
 * `unauthorized.tsx` if `experimental.authInterrupts` is enabled.
 */
export function asHttpError(error: AuthError): AuthError {
  if (error.status === 401 || error.status === 403)
    Object.assign(error, { digest: `NEXT_HTTP_ERROR_FALLBACK;${error.status}` })
  return error
}

/** Runs a route handler. Errors of the SDK become responses. */
export async function withErrorResponses(handler: () => Promise<Response> | Response): Promise<Response> {
  try {
    return await handler()
  } catch (error) {
    if (error instanceof AuthError) return error.toResponse()
    throw error
  }
}

/** A private copy of a response, with cookies. The headers of some responses are immutable. */
export function privateResponse(response: Response, setCookies: readonly string[]): Response {
  const headers = new Headers(response.headers)
  markPrivate(headers, setCookies)
  const { status, statusText } = response
  return new Response(response.body, { status, statusText, headers })
}

/**
 * The client router fetches the data of a page where a document is required. It then opens the document, but reports a response
 * without a body as an error.
 */
export function withBodyForClientRouter({ url, headers }: Request, response: Response): Response {
  const isClientRouter = headers.has('rsc') || new URL(url).searchParams.has('_rsc')
  if (response.status !== 204 || !isClientRouter) return response
  return new Response('Open this address as a document.', { status: 200, headers: response.headers })
}
