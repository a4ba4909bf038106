import { Hono } from 'hono'
import { confirmAccount, useAnotherAccount } from '../../../flows/authorization/sign-in/account.ts'
import { formParams } from '../../../http/forms.ts'
import { page } from '../../../http/responses.ts'
import { AccountChoicePage } from '../../../pages/authorization/sign-in/account.tsx'
import type { PageContext } from '../../page-context.ts'
import { openInteractionPage, redirectToStep, sendNextStep, signInPath } from '../interaction-page.ts'

/** Someone is signed in, and the request asks which account to use (`prompt=select_account`). */
export const accountChoiceRoutes = (context: PageContext) =>
  new Hono()
    .get('/sign-in/:handle/account', async (c) => {
      const current = await openInteractionPage(context, c)
      if (current.step.kind !== 'select-account') return redirectToStep(current)
      const { frame, person } = current
      return page(
        <AccountChoicePage frame={frame} action={signInPath(current, '/account')} address={person?.email ?? ''} />,
      )
    })
    .post('/sign-in/:handle/account', async (c) => {
      const decision = (await formParams(c.req.raw)).get('decision')
      const current = await openInteractionPage(context, c)
      if (current.step.kind !== 'select-account') return redirectToStep(current)
      if (decision === 'keep') await confirmAccount(context.deps, current)
      else if (decision === 'other') await useAnotherAccount(context.deps, current)
      return sendNextStep(current)
    })
