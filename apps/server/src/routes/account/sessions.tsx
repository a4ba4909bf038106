import { Hono } from 'hono'
import { endOtherSessions, endOwnSession, ownSessions } from '../../flows/account/sessions.ts'
import { queryParams } from '../../http/query.ts'
import { page } from '../../http/responses.ts'
import { SessionsPage } from '../../pages/account/sessions.tsx'
import type { PageContext } from '../page-context.ts'
import { requireSignedIn } from '../signed-in.ts'
import { accountForm, saved } from './form.ts'
import { accountFrame } from './frame.ts'

const path = '/account/sessions'

export const sessionRoutes = (context: PageContext) => {
  const { deps, base } = context
  return new Hono()
    .get(path, async (c) => {
      const signedIn = await requireSignedIn(context, c, { back: path })
      const before = queryParams(c.req.raw).get('before') ?? null
      const { sessions, count, next } = await ownSessions(deps, signedIn, before)
      const older = next && `${base}${path}?before=${encodeURIComponent(next)}`
      const frame = accountFrame(context, c, signedIn)
      const impersonationUrl = deps.config.impersonation === 'off' ? null : `${base}/account/impersonations`
      return page(
        <SessionsPage
          frame={frame}
          sessions={sessions}
          count={count}
          older={older}
          impersonationUrl={impersonationUrl}
        />,
      )
    })
    .post(`${path}/end`, async (c) => {
      const { signedIn, visitor, value } = await accountForm(context, c, path)
      await endOwnSession(deps, signedIn, value('id'), visitor.network)
      return saved(context, path, ['session-ended'])
    })
    .post(`${path}/end-others`, async (c) => {
      const { signedIn, visitor } = await accountForm(context, c, path)
      await endOtherSessions(deps, signedIn, visitor.network)
      return saved(context, path, ['sessions-ended'])
    })
}
