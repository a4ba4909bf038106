import type { Context } from '../flows/context.ts'
import { AuthError } from '../model/errors.ts'
import { helpWith } from '../model/mistakes.ts'
import { textResponse } from '../model/responses.ts'
import type { LogoutToken } from '../provider/logout-token.ts'
import { verifyLogoutToken } from '../provider/token-verification.ts'
import type { SessionStore } from '../sessions/session-store.ts'

/** Characters of the form. */
const bodyLimit = 20_000
/** Seconds for which the id of a logout token is remembered. */
const replayWindow = 600

/** `POST /auth/backchannel-logout` (OpenID Connect Back-Channel Logout 1.0). Without a session store, there is nothing that it could end. */
export async function backchannelLogout(context: Context, request: Request): Promise<Response> {
  const { store } = context.options.session ?? {}
  const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
  if (store && type !== 'application/x-www-form-urlencoded') return textResponse('a form is expected', 415)
  try {
    const token = await verifiedToken(context, request)
    if (!store) throw withoutStore()
    await endSessions(context, store, token)
    return textResponse(null, 200)
  } catch (error) {
    if (store || !(error instanceof AuthError)) throw error
    // Only a token of the provider shows that something is set up wrong; a stranger finds nothing here.
    if (error.help) context.report(error)
    return textResponse('not found', 404)
  }
}

async function verifiedToken(context: Context, request: Request): Promise<LogoutToken> {
  const text = await request.text()
  const tokens = text.length <= bodyLimit ? new URLSearchParams(text).getAll('logout_token') : []
  if (tokens.length !== 1) throw new AuthError('logout_token_invalid', 'Exactly one logout_token is expected.')
  return verifyLogoutToken(context.provider, context.options.clientId, tokens[0] ?? '', context.now())
}

async function endSessions(context: Context, store: SessionStore, { sid, sub, jti }: LogoutToken): Promise<void> {
  if (!(await store.once(`logout:${jti}`, replayWindow)))
    throw new AuthError('logout_token_invalid', 'This logout token was already used.')
  if (sid) await store.deleteBySid(sid)
  else if (sub) await store.deleteBySub(sub)
  context.notify(() => context.options.on?.logout?.({ sub, sid, by: 'provider' }))
}

const withoutStore = (): AuthError =>
  new AuthError('config_invalid', 'The provider sent a logout token.', helpWith('logout-without-store'))
