import { Hono } from 'hono'
import { ownApplications, revokeApplication } from '../../flows/account/applications.ts'
import { page } from '../../http/responses.ts'
import { ApplicationsPage } from '../../pages/account/applications.tsx'
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
      const applications = await ownApplications(deps, signedIn)
      return page(<ApplicationsPage frame={accountFrame(context, c, signedIn)} applications={applications} />)
    })
    .post(`${path}/revoke`, async (c) => {
      const { signedIn, visitor, value } = await accountForm(context, c, path)
      const clientId = value('client')
      const application = (await ownApplications(deps, signedIn)).find((listed) => listed.clientId === clientId)
      await revokeApplication(deps, signedIn, clientId, visitor.network)
      return saved(context, path, ['access-revoked', ...(application ? [application.name] : [])])
    })
}
