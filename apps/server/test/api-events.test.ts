import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../src/routes/management-api/operations.ts'
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
    ...client(7, 'admin', all),
    ...client(8, 'auditor', 'audit:read'),
    ...client(9, 'reader', 'users:read'),
  })
  const tokenOf = async (id: string) =>
    (await world.token({ grant_type: 'client_credentials' }, { basic: [id, `${id}-secret-0123456789`] })).body
      .access_token as string
  admin = await tokenOf('admin')
  auditor = await tokenOf('auditor')
  reader = await tokenOf('reader')
})
afterAll(() => world?.close())

interface Answer {
  id: string
  data: { id: string }[]
}
/** What earlier calls answered, for the paths and bodies of later ones. */
interface Known {
  person: string
  owner: string
  organization: string
  team: string
  invitation: string
  session: string
}
interface Step {
  path?: Partial<Record<string, string>>
  body?: unknown
  status: number
  events: string[]
  learn?: (answer: Answer) => Partial<Known>
}

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
    body: { name: 'Walked twice', approved: false },
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

const call = (token: string, id: string, { path = {}, body }: Pick<Step, 'path' | 'body'>) => {
  const operation = operations.find((known) => known.id === id)
  if (!operation) throw new Error(`there is no operation ${id}`)
  const filled = operation.path.replaceAll(/\{(\w+)\}/g, (_, name) => path[name] ?? 'none')
  return fetch(`${world.issuer}/api/v1${filled}`, {
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
  const known: Known = { person: userId, owner: '', organization: '', team: '', invitation: '', session: '' }
  for (const [id, stepOf] of Object.entries(walk)) {
    const step = stepOf(known)
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
