import { Hono, type MiddlewareHandler } from 'hono'
import { instanceTheme } from '../flows/platform/themes/published-themes.ts'
import { requireOwnOrigin } from '../http/forms.ts'
import { accountRoutes } from './account/index.ts'
import { consentRoutes } from './authorization/consent.tsx'
import { logoutConfirmationRoutes } from './authorization/logout.tsx'
import { onboardingRoutes } from './authorization/onboarding/index.ts'
import { signInRoutes } from './authorization/sign-in/index.ts'
import { consoleRoutes } from './console/index.ts'
import { developmentRoutes } from './development/index.ts'
import { errorAsPage } from './error-pages.tsx'
import { organizationRoutes } from './organizations/index.ts'
import type { PageContext } from './page-context.ts'
import { homeRoutes } from './platform/home.tsx'
import { themeAssetRoutes } from './platform/theme-assets.ts'

const routers: readonly ((context: PageContext) => Hono)[] = [
  signInRoutes,
  onboardingRoutes,
  consentRoutes,
  accountRoutes,
  organizationRoutes,
  consoleRoutes,
  logoutConfirmationRoutes,
  homeRoutes,
  developmentRoutes,
  themeAssetRoutes,
]

/**
 * The pages, as opposed to the endpoints that clients call. Only forms of our own pages are sent to a POST here, so the
 * check of the origin is registered from the routers' own tables: no new form can forget it, and no other endpoint pays
 * for it. Errors are shown as pages.
 */
export function pageRoutes(context: PageContext): Hono {
  const pages = new Hono()
  for (const routesOf of routers) {
    const router = routesOf(context)
    for (const { method, path } of router.routes) {
      if (method === 'POST') pages.post(path, requireOwnOrigin(context.origin))
      pages.on(method, path, withCurrentTheme(context))
    }
    pages.route('/', router)
  }
  return pages.onError((error, c) => errorAsPage(context, error, c))
}

/** Pages are in the theme of the instance, unless another one is known to apply. It is read at most every few seconds. */
const withCurrentTheme =
  ({ deps }: PageContext): MiddlewareHandler =>
  async (_, next) => {
    await deps.themes.load(instanceTheme)
    await next()
  }
