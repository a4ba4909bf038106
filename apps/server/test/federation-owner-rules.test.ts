import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { updateMembership } from '../src/flows/authorization/federation/membership.ts'
import { activateConnection } from '../src/flows/federation/activation.ts'
import { attachDomain, detachDomain } from '../src/flows/federation/connection-domains.ts'
import {
  changeConnection,
  createConnection,
  disableConnection,
  removeConnection,
} from '../src/flows/federation/connections.ts'
import { addRoleMapping, removeRoleMapping } from '../src/flows/federation/role-mappings.ts'
import { changeSsoPolicy } from '../src/flows/federation/sso-policy.ts'
import { applyPermissions } from '../src/flows/management/rights/permissions.ts'
import { removeDomain } from '../src/flows/organizations/domains/domains.ts'
import { system, userActor } from '../src/flows/platform/audit.ts'
import { parsePermissionsDocument } from '../src/oidc/permissions-document.ts'
import { findConnection } from '../src/store/prisma/federation/connections.ts'
import { answerTxt } from './support/company.ts'
import { databases } from './support/databases.ts'
import { ownersOf } from './support/owned-connections.ts'
import { openUpstream, type Upstream } from './support/upstream.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// What changes of a connection, of its domains and of its roles, and by whom, while people sign in by it.

const network = '127.0.0.1'
const operator = { kind: 'operator', id: 'operator', network } as const

describe.each(databases)('connections that people sign in by, in %s', (database) => {
  let world: TestWorld
  let upstream: Upstream
  let records: Map<string, string[]>
  beforeAll(async () => {
    const webhook = { WEBHOOK_URL: 'http://127.0.0.1:9/hook', WEBHOOK_SECRET: `whsec_${'A'.repeat(44)}` }
    world = await openTestWorld({ SSO: 'on', CUSTOM_ROLES: 'on', ...webhook }, { database })
    upstream = await openUpstream(world.deps)
    records = answerTxt(world)
  })
  afterAll(async () => {
    await upstream?.close()
    await world?.close()
  })
  beforeEach(() => upstream.reset())

  const { newDomain, input, openDraft, testSignIn, openActive } = ownersOf(() => ({ world, records, upstream }))
  type Company = Awaited<ReturnType<typeof openDraft>>
  const db = () => world.deps.db.prisma
  const read = async ({ id }: { id: string }) => {
    const found = await findConnection(world.deps.db, id)
    if (!found) throw new Error('there is no connection')
    return found
  }
  const trust = (company: Company, changed: Parameters<typeof input>[0] = {}) =>
    changeConnection(world.deps, company.actor, company.named, { trust: input(changed) })
  const settings = ({ actor, named }: Pick<Company, 'actor' | 'named'>, jit: boolean) =>
    changeConnection(world.deps, actor, named, { settings: { jit } })

  /** Another domain of an organization, proven by DNS: its pages are closed to a session of before, once that is required. */
  async function prove(organizationId: string) {
    const name = newDomain()
    const at = world.deps.now()
    const proof = { token: `token-of-${name}`, method: 'dns', claimed: name, verifiedAt: at, seenAt: at }
    await db().domain.create({ data: { organizationId, name, joining: 'off', createdAt: at, ...proof } })
    records.set(`_vestibule.${name}`, [`vestibule-verification=${proof.token}`])
    return name
  }
  /** Another connection of an organization, with a domain of its own. */
  async function second(company: Company) {
    const { id } = await createConnection(world.deps, company.actor, company.id, input({ clientId: 'second' }))
    const named = { organizationId: company.id, id }
    const domain = await prove(company.id)
    await attachDomain(world.deps, company.actor, named, domain)
    return { actor: company.actor, named, domain }
  }
  const demand = async (company: Company) => {
    await testSignIn(company)
    await changeSsoPolicy(world.deps, company.actor, company.id, 'required')
  }

  test('FE-06: a test counts for what was tested, and not for what was saved meanwhile', async () => {
    const draft = await openDraft()
    const result = await testSignIn(draft, () => trust(draft, { secret: 'a-secret-that-nobody-tested' }))
    expect(result.ok).toBe(true)
    expect(await read(draft.named)).toMatchObject({ state: 'draft', testedAt: null })
    await testSignIn(draft)
    expect(await read(draft.named)).toMatchObject({ state: 'tested' })
  })

  test('while company sign-in is required, the domains of another connection are enforced by its activation', async () => {
    const company = await openActive()
    await demand(company)
    const other = await second(company)
    const enforced = async () =>
      (await db().connectionDomain.findUniqueOrThrow({ where: { domain: other.domain } })).enforced
    expect(await enforced()).toBe(false)
    upstream.person = { ...upstream.person, email: `grace@${other.domain}` }
    expect(await testSignIn(other)).toMatchObject({ ok: true })
    await activateConnection(world.deps, company.actor, other.named)
    expect(await enforced()).toBe(true)
  })

  test('RV-09 another client of a connection that is not in use knows nobody: its subjects may be others', async () => {
    const company = await openActive()
    const { id } = company.named
    const [at, { userId }] = [world.deps.now(), company.owner]
    const known = { connectionId: id, issuer: upstream.issuer, subject: 'by the old client', userId }
    await db().externalIdentity.create({ data: { ...known, linkedAt: at, seenAt: at } })
    const count = () => db().externalIdentity.count({ where: { connectionId: id } })
    await trust(company, { secret: 'another-secret-of-it' })
    await disableConnection(world.deps, company.actor, company.named)
    await trust(company, { secret: 'a-third-secret-of-it' })
    expect(await count()).toBe(1)
    await trust(company, { clientId: 'another', secret: 'of-another-client-0' })
    expect([await count(), (await read(company.named)).clientId]).toEqual([0, 'another'])
    const events = { action: 'identity.unlinked', targetId: userId, organizationId: company.id }
    expect(await db().auditEvent.count({ where: events })).toBe(1)
  })

  test('the test of an owner who can sign in no more counts for nothing', async () => {
    const company = await openDraft()
    const { userId } = company.owner
    await testSignIn(company, () => db().user.update({ where: { id: userId }, data: { disabledAt: world.deps.now() } }))
    expect(await read(company.named)).toMatchObject({ state: 'draft', testedBy: null })
  })

  test('what was switched off is tested by an owner and activated again', async () => {
    const company = await openActive()
    await disableConnection(world.deps, company.actor, company.named)
    await expect(activateConnection(world.deps, company.actor, company.named)).rejects.toMatchObject({
      problem: 'not-tested',
    })
    await testSignIn(company)
    await activateConnection(world.deps, company.actor, company.named)
    expect(await read(company.named)).toMatchObject({ state: 'active' })
  })

  test('credentials are replaced without what was chosen before', async () => {
    const company = await openActive()
    const { id } = await changeConnection(world.deps, company.actor, company.named, {
      name: 'A new name',
      trust: input({ secret: 'another-secret' }),
    })
    expect((await read(company.named)).name).toBe('A new name')
    const successor = { actor: company.actor, named: { organizationId: company.id, id } }
    await settings(company, false)
    await changeConnection(world.deps, company.actor, company.named, { name: 'The last name' })
    const refused = { reason: 'conflict', problem: 'successor-settings' }
    await expect(settings(successor, false)).rejects.toMatchObject(refused)
    const mapping = { value: 'Admins', role: 'admin' }
    await expect(addRoleMapping(world.deps, company.actor, successor.named, mapping)).rejects.toMatchObject(refused)
    await testSignIn(successor)
    const { sealedSecret } = await read({ id })
    await activateConnection(world.deps, company.actor, successor.named)
    expect(await read(company.named)).toMatchObject({
      ...{ state: 'active', name: 'The last name', sealedSecret, settings: { jit: false } },
    })
  })

  test('another client takes over the settings and the groups as they are when it is activated', async () => {
    const company = await openActive()
    const { id } = await trust(company, { clientId: 'second', secret: 'of-the-second' })
    const named = { organizationId: company.id, id }
    await settings(company, false)
    await addRoleMapping(world.deps, company.actor, company.named, { value: 'Admins', role: 'admin' })
    await testSignIn({ actor: company.actor, named })
    await activateConnection(world.deps, company.actor, named)
    expect(await read({ id })).toMatchObject({ state: 'active', settings: { jit: false } })
    expect(await db().roleMapping.findMany({ where: { connectionId: id } })).toMatchObject([{ value: 'Admins' }])
  })

  test('a domain that people sign in by is detached by an owner before anybody removes it', async () => {
    const company = await openActive()
    const { person } = await world.signIn()
    const { userId } = await db().email.findUniqueOrThrow({ where: { address: person.email } })
    await db().membership.create({
      data: { organizationId: company.id, userId, roles: 'admin', createdAt: world.deps.now() },
    })
    for (const actor of [userActor(userId, network), company.actor, operator])
      await expect(removeDomain(world.deps, actor, company.id, company.domain)).rejects.toMatchObject({
        ...{ reason: 'conflict', problem: 'domain-in-use' },
      })
    await detachDomain(world.deps, company.actor, company.named, company.domain)
    await removeDomain(world.deps, userActor(userId, network), company.id, company.domain)

    const draft = await openDraft()
    await removeDomain(world.deps, draft.actor, draft.id, draft.domain)
    expect(await db().connectionDomain.count({ where: { domain: draft.domain } })).toBe(0)
    const detached = { targetId: draft.named.id, detail: { contains: '"attached":false' } }
    expect(await db().auditEvent.count({ where: detached })).toBe(1)
  })

  test('without the connection that it would replace, a successor stands for itself', async () => {
    const company = await openActive()
    const { id } = await trust(company, { clientId: 'second', secret: 'of-the-second' })
    const named = { organizationId: company.id, id }
    await removeConnection(world.deps, company.actor, company.named)
    expect(await read({ id })).toMatchObject({ replacesId: null })
    await attachDomain(world.deps, company.actor, named, company.domain)
  })

  test('what counts as the way in is a proven domain of a connection in use', async () => {
    const company = await openActive()
    const draft = await second(company)
    await demand(company)
    const refused = { reason: 'conflict', problem: 'sign-in-required' }
    await expect(detachDomain(world.deps, company.actor, company.named, company.domain)).rejects.toMatchObject(refused)
    // A draft may go.
    await detachDomain(world.deps, company.actor, draft.named, draft.domain)
    await removeConnection(world.deps, company.actor, draft.named)
    // The other connection signs nobody in whose domain is somebody else's now.
    const other = await second(company)
    await db().connection.update({ where: { id: other.named.id }, data: { state: 'active' } })
    await db().domain.updateMany({ where: { name: other.domain }, data: { claimed: null, verifiedAt: null } })
    for (const act of [disableConnection, removeConnection])
      await expect(act(world.deps, company.actor, company.named)).rejects.toMatchObject(refused)
  })

  test('company sign-in is not required of a connection without a domain', async () => {
    const company = await openActive()
    await testSignIn(company)
    await detachDomain(world.deps, company.actor, company.named, company.domain)
    await expect(changeSsoPolicy(world.deps, company.actor, company.id, 'required')).rejects.toMatchObject({
      problem: 'no-active-connection',
    })
  })

  test('an owner without a passkey changes nothing that people sign in by', async () => {
    const company = await openActive()
    const { id: mapping } = await addRoleMapping(world.deps, company.actor, company.named, {
      ...{ value: 'Admins', role: 'admin' },
    })
    await demand(company)
    await db().passkey.deleteMany({ where: { userId: company.actor.id } })
    const { deps } = world
    const { actor, named, domain } = company
    for (const act of [
      () => disableConnection(deps, actor, named),
      () => removeConnection(deps, actor, named),
      () => detachDomain(deps, actor, named, domain),
      () => removeRoleMapping(deps, actor, named, mapping),
      () => changeSsoPolicy(deps, actor, company.id, 'offered'),
    ])
      await expect(act()).rejects.toMatchObject({ reason: 'forbidden', problem: 'no-passkey' })
    expect(await read(named)).toMatchObject({ state: 'active' })
  })

  test('those who run the server set back what was required, and switch nothing on', async () => {
    const draft = await openDraft()
    for (const actor of [operator, system])
      for (const policy of ['offered', 'required'] as const)
        await expect(changeSsoPolicy(world.deps, actor, draft.id, policy)).rejects.toMatchObject({
          reason: 'forbidden',
        })
    const company = await openActive()
    await expect(changeSsoPolicy(world.deps, operator, company.id, 'off')).rejects.toMatchObject({
      reason: 'forbidden',
    })
    await demand(company)
    await changeSsoPolicy(world.deps, operator, company.id, 'offered')
  })

  test('FE-28: a group gives nothing of owners, not even a permission that this replica does not know, and webhooks learn what it gives', async () => {
    const document = {
      permissions: { 'bill.read': {}, 'bill.void': {} },
      roles: { clerk: { permissions: ['bill.read'] } },
    }
    await applyPermissions(world.deps, system, parsePermissionsDocument(JSON.stringify(document)))
    const company = await openActive()
    const [clerk] = await db().role.findMany({ where: { key: 'clerk' } })
    const at = world.deps.now()
    const gone = { id: `gone-${company.id}`, key: 'gone', organizationId: company.id, settings: '{}', createdAt: at }
    const without = { id: 'without-a-declaration', resource: '', name: 'bill.lost', settings: '{}', level: 'basic' }
    await db().permission.create({
      data: { ...without, ordinal: -1, changeNumber: -1, createdAt: at, deprecatedAt: at },
    })
    await db().role.create({ data: { ...gone, assignableBy: 'admin', version: 0, createdByKind: 'system' } })
    await db().rolePermission.create({ data: { roleId: gone.id, permissionId: without.id } })
    const map = (value: string, role: string | undefined) =>
      addRoleMapping(world.deps, company.actor, company.named, { value, role: role ?? '' })
    await map('Clerks', clerk?.id)
    await map('Gone', gone.id)
    const { userId } = await (async () => {
      const { person } = await world.signIn()
      return db().email.findUniqueOrThrow({ where: { address: person.email } })
    })()
    const arrive = async (groups: string[]) =>
      updateMembership(world.deps, await read(company.named), { userId, groups, mayJoin: true })
    const events = () => db().auditEvent.count({ where: { action: 'member.rights_changed', targetId: userId } })
    await arrive([])
    expect(await events()).toBe(0)
    await arrive(['Clerks', 'Gone'])
    expect(await events()).toBe(1)
    const held = await db().membershipRole.findMany({ where: { organizationId: company.id, userId } })
    expect(held.map(({ roleId }) => roleId)).toEqual([clerk?.id])
    await arrive([])
    expect(await events()).toBe(2)
  })
})
