import type { Context } from '../flows/context.ts'
import { requireOwnOrigin } from '../flows/own-origin.ts'
import { redirectTo } from '../model/responses.ts'

/** Characters: a longer `id_token_hint` would make the URL longer than servers accept. */
const hintLimit = 4000

/** `POST /auth/logout` */
export async function logout(context: Context, request: Request): Promise<Response> {
  const { addresses, options, sessions, settings } = context
  const header = request.headers.get('cookie')
  requireOwnOrigin(context, request, 'A logout must be sent from this application.')
  const loaded = await sessions.load(header)
  const tokens = await loaded?.tokens()
  const setCookies = await sessions.end(header)
  /** A browser that has a key for the session forgets it at once. */
  const redirect = (location: string): Response => {
    const response = redirectTo(location, setCookies)
    if (loaded?.session.bound) response.headers.set('Clear-Site-Data', '"storage"')
    return response
  }
  context.refreshes.forget(tokens?.refreshToken)
  if (loaded) {
    const { user, sid } = loaded.session
    context.notify(() => options.on?.logout?.({ sub: user.sub, sid, by: 'person' }))
  }
  // The local session ends even if the provider cannot be reached.
  const endpoint = await context.provider.metadata().then(
    (server) => server.end_session_endpoint,
    () => undefined,
  )
  if (!endpoint) return redirect(addresses.href(settings.postLogoutPath, request))
  const url = new URL(endpoint)
  url.searchParams.set('client_id', options.clientId)
  url.searchParams.set('post_logout_redirect_uri', addresses.absolute(settings.postLogoutPath, request))
  const idToken = tokens?.idToken ?? ''
  if (idToken !== '' && idToken.length <= hintLimit) url.searchParams.set('id_token_hint', idToken)
  return redirect(url.href)
}
