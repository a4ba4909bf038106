import { AuthError } from '@vestibule/core'

/**
 * A refusal as Next understands it: pages and route handlers then answer 401 or 403 and not 500, and the application's own
 * `forbidden.tsx` and `unauthorized.tsx` are shown where `experimental.authInterrupts` is on.
 */
export function refusal(error: AuthError): AuthError {
  if (error.status === 401 || error.status === 403)
    Object.assign(error, { digest: `NEXT_HTTP_ERROR_FALLBACK;${error.status}` })
  return error
}

/** What a guarded handler answers when something of the SDK was refused in it. */
export async function answeringRefusals(work: () => Promise<Response> | Response): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AuthError) return error.toResponse()
    throw error
  }
}

/** Marks an answer as one that depends on a session, and gives it cookies. Some responses can't be changed: it is a new one. */
export function privateAnswer(response: Response, setCookies: readonly string[]): Response {
  const headers = new Headers(response.headers)
  headers.set('Cache-Control', 'private, no-store')
  const vary = headers.get('Vary')
  if (!/(^|,)\s*(cookie|\*)\s*(,|$)/i.test(vary ?? '')) headers.set('Vary', vary ? `${vary}, Cookie` : 'Cookie')
  for (const cookie of setCookies) headers.append('Set-Cookie', cookie)
  const { status, statusText } = response
  return new Response(response.body, { status, statusText, headers })
}

/**
 * The client router asks for a page's data where a document is needed: it then opens the document, but reports an answer
 * without a body as an error.
 */
export function readableByClientRouter({ url, headers }: Request, response: Response): Response {
  const isClientRouter = headers.has('rsc') || new URL(url).searchParams.has('_rsc')
  if (response.status !== 204 || !isClientRouter) return response
  return new Response('This address is opened as a document.', { status: 200, headers: response.headers })
}
