import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeOperatorRole, deleteOperatorRole } from '../src/flows/management/rights/operator-roles.ts'
import { applyPermissions } from '../src/flows/management/rights/permissions.ts'
import { changeRoles, setRoles } from '../src/flows/organizations/members/member-roles.ts'
import { changeRole, deleteRole, makeRole } from '../src/flows/organizations/roles/own-roles.ts'
import { rightsEventLimits } from '../src/flows/organizations/roles/rights-events.ts'
import { setTeamRoles } from '../src/flows/organizations/roles/team-roles.ts'
import { addTeamMember, removeTeamMember } from '../src/flows/organizations/team-members.ts'
import { createTeam, deleteTeam } from '../src/flows/organizations/teams.ts'
import { type Actor, system } from '../src/flows/platform/audit.ts'
import { parsePermissionsDocument } from '../src/oidc/permissions-document.ts'
import { findRoles } from '../src/store/prisma/rights.ts'
import { lockingDatabases } from './support/databases.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// Webhooks learn whose rights a change changed, whatever changed them (docs/webhooks.md).

const document = {
  permissions: {
    'invoice.read': { level: 'basic' },
    'invoice.write': {},
    'invoice.approve': {},
    'invoice.void': { level: 'owner' },
  },
  roles: { clerk: { permissions: ['invoice.write'] }, empty: { permissions: [] } },
}
const read = (given: object) => parsePermissionsDocument(JSON.stringify(given))
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

interface Told {
  type: string
  data: { organization: string | null; target?: { id: string } | null; users: string[]; more: boolean }
}

describe.each(lockingDatabases)('on %s', (database) => {
  let world: TestWorld
  let server: Server
  const received: Told[] = []
  beforeAll(async () => {
    server = createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      received.push(JSON.parse(body))
      response.writeHead(200).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const hook = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
    world = await openTestWorld({ CUSTOM_ROLES: 'on', WEBHOOK_URL: hook, WEBHOOK_SECRET: secret }, { database })
    await applyPermissions(world.deps, system, read(document))
  })
  afterAll(async () => {
    await world?.close()
    server?.closeAllConnections()
    server?.close()
  })
  const db = () => world.deps.db.prisma

  let count = 0
  const place = async () => {
    count += 1
    const [id, createdAt] = [`place${count}`, world.deps.now()]
    await db().organization.create({ data: { id, slug: id, name: id, createdAt } })
    const join = async (roles: string): Promise<Actor & { kind: 'user' }> => {
      count += 1
      const userId = `person${String(count).padStart(4, '0')}`
      await db().user.create({ data: { id: userId, createdAt, updatedAt: createdAt, givenName: 'P' } })
      await db().membership.create({ data: { organizationId: id, userId, roles, createdAt } })
      return { kind: 'user', id: userId, network: '::/48' }
    }
    return { id, join, owner: await join('owner'), admin: await join('admin'), member: await join('member') }
  }
  /** Whose rights the events say that some work changed: people, by the organization. */
  const changedBy = async (work: () => Promise<unknown>) => {
    const where = { action: 'member.rights_changed' }
    const before = await db().auditEvent.count({ where })
    await work()
    const events = await db().auditEvent.findMany({ where, orderBy: { id: 'asc' }, skip: before })
    return events.map(({ organizationId, targetId, detail }) => {
      const { users, more } = JSON.parse(detail ?? '{}')
      expect(targetId).toBe(users.length === 1 ? users[0] : null)
      return [organizationId, ...users, ...(more ? ['more'] : [])].join(' ')
    })
  }

  test('whatever changes what people may do says whose rights it changed, and nobody else’s', async () => {
    const { deps } = world
    const here = await place()
    const { id, owner, admin, member } = here
    const team = await createTeam(deps, owner, id, { name: 'Team' })
    const spare = await createTeam(deps, owner, id, { name: 'Spare' })
    const clerk = (await findRoles(deps.db, '')).find(({ key }) => key === 'clerk')?.id ?? ''
    let own = ''
    const only = [`${id} ${member.id}`]
    const table: [name: string, work: () => Promise<unknown>, changed: string[]][] = [
      ['a role with what is held anyway', () => setRoles(deps, owner, id, admin.id, { others: ['clerk'] }), []],
      ['a role with nothing', () => setRoles(deps, owner, id, member.id, { others: ['empty'] }), []],
      ['a role', () => setRoles(deps, owner, id, member.id, { others: ['clerk'] }), only],
      [
        'more in it',
        () => changeOperatorRole(deps, system as never, { id: clerk, permissions: ['invoice.approve'] }),
        only,
      ],
      ['another name', () => changeOperatorRole(deps, system as never, { id: clerk, names: { en: 'C' } }), []],
      ['an admin', () => changeRoles(deps, owner, id, member.id, ['admin']), only],
      ['a member again', () => changeRoles(deps, owner, id, member.id, ['member']), only],
      ['the role of the operator ends', () => deleteOperatorRole(deps, system as never, clerk), only],
      [
        'a role that nobody has',
        async () => {
          own = await makeRole(deps, owner, id, { names: { en: 'Own' }, permissions: ['invoice.write'] })
        },
        [],
      ],
      ['a team with it', () => setTeamRoles(deps, owner, id, team, [own]), []],
      ['into the team', () => addTeamMember(deps, owner, id, team, member.id), only],
      ['by himself, too', () => setRoles(deps, owner, id, member.id, { others: [own] }), []],
      ['out of the team', () => removeTeamMember(deps, owner, id, team, member.id), []],
      ['into it', () => addTeamMember(deps, owner, id, team, member.id), []],
      ['by the team alone', () => setRoles(deps, owner, id, member.id, { others: [] }), []],
      ['what is in it', () => changeRole(deps, owner, id, { id: own, permissions: ['invoice.approve'] }), only],
      ['a team without roles', () => deleteTeam(deps, owner, id, spare), []],
      ['the team', () => deleteTeam(deps, owner, id, team), only],
      ['once more', () => setRoles(deps, owner, id, member.id, { others: [own] }), only],
      ['the role ends', () => deleteRole(deps, owner, id, own), only],
    ]
    for (const [name, work, changed] of table) expect(await changedBy(work), name).toEqual(changed)
    await expect.poll(() => received.filter(({ type }) => type === 'member.rights_changed').length).toBe(10)
    const told = received.find(({ type }) => type === 'member.rights_changed')
    expect(told?.data).toMatchObject({ organization: id, target: { id: member.id }, users: [member.id], more: false })
    await applyPermissions(deps, system, read(document))
  })

  test('a document says it of every organization, and a change that nobody notices says nothing', async () => {
    const { deps } = world
    const [here, there] = [await place(), await place()]
    await db().membership.deleteMany({ where: { organizationId: { notIn: [here.id, there.id] } } })
    const apply = (permissions: object) =>
      applyPermissions(deps, system, read({ ...document, permissions: { ...document.permissions, ...permissions } }), {
        allowRemoval: true,
      })
    const everybody = [here, there].map(({ id, owner, admin, member }) => [id, owner.id, admin.id, member.id].join(' '))
    const members = [here, there].map(({ id, member }) => `${id} ${member.id}`)
    const admins = [here, there].map(({ id, admin }) => `${id} ${admin.id}`)
    expect(await changedBy(() => apply({ 'report.see': { level: 'basic' } }))).toEqual(everybody)
    expect(await changedBy(() => apply({ 'report.see': { level: 'basic', names: { en: 'R' } } }))).toEqual([])
    expect(await changedBy(() => apply({ 'report.see': {} }))).toEqual(members)
    expect(await changedBy(() => apply({ 'report.see': { level: 'owner' } }))).toEqual(admins)
    expect(await changedBy(() => apply({ 'report.see': { level: 'owner', min_acr: 'phr' } }))).toEqual(
      [here, there].map(({ id, owner }) => `${id} ${owner.id}`),
    )
    expect(await changedBy(() => apply({}))).toHaveLength(2)
    await setRoles(deps, here.owner, here.id, here.member.id, { others: ['clerk'] })
    expect(
      await changedBy(() => applyPermissions(deps, system, read({ ...document, roles: {} }), { allowRemoval: true })),
    ).toEqual([`${here.id} ${here.member.id}`])
    await applyPermissions(deps, system, read(document))
  })

  test('an event names few people, and a change of many organizations says that it does', async () => {
    const { deps } = world
    const here = await place()
    const limits = { ...rightsEventLimits }
    try {
      Object.assign(rightsEventLimits, { people: 2, organizations: 2 })
      const role = await makeRole(deps, here.owner, here.id, { names: { en: 'R' }, permissions: [] })
      const crowd = [await here.join('member'), await here.join('member'), await here.join('member')]
      for (const { id } of crowd) await setRoles(deps, here.owner, here.id, id, { others: [role] })
      const fill = () => changeRole(deps, here.owner, here.id, { id: role, permissions: ['invoice.approve'] })
      expect(await changedBy(fill)).toEqual([`${here.id} ${crowd[0]?.id} ${crowd[1]?.id} more`])
      await place()
      await place()
      const raised = { ...document.permissions, 'invoice.read': {} }
      expect(
        await changedBy(() =>
          applyPermissions(deps, system, read({ ...document, permissions: raised }), { allowRemoval: true }),
        ),
      ).toEqual([' more'])
      Object.assign(rightsEventLimits, { members: 2, organizations: 100 })
      const empty = () => changeRole(deps, here.owner, here.id, { id: role, permissions: [] })
      expect(await changedBy(empty)).toEqual([' more'])
    } finally {
      Object.assign(rightsEventLimits, limits)
    }
  })
})

test('without a webhook, nothing of it is read or written', async () => {
  const world = await openTestWorld()
  try {
    await applyPermissions(world.deps, system, read(document))
    await world.signIn()
    const { userId: id, organizationId } = await world.deps.db.prisma.membership.findFirstOrThrow()
    await setRoles(world.deps, { kind: 'user', id, network: '::/48' }, organizationId, id, { others: ['clerk'] })
    expect(await world.deps.db.prisma.auditEvent.count({ where: { action: 'member.rights_changed' } })).toBe(0)
  } finally {
    await world.close()
  }
})
