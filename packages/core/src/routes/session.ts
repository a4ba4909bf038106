import type { Context } from '../flows/context.ts'
import { freshen } from '../flows/guard.ts'
import { AuthError } from '../model/errors.ts'
import { jsonResponse } from '../model/responses.ts'

/** `GET /auth/session`: who is signed in, without tokens. */
export async function session(context: Context, request: Request): Promise<Response> {
  const loaded = await context.sessions.load(request.headers.get('cookie'))
  if (!loaded) return jsonResponse(null)
  const current = await freshen(context, request, loaded)
  if (!(current instanceof AuthError)) return jsonResponse(current.session, current.setCookies)
  return current.refreshPath ? jsonResponse(loaded.session) : jsonResponse(null, current.setCookies)
}
