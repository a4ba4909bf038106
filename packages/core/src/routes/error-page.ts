import type { Context } from '../flows/context.ts'
import { writeError } from '../flows/error-log.ts'
import { AuthError } from '../model/errors.ts'
import { privateHeaders, withCookies } from '../model/responses.ts'

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
  if (!render) return (await import('./pages.ts')).errorPage(context, request, error, isLogged)
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
  return import('./pages.ts').then(({ configurationPage }) => configurationPage(error, request, development))
}
