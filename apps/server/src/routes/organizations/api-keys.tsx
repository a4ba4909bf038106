import {
  type ApiKeyRecord,
  changeKeyPolicy,
  type KeyChange,
  keysOfOrganization,
  makeOrganizationKey,
  revokeKey,
  rotateKey,
} from '../../flows/api-keys/api-keys.ts'
import {
  keyPolicyOf,
  mayMakeKey,
  mostDaysOf,
  organizationKeyMakers,
  personalKeyMakers,
} from '../../flows/api-keys/key-policy.ts'
import { findOffered, findRotatable } from '../../flows/api-keys/key-scope.ts'
import { may } from '../../flows/organizations/rules.ts'
import { OperationRefused } from '../../flows/platform/operation-refused.ts'
import { page } from '../../http/responses.ts'
import { ApiKeyPage, ApiKeysPage } from '../../pages/organizations/api-keys.tsx'
import { keyedApis, keyRequestOf, keyValuesOf, newKeyValues, readDays, shownKey } from '../api-keys.ts'
import { formStatus } from '../forms.ts'
import { listPage, mapRows } from '../listing.ts'
import { organizationFrame, tabAddress } from './request.ts'
import { type FormRequest, field, type OrganizationForm, type Tab } from './tab.ts'

const show: Tab['show'] = async (request, refused) => {
  const { deps, organization, roles, actor } = request
  const policy = keyPolicyOf(organization.keyPolicy)
  const limit = mostDaysOf(deps, policy)
  const makes = mayMakeKey(policy, 'organization', roles)
  const mayLearn = await findRotatable(deps, deps.db, { actor, organizationId: organization.id })
  const isOffered = await findOffered(deps, actor.id, [organization.id])
  const list = await listPage<ApiKeyRecord & { person: string | null }>(
    request.c,
    tabAddress(request, 'keys'),
    ({ id }) => id,
    (range) => keysOfOrganization(deps, organization.id, range),
  )
  return page(
    <ApiKeysPage
      frame={organizationFrame(request, refused?.problems)}
      keys={mapRows(list, (key) =>
        shownKey(deps, key, {
          owner: key.person ?? '',
          mayRotate:
            key.userId === null
              ? makes && mayLearn(key)
              : key.userId === actor.id && mayMakeKey(policy, 'personal', roles),
          mayRevoke: key.userId === null ? makes : true,
        }),
      )}
      apis={makes ? keyedApis(deps, (resource) => resource.organization !== 'none', isOffered) : []}
      values={
        refused && !refused.problems.max_days
          ? keyValuesOf(refused.params)
          : { ...newKeyValues, days: String(Math.min(90, limit ?? 90)) }
      }
      mayHaveNoEnd={limit === null}
      policy={
        may(roles, 'own')
          ? { ...policy, maxDays: String(limit ?? ''), mayHaveNoEnd: deps.config.apiKeysNeverExpire }
          : null
      }
    />,
    formStatus(refused),
  )
}

const named = (request: FormRequest): KeyChange => ({
  actor: request.actor,
  owner: { organizationId: request.organization.id },
  id: field(request, 'id'),
})

const createForm: OrganizationForm = {
  path: '/keys',
  recent: true,
  async submit(request) {
    const { deps, actor, organization } = request
    const given = keyRequestOf(keyValuesOf(request.params))
    const { name, key } = await makeOrganizationKey(deps, actor, organization.id, given)
    return page(<ApiKeyPage frame={organizationFrame(request)} name={name} secret={key} />)
  },
}

const rotateForm: OrganizationForm = {
  path: '/keys/rotate',
  recent: true,
  async submit(request) {
    const { name, key } = await rotateKey(request.deps, named(request))
    return page(<ApiKeyPage frame={organizationFrame(request)} name={name} secret={key} />)
  },
}

const revokeForm: OrganizationForm = {
  path: '/keys/revoke',
  async submit(request) {
    const { name } = await revokeKey(request.deps, named(request))
    return ['api-key-revoked', name]
  },
}

const chosen = <T extends string>(request: FormRequest, name: string, choices: readonly T[]): T => {
  const found = choices.find((choice) => choice === field(request, name))
  if (!found) throw new OperationRefused('invalid', name, 'choose-one')
  return found
}

const policyForm: OrganizationForm = {
  path: '/keys/policy',
  recent: true,
  operation: 'own',
  async submit(request) {
    const { deps, actor, organization } = request
    const days = field(request, 'max_days').trim()
    await changeKeyPolicy(deps, actor, organization.id, {
      personal: chosen(request, 'personal', personalKeyMakers),
      organization: chosen(request, 'organization', organizationKeyMakers),
      maxDays: readDays(days),
      networksRequired: field(request, 'networks_required') === 'yes',
    })
    return ['key-policy-saved']
  },
}

export const apiKeysTab: Tab = { name: 'keys', show, forms: [createForm, rotateForm, revokeForm, policyForm] }
