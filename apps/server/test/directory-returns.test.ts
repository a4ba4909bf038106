import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createGroup } from '../src/flows/directory/groups.ts'
import { removeGroupMapping, setGroupMapping } from '../src/flows/directory/mappings.ts'
import { reviewDirectories } from '../src/flows/directory/review.ts'
import type { AuthenticatedDirectory } from '../src/flows/directory/types.ts'
import { createUser, deleteUser, patchUser } from '../src/flows/directory/users.ts'
import { importUsers } from '../src/flows/management/user-import/user-import.ts'
import { invite } from '../src/flows/organizations/invitations/invitations.ts'
import { acceptInvitation, pendingInvitations } from '../src/flows/organizations/invitations/received-invitations.ts'
import { joinableOrganizations, joinByDomain } from '../src/flows/organizations/members/joining.ts'
import { addMember, removeMember } from '../src/flows/organizations/members/member-roles.ts'
import { userActor } from '../src/flows/platform/audit.ts'
import { answerTxt, openCompany, openOrganization, signInByCompany } from './support/company.ts'
import { databases } from './support/databases.ts'
import { attributesOf, openDirectoryOf, writeUser } from './support/directories.ts'
import { openUpstream, type Upstream } from './support/upstream.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// Who comes back after a directory or an owner has ended a membership, by whose word, and with what.

const hour = 3_600_000
const operator = { kind: 'operator', id: 'operator', network: '127.0.0.1' } as const

describe.each(databases)('coming back to an organization with a directory, in %s', (database) => {
  let world: TestWorld
  let upstream: Upstream
  let records: Map<string, string[]>
  beforeAll(async () => {
    world = await openTestWorld({ SCIM: 'on', SSO: 'on', PASSKEY_NUDGE: 'off' }, { database })
    upstream = await openUpstream(world.deps)
    records = answerTxt(world)
  })
  afterAll(async () => {
    await upstream?.close()
    await world?.close()
  })
  beforeEach(() => {
    upstream.reset()
    world.pass(hour)
  })

  const db = () => world.deps.db.prisma
  let opened = 0
  async function open() {
    opened += 1
    const domain = `returns-${opened}.test`
    const organization = await openOrganization(world, records, domain)
    return { ...organization, domain, ...(await openDirectoryOf(world, organization)) }
  }
  /** The same with a connection, by which anybody may join whom the directory does not know. */
  async function openWithSignIn() {
    opened += 1
    const domain = `returns-${opened}.test`
    const company = await openCompany(world, records, { domain, upstream, settings: { jit: true } })
    const rest = await openDirectoryOf(world, company)
    const { settings } = await db().connection.findUniqueOrThrow({ where: { id: company.connectionId } })
    await db().connection.update({
      where: { id: company.connectionId },
      data: { settings: settings.replace('"jit":false', '"jit":true') },
    })
    const signIn = (email: string) => {
      upstream.person = { ...upstream.person, sub: `subject of ${email}`, email }
      const params = { scope: 'openid email organization', organization: company.slug }
      return signInByCompany(world, upstream, { email, params })
    }
    return { ...company, ...rest, domain, signIn }
  }
  const rolesOf = async ({ id: organizationId }: { id: string }, userId: string | null) =>
    (await db().membership.findFirst({ where: { organizationId, userId: userId ?? '' } }))?.roles ?? null
  const rowOf = (id: string) => db().directoryUser.findUniqueOrThrow({ where: { id } })
  const setActive = (directory: AuthenticatedDirectory, id: string, active: boolean) =>
    patchUser(world.deps, directory, id, (current) => ({ ...current, active }), null)

  test('an import makes nobody a member whose access the directory has ended', async () => {
    const acme = await open()
    const row = await writeUser(world, acme.directory, `known@${acme.domain}`)
    await setActive(acme.directory, row.id, false)
    await writeUser(world, acme.directory, `inactive@${acme.domain}`, { active: false })
    const waits = await writeUser(world, acme.directory, `waits-${opened}@elsewhere.test`)
    const line = (sub: string | null, email: string) =>
      JSON.stringify({ sub, email, email_verified: true, organizations: [{ slug: acme.slug, roles: ['owner'] }] })
    async function* lines() {
      yield line(row.userId, `known@${acme.domain}`)
      yield line(`inactive-${acme.id}`, `inactive@${acme.domain}`)
      yield line(`waits-${acme.id}`, `waits-${opened}@elsewhere.test`)
    }
    const refused: string[] = []
    const summary = await importUsers(world.deps, lines(), {
      ...{ dryRun: false, unverified: false, progress: () => {} },
      refused: (number, reason) => refused.push(`${number}: ${reason}`),
    })
    expect(refused).toEqual([1, 2].map((at) => `${at}: organizations ${acme.slug}: suspended-by-directory`))
    expect(summary).toMatchObject({ made: 1, memberships: 1 })
    expect(await rolesOf(acme, row.userId)).toBeNull()
    // Whoever was imported is linked, so that the directory can end it.
    await setActive(acme.directory, waits.id, false)
    expect(await rolesOf(acme, `waits-${acme.id}`)).toBeNull()
    expect(await db().suspendedMembership.count({ where: { userId: `waits-${acme.id}` } })).toBe(1)
  })

  test('whom the directory has deleted asks, or is invited anew: no domain and no earlier invitation lets them in', async () => {
    const acme = await open()
    const email = `gone@${acme.domain}`
    const inviteThem = () =>
      invite(world.deps, acme.actor, acme.id, {
        email,
        roles: ['member'],
        teamIds: [],
        clientId: null,
        languages: [],
      })
    const earlier = await inviteThem()
    const row = await writeUser(world, acme.directory, email)
    const userId = row.userId ?? ''
    const actor = userActor(userId, '127.0.0.1')
    const accept = ({ id }: { id: string }) => acceptInvitation(world.deps, actor, { id, organizationId: acme.id })
    await db().domain.updateMany({ where: { organizationId: acme.id }, data: { joining: 'automatic' } })
    world.pass(hour)
    await deleteUser(world.deps, acme.directory, row.id, null)
    expect(await pendingInvitations(world.deps, userId)).toEqual([])
    await expect(accept(earlier)).rejects.toMatchObject({ problem: 'suspended-by-directory' })
    expect(await joinableOrganizations(world.deps, userId)).toMatchObject([{ joining: 'suggest' }])
    expect(await joinByDomain(world.deps, actor, acme.id)).toBe('asked')
    expect(await rolesOf(acme, userId)).toBeNull()
    world.pass(hour)
    expect(await accept(await inviteThem())).toBe(acme.id)
    expect(await rolesOf(acme, userId)).toBe('member')
    // When nothing is known of the deletion any more, nobody else joins alone either.
    await db().membership.deleteMany({ where: { organizationId: acme.id, userId } })
    await db().directoryUser.delete({ where: { id: row.id } })
    expect(await joinByDomain(world.deps, actor, acme.id)).toBe('asked')
  })

  test('whom an owner has removed, or who has left, does not come back by signing in', async () => {
    const acme = await openWithSignIn()
    const email = `removed@${acme.domain}`
    const row = await writeUser(world, acme.directory, email)
    expect((await acme.signIn(email)).code).not.toBeNull()
    const actors = [acme.actor, userActor(row.userId ?? '', '127.0.0.1')]
    for (const actor of actors) {
      await removeMember(world.deps, actor, acme.id, row.userId ?? '')
      expect(await rowOf(row.id)).toMatchObject({ waitingReason: 'removed-here', userId: row.userId })
      expect((await acme.signIn(email)).code).toBeNull()
      expect(await rolesOf(acme, row.userId)).toBeNull()
      await setActive(acme.directory, row.id, false)
      await setActive(acme.directory, row.id, true)
      // Their provider does not know them any more: they confirm that it is them.
      world.pass(hour)
      expect((await acme.signIn(email)).code).not.toBeNull()
    }
    await deleteUser(world.deps, acme.directory, row.id, null)
    expect((await acme.signIn(email)).code).toBeNull()
    expect((await acme.signIn(`stranger@${acme.domain}`)).code).not.toBeNull()
  })

  test('an account that an operator uses is not one that nobody has used', async () => {
    const acme = await openWithSignIn()
    const mailsAfterSignIn = async (name: string, isOperator: boolean) => {
      const email = `${name}@${acme.domain}`
      const row = await writeUser(world, acme.directory, email)
      const given = { userId: row.userId ?? '', role: 'support', at: world.deps.now() }
      if (isOperator) await db().operatorRole.create({ data: given })
      expect((await acme.signIn(email)).code).not.toBeNull()
      return world.mailbox.mails.filter(({ to }) => JSON.stringify(to).includes(email)).length
    }
    // They enter the code that is mailed to them.
    expect(await mailsAfterSignIn('operator', true)).toBeGreaterThan(await mailsAfterSignIn('employee', false))
  })

  test('a second user of a person whose first one was deleted ends their access', async () => {
    const acme = await open()
    const email = `twice@${acme.domain}`
    const first = await writeUser(world, acme.directory, email)
    await deleteUser(world.deps, acme.directory, first.id, null)
    const emails = [{ value: email, primary: true }]
    const second = await writeUser(world, acme.directory, `other-${email}`, { emails })
    expect(second).toMatchObject({ userId: null, waitingReason: 'account-exists' })
    await addMember(world.deps, operator, acme.id, first.userId ?? '', ['member'])
    expect(await rowOf(second.id)).toMatchObject({ userId: first.userId, waitingReason: null })
    expect(await rowOf(first.id)).toMatchObject({ userId: null })
    await setActive(acme.directory, second.id, false)
    expect(await rolesOf(acme, first.userId)).toBeNull()
    expect(await db().suspendedMembership.count({ where: { userId: first.userId ?? '' } })).toBe(1)
  })

  /** Somebody whom a connection of the organization has named before. */
  async function identify(organizationId: string, userId: string, protocol: 'oidc' | 'id-jag') {
    const at = world.deps.now()
    const id = `${protocol}-of-${userId}`
    await db().connection.create({
      data: {
        ...{ id, organizationId, protocol, provider: 'generic', name: protocol, state: 'off', issuer: id },
        ...{ tenant: '', clientId: '', authMethod: 'none', settings: '{}', createdAt: at },
      },
    })
    await db().externalIdentity.create({
      data: { connectionId: id, issuer: id, subject: id, userId, linkedAt: at, seenAt: at },
    })
  }

  test('another person with the name or address of a deleted user waits, whatever the directory sends of them', async () => {
    const acme = await open()
    const email = `same@${acme.domain}`
    const row = await writeUser(world, acme.directory, email)
    await identify(acme.id, row.userId ?? '', 'oidc')
    await deleteUser(world.deps, acme.directory, row.id, null)
    const another = await writeUser(world, acme.directory, email, { externalId: 'somebody else' })
    expect(another).toMatchObject({ id: row.id, userId: null, waitingReason: 'account-exists' })
    for (const active of [true, false, true]) {
      await patchUser(world.deps, acme.directory, row.id, (c) => ({ ...c, active, title: `${c.title}!` }), null)
      expect(await rowOf(row.id)).toMatchObject({ userId: null })
    }
    expect(await rolesOf(acme, row.userId)).toBeNull()
    // Without an external id, nothing says that it is the same person.
    const { externalId: _, ...unnamed } = attributesOf(`unnamed@${acme.domain}`)
    const { id } = await createUser(world.deps, acme.directory, unnamed)
    const { userId } = await rowOf(id)
    await deleteUser(world.deps, acme.directory, id, null)
    await createUser(world.deps, acme.directory, unnamed)
    expect(await rowOf(id)).toMatchObject({ userId: null, waitingReason: 'account-exists' })
    expect(await rolesOf(acme, userId)).toBeNull()
  })

  test('only a sign-in by the company says whose account it is, not the assertion of an issuer for agents', async () => {
    const acme = await open()
    const written = async (protocol: 'oidc' | 'id-jag') => {
      const { person } = await world.signIn({ email: `${protocol}@${acme.domain}` })
      const { userId } = await db().email.findUniqueOrThrow({ where: { address: person.email } })
      await identify(acme.id, userId, protocol)
      return { userId, row: await writeUser(world, acme.directory, person.email) }
    }
    const agent = await written('id-jag')
    expect(agent.row).toMatchObject({ userId: null, waitingReason: 'account-exists' })
    const known = await written('oidc')
    expect(known.row).toMatchObject({ userId: known.userId, waitingReason: null })
    expect(await rolesOf(acme, known.userId)).toBe('member')
  })

  test('a suspended membership comes back without what no group gives any more', async () => {
    const acme = await open()
    const row = await writeUser(world, acme.directory, `admin@${acme.domain}`)
    const group = await createGroup(world.deps, acme.directory, { displayName: 'Admins' }, [row.id])
    const team = { id: `team-of-${acme.id}`, organizationId: acme.id, slug: 'dev', name: 'Dev' }
    await db().team.create({ data: { ...team, createdAt: world.deps.now() } })
    const mappings = [
      await setGroupMapping(world.deps, acme.actor, acme.id, { groupId: group.id, role: 'admin' }),
      await setGroupMapping(world.deps, acme.actor, acme.id, { groupId: group.id, teamId: team.id }),
    ]
    const reviewAll = async () => {
      while ((await reviewDirectories(world.deps)) > 0);
    }
    await reviewAll()
    expect(await rolesOf(acme, row.userId)).toBe('admin')
    await setActive(acme.directory, row.id, false)
    for (const { id } of mappings) await removeGroupMapping(world.deps, acme.actor, acme.id, id)
    await reviewAll()
    await setActive(acme.directory, row.id, true)
    expect(await rolesOf(acme, row.userId)).toBe('member')
    expect(await db().teamMembership.count({ where: { teamId: team.id } })).toBe(0)
  })
})
