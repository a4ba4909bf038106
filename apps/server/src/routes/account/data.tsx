import { Hono } from 'hono'
import { deleteAccount, exportData, soleOwnerships } from '../../flows/account/data.ts'
import type { Problem } from '../../flows/platform/operation-refused.ts'
import { clearCookie } from '../../http/cookies.ts'
import { json, page } from '../../http/responses.ts'
import { DataPage } from '../../pages/account/data.tsx'
import { NoticePage } from '../../pages/notice.tsx'
import { formStatus, problemText } from '../forms.ts'
import type { PageContext } from '../page-context.ts'
import { type AccountRequest, accountFrame, openAccount, openAccountForm } from './request.ts'

const path = '/account/data'

/** Exporting one's data, and deleting the account. */
export const dataRoutes = (context: PageContext) => {
  const { deps } = context
  return new Hono()
    .get(path, async (c) => showData(await openAccount(context, c, path)))
    .post(`${path}/export`, async (c) => {
      const { signedIn, visitor } = await openAccountForm(context, c, path, 'recent')
      return json(await exportData(deps, signedIn, visitor), 200, {
        'Content-Disposition': 'attachment; filename="account.json"',
      })
    })
    .post(`${path}/delete`, async (c) => {
      const form = await openAccountForm(context, c, path, 'account')
      const { signedIn, visitor, value } = form
      if (value('confirm') !== 'yes') return showData(form, 'must-confirm')
      const sole = await soleOwnerships(deps, signedIn)
      const successors = new Map(sole.map(({ organizationId }) => [organizationId, value(`owner_${organizationId}`)]))
      const withoutOwner = await deleteAccount(deps, signedIn, successors, visitor)
      if (withoutOwner.length > 0) return showData(form, 'choose-owner')
      return showFarewell(form)
    })
}

async function showData(request: AccountRequest, problem?: Problem): Promise<Response> {
  const frame = accountFrame(request)
  const sole = await soleOwnerships(request.deps, request.signedIn)
  return page(<DataPage frame={frame} sole={sole} problem={problemText(frame, problem)} />, formStatus(problem))
}

/** Shown once the account is deleted. Clears the cookies of the session and the device. */
function showFarewell(request: AccountRequest): Promise<Response> {
  const frame = accountFrame(request)
  const words = frame.words.me.data
  const { config } = request.deps
  return page(<NoticePage frame={frame} title={words.deletedTitle} text={words.deleted} />, {
    cookies: [clearCookie(config, 'session'), clearCookie(config, 'device')],
  })
}
