import { type Auth, AuthError, type LocalPath, type Requirement, type User } from '@vestibule/core'
import { cookies, currentPath, currentRequest, isPage, redirect } from './next.ts'
import { asHttpError } from './responses.ts'
import { writeCookies } from './write-cookies.ts'

// Server components and server actions: Next provides their request and their cookies, and redirects by an exception.

export async function requireUser(
  auth: () => Auth,
  { returnTo, ...requirement }: Requirement & { returnTo?: string } = {},
): Promise<User> {
  const request = await currentRequest()
  const store = await cookies()
  const result = await auth().guard(request, requirement, {
    as: 'page',
    returnTo: returnTo ?? (await currentPath()),
    canWrite: (stamp) => writeCookies(store, stamp),
  })
  if (result.outcome === 'refused') {
    writeCookies(store, result.error.setCookies)
    // Without the experimental `authInterrupts`, a page cannot respond with 403.
    if (process.env.__NEXT_EXPERIMENTAL_AUTH_INTERRUPTS || !(await isPage(request))) throw asHttpError(result.error)
    return redirect(auth().href(auth().forbiddenPath(), request))
  }
  writeCookies(store, result.setCookies)
  return result.outcome === 'allowed' ? result.session.user : redirect(result.location)
}

export async function getAccessToken(auth: () => Auth): Promise<string> {
  const request = await currentRequest()
  const store = await cookies()
  try {
    const { token, setCookies } = await auth().accessToken(request, { canWrite: (stamp) => writeCookies(store, stamp) })
    writeCookies(store, setCookies)
    return token
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    writeCookies(store, error.setCookies)
    const location = (await isPage(request)) ? await redirectFor(auth(), error) : null
    if (location) return redirect(auth().href(location, request))
    throw asHttpError(error)
  }
}

/** Where a page without an access token redirects to: `/auth/refresh` or the sign-in. */
async function redirectFor(auth: Auth, error: AuthError): Promise<LocalPath | null> {
  const returnTo = await currentPath()
  if (error.refreshPath) return auth.refreshPath(returnTo)
  return error.status === 401 ? auth.loginPath({ returnTo }) : null
}

export async function signOut(auth: () => Auth): Promise<never> {
  const current = await currentRequest()
  if (!auth().isSameOrigin(current))
    throw asHttpError(new AuthError('forbidden', 'This request was sent from another site.'))
  const origin = auth().origin(current)
  const request = new Request(new URL(auth().logoutPath(), origin), {
    method: 'POST',
    // It has been checked.
    headers: { origin, host: new URL(origin).host, cookie: current.headers.get('cookie') ?? '' },
  })
  const response = await auth().handle(request)
  writeCookies(await cookies(), response.headers.getSetCookie())
  return redirect(response.headers.get('location') ?? '/')
}
