import { Hono } from 'hono'
import { endOwnConnection, ownApplications, revokeApplication } from '../../flows/account/applications.ts'
import { launchUrl, openableApplications } from '../../flows/account/launcher.ts'
import { OperationRefused } from '../../flows/platform/operation-refused.ts'
import { page, seeOther } from '../../http/responses.ts'
import { ApplicationsPage } from '../../pages/account/applications.tsx'
import { connectionName } from '../../pages/connected-applications.tsx'
import type { PageContext } from '../page-context.ts'
import { requireSignedIn } from '../signed-in.ts'
import { accountForm, saved } from './form.ts'
import { accountFrame } from './frame.ts'

const path = '/account/applications'

export const applicationRoutes = (context: PageContext) => {
  const { deps } = context
  return (
    new Hono()
      .get(path, async (c) => {
        const signedIn = await requireSignedIn(context, c, { back: path })
        const [own, openable] = await Promise.all([
          ownApplications(deps, signedIn),
          openableApplications(deps, signedIn),
        ])
        return page(<ApplicationsPage frame={accountFrame(context, c, signedIn)} {...own} openable={openable} />)
      })
      // Third-party-initiated login: the browser goes only to what is registered, and the address is in no page.
      .post(`${path}/open`, async (c) => {
        const { signedIn, value } = await accountForm(context, c, path)
        const url = await launchUrl(deps, signedIn, value('client'))
        if (url === null) throw new OperationRefused('not-found')
        return seeOther(url)
      })
      .post(`${path}/revoke`, async (c) => {
        const { signedIn, visitor, value } = await accountForm(context, c, path)
        const clientId = value('client')
        const { applications } = await ownApplications(deps, signedIn)
        const application = applications.find((listed) => listed.clientId === clientId)
        await revokeApplication(deps, signedIn, clientId, visitor.network)
        return saved(context, path, ['access-revoked', ...(application ? [application.name] : [])])
      })
      .post(`${path}/end`, async (c) => {
        const { signedIn, visitor, value } = await accountForm(context, c, path)
        const ended = await endOwnConnection(deps, signedIn, value('id'), visitor.network)
        if (!ended) throw new OperationRefused('not-found')
        return saved(context, path, ['access-revoked', connectionName(ended).title])
      })
  )
}
