import { beginAuthorization } from './authorization.ts'
import type { Context } from './context.ts'
import { AuthError } from './errors.ts'
import { type LocalPath, localPath } from './local-path.ts'
import { answer, isNavigation } from './responses.ts'

/** Characters of one parameter that a link may hand on. */
const valueLimit = 1024
const handedOn = ['prompt', 'login_hint', 'organization', 'invitation', 'ui_locales']

/** `GET /auth/login` */
export async function login(context: Context, request: Request): Promise<Response> {
  // A prefetch must not start a login: only a document that the person opens does.
  if (!isNavigation(request)) return answer(null, 204)
  const query = new URL(request.url).searchParams
  const read = (name: string): string => {
    const value = query.get(name) ?? ''
    return value.length > valueLimit ? '' : value
  }
  // A login that someone else begins here (OIDC Core section 4) is for our own provider or for nobody.
  if (query.has('iss') && query.get('iss') !== (await context.provider.metadata()).issuer)
    throw new AuthError('callback_failed', 'This sign-in was begun for another provider.')
  const acr = words(read('acr'))
  const scopes = words(read('scope'))
  if (scopes.some((scope) => !context.options.optionalScopes?.includes(scope)))
    throw new AuthError('callback_failed', 'A login asked for a scope that is not one of optionalScopes.')
  const maxAge = /^\d{1,8}$/.test(read('max_age')) ? Number(read('max_age')) : undefined
  const parameters = Object.fromEntries(handedOn.map((name) => [name, read(name)]).filter(([, value]) => value))
  const returnTo = returnPath(context, query.get('returnTo'))
  return beginAuthorization(context, request, { returnTo, scopes, acr, maxAge, parameters })
}

const words = (text: string): string[] => text.split(' ').filter(Boolean)

/** A path of the application's own. The routes of the SDK are none: to come back to them would be a circle. */
export function returnPath({ settings }: Context, input: string | null | undefined): LocalPath {
  const path = localPath(input)
  const { pathname } = new URL(path, 'http://local.invalid')
  return pathname.startsWith(`${settings.basePath}/`) ? localPath('/') : path
}
