import { addRoleMapping, removeRoleMapping } from '../../../flows/federation/role-mappings.ts'
import { type FormRequest, field, type OrganizationForm } from '../tab.ts'
import { actingOwner, namedConnection, ownerForm } from './connection-forms.ts'
import { given } from './given-by-groups.ts'

const connectionPage = (request: FormRequest): string =>
  `${request.pages.pathOf(request.organization)}/sso/${encodeURIComponent(field(request, 'id'))}`

const addForm = ownerForm({
  path: '/sso/groups',
  async submit(request) {
    const mapping = { value: field(request, 'value'), ...given(field(request, 'gives')) }
    await addRoleMapping(request.deps, actingOwner(request), namedConnection(request), mapping)
    return ['settings-saved']
  },
  next: connectionPage,
})

const removeForm = ownerForm({
  path: '/sso/groups/remove',
  async submit(request) {
    const named = namedConnection(request)
    await removeRoleMapping(request.deps, actingOwner(request), named, field(request, 'mapping'))
    return ['settings-saved']
  },
  next: connectionPage,
})

export const groupForms: readonly OrganizationForm[] = [addForm, removeForm]
