import { type Context, Hono } from 'hono'
import { beginLogout, confirmLogout, type LogoutOutcome, parseLogout } from '../../flows/authorization/logout.ts'
import { clearCookie } from '../../http/cookies.ts'
import { formParams, rawQuery } from '../../http/forms.ts'
import { page, seeOther } from '../../http/responses.ts'
import { OAuthError } from '../../oidc/errors.ts'
import { Params, words as split } from '../../oidc/params.ts'
import { LoggedOutPage, LogoutPage } from '../../pages/authorization/logout.tsx'
import { NoticePage } from '../../pages/authorization/sign-in.tsx'
import { errorAsPage } from '../answers.tsx'
import { type PageContext, requireOwnOrigin } from '../page-context.ts'

export const logoutRoutes = (context: PageContext) => {
  const { deps, base } = context

  const send = (c: Context, outcome: LogoutOutcome, uiLocales: readonly string[] = []) => {
    const frame = context.frame(c, outcome.client, uiLocales)
    if (outcome.kind === 'confirm') {
      const props = {
        action: `${base}/logout/confirm`,
        request: outcome.request,
        application: outcome.client?.name ?? null,
      }
      return page(<LogoutPage frame={{ ...frame, application: null }} {...props} />)
    }
    const cookies = [clearCookie(deps.config, 'session')]
    if (outcome.goOn && outcome.frames.length === 0) return seeOther(outcome.goOn, cookies)
    const frames = [...new Set(outcome.frames.map((url) => new URL(url).origin))]
    return page(<LoggedOutPage frame={{ ...frame, application: null }} frames={outcome.frames} goOn={outcome.goOn} />, {
      cookies,
      frames,
      script: frames.length > 0,
    })
  }
  const begin = async (c: Context, params: Params) =>
    send(c, await beginLogout(deps, parseLogout(deps, params), context.visitor(c)), split(params.get('ui_locales')))

  return new Hono()
    .get('/logout', (c) => begin(c, Params.parse(rawQuery(c.req.raw.url))))
    .post('/logout', async (c) => begin(c, await formParams(c.req.raw)))
    .post('/logout/confirm', async (c) => {
      requireOwnOrigin(context, c)
      const params = await formParams(c.req.raw)
      const { words } = context.frame(c)
      if (params.get('decision') !== 'logout')
        return page(<NoticePage frame={context.frame(c)} title={words.logout.stayedTitle} text={words.logout.stayed} />)
      const outcome = await confirmLogout(deps, params.required('request'), context.visitor(c))
      if (!outcome) throw new OAuthError('invalid_request', 'this confirmation belongs to another session')
      return send(c, outcome)
    })
    .onError((error, c) => errorAsPage(context, error, c))
}
