import { type Context, Hono } from 'hono'
import { undoAddressChange, viewUndo } from '../../flows/account/address-changes.ts'
import { cancelRecoveryByLink, viewCancelLink } from '../../flows/account/recovery-cancellation.ts'
import { pathParameter } from '../../http/path-parameter.ts'
import { page } from '../../http/responses.ts'
import { LinkActionPage, LinkDonePage } from '../../pages/account/notice-links.tsx'
import { NoticePage } from '../../pages/notice.tsx'
import { timeFormat } from '../../words/dates.ts'
import type { PageContext } from '../page-context.ts'

/**
 * The links in mails that announce a change. Anyone who has a link may use it, signed in or not. A GET changes nothing:
 * mail scanners follow links.
 */
export const noticeLinkRoutes = (context: PageContext) =>
  new Hono().route('/', undoRoutes(context)).route('/', cancelRoutes(context))

/** Undoes a change of addresses. */
const undoRoutes = (context: PageContext) => {
  const { deps, base } = context
  return new Hono()
    .get('/account/undo/:token', async (c) => {
      const token = pathParameter(c, 'token')
      const changedAt = await viewUndo(deps, token)
      if (!changedAt) return showGone(context, c)
      const frame = context.frame(c)
      const words = frame.words.recovery
      const text = words.undo({ date: timeFormat(frame.words.lang, null)(changedAt) })
      const action = `${base}/account/undo/${token}`
      return page(
        <LinkActionPage frame={frame} title={words.undoTitle} text={text} action={action} submit={words.undoButton} />,
      )
    })
    .post('/account/undo/:token', async (c) => {
      const result = await undoAddressChange(deps, pathParameter(c, 'token'), context.visitor(c))
      if (result.kind === 'gone') return showGone(context, c)
      const frame = context.frame(c)
      const words = frame.words.recovery
      if (result.kind === 'blocked')
        return page(<NoticePage frame={frame} title={words.undoWaitsTitle} text={words.undoBlocked} />, { status: 409 })
      if (result.kind === 'waits') {
        const date = timeFormat(frame.words.lang, null)
        const text = words.undoWaits({ ready: date(result.readyAt), until: date(result.expiresAt) })
        return page(<NoticePage frame={frame} title={words.undoWaitsTitle} text={text} />, { status: 202 })
      }
      return page(<LinkDonePage frame={frame} title={words.undoneTitle} text={words.undone} />)
    })
}

/** Cancels a recovery of the account, or the undoing of a change. */
const cancelRoutes = (context: PageContext) => {
  const { deps, base } = context
  return new Hono()
    .get('/account/recovery/cancel/:token', async (c) => {
      const token = pathParameter(c, 'token')
      const kind = await viewCancelLink(deps, token)
      if (!kind) return showGone(context, c)
      const frame = context.frame(c)
      const words = frame.words.recovery
      const action = `${base}/account/recovery/cancel/${token}`
      const texts =
        kind === 'addresses'
          ? { title: words.undoCancelTitle, text: words.undoCancelIntro, submit: words.undoCancel }
          : { title: words.cancelTitle, text: words.cancelIntro, submit: words.cancel }
      return page(<LinkActionPage frame={frame} action={action} {...texts} />)
    })
    .post('/account/recovery/cancel/:token', async (c) => {
      const kind = await cancelRecoveryByLink(deps, pathParameter(c, 'token'), context.visitor(c))
      if (!kind) return showGone(context, c)
      const frame = context.frame(c)
      const words = frame.words.recovery
      const texts =
        kind === 'addresses'
          ? { title: words.undoCancelledTitle, text: words.undoCancelIntro }
          : { title: words.cancelledTitle, text: words.cancelled }
      return page(<LinkDonePage frame={frame} {...texts} />)
    })
}

function showGone(context: PageContext, c: Context): Promise<Response> {
  const frame = context.frame(c)
  const { link, recovery } = frame.words
  return page(<NoticePage frame={frame} title={link.goneTitle} text={recovery.gone} />, { status: 400 })
}
