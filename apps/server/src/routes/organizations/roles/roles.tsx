import { changeRole, deleteRole, makeRole, mayMakeRoles } from '../../../flows/organizations/roles/own-roles.ts'
import {
  getRole,
  type ListedRole,
  listRoles,
  permissionsToGive,
  previewRole,
} from '../../../flows/organizations/roles/role-lists.ts'
import { may } from '../../../flows/organizations/rules.ts'
import { OperationRefused } from '../../../flows/platform/operation-refused.ts'
import { formField } from '../../../http/forms.ts'
import { pathParameter } from '../../../http/path-parameter.ts'
import { page } from '../../../http/responses.ts'
import { type NamesByLanguage, nameIn, rightsLimits } from '../../../oidc/permissions.ts'
import { Affected, RolePage, RolesPage } from '../../../pages/organizations/roles.tsx'
import { roleLabel } from '../../../pages/rights.tsx'
import { formStatus } from '../../forms.ts'
import { groupsOf } from '../../rights.ts'
import { type OrganizationRequest, organizationFrame } from '../request.ts'
import { type FormRequest, field, type OrganizationForm, type RefusedForm, type Tab } from '../tab.ts'

/** Where nothing is declared there is nothing to give, and these pages are not there. */
async function show(request: OrganizationRequest, refused?: RefusedForm): Promise<Response> {
  const { deps, actor, organization } = request
  if (deps.permissions.declared.length === 0) throw new OperationRefused('not-found')
  if (refused) return showRole(request, formField(refused.params, 'id') || null, refused)
  return page(
    <RolesPage
      frame={organizationFrame(request)}
      roles={await listRoles(deps, actor, request)}
      mayMake={mayMakeRoles(deps, organization)}
    />,
  )
}

/** A role, or the form of a new one. */
async function showRole(request: OrganizationRequest, id: string | null, refused?: RefusedForm): Promise<Response> {
  const { deps, actor, organization, frame } = request
  const role = id === null ? null : await getRole(deps, actor, request, id)
  if (!role && !mayMakeRoles(deps, organization)) throw new OperationRefused('not-found')
  const permissions = await permissionsToGive(deps, actor, request)
  const mayChange = role === null || role.mayChange
  return page(
    <RolePage
      frame={organizationFrame(request, refused?.problems)}
      role={role}
      name={refused ? formField(refused.params, 'name').slice(0, 400) : role ? roleLabel(frame.words, role) : ''}
      chosen={refused ? refused.params.all('permission') : (role?.permissions ?? [])}
      groups={groupsOf(
        deps,
        frame.words,
        mayChange ? permissions : permissions.filter(({ id }) => role.permissionIds.includes(id)),
      )}
      mayChange={mayChange}
      assignable={may(request.roles, 'own') ? assignableBy(refused, role) : null}
      notHeld={role?.own === true && !role.mayGive}
    />,
    formStatus(refused),
  )
}

const assignableBy = (refused: RefusedForm | undefined, role: ListedRole | null): string =>
  (refused && formField(refused.params, 'assignable_by')) || (role?.assignableBy ?? 'admin')

/** Only owners are asked. What is left out stays. */
function chosenAssignableBy(request: FormRequest): 'owner' | 'admin' | undefined {
  const chosen = field(request, 'assignable_by')
  if (chosen === '') return undefined
  if (chosen !== 'owner' && chosen !== 'admin') throw new OperationRefused('invalid', 'assignable_by', 'choose-one')
  return chosen
}

const chosenPermissions = ({ params }: FormRequest): string[] =>
  params.all('permission').slice(0, rightsLimits.permissions)

/** The name as it was typed, in the language of the page. A name that was left alone keeps those of other languages. */
function namesOf(request: FormRequest, before: NamesByLanguage): NamesByLanguage {
  const { lang } = request.frame.words
  const name = field(request, 'name').trim()
  return nameIn(before, lang) === name ? before : { ...before, [lang]: name }
}

const namedRole = (request: FormRequest): Promise<ListedRole> =>
  getRole(request.deps, request.actor, request, field(request, 'id'))

const makeForm: OrganizationForm = {
  path: '/roles',
  async submit(request) {
    const { deps, actor, organization } = request
    const names = namesOf(request, {})
    await makeRole(deps, actor, organization.id, {
      ...{ names, permissions: chosenPermissions(request) },
      assignableBy: chosenAssignableBy(request),
    })
    return ['role-created', field(request, 'name').trim()]
  },
}

const changeForm: OrganizationForm = {
  path: '/roles/change',
  confirmation: {
    operation: 'manage-members',
    fields: ['version', 'name', 'permission', 'assignable_by'],
    async question(request, { rights, me }) {
      const role = await namedRole(request)
      const affected = await previewRole(request.deps, request, role.id, chosenPermissions(request))
      if (affected.gain + affected.lose === 0) return null
      return {
        title: rights.changeTitle({ role: roleLabel(request.frame.words, role) }),
        details: <Affected frame={request.frame} {...affected} />,
        button: me.save,
        look: affected.lose > 0 ? 'danger' : 'primary',
      }
    },
  },
  async submit(request) {
    const { deps, actor, organization } = request
    const role = await namedRole(request)
    const version = field(request, 'version')
    await changeRole(deps, actor, organization.id, {
      id: role.id,
      names: namesOf(request, role.names),
      permissions: chosenPermissions(request),
      assignableBy: chosenAssignableBy(request),
      version: /^\d{1,9}$/.test(version) ? Number(version) : 0,
    })
    return ['role-saved', field(request, 'name').trim()]
  },
}

const deleteForm: OrganizationForm = {
  path: '/roles/delete',
  confirmation: {
    operation: 'manage-members',
    async question(request, { rights }) {
      const role = await namedRole(request)
      const affected = await previewRole(request.deps, request, role.id, [])
      return {
        title: rights.deleteTitle({ role: roleLabel(request.frame.words, role) }),
        text: rights.deleteText,
        details: <Affected frame={request.frame} {...affected} />,
        button: rights.delete,
      }
    },
  },
  async submit(request) {
    const { deps, actor, organization } = request
    const role = await namedRole(request)
    await deleteRole(deps, actor, organization.id, role.id)
    return ['role-deleted', roleLabel(request.frame.words, role)]
  },
}

export const rolesTab: Tab = {
  name: 'roles',
  show,
  pages: {
    '/roles/new': (request) => showOne(request, null),
    '/roles/:role': (request) => showOne(request, pathParameter(request.c, 'role')),
  },
  forms: [makeForm, changeForm, deleteForm],
}

async function showOne(request: OrganizationRequest, id: string | null): Promise<Response> {
  if (request.deps.permissions.declared.length === 0) throw new OperationRefused('not-found')
  return showRole(request, id)
}
