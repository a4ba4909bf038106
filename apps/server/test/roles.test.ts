import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applyPermissions } from '../src/flows/management/rights/permissions.ts'
import { importUsers } from '../src/flows/management/user-import/user-import.ts'
import { viewOrganization } from '../src/flows/organizations/access.ts'
import { checkInvitationRows, inviteByRows } from '../src/flows/organizations/invitations/invitation-import.ts'
import { invite, type NewInvitation } from '../src/flows/organizations/invitations/invitations.ts'
import { acceptInvitation, pendingInvitations } from '../src/flows/organizations/invitations/received-invitations.ts'
import { exportMembers } from '../src/flows/organizations/members/member-export.ts'
import { removeMember, setRoles } from '../src/flows/organizations/members/member-roles.ts'
import { grantBy, mayGiveRole } from '../src/flows/organizations/roles/giving.ts'
import { changeRole, deleteRole, makeRole } from '../src/flows/organizations/roles/own-roles.ts'
import { explainMember, listRoles, previewRole } from '../src/flows/organizations/roles/role-lists.ts'
import { setTeamRoles } from '../src/flows/organizations/roles/team-roles.ts'
import { addTeamMember, removeTeamMember } from '../src/flows/organizations/team-members.ts'
import { createTeam, deleteTeam, updateTeam } from '../src/flows/organizations/teams.ts'
import { type Actor, inTransaction, system } from '../src/flows/platform/audit.ts'
import { parsePermissionsDocument } from '../src/oidc/permissions-document.ts'
import { findHeldRoles } from '../src/store/beyond-prisma/organizations/role-holders.ts'
import { isRoleGone } from '../src/store/connections/errors.ts'
import { exportPerson } from '../src/store/prisma/people.ts'
import { updateRole } from '../src/store/prisma/rights.ts'
import { databases } from './support/databases.ts'
import { openTestWorld, redirectUri, type TestWorld } from './support/world.ts'

// Roles of organizations and of the operator: who makes, changes, gives and takes them away (docs/roles.md). Nobody gives
// what they do not hold, whatever the entrance.

const document = {
  permissions: {
    'invoice.read': { level: 'basic' },
    'invoice.write': {},
    'invoice.approve': { level: 'owner' },
    'invoice.void': { level: 'owner' },
  },
  roles: {
    billing: { permissions: ['invoice.approve'] },
    clerk: { permissions: ['invoice.write'] },
    auditor: { assignable_by: 'owner', permissions: ['invoice.read'] },
  },
}
const read = (given: object) => parsePermissionsDocument(JSON.stringify(given))
const scopes =
  'members:read,members:write,invitations:write,roles:read,roles:write,organizations:read,organizations:write'
const env = {
  PASSKEY_NUDGE: 'off',
  CUSTOM_ROLES: 'on',
  OIDC_CLIENT_ID_6: 'backoffice',
  OIDC_CLIENT_6_SECRET: 'backoffice-secret-0123456789',
  OIDC_CLIENT_6_GRANT_TYPES: 'client_credentials',
  OIDC_CLIENT_6_SCOPES: scopes,
  OIDC_CLIENT_ID_7: 'shop',
  OIDC_CLIENT_7_SECRET: 'shop-secret-0123456789abc',
  OIDC_CLIENT_7_REDIRECT_URIS: redirectUri,
  OIDC_CLIENT_7_SCOPES: 'openid,organization,permissions',
}

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  beforeAll(async () => {
    world = await openTestWorld(env, { database })
    await applyPermissions(world.deps, system, read(document))
  })
  afterAll(() => world?.close())
  const db = () => world.deps.db.prisma

  let count = 0
  const person = async (): Promise<Actor & { kind: 'user' }> => {
    count += 1
    const [id, at] = [`person${count}`, world.deps.now()]
    const emails = { create: { address: `${id}@example.test`, isPrimary: true, verifiedAt: at } }
    await db().user.create({ data: { id, createdAt: at, updatedAt: at, givenName: 'P', emails } })
    return { kind: 'user', id, network: '::/48' }
  }
  /** An organization with an owner, an admin and a member. */
  const place = async () => {
    count += 1
    const id = `place${count}`
    await db().organization.create({ data: { id, slug: id, name: id, createdAt: world.deps.now() } })
    const [owner, admin, member] = [await person(), await person(), await person()]
    for (const [{ id: userId }, roles] of [
      [owner, 'owner'],
      [admin, 'admin'],
      [member, 'member'],
    ] as const)
      await db().membership.create({ data: { organizationId: id, userId, roles, createdAt: world.deps.now() } })
    return { id, owner, admin, member }
  }
  type Place = Awaited<ReturnType<typeof place>>
  const view = ({ id }: Place, actor: Actor) => viewOrganization(world.deps, actor, id)
  const operatorRole = async (key: string) =>
    (await db().role.findFirstOrThrow({ where: { organizationId: '', key } })).id
  const roleOf = (of: Place, permissions: string[], key = `org-r${++count}`) =>
    makeRole(world.deps, of.owner, of.id, { key, names: { en: 'A role' }, permissions })
  const held = async ({ id }: Place, { id: userId }: { id: string }) =>
    (await findHeldRoles(world.deps.db, id, userId)).keys
  const everything = async ({ id }: Place) =>
    JSON.stringify([
      await db().organization.findUniqueOrThrow({ where: { id } }),
      await db().role.findMany({ include: { permissions: true }, orderBy: { id: 'asc' } }),
      await db().membershipRole.findMany({ orderBy: [{ userId: 'asc' }, { roleId: 'asc' }] }),
      await db().teamRole.findMany({ orderBy: { teamId: 'asc' } }),
      await db().teamMembership.findMany({ orderBy: { userId: 'asc' } }),
      await db().invitation.findMany({ orderBy: { id: 'asc' } }),
    ])
  /** It is refused, changes nothing, and the activity says that it was tried. */
  const isRefused = async (of: Place, action: string, problem: string | null, work: () => Promise<unknown>) => {
    const before = await everything(of)
    const where = { organizationId: of.id, action, result: 'refused' }
    const known = await db().auditEvent.findMany({ where })
    await expect(work()).rejects.toMatchObject(problem === null ? { name: 'OperationRefused' } : { problem })
    expect(await everything(of)).toBe(before)
    expect(JSON.stringify(await db().auditEvent.findMany({ where }))).not.toBe(JSON.stringify(known))
  }
  const invitation = (more: Partial<NewInvitation>): NewInvitation => ({
    ...{ email: `invited${++count}@example.test`, roles: ['member'], teamIds: [], clientId: null, languages: [] },
    ...more,
  })

  test('RO-01 an admin gives nobody what they do not hold: to a member, by invitation, by a team, from a file', async () => {
    const here = await place()
    const { deps } = world
    const own = await roleOf(here, ['invoice.approve'])
    for (const role of ['billing', await operatorRole('billing'), own]) {
      await isRefused(here, 'member.roles_changed', 'not-held', () =>
        setRoles(deps, here.admin, here.id, here.member.id, { others: [role] }),
      )
      await isRefused(here, 'invitation.created', 'not-held', () =>
        invite(deps, here.admin, here.id, invitation({ otherRoles: [role] })),
      )
    }
    const rows = [{ line: 2, email: 'row@example.test', role: 'member billing', team: '' }]
    const seen = await view(here, here.admin)
    expect(await checkInvitationRows(deps, here.admin, seen, rows)).toMatchObject([{ problem: 'role-not-allowed' }])
    const options = { clientId: null, languages: [] }
    expect(await inviteByRows(deps, here.admin, seen, rows, options)).toMatchObject([{ problem: 'role-not-allowed' }])
    expect(await db().invitation.count({ where: { email: 'row@example.test' } })).toBe(0)
    // What they hold, they give.
    await setRoles(deps, here.admin, here.id, here.member.id, { others: ['clerk'] })
    expect(await held(here, here.member)).toEqual(['clerk'])
    const fine = [{ line: 2, email: 'fine@example.test', role: 'member, clerk', team: '' }]
    expect(await inviteByRows(deps, here.admin, seen, fine, options)).toMatchObject([{ problem: null }])
    expect(await db().invitation.findFirst({ where: { email: 'fine@example.test' } })).toMatchObject({
      ...{ roles: 'member', roleIds: await operatorRole('clerk') },
    })
  })

  test('RO-01 whoever holds a role by another role gives it, and a member never does', async () => {
    const here = await place()
    const { deps } = world
    await setRoles(deps, here.owner, here.id, here.admin.id, { others: ['billing'] })
    const own = await roleOf(here, ['invoice.approve'])
    await setRoles(deps, here.admin, here.id, here.member.id, { others: [own] })
    expect(await held(here, here.member)).toHaveLength(1)
    await isRefused(here, 'member.roles_changed', null, () =>
      setRoles(deps, here.member, here.id, here.member.id, { others: [own, 'clerk'] }),
    )
    // An owner alone gives what the operator left to owners.
    await isRefused(here, 'member.roles_changed', 'not-held', () =>
      setRoles(deps, here.admin, here.id, here.member.id, { others: [own, 'auditor'] }),
    )
    await setRoles(deps, here.owner, here.id, here.member.id, { others: [own, 'auditor'] })
    // Nor does somebody take away what they could not give.
    await isRefused(here, 'member.roles_changed', 'not-held', () =>
      setRoles(deps, here.admin, here.id, here.member.id, { others: [own] }),
    )
  })

  test('a role that holds nothing is not filled by who does not hold what it gets', async () => {
    const here = await place()
    const empty = await roleOf(here, [])
    await setRoles(world.deps, here.admin, here.id, here.admin.id, { others: [empty] })
    await isRefused(here, 'role.updated', 'not-held', () =>
      changeRole(world.deps, here.admin, here.id, { id: empty, permissions: ['invoice.approve'] }),
    )
    await isRefused(here, 'role.created', 'not-held', () =>
      makeRole(world.deps, here.admin, here.id, { names: { en: 'Mine' }, permissions: ['invoice.approve'] }),
    )
    await isRefused(here, 'role.created', 'not-held', () =>
      makeRole(world.deps, here.admin, here.id, { key: 'org-x', assignableBy: 'owner', permissions: [] }),
    )
    for (const permissions of [['*'], ['invoice.*'], ['https://x.example.test orders:read'], ['users:read'], ['']])
      await isRefusedInput('unknown-permission', () =>
        makeRole(world.deps, here.owner, here.id, { key: 'org-x', permissions }),
      )
    await isRefused(here, 'role.created', null, () =>
      makeRole(world.deps, here.member, here.id, { key: 'org-x', permissions: [] }),
    )
  })
  const isRefusedInput = (problem: string, work: () => Promise<unknown>) =>
    expect(work()).rejects.toMatchObject({ reason: 'invalid', problem })

  test('RO-03 a team that everybody may join has no roles, and one with roles is not opened', async () => {
    const here = await place()
    const { deps } = world
    const team = await createTeam(deps, here.owner, here.id, { name: 'Open' })
    await updateTeam(deps, here.owner, here.id, team, { open: true })
    await isRefused(here, 'team.roles_changed', 'team-open', () =>
      setTeamRoles(deps, here.owner, here.id, team, ['clerk']),
    )
    await updateTeam(deps, here.owner, here.id, team, { open: false })
    await setTeamRoles(deps, here.owner, here.id, team, ['clerk'])
    await isRefused(here, 'team.updated', 'team-has-roles', () =>
      updateTeam(deps, here.owner, here.id, team, { open: true }),
    )
    await updateTeam(deps, here.owner, here.id, team, { name: 'Closed' })
    await setTeamRoles(deps, here.owner, here.id, team, [])
    await updateTeam(deps, here.owner, here.id, team, { open: true })
  })

  test('RO-03 opening a team and giving it a role at once: one of them is refused', async () => {
    const here = await place()
    const team = await createTeam(world.deps, here.owner, here.id, { name: 'Race' })
    const done = await Promise.allSettled([
      updateTeam(world.deps, here.owner, here.id, team, { open: true }),
      setTeamRoles(world.deps, here.owner, here.id, team, ['clerk']),
    ])
    expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const stored = await db().team.findUniqueOrThrow({ where: { id: team }, include: { roles: true } })
    expect([stored.openToMembers, stored.roles.length]).not.toEqual([true, 1])
  })

  test('RO-04 a member who makes a team gives it no roles', async () => {
    const here = await place()
    const team = await createTeam(world.deps, here.member, here.id, { name: 'Mine', roles: ['clerk'] } as never)
    expect(await db().teamRole.count({ where: { teamId: team } })).toBe(0)
    await isRefused(here, 'team.roles_changed', null, () =>
      setTeamRoles(world.deps, here.member, here.id, team, ['clerk']),
    )
  })

  test('joining a team with roles is getting them: nobody puts others or themselves into what they do not hold', async () => {
    const here = await place()
    const { deps } = world
    const team = await createTeam(deps, here.owner, here.id, { name: 'Approvers' })
    await isRefused(here, 'team.roles_changed', 'not-held', () =>
      setTeamRoles(deps, here.admin, here.id, team, ['billing']),
    )
    await setTeamRoles(deps, here.owner, here.id, team, ['billing'])
    for (const { id } of [here.admin, here.member])
      await isRefused(here, 'team.member_added', 'not-held', () => addTeamMember(deps, here.admin, here.id, team, id))
    await isRefused(here, 'invitation.created', 'not-held', () =>
      invite(deps, here.admin, here.id, invitation({ teamIds: [team] })),
    )
    await isRefused(here, 'team.roles_changed', 'not-held', () => setTeamRoles(deps, here.admin, here.id, team, []))
    // Nor does anybody take it from others so; everybody may leave.
    await addTeamMember(deps, here.owner, here.id, team, here.member.id)
    await isRefused(here, 'team.member_removed', 'not-held', () =>
      removeTeamMember(deps, here.admin, here.id, team, here.member.id),
    )
    await isRefused(here, 'team.deleted', 'not-held', () => deleteTeam(deps, here.admin, here.id, team))
    await removeTeamMember(deps, here.member, here.id, team, here.member.id)
    await addTeamMember(deps, here.owner, here.id, team, here.admin.id)
    expect(await held(here, here.admin)).toEqual(['billing'])
    await addTeamMember(deps, here.admin, here.id, team, here.member.id)
    expect(await held(here, here.member)).toEqual(['billing'])
  })

  test('a role that is deleted while it is given is one that there is not', async () => {
    const here = await place()
    const error = await db()
      .membershipRole.create({
        data: {
          userId: here.member.id,
          organizationId: here.id,
          roleId: 'gone',
          ...grantBy(here.owner, world.deps.now()),
        },
      })
      .catch((thrown: unknown) => thrown)
    expect(isRoleGone(error)).toBe(database === 'postgresql')
  })

  test('RO-06 an admin neither changes nor deletes a role that holds more than they do', async () => {
    const here = await place()
    const role = await roleOf(here, ['invoice.approve', 'invoice.write'])
    for (const change of [{ permissions: [] }, { permissions: ['invoice.write'] }, { names: { en: 'Other' } }])
      await isRefused(here, 'role.updated', 'not-held', () =>
        changeRole(world.deps, here.admin, here.id, { id: role, ...change }),
      )
    await isRefused(here, 'role.deleted', 'not-held', () => deleteRole(world.deps, here.admin, here.id, role))
    expect(await db().role.findUniqueOrThrow({ where: { id: role } })).toMatchObject({ version: 1 })
    // One of the operator is nobody's there.
    const clerk = await operatorRole('clerk')
    await isRefused(here, 'role.updated', null, () =>
      changeRole(world.deps, here.owner, here.id, { id: clerk, permissions: [] }),
    )
    await isRefused(here, 'role.deleted', null, () => deleteRole(world.deps, here.owner, here.id, clerk))
  })

  test('RO-07 a role of another organization is as unknown as one that nobody made', async () => {
    const [here, there] = [await place(), await place()]
    const foreign = await roleOf(there, [], 'org-foreign')
    const { deps } = world
    const team = await createTeam(deps, here.owner, here.id, { name: 'Team' })
    const told = new Set<string>()
    for (const role of [foreign, 'org-foreign', 'made-up', '', 'owner '])
      for (const work of [
        () => setRoles(deps, here.owner, here.id, here.member.id, { others: [role] }),
        () => setTeamRoles(deps, here.owner, here.id, team, [role]),
        () => invite(deps, here.owner, here.id, invitation({ otherRoles: [role] })),
      ])
        told.add(await work().then(() => 'done', String))
    expect([...told]).toEqual(['OperationRefused: refused: invalid (roles: unknown-role)'])
    for (const work of [
      () => changeRole(deps, here.owner, here.id, { id: foreign, permissions: [] }),
      () => deleteRole(deps, here.owner, here.id, foreign),
      async () => previewRole(deps, await view(here, here.owner), foreign, []),
    ])
      await expect(work()).rejects.toMatchObject({ reason: 'not-found' })
    expect(await db().membershipRole.count({ where: { roleId: foreign } })).toBe(0)
    // A team of another organization, with a role of it.
    await setTeamRoles(deps, there.owner, there.id, await createTeam(deps, there.owner, there.id, { name: 'T' }), [
      foreign,
    ])
    await expect(
      setTeamRoles(
        deps,
        here.owner,
        here.id,
        (await db().teamRole.findFirstOrThrow({ where: { roleId: foreign } })).teamId,
        [],
      ),
    ).rejects.toMatchObject({ reason: 'not-found' })
    expect(await db().teamRole.count({ where: { roleId: foreign } })).toBe(1)
  })

  test('an invitation to a team gives no role that the team got later, unless its sender may give it', async () => {
    const here = await place()
    const guest = await person()
    const { deps } = world
    const team = await createTeam(deps, here.owner, here.id, { name: 'Later' })
    const email = `${guest.id}@example.test`
    await invite(deps, here.admin, here.id, invitation({ email, teamIds: [team] }))
    await setTeamRoles(deps, here.owner, here.id, team, ['billing'])
    const [found] = await pendingInvitations(deps, guest.id)
    if (!found) throw new Error('not invited')
    expect(await acceptInvitation(deps, guest, found)).toBe(here.id)
    expect(await held(here, guest)).toEqual([])
    expect(await db().teamMembership.count({ where: { userId: guest.id } })).toBe(0)
  })

  test('RO-09 keys that look like those of others are refused, and a role called Owner is none', async () => {
    const here = await place()
    const { deps } = world
    for (const key of [
      'owner',
      'admin',
      'member',
      'Owner',
      'owner ',
      'ówner',
      'org-',
      'org_x',
      'ORG-x',
      'billing',
      `org-${'x'.repeat(40)}`,
      '',
    ])
      await isRefusedInput('role-key', () => makeRole(deps, here.owner, here.id, { key, permissions: [] }))
    const role = await makeRole(deps, here.owner, here.id, {
      ...{ key: 'org-owner', names: { en: 'Owner' }, permissions: ['invoice.approve'] },
    })
    await setRoles(deps, here.owner, here.id, here.admin.id, { others: [role] })
    await expect(removeMember(deps, here.owner, here.id, here.owner.id)).rejects.toMatchObject({ reason: 'last-owner' })
    const shown = (await listRoles(deps, here.owner, await view(here, here.owner))).find(({ id }) => id === role)
    expect(shown).toMatchObject({ own: true, key: 'org-owner', holders: 1, mayGive: true, mayChange: true })
    for (const names of [{ en: '' }, { en: 'x'.repeat(81) }, { 'no language!': 'x' }] as Record<string, string>[])
      await expect(makeRole(deps, here.owner, here.id, { names, permissions: [] })).rejects.toMatchObject({
        ...{ reason: 'invalid', field: 'names' },
      })
  })

  test('RO-10 a role of the operator and one of an organization never have one key', async () => {
    const here = await place()
    const own = await roleOf(here, ['invoice.write'], 'org-billing')
    expect(() => read({ permissions: {}, roles: { 'org-billing': { permissions: [] } } })).toThrow(/org-/)
    await setRoles(world.deps, here.owner, here.id, here.member.id, { others: ['billing', 'org-billing'] })
    expect(await held(here, here.member)).toEqual(['billing', 'org-billing'])
    await deleteRole(world.deps, here.owner, here.id, own)
    expect(await held(here, here.member)).toEqual(['billing'])
    // A role with the same key later is another one.
    await roleOf(here, ['invoice.write'], 'org-billing')
    expect(await held(here, here.member)).toEqual(['billing'])
  })

  test('RO-25 the last owner stays, whatever other roles there are', async () => {
    const here = await place()
    const all = await roleOf(here, Object.keys(document.permissions))
    for (const { id } of [here.owner, here.admin])
      await setRoles(world.deps, here.owner, here.id, id, { others: [all] })
    await isRefused(here, 'member.removed', null, () => removeMember(world.deps, here.owner, here.id, here.owner.id))
    await isRefused(here, 'member.roles_changed', null, () =>
      setRoles(world.deps, here.owner, here.id, here.owner.id, { builtIn: ['member'], others: [all] }),
    )
  })

  test('RO-28 an invitation gives what its sender may still give when it is accepted', async () => {
    const here = await place()
    const { deps } = world
    await setRoles(deps, here.owner, here.id, here.admin.id, { others: ['billing'] })
    const guest = await person()
    const email = `${guest.id}@example.test`
    await invite(deps, here.admin, here.id, invitation({ email, otherRoles: ['billing', 'clerk'] }))
    await setRoles(deps, here.owner, here.id, here.admin.id, { others: [] })
    const [found] = await pendingInvitations(deps, guest.id)
    if (!found) throw new Error('not invited')
    expect(await acceptInvitation(deps, guest, found)).toBe(here.id)
    expect(await held(here, guest)).toEqual(['clerk'])
    const [event] = await db().auditEvent.findMany({
      where: { organizationId: here.id, action: 'invitation.accepted' },
    })
    expect(JSON.parse(event?.detail ?? '')).toMatchObject({ roles: ['member'], other_roles: ['clerk'] })
    expect(await db().membershipRole.findFirst({ where: { userId: guest.id } })).toMatchObject({
      ...{ grantedByKind: 'user', grantedBy: here.admin.id },
    })
  })

  test('an application reads what a role of a team gives, until the role is deleted', async () => {
    const { browser, person: ada } = await world.signIn()
    const { userId } = await db().email.findUniqueOrThrow({ where: { address: ada.email } })
    const { organizationId } = await db().membership.findFirstOrThrow({ where: { userId } })
    await db().membership.updateMany({ where: { userId }, data: { roles: 'member' } })
    const owner = await person()
    await db().membership.create({
      data: { organizationId, userId: owner.id, roles: 'owner', createdAt: world.deps.now() },
    })
    const team = await createTeam(world.deps, owner, organizationId, { name: 'Approvers' })
    await addTeamMember(world.deps, owner, organizationId, team, userId)
    const role = await makeRole(world.deps, owner, organizationId, {
      ...{ names: { en: 'Approver' }, permissions: ['invoice.approve'] },
    })
    await setTeamRoles(world.deps, owner, organizationId, team, [role])
    const scope = 'openid organization permissions'
    const { callback } = await world.authorize(browser, { client_id: 'shop', scope })
    const grant = { grant_type: 'authorization_code', code: callback?.searchParams.get('code') ?? '' }
    const { body } = await world.token(
      { ...grant, redirect_uri: redirectUri },
      { basic: ['shop', 'shop-secret-0123456789abc'] },
    )
    const told = async () => (await world.userinfo(body.access_token)).json() as Promise<Record<string, unknown>>
    const approver = {
      organization_roles: ['member', 'org-approver'],
      permissions: ['invoice.read', 'invoice.approve'],
    }
    expect(await told()).toMatchObject(approver)
    // Held twice, it is one role.
    await setRoles(world.deps, owner, organizationId, userId, { others: [role] })
    expect(await told()).toMatchObject(approver)
    await changeRole(world.deps, owner, organizationId, { id: role, permissions: ['invoice.write'] })
    expect(await told()).toMatchObject({ permissions: ['invoice.read', 'invoice.write'] })
    await deleteRole(world.deps, owner, organizationId, role)
    expect(await told()).toMatchObject({ organization_roles: ['member'], permissions: ['invoice.read'] })
  })

  test('owners are mailed when a role gets what otherwise only they have, and only then', async () => {
    const here = await place()
    const role = await roleOf(here, ['invoice.write'], 'org-closing')
    await changeRole(world.deps, here.owner, here.id, { id: role, permissions: ['invoice.write', 'invoice.approve'] })
    const { subject, text } = await world.mailbox.take(`${here.owner.id}@example.test`)
    expect(subject).toBe(`A new role at ${here.id} has rights of owners`)
    expect(text).toContain('org-closing')
    expect(text).toContain('invoice.\u200bapprove')
    expect(text).not.toContain('write')
    await changeRole(world.deps, here.owner, here.id, { id: role, names: { en: 'Closing' } })
    expect(await db().outboxMessage.count({ where: { payload: { contains: 'org-closing' } } })).toBe(0)
  })

  test('whoever leaves loses their roles, and does not get them back by returning', async () => {
    const here = await place()
    await setRoles(world.deps, here.owner, here.id, here.member.id, { others: ['clerk'] })
    await removeMember(world.deps, here.owner, here.id, here.member.id)
    const at = { createdAt: world.deps.now() }
    await db().membership.create({ data: { organizationId: here.id, userId: here.member.id, roles: 'member', ...at } })
    expect(await held(here, here.member)).toEqual([])
  })

  test('an import of people gives roles by their keys, and refuses what their organization could not give', async () => {
    const [here, there] = [await place(), await place()]
    await roleOf(here, [], 'org-imported')
    const line = (sub: string, slug: string, roles: string[]) =>
      JSON.stringify({
        ...{ sub: `${sub}-${database}`, email: `${sub}@import.test`, email_verified: true },
        organizations: [{ slug, roles }],
      })
    const lines = [
      line('ada', here.id, ['member', 'org-imported', 'clerk']),
      line('bob', there.id, ['member', 'org-imported']),
      line('cleo', 'made-by-import', ['owner', 'clerk']),
      line('dora', here.id, ['clerk']),
      line('eve', here.id, ['member', 'clerk', 'clerk']),
    ]
    const refused: [number, string][] = []
    async function* stream() {
      yield* lines
    }
    await importUsers(world.deps, stream(), {
      ...{ dryRun: false, unverified: false, progress: () => {} },
      refused: (number, reason) => refused.push([number, reason]),
    })
    expect(refused.map(([number]) => number).sort()).toEqual([2, 4, 5])
    expect(refused.find(([number]) => number === 2)?.[1]).toBe('there is no role org-imported')
    expect(await held(here, { id: `ada-${database}` })).toEqual(['clerk', 'org-imported'])
    const { organizationId } = await db().membership.findFirstOrThrow({ where: { userId: `cleo-${database}` } })
    expect((await findHeldRoles(world.deps.db, organizationId, `cleo-${database}`)).keys).toEqual(['clerk'])
  })

  test('exports of a person and of members name the roles', async () => {
    const here = await place()
    await setRoles(world.deps, here.owner, here.id, here.member.id, { others: ['clerk'] })
    const { organizations } = (await exportPerson(world.deps.db, here.member.id)) as {
      organizations: { otherRoles: object[] }[]
    }
    expect(organizations[0]?.otherRoles).toMatchObject([{ key: 'clerk', grantedBy: here.owner.id }])
    const rows: string[][] = []
    for await (const row of await exportMembers(world.deps, here.owner, await view(here, here.owner))) rows.push(row)
    expect(rows.map((row) => row[2]).sort()).toEqual(['admin', 'member clerk', 'owner'])
  })

  test('what a change would mean, and why somebody may do something', async () => {
    const here = await place()
    const { deps } = world
    const role = await roleOf(here, ['invoice.write'])
    const team = await createTeam(deps, here.owner, here.id, { name: 'Team' })
    await addTeamMember(deps, here.owner, here.id, team, here.member.id)
    await setTeamRoles(deps, here.owner, here.id, team, [role])
    await setRoles(deps, here.owner, here.id, here.admin.id, { others: [role] })
    const seen = await view(here, here.owner)
    // Owner and admin have it anyway; the creator of the team is in it.
    expect(await previewRole(deps, seen, role, [])).toEqual({ gain: 0, lose: 1, more: false })
    expect(await previewRole(deps, seen, role, ['invoice.write', 'invoice.approve'])).toEqual({
      ...{ gain: 2, lose: 0, more: false },
    })
    const { roles, held: by, permissions } = await explainMember(deps, seen, here.member.id)
    expect(roles).toEqual(['member'])
    expect(by).toMatchObject([{ team: { id: team }, grantedByKind: 'user', grantedBy: here.owner.id }])
    expect(permissions.map(({ permission, by }) => [permission.name, by.length])).toEqual([
      ['invoice.read', 1],
      ['invoice.write', 1],
    ])
    await expect(explainMember(deps, seen, 'nobody')).rejects.toMatchObject({ reason: 'not-a-member' })
  })

  test('there are bounds: roles of an organization, of a member, of a team', async () => {
    const here = await place()
    const ids: string[] = []
    for (let n = 0; n < 20; n += 1) ids.push(await roleOf(here, []))
    await expect(roleOf(here, [])).rejects.toMatchObject({ reason: 'too-many' })
    await expect(
      setRoles(world.deps, here.owner, here.id, here.member.id, { others: [...ids, 'clerk'] }),
    ).rejects.toMatchObject({ reason: 'too-many' })
    await setRoles(world.deps, here.owner, here.id, here.member.id, { others: ids })
    const team = await createTeam(world.deps, here.owner, here.id, { name: 'Team' })
    await expect(setTeamRoles(world.deps, here.owner, here.id, team, ids.slice(0, 6))).rejects.toMatchObject({
      reason: 'too-many',
    })
    await setTeamRoles(world.deps, here.owner, here.id, team, ids.slice(0, 5))
  })

  test('a key follows from the name, and another one if that is taken', async () => {
    const here = await place()
    const made = []
    for (const name of ['Accounts & Billing', 'Accounts & Billing', 'Admin', '請求'])
      made.push(await makeRole(world.deps, here.owner, here.id, { names: { en: name }, permissions: [] }))
    const keys = (await db().role.findMany({ where: { id: { in: made } }, orderBy: { id: 'asc' } })).map(
      ({ key }) => key,
    )
    expect(keys[0]).toBe('org-accounts-billing')
    expect(new Set(keys).size).toBe(4)
    for (const key of keys) expect(key).toMatch(/^org-[a-z][a-z0-9-]{1,27}$/)
  })

  test('what is in a role counts at once, and what a transaction gave up never does', async () => {
    const here = await place()
    const { deps } = world
    const role = await roleOf(here, ['invoice.read'])
    await setRoles(deps, here.owner, here.id, here.member.id, { others: [role] })
    const names = async () => {
      const { permissionIds } = await findHeldRoles(deps.db, here.id, here.member.id)
      return [...permissionIds].map((id) => deps.permissions.findById(id)?.name).sort()
    }
    const idOf = async (name: string) => (await db().permission.findFirstOrThrow({ where: { name } })).id
    expect(await names()).toEqual(['invoice.read'])
    const givenUp = inTransaction(deps, async (tx) => {
      await updateRole(tx, await tx.prisma.role.findUniqueOrThrow({ where: { id: role } }), {
        ...{ names: {}, assignableBy: 'admin', permissionIds: [await idOf('invoice.void')] },
      })
      const { permissionIds } = await findHeldRoles(tx, here.id, here.member.id)
      expect([...permissionIds]).toEqual([await idOf('invoice.void')])
      throw new Error('given up')
    })
    await expect(givenUp).rejects.toThrow('given up')
    expect(await names()).toEqual(['invoice.read'])
    await changeRole(deps, here.owner, here.id, { id: role, permissions: ['invoice.approve', 'invoice.write'] })
    expect(await names()).toEqual(['invoice.approve', 'invoice.write'])
  })

  test('a role with what is not declared any more is given by whoever held that', async () => {
    const here = await place()
    const role = await roleOf(here, ['invoice.void'])
    const { 'invoice.void': _, ...others } = document.permissions
    await applyPermissions(world.deps, system, read({ ...document, permissions: others }), { allowRemoval: true })
    await isRefused(here, 'member.roles_changed', 'not-held', () =>
      setRoles(world.deps, here.admin, here.id, here.member.id, { others: [role] }),
    )
    await applyPermissions(world.deps, system, read(document))
  })

  describe('who may', () => {
    interface Stage extends Place {
      /** Of an organization: a role that an admin holds all of. */
      role: string
      team: string
    }
    type Act = (as: Actor, here: Stage) => Promise<unknown>
    const acts: [name: string, least: 'owner' | 'admin', act: Act][] = [
      ['make a role', 'admin', (as, { id }) => makeRole(world.deps, as, id, { names: { en: 'R' }, permissions: [] })],
      [
        'make a role for owners',
        'owner',
        (as, { id }) => makeRole(world.deps, as, id, { names: { en: 'R' }, permissions: ['invoice.approve'] }),
      ],
      [
        'change a role',
        'admin',
        (as, { id, role }) => changeRole(world.deps, as, id, { id: role, permissions: ['invoice.read'] }),
      ],
      [
        'fill a role',
        'owner',
        (as, { id, role }) => changeRole(world.deps, as, id, { id: role, permissions: ['invoice.approve'] }),
      ],
      ['delete a role', 'admin', (as, { id, role }) => deleteRole(world.deps, as, id, role)],
      [
        'give a role',
        'admin',
        (as, { id, member, role }) => setRoles(world.deps, as, id, member.id, { others: [role, 'clerk'] }),
      ],
      [
        'give a role of owners',
        'owner',
        (as, { id, member }) => setRoles(world.deps, as, id, member.id, { others: ['billing'] }),
      ],
      ['give a role to a team', 'admin', (as, { id, team, role }) => setTeamRoles(world.deps, as, id, team, [role])],
      [
        'invite with a role',
        'admin',
        (as, { id, role }) => invite(world.deps, as, id, invitation({ otherRoles: [role] })),
      ],
    ]
    const client = (organizationId: string | null) =>
      ({ kind: 'client', id: 'backoffice', network: '::/48', organizationId }) as const

    test.each(acts)('%s', async (_name, least, act) => {
      const there = await place()
      for (const who of ['owner', 'admin', 'member', 'stranger', 'client', 'own client', 'other client'] as const) {
        const here = await place()
        const team = await createTeam(world.deps, here.owner, here.id, { name: 'Team' })
        const stage = { ...here, team, role: await roleOf(here, ['invoice.write']) }
        const actor: Actor = {
          ...{ owner: here.owner, admin: here.admin, member: here.member, stranger: there.owner },
          ...{ client: client(null), 'own client': client(here.id), 'other client': client(there.id) },
        }[who]
        const before = await everything(here)
        const allowed = ['owner', 'client', 'own client', ...(least === 'admin' ? ['admin'] : [])].includes(who)
        const done = await act(actor, stage).then(
          () => 'done',
          ({ reason }) => reason,
        )
        expect(done, who).toBe(
          allowed ? 'done' : who === 'stranger' || who === 'other client' ? 'not-found' : 'forbidden',
        )
        expect((await everything(here)) === before, who).toBe(!allowed)
        const where = { organizationId: here.id, result: 'refused' }
        expect((await db().auditEvent.count({ where })) > 0, who).toBe(!allowed)
      }
    })

    test('the token of a person or of an API key reaches no role', async () => {
      const here = await place()
      const { code } = await world.signIn()
      const { body } = await world.redeem(code)
      for (const token of [body.access_token, body.id_token, `vsk_${'a'.repeat(12)}_${'b'.repeat(38)}`])
        for (const [method, path] of [
          ['GET', 'roles'],
          ['POST', 'roles'],
          ['PUT', `members/${here.member.id}/roles`],
          ['GET', `members/${here.member.id}/permissions`],
        ] as const) {
          const answer = await fetch(`${world.address}/api/v1/organizations/${here.id}/${path}`, {
            method,
            headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
            ...(method === 'GET' ? {} : { body: '{"roles":["clerk"]}' }),
          })
          expect(answer.status, `${method} ${path}`).toBe(401)
        }
    })
  })

  describe('the management API', () => {
    const api = async (method: string, path: string, { body, organization, scope, headers = {} }: ApiCall = {}) => {
      const grant = { grant_type: 'client_credentials', scope: scope ?? scopes.replaceAll(',', ' '), organization }
      const auth = { basic: ['backoffice', 'backoffice-secret-0123456789'] as [string, string] }
      const { body: token } = await world.token(grant, auth)
      const answer = await fetch(`${world.address}/api/v1${path}`, {
        method,
        headers: { Authorization: `Bearer ${token.access_token}`, 'Content-Type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      return { status: answer.status, headers: answer.headers, body: text ? JSON.parse(text) : null }
    }
    interface ApiCall {
      body?: unknown
      organization?: string
      scope?: string
      headers?: Record<string, string>
    }

    test('RO-24 two changes of one version: one is done, the other is told', async () => {
      const here = await place()
      const role = await roleOf(here, [])
      const path = `/organizations/${here.id}/roles/${role}`
      const { headers } = await api('GET', path)
      expect(headers.get('etag')).toBe('"1"')
      const change = (permissions: string[]) =>
        api('PATCH', path, { body: { permissions }, headers: { 'If-Match': '"1"' } })
      const done = await Promise.all([change(['invoice.read']), change(['invoice.write'])])
      expect(done.map(({ status }) => status).sort()).toEqual([200, 412])
      const where = { organizationId: here.id, action: 'role.updated', result: 'ok' }
      expect(await db().auditEvent.count({ where })).toBe(1)
      const { permissions, version } = (await api('GET', path)).body
      expect([permissions.length, version]).toEqual([1, 2])
    })

    test('RO-24 the same for a role of the operator', async () => {
      const { body, headers } = await api('POST', '/roles', { body: { key: `raced-${database}`, permissions: [] } })
      expect(headers.get('location')).toBe(`${world.issuer}/api/v1/roles/${body.id}`)
      const change = (names: Record<string, string>) =>
        api('PATCH', `/roles/${body.id}`, { body: { names }, headers: { 'If-Match': '"1"' } })
      const done = await Promise.all([change({ en: 'A' }), change({ en: 'B' })])
      expect(done.map(({ status }) => status).sort()).toEqual([200, 412])
      expect((await api('DELETE', `/roles/${body.id}`)).status).toBe(204)
      expect((await api('GET', `/roles/${body.id}`)).status).toBe(404)
    })

    test('roles of a member and of a team, with the errors that they have', async () => {
      const here = await place()
      const of = `/organizations/${here.id}`
      const made = await api('POST', `${of}/roles`, {
        body: { names: { en: 'Billing' }, permissions: ['invoice.read'] },
      })
      expect([made.status, made.body.key, made.body.organization_id]).toEqual([201, 'org-billing', here.id])
      const member = `${of}/members/${here.member.id}`
      expect((await api('PUT', `${member}/roles`, { body: { roles: ['org-billing', 'clerk'] } })).status).toBe(204)
      const { data } = (await api('GET', `${of}/members`)).body
      expect(data.find((one: { user_id: string }) => one.user_id === here.member.id)).toMatchObject({
        ...{ roles: ['member'], other_roles: ['clerk', 'org-billing'] },
      })
      // The form of before: other roles stay.
      expect((await api('PUT', member, { body: { roles: ['admin'] } })).status).toBe(204)
      expect(await held(here, here.member)).toEqual(['clerk', 'org-billing'])
      expect((await api('PUT', `${member}/roles`, { body: { roles: ['member', 'clerk'] } })).status).toBe(204)
      const { roles, other_roles, permissions } = (await api('GET', `${member}/permissions`)).body
      expect([roles, other_roles.length, other_roles[0].granted_by]).toEqual([['member'], 1, 'backoffice'])
      expect(permissions).toContainEqual({ permission: 'invoice.write', level: 'normal', roles: ['clerk'] })
      const limitedScope = await api('PUT', `${member}/roles`, {
        ...{ body: { roles: ['owner'] }, scope: 'roles:write roles:read' },
      })
      expect([limitedScope.status, limitedScope.body.code]).toEqual([403, 'insufficient_scope'])

      const refused: [method: string, path: string, body: unknown, status: number, code: string][] = [
        ['PUT', `${member}/roles`, { roles: ['nothing'] }, 422, 'unknown_role'],
        ['PUT', `${of}/members/nobody/roles`, { roles: [] }, 404, 'not_a_member'],
        ['PUT', `${of}/members/${here.owner.id}/roles`, { roles: ['member'] }, 409, 'last_owner'],
        ['POST', `${of}/roles`, { key: 'billing', permissions: [] }, 422, 'role_key'],
        ['POST', `${of}/roles`, { key: 'org-billing', permissions: [] }, 409, 'taken'],
        ['POST', `${of}/roles`, { key: 'org-x', permissions: ['*'] }, 422, 'unknown_permission'],
        ['POST', `${of}/roles`, { permissions: [] }, 422, 'required'],
        ['POST', `${of}/roles`, { key: 'org-x', permissions: [], organization: 'x' }, 422, 'invalid_body'],
        ['POST', '/roles', { key: 'org-x', permissions: [] }, 422, 'role_key'],
        ['POST', '/roles', { permissions: [] }, 422, 'role_key'],
        ['POST', '/roles', { key: 'clerk', permissions: [] }, 409, 'taken'],
      ]
      for (const [method, path, body, status, code] of refused) {
        const answer = await api(method, path, { body })
        expect([answer.status, answer.body.code], `${method} ${path} ${JSON.stringify(body)}`).toEqual([status, code])
      }
      const team = (await api('POST', `${of}/teams`, { body: { name: 'Team' } })).body.id
      expect((await api('PUT', `${of}/teams/${team}/roles`, { body: { roles: ['clerk'] } })).status).toBe(204)
      expect((await api('GET', `${of}/teams`)).body.data[0].roles).toEqual(['clerk'])
      const opened = await api('PATCH', `${of}/teams/${team}`, { body: { open: true } })
      expect([opened.status, opened.body.code]).toEqual([409, 'team_has_roles'])
      await api('PUT', `${of}/teams/${team}/roles`, { body: { roles: [] } })
      await api('PATCH', `${of}/teams/${team}`, { body: { open: true } })
      const given = await api('PUT', `${of}/teams/${team}/roles`, { body: { roles: ['clerk'] } })
      expect([given.status, given.body.code]).toEqual([409, 'team_open'])
      const invited = await api('POST', `${of}/invitations`, {
        body: { email: `api${++count}@example.test`, roles: ['org-billing'] },
      })
      expect(invited.body).toMatchObject({ roles: ['member'], role_ids: [made.body.id] })
    })

    test('RO-01 a client gives by an invitation or a team nothing that it could not give directly', async () => {
      const here = await place()
      const { deps } = world
      const team = await createTeam(deps, here.owner, here.id, { name: 'Team' })
      const bare = await createTeam(deps, here.owner, here.id, { name: 'Bare' })
      await setTeamRoles(deps, here.owner, here.id, team, ['clerk'])
      const of = `/organizations/${here.id}`
      const inviting = (scope: string, body: object) =>
        api('POST', `${of}/invitations`, { scope, body: { email: `api${++count}@example.test`, ...body } })
      const all = 'invitations:write members:write roles:write'
      const table: [body: object, enough: string][] = [
        [{}, 'invitations:write'],
        [{ roles: ['member'], teams: [bare] }, 'invitations:write'],
        [{ roles: ['admin'] }, 'invitations:write members:write'],
        [{ roles: ['member', 'owner'] }, 'invitations:write members:write'],
        [{ roles: ['clerk'] }, 'invitations:write roles:write'],
        [{ teams: [bare, team] }, 'invitations:write roles:write'],
        [{ roles: ['admin', 'clerk'] }, all],
      ]
      for (const [body, enough] of table)
        for (const scope of new Set(table.map(([, scope]) => scope))) {
          const before = await db().invitation.count()
          const isEnough = enough.split(' ').every((name) => scope.includes(name))
          const answer = await inviting(scope, body)
          const name = `${scope} ${JSON.stringify(body)}`
          expect([answer.status, answer.body.code], name).toEqual(
            isEnough ? [201, undefined] : [403, 'insufficient_scope'],
          )
          expect((await db().invitation.count()) - before, name).toBe(isEnough ? 1 : 0)
        }
      for (const [into, scope, status] of [
        [bare, 'members:write', 204],
        [team, 'members:write', 403],
        [team, 'members:write roles:write', 204],
      ] as const) {
        const path = `${of}/teams/${into}/members/${here.member.id}`
        expect((await api('PUT', path, { scope })).status, `${into} ${scope}`).toBe(status)
      }
      const nothing = await api('PUT', `${of}/teams/nothing/members/${here.member.id}`, { scope: 'members:write' })
      expect(nothing.status).toBe(404)
    })

    test('a client of one organization has its roles alone, and gives what the operator left to admins', async () => {
      const [here, there] = [await place(), await place()]
      const foreign = await roleOf(there, [])
      const organization = here.id
      const of = `/organizations/${here.id}`
      expect((await api('POST', `${of}/roles`, { organization, body: { key: 'org-a', permissions: [] } })).status).toBe(
        201,
      )
      const member = `${of}/members/${here.member.id}/roles`
      expect((await api('PUT', member, { organization, body: { roles: ['org-a', 'clerk', 'billing'] } })).status).toBe(
        204,
      )
      const refused: [method: string, path: string, body: unknown, status: number][] = [
        ['PUT', member, { roles: ['auditor'] }, 403],
        ['GET', '/roles', undefined, 403],
        ['POST', '/roles', { key: 'mine', permissions: [] }, 403],
        ['PATCH', `/roles/${await operatorRole('clerk')}`, { permissions: [] }, 403],
        ['PATCH', `${of}/roles/${await operatorRole('clerk')}`, { permissions: [] }, 403],
        ['GET', `${of}/roles/${foreign}`, undefined, 404],
        ['PATCH', `${of}/roles/${foreign}`, { permissions: [] }, 404],
        ['DELETE', `${of}/roles/${foreign}`, undefined, 404],
        ['GET', `/organizations/${there.id}/roles`, undefined, 404],
        ['POST', `/organizations/${there.id}/roles`, { key: 'org-a', permissions: [] }, 404],
        ['PUT', `/organizations/${there.id}/members/${there.member.id}/roles`, { roles: ['clerk'] }, 404],
        ['GET', `/organizations/${there.id}/members/${there.member.id}/permissions`, undefined, 404],
        ['PATCH', of, { custom_roles: false }, 403],
      ]
      for (const [method, path, body, status] of refused) {
        const answer = await api(method, path, { organization, body })
        expect(answer.status, `${method} ${path}`).toBe(status)
      }
    })

    test('an organization that may not make roles makes none, and gives those that are there', async () => {
      const here = await place()
      const of = `/organizations/${here.id}`
      const role = (await api('POST', `${of}/roles`, { body: { key: 'org-a', permissions: [] } })).body.id
      expect((await api('PATCH', of, { body: { custom_roles: false } })).body.custom_roles).toBe(false)
      for (const [method, path] of [
        ['POST', `${of}/roles`],
        ['PATCH', `${of}/roles/${role}`],
      ] as const) {
        const { status, body } = await api(method, path, { body: { permissions: ['invoice.read'] } })
        expect([status, body.code]).toEqual([403, 'roles_of_server'])
      }
      expect((await api('PUT', `${of}/members/${here.member.id}/roles`, { body: { roles: ['org-a'] } })).status).toBe(
        204,
      )
      expect((await api('DELETE', `${of}/roles/${role}`)).status).toBe(204)
      expect((await api('PATCH', of, { body: { custom_roles: null } })).body.custom_roles).toBeNull()
    })
  })
})

test('where a file declares the roles of the operator, the API only reads them', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'vestibule-roles-')), 'permissions.json')
  writeFileSync(file, JSON.stringify(document))
  const world = await openTestWorld({ ...env, PERMISSIONS_FILE: file })
  try {
    await applyPermissions(world.deps, system, read(document))
    const { body: token } = await world.token(
      { grant_type: 'client_credentials', scope: 'roles:read roles:write' },
      { basic: ['backoffice', 'backoffice-secret-0123456789'] },
    )
    const api = (method: string, path: string, body?: unknown) =>
      fetch(`${world.address}/api/v1${path}`, {
        method,
        headers: { Authorization: `Bearer ${token.access_token}`, 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
    const { data } = (await (await api('GET', '/roles')).json()) as { data: { id: string; key: string }[] }
    expect(data.map(({ key }) => key)).toEqual(['auditor', 'billing', 'clerk'])
    const [role] = data
    for (const [method, path, body] of [
      ['POST', '/roles', { key: 'more', permissions: [] }],
      ['PATCH', `/roles/${role?.id}`, { permissions: [] }],
      ['DELETE', `/roles/${role?.id}`, undefined],
    ] as const) {
      const answer = await api(method, path, body)
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([409, 'read_only'])
    }
  } finally {
    await world.close()
  }
})

test('who may give a role is a table', () => {
  const permissions = {
    findById: (id: string) => ({ id, level: id === 'o' ? 'owner' : id === 'n' ? 'normal' : 'basic' }),
  } as never
  const giver = (roles: string, heldIds = '', isLimited = false, actsAlone = false) => ({
    ...{ roles: roles.split(' '), isLimited, actsAlone },
    held: { keys: [], permissionIds: new Set(heldIds.split(' ')) },
  })
  const role = (ids: string, assignableBy: 'owner' | 'admin' = 'admin', organizationId = '') => ({
    ...{ assignableBy, organizationId, permissionIds: ids.split(' ').filter(Boolean) },
  })
  const table: [giver: ReturnType<typeof giver>, role: ReturnType<typeof role>, may: boolean][] = [
    [giver('owner'), role('o n b'), true],
    [giver('owner'), role('o', 'owner'), true],
    [giver('owner', '', true), role('o n'), true],
    [giver('owner', '', true), role('', 'owner'), false],
    [giver('owner', '', true), role('', 'owner', 'own'), true],
    [giver('owner', '', false, true), role('n b'), true],
    [giver('owner', '', false, true), role('n o'), false],
    [giver('owner', '', false, true), role('b', 'owner'), false],
    [giver('admin'), role('n b'), true],
    [giver('admin'), role('o'), false],
    [giver('admin', 'o'), role('o'), true],
    [giver('admin', 'o'), role('o', 'owner'), false],
    [giver('member', 'o n'), role('o'), false],
    [giver('member'), role(''), false],
    [giver(''), role(''), false],
  ]
  for (const [who, what, may] of table)
    expect(mayGiveRole({ permissions }, who, what), JSON.stringify([who.roles, what])).toBe(may)
})
