import type { Context } from './context.ts'
import type { AuthError } from './errors.ts'
import { localPath } from './local-path.ts'
import { loginPath } from './requirement.ts'
import { answer, privateHeaders, withCookies } from './responses.ts'
import { type PageWords, wordsFor } from './words.ts'

/** The page of a sign-in that failed: the application's own, or ours. What the developer needs is in the log. */
export async function answerError(context: Context, request: Request, error: AuthError): Promise<Response> {
  const { errorPage } = context.options
  if (!errorPage) return ownPage(context, request, error)
  const page = await errorPage(error, request)
  const response = new Response(page.body, page)
  for (const [name, value] of Object.entries(privateHeaders)) response.headers.set(name, value)
  return withCookies(response, error.setCookies)
}

const sentences: Partial<Record<AuthError['code'], keyof PageWords>> = {
  access_denied: 'declined',
  state_mismatch: 'expired',
  issuer_unreachable: 'away',
  forbidden: 'forbidden',
}

const policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'"

function ownPage(context: Context, request: Request, error: AuthError): Response {
  const { language, words } = wordsFor(request.headers.get('accept-language'))
  const link = (path: ReturnType<typeof localPath>) => escaped(hrefOf(context, path, request))
  const title = error.code === 'forbidden' ? words.forbiddenTitle : words.title
  const html = `<!doctype html><html lang="${language}"${language === 'ar' ? ' dir="rtl"' : ''}><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title><style>${style}</style><main><h1>${title}</h1><p>${words[sentences[error.code] ?? 'failed']}</p><p><a class="primary" href="${link(loginPath({}, context.settings.basePath))}">${words.again}</a> <a href="${link(localPath('/'))}">${words.home}</a></p></main></html>`
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy }
  return answer(html, error.status, headers, error.setCookies)
}

/** Where the application is may be the very thing that is not known: then a path must do. */
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
