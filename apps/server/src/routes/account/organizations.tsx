import { Hono } from 'hono'
import { ownMemberships } from '../../flows/account/views.ts'
import { createOrganizationByPerson, mayCreateOrganization } from '../../flows/organizations/organization-creation.ts'
import { userActor } from '../../flows/platform/audit.ts'
import { fieldsOfNewOrganization } from '../../flows/platform/fields/required-fields.ts'
import { OperationRefused, type Problem } from '../../flows/platform/operation-refused.ts'
import { formField, formParams } from '../../http/forms.ts'
import { page } from '../../http/responses.ts'
import type { Params } from '../../oidc/params.ts'
import { OrganizationsPage } from '../../pages/account/organizations.tsx'
import { askedFields, fieldsIn } from '../field-forms.ts'
import { formStatus, problemTexts } from '../forms.ts'
import { memberPages } from '../organizations/request.ts'
import type { PageContext } from '../page-context.ts'
import { type AccountRequest, accountFrame, openAccount, saved } from './request.ts'

const path = '/account/organizations'

/** The organizations that the person belongs to. The pages of an organization itself are in routes/organizations. */
export const organizationRoutes = (context: PageContext) =>
  new Hono()
    .get(path, async (c) => show(await openAccount(context, c, path)))
    .post(path, async (c) => {
      const params = await formParams(c.req.raw)
      const request = await openAccount(context, c, path, undefined, params)
      const { deps, signedIn, visitor } = request
      const name = formField(params, 'organization_name')
      try {
        const actor = userActor(signedIn.person.id, visitor.network)
        const fields = fieldsIn(deps, 'organization', params)
        const made = await createOrganizationByPerson(deps, actor, signedIn, { name, fields })
        return saved(request, ['organization-created', made.name], {
          to: memberPages.pathOf({ ...made, slug: made.id }),
        })
      } catch (error) {
        if (!(error instanceof OperationRefused && error.problem)) throw error
        return show(request, { params, problems: { [error.field ?? 'organization_name']: error.problem } })
      }
    })

async function show(
  request: AccountRequest,
  refused?: { params: Params; problems: Partial<Record<string, Problem>> },
): Promise<Response> {
  const { deps, signedIn } = request
  const [organizations, mayCreate] = await Promise.all([
    ownMemberships(deps, signedIn),
    mayCreateOrganization(deps, signedIn),
  ])
  const frame = accountFrame(request)
  return page(
    <OrganizationsPage
      frame={frame}
      organizations={organizations}
      mayCreate={mayCreate}
      name={formField(refused?.params, 'organization_name')}
      fields={askedFields(frame, fieldsOfNewOrganization(deps), refused ?? {})}
      problems={problemTexts(frame, refused?.problems)}
    />,
    formStatus(refused),
  )
}
