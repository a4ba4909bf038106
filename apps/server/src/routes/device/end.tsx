import { type Context, Hono } from 'hono'
import { endDeviceByLink, viewDeviceEnd } from '../../flows/device-grant/device-sessions.ts'
import { pathParameter } from '../../http/path-parameter.ts'
import { page } from '../../http/responses.ts'
import { LinkActionPage, LinkDonePage } from '../../pages/account/notice-links.tsx'
import { NoticePage } from '../../pages/notice.tsx'
import type { PageContext } from '../page-context.ts'

const path = '/device/end/:token'

/** The link of the mail that tells of a device. Whoever has it may end the session; a GET changes nothing. */
export const deviceEndRoutes = (context: PageContext) =>
  new Hono()
    .get(path, async (c) => {
      const token = pathParameter(c, 'token')
      const named = await viewDeviceEnd(context.deps, token)
      if (!named) return showGone(context, c)
      const frame = context.frame(c)
      const { device, me } = frame.words
      const action = `${context.base}/device/end/${token}`
      const text = device.endIntro(named)
      return page(
        <LinkActionPage frame={frame} title={device.endTitle} text={text} action={action} submit={me.sessions.end} />,
      )
    })
    .post(path, async (c) => {
      const ended = await endDeviceByLink(context.deps, pathParameter(c, 'token'), context.visitor(c))
      if (!ended) return showGone(context, c)
      const frame = context.frame(c)
      const { device } = frame.words
      return page(<LinkDonePage frame={frame} title={device.endedTitle} text={device.endIntro(ended)} />)
    })

function showGone(context: PageContext, c: Context): Promise<Response> {
  const frame = context.frame(c)
  const { link, recovery } = frame.words
  return page(<NoticePage frame={frame} title={link.goneTitle} text={recovery.gone} />, { status: 400 })
}
