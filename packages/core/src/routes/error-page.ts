import type { Context } from '../flows/context.ts'
import type { AuthError } from '../model/errors.ts'
import { localPath } from '../model/local-path.ts'
import { loginPath } from '../model/requirement.ts'
import { privateHeaders, withCookies } from '../model/responses.ts'
import { hrefIn, pageResponse } from './page.ts'
import type { PageWords } from './page-words.ts'

/** The page of a failed sign-in: the application's own, or the default. Details for the developer are in the log. */
export async function errorPage(context: Context, request: Request, error: AuthError): Promise<Response> {
  const render = context.options.errorPage
  if (!render) return defaultPage(context, request, error)
  const page = await render(error, request)
  const response = new Response(page.body, page)
  for (const [name, value] of Object.entries(privateHeaders)) response.headers.set(name, value)
  return withCookies(response, error.setCookies)
}

const sentences: Partial<Record<AuthError['code'], keyof PageWords>> = {
  access_denied: 'declined',
  not_a_member: 'notMember',
  state_mismatch: 'expired',
  issuer_unreachable: 'unavailable',
  forbidden: 'forbidden',
}

async function defaultPage(
  context: Context,
  request: Request,
  { code, status, setCookies }: AuthError,
): Promise<Response> {
  const title = await titleOf(context, request, code)
  const isOther = code === 'not_a_member'
  const path = loginPath(isOther ? { prompt: 'select_organization' } : {}, context.settings.basePath)
  const login = hrefIn(context, path, request)
  const home = hrefIn(context, localPath('/'), request)
  const contentIn = (words: PageWords) => ({
    title: words[title],
    body: `<p>${words[sentences[code] ?? 'failed']}</p><p><a class="primary" href="${login}">${words[isOther ? 'switch' : 'again']}</a> <a href="${home}">${words.home}</a></p>`,
  })
  return pageResponse(request, contentIn, status, setCookies)
}

/** A sign-in that fails ends no session that there is: a switch to another organization, for example. */
async function titleOf(context: Context, request: Request, code: AuthError['code']): Promise<keyof PageWords> {
  if (code === 'forbidden') return 'forbiddenTitle'
  return (await context.sessions.load(request.headers.get('cookie'))) ? 'stillSignedIn' : 'title'
}
