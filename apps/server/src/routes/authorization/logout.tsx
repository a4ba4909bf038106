import { type Context, Hono } from 'hono'
import { beginLogout, confirmLogout, type LogoutOutcome, parseLogout } from '../../flows/authorization/logout.ts'
import { clearCookie, setCookie } from '../../http/cookies.ts'
import { formParams } from '../../http/forms.ts'
import { queryParams } from '../../http/query.ts'
import { page, seeOther } from '../../http/responses.ts'
import { OAuthError } from '../../oidc/errors.ts'
import { type Params, spaceSeparated } from '../../oidc/params.ts'
import { LoggedOutPage, LogoutPage } from '../../pages/authorization/logout.tsx'
import { NoticePage } from '../../pages/notice.tsx'
import { errorAsPage } from '../error-pages.tsx'
import type { PageContext } from '../page-context.ts'
import { forgetAddress } from './device-cookie.ts'

/** The end session endpoint: clients redirect here with GET, or send a form from their own site (RP-Initiated Logout 2). */
export const logoutRoutes = (context: PageContext) => {
  const begin = async (c: Context, params: Params) => {
    const outcome = await beginLogout(context.deps, await parseLogout(context.deps, params), context.visitor(c))
    return sendLogout(context, c, outcome, spaceSeparated(params.get('ui_locales')))
  }
  return new Hono()
    .get('/logout', (c) => begin(c, queryParams(c.req.raw)))
    .post('/logout', async (c) => begin(c, await formParams(c.req.raw)))
    .onError((error, c) => errorAsPage(context, error, c))
}

/** The form that confirms a logout. */
export const logoutConfirmationRoutes = (context: PageContext) =>
  new Hono().post('/logout/confirm', async (c) => {
    const params = await formParams(c.req.raw)
    if (params.get('decision') !== 'logout') {
      const frame = context.frame(c)
      const words = frame.words.logout
      return page(<NoticePage frame={frame} title={words.stayedTitle} text={words.stayed} />)
    }
    const outcome = await confirmLogout(context.deps, params.required('request'), context.visitor(c))
    if (!outcome) throw new OAuthError('invalid_request', 'this confirmation belongs to another session')
    return sendLogout(context, c, outcome)
  })

function sendLogout(
  context: PageContext,
  c: Context,
  outcome: LogoutOutcome,
  uiLocales: readonly string[] = [],
): Response | Promise<Response> {
  const { deps, base } = context
  const frame = { ...context.frame(c, outcome.client, uiLocales), application: null }
  if (outcome.kind === 'confirm') {
    const application = outcome.client?.name ?? null
    return page(
      <LogoutPage
        frame={frame}
        action={`${base}/logout/confirm`}
        request={outcome.request}
        application={application}
      />,
    )
  }
  // With the operator's session ends what they did as somebody else in it.
  const ended =
    outcome.ended === 'session' && frame.impersonation ? (['session', 'impersonation'] as const) : [outcome.ended]
  const cookies = ended.map((name) => clearCookie(deps.config, name))
  if (outcome.ended === 'session') cookies.push(...forgetAddress(context, c))
  if (outcome.flowCookie) cookies.push(setCookie(deps.config, 'flow', outcome.flowCookie))
  if (outcome.goOn && outcome.frames.length === 0) return seeOther(outcome.goOn, cookies)
  const frames = [...new Set(outcome.frames.map((url) => new URL(url).origin))]
  return page(<LoggedOutPage frame={{ ...frame, impersonation: null }} frames={outcome.frames} goOn={outcome.goOn} />, {
    cookies,
    frames,
    script: frames.length > 0,
  })
}
