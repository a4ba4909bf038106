import { activateConnection } from '../../../flows/federation/activation.ts'
import { attachDomain, detachDomain } from '../../../flows/federation/connection-domains.ts'
import {
  changeConnection,
  createConnection,
  disableConnection,
  removeConnection,
} from '../../../flows/federation/connections.ts'
import { beginOwnTest } from '../../../flows/federation/own-test.ts'
import { viewOrganization } from '../../../flows/organizations/access.ts'
import { OperationRefused } from '../../../flows/platform/operation-refused.ts'
import { seeOther } from '../../../http/responses.ts'
import { trustOf } from '../../federation/provider-values.ts'
import { sendTest } from '../../federation/test-redirect.ts'
import { type FormRequest, field, type OrganizationForm } from '../tab.ts'

/** Whoever decides is a member: those who run the server have pages of their own. */
export function actingOwner({ actor }: FormRequest) {
  if (actor.kind !== 'user') throw new OperationRefused('forbidden')
  return actor
}

export const namedConnection = (request: FormRequest) => ({
  organizationId: request.organization.id,
  id: field(request, 'id'),
})

/**
 * A form of owners, who have just signed in, and with their passkey if they have one. Anybody else is refused before anything
 * of it is looked at, or a provider is asked.
 */
export const ownerForm = (form: Pick<OrganizationForm, 'path' | 'submit' | 'next'>): OrganizationForm => ({
  ...{ only: 'organization', recent: true, operation: 'own' },
  ...form,
  async submit(request) {
    await viewOrganization(request.deps, request.actor, request.organization.id, 'own')
    return form.submit(request)
  },
})

const version = (request: FormRequest): number | undefined => {
  const text = field(request, 'version')
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined
}

const pathOf = (request: FormRequest, id: string): string =>
  `${request.pages.pathOf(request.organization)}/sso/${encodeURIComponent(id)}`

const connectionPage = (request: FormRequest): string => pathOf(request, field(request, 'id'))

/** Where the page goes on, once its flow has said which connection that is. */
const goOn = (request: FormRequest, id: string): Response => seeOther(`${request.context.base}${pathOf(request, id)}`)

const createForm = ownerForm({
  path: '/sso/new',
  async submit(request) {
    const { deps, organization, params } = request
    const input = { provider: field(request, 'provider'), name: field(request, 'name'), ...trustOf(params) }
    const { id } = await createConnection(deps, actingOwner(request), organization.id, input)
    return goOn(request, id)
  },
})

const editForm = ownerForm({
  path: '/sso/edit',
  async submit(request) {
    const given = { name: field(request, 'name'), trust: trustOf(request.params) }
    const named = namedConnection(request)
    const { id } = await changeConnection(request.deps, actingOwner(request), named, given, version(request))
    return goOn(request, id)
  },
})

const settingsForm = ownerForm({
  path: '/sso/settings',
  async submit(request) {
    const chosen = (name: string) => field(request, name) === 'yes'
    const settings = {
      jit: chosen('jit'),
      defaultRole: field(request, 'default_role'),
      trustMfa: chosen('trust_mfa'),
      signOutUpstream: chosen('sign_out_upstream'),
      groupsClaim: field(request, 'groups_claim'),
      extraScopes: field(request, 'extra_scopes'),
      allowOwner: chosen('allow_owner'),
    }
    const named = namedConnection(request)
    await changeConnection(request.deps, actingOwner(request), named, { settings }, version(request))
    return ['settings-saved']
  },
  next: connectionPage,
})

/** A test signs nobody in. Its checks are shown by the page that the browser comes back to. */
const testForm = ownerForm({
  path: '/sso/test',
  async submit(request) {
    const { deps, context, c } = request
    const named = namedConnection(request)
    const actor = actingOwner(request)
    const path = connectionPage(request)
    return sendTest(context, path, () => beginOwnTest(deps, actor, named, context.visitor(c), path))
  },
})

const activateForm = ownerForm({
  path: '/sso/activate',
  async submit(request) {
    const { id } = await activateConnection(request.deps, actingOwner(request), namedConnection(request))
    return goOn(request, id)
  },
})

const disableForm = ownerForm({
  path: '/sso/disable',
  async submit(request) {
    await disableConnection(request.deps, actingOwner(request), namedConnection(request))
    return ['settings-saved']
  },
  next: connectionPage,
})

const removeForm = ownerForm({
  path: '/sso/remove',
  async submit(request) {
    const named = namedConnection(request)
    await removeConnection(request.deps, actingOwner(request), named)
    return ['settings-saved']
  },
})

const attachForm = ownerForm({
  path: '/sso/attach',
  async submit(request) {
    await attachDomain(request.deps, actingOwner(request), namedConnection(request), field(request, 'domain'))
    return ['settings-saved']
  },
  next: connectionPage,
})

const detachForm = ownerForm({
  path: '/sso/detach',
  async submit(request) {
    await detachDomain(request.deps, actingOwner(request), namedConnection(request), field(request, 'domain'))
    return ['settings-saved']
  },
  next: connectionPage,
})

export const connectionForms: readonly OrganizationForm[] = [
  createForm,
  editForm,
  settingsForm,
  testForm,
  activateForm,
  disableForm,
  removeForm,
  attachForm,
  detachForm,
]
