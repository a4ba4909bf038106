import { Hono } from 'hono'
import { endOtherSessions, endOwnSession, ownSessions } from '../../flows/account/sessions.ts'
import { queryParams } from '../../http/query.ts'
import { page } from '../../http/responses.ts'
import { SessionsPage } from '../../pages/account/sessions.tsx'
import type { PageContext } from '../page-context.ts'
import { accountFrame, openAccount, openAccountForm, saved } from './request.ts'

const path = '/account/sessions'

export const sessionRoutes = (context: PageContext) => {
  const { deps, base } = context
  return new Hono()
    .get(path, async (c) => {
      const request = await openAccount(context, c, path)
      const before = queryParams(c.req.raw).get('before') ?? null
      const { sessions, count, next } = await ownSessions(deps, request.signedIn, before)
      const impersonationUrl = deps.config.impersonation === 'off' ? null : `${base}/account/impersonations`
      return page(
        <SessionsPage
          frame={accountFrame(request)}
          sessions={sessions}
          count={count}
          next={next && `${base}${path}?before=${encodeURIComponent(next)}`}
          first={before && `${base}${path}`}
          impersonationUrl={impersonationUrl}
        />,
      )
    })
    .post(`${path}/end`, async (c) => {
      const form = await openAccountForm(context, c, path)
      await endOwnSession(deps, form.signedIn, form.value('id'), form.visitor.network)
      return saved(form, ['session-ended'])
    })
    .post(`${path}/end-others`, async (c) => {
      const form = await openAccountForm(context, c, path)
      await endOtherSessions(deps, form.signedIn, form.visitor.network)
      return saved(form, ['sessions-ended'])
    })
}
