import { profileFields } from '../../flows/account/profile-form.ts'

/** A PNG of one pixel. */
const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const at = '2026-11-24T09:30:00.000Z'
const later = '2026-12-24T09:30:00.000Z'
const userId = '019ab4d27c1075d2a1f0c3e5b7d90a11'
const organizationId = '019ab4d27c1075d2b6e4d8f2a0c41b22'
const roleId = '019ab4d27c1075d2d4c2f7b0a5e83d44'
const groupId = '019ab4d27c1075d2c5a8d1f4b7c06e44'
const groupMapping = { group_id: groupId, role: 'admin', team_id: null }
const directoryToken = {
  ...{ id: '019ab4d27c1075d2c5a8d1f4b7c06e22', prefix: 'scim_7Hq2', created_by: userId },
  ...{ created_at: at, expires_at: later, last_used_at: later },
}
const connectionId = '019ab4d27c1075d2e5a8d1f4b7c06ecc'
const teamId = '019ab4d27c1075d2c3b1e6a9f4d72c33'

const profile = { given_name: 'Ada', family_name: 'Lovelace', locale: 'en-GB', zoneinfo: 'Europe/London' }
const client = {
  client_id: 'shop',
  client_name: 'Shop',
  redirect_uris: ['https://shop.example.com/auth/callback'],
  scope: 'openid profile email',
}
const resource = {
  resource: 'https://api.example.com/notes',
  name: 'Notes',
  scopes: ['notes:read', 'notes:write'],
  default_scopes: ['notes:read'],
  api_keys: false,
  permissions: false,
  scope_texts: { 'notes:read': { en: { name: 'Read notes', description: 'See what you wrote.' } } },
}

const field = {
  ...{ key: 'cost_center', of: 'membership', type: 'text', min: 4, max: 4, allow: 'digits' },
  ...{ unique: 'no', search: true, claim: true, personal: false },
  ...{ reads: ['owner', 'client', 'operator'], writes: ['owner', 'client'], names: { en: 'Cost center' } },
}

/** What the OpenAPI document gives as the example of a body, by the id of its schema. */
const approve = { names: { en: 'Approve invoices' }, level: 'normal', min_acr: null }
const permissionsDocument = {
  permissions: { 'invoice.read': { level: 'basic' }, 'invoice.approve': approve },
  roles: { billing: { names: { en: 'Billing' }, permissions: ['invoice.read', 'invoice.approve'] } },
}

const bodies: Readonly<Record<string, object>> = {
  NewUser: { email: 'ada@example.com', ...profile },
  UserChange: { given_name: 'Ada', nickname: null, disabled: false },
  UserMerge: { from: '019ab4d27c1075d2d9c7f1b3e5a86d44' },
  NewOrganization: { name: 'Analytical Engines', slug: 'analytical-engines', owner: userId },
  OrganizationChange: { name: 'Analytical Engines', require_passkey: true, session_max: 86400 },
  Roles: { roles: ['admin', 'member'] },
  NewRole: { names: { en: 'Billing' }, permissions: ['invoice.read', 'invoice.approve'] },
  RoleChange: { permissions: ['invoice.read'] },
  RoleNames: { roles: ['org-billing'] },
  NewTeam: { name: 'Research', slug: 'research' },
  TeamChange: { name: 'Research', open: true },
  NewInvitation: { email: 'grace@example.com', roles: ['member'], teams: [teamId], locale: 'en' },
  NewDomain: { name: 'example.com' },
  DomainChange: { joining: 'suggest' },
  ApplicationPolicyChange: { policy: 'listed' },
  NewApplicationRule: { verdict: 'allowed' },
  NewApiKey: {
    ...{ name: 'Nightly export', resource: 'https://api.example.com/notes', scope: ['notes:read'] },
    ...{ days: 90, networks: ['203.0.113.0/24'] },
  },
  NewGroupMapping: groupMapping,
  NewConnection: {
    ...{ provider: 'okta', name: 'Okta', issuer: 'https://acme.okta.com', client_id: '0oa1ab2c3D4E5f6G7h8' },
    auth_method: 'private_key_jwt',
  },
  ConnectionChange: { name: 'Okta of Acme', jit: true, default_role: 'member', groups_claim: 'groups' },
  NewRoleMapping: { value: 'Engineering', role: 'member' },
  NewSetupLink: { email: 'it@example.com' },
  NewOrganizationTerms: { text: '# Terms\n\nBe kind to the engine.', grace_until: later, replaces: 1 },
  NewClient: client,
  ClientChange: { client_name: 'Shop', redirect_uris: client.redirect_uris, disabled: false },
  NewResource: resource,
  PermissionsDocument: permissionsDocument,
  ResourceChange: { name: 'Notes', token_ttl: 600 },
  NewField: field,
  FieldChange: { names: { en: 'Cost centre' }, claim: false },
  MemberChange: { fields: { cost_center: '4711' } },
  RegisteredClientChange: { listed: true },
  NewInitialAccessToken: { name: 'Partner', uses: 5, expires_in: 604800, redirect_hosts: ['partner.example'] },
  ClientRuleInput: { pattern: 'agent.example', verdict: 'listed', note: 'The agent of our partner' },
  TestMail: { address: 'operator@example.com' },
  NewWebhookEndpoint: { url: 'https://example.com/hook', name: 'CRM', actions: ['user.created', 'user.updated'] },
  WebhookEndpointChange: { name: 'CRM', disabled: false },
  WebhookReplay: { from: at, to: later },
  ThemeValuesChange: { name: 'Analytical Engines', accent: '#1f6f54', radius: 8, help_url: 'https://example.com/help' },
  NewThemeTexts: { sign_in_title: 'Welcome back', footer: 'Analytical Engines Ltd' },
  NewPicture: { data: onePixel },
  NewThemeImage: { data: onePixel },
  ThemePublication: { revision: 3 },
  ThemeRestoration: { version: 2, revision: 3 },
  ThemeNameDecision: { name: 'Analytical Engines', allowed: true },
  KeyRotation: { force: false },
}

const network = '192.0.2.0/24'
const agent = { client_id: 'https://agent.example.com/client.json', client_name: 'Notes agent' }
const termsVersion = {
  ...{ version: 2, text_digest: 'nQ3vTn8m1dK0Yb5rW7cXeA', grace_until: later },
  ...{ published_at: at, withdrawn_at: null, current: true },
}
const deliveryAttempt = { at, status: 503, duration_ms: 412, answer: 'try again later' }
const delivery = {
  event: '019ab4d27c1075d2d7b0c3e6f9a54daa',
  state: 'waiting',
  attempts: 1,
  queued_at: at,
  due_at: later,
}
const themeValues = {
  ...{ name: 'Analytical Engines', accent: '#1f6f54', accent_dark: null, paper: null, paper_dark: null },
  ...{ ground: null, ground_dark: null, radius: 8, logo: null, logo_dark: null, icon: null },
  ...{ help_url: 'https://example.com/help', privacy_url: null, terms_url: null, texts: {} },
}
const themeOf = {
  ...{ scope: 'organization', id: organizationId, owner_name: 'Analytical Engines', version: 2 },
  ...{ has_draft: true, held_name: null },
}

/** The same for answers; those of a list are its items. */
const answers: Readonly<Record<string, object>> = {
  User: {
    ...Object.fromEntries(profileFields.map((field) => [field, null])),
    ...profile,
    id: userId,
    email: 'ada@example.com',
    addresses: [{ address: 'ada@example.com', primary: true, verified_at: at }],
    stored_picture: null,
    unverified_email: null,
    phone_verified: false,
    disabled: false,
    created_at: at,
    updated_at: at,
  },
  Organization: {
    ...{ id: organizationId, slug: 'analytical-engines', name: 'Analytical Engines', logo_url: null, version: 1 },
    ...{ require_passkey: false, session_max: null, members_make_teams: true, custom_roles: null, approved: true },
    ...{ created_at: at, delete_after: null },
  },
  Member: {
    ...{ user_id: userId, name: 'Ada Lovelace', email: 'ada@example.com', roles: ['owner'], teams: [teamId] },
    ...{ other_roles: ['org-billing'], created_at: at },
  },
  Team: {
    id: teamId,
    slug: 'research',
    name: 'Research',
    members: [userId],
    roles: ['org-billing'],
    open: false,
    created_at: at,
  },
  Field: {
    ...{ id: 'membership.cost_center', ...field, options: {}, required: 'no', since: null },
    ...{ show: ['organization', 'console'], position: 1, source: 'database', created_at: at, version: 7 },
  },
  Invitation: {
    ...{ id: '019ab4d27c1075d2e2a5b8c4d6f90e55', email: 'grace@example.com', roles: ['member'], teams: [teamId] },
    ...{ role_ids: [], client_id: null, created_at: at, expires_at: later },
  },
  Domain: {
    ...{ name: 'example.com', verified_at: null, method: null, joining: 'off', missing_since: null, lost_at: null },
    ...{ record_name: '_vestibule.example.com', record_value: 'vestibule-verification=Zk3vQ8n1' },
  },
  Session: {
    ...{ id: '019ab4d27c1075d2f0b6c9d3e7a18f66', acr: 'phr', amr: ['pop', 'user'], network: '192.0.2.0/24' },
    ...{ user_agent: 'Mozilla/5.0', authenticated_at: at, seen_at: at, expires_at: later, bound_at: null },
  },
  Passkey: { id: 'mJ0wq1Zc', name: 'MacBook', device_bound: false, created_at: at, used_at: at },
  Grant: { client_id: 'shop', scope: ['openid', 'profile'], created_at: at },
  Client: {
    ...client,
    ...{ source: 'database', variable: null, disabled: false, delete_after: null, faults: [], version: 1 },
    ...{ secret_created_at: at, next_secret_created_at: null },
  },
  ClientSecret: { client_id: 'shop', client_secret: 'Vd3k...', client_secret_expires_at: 0 },
  Resource: {
    ...{ id: '019ab4d27c1075d2a8d1e4f6b9c30a77', ...resource, dynamic_clients: 'none', organization: 'optional' },
    ...{ token_ttl: null, min_acr: null, claims: [], source: 'database', faults: [], created_at: at, version: 1 },
  },
  Permission: { id: '019ab4d27c1075d2a9e2f5a8b1c40d77', resource: '', name: 'invoice.approve', ...approve },
  PermissionsDifference: {
    ...{
      added: ['invoice.approve'],
      changed: [],
      narrowed: [],
      returned: [],
      roles_added: ['billing'],
      roles_changed: [],
    },
    ...{ removed: [{ name: 'invoice.void', roles: 1, members: 4, more: false }], roles_removed: [] },
  },
  InitialAccessToken: {
    ...{ id: '019ab4d27c1075d2b1f4a7c0d3e61b88', name: 'Partner', grant_types: ['authorization_code'], scope: null },
    ...{ redirect_hosts: ['partner.example'], max_clients: null, first_party: false, pkce_optional: false },
    ...{ uses_left: 5, used_at: null, created_at: at, expires_at: later, revoked_at: null },
  },
  WebhookEndpoint: {
    ...{ id: '019ab4d27c1075d2c4a7b0d3e6f92c99', name: 'CRM', url: 'https://example.com/hook', actions: [] },
    ...{ disabled: false, source: 'database', secret_created_at: at, previous_secret_until: null },
    ...{ created_at: at, updated_at: at },
  },
  WebhookSecret: { secret: 'whsec_...' },
  SigningKey: { kid: 'mB5w1kQz', alg: 'ES256', state: 'current', since: at, rotates_at: later },
  AuditEvent: {
    ...{
      id: '019ab4d27c1075d2d7b0c3e6f9a54daa',
      at,
      action: 'user.created',
      actor: { kind: 'client', id: 'backoffice' },
    },
    ...{
      organization: null,
      target: { kind: 'user', id: userId },
      network: '192.0.2.0/24',
      result: 'ok',
      detail: null,
    },
  },
}

/** Those of what is asked for more rarely. */
const rarerAnswers: Readonly<Record<string, object>> = {
  SignInCheck: {
    address: 'ada@example.com',
    account: { id: userId, disabled: false, passkeys: 1, demands: [], passkey_clients: [] },
    sign_up: { policy: 'open', invited: false, admits: true },
    company_sign_in: null,
    directories: null,
    reserved_until: null,
    limits: [{ kind: 'code', network: null, until: later }],
    failures: { count: 3, limit: 10 },
    mails: [{ at, state: 'sent', reply: '250 2.0.0 queued' }],
    attempts: [
      {
        ...{ id: '019ab4d27c1075d2f0b6c9d3e7a18f66', at, method: 'code', outcome: 'failed', reason: 'wrong-code' },
        ...{ client_id: 'shop', network, device: 'Firefox, Linux' },
      },
    ],
  },
  Role: {
    ...{ id: roleId, key: 'org-billing', organization_id: organizationId, names: { en: 'Billing' } },
    ...{ assignable_by: 'admin', permissions: ['invoice.read', 'invoice.approve'], holders: 3 },
    ...{ created_at: at, version: 1 },
  },
  MemberPermissions: {
    ...{ user_id: userId, roles: ['member'] },
    other_roles: [
      {
        ...{ id: roleId, key: 'org-billing', team: teamId },
        ...{ granted_by_kind: 'user', granted_by: userId, granted_at: at },
      },
    ],
    permissions: [{ permission: 'invoice.read', level: 'basic', roles: ['member', 'org-billing'] }],
  },
  JoinRequest: { user_id: userId, name: 'Ada Lovelace', email: 'ada@example.com', created_at: at },
  ConnectedApplication: {
    ...{ id: '019ab4d27c1075d2a7c0d3e6f9b41caa', user_id: userId, ...agent },
    ...{ resource: [resource.resource], scope: resource.default_scopes, created_at: at, used_at: null },
  },
  ApplicationPolicy: {
    policy: 'listed',
    rules: [{ application: 'agent.example.com', verdict: 'allowed', created_at: at }],
  },
  ApplicationRule: { application: 'agent.example.com', verdict: 'blocked', ended: 2 },
  OrganizationTermsVersion: termsVersion,
  OrganizationTerms: { ...termsVersion, text: '# Terms\n\nBe kind to the engine.' },
  OrganizationTermsAcceptance: {
    ...{ user_id: userId, name: 'Ada Lovelace', email: 'ada@example.com', network, accepted_at: at },
  },
  RegisteredClient: {
    ...{ ...client, client_id: 'dyn_019ab4d27c1075d2b4d7e0f3a6c92daa', client_id_issued_at: 1795512600 },
    ...{ grant_types: ['authorization_code'], response_types: ['code'], token_endpoint_auth_method: 'none' },
    ...{ application_type: 'web', initial_access_token: null, network },
    ...{ trust: 'unknown', listed: false, disabled: false, used_at: at },
  },
  ClientRule: {
    ...{ pattern: 'agent.example.com', kind: 'host', verdict: 'listed', note: 'The agent of our partner' },
    created_at: at,
  },
  ClientDocument: { ...agent, verdict: null, approvals: 12, first_seen_at: at, fetched_at: at },
  MailDelivery: {
    ...{ id: '019ab4d27c1075d2c1e4f7a0b3d65eaa', kind: 'invitation', address: 'grace@example.com' },
    ...{ outcome: 'deferred', attempts: 1, at, reply_code: 450, reply_text: '4.2.0 try again later' },
    message_id: '<019ab4d27c1075d2c1e4f7a0b3d65eaa@id.example.com>',
  },
  MailSuppression: {
    ...{ id: '019ab4d27c1075d2d2f5a8b1c4e76faa', address: 'gone@example.com', refusals: 3 },
    ...{ reply: '550 5.1.1 no such user', at, expires_at: later },
  },
  WebhookDelivery: { ...delivery, type: 'user.created', last_attempt: deliveryAttempt },
  WebhookDeliveryDetails: {
    ...delivery,
    payload: `{"type":"user.created","timestamp":"${at}","data":{"target":{"kind":"user","id":"${userId}"}}}`,
    last_attempts: [deliveryAttempt],
  },
  WebhookReplayed: { count: 42, next: null },
  WebhookTest: { event: '019ab4d27c1075d2d7b0c3e6f9a54daa', accepted: true },
  ThemeSummary: themeOf,
  Theme: {
    ...{ ...themeOf, revision: 3, draft: themeValues, published: { ...themeValues, radius: null } },
    versions: [{ version: 2, published_at: at }],
  },
  ApiKey: {
    ...{ id: '7Hq2mXcW9dKp', user_id: null, name: 'Nightly export', resource: 'https://api.example.com/notes' },
    ...{ scope: ['notes:read'], networks: ['203.0.113.0/24'], created_at: at, created_by: userId },
    ...{ expires_at: later, used_at: null, revoked_at: null, reason: null },
  },
  MadeApiKey: { id: '7Hq2mXcW9dKp', key: 'vsk_7Hq2mXcW9dKp_…' },
  Connection: {
    ...{ id: connectionId, provider: 'okta', name: 'Okta', state: 'active', issuer: 'https://acme.okta.com' },
    ...{ client_id: '0oa1ab2c3D4E5f6G7h8', auth_method: 'private_key_jwt', has_secret: false, jit: true },
    ...{ default_role: 'member', sign_out_upstream: false, groups_claim: 'groups', extra_scopes: [] },
    ...{ trust_mfa: false, allow_owner: false, domains: [{ name: 'example.com', enforced: false }], replaces: null },
    ...{ version: 4, created_at: at, tested_at: at, activated_at: at, disabled_at: null, last_success_at: later },
    ...{ failures: 0, failing_since: null },
    redirect_uri: 'https://id.example.com/sso/oidc/callback/019ab4d27c1075d2b6e4d8f2a0c41b22-w1Bq3rVn0cJx5yT7uZkE2g',
  },
  RoleMapping: { id: '019ab4d27c1075d2a3e6b9d2f5c84eaa', value: 'Engineering', role: 'member', team_id: null },
  FederationAttempt: {
    ...{ reference: '7F3KM-92QDA', at, purpose: 'sign-in', outcome: 'failed', reason: 'audience' },
    checks: [
      { name: 'issuer', state: 'passed' },
      { name: 'audience', state: 'failed', expected: '0oa1ab2c3D4E5f6G7h8', received: '0oaOther' },
    ],
  },
  SetupLink: {
    ...{
      id: '019ab4d27c1075d2b4f7c0e3a6d95fbb',
      email: 'it@example.com',
      state: 'opened',
      connection_id: connectionId,
    },
    ...{ approved_domain: null, approved_issuer: null, created_by: userId, created_at: at, expires_at: later },
    opened_at: at,
  },
  MadeSetupLink: {
    ...{ id: '019ab4d27c1075d2b4f7c0e3a6d95fbb', url: 'https://id.example.com/setup/Zk3v…', expires_at: later },
  },
  Directory: {
    ...{ id: '019ab4d27c1075d2c5a8d1f4b7c06e11', state: 'on', users: 312, active: 305, waiting: 2, groups: 14 },
    ...{ base_url: 'https://id.example.com/scim/v2/019ab4d27c1075d2a9c4f1e8b6d03a57', errors_today: 0 },
    ...{ allow_owner: false, created_at: at, last_request_at: later, closed_at: null, tokens: [directoryToken] },
  },
  MadeDirectoryToken: { ...directoryToken, last_used_at: null, token: 'scim_7Hq2…' },
  WaitingPerson: {
    ...{ id: '019ab4d27c1075d2c5a8d1f4b7c06e33', user_name: 'grace@elsewhere.example', changed_at: at },
    ...{ email: 'grace@elsewhere.example', reason: 'outside-domain' },
  },
  DirectoryGroup: { id: groupId, display_name: 'Engineering', members: 48 },
  GroupMapping: { ...groupMapping, id: '019ab4d27c1075d2c5a8d1f4b7c06e55', group_name: 'Engineering', exists: true },
  RotatedKeys: { kids: ['mB5w1kQz'] },
  TermsVersion: { version: '2026-11', first_shown_at: at, current: true },
}

export const examples: Readonly<Record<string, object>> = { ...bodies, ...answers, ...rarerAnswers }
