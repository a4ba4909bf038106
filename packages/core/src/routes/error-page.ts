import type { Context } from '../flows/context.ts'
import type { AuthError } from '../model/errors.ts'
import { localPath } from '../model/local-path.ts'
import { loginPath } from '../model/requirement.ts'
import { privateHeaders, withCookies } from '../model/responses.ts'
import type { PageWords } from './error-words.ts'
import { hrefIn, pageResponse } from './page.ts'

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
  state_mismatch: 'expired',
  issuer_unreachable: 'unavailable',
  forbidden: 'forbidden',
}

function defaultPage(context: Context, request: Request, error: AuthError): Response {
  const login = hrefIn(context, loginPath({}, context.settings.basePath), request)
  const home = hrefIn(context, localPath('/'), request)
  const contentIn = (words: PageWords) => ({
    title: error.code === 'forbidden' ? words.forbiddenTitle : words.title,
    body: `<p>${words[sentences[error.code] ?? 'failed']}</p><p><a class="primary" href="${login}">${words.again}</a> <a href="${home}">${words.home}</a></p>`,
  })
  return pageResponse(request, contentIn, error.status, error.setCookies)
}
