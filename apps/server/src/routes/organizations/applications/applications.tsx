import { listApplicationRules } from '../../../flows/organizations/applications/application-rules.ts'
import { listConnections } from '../../../flows/organizations/applications/connected-applications.ts'
import { may } from '../../../flows/organizations/rules.ts'
import { formField } from '../../../http/forms.ts'
import { page } from '../../../http/responses.ts'
import { shownConsent } from '../../../oidc/consent.ts'
import { ApplicationsPage } from '../../../pages/organizations/applications.tsx'
import { formStatus } from '../../forms.ts'
import { listPage, mapRows } from '../../listing.ts'
import { organizationFrame, tabAddress } from '../request.ts'
import type { Tab } from '../tab.ts'
import { applicationForms } from './application-forms.ts'

const show: Tab['show'] = async (request, refused) => {
  const { deps, actor, organization, roles } = request
  const list = await listPage<Awaited<ReturnType<typeof listConnections>>[number]>(
    request.c,
    tabAddress(request, 'applications'),
    ({ id }) => id,
    (range) => listConnections(deps, actor, request, range),
  )
  const policy = may(roles, 'manage-applications')
    ? {
        value: organization.applicationPolicy,
        rules: await listApplicationRules(deps, request),
        typed: formField(refused?.params, 'application'),
      }
    : null
  return page(
    <ApplicationsPage
      frame={organizationFrame(request, refused?.problems)}
      connections={mapRows(list, (row) => ({ ...row, access: shownConsent(row.consent, deps.resources) }))}
      policy={policy}
    />,
    formStatus(refused),
  )
}

export const applicationsTab: Tab = {
  name: 'applications',
  show,
  forms: applicationForms,
}
