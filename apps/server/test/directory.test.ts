import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  allowOwnerByGroup,
  closeDirectory,
  findDirectory,
  openDirectory,
  pauseDirectory,
  resumeDirectory,
} from '../src/flows/directory/directories.ts'
import {
  createGroup,
  deleteGroup,
  findGroup,
  groupsToMap,
  listGroups,
  patchGroup,
  replaceGroup,
} from '../src/flows/directory/groups.ts'
import { listGroupMappings, removeGroupMapping, setGroupMapping } from '../src/flows/directory/mappings.ts'
import { directoryCounts, noteRequest, recentRequests, waitingPeople } from '../src/flows/directory/requests.ts'
import { reviewDirectories, sweepDirectories } from '../src/flows/directory/review.ts'
import {
  createDirectoryToken,
  findDirectoryByToken,
  listDirectoryTokens,
  revokeDirectoryToken,
} from '../src/flows/directory/tokens.ts'
import type { AuthenticatedDirectory } from '../src/flows/directory/types.ts'
import { createUser, deleteUser, findUser, listUsers, patchUser, replaceUser } from '../src/flows/directory/users.ts'
import { mergePeople } from '../src/flows/management/people/person-merge.ts'
import { removeMember, setRoles } from '../src/flows/organizations/members/member-roles.ts'
import type { UserAttributes } from '../src/oidc/scim/resources.ts'
import { answerTxt, openOrganization, proveDomain } from './support/company.ts'
import { lockingDatabases } from './support/databases.ts'
import { attributesOf, openDirectoryOf, writeUser } from './support/directories.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// What a company's directory writes, and which memberships follow from it. How it speaks is told by the tests of SCIM.

const day = 86_400_000
const operator = { kind: 'operator', id: 'op', network: '::/48' } as const

describe.each(lockingDatabases)('the directory of an organization, in %s', (database) => {
  let world: TestWorld
  let records: Map<string, string[]>
  beforeAll(async () => {
    world = await openTestWorld({ SCIM: 'on', SSO: 'on' }, { database })
    records = answerTxt(world)
  })
  afterAll(() => world?.close())

  const db = () => world.deps.db.prisma
  let opened = 0
  /** An organization with a domain of its own, and its directory. */
  async function open() {
    opened += 1
    world.pass(1000)
    const domain = `directory-${opened}.test`
    const organization = await openOrganization(world, records, domain)
    const { directory, ...rest } = await openDirectoryOf(world, organization)
    return { ...organization, ...rest, domain, directory }
  }
  type Opened = Awaited<ReturnType<typeof open>>
  const rolesOf = async ({ id }: Pick<Opened, 'id'>, userId: string | null) =>
    (await db().membership.findFirst({ where: { organizationId: id, userId: userId ?? '' } }))?.roles ?? null
  const rowOf = (id: string) => db().directoryUser.findUniqueOrThrow({ where: { id } })
  const setActive = (directory: AuthenticatedDirectory, id: string, active: boolean) =>
    patchUser(world.deps, directory, id, (current) => ({ ...current, active }), null)
  const eventsOf = async (organizationId: string) =>
    (await db().auditEvent.findMany({ where: { organizationId }, orderBy: { id: 'asc' } })).map(({ action }) => action)
  const reviewAll = async () => {
    while ((await reviewDirectories(world.deps)) > 0);
  }

  test('a user under a proven domain is a member at once, with an account of their own', async () => {
    const acme = await open()
    const row = await writeUser(world, acme.directory, `grace@${acme.domain}`)
    expect(row).toMatchObject({ waitingReason: null, version: 1, active: true })
    expect(await rolesOf(acme, row.userId)).toBe('member')
    const account = await db().user.findUniqueOrThrow({ where: { id: row.userId ?? '' }, include: { emails: true } })
    expect(account).toMatchObject({ givenName: 'Grace', familyName: 'Hopper', lastSignInAt: null })
    expect(account.emails.map(({ address }) => address)).toEqual([`grace@${acme.domain}`])
    const events = await eventsOf(acme.id)
    expect(events).toEqual(expect.arrayContaining(['user.created', 'member.joined', 'directory.user_created']))
  })

  test('who they are is another matter than what the directory says: its changes reach no account', async () => {
    const acme = await open()
    const row = await writeUser(world, acme.directory, `lin@${acme.domain}`)
    const before = await db().user.findUniqueOrThrow({ where: { id: row.userId ?? '' }, include: { emails: true } })
    await patchUser(
      world.deps,
      acme.directory,
      row.id,
      (current) => ({ ...current, name: { givenName: 'Other' }, emails: [{ value: acme.owner.person.email }] }),
      null,
    )
    expect(await rowOf(row.id)).toMatchObject({ version: 2, userId: row.userId, email: acme.owner.person.email })
    const after = await db().user.findUniqueOrThrow({ where: { id: row.userId ?? '' }, include: { emails: true } })
    expect(after).toEqual(before)
  })

  test('people elsewhere wait, and it is said why; the address of an account is not enough', async () => {
    const acme = await open()
    const { browser, person } = await world.signIn()
    const outside = await writeUser(world, acme.directory, 'someone@elsewhere.test')
    const stranger = await writeUser(world, acme.directory, person.email)
    const without = await writeUser(world, acme.directory, 'no-address', { emails: [] })
    expect([outside, stranger, without].map(({ waitingReason }) => waitingReason)).toEqual([
      'outside-domain',
      'outside-domain',
      'no-address',
    ])
    expect([outside.userId, stranger.userId, without.userId]).toEqual([null, null, null])
    const waiting = await waitingPeople(world.deps, acme.directory.id, { after: null, limit: 2 })
    expect(waiting.map(({ userName, reason }) => [userName, reason])).toEqual([
      ['someone@elsewhere.test', 'outside-domain'],
      [person.email, 'outside-domain'],
    ])
    expect(browser).toBeDefined()
  })

  test('an account under a proven domain waits for its person; an inactive user is no reason to wait', async () => {
    const acme = await open()
    const { userId } = await account(acme, 'early')
    const row = await writeUser(world, acme.directory, `early@${acme.domain}`)
    expect(row).toMatchObject({ userId: null, waitingReason: 'account-exists' })
    expect(await rolesOf(acme, userId)).toBeNull()
    const inactive = await writeUser(world, acme.directory, 'gone@elsewhere.test', { active: false })
    expect(inactive).toMatchObject({ userId: null, waitingReason: null })
  })

  async function account({ domain }: Opened, name: string) {
    const { person, browser, ...rest } = await world.signIn({ email: `${name}@${domain}` })
    const { userId } = await db().email.findUniqueOrThrow({ where: { address: person.email } })
    return { ...rest, person, browser, userId }
  }

  test('a member is linked by their address, whatever its domain, and deactivated like any other', async () => {
    const acme = await open()
    const { userId, person } = await account({ ...acme, domain: 'elsewhere.test' }, `contractor-${opened}`)
    await db().membership.create({
      data: { organizationId: acme.id, userId, roles: 'admin', createdAt: world.deps.now() },
    })
    const row = await writeUser(world, acme.directory, person.email)
    expect(row).toMatchObject({ userId, waitingReason: null })
    expect(await rolesOf(acme, userId)).toBe('admin')
    await setActive(acme.directory, row.id, false)
    expect(await rolesOf(acme, userId)).toBeNull()
    await setActive(acme.directory, row.id, true)
    expect(await rolesOf(acme, userId)).toBe('admin')
  })

  test('what is as it was leaves no version and no event; an old version is refused', async () => {
    const acme = await open()
    const row = await writeUser(world, acme.directory, `same@${acme.domain}`)
    const count = (await eventsOf(acme.id)).length
    const { version } = await db().organization.findUniqueOrThrow({ where: { id: acme.id } })
    const again = await replaceUser(world.deps, acme.directory, row.id, attributesOf(`same@${acme.domain}`), null)
    expect(again.version).toBe(1)
    expect((await eventsOf(acme.id)).length).toBe(count)
    expect((await db().organization.findUniqueOrThrow({ where: { id: acme.id } })).version).toBe(version)
    const changed = await patchUser(world.deps, acme.directory, row.id, (c) => ({ ...c, title: 'Dr' }), 1)
    expect(changed).toMatchObject({ version: 2, attributes: { title: 'Dr' } })
    await expect(
      patchUser(world.deps, acme.directory, row.id, (c) => ({ ...c, title: 'Prof' }), 1),
    ).rejects.toMatchObject({ reason: 'version' })
    const thrown = patchUser(
      world.deps,
      acme.directory,
      row.id,
      () => {
        throw new Error('the fourth operation')
      },
      null,
    )
    await expect(thrown).rejects.toThrow('the fourth operation')
    expect(await rowOf(row.id)).toMatchObject({ version: 2 })
  })

  test('names are unique in a directory, whatever their case, and not beyond it', async () => {
    const [acme, other] = [await open(), await open()]
    const row = await writeUser(world, acme.directory, `Unique@${acme.domain}`)
    const refused = (name: string, changed: Partial<UserAttributes>) =>
      expect(createUser(world.deps, acme.directory, attributesOf(name, changed))).rejects
    await refused(`unique@${acme.domain}`, { externalId: 'another' }).toMatchObject({
      reason: 'taken',
      attribute: 'userName',
    })
    await refused('another@x.test', { externalId: row.externalId ?? '' }).toMatchObject({ attribute: 'externalId' })
    const second = await writeUser(world, acme.directory, `second@${acme.domain}`)
    const renamed = patchUser(
      world.deps,
      acme.directory,
      second.id,
      (c) => ({ ...c, userName: `UNIQUE@${acme.domain}` }),
      null,
    )
    await expect(renamed).rejects.toMatchObject({ reason: 'taken' })
    // What one directory has, another neither sees nor shares.
    await expect(findUser(world.deps, other.directory, row.id, { groups: false })).rejects.toMatchObject({
      reason: 'not-found',
    })
    await expect(setActive(other.directory, row.id, false)).rejects.toMatchObject({ reason: 'not-found' })
    const elsewhere = await writeUser(world, other.directory, `unique@${acme.domain}`)
    expect(elsewhere).toMatchObject({ userId: null, waitingReason: 'outside-domain' })
  })

  test('lists are exact, in one order, and paged', async () => {
    const acme = await open()
    const ids: string[] = []
    for (const name of ['a', 'b', 'c', 'd', 'e']) ids.push((await writeUser(world, acme.directory, name)).id)
    await deleteUser(world.deps, acme.directory, ids[1] ?? '', null)
    const list = (startIndex: number, count: number, value?: string) =>
      listUsers(world.deps, acme.directory, {
        filter: value === undefined ? null : { kind: 'compare', path: 'userName', operator: 'eq', value },
        startIndex,
        count,
        with: { groups: true },
      })
    expect((await list(1, 2)).users.map(({ id }) => id)).toEqual([ids[0], ids[2]])
    const second = await list(3, 2)
    expect(second).toMatchObject({ total: 4 })
    expect(second.users.map(({ id, groups }) => [id, groups])).toEqual([
      [ids[3], []],
      [ids[4], []],
    ])
    expect(await list(99, 10)).toEqual({ total: 4, users: [] })
    expect(await list(1, 0)).toEqual({ total: 4, users: [] })
    expect((await list(1, 10, 'c')).users.map(({ id }) => id)).toEqual([ids[2]])
    expect(await list(1, 10, 'b')).toEqual({ total: 0, users: [] })
  })

  test('the last owner who is deactivated or deleted keeps the ownership, and no access', async () => {
    const acme = await open()
    await db().email.create({
      data: {
        address: `owner@${acme.domain}`,
        userId: acme.owner.userId,
        isPrimary: false,
        verifiedAt: world.deps.now(),
      },
    })
    const row = await writeUser(world, acme.directory, `owner@${acme.domain}`)
    expect(row.userId).toBe(acme.owner.userId)
    await setActive(acme.directory, row.id, false)
    expect(await rolesOf(acme, acme.owner.userId)).toBeNull()
    expect(await eventsOf(acme.id)).toEqual(expect.arrayContaining(['member.suspended', 'directory.owner_parked']))
    const parked = () => db().suspendedMembership.findFirst({ where: { organizationId: acme.id } })
    expect(await parked()).toMatchObject({ roles: 'owner', parked: true })
    await setActive(acme.directory, row.id, true)
    expect(await rolesOf(acme, acme.owner.userId)).toBe('owner')
    await deleteUser(world.deps, acme.directory, row.id, null)
    expect(await rolesOf(acme, acme.owner.userId)).toBeNull()
    expect(await parked()).toMatchObject({ roles: 'owner', parked: true })
    // Another owner has been named: the first one comes back as an admin.
    const { userId } = await writeUser(world, acme.directory, `next@${acme.domain}`)
    await db().membership.updateMany({ where: { userId: userId ?? '' }, data: { roles: 'owner' } })
    await writeUser(world, acme.directory, `owner@${acme.domain}`)
    expect(await rolesOf(acme, acme.owner.userId)).toBe('admin')
  })

  test('a deleted user is the same again when it is written again, and a stranger with the name is not', async () => {
    const acme = await open()
    const name = `again@${acme.domain}`
    const row = await writeUser(world, acme.directory, name)
    await deleteUser(world.deps, acme.directory, row.id, null)
    expect(await rolesOf(acme, row.userId)).toBeNull()
    await expect(findUser(world.deps, acme.directory, row.id, { groups: false })).rejects.toMatchObject({
      reason: 'not-found',
    })
    await expect(deleteUser(world.deps, acme.directory, row.id, null)).rejects.toMatchObject({ reason: 'not-found' })
    world.pass(3_600_000)
    const again = await writeUser(world, acme.directory, name)
    expect(again).toMatchObject({ id: row.id, userId: row.userId, deletedAt: null })
    expect(await rolesOf(acme, row.userId)).toBe('member')
    await deleteUser(world.deps, acme.directory, row.id, null)
    const other = await writeUser(world, acme.directory, name, { externalId: 'somebody else' })
    expect(other).toMatchObject({ id: row.id, userId: null, waitingReason: 'account-exists' })
    expect(await rolesOf(acme, row.userId)).toBeNull()
    // After thirty days nothing is known of one that was deleted.
    await deleteUser(world.deps, acme.directory, row.id, null)
    world.pass(31 * day)
    while ((await sweepDirectories(world.deps, 500)) > 0);
    expect(await db().directoryUser.count({ where: { id: row.id } })).toBe(0)
  })

  test('groups have members of their own directory, as sets', async () => {
    const [acme, other] = [await open(), await open()]
    const users = [await writeUser(world, acme.directory, 'one'), await writeUser(world, acme.directory, 'two')]
    const [first = '', second = ''] = users.map(({ id }) => id)
    const foreign = await writeUser(world, other.directory, 'foreign')
    const unknown = createGroup(world.deps, acme.directory, { displayName: 'Wrong' }, [first, foreign.id])
    await expect(unknown).rejects.toMatchObject({ reason: 'unknown-member' })
    expect((await listGroups(world.deps, acme.directory, all)).total).toBe(0)
    const group = await createGroup(world.deps, acme.directory, { displayName: 'Team A', externalId: 'x' }, [first])
    expect(group).toMatchObject({ version: 1, members: [{ value: first, type: 'User' }] })
    const clash = createGroup(world.deps, acme.directory, { displayName: 'TEAM a' }, [])
    await expect(clash).rejects.toMatchObject({ reason: 'taken', attribute: 'displayName' })
    const nested = await createGroup(world.deps, acme.directory, { displayName: 'All' }, [group.id])
    expect(nested.members).toEqual([{ value: group.id, type: 'Group' }])
    const change = (remove: string[], add: string[], replace = false) =>
      patchGroup(
        world.deps,
        acme.directory,
        group.id,
        (attributes) => ({ attributes, members: { replace, remove: new Set(remove), add: new Set(add) } }),
        { ifMatch: null, include: { members: true } },
      )
    expect((await change([], [second])).members?.map(({ value }) => value)).toEqual([first, second].sort())
    expect(await change([foreign.id], [second])).toMatchObject({ version: 2 })
    expect((await change([first], [])).members?.map(({ value }) => value)).toEqual([second])
    expect((await change([], [first], true)).members?.map(({ value }) => value)).toEqual([first])
    const without = await findGroup(world.deps, acme.directory, group.id, { members: false })
    expect(without).toMatchObject({ version: 4, members: null })
    const renamed = { attributes: { displayName: 'Team B' }, members: [second] }
    const options = { ifMatch: 4, include: { members: true } }
    expect(await replaceGroup(world.deps, acme.directory, group.id, renamed, options)).toMatchObject({
      version: 5,
      attributes: { displayName: 'Team B' },
      members: [{ value: second }],
    })
    const shown = await findUser(world.deps, acme.directory, second, { groups: true })
    expect(shown.groups).toEqual([{ id: group.id, displayName: 'Team B' }])
    await deleteUser(world.deps, acme.directory, second, null)
    expect((await findGroup(world.deps, acme.directory, group.id, { members: true })).members).toEqual([])
    await deleteGroup(world.deps, acme.directory, group.id, 5)
    expect((await findGroup(world.deps, acme.directory, nested.id, { members: true })).members).toEqual([])
  })

  const all = { filter: null, startIndex: 1, count: 100, with: { members: true } }

  test('two changes of a group at once: both members are there', async () => {
    const acme = await open()
    const group = await createGroup(world.deps, acme.directory, { displayName: 'Race' }, [])
    const users = [await writeUser(world, acme.directory, 'r1'), await writeUser(world, acme.directory, 'r2')]
    await Promise.all(
      users.map(({ id }) =>
        patchGroup(
          world.deps,
          acme.directory,
          group.id,
          (attributes) => ({ attributes, members: { replace: false, remove: new Set(), add: new Set([id]) } }),
          { ifMatch: null, include: { members: false } },
        ),
      ),
    )
    const { members, version } = await findGroup(world.deps, acme.directory, group.id, { members: true })
    expect(members).toHaveLength(2)
    expect(version).toBe(3)
  })

  test('groups give roles and teams, and take away what they gave; owners by their word alone', async () => {
    const acme = await open()
    const { directory, actor } = acme
    const users = [
      await writeUser(world, directory, `m1@${acme.domain}`),
      await writeUser(world, directory, `m2@${acme.domain}`),
    ]
    const [first, second] = users
    if (!first || !second) throw new Error('two users')
    const admins = await createGroup(world.deps, directory, { displayName: 'Admins' }, [first.id])
    const teamId = (
      await db().team.create({
        data: { id: `team-${acme.id}`, organizationId: acme.id, slug: 'dev', name: 'Dev', createdAt: world.deps.now() },
      })
    ).id
    const { id: mapping } = await setGroupMapping(world.deps, actor, acme.id, { groupId: admins.id, role: 'admin' })
    await setGroupMapping(world.deps, actor, acme.id, { groupId: admins.id, teamId })
    await reviewAll()
    expect(await findDirectory(world.deps, acme.id)).toMatchObject({ reviewing: false })
    expect(await rolesOf(acme, first.userId)).toBe('admin')
    expect(await rolesOf(acme, second.userId)).toBe('member')
    expect(await db().teamMembership.count({ where: { teamId } })).toBe(1)
    // From then on, each change of the group at once.
    await patchGroup(
      world.deps,
      directory,
      admins.id,
      (attributes) => ({ attributes, members: { replace: true, remove: new Set(), add: new Set([second.id]) } }),
      { ifMatch: null, include: { members: false } },
    )
    expect(await rolesOf(acme, first.userId)).toBe('member')
    expect(await rolesOf(acme, second.userId)).toBe('admin')
    expect(await db().teamMembership.findMany({ where: { teamId } })).toMatchObject([{ userId: second.userId }])
    // Suspended and back: what it had is there again.
    await setActive(directory, second.id, false)
    expect(await db().teamMembership.count({ where: { teamId } })).toBe(0)
    await setActive(directory, second.id, true)
    expect(await rolesOf(acme, second.userId)).toBe('admin')
    expect(await db().teamMembership.count({ where: { teamId } })).toBe(1)
    const owner = setGroupMapping(world.deps, actor, acme.id, { groupId: admins.id, role: 'owner' })
    await expect(owner).rejects.toMatchObject({ problem: 'owner-not-allowed' })
    await allowOwnerByGroup(world.deps, actor, acme.id, true)
    await setGroupMapping(world.deps, actor, acme.id, { groupId: admins.id, role: 'owner' })
    await reviewAll()
    expect(await rolesOf(acme, second.userId)).toBe('owner')
    await allowOwnerByGroup(world.deps, actor, acme.id, false)
    await reviewAll()
    // Forbidden again, it takes what it gave.
    expect(await rolesOf(acme, second.userId)).toBe('admin')
    await removeGroupMapping(world.deps, actor, acme.id, mapping)
    await deleteGroup(world.deps, directory, admins.id, null)
    await reviewAll()
    expect(await listGroupMappings(world.deps, directory.id)).toEqual([])
    expect(await db().teamMembership.count({ where: { teamId } })).toBe(0)
    expect(await rolesOf(acme, acme.owner.userId)).toBe('owner')
  })

  test('owners whom a group has made are none once that is forbidden; whoever else is one stays it', async () => {
    const acme = await open()
    const { directory, actor } = acme
    const write = async (name: string) => {
      const { id, userId } = await writeUser(world, directory, `${name}@${acme.domain}`)
      return { id, userId: userId ?? '' }
    }
    const [byGroup, byHand] = [await write('by-group'), await write('by-hand')]
    const [away, first] = [await write('away'), await write('first')]
    const rows = [byGroup, byHand, away, first]
    const ids = rows.map(({ id }) => id)
    const chiefs = await createGroup(world.deps, directory, { displayName: 'Chiefs' }, ids)
    await allowOwnerByGroup(world.deps, actor, acme.id, true)
    await setRoles(world.deps, actor, acme.id, byHand.userId, { builtIn: ['owner'] })
    await setGroupMapping(world.deps, actor, acme.id, { groupId: chiefs.id, role: 'owner' })
    await reviewAll()
    for (const { userId } of rows) expect(await rolesOf(acme, userId)).toBe('owner')
    await setActive(directory, away.id, false)
    await allowOwnerByGroup(world.deps, actor, acme.id, false)
    await reviewAll()
    expect(await rolesOf(acme, byGroup.userId)).toBe('member')
    expect(await rolesOf(acme, byHand.userId)).toBe('owner')
    // The one who forbids it stays an owner, too: made by a group or not.
    expect(await rolesOf(acme, acme.owner.userId)).toBe('owner')
    const taken = await db().auditEvent.findFirstOrThrow({
      where: { organizationId: acme.id, targetId: byGroup.userId, action: 'member.roles_changed' },
      orderBy: { id: 'desc' },
    })
    expect(JSON.parse(taken.detail ?? '')).toMatchObject({ before: ['owner'], after: ['member'], by: 'directory' })
    // Who was suspended comes back without it.
    await setActive(directory, away.id, true)
    expect(await rolesOf(acme, away.userId)).toBe('member')
    // The last owner who can sign in stays one, although a group has made them: the ownership is not lost.
    await allowOwnerByGroup(world.deps, actor, acme.id, true)
    await reviewAll()
    expect(await rolesOf(acme, first.userId)).toBe('owner')
    for (const { userId } of [byHand, byGroup, away, acme.owner])
      await db().membership.updateMany({ where: { userId, organizationId: acme.id }, data: { roles: 'member' } })
    await db().directory.update({ where: { id: directory.id }, data: { allowOwner: false, reviewAfter: '' } })
    await reviewAll()
    expect(await rolesOf(acme, first.userId)).toBe('owner')
    // Once there is another one, the next look takes it.
    await setRoles(world.deps, operator, acme.id, byHand.userId, { builtIn: ['owner'] })
    await db().directory.update({ where: { id: directory.id }, data: { reviewAfter: '' } })
    await reviewAll()
    expect(await rolesOf(acme, first.userId)).toBe('member')
  })

  test('a group that takes the name of another one gives nothing of it; names that look alike are one', async () => {
    const acme = await open()
    const { directory, actor } = acme
    const row = await writeUser(world, directory, `climber@${acme.domain}`)
    const admins = await createGroup(world.deps, directory, { displayName: 'Admins' }, [])
    const others = await createGroup(world.deps, directory, { displayName: 'Others' }, [row.id])
    await setGroupMapping(world.deps, actor, acme.id, { groupId: admins.id, role: 'admin' })
    await deleteGroup(world.deps, directory, admins.id, null)
    const options = { ifMatch: null, include: { members: false } }
    const taken = { attributes: { displayName: 'Admins' }, members: [row.id] }
    await replaceGroup(world.deps, directory, others.id, taken, options)
    await reviewAll()
    expect(await rolesOf(acme, row.userId)).toBe('member')
    const alike = createGroup(world.deps, directory, { displayName: '\uff21dmins' }, [])
    await expect(alike).rejects.toMatchObject({ reason: 'taken' })
    const user = createUser(world.deps, directory, attributesOf(`\uff43limber@${acme.domain}`, { externalId: 'x' }))
    await expect(user).rejects.toMatchObject({ reason: 'taken', attribute: 'userName' })
    // A role that only owners give is given by no group that an owner has not allowed it.
    expect(await rolesOf(acme, acme.owner.userId)).toBe('owner')
  })

  test('many who are put into a group at once get what it gives in the background, each once', async () => {
    const acme = await open()
    const ids = Array.from({ length: 105 }, (_, index) => `many-${index}-of-${acme.id}`)
    await insertMembers(acme, ids)
    const group = await createGroup(world.deps, acme.directory, { displayName: 'Many' }, [])
    await setGroupMapping(world.deps, acme.actor, acme.id, { groupId: group.id, role: 'admin' })
    await reviewAll()
    const put = { attributes: { displayName: 'Many' }, members: ids }
    await replaceGroup(world.deps, acme.directory, group.id, put, { ifMatch: null, include: { members: false } })
    // Several processes at once: nobody is left out, and nobody is looked at for nothing.
    await Promise.all([reviewAll(), reviewAll()])
    await reviewAll()
    expect(await db().membership.count({ where: { organizationId: acme.id, roles: 'admin' } })).toBe(105)
    const changed = (await eventsOf(acme.id)).filter((action) => action === 'member.roles_changed')
    expect(changed).toHaveLength(105)
  })

  /** Members whom the directory has written, by the same ids as people and as users. */
  async function insertMembers({ id: organizationId, directory }: Opened, ids: readonly string[]) {
    const at = world.deps.now()
    await db().user.createMany({ data: ids.map((id) => ({ id, createdAt: at, updatedAt: at })) })
    await db().membership.createMany({
      data: ids.map((userId) => ({ organizationId, userId, roles: 'member', createdAt: at })),
    })
    await db().directoryUser.createMany({
      data: ids.map((id) => ({
        ...{ id, directoryId: directory.id, userId: id, userName: id, userNameKey: id, active: true },
        ...{ attributes: '{}', createdAt: at, changedAt: at },
      })),
    })
  }

  test('where sign-up is closed, an organization that nobody approved makes no accounts', async () => {
    const acme = await open()
    const { deps } = world
    const closed = { ...deps, config: { ...deps.config, signUp: { kind: 'invited' } as const } }
    const write = (name: string) => createUser(closed, acme.directory, attributesOf(`${name}@${acme.domain}`))
    const { id } = await write('first')
    expect(await rowOf(id)).toMatchObject({ userId: null, waitingReason: 'not-available' })
    await db().organization.update({ where: { id: acme.id }, data: { approvedAt: deps.now() } })
    expect(await rowOf((await write('second')).id)).toMatchObject({ waitingReason: null })
  })

  test('no directory stops that others are looked at again: not that of a disabled organization, and none that fails', async () => {
    const [disabled, failing, acme] = [await open(), await open(), await open()]
    const row = await writeUser(world, failing.directory, `spoiled@${failing.domain}`)
    const spoil = (attributes: string) => db().directoryUser.update({ where: { id: row.id }, data: { attributes } })
    await spoil('{')
    const ids = [disabled, failing, acme].map(({ directory }) => directory.id)
    await db().directory.updateMany({ where: { id: { in: ids } }, data: { reviewAfter: '' } })
    await db().organization.update({ where: { id: disabled.id }, data: { disabledAt: world.deps.now() } })
    const reviewing = async () =>
      (await db().directory.findMany({ where: { id: { in: ids }, reviewAfter: { not: null } } })).map(({ id }) => id)
    await expect(reviewAll()).rejects.toThrow()
    expect((await reviewing()).sort()).toEqual([disabled.directory.id, failing.directory.id].sort())
    await spoil(row.attributes)
    await reviewAll()
    expect(await reviewing()).toEqual([disabled.directory.id])
    await db().organization.update({ where: { id: disabled.id }, data: { disabledAt: null } })
    await reviewAll()
    expect(await reviewing()).toEqual([])
  })

  test('a list of users with more groups than a list may have is refused, before they are read', async () => {
    const acme = await open()
    const directoryId = acme.directory.id
    await insertMembers(
      acme,
      Array.from({ length: 200 }, (_, index) => `wide-${index}-of-${acme.id}`),
    )
    const at = world.deps.now()
    await db().directoryGroup.createMany({
      data: Array.from({ length: 500 }, (_, index) => ({
        ...{ id: `group-${index}-of-${acme.id}`, directoryId, displayName: `G${index}`, displayKey: `g${index}` },
        ...{ createdAt: at, changedAt: at },
      })),
    })
    await world.deps.db.sql.write(
      `INSERT INTO directory_member (group_id, member_id, type) SELECT g.id, u.id, 'User'
       FROM directory_group g JOIN directory_user u ON u.directory_id = g.directory_id WHERE g.directory_id = $1`,
      [directoryId],
    )
    const list = (count: number, groups: boolean) =>
      listUsers(world.deps, acme.directory, { filter: null, startIndex: 1, count, with: { groups } })
    await expect(list(200, true)).rejects.toMatchObject({ reason: 'too-many', attribute: 'groups' })
    expect((await list(200, false)).users).toHaveLength(200)
    expect((await list(2, true)).users.map(({ groups }) => groups?.length)).toEqual([500, 500])
  })

  test('users that were deleted count for the limit: nobody fills the table by writing and deleting', async () => {
    const acme = await open()
    const row = await writeUser(world, acme.directory, 'first@elsewhere.test')
    await deleteUser(world.deps, acme.directory, row.id, null)
    // In parts: a statement has a few seconds.
    for (let part = 0; part < 20; part += 1)
      await world.deps.db.sql.write(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
         INSERT INTO directory_user (id, directory_id, user_name, user_name_key, active, attributes, version, created_at, changed_at, deleted_at)
         SELECT u.id || '-${part}-' || n.i, u.directory_id, '${part}-' || n.i, '${part}-' || n.i, u.active, u.attributes, 1,
           u.created_at, u.changed_at, u.deleted_at
         FROM directory_user u CROSS JOIN n WHERE u.id = $1`,
        [row.id],
      )
    await expect(writeUser(world, acme.directory, 'another@elsewhere.test')).rejects.toMatchObject({
      reason: 'too-many',
    })
    // The same again is no further row.
    expect(await writeUser(world, acme.directory, 'first@elsewhere.test')).toMatchObject({ id: row.id })
  })

  test('who leaves, or is suspended, leaves no set-up link behind that they have made', async () => {
    const acme = await open()
    const [suspended, removed] = [
      await writeUser(world, acme.directory, `first-owner@${acme.domain}`),
      await writeUser(world, acme.directory, `second-owner@${acme.domain}`),
    ]
    const link = async (createdBy: string | null) => {
      const at = world.deps.now()
      const id = `link-${createdBy}`
      await db().setupLink.create({
        data: {
          ...{ id, organizationId: acme.id, tokenDigest: id, email: 'it@company.test', createdBy: createdBy ?? '' },
          ...{ createdAt: at, expiresAt: new Date(at.getTime() + day) },
        },
      })
      return async () => (await db().setupLink.findUniqueOrThrow({ where: { id } })).revokedAt !== null
    }
    const revoked = [await link(suspended.userId), await link(removed.userId), await link(acme.owner.userId)]
    const seen = async () => [await revoked[0]?.(), await revoked[1]?.(), await revoked[2]?.()]
    await setActive(acme.directory, suspended.id, false)
    expect(await seen()).toEqual([true, false, false])
    await removeMember(world.deps, acme.actor, acme.id, removed.userId ?? '')
    expect(await seen()).toEqual([true, true, false])
    expect((await eventsOf(acme.id)).filter((action) => action === 'setup_link.revoked')).toHaveLength(2)
  })

  test('operators and admins are told once a day that the ownership waits, however often it does', async () => {
    const acme = await open()
    const address = acme.owner.person.email
    const row = await writeUser(world, acme.directory, address)
    world.mailbox.down = true
    try {
      const waiting = async () => (await db().outboxMessage.findMany({ select: { id: true } })).map(({ id }) => id)
      // What other stories have left in the outbox may leave it meanwhile.
      const mails = async () => {
        const before = await waiting()
        await setActive(acme.directory, row.id, false)
        const queued = (await waiting()).filter((id) => !before.includes(id))
        await setActive(acme.directory, row.id, true)
        return queued.length
      }
      expect(await mails()).toBeGreaterThan(0)
      expect(await mails()).toBe(0)
      world.pass(day + 1000)
      expect(await mails()).toBeGreaterThan(0)
      const parked = (await eventsOf(acme.id)).filter((action) => action === 'directory.owner_parked')
      expect(parked).toHaveLength(3)
    } finally {
      world.mailbox.down = false
    }
  })

  test('the ownership that waits outlives the directory, and what was merged', async () => {
    const acme = await open()
    const row = await writeUser(world, acme.directory, acme.owner.person.email)
    await setActive(acme.directory, row.id, false)
    await db().directory.update({
      where: { id: acme.directory.id },
      data: { closedAt: new Date(world.deps.now().getTime() - 31 * day) },
    })
    while ((await sweepDirectories(world.deps, 500)) > 0);
    expect(await findDirectory(world.deps, acme.id)).toBeNull()
    const parked = () => db().suspendedMembership.findFirst({ where: { organizationId: acme.id } })
    expect(await parked()).toMatchObject({ userId: acme.owner.userId, roles: 'owner', parked: true })
    // No directory knows anything of either account any more.
    const operator = { kind: 'operator', id: 'operator', network: '127.0.0.1' } as const
    const { userId } = await account({ ...acme, domain: 'private.test' }, `other-${opened}`)
    await mergePeople(world.deps, operator, acme.owner.userId, userId)
    expect(await parked()).toMatchObject({ userId, parked: true })
  })

  test('who was removed here stays away until the directory says that they come back', async () => {
    const acme = await open()
    const row = await writeUser(world, acme.directory, `left@${acme.domain}`)
    await db().membership.deleteMany({ where: { userId: row.userId ?? '' } })
    await patchUser(world.deps, acme.directory, row.id, (c) => ({ ...c, title: 'Dr' }), null)
    expect(await rowOf(row.id)).toMatchObject({ waitingReason: 'removed-here', userId: row.userId })
    expect(await rolesOf(acme, row.userId)).toBeNull()
    await setActive(acme.directory, row.id, false)
    await setActive(acme.directory, row.id, true)
    expect(await rowOf(row.id)).toMatchObject({ waitingReason: null })
    expect(await rolesOf(acme, row.userId)).toBe('member')
  })

  test('two accounts of a person become one, and what the directory says of either is true of it', async () => {
    const acme = await open()
    const operator = { kind: 'operator', id: 'operator', network: '127.0.0.1' } as const
    const row = await writeUser(world, acme.directory, `work@${acme.domain}`)
    await db().membership.updateMany({ where: { userId: row.userId ?? '' }, data: { roles: 'admin' } })
    await setActive(acme.directory, row.id, false)
    const { userId } = await account({ ...acme, domain: 'private.test' }, `private-${opened}`)
    await db().membership.create({
      data: { organizationId: acme.id, userId, roles: 'member', createdAt: world.deps.now() },
    })
    await mergePeople(world.deps, operator, row.userId ?? '', userId)
    expect(await rowOf(row.id)).toMatchObject({ userId, active: false })
    await reviewAll()
    expect(await rolesOf(acme, userId)).toBeNull()
    world.pass(1000)
    await setActive(acme.directory, row.id, true)
    // It begins now: a token of before is not one of it.
    expect(await db().membership.findFirst({ where: { organizationId: acme.id, userId } })).toMatchObject({
      roles: 'member',
      createdAt: world.deps.now(),
    })
  })

  test('a domain that is proven lets those become members who waited for it', async () => {
    const acme = await open()
    const domain = `later-${opened}.test`
    const row = await writeUser(world, acme.directory, `waits@${domain}`)
    expect(row.waitingReason).toBe('outside-domain')
    await proveDomain(world, records, { id: acme.id, slug: acme.slug, browser: acme.owner.browser }, domain)
    await reviewAll()
    const after = await rowOf(row.id)
    expect(after).toMatchObject({ waitingReason: null, version: 1 })
    expect(await rolesOf(acme, after.userId)).toBe('member')
  })

  test('tokens are shown once, two at most, and end for themselves, by hand and with the directory', async () => {
    const acme = await open()
    const { deps } = world
    expect(acme.token).toMatch(/^scim_[\w-]{43}$/)
    const second = await createDirectoryToken(deps, acme.actor, acme.id)
    await expect(createDirectoryToken(deps, acme.actor, acme.id)).rejects.toMatchObject({ problem: 'too-many-tokens' })
    expect(JSON.stringify(await listDirectoryTokens(deps, acme.id))).not.toContain(second.token)
    const stored = await db().directoryToken.findUniqueOrThrow({ where: { id: second.id } })
    expect(JSON.stringify(stored)).not.toContain(second.token.slice(10))
    expect(await findDirectoryByToken(deps, second.token)).toMatchObject({ organizationId: acme.id })
    await revokeDirectoryToken(deps, acme.actor, acme.id, second.id)
    expect(await findDirectoryByToken(deps, second.token)).toBeNull()
    for (const wrong of ['', 'scim_', `${acme.token}x`, acme.token.slice(5), `x${acme.token}`])
      expect(await findDirectoryByToken(deps, wrong)).toBeNull()
    expect(await findDirectoryByToken({ ...deps, config: { ...deps.config, scim: false } }, acme.token)).toBeNull()
    await pauseDirectory(deps, acme.actor, acme.id)
    expect((await findDirectoryByToken(deps, acme.token))?.pausedAt).toBeInstanceOf(Date)
    await resumeDirectory(deps, acme.actor, acme.id)
    expect((await findDirectoryByToken(deps, acme.token))?.pausedAt).toBeNull()
    await db().organization.update({ where: { id: acme.id }, data: { disabledAt: deps.now() } })
    expect(await findDirectoryByToken(deps, acme.token)).toBeNull()
    await db().organization.update({ where: { id: acme.id }, data: { disabledAt: null } })
    const late = { ...deps, now: () => new Date(deps.now().getTime() + 366 * day) }
    expect(await findDirectoryByToken(late, acme.token)).toBeNull()
    await closeDirectory(deps, acme.actor, acme.id)
    expect(await findDirectoryByToken(deps, acme.token)).toBeNull()
    await expect(createUser(deps, acme.directory, attributesOf('late'))).rejects.toMatchObject({ reason: 'not-found' })
  })

  test('a directory that is closed keeps what it knew for thirty days, and members stay', async () => {
    const acme = await open()
    const [stays, gone] = [
      await writeUser(world, acme.directory, `stays@${acme.domain}`),
      await writeUser(world, acme.directory, `gone@${acme.domain}`),
    ]
    await createGroup(world.deps, acme.directory, { displayName: 'Kept' }, [stays.id])
    await setActive(acme.directory, gone.id, false)
    await closeDirectory(world.deps, acme.actor, acme.id)
    expect(await rolesOf(acme, stays.userId)).toBe('member')
    world.pass(29 * day)
    while ((await sweepDirectories(world.deps, 500)) > 0);
    await openDirectory(world.deps, acme.actor, acme.id)
    expect(await directoryCounts(world.deps, acme.directory.id)).toMatchObject({ users: 2, active: 1, groups: 1 })
    await closeDirectory(world.deps, acme.actor, acme.id)
    world.pass(31 * day)
    while ((await sweepDirectories(world.deps, 2)) > 0);
    expect(await findDirectory(world.deps, acme.id)).toBeNull()
    expect(await db().suspendedMembership.count({ where: { organizationId: acme.id } })).toBe(0)
    expect(await rolesOf(acme, stays.userId)).toBe('member')
  })

  test('the last hundred requests are known, and how many failed today', async () => {
    const acme = await open()
    for (let index = 0; index < 103; index += 1)
      await noteRequest(world.deps, acme.directory, {
        method: 'GET',
        path: `/Users/${index}`,
        status: index % 50 === 0 ? 404 : 200,
        scimType: index % 50 === 0 ? 'noTarget' : null,
      })
    const requests = await recentRequests(world.deps, acme.directory.id)
    expect(requests).toHaveLength(100)
    expect(requests.map(({ path }) => path).slice(0, 2)).toEqual(['/Users/102', '/Users/101'])
    expect(requests.at(-1)?.path).toBe('/Users/3')
    expect(await directoryCounts(world.deps, acme.directory.id)).toMatchObject({ errorsToday: 3, quiet: false })
    expect((await listDirectoryTokens(world.deps, acme.id))[0]?.lastUsedAt).toBeInstanceOf(Date)
    world.pass(2 * day)
    expect(await directoryCounts(world.deps, acme.directory.id)).toMatchObject({ errorsToday: 0, quiet: true })
  })

  test('only owners with a passkey open it and make tokens, and only of their own', async () => {
    const [acme, other] = [await open(), await open()]
    await expect(openDirectory(world.deps, other.actor, acme.id)).rejects.toMatchObject({ reason: 'not-found' })
    await expect(createDirectoryToken(world.deps, other.actor, acme.id)).rejects.toMatchObject({ reason: 'not-found' })
    const { userId } = await writeUser(world, acme.directory, `admin@${acme.domain}`)
    await db().membership.updateMany({ where: { userId: userId ?? '' }, data: { roles: 'admin' } })
    const admin = { ...acme.actor, id: userId ?? '' }
    await expect(createDirectoryToken(world.deps, admin, acme.id)).rejects.toMatchObject({ reason: 'forbidden' })
    await db().passkey.deleteMany({ where: { userId: acme.owner.userId } })
    await expect(createDirectoryToken(world.deps, acme.actor, acme.id)).rejects.toMatchObject({ problem: 'no-passkey' })
    const [token] = await listDirectoryTokens(world.deps, acme.id)
    await expect(revokeDirectoryToken(world.deps, other.actor, other.id, token?.id ?? '')).rejects.toMatchObject({
      reason: 'not-found',
    })
    expect(await groupsToMap(world.deps, acme.directory.id, { after: null, limit: 10 })).toEqual([])
  })
})
