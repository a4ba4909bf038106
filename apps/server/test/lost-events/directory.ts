import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  allowOwnerByGroup,
  closeDirectory,
  openDirectory,
  pauseDirectory,
  resumeDirectory,
} from '../../src/flows/directory/directories.ts'
import { createGroup, deleteGroup, patchGroup } from '../../src/flows/directory/groups.ts'
import { removeGroupMapping, setGroupMapping } from '../../src/flows/directory/mappings.ts'
import { reviewDirectories, sweepDirectories } from '../../src/flows/directory/review.ts'
import { createDirectoryToken, findDirectoryByToken, revokeDirectoryToken } from '../../src/flows/directory/tokens.ts'
import type { AuthenticatedDirectory } from '../../src/flows/directory/types.ts'
import { createUser, deleteUser, patchUser } from '../../src/flows/directory/users.ts'
import { changeOrganization } from '../../src/flows/organizations/changes.ts'
import { claimLocked } from '../../src/flows/organizations/domains/domain-proofs.ts'
import { userActor } from '../../src/flows/platform/audit.ts'
import { databases } from '../support/databases.ts'
import { attributesOf, givePasskey } from '../support/directories.ts'
import { failsWithoutItsEvent, type Operation } from '../support/lost-events.ts'
import { openTestWorld, type TestWorld } from '../support/world.ts'

// An audit event that cannot be written undoes its change: what a directory writes, and what owners do with it.

const day = 86_400_000
const organizationId = 'company'
const domain = 'directory.test'

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  let directory: AuthenticatedDirectory
  const actor = userActor('owner', '192.0.2.0')
  beforeAll(async () => {
    world = await openTestWorld({ SCIM: 'on', SSO: 'on' }, { database, background: false })
    const now = world.deps.now()
    await db().user.create({ data: { id: 'owner', createdAt: now, updatedAt: now } })
    await db().organization.create({ data: { id: organizationId, slug: 'company', name: 'Company', createdAt: now } })
    await db().membership.create({ data: { organizationId, userId: 'owner', roles: 'owner', createdAt: now } })
    await proven(domain)
    await givePasskey(world, 'owner')
    await openDirectory(world.deps, actor, organizationId)
    directory = await authenticate()
  })
  afterAll(() => world?.close())

  const db = () => world.deps.db.prisma
  const proven = (name: string) =>
    db().domain.create({
      data: {
        ...{ organizationId, name, claimed: name, token: 'token', method: 'dns', joining: 'off' },
        ...{ createdAt: world.deps.now(), verifiedAt: world.deps.now() },
      },
    })
  async function authenticate() {
    const { token, id } = await createDirectoryToken(world.deps, actor, organizationId)
    const found = await findDirectoryByToken(world.deps, token)
    if (!found) throw new Error('the token opens nothing')
    await revokeDirectoryToken(world.deps, actor, organizationId, id)
    return found
  }
  /** Nothing delivers mails here. */
  async function fails(...operation: Operation) {
    await db().outboxMessage.deleteMany({})
    await failsWithoutItsEvent(world, operation)
    await db().outboxMessage.deleteMany({})
  }
  const idOf = async (userName: string) => (await db().directoryUser.findFirstOrThrow({ where: { userName } })).id
  const setActive = async (name: string, active: boolean) =>
    patchUser(world.deps, directory, await idOf(name), (current) => ({ ...current, active }), null)
  const write = (name: string, changed = {}) => createUser(world.deps, directory, attributesOf(name, changed))

  test('people come, change, leave and come back', async () => {
    const grace = `grace@${domain}`
    const joined = ['directory.user_created', 'user.created', 'member.joined']
    await fails('write a user', joined, () => write(grace))
    const rename = async () => patchUser(world.deps, directory, await idOf(grace), (c) => ({ ...c, title: 'Dr' }), null)
    await fails('change a user', ['directory.user_updated'], rename)
    await fails('suspend a member', ['directory.user_updated', 'member.suspended'], () => setActive(grace, false))
    await fails('restore a member', ['directory.user_updated', 'member.restored'], () => setActive(grace, true))
    const remove = async () => deleteUser(world.deps, directory, await idOf(grace), null)
    await fails('delete a user', ['directory.user_deleted', 'member.removed'], remove)
    const again = () => write('grace', { externalId: `external ${grace}` })
    await fails('write a user again', ['directory.user_created'], again)
    await write('other')
    await deleteUser(world.deps, directory, await idOf('other'), null)
    const takes = async () => {
      const id = await idOf('grace')
      return patchUser(world.deps, directory, id, (c) => ({ ...c, userName: 'other' }), null)
    }
    await fails('take the name of a user that was deleted', ['directory.user_updated'], takes)
  })

  test('the last owner is deactivated', async () => {
    const address = `owner@${domain}`
    await db().email.create({ data: { address, userId: 'owner', isPrimary: true, verifiedAt: world.deps.now() } })
    await write(address)
    const actions = ['member.suspended', 'directory.owner_parked']
    await fails('park the ownership', actions, () => setActive(address, false))
    await setActive(address, true)
  })

  test('groups come, change and go, and what they give', async () => {
    const [first, second] = [await write(`first@${domain}`), await write(`second@${domain}`)]
    const create = () => createGroup(world.deps, directory, { displayName: 'Admins' }, [first.id])
    await fails('write a group', ['directory.group_created'], create)
    const { id: groupId } = await db().directoryGroup.findFirstOrThrow({ where: { displayName: 'Admins' } })
    const map = () => setGroupMapping(world.deps, actor, organizationId, { groupId, role: 'admin' })
    await fails('map a group', ['directory.mapping_added'], map)
    await fails('look at everybody again', ['member.roles_changed'], () => reviewDirectories(world.deps))
    const exchange = () =>
      patchGroup(
        world.deps,
        directory,
        groupId,
        (attributes) => ({ attributes, members: { replace: true, remove: new Set(), add: new Set([second.id]) } }),
        { ifMatch: null, include: { members: false } },
      )
    await fails('change a group', ['directory.group_updated', 'member.roles_changed'], exchange)
    const { id: mappingId } = await db().directoryMapping.findFirstOrThrow({ where: { groupId } })
    const unmap = () => removeGroupMapping(world.deps, actor, organizationId, mappingId)
    await fails('remove a mapping', ['directory.mapping_removed'], unmap)
    await fails('take away what it gave', ['member.roles_changed'], () => reviewDirectories(world.deps))
    expect(await db().directoryMapping.count()).toBe(0)
    const remove = () => deleteGroup(world.deps, directory, groupId, null)
    await fails('delete a group', ['directory.group_deleted'], remove)
  })

  test('owners open it, give it tokens, pause it and close it', async () => {
    const make = () => createDirectoryToken(world.deps, actor, organizationId)
    await fails('make a token', ['directory.token_created'], make)
    const { id } = await db().directoryToken.findFirstOrThrow({ where: { revokedAt: null } })
    const revoke = () => revokeDirectoryToken(world.deps, actor, organizationId, id)
    await fails('revoke a token', ['directory.token_revoked'], revoke)
    const pause = () => pauseDirectory(world.deps, actor, organizationId)
    await fails('pause it', ['directory.paused'], pause)
    const resume = () => resumeDirectory(world.deps, actor, organizationId)
    await fails('resume it', ['directory.resumed'], resume)
    const allow = () => allowOwnerByGroup(world.deps, actor, organizationId, true)
    await fails('let its groups make owners', ['directory.updated'], allow)
    const name = 'another.test'
    await db().domain.create({ data: { organizationId, name, token: 'token', createdAt: world.deps.now() } })
    const prove = () =>
      changeOrganization(world.deps, actor, organizationId, 'domain.verified', (change) =>
        claimLocked(world.deps, change, { name, token: 'token' }, 'dns'),
      )
    await fails('prove a domain that its people wait for', ['domain.verified'], prove)
    const close = () => closeDirectory(world.deps, actor, organizationId)
    await fails('close it', ['directory.closed'], close)
    const open = () => openDirectory(world.deps, actor, organizationId)
    await fails('open it again', ['directory.opened'], open)
    await close()
    world.pass(31 * day)
    const sweep = async () => {
      while ((await sweepDirectories(world.deps, 500)) > 0);
    }
    await sweepRows()
    await fails('remove it', ['directory.removed'], sweep)
    await fails('open another one', ['directory.opened'], open)
  })

  /** What a directory that was closed long ago has written goes before itself, and has no event of its own. */
  async function sweepRows() {
    await db().directoryUser.deleteMany({})
    await db().directoryMember.deleteMany({})
  }
})
