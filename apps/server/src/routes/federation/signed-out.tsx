import { Hono } from 'hono'
import { finishUpstreamLogout } from '../../flows/authorization/federation/upstream-logout.ts'
import { page, seeOther } from '../../http/responses.ts'
import { LoggedOutPage } from '../../pages/authorization/logout.tsx'
import type { PageContext } from '../page-context.ts'

/** Where people come back to who signed out at their identity provider too: they go on to where their logout leads. */
export const signedOutRoutes = (context: PageContext) =>
  new Hono().get('/sso/signed-out', (c) => {
    const left = finishUpstreamLogout(context.deps, c.req.query('state') ?? '', context.visitor(c))
    if (!left) return seeOther(`${context.base}/`)
    if (left.goOn) return seeOther(left.goOn)
    const frame = { ...context.frame(c), impersonation: null, application: null }
    return page(<LoggedOutPage frame={frame} frames={[]} goOn={null} />)
  })
