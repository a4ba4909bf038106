import type { ServerResponse } from 'node:http'
import type { Auth } from '../auth.ts'
import type { Requirement } from '../model/requirement.ts'
import type { Session } from '../model/session.ts'
import type { WithSessionOptions } from '../routes/with-session.ts'
import { type Incoming, requestOf } from './request.ts'
import { addHeaders, refuse, send } from './response.ts'

/**
 * Returns the session of a request, refreshed if it has to be, and sets its cookies on the response. Without the session that it
 * requires, it sends the response and returns null: a document is redirected to the sign-in or is the page with status 403; any
 * other request is refused with 401 or 403, as that of an API.
 *
 * @example
 * ```ts
 * import { createServer } from 'node:http'
 * import { createAuth, optionsFromEnvironment } from '@vestibule/core'
 * import { requireSession } from '@vestibule/core/node'
 *
 * const auth = createAuth(optionsFromEnvironment(process.env))
 * const server = createServer(async (request, response) => {
 *   const session = await requireSession(auth, request, response, { role: 'owner' })
 *   if (session) response.end(`Hello ${session.user.name}`)
 * })
 * ```
 */
export async function requireSession(
  auth: Auth,
  incoming: Incoming,
  outgoing: ServerResponse,
  requirement?: Requirement,
  options?: WithSessionOptions,
): Promise<Session | null> {
  const request = requestOf(incoming)
  if (!request) {
    refuse(outgoing, 400)
    return null
  }
  const found: Session[] = []
  const handler = (session: Session) => {
    found.push(session)
    return new Response(null)
  }
  const response = await auth.withSession(request, handler, requirement, options)
  const [session = null] = found
  if (session) addHeaders(outgoing, response.headers)
  else await send(outgoing, response)
  return session
}
