import { type Context, Hono } from 'hono'
import { undoAddressChange, viewUndo } from '../../flows/account/address-changes.ts'
import { askForRecovery, findOpenRecovery, leaveRecoveryOpen } from '../../flows/account/passkey-recovery.ts'
import { cancelRecovery, cancelRecoveryByLink, viewCancelLink } from '../../flows/account/recovery-cancellation.ts'
import {
  type OpenInteraction,
  openInteraction,
  proceed,
  requestedLanguages,
} from '../../flows/authorization/interactions.ts'
import { ownsPasskey } from '../../flows/identity/passkeys/signals.ts'
import { formParams } from '../../http/forms.ts'
import { page, seeOther } from '../../http/responses.ts'
import { LinkActionPage, LinkDonePage, RecoveryPage, ReviewRecoveryPage } from '../../pages/account/recovery.tsx'
import { NoticePage } from '../../pages/notice.tsx'
import { sendOutcome } from '../outcomes.tsx'
import { type PageContext, pathOfStep } from '../page-context.ts'
import { requireSignedIn } from '../signed-in.ts'
import { accountFrame, dates } from './frame.ts'

/** Recovery without a passkey, and the links of the notices that undo and cancel. */
export const recoveryRoutes = (context: PageContext) =>
  new Hono().route('/', recoveryPages(context)).route('/', noticeLinks(context)).route('/', review(context))

/** The page of someone who is signed in and has lost their passkeys. */
const recoveryPages = (context: PageContext) => {
  const { deps, base } = context
  const back = '/account/recovery'
  return new Hono()
    .get('/account/recovery', async (c) => {
      const signedIn = await requireSignedIn(context, c, { back })
      const recovery = await findOpenRecovery(deps, signedIn.person.id)
      // Who has no passkey has nothing to recover: they may add one.
      if (!recovery && !(await ownsPasskey(deps, signedIn.person.id))) return seeOther(`${base}/account/passkeys`)
      const readyAt = new Date(deps.now().getTime() + deps.config.passkeyRecoveryDelay * 1000)
      return page(<RecoveryPage frame={accountFrame(context, c, signedIn)} recovery={recovery} readyAt={readyAt} />)
    })
    .post('/account/recovery', async (c) => {
      const signedIn = await requireSignedIn(context, c, { back, recent: true })
      await askForRecovery(deps, signedIn, context.visitor(c))
      return seeOther(`${base}${back}?done=1`)
    })
    .post('/account/recovery/cancel', async (c) => {
      const signedIn = await requireSignedIn(context, c, { back })
      await cancelRecovery(deps, signedIn, context.visitor(c))
      return seeOther(`${base}/account/passkeys?done=1`)
    })
}

/** Whoever has the link of a mail may use it, signed in or not. A GET uses nothing up: mail scanners follow links. */
const noticeLinks = (context: PageContext) => {
  const { deps, base } = context
  const gone = (c: Context) => {
    const frame = context.frame(c)
    const { link, recovery } = frame.words
    return page(<NoticePage frame={frame} title={link.goneTitle} text={recovery.gone} />, { status: 400 })
  }
  return new Hono()
    .get('/account/undo/:token', async (c) => {
      const token = c.req.param('token')
      const changedAt = await viewUndo(deps, token)
      if (!changedAt) return gone(c)
      const frame = context.frame(c)
      const words = frame.words.recovery
      const text = words.undo(dates(frame.words, null)(changedAt))
      const props = { title: words.undoTitle, text, action: `${base}/account/undo/${token}`, submit: words.undoButton }
      return page(<LinkActionPage frame={frame} {...props} />)
    })
    .post('/account/undo/:token', async (c) => {
      if (!(await undoAddressChange(deps, c.req.param('token'), context.visitor(c)))) return gone(c)
      const frame = context.frame(c)
      const words = frame.words.recovery
      return page(<LinkDonePage frame={frame} title={words.undoneTitle} text={words.undone} />)
    })
    .get('/account/recovery/cancel/:token', async (c) => {
      const token = c.req.param('token')
      if (!(await viewCancelLink(deps, token))) return gone(c)
      const frame = context.frame(c)
      const words = frame.words.recovery
      const action = `${base}/account/recovery/cancel/${token}`
      const props = { title: words.cancelTitle, text: words.cancelIntro, action, submit: words.cancel }
      return page(<LinkActionPage frame={frame} {...props} />)
    })
    .post('/account/recovery/cancel/:token', async (c) => {
      if (!(await cancelRecoveryByLink(deps, c.req.param('token'), context.visitor(c)))) return gone(c)
      const frame = context.frame(c)
      const words = frame.words.recovery
      return page(<LinkDonePage frame={frame} title={words.cancelledTitle} text={words.cancelled} />)
    })
}

/** The step of a sign-in with a passkey at which a recovery that waits is shown. */
const review = (context: PageContext) => {
  const { deps, base } = context
  const load = (c: Context) => openInteraction(deps, c.req.param('handle') ?? '', context.visitor(c))
  const elsewhere = (other: OpenInteraction) => seeOther(pathOfStep(base, other.handle, other.step))
  return new Hono()
    .get('/sign-in/:handle/recovery', async (c) => {
      const current = await load(c)
      const { person } = current
      const recovery = person && (await findOpenRecovery(deps, person.id))
      if (current.step.kind !== 'review-recovery' || !recovery) return elsewhere(current)
      const frame = context.frame(c, current.client, requestedLanguages(current))
      const action = `${base}/sign-in/${current.handle}/recovery`
      const date = dates(frame.words, person.zoneinfo)
      return page(<ReviewRecoveryPage frame={frame} action={action} recovery={recovery} date={date} />)
    })
    .post('/sign-in/:handle/recovery', async (c) => {
      const decision = (await formParams(c.req.raw)).get('decision')
      const current = await load(c)
      if (current.step.kind !== 'review-recovery' || !current.person) return elsewhere(current)
      const visitor = context.visitor(c)
      if (decision === 'cancel') await cancelRecovery(deps, { person: current.person }, visitor)
      else if (decision === 'keep') await leaveRecoveryOpen(deps, current)
      return sendOutcome(context, c, await proceed(deps, current.handle, visitor))
    })
}
