import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../src/crypto/random.ts'
import { createGroup } from '../src/flows/directory/groups.ts'
import { findDirectoryByToken } from '../src/flows/directory/tokens.ts'
import { txtValue } from '../src/flows/organizations/domains/domain-checks.ts'
import { operations } from '../src/routes/management-api/operations.ts'
import { png } from './support/images.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// Every operation of the management API is walked through once, in an order in which each finds what it needs. What it
// changes leaves its events in the audit log, by the client that called; what only reads leaves none. (The commands are
// walked in commands.test.ts, the pages in who-may.test.ts.)

let world: TestWorld
let admin: string
let auditor: string
let reader: string
beforeAll(async () => {
  const client = (slot: number, id: string, scopes: string) => ({
    [`OIDC_CLIENT_ID_${slot}`]: id,
    [`OIDC_CLIENT_${slot}_SECRET`]: `${id}-secret-0123456789`,
    [`OIDC_CLIENT_${slot}_GRANT_TYPES`]: 'client_credentials',
    [`OIDC_CLIENT_${slot}_SCOPES`]: scopes,
  })
  const all = [...new Set(operations.map(({ scope }) => scope))].join(',')
  world = await openTestWorld({
    OPERATORS: 'olga@example.test',
    SSO: 'on',
    SCIM: 'on',
    ...client(7, 'admin', `${all},keyed:read`),
    OIDC_CLIENT_7_AUDIENCES: keyedApi,
    ...client(8, 'auditor', 'audit:read'),
    ...client(9, 'reader', 'users:read'),
    OIDC_RESOURCE_0: keyedApi,
    OIDC_RESOURCE_0_SCOPES: 'keyed:read',
    OIDC_RESOURCE_0_API_KEYS: 'on',
  })
  const tokenOf = async (id: string, scope: Record<string, string> = {}) =>
    (await world.token({ grant_type: 'client_credentials', ...scope }, { basic: [id, `${id}-secret-0123456789`] })).body
      .access_token as string
  admin = await tokenOf('admin', { scope: all.replaceAll(',', ' ') })
  auditor = await tokenOf('auditor')
  reader = await tokenOf('reader')
})
afterAll(() => world?.close())

interface Answer {
  id: string
  token?: string
  data: { id: string; event?: string }[]
}
/** What earlier calls answered, for the paths and bodies of later ones. */
interface Known {
  person: string
  owner: string
  organization: string
  team: string
  invitation: string
  session: string
  /** Two more accounts: one is merged, the other asks to join. */
  twin: string
  guest: string
  endpoint: string
  resource: string
  event: string
  suppression: string
  token: string
  apiKey: string
  role: string
  operatorRole: string
  connection: string
  mapping: string
  setupLink: string
  directoryToken: string
  /** That opens the directory. */
  directorySecret: string
  group: string
  groupMapping: string
}
const keyedApi = 'https://keyed.example.test'
const registeredId = 'dyn_01a000000000000000000000000000aa'
const registerClientRow = () =>
  world.deps.db.prisma.registeredClient.create({
    data: {
      id: registeredId,
      metadata: JSON.stringify({
        client_name: 'Walked',
        redirect_uris: ['https://walked.example.test/cb'],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
        application_type: 'web',
      }),
      fingerprint: '',
      firstParty: false,
      requirePkce: true,
      network: '192.0.2.1',
      createdAt: world.deps.now(),
    },
  })
const issuer = 'https://login.walked.test'
const providerMetadata = {
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
}
interface Step {
  /** What an operation needs and no other one makes. */
  before?: () => Promise<unknown>
  path?: Partial<Record<string, string>>
  query?: string
  body?: unknown
  status: number
  events: string[]
  learn?: (answer: Answer) => Partial<Known>
}

/** The directory writes a group. */
async function writeGroup(token: string) {
  const directory = await findDirectoryByToken(world.deps, token)
  if (!directory) throw new Error('the token opens nothing')
  await createGroup(world.deps, directory, { displayName: 'Engineers' }, [])
}

const askToJoin = (organizationId: string, userId: string) =>
  world.deps.db.prisma.joinRequest.create({ data: { organizationId, userId, createdAt: world.deps.now() } })

const agentId = 'https://agent.example.test/client.json'
/** What a person allowed a dynamic client. */
const connect = (organizationId: string, userId: string) =>
  world.deps.db.prisma.consent.create({
    data: {
      ...{ organizationId, userId, clientId: agentId, scope: 'openid', grantedAt: world.deps.now() },
      ...{ connectionId: 'c'.repeat(32), clientName: 'Agent', redirectOrigin: 'https://agent.example.test' },
    },
  })

const suppress = () =>
  world.deps.db.prisma.mailSuppression.create({
    data: {
      id: 'a'.repeat(32),
      addressKey: 'key',
      addressShown: 'u...@example.test',
      refusals: 3,
      reply: '550 unknown',
      at: world.deps.now(),
      expiresAt: new Date(world.deps.now().getTime() + 3_600_000),
    },
  })

/** In the order of the walk. A reading operation has no events. */
const walk: Record<string, (known: Known) => Step> = {
  createUser: () => ({
    body: { email: 'made@example.test', given_name: 'Made' },
    status: 201,
    events: ['user.created', 'user.updated'],
    learn: ({ id }) => ({ owner: id }),
  }),
  updateUser: ({ owner }) => ({
    path: { user: owner },
    body: { nickname: 'M', disabled: false },
    status: 200,
    events: ['user.updated', 'user.enabled'],
  }),
  getUser: ({ owner }) => ({ path: { user: owner }, status: 200, events: [] }),
  listUsers: () => ({ status: 200, events: [] }),
  createOrganization: ({ owner }) => ({
    body: { name: 'Walked', owner },
    status: 201,
    events: ['organization.created'],
    learn: ({ id }) => ({ organization: id }),
  }),
  getOrganization: ({ organization }) => ({ path: { organization }, status: 200, events: [] }),
  listOrganizations: () => ({ status: 200, events: [] }),
  updateOrganization: ({ organization }) => ({
    path: { organization },
    body: { name: 'Walked twice', approved: false, custom_roles: true },
    status: 200,
    events: ['organization.approval_withdrawn', 'organization.updated'],
  }),
  putMember: ({ organization, person }) => ({
    path: { organization, user: person },
    body: { roles: ['member'] },
    status: 204,
    events: ['member.added'],
  }),
  listMembers: ({ organization }) => ({ path: { organization }, status: 200, events: [] }),
  declareField: () => ({
    body: { key: 'walked', of: 'membership', type: 'text', names: { en: 'Walked' }, writes: ['client'] },
    status: 201,
    events: ['field.declared'],
  }),
  listFields: () => ({ status: 200, events: [] }),
  getField: () => ({ path: { field: 'membership.walked' }, status: 200, events: [] }),
  updateField: () => ({
    path: { field: 'membership.walked' },
    body: { reads: ['client'] },
    status: 200,
    events: ['field.updated'],
  }),
  updateMember: ({ organization, person }) => ({
    path: { organization, user: person },
    body: { fields: { walked: 'on' } },
    status: 200,
    events: ['member.fields_changed'],
  }),
  removeField: () => ({ path: { field: 'membership.walked' }, status: 204, events: ['field.deprecated'] }),
  createTeam: ({ organization }) => ({
    path: { organization },
    body: { name: 'Team' },
    status: 201,
    events: ['team.created'],
    learn: ({ id }) => ({ team: id }),
  }),
  listTeams: ({ organization }) => ({ path: { organization }, status: 200, events: [] }),
  updateTeam: ({ organization, team }) => ({
    path: { organization, team },
    body: { name: 'Renamed' },
    status: 204,
    events: ['team.updated'],
  }),
  addTeamMember: ({ organization, team, person }) => ({
    path: { organization, team, user: person },
    status: 204,
    events: ['team.member_added'],
  }),
  createRole: () => ({
    body: { key: 'walked', permissions: [] },
    status: 201,
    events: ['role.created'],
    learn: ({ id }) => ({ operatorRole: id }),
  }),
  listRoles: () => ({ status: 200, events: [] }),
  getRole: ({ operatorRole }) => ({ path: { role: operatorRole }, status: 200, events: [] }),
  updateRole: ({ operatorRole }) => ({
    path: { role: operatorRole },
    body: { names: { en: 'Walked' } },
    status: 200,
    events: ['role.updated'],
  }),
  createOrganizationRole: ({ organization }) => ({
    path: { organization },
    body: { names: { en: 'Walked' }, permissions: [] },
    status: 201,
    events: ['role.created'],
    learn: ({ id }) => ({ role: id }),
  }),
  listOrganizationRoles: ({ organization }) => ({ path: { organization }, status: 200, events: [] }),
  getOrganizationRole: ({ organization, role }) => ({ path: { organization, role }, status: 200, events: [] }),
  updateOrganizationRole: ({ organization, role }) => ({
    path: { organization, role },
    body: { assignable_by: 'owner' },
    status: 200,
    events: ['role.updated'],
  }),
  putMemberRoles: ({ organization, person, role }) => ({
    path: { organization, user: person },
    body: { roles: [role, 'walked'] },
    status: 204,
    events: ['member.roles_changed'],
  }),
  getMemberPermissions: ({ organization, person }) => ({
    path: { organization, user: person },
    status: 200,
    events: [],
  }),
  putTeamRoles: ({ organization, team }) => ({
    path: { organization, team },
    body: { roles: ['walked', 'org-walked'] },
    status: 204,
    events: ['team.roles_changed'],
  }),
  deleteOrganizationRole: ({ organization, role }) => ({
    path: { organization, role },
    status: 204,
    events: ['role.deleted'],
  }),
  deleteRole: ({ operatorRole }) => ({ path: { role: operatorRole }, status: 204, events: ['role.deleted'] }),
  removeTeamMember: ({ organization, team, person }) => ({
    path: { organization, team, user: person },
    status: 204,
    events: ['team.member_removed'],
  }),
  deleteTeam: ({ organization, team }) => ({ path: { organization, team }, status: 204, events: ['team.deleted'] }),
  removeMember: ({ organization, person }) => ({
    path: { organization, user: person },
    status: 204,
    events: ['member.removed'],
  }),
  createInvitation: ({ organization }) => ({
    path: { organization },
    body: { email: 'invited@example.test' },
    status: 201,
    events: ['invitation.created'],
    learn: ({ id }) => ({ invitation: id }),
  }),
  listInvitations: ({ organization }) => ({ path: { organization }, status: 200, events: [] }),
  resendInvitation: ({ organization, invitation }) => ({
    path: { organization, invitation },
    status: 204,
    events: ['invitation.resent'],
  }),
  revokeInvitation: ({ organization, invitation }) => ({
    path: { organization, invitation },
    status: 204,
    events: ['invitation.revoked'],
  }),
  addDomain: ({ organization }) => ({
    path: { organization },
    body: { name: 'walked.test' },
    status: 201,
    events: ['domain.added'],
  }),
  listDomains: ({ organization }) => ({ path: { organization }, status: 200, events: [] }),
  publishOrganizationTerms: ({ organization }) => ({
    path: { organization },
    body: { text: 'Walked' },
    status: 201,
    events: ['organization.terms_published'],
  }),
  listOrganizationTerms: ({ organization }) => ({ path: { organization }, status: 200, events: [] }),
  getOrganizationTerms: ({ organization }) => ({ path: { organization, version: '1' }, status: 200, events: [] }),
  listOrganizationTermsAcceptances: ({ organization }) => ({
    path: { organization, version: '1' },
    status: 200,
    events: [],
  }),
  withdrawOrganizationTerms: ({ organization }) => ({
    path: { organization },
    status: 204,
    events: ['organization.terms_withdrawn'],
  }),
  checkDomain: ({ organization }) => ({
    before: async () => {
      const { token } = await world.deps.db.prisma.domain.findFirstOrThrow({ where: { name: 'walked.test' } })
      world.deps.txtRecords = async () => [txtValue(token)]
    },
    path: { organization, domain: 'walked.test' },
    status: 200,
    events: ['domain.verified'],
  }),
  updateDomain: ({ organization }) => ({
    path: { organization, domain: 'walked.test' },
    body: { joining: 'suggest' },
    status: 200,
    events: ['domain.updated'],
  }),
  approveJoinRequest: ({ organization, guest }) => ({
    before: () => askToJoin(organization, guest),
    path: { organization, user: guest },
    status: 204,
    events: ['join_request.approved'],
  }),
  declineJoinRequest: ({ organization, person }) => ({
    before: () => askToJoin(organization, person),
    path: { organization, user: person },
    status: 204,
    events: ['join_request.declined'],
  }),
  listJoinRequests: ({ organization }) => ({ path: { organization }, status: 200, events: [] }),
  createConnection: ({ organization }) => ({
    before: async () => {
      world.deps.outbound = async () => ({ status: 200, headers: {}, body: JSON.stringify(providerMetadata) })
    },
    path: { organization },
    body: { provider: 'generic', name: 'Walked', issuer, client_id: 'walked', auth_method: 'private_key_jwt' },
    status: 201,
    events: ['connection.created'],
    learn: ({ id }) => ({ connection: id }),
  }),
  listConnections: ({ organization }) => ({ path: { organization }, status: 200, events: [] }),
  getConnection: ({ organization, connection }) => ({ path: { organization, connection }, status: 200, events: [] }),
  updateConnection: ({ organization, connection }) => ({
    path: { organization, connection },
    body: { name: 'Walked on', default_role: 'admin', groups_claim: 'groups' },
    status: 200,
    events: ['connection.updated'],
  }),
  attachDomain: ({ organization, connection }) => ({
    path: { organization, connection, domain: 'Walked.test' },
    status: 200,
    events: ['connection.updated'],
  }),
  detachDomain: ({ organization, connection }) => ({
    path: { organization, connection, domain: 'walked.test' },
    status: 204,
    events: ['connection.updated'],
  }),
  addRoleMapping: ({ organization, connection }) => ({
    path: { organization, connection },
    body: { value: 'Engineers', role: 'admin' },
    status: 201,
    events: ['connection.updated'],
    learn: ({ id }) => ({ mapping: id }),
  }),
  listRoleMappings: ({ organization, connection }) => ({ path: { organization, connection }, status: 200, events: [] }),
  removeRoleMapping: ({ organization, connection, mapping }) => ({
    path: { organization, connection, mapping },
    status: 204,
    events: ['connection.updated'],
  }),
  listFederationAttempts: ({ organization, connection }) => ({
    path: { organization, connection },
    status: 200,
    events: [],
  }),
  disableConnection: ({ organization, connection }) => ({
    path: { organization, connection },
    status: 200,
    events: ['connection.disabled'],
  }),
  removeConnection: ({ organization, connection }) => ({
    path: { organization, connection },
    status: 204,
    events: ['connection.removed'],
  }),
  createSetupLink: ({ organization }) => ({
    path: { organization },
    body: { email: 'it@walked.test' },
    status: 201,
    events: ['setup_link.created'],
    learn: ({ id }) => ({ setupLink: id }),
  }),
  listSetupLinks: ({ organization }) => ({ path: { organization }, status: 200, events: [] }),
  revokeSetupLink: ({ organization, setupLink }) => ({
    path: { organization, link: setupLink },
    status: 204,
    events: ['setup_link.revoked'],
  }),
  openDirectory: ({ organization }) => ({ path: { organization }, status: 200, events: ['directory.opened'] }),
  createDirectoryToken: ({ organization }) => ({
    path: { organization },
    status: 201,
    events: ['directory.token_created'],
    learn: ({ id, token = '' }) => ({ directoryToken: id, directorySecret: token }),
  }),
  getDirectory: ({ organization }) => ({ path: { organization }, status: 200, events: [] }),
  listDirectoryGroups: ({ organization, directorySecret }) => ({
    before: () => writeGroup(directorySecret),
    path: { organization },
    status: 200,
    events: [],
    learn: ({ data }) => ({ group: data[0]?.id ?? '' }),
  }),
  addGroupMapping: ({ organization, group }) => ({
    path: { organization },
    body: { group_id: group, role: 'admin' },
    status: 201,
    events: ['directory.mapping_added'],
    learn: ({ id }) => ({ groupMapping: id }),
  }),
  listGroupMappings: ({ organization }) => ({ path: { organization }, status: 200, events: [] }),
  removeGroupMapping: ({ organization, groupMapping }) => ({
    path: { organization, mapping: groupMapping },
    status: 204,
    events: ['directory.mapping_removed'],
  }),
  listWaitingPeople: ({ organization }) => ({ path: { organization }, status: 200, events: [] }),
  pauseDirectory: ({ organization }) => ({ path: { organization }, status: 200, events: ['directory.paused'] }),
  resumeDirectory: ({ organization }) => ({ path: { organization }, status: 200, events: ['directory.resumed'] }),
  revokeDirectoryToken: ({ organization, directoryToken }) => ({
    path: { organization, id: directoryToken },
    status: 204,
    events: ['directory.token_revoked'],
  }),
  closeDirectory: ({ organization }) => ({ path: { organization }, status: 204, events: ['directory.closed'] }),
  removeDomain: ({ organization }) => ({
    path: { organization, domain: 'walked.test' },
    status: 204,
    events: ['domain.removed'],
  }),
  listConnectedApplications: ({ organization }) => ({ path: { organization }, status: 200, events: [] }),
  endConnectedApplication: ({ organization, owner }) => ({
    before: () => connect(organization, owner),
    path: { organization, connection: 'c'.repeat(32) },
    status: 204,
    events: ['client.disconnected'],
  }),
  endConnectedApplications: ({ organization, owner }) => ({
    before: () => connect(organization, owner),
    path: { organization },
    query: `?client_id=${encodeURIComponent(agentId)}`,
    status: 204,
    events: ['client.disconnected'],
  }),
  getApplicationPolicy: ({ organization }) => ({ path: { organization }, status: 200, events: [] }),
  updateApplicationPolicy: ({ organization }) => ({
    path: { organization },
    body: { policy: 'any' },
    status: 200,
    events: ['organization.application_policy_changed'],
  }),
  putApplicationRule: ({ organization }) => ({
    path: { organization, application: 'agent.example.test' },
    body: { verdict: 'blocked' },
    status: 200,
    events: ['organization.application_rule_changed'],
  }),
  deleteApplicationRule: ({ organization }) => ({
    path: { organization, application: 'agent.example.test' },
    status: 204,
    events: ['organization.application_rule_changed'],
  }),
  createApiKey: ({ organization }) => ({
    path: { organization },
    body: { name: 'Walked', resource: keyedApi, scope: ['keyed:read'], days: 30 },
    status: 201,
    events: ['api_key.created'],
    learn: ({ id }) => ({ apiKey: id }),
  }),
  listApiKeys: ({ organization }) => ({ path: { organization }, status: 200, events: [] }),
  getApiKey: ({ organization, apiKey }) => ({ path: { organization, key: apiKey }, status: 200, events: [] }),
  rotateApiKey: ({ organization, apiKey }) => ({
    path: { organization, key: apiKey },
    status: 200,
    events: ['api_key.rotated'],
  }),
  revokeApiKey: ({ organization, apiKey }) => ({
    path: { organization, key: apiKey },
    status: 204,
    events: ['api_key.revoked'],
  }),
  listThemes: () => ({ status: 200, events: [] }),
  updateThemeDraft: ({ organization }) => ({
    path: { scope: 'organization', theme: organization },
    body: { accent: '#6a1b9a' },
    status: 200,
    events: ['theme.updated'],
  }),
  getTheme: ({ organization }) => ({ path: { scope: 'organization', theme: organization }, status: 200, events: [] }),
  replaceThemeTexts: ({ organization }) => ({
    path: { scope: 'organization', theme: organization, language: 'en' },
    body: { footer: 'Walked' },
    status: 200,
    events: ['theme.updated'],
  }),
  replacePicture: ({ person }) => ({
    path: { user: person },
    body: { data: Buffer.from(png(8, 8)).toString('base64') },
    status: 200,
    events: ['user.updated'],
  }),
  removePicture: ({ person }) => ({ path: { user: person }, status: 204, events: ['user.updated'] }),
  replaceThemeImage: ({ organization }) => ({
    path: { scope: 'organization', theme: organization, image: 'logo' },
    body: { data: Buffer.from(png(20, 20)).toString('base64') },
    status: 200,
    events: ['theme.updated'],
  }),
  removeThemeImage: ({ organization }) => ({
    path: { scope: 'organization', theme: organization, image: 'logo' },
    status: 204,
    events: ['theme.updated'],
  }),
  publishTheme: ({ organization }) => ({
    path: { scope: 'organization', theme: organization },
    body: {},
    status: 200,
    events: ['theme.published'],
  }),
  restoreThemeVersion: ({ organization }) => ({
    path: { scope: 'organization', theme: organization },
    body: { version: 1 },
    status: 200,
    events: ['theme.published'],
  }),
  discardThemeDraft: ({ organization }) => ({
    before: () => world.deps.db.prisma.theme.updateMany({ where: { scopeId: organization }, data: { draft: '{}' } }),
    path: { scope: 'organization', theme: organization },
    status: 204,
    events: ['theme.updated'],
  }),
  decideThemeName: ({ organization }) => ({
    before: () =>
      world.deps.db.prisma.theme.updateMany({ where: { scopeId: organization }, data: { heldName: 'Walked' } }),
    path: { scope: 'organization', theme: organization },
    body: { name: 'Walked', allowed: true },
    status: 200,
    events: ['theme.published'],
  }),
  createClient: () => ({
    body: { client_id: 'walked', client_name: 'Walked', redirect_uris: ['https://walked.example.test/cb'] },
    status: 201,
    events: ['client.created'],
  }),
  listClients: () => ({ status: 200, events: [] }),
  getClient: () => ({ path: { client: 'walked' }, status: 200, events: [] }),
  updateClient: () => ({
    path: { client: 'walked' },
    body: { client_name: 'Walked on' },
    status: 200,
    events: ['client.updated'],
  }),
  rotateClientSecret: () => ({ path: { client: 'walked' }, status: 201, events: ['client.secret_rotated'] }),
  dropClientSecret: () => ({
    path: { client: 'walked', secret: 'current' },
    status: 204,
    events: ['client.secret_dropped'],
  }),
  deleteClient: () => ({ path: { client: 'walked' }, status: 204, events: ['client.deleted'] }),
  restoreClient: () => ({ path: { client: 'walked' }, status: 200, events: ['client.restored'] }),
  createResource: () => ({
    body: { resource: 'https://walked.example.test/api', scopes: ['walked:read'] },
    status: 201,
    events: ['resource.created'],
    learn: ({ id }) => ({ resource: id }),
  }),
  listResources: () => ({ status: 200, events: [] }),
  getResource: ({ resource }) => ({ path: { resource }, status: 200, events: [] }),
  updateResource: ({ resource }) => ({
    path: { resource },
    body: { name: 'Walked on' },
    status: 200,
    events: ['resource.updated'],
  }),
  putPermissions: () => ({
    body: { permissions: { 'walked.read': {} }, roles: { walked: { permissions: ['walked.read'] } } },
    status: 200,
    events: ['permission.declared', 'role.created'],
  }),
  listPermissions: () => ({ status: 200, events: [] }),
  deleteResource: ({ resource }) => ({ path: { resource }, status: 204, events: ['resource.deleted'] }),
  createInitialAccessToken: () => ({
    body: { name: 'Walked', expires_in: 3600 },
    status: 201,
    events: ['initial_access_token.created'],
    learn: ({ id }) => ({ token: id }),
  }),
  listInitialAccessTokens: () => ({ status: 200, events: [] }),
  getInitialAccessToken: ({ token }) => ({ path: { id: token }, status: 200, events: [] }),
  revokeInitialAccessToken: ({ token }) => ({
    path: { id: token },
    status: 204,
    events: ['initial_access_token.revoked'],
  }),
  listRegisteredClients: () => ({ before: registerClientRow, status: 200, events: [] }),
  getRegisteredClient: () => ({ path: { client: registeredId }, status: 200, events: [] }),
  updateRegisteredClient: () => ({
    path: { client: registeredId },
    body: { disabled: true, listed: true },
    status: 200,
    events: ['client.disabled', 'client.listed'],
  }),
  deleteRegisteredClient: () => ({ path: { client: registeredId }, status: 204, events: ['client.deleted'] }),
  setClientRule: () => ({
    body: { pattern: 'agents.example.test', verdict: 'blocked', note: 'Not ours' },
    status: 200,
    events: ['client.rule_set'],
  }),
  listClientRules: () => ({ status: 200, events: [] }),
  removeClientRule: () => ({
    path: { pattern: 'agents.example.test' },
    status: 204,
    events: ['client.rule_removed'],
  }),
  listClientDocuments: () => ({ status: 200, events: [] }),
  createWebhookEndpoint: () => ({
    body: { url: 'https://hooks.example.test/', name: 'Walked' },
    status: 201,
    events: ['webhook.endpoint_created'],
    learn: ({ id }) => ({ endpoint: id }),
  }),
  listWebhookEndpoints: () => ({ status: 200, events: [] }),
  getWebhookEndpoint: ({ endpoint }) => ({ path: { endpoint }, status: 200, events: [] }),
  updateWebhookEndpoint: ({ endpoint }) => ({
    path: { endpoint },
    body: { name: 'Walked on' },
    status: 200,
    events: ['webhook.endpoint_updated'],
  }),
  rotateWebhookSecret: ({ endpoint }) => ({ path: { endpoint }, status: 201, events: ['webhook.secret_rotated'] }),
  replayWebhookDeliveries: ({ endpoint }) => ({
    path: { endpoint },
    body: { from: '2020-01-01T00:00:00Z' },
    status: 200,
    events: ['webhook.replayed'],
  }),
  listWebhookDeliveries: ({ endpoint }) => ({
    path: { endpoint },
    status: 200,
    events: [],
    learn: ({ data }) => ({ event: data[0]?.event ?? '' }),
  }),
  getWebhookDelivery: ({ endpoint, event }) => ({ path: { endpoint, event }, status: 200, events: [] }),
  replayWebhookDelivery: ({ endpoint, event }) => ({
    path: { endpoint, event },
    status: 204,
    events: ['webhook.replayed'],
  }),
  testWebhookEndpoint: ({ endpoint }) => ({ path: { endpoint }, status: 200, events: ['webhook.tested'] }),
  deleteWebhookEndpoint: ({ endpoint }) => ({ path: { endpoint }, status: 204, events: ['webhook.endpoint_deleted'] }),
  listMailDeliveries: () => ({ status: 200, events: [] }),
  listMailSuppressions: () => ({
    before: suppress,
    status: 200,
    events: [],
    learn: ({ data }) => ({ suppression: data[0]?.id ?? '' }),
  }),
  liftMailSuppression: ({ suppression }) => ({
    path: { suppression },
    status: 204,
    events: ['mail.suppression_lifted'],
  }),
  sendTestMail: () => ({ body: { address: 'olga@example.test' }, status: 204, events: ['mail.tested'] }),
  checkSignIn: () => ({ query: '?address=made%40example.test', status: 200, events: [] }),
  liftSignInLimits: () => ({
    query: '?address=made%40example.test',
    status: 204,
    events: ['limit.lifted'],
  }),
  listSigningKeys: () => ({ status: 200, events: [] }),
  rotateSigningKeys: () => ({ body: { force: true }, status: 200, events: Array(3).fill('signing_key.rotated') }),
  listTermsVersions: () => ({ status: 200, events: [] }),
  listPasskeys: ({ person }) => ({ path: { user: person }, status: 200, events: [] }),
  mergeUsers: ({ guest, twin }) => ({
    path: { user: guest },
    body: { from: twin },
    status: 204,
    events: ['user.signed_out', 'user.merged', 'user.deleted'],
  }),
  deleteOrganization: ({ organization }) => ({
    path: { organization },
    status: 204,
    events: ['organization.deleted'],
  }),
  listGrants: ({ person }) => ({ path: { user: person }, status: 200, events: [] }),
  revokeGrants: ({ person }) => ({ path: { user: person, client: 'web' }, status: 204, events: ['grant.revoked'] }),
  listSessions: ({ person }) => ({
    path: { user: person },
    status: 200,
    events: [],
    learn: ({ data }) => ({ session: data[0]?.id ?? '' }),
  }),
  endSession: ({ person, session }) => ({
    path: { user: person, session },
    status: 204,
    events: ['session.ended'],
  }),
  endSessions: ({ person }) => ({ path: { user: person }, status: 204, events: ['user.signed_out'] }),
  deleteUser: ({ person }) => ({
    path: { user: person },
    status: 204,
    events: ['user.signed_out', 'organization.deleted', 'user.deleted'],
  }),
  listAuditEvents: () => ({ status: 200, events: [] }),
}

const call = (token: string, id: string, { path = {}, query = '', body }: Pick<Step, 'path' | 'query' | 'body'>) => {
  const operation = operations.find((known) => known.id === id)
  if (!operation) throw new Error(`there is no operation ${id}`)
  const filled = operation.path.replaceAll(/\{(\w+)\}/g, (_, name) => path[name] ?? 'none')
  return fetch(`${world.issuer}/api/v1${filled}${query}`, {
    method: operation.method.toUpperCase(),
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

/** The events that were written meanwhile, in their order. */
async function eventsOf(work: () => Promise<void>) {
  const all = () => world.deps.db.prisma.auditEvent.findMany({ orderBy: { id: 'asc' } })
  const before = new Set((await all()).map(({ id }) => id))
  await work()
  return (await all()).filter(({ id }) => !before.has(id))
}

test('every operation leaves its events, by the client that called', async () => {
  const { person, code } = await world.signIn()
  await world.redeem(code)
  const { userId } = await world.deps.db.prisma.email.findUniqueOrThrow({ where: { address: person.email } })
  const accountOf = async (name: string) => {
    const now = world.deps.now()
    const emails = { create: { address: `${name}@example.test`, isPrimary: true, verifiedAt: now } }
    const id = newId(now)
    await world.deps.db.prisma.user.create({ data: { id, createdAt: now, updatedAt: now, emails } })
    return id
  }
  await accountOf('olga')
  const known: Known = {
    person: userId,
    owner: '',
    organization: '',
    team: '',
    invitation: '',
    session: '',
    twin: await accountOf('twin'),
    guest: await accountOf('guest'),
    endpoint: '',
    resource: '',
    event: '',
    suppression: '',
    token: '',
    apiKey: '',
    role: '',
    operatorRole: '',
    connection: '',
    mapping: '',
    setupLink: '',
    directoryToken: '',
    directorySecret: '',
    group: '',
    groupMapping: '',
  }
  for (const [id, stepOf] of Object.entries(walk)) {
    const step = stepOf(known)
    await step.before?.()
    const events = await eventsOf(async () => {
      const answer = await call(admin, id, step)
      const text = await answer.text()
      expect(answer.status, `${id}: ${text}`).toBe(step.status)
      if (step.learn) Object.assign(known, step.learn(JSON.parse(text)))
    })
    expect(
      events.map(({ action }) => action),
      id,
    ).toEqual(step.events)
    for (const event of events)
      expect(event, id).toMatchObject({ actorKind: 'client', actorId: 'admin', result: 'ok', network: '127.0.0.1' })
  }
  expect(Object.keys(walk).sort()).toEqual(operations.map(({ id }) => id).sort())
})

test.each(operations.map(({ id, scope }) => [id, scope]))(
  '%s without %s is refused, and written down',
  async (id, scope) => {
    const [actorId, token] = scope === 'audit:read' ? ['reader', reader] : ['auditor', auditor]
    const events = await eventsOf(async () => {
      expect((await call(token, id, {})).status).toBe(403)
    })
    expect(events).toMatchObject([{ action: `api.${id}`, actorKind: 'client', actorId, result: 'refused' }])
  },
)
