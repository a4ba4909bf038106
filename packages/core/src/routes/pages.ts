import type { Context } from '../flows/context.ts'
import type { AuthError } from '../model/errors.ts'
import { type LocalPath, localPath } from '../model/local-path.ts'
import type { ErrorHelp } from '../model/mistakes.ts'
import { loginPath } from '../model/requirement.ts'
import { escaped, textResponse } from '../model/responses.ts'
import { isLocalDevelopment } from '../options/development.ts'
import type { AuthOptions } from '../options/options.ts'
import { wordsFor } from './error-words.ts'
import type { PageWords } from './page-words.ts'

// The pages of the SDK itself: a few words, and a way on. Few requests get one: this file is imported when the first of them does.

const rightToLeft: ReadonlySet<string> = new Set(['ar', 'he'])

const policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'"

interface Content {
  title: string
  /** HTML: values of the request have to be `escaped`. */
  body: string
}

const sentences: Partial<Record<AuthError['code'], keyof PageWords>> = {
  access_denied: 'declined',
  not_a_member: 'notMember',
  state_mismatch: 'expired',
  issuer_unreachable: 'unavailable',
  forbidden: 'forbidden',
}

/** The page of a failed sign-in. @param isLogged whether the log has the error under its reference */
export async function errorPage(
  context: Context,
  request: Request,
  error: AuthError,
  isLogged: boolean,
): Promise<Response> {
  const { code, status, setCookies } = error
  const title = await titleOf(context, request, code)
  const isOther = code === 'not_a_member'
  const path = loginPath(isOther ? { prompt: 'select_organization' } : {}, context.settings.basePath)
  const login = hrefIn(context, path, request)
  const home = hrefIn(context, localPath('/'), request)
  const details = detailsFor(context.options, request, error)
  const contentIn = (words: PageWords) => ({
    title: words[title],
    body: `<p>${words[sentences[code] ?? 'failed']}</p><p><a class="primary" href="${login}">${words[isOther ? 'switch' : 'again']}</a> <a href="${home}">${words.home}</a></p>${isLogged ? referenceIn(words, error) : ''}${details}`,
  })
  return pageResponse(request, contentIn, status, setCookies)
}

/** The page of an application whose configuration cannot work. */
export function configurationPage(error: AuthError, request: Request, development: boolean): Promise<Response> {
  const details = detailsFor({ development, production: !development }, request, error)
  const contentIn = (words: PageWords) => ({
    title: words.title,
    body: `<p>${words.failed}</p>${referenceIn(words, error)}${details}`,
  })
  return pageResponse(request, contentIn, error.status)
}

/** The page that asks whether to switch to an organization. @param name that of the organization, as the provider says it */
export function switchPage(context: Context, request: Request, name: string): Promise<Response> {
  const { search } = new URL(request.url)
  const action = hrefIn(context, `${context.settings.basePath}/login${search}` as LocalPath, request)
  const home = hrefIn(context, localPath('/'), request)
  const contentIn = (words: PageWords) => ({
    title: words.switch,
    body: `<p>${escaped(name)}</p><form method="post" action="${action}"><button class="primary">${words.switch}</button> <a href="${home}">${words.home}</a></form>`,
  })
  return pageResponse(request, contentIn, 200)
}

/** A sign-in that fails ends no session that there is: a switch to another organization, for example. */
async function titleOf(context: Context, request: Request, code: AuthError['code']): Promise<keyof PageWords> {
  if (code === 'forbidden') return 'forbiddenTitle'
  return (await context.sessions.load(request.headers.get('cookie'))) ? 'stillSignedIn' : 'title'
}

/** All that a page shows in production: what finds the line of the log, and tells a stranger nothing. */
const referenceIn = (words: PageWords, { reference }: AuthError): string =>
  `<p><small>${words.reference} <code>${reference}</code></small></p>`

/** For the developer at this machine, and nobody else. */
const detailsFor = (options: Pick<AuthOptions, 'development' | 'production'>, request: Request, error: AuthError) =>
  isLocalDevelopment(options, request) ? detailsOf(error) : ''

/** In English: the words of the log and of the documentation. */
const detailsOf = ({ code, message, hint, help }: AuthError): string =>
  `<section lang="en" dir="ltr" aria-labelledby="developers"><h2 id="developers">For developers</h2><p><code>${code}</code></p>${help ? helpHtml(message.slice(0, message.length - hint.length), help) : `<p>${escaped(message)}</p>`}<p>Shown on a development server on this machine only.</p></section>`

const helpHtml = (summary: string, { cause, next, url }: ErrorHelp): string =>
  `<p>${escaped(summary)}</p><p>${escaped(cause)}</p><pre><code>${escaped(next)}</code></pre><p><a href="${escaped(url)}">${escaped(url.slice(url.indexOf('#') + 1))} in the documentation</a></p>`

/** A page in the language of the person. */
async function pageResponse(
  request: Request,
  contentIn: (words: PageWords) => Content,
  status: number,
  setCookies: readonly string[] = [],
): Promise<Response> {
  const { language, words } = await wordsFor(request.headers.get('accept-language'))
  const { title, body } = contentIn(words)
  const html = `<!doctype html><html lang="${language}"${rightToLeft.has(language) ? ' dir="rtl"' : ''}><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title><style>${style}</style><main><h1>${title}</h1>${body}</main></html>`
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy }
  return textResponse(html, status, headers, setCookies)
}

/** A path as the value of an attribute. The address of the application can be unknown, and be the error itself. */
function hrefIn({ addresses }: Context, path: LocalPath, request: Request): string {
  try {
    return escaped(addresses.href(path, request))
  } catch {
    return escaped(path)
  }
}

const style =
  'pre{white-space:pre-wrap;overflow-wrap:anywhere;font-size:1rem}h2{font-size:1rem}section{border-top:1px solid;margin-top:2rem;overflow-wrap:anywhere}section a{padding-left:0}body{margin:0;font:1rem/1.5 system-ui,sans-serif;color-scheme:light dark;color:CanvasText;background:Canvas}main{max-width:28rem;margin:15vh auto 0;padding:0 1.25rem}h1{font-size:1.5rem;line-height:1.25}a,button{display:inline-block;padding:.6rem 1rem;color:inherit;font:inherit}.primary{border:0;border-radius:.5rem;background:CanvasText;color:Canvas;text-decoration:none;cursor:pointer}'
