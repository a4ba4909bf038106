import type { Context } from './context.ts'
import { AuthError } from './errors.ts'
import { answer, redirectTo } from './responses.ts'
import { verifyLogoutToken } from './tokens.ts'

/** Characters: with more, the address of the sign-out would be longer than servers read. */
const hintLimit = 4000

/** `POST /auth/logout` */
export async function logout(context: Context, request: Request): Promise<Response> {
  const { addresses, options, sessions, settings } = context
  const header = request.headers.get('cookie')
  if (request.headers.get('origin') !== addresses.origin(request))
    throw new AuthError('forbidden', 'A logout must be sent from this application.')
  const loaded = await sessions.load(header)
  const tokens = await loaded?.tokens()
  const setCookies = await sessions.end(header)
  context.refreshes.forget(tokens?.refreshToken)
  if (loaded) {
    const { user, sid } = loaded.session
    context.tell(() => options.on?.logout?.({ sub: user.sub, sid, by: 'person' }))
  }
  // The local session ends even when the provider cannot be reached.
  const end = await context.provider.metadata().then(
    (as) => as.end_session_endpoint,
    () => undefined,
  )
  if (!end) return redirectTo(addresses.href(settings.postLogoutPath, request), setCookies)
  const url = new URL(end)
  url.searchParams.set('client_id', options.clientId)
  url.searchParams.set('post_logout_redirect_uri', addresses.absolute(settings.postLogoutPath, request))
  const idToken = tokens?.idToken ?? ''
  if (idToken !== '' && idToken.length <= hintLimit) url.searchParams.set('id_token_hint', idToken)
  return redirectTo(url.href, setCookies)
}

/**
 * `POST /auth/backchannel-logout`: the provider ends sessions (OpenID Connect Back-Channel Logout 1.0). Without a store there
 * is nothing to end.
 */
export async function backchannelLogout(context: Context, request: Request): Promise<Response> {
  const store = context.options.session?.store
  if (!store) return answer('not found', 404)
  const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/x-www-form-urlencoded') return answer('a form is expected', 415)
  const text = await request.text()
  const given = text.length <= 20_000 ? new URLSearchParams(text).getAll('logout_token') : []
  if (given.length !== 1) throw new AuthError('logout_token_invalid', 'One logout_token is expected.')
  const { sid, sub, jti } = await verifyLogoutToken(
    context.provider,
    context.options.clientId,
    given[0] ?? '',
    context.now(),
  )
  if (!(await store.once(`logout:${jti}`, 600)))
    throw new AuthError('logout_token_invalid', 'This token was used before.')
  if (sid) await store.deleteBySid(sid)
  else if (sub) await store.deleteBySub(sub)
  context.tell(() => context.options.on?.logout?.({ sub, sid, by: 'provider' }))
  return answer(null, 200)
}
