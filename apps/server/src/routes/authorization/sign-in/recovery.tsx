import { Hono } from 'hono'
import { findOpenRecovery, leaveRecoveryOpen } from '../../../flows/account/passkey-recovery.ts'
import { cancelRecovery } from '../../../flows/account/recovery-cancellation.ts'
import { formParams } from '../../../http/forms.ts'
import { page } from '../../../http/responses.ts'
import { ReviewRecoveryPage } from '../../../pages/authorization/sign-in/recovery.tsx'
import { timeFormat } from '../../../words/dates.ts'
import type { PageContext } from '../../page-context.ts'
import { openInteractionPage, redirectToStep, sendNextStep, signInPath } from '../interaction-page.ts'

/** Someone signed in with a passkey while a recovery without one, or an undoing, is pending: they may cancel it. */
export const recoveryReviewRoutes = (context: PageContext) =>
  new Hono()
    .get('/sign-in/:handle/recovery', async (c) => {
      const current = await openInteractionPage(context, c)
      const { frame, person, session, step } = current
      const recovery = person && (await findOpenRecovery(context.deps, person.id, session))
      if (step.kind !== 'review-recovery' || !recovery) return redirectToStep(current)
      return page(
        <ReviewRecoveryPage
          frame={frame}
          action={signInPath(current, '/recovery')}
          recovery={recovery}
          date={timeFormat(frame.words.lang, person.zoneinfo)}
        />,
      )
    })
    .post('/sign-in/:handle/recovery', async (c) => {
      const decision = (await formParams(c.req.raw)).get('decision')
      const current = await openInteractionPage(context, c)
      const { person, session, step, visitor } = current
      if (step.kind !== 'review-recovery' || !person || !session) return redirectToStep(current)
      if (decision === 'cancel') await cancelRecovery(context.deps, { session, person }, visitor)
      else if (decision === 'keep') await leaveRecoveryOpen(context.deps, current)
      return sendNextStep(current)
    })
