import type { ProfileField } from '../../flows/account/profile-form.ts'
import { type mainMembers, otherMembers } from '../../pages/console/applications/members.ts'
import { changeableMembers, type FieldMember, labelOfMember } from '../../pages/console/fields/field-form.tsx'
import { policyFields, policyFlags } from '../../pages/console/registration/initial-access-tokens.tsx'
import { auditFields, button, type Label, type ListedForms, technical } from './listed-form.ts'
import { themeForms } from './themes.ts'

const address: Label = ({ email }) => email.label
const name: Label = ({ console: { applications } }) => applications.name
const save: Label = ({ me }) => me.save
const enable: Label = ({ console: { applications } }) => applications.enable
const disable: Label = ({ console: { applications } }) => applications.disable
const remove: Label = ({ console: { applications } }) => applications.delete

const applicationFields = {
  ...technical(Object.keys(otherMembers)),
  ...({
    client_name: name,
    redirect_uris: ({ console: { applications } }) => applications.redirectUris,
    post_logout_redirect_uris: ({ console: { applications } }) => applications.postLogoutRedirectUris,
    scope: ({ console: { applications } }) => applications.scopes,
  } satisfies Record<keyof typeof mainMembers, Label>),
  client_id: ({ console: { applications } }: Parameters<Label>[0]) => applications.id,
  kind: null,
}

const labelsOf = (members: Readonly<Record<string, unknown>>): Record<string, Label> =>
  Object.fromEntries(
    Object.keys(members).map((member) => [member, (words) => labelOfMember(words, member as FieldMember)]),
  )

const resourceFields = {
  resource: ({ console: { resources } }) => resources.identifier,
  name,
  scopes: ({ console: { applications } }) => applications.scopes,
  default_scopes: ({ console: { resources } }) => resources.defaultScopes,
  scope_texts: ({ console: { resources } }) => resources.scopeTexts,
  dynamic_clients: ({ console: { resources } }) => resources.dynamicClients,
  organization: ({ console: { resources } }) => resources.organization,
  min_acr: ({ console: { preview } }) => preview.acr,
  token_ttl: ({ console: { resources } }) => resources.tokenTtl,
  dpop: ({ console: { resources } }) => resources.dpop,
  dpop_nonce: ({ console: { resources } }) => resources.dpopNonce,
  api_keys: ({ console: { resources } }) => resources.apiKeys,
  permissions: ({ console: { resources } }) => resources.permissions,
} satisfies Record<string, Label>

const endpointFields = {
  url: ({ console: { webhooks } }) => webhooks.url,
  name: ({ console: { webhooks } }) => webhooks.name,
  actions: ({ console: { webhooks } }) => webhooks.actions,
} satisfies Record<string, Label>

const organization = {
  acts: {
    delete: ({ org }) => org.deleteButton,
    restore: ({ admin }) => admin.restore,
    approve: ({ manage }) => manage.approve,
    disapprove: ({ manage }) => manage.withdrawApproval,
    'custom-roles': ({ me }) => me.save,
    'hand-over': ({ lists }) => lists.handOver,
  },
  fields: {
    organization: null,
    custom_roles: ({ rights }) => rights.custom,
    user: ({ org }) => org.person,
    person: ({ manage }) => manage.memberAddress,
  },
} satisfies ListedForms[string]

const applicationForms: ListedForms = {
  '/admin/applications/new': {
    acts: { create: ({ console: { applications } }) => applications.create },
    fields: applicationFields,
  },
  '/admin/applications/:client': {
    acts: {
      save,
      rotate: ({ console: { applications } }) => applications.rotate,
      'drop-old': ({ console: { applications } }) => applications.dropOld,
      'drop-new': ({ console: { applications } }) => applications.dropNew,
      enable,
      disable,
      delete: remove,
      restore: ({ console: { applications } }) => applications.restore,
    },
    fields: applicationFields,
  },
  '/admin/fields/:field': { acts: { save, remove }, fields: labelsOf(changeableMembers) },
  '/admin/resources/new': {
    acts: { create: ({ console: { resources } }) => resources.create },
    fields: resourceFields,
  },
  '/admin/resources/:resource': { acts: { save, delete: remove }, fields: resourceFields },
  '/admin/connections/:connection': {
    acts: {
      offer: ({ console: { connections } }) => connections.offer,
      disable,
    },
  },
  '/admin/registered-clients/:client': {
    acts: {
      trust: ({ console: { registration } }) => registration.trust,
      untrust: ({ console: { registration } }) => registration.untrust,
      enable,
      disable,
      delete: remove,
    },
  },
  '/admin/initial-access-tokens': {
    acts: {
      create: ({ console: { registration } }) => registration.newToken,
      revoke: ({ console: { registration } }) => registration.revoke,
    },
    fields: {
      name,
      uses: ({ console: { registration } }) => registration.uses,
      days: ({ console: { registration } }) => registration.days,
      ...technical([...policyFields, ...policyFlags]),
      // The id of one that was made before. A new one is shown once, by the page that makes it.
      token: null,
    },
  },
  '/admin/connecting': {
    acts: {
      add: ({ console: { connecting } }) => connecting.add,
      listed: ({ console: { connecting } }) => connecting.trust,
      blocked: ({ console: { connecting } }) => connecting.block,
      remove: ({ console: { connecting } }) => connecting.remove,
    },
    fields: {
      pattern: ({ console: { connecting } }) => connecting.pattern,
      verdict: ({ console: { connecting } }) => connecting.decision,
      note: ({ console: { connecting } }) => connecting.note,
    },
  },
}

/** As their page labels them (pages/account/profile.tsx). */
const profileFields = {
  email: address,
  given_name: ({ profile }) => profile.givenName,
  family_name: ({ profile }) => profile.familyName,
  middle_name: ({ me }) => me.profile.middleName,
  nickname: ({ me }) => me.profile.nickname,
  preferred_username: ({ me }) => me.profile.preferredUsername,
  profile: ({ me }) => me.profile.page,
  picture: ({ me }) => me.profile.pictureElsewhere,
  website: ({ me }) => me.profile.website,
  phone: ({ me }) => me.profile.phone,
  gender: ({ me }) => me.profile.gender,
  birthdate: ({ me }) => me.profile.birthdate,
  zoneinfo: ({ me }) => me.profile.zoneinfo,
  locale: ({ me }) => me.profile.locale,
  street_address: ({ me }) => me.profile.street,
  postal_code: ({ me }) => me.profile.postalCode,
  locality: ({ me }) => me.profile.city,
  region: ({ me }) => me.profile.region,
  country: ({ me }) => me.profile.country,
} satisfies Record<ProfileField | 'email', Label>

const peopleForms: ListedForms = {
  '/admin/people/new': {
    ...button(({ console: { people } }) => people.create),
    fields: {
      ...profileFields,
      organization: ({ console: { people } }) => people.organization,
      role: ({ org }) => org.role,
      mailed: ({ console: { people } }) => people.tell,
    },
  },
  '/admin/people/:user/edit': { ...button(save), fields: profileFields },
  '/admin/people': {
    acts: {
      '': ({ console: { people } }) => people.csv,
      disable: ({ admin }) => admin.disable,
      enable: ({ admin }) => admin.enable,
      'sign-out': ({ admin }) => admin.signOutEverywhere,
    },
    fields: { query: null, state: null, organization: null, sign_in: null, sort: null, after: null, person: null },
  },
  '/admin/people/:user': {
    acts: {
      'send-mail': ({ console: { people } }) => people.sendMail,
      enable: ({ admin }) => admin.enable,
      disable: ({ admin }) => admin.disable,
      reset: ({ org }) => org.reset,
      'shorten-recovery': ({ recovery }) => recovery.shorten,
      'sign-out': ({ admin }) => admin.signOutEverywhere,
      'remove-picture': ({ me }) => me.remove,
      'end-session': ({ me }) => me.sessions.end,
      'end-application': ({ me }) => me.applications.revoke,
      merge: ({ console: { people } }) => people.mergeButton,
      export: ({ console: { people } }) => people.export,
      delete: ({ admin }) => admin.deletePerson,
    },
    fields: {
      email: address,
      session: null,
      client: ({ org }) => org.application,
      other: ({ console: { people } }) => people.mergeOther,
      plan: null,
    },
  },
  '/admin/why': {
    acts: {
      lift: ({ console: { signIns } }) => signIns.lift,
      enable: ({ console: { signIns } }) => signIns.enable,
      invite: ({ console: { signIns } }) => signIns.invite,
    },
    fields: { address },
  },
  '/admin/operators': {
    acts: {
      give: ({ console: { operators } }) => operators.give,
      take: ({ console: { operators } }) => operators.take,
    },
    fields: { email: address, user: ({ org }) => org.person, role: ({ console: { operators } }) => operators.role },
  },
  '/admin/confirmations': {
    acts: {
      confirm: ({ console: { impersonation } }) => impersonation.confirm,
      withdraw: ({ org }) => org.withdraw,
    },
    fields: { act: null },
  },
  '/admin/impersonations/new': {
    ...button(({ console: { impersonation } }) => impersonation.ask),
    fields: {
      person: ({ org }) => org.person,
      client: ({ console: { impersonation } }) => impersonation.application,
      organization: null,
      reason: ({ console: { impersonation } }) => impersonation.reason,
      ticket: ({ console: { impersonation } }) => impersonation.ticket,
    },
  },
  '/admin/impersonations/:id': {
    acts: {
      start: ({ console: { impersonation } }) => impersonation.start,
      confirm: ({ console: { impersonation } }) => impersonation.confirm,
      end: ({ console: { impersonation } }) => impersonation.end,
    },
  },
}

const serverForms: ListedForms = {
  '/admin/mail': {
    acts: {
      test: ({ console: { mail } }) => mail.sendTest,
      'try-now': ({ console: { mail } }) => mail.tryNow,
      lift: ({ console: { mail } }) => mail.lift,
    },
    fields: { suppression: null, lane: null },
  },
  '/admin/webhooks': { ...button(({ console: { webhooks } }) => webhooks.add), fields: endpointFields },
  '/admin/webhooks/:endpoint': {
    acts: {
      save,
      test: ({ console: { webhooks } }) => webhooks.test,
      rotate: ({ console: { webhooks } }) => webhooks.rotate,
      enable: ({ console: { webhooks } }) => webhooks.enable,
      disable: ({ console: { webhooks } }) => webhooks.disable,
      delete: ({ console: { webhooks } }) => webhooks.remove,
      'replay-failed': ({ console: { webhooks } }) => webhooks.replayFailed,
      'replay-range': ({ console: { webhooks } }) => webhooks.replayRange,
    },
    fields: {
      ...endpointFields,
      from: ({ console: { webhooks } }) => webhooks.from,
      to: ({ console: { webhooks } }) => webhooks.to,
      failed: null,
    },
  },
  '/admin/webhooks/:endpoint/:event': { acts: { replay: ({ console: { webhooks } }) => webhooks.replayOne } },
  '/admin/terms': {
    acts: {
      save: ({ console: { themes } }) => themes.saveDraft,
      publish: ({ console: { themes } }) => themes.publish,
      discard: ({ console: { themes } }) => themes.discard,
      withdraw: ({ org }) => org.terms.withdraw,
    },
    fields: {
      version: ({ console: { terms } }) => terms.version,
      text: ({ org }) => org.terms.text,
      grace_until: ({ console: { terms } }) => terms.graceUntil,
    },
  },
  '/admin/api-keys/revoke': { ...button(({ console: { registration } }) => registration.revoke), fields: { id: null } },
  '/admin/keys': {
    ...button(({ console: { keys } }) => keys.rotate),
    fields: { force: ({ console: { keys } }) => keys.forced },
  },
  '/admin/audit': {
    acts: { export: ({ lists }) => lists.download },
    fields: auditFields,
  },
}

/** The forms of the console, but for the tabs that organizations have. */
export const consoleForms: ListedForms = {
  '/admin/organizations/:organization': organization,
  '/admin/organizations': organization,
  '/admin/organizations/export': button(({ lists }) => lists.download),
  ...themeForms('/admin/themes/instance'),
  ...themeForms('/admin/themes/clients/:client'),
  ...themeForms('/admin/themes/organizations/:id'),
  ...applicationForms,
  ...peopleForms,
  ...serverForms,
}
