import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeSetupToken, setupDirectory } from '../src/flows/directory/setup-token.ts'
import { deleteUser } from '../src/flows/directory/users.ts'
import { mailSetupCode, type OpenSetup, openSetup, viewSetup } from '../src/flows/federation/setup.ts'
import { nameSetupDomain } from '../src/flows/federation/setup-acts.ts'
import { makeSetupLink } from '../src/flows/federation/setup-links.ts'
import { deletePersonWithEvents } from '../src/flows/identity/person-deletion.ts'
import { disablePerson } from '../src/flows/management/directory.ts'
import { mergePeople } from '../src/flows/management/people/person-merge.ts'
import { changeLockedOrganization } from '../src/flows/organizations/changes.ts'
import { applyMappedRoles } from '../src/flows/organizations/members/mapped-membership.ts'
import { changeRoles, removeMember } from '../src/flows/organizations/members/member-roles.ts'
import { transferOwnership } from '../src/flows/organizations/organization-lifecycle.ts'
import { inTransaction, system, userActor } from '../src/flows/platform/audit.ts'
import { findPerson } from '../src/store/hot/people.ts'
import { accountOf } from './support/account.ts'
import { answerTxt, openOrganization } from './support/company.ts'
import { databases } from './support/databases.ts'
import { givePasskey, openDirectoryOf, writeUser } from './support/directories.ts'
import { nextCode } from './support/mailbox.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// A set-up link acts for whoever made it, and does no more than they may.

const network = '127.0.0.1'
const hour = 3_600_000
const secret = (id: string) => `${id}-secret-0123456789`
const client = (slot: number, id: string, scopes: string) => ({
  [`OIDC_CLIENT_ID_${slot}`]: id,
  [`OIDC_CLIENT_${slot}_SECRET`]: secret(id),
  [`OIDC_CLIENT_${slot}_GRANT_TYPES`]: 'client_credentials',
  [`OIDC_CLIENT_${slot}_SCOPES`]: scopes,
})

describe.each(databases)('RV-02: whoever made a set-up link, in %s', (database) => {
  let world: TestWorld
  let records: Map<string, string[]>
  let made = 0
  beforeAll(async () => {
    world = await openTestWorld(
      {
        ...{ SCIM: 'on', SSO: 'on', PASSKEY_NUDGE: 'off' },
        ...client(7, 'backend', 'connections:read,connections:write'),
        ...client(8, 'provisioner', 'connections:read,connections:write,members:write'),
      },
      { database },
    )
    records = answerTxt(world)
  })
  afterAll(() => world?.close())
  beforeEach(() => world.pass(hour))

  const db = () => world.deps.db.prisma
  async function open() {
    made += 1
    const domain = `makers-${made}.test`
    const organization = await openOrganization(world, records, domain)
    return { ...organization, domain, ...(await openDirectoryOf(world, organization)) }
  }
  type Opened = Awaited<ReturnType<typeof open>>

  /** Somebody else who owns the organization too. */
  async function addOwner({ id }: Opened): Promise<string> {
    const { id: userId } = await accountOf(world).byMail(`second-${made}@elsewhere.test`)
    await db().membership.create({
      data: { organizationId: id, userId, roles: 'owner', createdAt: world.deps.now() },
    })
    await givePasskey(world, userId)
    return userId
  }

  const view = (token: string, setupCookie?: string) => viewSetup(world.deps, token, { network, setupCookie })

  /** Whoever has the mailbox that a link names opens it. */
  async function openLink(url: string, email: string) {
    const token = url.slice(url.lastIndexOf('/') + 1)
    const closed = await view(token)
    if (closed.kind !== 'closed') throw new Error(`the link is ${closed.kind}`)
    const visitor = { network, setupCookie: undefined, languages: ['en'], userAgent: 'a browser' }
    const setupCookie = await mailSetupCode(world.deps, closed, visitor)
    await openSetup(world.deps, closed, await nextCode(world.mailbox, email), { network, setupCookie })
    const opened = await view(token, setupCookie)
    if (opened.kind !== 'open') throw new Error(`the link is ${opened.kind}`)
    return { opened, seen: async () => (await view(token, setupCookie)).kind }
  }
  const tokensOf = (organizationId: string) => db().directoryToken.count({ where: { directory: { organizationId } } })
  const expectNoToken = async (opened: OpenSetup, { id }: Opened) => {
    expect(await setupDirectory(world.deps, opened)).toBeNull()
    const before = await tokensOf(id)
    await expect(makeSetupToken(world.deps, opened)).rejects.toMatchObject({ reason: 'not-found' })
    expect(await tokensOf(id)).toBe(before)
  }

  /** A client asks for a link by the API, with a token of these scopes. */
  async function askLink(clientId: string, scope: string, { id }: Pick<Opened, 'id'>, email: string) {
    const { body } = await world.token(
      { grant_type: 'client_credentials', scope },
      { basic: [clientId, secret(clientId)] },
    )
    const response = await fetch(`${world.issuer}/api/v1/organizations/${id}/setup-links`, {
      method: 'POST',
      headers: { authorization: `Bearer ${body.access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    })
    return { status: response.status, body: (await response.json()) as { url: string; code?: string } }
  }

  test('RV-02 a client that writes no members gets no token of the directory by a link to its own mailbox', async () => {
    const acme = await open()
    const email = `backend-${made}@mailbox.test`
    const link = await askLink('backend', 'connections:write', acme, email)
    expect(link.status).toBe(201)
    const { opened } = await openLink(link.body.url, email)
    await expectNoToken(opened, acme)
    // It prepares the sign-in as before.
    expect(await nameSetupDomain(world.deps, opened, `other-${made}.test`)).toBe(`other-${made}.test`)
  })

  test('RV-02 nor does a token of a client that writes members, which has that scope not', async () => {
    const acme = await open()
    const email = `provisioner-${made}@mailbox.test`
    expect(await askLink('provisioner', 'connections:write', acme, email)).toMatchObject({ status: 403 })
    expect(await db().setupLink.count({ where: { organizationId: acme.id } })).toBe(0)
    const link = await askLink('provisioner', 'connections:write members:write', acme, email)
    const { opened, seen } = await openLink(link.body.url, email)
    expect(await setupDirectory(world.deps, opened)).toMatchObject({ mayMakeToken: true })
    expect((await makeSetupToken(world.deps, opened)).token).toMatch(/^scim_/)
    // What the client may no longer do, its links don't either.
    const { clients } = world.deps
    const find = clients.find.bind(clients)
    try {
      clients.find = (id) => {
        const found = find(id)
        return found && id === 'provisioner' ? { ...found, scopes: new Set(['connections:write']) } : found
      }
      await expectNoToken(opened, acme)
      clients.find = (id) => (id === 'provisioner' ? undefined : find(id))
      expect(await seen()).toBe('gone')
      await expect(nameSetupDomain(world.deps, opened, 'late.test')).rejects.toMatchObject({ reason: 'not-found' })
    } finally {
      clients.find = find
    }
  })

  type Way = (acme: Opened, owner: string) => Promise<unknown>
  const first = ({ owner }: Opened) => userActor(owner.userId, network)
  const recorded: [string, Way][] = [
    ['is made a member', (acme, owner) => changeRoles(world.deps, first(acme), acme.id, owner, ['member'])],
    [
      'makes themselves an admin',
      (acme, owner) => changeRoles(world.deps, userActor(owner, network), acme.id, owner, ['admin']),
    ],
    [
      'hands the organization over',
      (acme, owner) => transferOwnership(world.deps, userActor(owner, network), acme.id, acme.owner.userId),
    ],
    ['is removed', (acme, owner) => removeMember(world.deps, first(acme), acme.id, owner)],
    [
      'loses it by groups',
      (acme, owner) =>
        changeLockedOrganization(world.deps, system, acme.id, 'member.roles_changed', async (change) => {
          const source = {
            mappings: [{ value: 'owners', role: 'owner', teamId: null }],
            settings: { allowOwner: true, defaultRole: 'member' },
            by: {},
          }
          await applyMappedRoles(world.deps, change, source, { userId: owner, groups: [], before: ['owner'] })
        }),
    ],
    [
      'is suspended by the directory',
      (acme) => writeUser(world, acme.directory, `second-${made}@elsewhere.test`, { active: false }),
    ],
    [
      'is deleted by the directory',
      async (acme) => {
        const { id } = await writeUser(world, acme.directory, `second-${made}@elsewhere.test`)
        await deleteUser(world.deps, acme.directory, id, null)
      },
    ],
  ]
  const gone: [string, Way][] = [
    ['is disabled', (_, owner) => disablePerson(world.deps, system, owner, true)],
    [
      'is deleted',
      async (_, owner) => {
        const person = await findPerson(world.deps.db, owner)
        if (!person) throw new Error('nobody has this id')
        const visitor = { network, languages: [] }
        await inTransaction(world.deps, (tx) =>
          deletePersonWithEvents(world.deps, tx, system, { person, successors: new Map(), visitor }),
        )
      },
    ],
    [
      'is merged into another account',
      async (_, owner) => {
        const { id } = await accountOf(world).byMail(`third-${made}@elsewhere.test`)
        await mergePeople(world.deps, system, owner, id)
      },
    ],
  ]

  test.each([...recorded, ...gone])(
    'RV-02 an owner who %s keeps no link to a mailbox of theirs',
    async (name, lose) => {
      const acme = await open()
      const owner = await addOwner(acme)
      const email = `own-${made}@mailbox.test`
      const link = await makeSetupLink(world.deps, userActor(owner, network), acme.id, { email })
      const waiting = await makeSetupLink(world.deps, userActor(owner, network), acme.id, { email })
      const kept = await makeSetupLink(world.deps, first(acme), acme.id, { email })
      const { opened, seen } = await openLink(link.url, email)
      expect(await setupDirectory(world.deps, opened)).toMatchObject({ mayMakeToken: true })
      await lose(acme, owner)
      await expectNoToken(opened, acme)
      await expect(nameSetupDomain(world.deps, opened, 'late.test')).rejects.toMatchObject({ reason: 'not-found' })
      expect(await seen()).toBe('gone')
      expect(await view(waiting.url.slice(waiting.url.lastIndexOf('/') + 1))).toEqual({ kind: 'gone' })
      if (name !== 'hands the organization over')
        expect((await view(kept.url.slice(kept.url.lastIndexOf('/') + 1))).kind).toBe('closed')
      const ended = await db().auditEvent.findMany({
        where: { organizationId: acme.id, action: 'setup_link.revoked', result: 'ok' },
      })
      const isRecorded = recorded.some(([known]) => known === name)
      expect(ended.map(({ targetId }) => targetId).sort()).toEqual(isRecorded ? [link.id, waiting.id].sort() : [])
      if (name !== 'is disabled') {
        const open = await db().setupLink.findMany({ where: { organizationId: acme.id, revokedAt: null } })
        expect(open.map(({ id }) => id)).toEqual([kept.id])
      }
    },
  )
})
