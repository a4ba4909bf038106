import { Hono } from 'hono'
import { InteractionExpired } from '../../../flows/authorization/interactions.ts'
import { submitLink, viewSignInLink } from '../../../flows/authorization/sign-in/code.ts'
import { formParams } from '../../../http/forms.ts'
import { pathParameter } from '../../../http/path-parameter.ts'
import { page } from '../../../http/responses.ts'
import { LinkButtonPage, LinkCodePage } from '../../../pages/authorization/sign-in/link.tsx'
import { NoticePage } from '../../../pages/notice.tsx'
import type { PageContext } from '../../page-context.ts'
import { completeSignIn, openInteractionPage, redirectToStep, signInPath } from '../interaction-page.ts'
import { browserFacts, codePage } from './code.tsx'
import { takesCode } from './steps.ts'

/** The mailed link. Opened in another browser than the one that requested it, it shows the code instead. */
export const linkRoutes = (context: PageContext) =>
  new Hono()
    // GET does not redeem the link, because mail scanners follow links.
    .get('/sign-in/:handle/link/:token', async (c) => {
      const handle = pathParameter(c, 'handle')
      const token = pathParameter(c, 'token')
      const view = await viewSignInLink(context.deps, handle, token, context.visitor(c))
      const frame = context.frame(c)
      const words = frame.words.link
      if (view.kind === 'gone')
        return page(<NoticePage frame={frame} title={words.goneTitle} text={words.gone} />, { status: 400 })
      if (view.kind === 'code') return page(<LinkCodePage frame={frame} code={view.code} />)
      const action = signInPath({ context, handle }, `/link/${token}`)
      return page(<LinkButtonPage frame={frame} action={action} />, { script: true })
    })
    .post('/sign-in/:handle/link/:token', async (c) => {
      const browser = browserFacts(await formParams(c.req.raw))
      const current = await openInteractionPage(context, c)
      if (!takesCode(current.step)) return redirectToStep(current)
      const result = await submitLink(context.deps, current, pathParameter(c, 'token'), browser, current.visitor)
      if (!result) throw new InteractionExpired('not-found', current.client)
      return result.ok ? completeSignIn(current, result) : codePage(current, result.problem)
    })
