import { makeSetupLink, revokeSetupLink } from '../../../flows/federation/setup-links.ts'
import { changeAllowedNetworks, changeSsoPolicy } from '../../../flows/federation/sso-policy.ts'
import { isFrom } from '../../../flows/identity/acting-sign-in.ts'
import { OperationRefused } from '../../../flows/platform/operation-refused.ts'
import { page } from '../../../http/responses.ts'
import { ssoPolicies } from '../../../oidc/organization-rules.ts'
import { MadeSetupLink } from '../../../pages/organizations/sso/setup-links.tsx'
import { organizationFrame } from '../request.ts'
import { field, type OrganizationForm } from '../tab.ts'
import { actingOwner, ownerForm } from './connection-forms.ts'

const policyForm = ownerForm({
  path: '/sso/policy',
  async submit(request) {
    const policy = ssoPolicies.find((known) => known === field(request, 'policy'))
    if (!policy) throw new OperationRefused('invalid', 'policy', 'choose-one')
    await changeSsoPolicy(request.deps, actingOwner(request), request.organization.id, policy)
    return ['settings-saved']
  },
})

const networksForm = ownerForm({
  path: '/sso/networks',
  async submit(request) {
    const { deps, organization, context, c } = request
    const typed = field(request, 'allowed_networks')
    await changeAllowedNetworks(deps, actingOwner(request), organization.id, typed, isFrom(context.visitor(c)))
    return ['settings-saved']
  },
})

const linkForm = ownerForm({
  path: '/sso/links',
  async submit(request) {
    const { deps, organization } = request
    const [email, domain, issuer] = ['email', 'approved_domain', 'approved_issuer'].map((name) =>
      field(request, name).trim(),
    ) as [string, string, string]
    const approved = domain || issuer ? { domain, issuer } : undefined
    const { url } = await makeSetupLink(deps, actingOwner(request), organization.id, { email, approved })
    return page(<MadeSetupLink frame={organizationFrame(request)} email={email} url={url} />)
  },
})

const revokeForm = ownerForm({
  path: '/sso/links/revoke',
  async submit(request) {
    const named = { organizationId: request.organization.id, id: field(request, 'id') }
    await revokeSetupLink(request.deps, actingOwner(request), named)
    return ['settings-saved']
  },
})

export const ruleForms: readonly OrganizationForm[] = [policyForm, networksForm, linkForm, revokeForm]
