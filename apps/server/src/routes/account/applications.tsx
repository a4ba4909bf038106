import { type Context, Hono } from 'hono'
import {
  blockOwnAgent,
  endOwnConnection,
  launchUrl,
  openableApplications,
  ownApplications,
  revokeApplication,
} from '../../flows/account/applications.ts'
import { OperationRefused } from '../../flows/platform/operation-refused.ts'
import { page, seeOther } from '../../http/responses.ts'
import { ApplicationsPage } from '../../pages/account/applications.tsx'
import { connectionName } from '../../pages/connected-applications.tsx'
import type { PageContext } from '../page-context.ts'
import { accountFrame, openAccount, openAccountForm, saved } from './request.ts'

const path = '/account/applications'

export const applicationRoutes = (context: PageContext) => {
  const { deps } = context
  return (
    new Hono()
      .get(path, async (c) => {
        const request = await openAccount(context, c, path)
        const [own, openable] = await Promise.all([
          ownApplications(deps, request.signedIn),
          openableApplications(deps, request.signedIn),
        ])
        return page(<ApplicationsPage frame={accountFrame(request)} {...own} openable={openable} />)
      })
      // Third-party-initiated login: the browser goes only to what is registered, and the address is in no page.
      .post(`${path}/open`, async (c) => {
        const { signedIn, value } = await openAccountForm(context, c, path)
        const url = await launchUrl(deps, signedIn, value('client'))
        if (url === null) throw new OperationRefused('not-found')
        return seeOther(url)
      })
      .post(`${path}/revoke`, async (c) => {
        const form = await openAccountForm(context, c, path)
        const { signedIn, visitor, value } = form
        const clientId = value('client')
        const { applications } = await ownApplications(deps, signedIn)
        const application = applications.find((listed) => listed.clientId === clientId)
        await revokeApplication(deps, signedIn, clientId, visitor.network)
        return saved(form, ['access-revoked', ...(application ? [application.name] : [])])
      })
      .post(`${path}/end`, async (c) => {
        const form = await openAccountForm(context, c, path)
        const { signedIn, visitor, value } = form
        const ended = await endOwnConnection(deps, signedIn, value('id'), visitor.network)
        if (!ended) throw new OperationRefused('not-found')
        return saved(form, ['access-revoked', connectionName(ended).title])
      })
      .post(`${path}/block`, (c) => block(context, c, true))
      .post(`${path}/allow`, (c) => block(context, c, false))
  )
}

/** What an issuer connected that the organization trusts is blocked by the person, or allowed again. */
async function block(context: PageContext, c: Context, blocked: boolean): Promise<Response> {
  const form = await openAccountForm(context, c, path)
  const { signedIn, visitor, value } = form
  const done = await blockOwnAgent(context.deps, signedIn, { id: value('id'), blocked }, visitor.network)
  if (!done) throw new OperationRefused('not-found')
  return saved(form, ['settings-saved'])
}
