import { Hono } from 'hono'
import { connectionToStart } from '../../flows/authorization/federation/connection-to-start.ts'
import { upstreamRequestOf } from '../../flows/authorization/federation/upstream-request.ts'
import { beginSignIn, SignInNotBegun } from '../../flows/federation/upstream/begin-sign-in.ts'
import { setCookie } from '../../http/cookies.ts'
import { seeOther } from '../../http/responses.ts'
import { openInteractionPage, redirectToStep } from '../authorization/interaction-page.ts'
import type { PageContext } from '../page-context.ts'
import { failurePage } from './failure.tsx'

/** The way from a page of sign-in to an identity provider. */
export const startRoutes = (context: PageContext) =>
  new Hono().get('/sso/start/:handle', async (c) => {
    const current = await openInteractionPage(context, c)
    const { deps } = context
    const { interaction, handle, visitor } = current
    const at = await connectionToStart(deps, current, {
      connection: c.req.query('connection'),
      with: c.req.query('with'),
    })
    if (!at) return redirectToStep(current)
    try {
      const { url, flowCookie } = await beginSignIn(deps, visitor, {
        at,
        purpose: 'sign-in',
        interaction: { id: interaction.id, handle },
        request: await upstreamRequestOf(deps, current, 'connection' in at ? at.connection : null),
      })
      return seeOther(url, [setCookie(deps.config, 'flow', flowCookie)])
    } catch (error) {
      if (!(error instanceof SignInNotBegun)) throw error
      return failurePage(context, c, { reason: error.reason, reference: error.reference, handle })
    }
  })
