import { Hono, type MiddlewareHandler } from 'hono'
import { instanceTheme } from '../flows/platform/themes/published-themes.ts'
import { requireOwnOrigin } from '../http/forms.ts'
import { accountRoutes } from './account/index.tsx'
import { consentRoutes } from './authorization/consent.tsx'
import { logoutConfirmationRoutes } from './authorization/logout.tsx'
import { askedFieldRoutes } from './authorization/onboarding/asked-fields.tsx'
import { notAllowedRoutes } from './authorization/onboarding/not-allowed.tsx'
import { organizationChoiceRoutes } from './authorization/onboarding/organization.tsx'
import { organizationTermsRoutes } from './authorization/onboarding/organization-terms.tsx'
import { passkeyOfferRoutes } from './authorization/onboarding/passkey.tsx'
import { profileRoutes } from './authorization/onboarding/profile.tsx'
import { teamChoiceRoutes } from './authorization/onboarding/team.tsx'
import { termsRoutes } from './authorization/onboarding/terms.tsx'
import { signInRoutes } from './authorization/sign-in/index.ts'
import { consoleRoutes } from './console/index.tsx'
import { firstOperatorRoutes } from './development/first-operator.tsx'
import { mailboxRoutes } from './development/mailbox.tsx'
import { playgroundRoutes } from './development/playground.tsx'
import { devicePages } from './device/index.ts'
import { errorAsPage } from './error-pages.tsx'
import { federationPages } from './federation/index.ts'
import { setupRoutes } from './federation/setup.tsx'
import { keptFormRoutes } from './kept-forms/index.tsx'
import { invitationRoutes } from './organizations/invitation.tsx'
import { memberPages } from './organizations/request.ts'
import { bypassRoutes } from './organizations/sso/bypass.tsx'
import { tabRoutesAt } from './organizations/tab-routes.ts'
import { themeRoutes } from './organizations/theme.tsx'
import type { PageContext } from './page-context.ts'
import { homeRoutes } from './platform/home.tsx'
import { pictureRoutes } from './platform/pictures.ts'
import { themeAssetRoutes } from './platform/theme-assets.ts'

const routers: readonly ((context: PageContext) => Hono)[] = [
  signInRoutes,
  federationPages,
  termsRoutes,
  profileRoutes,
  organizationChoiceRoutes,
  organizationTermsRoutes,
  askedFieldRoutes,
  teamChoiceRoutes,
  passkeyOfferRoutes,
  notAllowedRoutes,
  consentRoutes,
  accountRoutes,
  devicePages,
  (context) => tabRoutesAt(memberPages, context),
  bypassRoutes,
  themeRoutes,
  invitationRoutes,
  setupRoutes,
  consoleRoutes,
  logoutConfirmationRoutes,
  homeRoutes,
  mailboxRoutes,
  playgroundRoutes,
  firstOperatorRoutes,
  themeAssetRoutes,
  pictureRoutes,
]

/**
 * The pages, as opposed to the endpoints that clients call. Only forms of our own pages are sent to a POST here, so the
 * check of the origin is registered from the routers' own tables: no new form can forget it, and no other endpoint pays
 * for it. Errors are shown as pages.
 */
export function pageRoutes(context: PageContext): Hono {
  const pages = new Hono().onError((error, c) => errorAsPage(context, error, c))
  // A form that was kept is sent to the same routes, at the path that it was for.
  let mounted: Hono | null = null
  const sendKept = (request: Request, env: unknown) => {
    mounted ??= new Hono().route(context.base || '/', pages)
    return mounted.fetch(request, env as object)
  }
  for (const routesOf of [...routers, (own: PageContext) => keptFormRoutes(own, sendKept)]) {
    const router = routesOf(context)
    for (const { method, path } of router.routes) {
      if (method === 'POST') pages.post(path, requireOwnOrigin(context.origin))
      pages.on(method, path, withCurrentTheme(context))
    }
    pages.route('/', router)
  }
  return pages
}

/** Pages are in the theme of the instance, unless another one is known to apply. It is read at most every few seconds. */
const withCurrentTheme =
  ({ deps }: PageContext): MiddlewareHandler =>
  async (_, next) => {
    await deps.themes.load(instanceTheme)
    await next()
  }
