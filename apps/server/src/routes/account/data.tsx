import { type Context, Hono } from 'hono'
import { deleteAccount, exportData, soleOwnerships } from '../../flows/account/data.ts'
import type { SignedIn } from '../../flows/identity/signed-in.ts'
import type { Problem } from '../../flows/platform/operation-refused.ts'
import { clearCookie } from '../../http/cookies.ts'
import { json, page } from '../../http/responses.ts'
import { DataPage } from '../../pages/account/data.tsx'
import { NoticePage } from '../../pages/notice.tsx'
import { formStatus, problemText } from '../forms.ts'
import type { PageContext } from '../page-context.ts'
import { requireSignedIn } from '../signed-in.ts'
import { accountForm } from './form.ts'
import { accountFrame } from './frame.ts'

const path = '/account/data'

/** Exporting one's data, and deleting the account. */
export const dataRoutes = (context: PageContext) => {
  const { deps } = context
  return new Hono()
    .get(path, async (c) => showData(context, c, await requireSignedIn(context, c, { back: path })))
    .post(`${path}/export`, async (c) => {
      const { signedIn, visitor } = await accountForm(context, c, path, 'recent')
      return json(await exportData(deps, signedIn, visitor), 200, {
        'Content-Disposition': 'attachment; filename="account.json"',
      })
    })
    .post(`${path}/delete`, async (c) => {
      const { signedIn, visitor, value } = await accountForm(context, c, path, 'account')
      if (value('confirm') !== 'yes') return showData(context, c, signedIn, 'must-confirm')
      const sole = await soleOwnerships(deps, signedIn)
      const successors = new Map(sole.map(({ organizationId }) => [organizationId, value(`owner_${organizationId}`)]))
      const withoutOwner = await deleteAccount(deps, signedIn, successors, visitor)
      if (withoutOwner.length > 0) return showData(context, c, signedIn, 'choose-owner')
      return showFarewell(context, c, signedIn)
    })
}

async function showData(context: PageContext, c: Context, signedIn: SignedIn, problem?: Problem): Promise<Response> {
  const frame = accountFrame(context, c, signedIn)
  const sole = await soleOwnerships(context.deps, signedIn)
  return page(<DataPage frame={frame} sole={sole} problem={problemText(frame, problem)} />, formStatus(problem))
}

/** Shown once the account is deleted. Clears the cookies of the session and the device. */
function showFarewell(context: PageContext, c: Context, signedIn: SignedIn): Promise<Response> {
  const frame = accountFrame(context, c, signedIn)
  const words = frame.words.me.data
  const { config } = context.deps
  return page(<NoticePage frame={frame} title={words.deletedTitle} text={words.deleted} />, {
    cookies: [clearCookie(config, 'session'), clearCookie(config, 'device')],
  })
}
