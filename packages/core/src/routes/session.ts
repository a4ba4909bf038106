import type { Context } from '../flows/context.ts'
import { freshen } from '../flows/guard.ts'
import { AuthError } from '../model/errors.ts'
import { jsonResponse } from '../model/responses.ts'

/**
 * `GET /auth/session`: who is signed in, without tokens. A session that only a redirect of the browser could refresh is nobody's here, as
 * it is for the guard of an API.
 */
export async function session(context: Context, request: Request): Promise<Response> {
  const loaded = await context.sessions.load(request.headers.get('cookie'))
  if (!loaded) return jsonResponse(null)
  const current = await freshen(context, request, loaded)
  return jsonResponse(current instanceof AuthError ? null : current.session, current.setCookies)
}
