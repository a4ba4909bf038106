import type { Context } from '../flows/context.ts'
import { AuthError } from '../model/errors.ts'
import { textResponse } from '../model/responses.ts'
import { verifyLogoutToken } from '../provider/token-verification.ts'

/** Characters of the form. */
const bodyLimit = 20_000
/** Seconds for which the id of a logout token is remembered. */
const replayWindow = 600

/** `POST /auth/backchannel-logout` (OpenID Connect Back-Channel Logout 1.0). Exists only with a session store. */
export async function backchannelLogout(context: Context, request: Request): Promise<Response> {
  const store = context.options.session?.store
  if (!store) return textResponse('not found', 404)
  const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/x-www-form-urlencoded') return textResponse('a form is expected', 415)
  const text = await request.text()
  const tokens = text.length <= bodyLimit ? new URLSearchParams(text).getAll('logout_token') : []
  if (tokens.length !== 1) throw new AuthError('logout_token_invalid', 'Exactly one logout_token is expected.')
  const { clientId } = context.options
  const { sid, sub, jti } = await verifyLogoutToken(context.provider, clientId, tokens[0] ?? '', context.now())
  if (!(await store.once(`logout:${jti}`, replayWindow)))
    throw new AuthError('logout_token_invalid', 'This logout token was already used.')
  if (sid) await store.deleteBySid(sid)
  else if (sub) await store.deleteBySub(sub)
  context.notify(() => context.options.on?.logout?.({ sub, sid, by: 'provider' }))
  return textResponse(null, 200)
}
