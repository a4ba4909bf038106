import type { Context } from '../flows/context.ts'
import { writeError } from '../flows/error-log.ts'
import { AuthError } from '../model/errors.ts'
import { localPath } from '../model/local-path.ts'
import type { ErrorHelp } from '../model/mistakes.ts'
import { loginPath } from '../model/requirement.ts'
import { privateHeaders, withCookies } from '../model/responses.ts'
import { isLocalDevelopment } from '../options/development.ts'
import type { AuthOptions } from '../options/options.ts'
import { escaped, hrefIn, pageResponse } from './page.ts'
import type { PageWords } from './page-words.ts'

/**
 * The page of a failed sign-in: the application's own, or the default.
 *
 * @param isLogged whether the log has the error under its reference
 */
export async function errorPage(
  context: Context,
  request: Request,
  error: AuthError,
  isLogged: boolean,
): Promise<Response> {
  const render = context.options.errorPage
  if (!render) return defaultPage(context, request, error, isLogged)
  const page = await render(error, request)
  const response = new Response(page.body, page)
  for (const [name, value] of Object.entries(privateHeaders)) response.headers.set(name, value)
  return withCookies(response, error.setCookies)
}

/**
 * Logs that the configuration cannot work, and answers a request to the routes of the SDK with a page, where a framework would answer
 * with an empty one: with the cause for a developer at this machine, elsewhere with the reference of the log.
 *
 * @param development whether the development server of a framework runs the application
 * @throws anything that is no error of the configuration
 * @example
 * ```ts
 * import { configurationErrorPage, createAuth, optionsFromEnvironment } from '@vestibule/core'
 *
 * async function handle(request: Request): Promise<Response> {
 *   try {
 *     return await createAuth(optionsFromEnvironment(process.env)).handle(request)
 *   } catch (error) {
 *     return configurationErrorPage(error, request, process.env.NODE_ENV === 'development')
 *   }
 * }
 * ```
 */
export function configurationErrorPage(error: unknown, request: Request, development: boolean): Promise<Response> {
  if (!(error instanceof AuthError) || !error.code.startsWith('config_')) throw error
  writeError(error)
  const details = detailsFor({ development, production: !development }, request, error)
  const contentIn = (words: PageWords) => ({
    title: words.title,
    body: `<p>${words.failed}</p>${referenceIn(words, error)}${details}`,
  })
  return pageResponse(request, contentIn, error.status)
}

const sentences: Partial<Record<AuthError['code'], keyof PageWords>> = {
  access_denied: 'declined',
  not_a_member: 'notMember',
  state_mismatch: 'expired',
  issuer_unreachable: 'unavailable',
  forbidden: 'forbidden',
}

async function defaultPage(context: Context, request: Request, error: AuthError, isLogged: boolean): Promise<Response> {
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
