import { Hono } from 'hono'
import { ownMemberships } from '../../flows/account/views.ts'
import { page } from '../../http/responses.ts'
import { OrganizationsPage } from '../../pages/account/organizations.tsx'
import type { PageContext } from '../page-context.ts'
import { requireSignedIn } from '../signed-in.ts'
import { accountFrame } from './frame.ts'

/** The organizations a person belongs to. The pages of an organization itself are in routes/organizations. */
export const accountOrganizationRoutes = (context: PageContext) =>
  new Hono().get('/account/organizations', async (c) => {
    const signedIn = await requireSignedIn(context, c, { back: '/account/organizations' })
    const organizations = await ownMemberships(context.deps, signedIn)
    return page(<OrganizationsPage frame={accountFrame(context, c, signedIn)} organizations={organizations} />)
  })
