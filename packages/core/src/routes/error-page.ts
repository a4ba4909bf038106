import type { Context } from '../flows/context.ts'
import type { AuthError } from '../model/errors.ts'
import { localPath } from '../model/local-path.ts'
import { loginPath } from '../model/requirement.ts'
import { privateHeaders, textResponse, withCookies } from '../model/responses.ts'
import { type PageWords, wordsFor } from './error-words.ts'

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

const rightToLeft: ReadonlySet<string> = new Set(['ar', 'he'])

const policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'"

function defaultPage(context: Context, request: Request, error: AuthError): Response {
  const { language, words } = wordsFor(request.headers.get('accept-language'))
  const link = (path: ReturnType<typeof localPath>) => escaped(hrefOf(context, path, request))
  const title = error.code === 'forbidden' ? words.forbiddenTitle : words.title
  const html = `<!doctype html><html lang="${language}"${rightToLeft.has(language) ? ' dir="rtl"' : ''}><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title><style>${style}</style><main><h1>${title}</h1><p>${words[sentences[error.code] ?? 'failed']}</p><p><a class="primary" href="${link(loginPath({}, context.settings.basePath))}">${words.again}</a> <a href="${link(localPath('/'))}">${words.home}</a></p></main></html>`
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy }
  return textResponse(html, error.status, headers, error.setCookies)
}

/** The address of the application can be unknown, and be the error itself: then a path is used. */
function hrefOf({ addresses }: Context, path: ReturnType<typeof localPath>, request: Request): string {
  try {
    return addresses.href(path, request)
  } catch {
    return path
  }
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

const style =
  'body{margin:0;font:1rem/1.5 system-ui,sans-serif;color-scheme:light dark;color:CanvasText;background:Canvas}main{max-width:28rem;margin:15vh auto 0;padding:0 1.25rem}h1{font-size:1.5rem;line-height:1.25}a{display:inline-block;padding:.6rem 1rem;color:inherit}.primary{border-radius:.5rem;background:CanvasText;color:Canvas;text-decoration:none}'
