import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shortenByOperator } from '../src/flows/account/recovery-shortening.ts'
import { resetMember, resetSignIn } from '../src/flows/account/sign-in-reset.ts'
import { findOperatorRole } from '../src/flows/identity/operator-roles.ts'
import { disablePerson, removePerson } from '../src/flows/management/directory.ts'
import { giveOperatorRole, takeOperatorRole } from '../src/flows/management/operator-roles.ts'
import { endPersonSession, revokePersonGrants, signOutPerson } from '../src/flows/management/person-access.ts'
import {
  type Creator,
  createOrganization,
  mayCreateOrganization,
} from '../src/flows/organizations/organization-creation.ts'
import { type Actor, system, userActor } from '../src/flows/platform/audit.ts'
import { federatedAcr, mailAcr } from '../src/oidc/acr.ts'
import { databases } from './support/databases.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// The roles of operators: who gives them, what they reach, and that nobody acts on an operator of their own rank.

type OperatorActor = Actor & { kind: 'operator' }
const roles = ['viewer', 'support', 'administrator'] as const
type Role = (typeof roles)[number]

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  let count = 0
  beforeAll(async () => {
    world = await openTestWorld(
      {
        OPERATORS: 'root@example.test,second-root@example.test,unclaimed@example.test',
        ORGANIZATION_CREATION: 'operators',
      },
      { database },
    )
  })
  afterAll(() => world?.close())

  async function person(role?: Role, email = `operator${++count}@example.test`) {
    const id = `person${++count}`
    const at = world.deps.now()
    await world.deps.db.prisma.user.create({
      data: { id, createdAt: at, updatedAt: at, givenName: 'Op', familyName: id },
    })
    await world.deps.db.prisma.email.create({ data: { address: email, userId: id, isPrimary: true, verifiedAt: at } })
    if (role) await giveOperatorRole(world.deps, system, id, role)
    return { id, email, actor: { kind: 'operator', id, network: '203.0.113.0/24' } as OperatorActor }
  }
  const root = async () => {
    const known = await world.deps.db.prisma.email.findUnique({ where: { address: 'root@example.test' } })
    return known
      ? { id: known.userId, actor: { kind: 'operator', id: known.userId, network: '' } as OperatorActor }
      : person(undefined, 'root@example.test')
  }
  const roleOf = (id: string) => findOperatorRole(world.deps, world.deps.db, id)
  const refused = { reason: 'forbidden', problem: 'higher-operator' }

  test('root gives every role, and an administrator those below their own', async () => {
    const top = await root()
    const administrator = await person()
    expect(await giveOperatorRole(world.deps, top.actor, administrator.id, 'administrator')).toBe(true)
    expect(await roleOf(administrator.id)).toBe('administrator')
    const other = await person()
    expect(await giveOperatorRole(world.deps, administrator.actor, other.id, 'support')).toBe(true)
    expect(await giveOperatorRole(world.deps, administrator.actor, other.id, 'support')).toBe(false)
    expect(await giveOperatorRole(world.deps, administrator.actor, other.id, 'viewer')).toBe(true)
    // The refusals of an hour are one event with an id of their own, which has no order within a millisecond.
    world.pass(1)
    await expect(giveOperatorRole(world.deps, administrator.actor, other.id, 'administrator')).rejects.toMatchObject({
      problem: 'role-too-high',
    })
    const actions = await world.deps.db.prisma.auditEvent.findMany({
      where: { targetId: other.id, action: { startsWith: 'operator.' } },
      orderBy: { id: 'asc' },
    })
    expect(actions.map(({ action, result }) => `${action} ${result}`)).toEqual([
      'operator.role_granted ok',
      'operator.role_changed ok',
      'operator.role_granted refused',
    ])
  })

  test('CO-82: nobody changes their own role, that of an equal, or that of root, and support and viewers change none', async () => {
    const top = await root()
    const administrator = await person('administrator')
    const equal = await person('administrator')
    const support = await person('support')
    const viewer = await person('viewer')
    const stranger = await person()
    const refusals = [
      () => takeOperatorRole(world.deps, administrator.actor, administrator.id),
      () => giveOperatorRole(world.deps, administrator.actor, administrator.id, 'viewer'),
      () => takeOperatorRole(world.deps, administrator.actor, equal.id),
      () => giveOperatorRole(world.deps, administrator.actor, top.id, 'viewer'),
      () => takeOperatorRole(world.deps, system, top.id),
      () => giveOperatorRole(world.deps, support.actor, stranger.id, 'support'),
      () => takeOperatorRole(world.deps, support.actor, administrator.id),
      () => giveOperatorRole(world.deps, viewer.actor, stranger.id, 'viewer'),
      () => giveOperatorRole(world.deps, { ...stranger.actor }, stranger.id, 'viewer'),
    ]
    for (const [index, attempt] of refusals.entries())
      await expect(attempt(), String(index)).rejects.toMatchObject({ reason: 'forbidden' })
    expect(await roleOf(stranger.id)).toBeNull()
    expect(await roleOf(equal.id)).toBe('administrator')
  })

  test('the person is told by mail, in every mailbox', async () => {
    const top = await root()
    const { id, email } = await person()
    await giveOperatorRole(world.deps, top.actor, id, 'support')
    expect((await world.mailbox.take(email)).text).toContain('operator of this server, with the role Support')
    await takeOperatorRole(world.deps, top.actor, id)
    expect((await world.mailbox.take(email)).text).toContain('no longer an operator')
  })

  test('CO-80: nobody acts on the account of an operator of the same role or a higher one', async () => {
    const top = await root()
    const actors: Record<Role | 'root', OperatorActor> = {
      viewer: (await person('viewer')).actor,
      support: (await person('support')).actor,
      administrator: (await person('administrator')).actor,
      root: top.actor,
    }
    const ranks = ['viewer', 'support', 'administrator', 'root'] as const
    for (const role of roles) {
      for (const rank of ranks) {
        const target = await person(role)
        const { deps } = world
        const acts: [string, () => Promise<unknown>][] = [
          ['sign out', () => signOutPerson(deps, actors[rank], target.id)],
          ['revoke', () => revokePersonGrants(deps, actors[rank], target.id, 'web')],
          ['disable', () => disablePerson(deps, actors[rank], target.id, true)],
          ['enable', () => disablePerson(deps, actors[rank], target.id, false)],
          ['reset', () => resetSignIn(deps, actors[rank], target.id, `reset${++count}@example.test`)],
          ['delete', () => removePerson(deps, actors[rank], target.id)],
        ]
        for (const [name, act] of acts) {
          const what = `${rank}: ${name} of ${role}`
          if (ranks.indexOf(rank) > ranks.indexOf(role)) await act()
          else await expect(act(), what).rejects.toMatchObject(refused)
        }
        expect((await world.deps.db.prisma.user.findUnique({ where: { id: target.id } })) === null).toBe(
          ranks.indexOf(rank) > ranks.indexOf(role),
        )
      }
    }
    await expect(signOutPerson(world.deps, actors.root, top.id)).rejects.toMatchObject(refused)
    const refusals = await world.deps.db.prisma.auditEvent.count({
      where: { action: 'user.sign_in_reset', result: 'refused', actorId: actors.administrator.id },
    })
    expect(refusals).toBe(1)
  })

  test('CO-81: nobody but a root gives an address that OPERATORS names, which would make its holder a root', async () => {
    const client = { kind: 'client', id: 'admin', network: '', organizationId: null } as const
    const actors: Actor[] = [client, (await person('support')).actor, (await person('administrator')).actor]
    const target = await person()
    for (const actor of actors)
      await expect(resetSignIn(world.deps, actor, target.id, 'unclaimed@example.test')).rejects.toMatchObject({
        problem: 'not-allowed-here',
      })
    expect(await roleOf(target.id)).toBeNull()
    await resetSignIn(world.deps, (await root()).actor, target.id, 'unclaimed@example.test')
    expect(await roleOf(target.id)).toBe('root')
  })

  test('a session of an equal is not ended, and a recovery not shortened', async () => {
    const administrator = await person('administrator')
    await world.signIn({ email: 'second-root@example.test' })
    const session = await world.deps.db.prisma.session.findFirstOrThrow({ where: { endedAt: null } })
    await expect(endPersonSession(world.deps, administrator.actor, session.userId, session.id)).rejects.toMatchObject(
      refused,
    )
    await expect(shortenByOperator(world.deps, administrator.actor, session.userId)).rejects.toMatchObject(refused)
    const after = await world.deps.db.prisma.session.findUniqueOrThrow({ where: { id: session.id } })
    expect(after.endedAt).toBeNull()
  })

  test('a client that manages the server acts as an administrator, and a command as above all', async () => {
    const client = { kind: 'client', id: 'admin', network: '', organizationId: null } as const
    const support = await person('support')
    const administrator = await person('administrator')
    await signOutPerson(world.deps, client, support.id)
    await expect(signOutPerson(world.deps, client, administrator.id)).rejects.toMatchObject(refused)
    await signOutPerson(world.deps, system, administrator.id)
    await signOutPerson(world.deps, system, (await root()).id)
  })

  test('an owner of an organization never resets the sign-in of an operator, whatever the role', async () => {
    const at = world.deps.now()
    const owner = await person()
    const viewer = await person('viewer', `viewer@managed-${database}.test`)
    const organization = {
      id: `org-${database}`,
      slug: `org-${database}`,
      name: 'Managed',
      createdAt: at,
      membersMakeTeams: false,
    }
    await world.deps.db.prisma.organization.create({ data: organization })
    const member = { organizationId: organization.id, createdAt: at }
    await world.deps.db.prisma.membership.createMany({
      data: [
        { ...member, userId: owner.id, roles: 'owner' },
        { ...member, userId: viewer.id, roles: 'member' },
      ],
    })
    const name = `managed-${database}.test`
    await world.deps.db.prisma.domain.create({
      data: {
        organizationId: organization.id,
        name,
        token: 't',
        createdAt: at,
        verifiedAt: at,
        method: 'dns',
        claimed: name,
      },
    })
    const reset = () => resetMember(world.deps, userActor(owner.id, ''), organization.id, viewer.id, `new@${name}`)
    await expect(reset()).rejects.toMatchObject({ problem: 'belongs-elsewhere' })
    await takeOperatorRole(world.deps, system, viewer.id)
    await reset()
  })

  test('a stored role counts where OPERATORS does: who creates organizations, but for viewers', async () => {
    const may = (id: string, session: object = { acr: mailAcr, connection: null }) =>
      mayCreateOrganization(world.deps, { person: { id }, session } as unknown as Creator)
    expect(await may((await person('support')).id)).toBe(true)
    expect(await may((await person('viewer')).id)).toBe(false)
    expect(await may((await person()).id)).toBe(false)
  })

  test('an operator whom a provider signed in creates organizations as little as they open the console', async () => {
    const { id } = await person('administrator')
    const connection = { id: 'connection', organizationId: 'customer' }
    for (const session of [
      { acr: federatedAcr, connection },
      { acr: mailAcr, connection },
      { acr: federatedAcr, connection: null },
    ]) {
      const creator = { person: { id }, session } as unknown as Creator
      expect(await mayCreateOrganization(world.deps, creator)).toBe(false)
      const create = () => createOrganization(world.deps, userActor(id, ''), id, { name: 'By a provider', creator })
      await expect(create()).rejects.toMatchObject({ reason: 'forbidden' })
    }
    const create = () => createOrganization(world.deps, userActor(id, ''), id, { name: 'Without a session' })
    await expect(create()).rejects.toMatchObject({ reason: 'forbidden' })
  })

  test('a role ends with its account, and a role that this version does not know gives nothing', async () => {
    const { id } = await person('administrator')
    await removePerson(world.deps, system, id)
    expect(await world.deps.db.prisma.operatorRole.findUnique({ where: { userId: id } })).toBeNull()
    const odd = await person()
    await world.deps.db.prisma.operatorRole.create({ data: { userId: odd.id, role: 'owner', at: world.deps.now() } })
    expect(await roleOf(odd.id)).toBeNull()
    await world.deps.db.prisma.operatorRole.update({ where: { userId: odd.id }, data: { role: 'root' } })
    expect(await roleOf(odd.id)).toBeNull()
  })
})
