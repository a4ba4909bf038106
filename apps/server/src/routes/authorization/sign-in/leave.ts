import { Hono } from 'hono'
import { cancelSignIn } from '../../../flows/authorization/interactions.ts'
import { useAnotherAccount } from '../../../flows/authorization/sign-in/account.ts'
import { formParams } from '../../../http/forms.ts'
import { seeOther } from '../../../http/responses.ts'
import { sendOutcome } from '../../outcomes.tsx'
import type { PageContext } from '../../page-context.ts'
import { forgetAddress } from '../device-cookie.ts'
import { openInteractionPage, redirectToStep, sendNextStep, signInPath } from '../interaction-page.ts'

/** The ways out that every page of a sign-in has: back to the application, or on as somebody else. */
export const leaveRoutes = (context: PageContext) =>
  new Hono()
    .post('/sign-in/:handle/leave', async (c) => {
      const decision = (await formParams(c.req.raw)).get('decision')
      const current = await openInteractionPage(context, c)
      if (decision === 'cancel')
        return sendOutcome(context, c, await cancelSignIn(context.deps, current, `${context.base}/`))
      if (decision !== 'other') return redirectToStep(current)
      await useAnotherAccount(context.deps, current)
      return sendNextStep(current, { cookies: forgetAddress(context, c) })
    })
    // The address that this browser signed in to last is not filled in any more.
    .post('/sign-in/:handle/forget', async (c) => {
      const current = await openInteractionPage(context, c)
      return seeOther(signInPath(current), forgetAddress(context, c))
    })
