import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { declareField } from '../src/flows/management/fields/fields.ts'
import { applyPermissions } from '../src/flows/management/rights/permissions.ts'
import { system } from '../src/flows/platform/audit.ts'
import { parsePermissionsDocument } from '../src/oidc/permissions-document.ts'
import type { PlainBrowser } from './support/browser.ts'
import { deviceClients } from './support/device-grant.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// Who may do what: every role times every operation of the pages, for one's own organization and with the ids of another
// in every position. What is refused changes nothing and leaves an entry in the audit log. (The API: api.test.ts.)

const keyedApi = 'https://keyed.example.test'
let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld({
    ...deviceClients,
    OPERATORS: 'operator@example.test',
    OIDC_RESOURCE_0: keyedApi,
    OIDC_RESOURCE_0_SCOPES: 'keyed',
    OIDC_RESOURCE_0_API_KEYS: 'on',
    CUSTOM_ROLES: 'on',
  })
  const owners = { type: 'text', reads: ['owner'], writes: ['owner'], names: { en: 'x' } }
  await declareField(world.deps, system, { key: 'industry', of: 'organization', ...owners })
  await declareField(world.deps, system, { key: 'cost_center', of: 'membership', ...owners })
  const document = parsePermissionsDocument('{ "permissions": { "invoice.approve": {} } }')
  await applyPermissions(world.deps, system, document)
})
afterAll(() => world?.close())

const db = () => world.deps.db.prisma

interface Someone {
  browser: PlainBrowser
  id: string
}
const roles = ['owner', 'admin', 'member', 'stranger', 'operator'] as const
type Role = (typeof roles)[number]

/** Two organizations with one person of each role in the first, and everything that operations need in both. */
interface Stage {
  people: Record<Role, Someone>
  mine: Place
  theirs: Place
}
interface Place {
  id: string
  slug: string
  victim: string
  second: string
  team: string
  invitation: string
  requester: string
  apiKey: string
  role: string
}

let count = 0
async function someone(email = `who${++count}@example.test`): Promise<Someone> {
  const { browser } = await world.signIn({ email, organization: `Own ${count}` })
  const { userId } = await db().email.findUniqueOrThrow({ where: { address: email } })
  return { browser, id: userId }
}
async function silent(): Promise<string> {
  const id = `user${++count}`
  const at = world.deps.now()
  await db().user.create({ data: { id, createdAt: at, updatedAt: at, givenName: 'V' } })
  await db().email.create({ data: { address: `${id}@example.test`, userId: id, isPrimary: true, verifiedAt: at } })
  return id
}

async function place(): Promise<Place> {
  const n = ++count
  const id = `org${n}`
  const at = world.deps.now()
  const [victim, second, requester] = [await silent(), await silent(), await silent()]
  await db().organization.create({
    data: { id, slug: `place-${n}`, name: `Place ${n}`, createdAt: at, membersMakeTeams: false, termsVersion: 1 },
  })
  const terms = { organizationId: id, version: 1, text: 'Terms', textDigest: 'd', publishedAt: at }
  await db().organizationTerms.create({ data: { ...terms, publishedByKind: 'system' } })
  await db().membership.create({ data: { organizationId: id, userId: victim, roles: 'member', createdAt: at } })
  await db().membership.create({ data: { organizationId: id, userId: second, roles: 'member', createdAt: at } })
  await db().membership.create({ data: { organizationId: id, userId: await silent(), roles: 'owner', createdAt: at } })
  await db().team.create({ data: { id: `team${n}`, organizationId: id, slug: 't', name: 'T', createdAt: at } })
  await db().teamMembership.create({ data: { teamId: `team${n}`, userId: victim, createdAt: at } })
  const invitation = `invitation${n}`
  await db().invitation.create({
    data: {
      id: invitation,
      email: `i${n}@example.test`,
      organizationId: id,
      roles: 'member',
      createdAt: at,
      expiresAt: new Date(world.deps.now().getTime() + 864e5),
    },
  })
  await db().joinRequest.create({ data: { organizationId: id, userId: requester, createdAt: at } })
  await db().domain.create({ data: { organizationId: id, name: `d${n}.example.test`, token: 't', createdAt: at } })
  // A domain that the organization has proven, and a member whose account it manages.
  const managed = `managed${n}.example.test`
  await db().domain.create({
    data: {
      organizationId: id,
      name: managed,
      token: 't',
      createdAt: at,
      verifiedAt: at,
      method: 'dns',
      claimed: managed,
    },
  })
  await db().email.updateMany({ where: { userId: victim }, data: { address: `victim@${managed}` } })
  const apiKey = `key${n}`
  await db().apiKey.create({
    data: {
      ...{ id: apiKey, userId: victim, organizationId: id, resource: keyedApi, scope: 'keyed', name: 'Key' },
      ...{ digest: apiKey, createdAt: at, expiresAt: new Date(at.getTime() + 864e5) },
    },
  })
  const role = `role${n}`
  await db().role.create({
    data: {
      ...{ id: role, organizationId: id, key: 'org-made', settings: '{"names":{"en":"Made"}}', assignableBy: 'admin' },
      ...{ createdByKind: 'system', createdAt: at, version: 1 },
    },
  })
  return { id, slug: `place-${n}`, victim, second, team: `team${n}`, invitation, requester, apiKey, role }
}

/** Everything of a place that an operation could change. */
const snapshot = async ({ id }: Place) =>
  JSON.stringify([
    await db().organization.findUnique({ where: { id }, omit: { version: true } }),
    await db().membership.findMany({ where: { organizationId: id }, orderBy: { userId: 'asc' } }),
    await db().team.findMany({ where: { organizationId: id }, include: { members: true }, orderBy: { id: 'asc' } }),
    await db().invitation.findMany({ where: { organizationId: id }, orderBy: { id: 'asc' } }),
    await db().joinRequest.findMany({ where: { organizationId: id } }),
    await db().domain.findMany({ where: { organizationId: id }, orderBy: { name: 'asc' } }),
    await db().theme.findMany({ where: { organizationId: id } }),
    await db().organizationClientRule.findMany({ where: { organizationId: id } }),
    await db().organizationTermsDraft.findMany({ where: { organizationId: id } }),
    await db().organizationTerms.findMany({ where: { organizationId: id } }),
    await db().apiKey.findMany({ where: { organizationId: id }, orderBy: { id: 'asc' } }),
    await db().role.findMany({ where: { organizationId: id }, include: { permissions: true }, orderBy: { id: 'asc' } }),
    await db().membershipRole.findMany({ where: { organizationId: id }, orderBy: { userId: 'asc' } }),
    await db().teamRole.findMany({ where: { team: { organizationId: id } } }),
    await db().email.findMany({
      where: { user: { memberships: { some: { organizationId: id } } } },
      orderBy: { address: 'asc' },
    }),
  ])

interface Operation {
  name: string
  /** Who may. */
  least: 'member' | 'admin' | 'owner'
  path: string | ((of: Place) => string)
  /** Ids come from `of`. */
  fields: (of: Place) => Record<string, string>
  /** A position that names something of the place by id: tried with the other place's. */
  foreign?: boolean
}

const pathOf = ({ path }: Operation, of: Place): string => (typeof path === 'string' ? path : path(of))

const operations: Operation[] = [
  {
    name: 'make an admin',
    least: 'admin',
    path: '/members/roles',
    fields: ({ victim }) => ({ user: victim, role: 'admin' }),
    foreign: true,
  },
  {
    name: 'make an owner',
    least: 'owner',
    path: '/members/roles',
    fields: ({ victim }) => ({ user: victim, role: 'owner' }),
    foreign: true,
  },
  {
    name: 'remove a member',
    least: 'admin',
    path: '/members/remove',
    fields: ({ victim }) => ({ user: victim }),
    foreign: true,
  },
  { name: 'hand over', least: 'owner', path: '/transfer', fields: ({ victim }) => ({ user: victim }), foreign: true },
  {
    name: 'reset a sign-in',
    least: 'owner',
    path: '/members/reset',
    fields: ({ victim, id }) => ({ user: victim, email: `reset@managed${id.slice(3)}.example.test` }),
    foreign: true,
  },
  { name: 'create a team', least: 'admin', path: '/teams', fields: () => ({ team_name: 'New' }) },
  {
    name: 'rename a team',
    least: 'admin',
    path: '/teams/rename',
    fields: ({ team }) => ({ team, name: 'Other' }),
    foreign: true,
  },
  {
    name: 'open a team',
    least: 'admin',
    path: '/teams/open',
    fields: ({ team }) => ({ team, open: 'yes' }),
    foreign: true,
  },
  { name: 'delete a team', least: 'admin', path: '/teams/delete', fields: ({ team }) => ({ team }), foreign: true },
  {
    name: 'fill a team',
    least: 'admin',
    path: '/teams/add',
    fields: ({ team, second }) => ({ team, user: second }),
    foreign: true,
  },
  {
    name: 'empty a team',
    least: 'admin',
    path: '/teams/remove',
    fields: ({ team, victim }) => ({ team, user: victim }),
    foreign: true,
  },
  {
    name: 'invite',
    least: 'admin',
    path: '/invitations',
    fields: () => ({ email: `new${count}@example.test`, role: 'member' }),
  },
  {
    name: 'invite an owner',
    least: 'owner',
    path: '/invitations',
    fields: () => ({ email: `own${count}@example.test`, role: 'owner' }),
  },
  {
    name: 'invite into a team',
    least: 'admin',
    path: '/invitations',
    fields: ({ team }) => ({ email: `team${count}@example.test`, role: 'member', team }),
    foreign: true,
  },
  {
    name: 'send an invitation again',
    least: 'admin',
    path: '/invitations/resend',
    fields: ({ invitation }) => ({ id: invitation }),
    foreign: true,
  },
  {
    name: 'withdraw an invitation',
    least: 'admin',
    path: '/invitations/revoke',
    fields: ({ invitation }) => ({ id: invitation }),
    foreign: true,
  },
  {
    name: 'let someone in',
    least: 'admin',
    path: '/requests',
    fields: ({ requester }) => ({ user: requester, decision: 'approve' }),
    foreign: true,
  },
  {
    name: 'turn someone away',
    least: 'admin',
    path: '/requests',
    fields: ({ requester }) => ({ user: requester, decision: 'decline' }),
    foreign: true,
  },
  { name: 'add a domain', least: 'admin', path: '/domains', fields: () => ({ domain: `more${count}.example.test` }) },
  {
    name: 'remove a domain',
    least: 'admin',
    path: '/domains/remove',
    fields: ({ id }) => ({ domain: `d${id.slice(3)}.example.test` }),
    foreign: true,
  },
  {
    name: 'make an API key of the organization',
    least: 'owner',
    path: '/keys',
    fields: () => ({ name: 'Key', days: '30', scope: `${keyedApi} keyed` }),
  },
  {
    name: 'revoke an API key of a member',
    least: 'admin',
    path: '/keys/revoke',
    fields: ({ apiKey }) => ({ id: apiKey }),
    foreign: true,
  },
  {
    name: 'say who may make API keys',
    least: 'owner',
    path: '/keys/policy',
    fields: () => ({ personal: 'admins', organization: 'owners', max_days: String(20 + (count % 70)) }),
  },
  {
    name: 'make a role',
    least: 'admin',
    path: '/roles',
    fields: () => ({ name: `Role ${count}`, permission: 'invoice.approve' }),
  },
  {
    name: 'change a role',
    least: 'admin',
    path: '/roles/change',
    fields: ({ role }) => ({ id: role, version: '1', name: 'Changed', permission: 'invoice.approve' }),
    foreign: true,
  },
  { name: 'delete a role', least: 'admin', path: '/roles/delete', fields: ({ role }) => ({ id: role }), foreign: true },
  {
    name: 'give a role to a member',
    least: 'admin',
    path: '/members/roles',
    fields: ({ victim, role }) => ({ user: victim, role: 'member', other_roles: 'yes', other_role: role }),
    foreign: true,
  },
  {
    name: 'give a role to a team',
    least: 'admin',
    path: '/teams/roles',
    fields: ({ team, role }) => ({ team, other_roles: 'yes', other_role: role }),
    foreign: true,
  },
  {
    name: 'choose which applications may connect',
    least: 'admin',
    path: '/applications/policy',
    fields: () => ({ policy: 'any' }),
  },
  {
    name: 'block an application',
    least: 'admin',
    path: '/applications/block',
    fields: () => ({ application: `agent${count}.example.test`, confirm: 'yes' }),
  },
  { name: 'draft the terms', least: 'admin', path: '/terms/draft', fields: () => ({ text: 'More', draft: '' }) },
  { name: 'withdraw the terms', least: 'admin', path: '/terms/withdraw', fields: () => ({}) },
  { name: 'change settings', least: 'admin', path: '/settings', fields: ({ slug }) => ({ name: 'Renamed', slug }) },
  {
    name: 'say more about the organization',
    least: 'admin',
    path: '/settings/fields',
    fields: () => ({ 'fields.industry': 'Engines' }),
  },
  {
    name: 'keep something about a member',
    least: 'admin',
    path: ({ victim }) => `/members/${victim}/fields`,
    fields: () => ({ 'fields.cost_center': '4711' }),
  },
  {
    name: 'demand passkeys',
    least: 'owner',
    path: '/settings',
    fields: ({ slug }) => ({ name: 'Renamed', slug, require_passkey: 'yes', session_hours: '' }),
  },
  {
    name: 'allow devices',
    least: 'owner',
    path: '/settings',
    fields: ({ slug }) => ({ name: 'Renamed', slug, device_codes: 'yes', session_hours: '' }),
  },
  {
    name: 'change the theme',
    least: 'owner',
    path: '/theme',
    fields: () => ({ action: 'save', accent: '#0057ff', revision: '0' }),
  },
  { name: 'delete', least: 'owner', path: '/delete', fields: () => ({ confirm: 'yes' }) },
]

const rank: Record<Role, number> = { owner: 3, admin: 2, member: 1, stranger: 0, operator: 0 }
const needed = { owner: 3, admin: 2, member: 1 }

const people = {} as Record<Role, Someone>
async function stage(): Promise<Stage> {
  for (const role of roles) people[role] ??= await someone(role === 'operator' ? 'operator@example.test' : undefined)
  const [mine, theirs] = [await place(), await place()]
  for (const role of ['owner', 'admin', 'member'] as const)
    await db().membership.create({
      data: { organizationId: mine.id, userId: people[role].id, roles: role, createdAt: world.deps.now() },
    })
  return { people, mine, theirs }
}

/** A form with the answer to the question that it may ask (removals.test.ts). */
const post = (browser: PlainBrowser, path: string, fields: Record<string, string>) =>
  browser.go(`${world.issuer}${path}`, {
    method: 'POST',
    body: new URLSearchParams({ confirm: 'yes', ...fields }).toString(),
  })

describe.each(operations)('$name', (operation) => {
  test.each(roles)('as %s', async (role) => {
    // OR-09
    const { mine, people: cast } = await stage()
    const before = await snapshot(mine)
    const refusals = await db().auditEvent.count({ where: { result: 'refused' } })
    const answer = await post(
      cast[role].browser,
      `/organizations/${mine.slug}${pathOf(operation, mine)}`,
      operation.fields(mine),
    )
    const allowed = rank[role] >= needed[operation.least]
    // An admin may change settings, but not those of owners: the form then has no effect on them.
    const partly = ['demand passkeys', 'allow devices'].includes(operation.name) && role === 'admin'
    if (allowed) {
      expect(answer.status, answer.html.querySelector('main')?.text).toBe(
        operation.name === 'delete' ? 200 : answer.status,
      )
      expect(await snapshot(mine)).not.toBe(before)
    } else if (partly) {
      const { requirePasskey, deviceCodes } = await db().organization.findUniqueOrThrow({ where: { id: mine.id } })
      expect([requirePasskey, deviceCodes]).toEqual([false, false])
    } else {
      // 422 when the form itself says that one's role does not reach so far.
      expect([403, 404]).toContain(answer.status)
      if (rank[role] === 0) expect(answer.status).toBe(404)
      expect(await snapshot(mine)).toBe(before)
      expect(await db().auditEvent.count({ where: { result: 'refused' } })).toBeGreaterThan(refusals)
    }
  })

  test('as the owner of another organization, in the path', async () => {
    const { theirs, people: cast } = await stage()
    const before = await snapshot(theirs)
    const answer = await post(
      cast.owner.browser,
      `/organizations/${theirs.slug}${pathOf(operation, theirs)}`,
      operation.fields(theirs),
    )
    expect(answer.status).toBe(404)
    expect(await snapshot(theirs)).toBe(before)
  })

  if (operation.foreign)
    test('as an owner, with ids of another organization in the form', async () => {
      const { mine, theirs, people: cast } = await stage()
      const before = [await snapshot(mine), await snapshot(theirs)]
      const answer = await post(
        cast.owner.browser,
        `/organizations/${mine.slug}${pathOf(operation, mine)}`,
        operation.fields(theirs),
      )
      expect([403, 404, 422]).toContain(answer.status)
      expect([await snapshot(mine), await snapshot(theirs)]).toEqual(before)
    })
})

describe.each(['', '/teams', '/roles', '/invitations', '/requests', '/domains', '/settings', '/audit'])(
  'the page %s',
  (path) => {
    const least = path === '' || path === '/teams' ? 'member' : 'admin'
    test.each(roles)('as %s', async (role) => {
      const { mine, people: cast } = await stage()
      const answer = await cast[role].browser.go(`${world.issuer}/organizations/${mine.slug}${path}`)
      const expected = rank[role] >= needed[least] ? 200 : rank[role] === 0 ? 404 : 403
      expect(answer.status).toBe(expected)
      // What a role may not do it does not see.
      if (expected === 200 && role === 'member')
        expect(answer.text).not.toMatch(/\/(roles|invitations|requests|domains|settings|audit)"/)
    })
  },
)

describe('operators', () => {
  const pages = ['', '/organizations', '/clients', '/keys', '/queue', '/mail', '/webhooks', '/audit']
  test.each(pages)('/admin%s is there for operators alone', async (path) => {
    const { people: cast } = await stage()
    for (const role of roles) {
      const answer = await cast[role].browser.go(`${world.issuer}/admin${path}`)
      expect(answer.status, role).toBe(role === 'operator' ? 200 : 404)
    }
  })

  test('what the pages show holds no secret', async () => {
    // SE-14
    const { people: cast } = await stage()
    for (const path of pages) {
      const { text } = await cast.operator.browser.go(`${world.issuer}/admin${path}`)
      expect(text).not.toMatch(/web secret|-secret-0123456789/)
    }
  })

  test('nobody else disables, signs out, resets or deletes anyone', async () => {
    const { people: cast, mine } = await stage()
    for (const role of roles.filter((one) => one !== 'operator'))
      for (const fields of [
        { action: 'disable' },
        { action: 'sign-out' },
        { action: 'reset', email: 'x@example.test' },
        { action: 'delete', confirm: 'yes' },
      ])
        expect(
          (await post(cast[role].browser, `/admin/people/${mine.victim}`, fields as unknown as Record<string, string>))
            .status,
        ).toBe(404)
    expect(await db().user.findUnique({ where: { id: mine.victim } })).toMatchObject({ disabledAt: null })
  })

  test('find, disable, enable, delete a person; bring an organization back', async () => {
    const { people: cast, mine } = await stage()
    const { browser } = cast.operator
    const target = await someone()
    await browser.go(`${world.issuer}/admin/people?query=${encodeURIComponent(target.id)}`)
    expect(browser.current?.html.querySelectorAll('main tbody tr')).toHaveLength(1)
    await post(browser, `/admin/people/${target.id}`, { action: 'disable' })
    await target.browser.go(`${world.issuer}/account`)
    expect(target.browser.current?.location).toContain('/sign-in/')
    await post(browser, `/admin/people/${target.id}`, { action: 'enable', confirm: 'yes' })
    await post(browser, '/admin/organizations', { organization: mine.id, action: 'delete' })
    expect((await cast.owner.browser.go(`${world.issuer}/organizations/${mine.slug}`)).status).toBe(404)
    await post(browser, '/admin/organizations', { organization: mine.id, action: 'restore' })
    expect((await cast.owner.browser.go(`${world.issuer}/organizations/${mine.slug}`)).status).toBe(200)
    await post(browser, `/admin/people/${target.id}`, { action: 'delete', confirm: 'yes' })
    expect(await db().user.findUnique({ where: { id: target.id } })).toBeNull()
    const done = await db().auditEvent.findMany({ where: { actorKind: 'operator', result: 'ok' } })
    expect(done.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['user.disabled', 'user.enabled', 'user.deleted', 'organization.restored']),
    )
  })

  test('CO-04 a sign-in that is older than five minutes reads, and has to be renewed before an act', async () => {
    const { people: cast } = await stage()
    world.pass(6 * 60_000)
    const { browser } = cast.operator
    await browser.go(`${world.issuer}/admin/people`)
    expect(browser.current?.location).toBe(`${world.issuer}/admin/people`)
    const address = `${world.issuer}/admin/organizations`
    const body = new URLSearchParams({ organization: 'organization', action: 'delete', confirm: 'yes' }).toString()
    await browser.go(address, { method: 'POST', body })
    expect(browser.current?.location).toContain('/sign-in/')
  })
})
