import { Hono } from 'hono'
import { endOwnConnection, ownApplications, revokeApplication } from '../../flows/account/applications.ts'
import { OperationRefused } from '../../flows/platform/operation-refused.ts'
import { page } from '../../http/responses.ts'
import { ApplicationsPage } from '../../pages/account/applications.tsx'
import { connectionName } from '../../pages/connections.tsx'
import type { PageContext } from '../page-context.ts'
import { requireSignedIn } from '../signed-in.ts'
import { accountForm, saved } from './form.ts'
import { accountFrame } from './frame.ts'

const path = '/account/applications'

export const applicationRoutes = (context: PageContext) => {
  const { deps } = context
  return new Hono()
    .get(path, async (c) => {
      const signedIn = await requireSignedIn(context, c, { back: path })
      return page(
        <ApplicationsPage frame={accountFrame(context, c, signedIn)} {...(await ownApplications(deps, signedIn))} />,
      )
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
}
