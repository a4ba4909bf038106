import { type Context, reportOnce } from '../flows/context.ts'
import { requireOwnOrigin } from '../flows/own-origin.ts'
import { AuthError } from '../model/errors.ts'
import { helpWith } from '../model/mistakes.ts'
import { isNavigation, textResponse } from '../model/responses.ts'
import { isLocalDevelopment, loopbackOrigin } from '../options/development.ts'
import { beginAuthorization } from './authorization-request.ts'
import { switchConfirmation } from './switch-confirmation.ts'

/** Maximum characters of a parameter that a link may pass on to the provider. */
const valueLimit = 1024
const forwardedParameters = ['prompt', 'login_hint', 'organization', 'invitation', 'ui_locales']

/** `GET /auth/login`, and `POST` for the form of `switchConfirmation` */
export async function login(context: Context, request: Request): Promise<Response> {
  if (request.method === 'POST') requireOwnOrigin(context, request, 'A sign-in must be sent from this application.')
  // Only a document that a person opens may start a login, never a prefetch.
  if (!isNavigation(request)) return textResponse(null, 204)
  const query = new URL(request.url).searchParams
  const read = (name: string): string => {
    const value = query.get(name) ?? ''
    return value.length > valueLimit ? '' : value
  }
  // A login that a third party initiates (OIDC Core section 4) must be for this provider.
  if (query.has('iss') && query.get('iss') !== (await context.provider.metadata()).issuer)
    throw new AuthError('callback_failed', 'This sign-in was started for another provider.')
  const acr = splitBySpaces(read('acr'))
  const scopes = splitBySpaces(read('scope'))
  if (scopes.some((scope) => !context.options.optionalScopes?.includes(scope)))
    throw new AuthError('callback_failed', 'A login requested a scope that is not listed in optionalScopes.')
  const maxAge = /^\d{1,8}$/.test(read('max_age')) ? Number(read('max_age')) : undefined
  const parameters = Object.fromEntries(
    forwardedParameters.map((name) => [name, read(name)]).filter(([, value]) => value),
  )
  const { organization, invitation } = parameters
  const confirmation = organization ? await switchConfirmation(context, request, organization) : null
  // An invitation leads to its own organization, and its page asks.
  if (confirmation && !invitation) return confirmation
  if (confirmation) delete parameters.organization
  noteOtherAddress(context, request)
  const returnTo = context.addresses.returnPath(query.get('returnTo'))
  return beginAuthorization(context, request, { returnTo, scopes, acr, maxAge, parameters })
}

/** In development, the address that the browser used is known: if `url` is another one, the sign-in may not come back to its cookies. */
function noteOtherAddress(context: Context, request: Request): void {
  const { url, mount } = context.settings
  if (!url || !isLocalDevelopment(context.options, request) || loopbackOrigin(request) === url.origin) return
  const message = 'A sign-in began at another address than that of VESTIBULE_URL.'
  const help = helpWith('other-address', { url: `${url.origin}${mount}` })
  reportOnce(context, new AuthError('config_invalid', message, help))
}

const splitBySpaces = (text: string): string[] => text.split(' ').filter(Boolean)
