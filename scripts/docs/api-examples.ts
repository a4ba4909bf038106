// A body for each operation of the management API that takes one, for its page of the documentation. A test checks that the
// operation accepts it.

const user = '01a2f9c0d4e85b7f8e21a6c3b5d7e9f1'

/** By the name of the schema. */
export const bodyExamples: Readonly<Record<string, object>> = {
  NewUser: { email: 'grace@example.com', given_name: 'Grace', family_name: 'Hopper', locale: 'en' },
  UserChange: { disabled: true },
  UserMerge: { from: user },
  NewPicture: { data: 'iVBORw0KGgo=' },
  NewOrganization: { name: 'Acme', slug: 'acme', owner: user },
  OrganizationChange: { name: 'Acme Corporation', require_passkey: true, session_max: 43_200 },
  Roles: { roles: ['admin'] },
  NewRole: { key: 'org-billing', names: { en: 'Billing' }, permissions: ['invoice.read', 'invoice.approve'] },
  RoleChange: { permissions: ['invoice.read'] },
  RoleNames: { roles: ['org-billing'] },
  NewTeam: { name: 'Engineering' },
  TeamChange: { name: 'Platform' },
  NewInvitation: { email: 'grace@example.com', roles: ['member'], client_id: 'my-app' },
  NewDomain: { name: 'acme.com' },
  DomainChange: { joining: 'automatic' },
  ApplicationPolicyChange: { policy: 'listed' },
  NewApplicationRule: { verdict: 'blocked' },
  NewApiKey: { name: 'Nightly export', resource: 'https://api.example.com/orders', scope: ['orders:read'], days: 90 },
  NewConnection: {
    ...{ provider: 'generic', name: 'Keycloak', issuer: 'https://login.acme.com/realms/acme', client_id: 'vestibule' },
    auth_method: 'private_key_jwt',
  },
  ConnectionChange: { name: 'Keycloak of Acme', default_role: 'member' },
  NewRoleMapping: { value: 'Engineering', role: 'admin' },
  NewSetupLink: { email: 'it@acme.com' },
  NewGroupMapping: { group_id: '01a2f9c0d4e85b7f8e21a6c3b5d7ea44', role: 'admin' },
  NewOrganizationTerms: { text: '# Terms of Acme\n\nWhat members agree to.', grace_until: '2027-01-31T00:00:00Z' },
  NewClient: {
    client_name: 'Shop',
    redirect_uris: ['https://shop.example.com/auth/callback'],
    post_logout_redirect_uris: ['https://shop.example.com/'],
    grant_types: ['authorization_code', 'refresh_token'],
    scope: 'openid profile email organization',
  },
  ClientChange: { disabled: true },
  NewResource: {
    resource: 'https://api.example.com/orders',
    name: 'Orders',
    scopes: ['orders:read', 'orders:write'],
    default_scopes: ['orders:read'],
    scope_texts: { 'orders:read': { en: { name: 'See orders', description: 'See what you ordered and when.' } } },
  },
  ResourceChange: { dynamic_clients: 'listed' },
  NewField: {
    ...{ key: 'cost_center', of: 'membership', type: 'text', min: 4, max: 4, allow: 'digits', search: true },
    ...{ reads: ['person', 'owner', 'client'], writes: ['owner', 'client'], claim: true },
    names: { en: 'Cost center', de: 'Kostenstelle' },
  },
  FieldChange: { names: { en: 'Cost centre' }, position: 2 },
  MemberChange: { fields: { cost_center: '4711' } },
  PermissionsDocument: {
    permissions: {
      'invoice.read': { names: { en: 'See invoices' }, level: 'basic' },
      'invoice.approve': { names: { en: 'Approve invoices' } },
    },
    roles: { billing: { names: { en: 'Billing' }, permissions: ['invoice.read', 'invoice.approve'] } },
  },
  RegisteredClientChange: { listed: true },
  NewInitialAccessToken: {
    name: 'Partner',
    uses: 5,
    expires_in: 604800,
    redirect_hosts: ['partner.example.com'],
  },
  ClientRuleInput: { pattern: 'claude.ai', verdict: 'listed', note: 'Our people use it' },
  TestMail: { address: 'operator@example.com' },
  NewWebhookEndpoint: { url: 'https://app.example.com/webhooks/vestibule', actions: ['member.*', 'user.deleted'] },
  WebhookEndpointChange: { disabled: true },
  WebhookReplay: { failed: true },
  ThemeValuesChange: { name: 'Acme', accent: '#1f6f54', radius: 8 },
  NewThemeTexts: { sign_in_title: 'Sign in to Acme' },
  NewThemeImage: { data: 'iVBORw0KGgo=' },
  ThemePublication: { revision: 3 },
  ThemeRestoration: { version: 2, revision: 3 },
  ThemeNameDecision: { name: 'Acme', allowed: true },
  KeyRotation: { force: false },
}

/** What `POST /users` with `{ "email": "nobody" }` is answered. */
export const problemExample = {
  type: 'about:blank',
  title: 'Unprocessable',
  status: 422,
  detail: 'email: invalid-address',
  code: 'invalid_address',
  field: 'email',
}
