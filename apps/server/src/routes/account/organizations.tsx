import { Hono } from 'hono'
import { ownMemberships } from '../../flows/account/views.ts'
import { createOrganizationByPerson, mayCreateOrganization } from '../../flows/organizations/organization-creation.ts'
import { userActor } from '../../flows/platform/audit.ts'
import { OperationRefused, type Problem } from '../../flows/platform/operation-refused.ts'
import { page } from '../../http/responses.ts'
import { OrganizationsPage } from '../../pages/account/organizations.tsx'
import { formStatus, problemText } from '../forms.ts'
import { memberPages } from '../organizations/request.ts'
import type { PageContext } from '../page-context.ts'
import { type AccountRequest, accountFrame, openAccount, openAccountForm, saved } from './request.ts'

const path = '/account/organizations'

/** The organizations that the person belongs to. The pages of an organization itself are in routes/organizations. */
export const organizationRoutes = (context: PageContext) =>
  new Hono()
    .get(path, async (c) => show(await openAccount(context, c, path)))
    .post(path, async (c) => {
      const form = await openAccountForm(context, c, path)
      const { deps, signedIn, visitor, value } = form
      const name = value('organization_name')
      try {
        const actor = userActor(signedIn.person.id, visitor.network)
        const made = await createOrganizationByPerson(deps, actor, name)
        return saved(form, ['organization-created', made.name], {
          to: memberPages.pathOf({ ...made, slug: made.id }),
        })
      } catch (error) {
        if (!(error instanceof OperationRefused && error.problem)) throw error
        return show(form, { name, problem: error.problem })
      }
    })

async function show(request: AccountRequest, refused?: { name: string; problem: Problem }): Promise<Response> {
  const { deps, signedIn } = request
  const [organizations, mayCreate] = await Promise.all([
    ownMemberships(deps, signedIn),
    mayCreateOrganization(deps, signedIn.person.id),
  ])
  const frame = accountFrame(request)
  return page(
    <OrganizationsPage
      frame={frame}
      organizations={organizations}
      mayCreate={mayCreate}
      name={refused?.name ?? ''}
      problem={problemText(frame, refused?.problem)}
    />,
    formStatus(refused),
  )
}
