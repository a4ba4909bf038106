import type { Context } from '../flows/context.ts'

/**
 * The page that asks first when a link of another site would move the session of a person who is signed in to another
 * organization, where their next note or payment would land (login CSRF, RFC 6749 section 10.12). Null if there is nothing to ask.
 */
export async function switchConfirmation(
  context: Context,
  request: Request,
  organization: string,
): Promise<Response | null> {
  // A form has the `Origin` of this application.
  if (request.method === 'POST' || isOwnLink(context, request)) return null
  const { user } = (await context.sessions.load(request.headers.get('cookie')))?.session ?? {}
  if (!user || organization === user.organization || organization === user.organization_slug) return null
  // Only a name that the provider has vouched for: a link can say anything.
  const { name = '' } = user.organizations.find(({ id, slug }) => id === organization || slug === organization) ?? {}
  return (await import('./pages.ts')).switchPage(context, request, name)
}

/**
 * Whether a page of this application or the person themselves (an address that was typed, a bookmark) opened the address. Browsers
 * without Fetch Metadata, and all of them over http beyond loopback, can show it by `Referer` only.
 */
function isOwnLink({ addresses }: Context, request: Request): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site) return site === 'same-origin' || site === 'none'
  const referrer = request.headers.get('referer') ?? ''
  return URL.canParse(referrer) && new URL(referrer).origin === addresses.origin(request)
}
