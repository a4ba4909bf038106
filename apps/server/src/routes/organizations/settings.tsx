import { writersOf } from '../../flows/organizations/member-fields.ts'
import { deleteOrganization } from '../../flows/organizations/organization-lifecycle.ts'
import { updateOrganization } from '../../flows/organizations/organization-settings.ts'
import { may } from '../../flows/organizations/rules.ts'
import { offersDeviceCodes } from '../../flows/platform/clients/device-clients.ts'
import { isOutdated } from '../../flows/platform/fields/field-values.ts'
import { OperationRefused } from '../../flows/platform/operation-refused.ts'
import { formField } from '../../http/forms.ts'
import { page } from '../../http/responses.ts'
import { SettingsPage } from '../../pages/organizations/settings.tsx'
import { fieldsIn, shownFields, shownIn } from '../field-forms.ts'
import { formStatus } from '../forms.ts'
import { organizationFrame } from './request.ts'
import { field, type OrganizationForm, type RefusedForm, type SentForm, type Tab } from './tab.ts'

const show: Tab['show'] = async (request, refused) => {
  const { deps, actor, organization, roles } = request
  const settings = {
    name: organization.name,
    slug: organization.slug,
    membersMakeTeams: organization.membersMakeTeams,
    requirePasskey: organization.requirePasskey,
    deviceCodes: offersDeviceCodes(deps) ? organization.deviceCodes : null,
    sessionHours: organization.sessionMax === null ? '' : String(organization.sessionMax / 3600),
  }
  return page(
    <SettingsPage
      frame={organizationFrame(request, refused?.problems)}
      settings={{ ...settings, ...typedSettings(refused) }}
      fields={shownFields(deps, request.frame, {
        ...{ of: 'organization', stored: organization.fields, readers: writersOf(actor, roles) },
        place: actor.kind === 'operator' ? 'console' : 'organization',
        refused,
      })}
      isOwner={may(roles, 'own')}
      mayDelete={may(roles, 'own') && request.pages.kind === 'organization'}
    />,
    formStatus(refused),
  )
}

/** What was typed into the settings form, if that is the form that was refused. */
function typedSettings(refused: RefusedForm | undefined) {
  if (refused?.params.get('name') === undefined) return {}
  const value = (name: string) => formField(refused.params, name)
  return { name: value('name'), slug: value('slug') }
}

const changeForm: OrganizationForm = {
  path: '/settings',
  recent: (sent) => may(sent.roles, 'own') && changesProtection(sent),
  async submit(request) {
    const { deps, actor, organization, roles } = request
    await updateOrganization(deps, actor, organization.id, {
      name: field(request, 'name'),
      slug: field(request, 'slug'),
      membersMakeTeams: field(request, 'members_make_teams') === 'yes',
      ...(may(roles, 'own') ? ownersSettings(request) : {}),
    })
    return ['settings-saved']
  },
  // The short name may have changed, and with it the URL of the page.
  next: (request) => `${request.pages.pathOf({ id: request.organization.id, slug: field(request, 'slug') })}/settings`,
}

/** Whether the form changes something of that part. */
function changesProtection(sent: SentForm): boolean {
  const { organization } = sent
  const { requirePasskey, sessionMax, deviceCodes = organization.deviceCodes } = ownersSettings(sent)
  return (
    requirePasskey !== organization.requirePasskey ||
    sessionMax !== organization.sessionMax ||
    deviceCodes !== organization.deviceCodes
  )
}

/** The part of the form that only owners see. */
function ownersSettings(request: SentForm) {
  const hours = field(request, 'session_hours')
  return {
    requirePasskey: field(request, 'require_passkey') === 'yes',
    ...(offersDeviceCodes(request.deps) ? { deviceCodes: field(request, 'device_codes') === 'yes' } : {}),
    sessionMax: hours === '' ? null : Math.round(Number(hours) * 3600),
  }
}

const fieldsForm: OrganizationForm = {
  path: '/settings/fields',
  async submit(request) {
    const { deps, actor, organization, params } = request
    const values = { fields: fieldsIn(deps, 'organization', params), shown: shownIn(params) }
    try {
      await updateOrganization(deps, actor, organization.id, values)
    } catch (error) {
      if (isOutdated(error)) return show(request, { problems: {}, params, error })
      throw error
    }
    return ['fields-saved']
  },
}

const deleteForm: OrganizationForm = {
  path: '/delete',
  only: 'organization',
  recent: true,
  operation: 'own',
  async submit(request) {
    // The form itself asks, with a checkbox.
    if (field(request, 'confirm') !== 'yes') throw new OperationRefused('invalid', 'confirm', 'must-confirm')
    await deleteOrganization(request.deps, request.actor, request.organization.id)
    return ['organization-deleted', request.organization.name]
  },
  next: () => '/account/organizations',
}

export const settingsTab: Tab = { name: 'settings', show, forms: [changeForm, fieldsForm, deleteForm] }
