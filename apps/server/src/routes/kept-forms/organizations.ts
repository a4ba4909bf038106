import { auditFields, button, type Label, type ListedForm, type ListedForms } from './listed-form.ts'
import { themeForms } from './themes.ts'

const address: Label = ({ email }) => email.label
const person: ListedForm['fields'] = { user: ({ org }) => org.person, person: ({ manage }) => manage.memberAddress }
const otherRoles: ListedForm['fields'] = { other_role: null, other_roles: null }
const role: ListedForm['fields'] = {
  id: null,
  name: ({ console: { applications } }) => applications.name,
  permission: ({ rights }) => rights.permission,
  assignable_by: ({ rights }) => rights.assignableBy,
}
const domain: ListedForm['fields'] = { domain: ({ org }) => org.domain }
const application: ListedForm['fields'] = { application: ({ org }) => org.connected.application }
const team: ListedForm['fields'] = { team: null, name: ({ team }) => team.name, open: ({ team }) => team.open }

/** What owners and members do and operators do elsewhere, below the path of an organization. */
const memberForms: ListedForms = {
  '/transfer': { ...button(({ org }) => org.transfer), fields: person },
  '/members/reset': { ...button(({ org }) => org.reset), fields: { ...person, email: address } },
  '/members/recovery': { ...button(({ recovery }) => recovery.shorten), fields: person },
  '/delete': button(({ org }) => org.deleteButton),
  '/bypass': button(({ company }) => company.openSettings),
}

/** The forms of the tabs of an organization, below its path. A code that was mailed is not kept. */
const tabForms: ListedForms = {
  '/members/roles': {
    ...button(({ org }) => org.changeRole),
    fields: { ...person, role: ({ org }) => org.role, ...otherRoles },
  },
  '/members/remove': { ...button(({ me }) => me.remove), fields: person },
  '/members/export': button(({ lists }) => lists.download),
  '/members/invite': {
    ...button(({ org }) => org.invite),
    fields: {
      addresses: ({ lists }) => lists.inviteAddresses,
      role: ({ org }) => org.role,
      ...otherRoles,
      client: ({ org }) => org.application,
      team: ({ org }) => org.team,
    },
  },
  '/invitations': {
    ...button(({ org }) => org.invite),
    fields: {
      email: address,
      role: ({ org }) => org.role,
      client: ({ org }) => org.application,
      team: ({ org }) => org.team,
    },
  },
  '/invitations/resend': { ...button(({ org }) => org.resend), fields: { id: null, email: address } },
  '/invitations/revoke': { ...button(({ org }) => org.withdraw), fields: { id: null, email: address } },
  '/requests': {
    acts: { approve: ({ org }) => org.approve, decline: ({ termsStep }) => termsStep.decline },
    fields: person,
  },
  '/settings': {
    ...button(({ me }) => me.save),
    fields: {
      name: ({ organization }) => organization.name,
      slug: ({ org }) => org.slug,
      members_make_teams: ({ org }) => org.membersMakeTeams,
      require_passkey: ({ org }) => org.requirePasskey,
      device_codes: ({ org }) => org.deviceCodes,
      session_hours: ({ org }) => org.sessionHours,
    },
  },
  '/audit': { ...button(({ lists }) => lists.download), fields: auditFields },
  '/teams': { ...button(({ team }) => team.create), fields: { team_name: ({ team }) => team.name, open: null } },
  '/teams/rename': { ...button(({ me }) => me.passkeys.rename), fields: team },
  '/teams/open': { ...button(({ me }) => me.save), fields: team },
  '/teams/delete': { ...button(({ org }) => org.deleteTeam), fields: team },
  '/teams/roles': { ...button(({ org }) => org.tabs.roles), fields: { ...team, ...otherRoles } },
  '/teams/add': { ...button(({ org }) => org.addToTeam), fields: { ...team, ...person } },
  '/teams/remove': { ...button(({ me }) => me.remove), fields: { ...team, ...person } },
  '/roles': { ...button(({ rights }) => rights.create), fields: role },
  '/roles/change': { ...button(({ me }) => me.save), fields: role },
  '/roles/delete': { ...button(({ rights }) => rights.delete), fields: role },
  '/domains': { ...button(({ org }) => org.addDomain), fields: domain },
  '/domains/check': { ...button(({ org }) => org.check), fields: domain },
  '/domains/mail': { ...button(({ org }) => org.mailPostmaster), fields: domain },
  '/domains/joining': { ...button(({ me }) => me.save), fields: { ...domain, joining: ({ org }) => org.joining } },
  '/domains/remove': { ...button(({ me }) => me.remove), fields: domain },
  '/terms/draft': {
    ...button(({ console }) => console.themes.saveDraft),
    fields: { draft: null, text: ({ org }) => org.terms.text, grace_until: ({ org }) => org.terms.graceUntil },
  },
  '/terms/publish': { ...button(({ console }) => console.themes.publish), fields: { draft: null } },
  '/terms/withdraw': button(({ org }) => org.terms.withdraw),
  '/terms/export': button(({ lists }) => lists.download),
  '/keys': {
    ...button(({ keys }) => keys.create),
    fields: {
      name: ({ console: { applications } }) => applications.name,
      scope: ({ console: { applications } }) => applications.scopes,
      days: ({ keys }) => keys.days,
      networks: ({ keys }) => keys.networks,
    },
  },
  '/keys/rotate': { ...button(({ keys }) => keys.rotate), fields: { id: null } },
  '/keys/revoke': { ...button(({ console: { registration } }) => registration.revoke), fields: { id: null } },
  '/keys/policy': {
    ...button(({ me }) => me.save),
    fields: {
      personal: ({ keys }) => keys.personal,
      organization: ({ keys }) => keys.organization,
      max_days: ({ keys }) => keys.maxDays,
      networks_required: ({ keys }) => keys.networksRequired,
    },
  },
  '/applications/policy': { ...button(({ me }) => me.save), fields: { policy: ({ org }) => org.connected.policy } },
  '/applications/allow': { ...button(({ org }) => org.connected.allow), fields: application },
  '/applications/block': { ...button(({ org }) => org.connected.block), fields: application },
  '/applications/unrule': { ...button(({ me }) => me.remove), fields: application },
  '/applications/end': { ...button(({ me }) => me.applications.revoke), fields: { id: null } },
  '/applications/end-all': {
    ...button(({ org }) => org.connected.endAll),
    fields: application,
  },
}

const below = (path: string, forms: ListedForms): ListedForms =>
  Object.fromEntries(Object.entries(forms).map(([form, listed]) => [`${path}${form}`, listed]))

/** The forms of organizations, for members and for operators. */
export const organizationForms: ListedForms = {
  ...below('/organizations/:organization', { ...tabForms, ...memberForms }),
  ...below('/admin/organizations/:organization', tabForms),
  ...themeForms('/organizations/:organization/theme'),
}
