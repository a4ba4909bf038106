import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { closeDirectory, openDirectory } from '../src/flows/directory/directories.ts'
import { groupsToMap } from '../src/flows/directory/groups.ts'
import { warnOfDirectoryTokens } from '../src/flows/directory/review.ts'
import { makeSetupToken, setupDirectory } from '../src/flows/directory/setup-token.ts'
import { findDirectoryByToken } from '../src/flows/directory/tokens.ts'
import { createUser, patchUser } from '../src/flows/directory/users.ts'
import { changeConnection } from '../src/flows/federation/connections.ts'
import { mailSetupCode, type OpenSetup, openSetup, viewSetup } from '../src/flows/federation/setup.ts'
import { makeSetupLink, revokeSetupLink } from '../src/flows/federation/setup-links.ts'
import { checkSignIn } from '../src/flows/management/sign-in-checks.ts'
import { system, userActor } from '../src/flows/platform/audit.ts'
import { day } from '../src/flows/platform/durations.ts'
import { defaultSettings } from '../src/oidc/federation/connection.ts'
import { accountOf } from './support/account.ts'
import { answerTxt, openOrganization } from './support/company.ts'
import { databases } from './support/databases.ts'
import { nextCode } from './support/mailbox.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// The other entrances to the company's directory: the set-up link, operators, Sign-in help, the management API, and the mails.

const network = '127.0.0.1'
const operator = 'olga@example.test'
const client = (slot: number, id: string, scopes: string) => ({
  [`OIDC_CLIENT_ID_${slot}`]: id,
  [`OIDC_CLIENT_${slot}_SECRET`]: `${id}-secret-0123456789`,
  [`OIDC_CLIENT_${slot}_GRANT_TYPES`]: 'client_credentials',
  [`OIDC_CLIENT_${slot}_SCOPES`]: scopes,
})

describe.each(databases)('the directory of a company, on %s', (database) => {
  let world: TestWorld
  let account: ReturnType<typeof accountOf>
  let records: Map<string, string[]>
  let companies = 0

  beforeAll(async () => {
    world = await openTestWorld(
      {
        ...{ SCIM: 'on', SSO: 'on', OPERATORS: operator },
        ...client(7, 'backend', 'connections:read,connections:write'),
        ...client(8, 'provisioner', 'connections:read,connections:write,members:write'),
      },
      { database },
    )
    account = accountOf(world)
  })
  afterAll(() => world?.close())
  beforeEach(() => {
    records = answerTxt(world)
  })

  const db = () => world.deps.db.prisma

  /** An organization with a proven domain, whose owner has a passkey. */
  async function openCompany() {
    companies += 1
    const domain = `entrance${companies}.test`
    const organization = await openOrganization(world, records, domain)
    const { userId } = organization.owner
    await db().passkey.create({
      data: {
        ...{ id: `passkey-of-${userId}`, userId, publicKey: '', counter: 0n, deviceBound: true, backedUp: false },
        ...{ transports: '', aaguid: '', name: 'Laptop', createdAt: world.deps.now() },
      },
    })
    const { address } = await db().email.findFirstOrThrow({ where: { userId } })
    return { ...organization, domain, actor: userActor(userId, network), email: address }
  }
  type Company = Awaited<ReturnType<typeof openCompany>>

  /** Whoever opened a set-up link with the code that its mailbox got. */
  async function openLink({ actor, id }: Company): Promise<{ opened: OpenSetup; linkId: string }> {
    const email = `it-${companies}@customer.test`
    const link = await makeSetupLink(world.deps, actor, id, { email })
    const token = link.url.slice(link.url.lastIndexOf('/') + 1)
    const closed = await viewSetup(world.deps, token, { network, setupCookie: undefined })
    if (closed.kind !== 'closed') throw new Error(`the link is ${closed.kind}`)
    const visitor = { network, setupCookie: undefined, languages: ['en'], userAgent: 'a browser' }
    const setupCookie = await mailSetupCode(world.deps, closed, visitor)
    await openSetup(world.deps, closed, await nextCode(world.mailbox, email), { network, setupCookie })
    const opened = await viewSetup(world.deps, token, { network, setupCookie })
    if (opened.kind !== 'open') throw new Error(`the link is ${opened.kind}`)
    return { opened, linkId: link.id }
  }

  async function writeUser(company: Company, token: string, userName: string) {
    const directory = await findDirectoryByToken(world.deps, token)
    if (!directory) throw new Error('the token opens nothing')
    const emails = [{ value: userName, primary: true }]
    const user = await createUser(world.deps, directory, { userName, active: true, emails })
    return { directory, user, company }
  }

  test('a set-up link makes a token once an owner has turned the directory on, and the owners are told', async () => {
    const company = await openCompany()
    const { opened, linkId } = await openLink(company)
    expect(await setupDirectory(world.deps, opened)).toBeNull()
    await expect(makeSetupToken(world.deps, opened)).rejects.toMatchObject({ reason: 'not-found' })
    expect(await db().directory.count({ where: { organizationId: company.id } })).toBe(0)

    await openDirectory(world.deps, company.actor, company.id)
    expect(await setupDirectory(world.deps, opened)).toEqual({
      baseUrl: `${world.issuer}/scim/v2/${company.id}`,
      mayMakeToken: true,
    })
    const { token } = await makeSetupToken(world.deps, opened)
    expect(await findDirectoryByToken(world.deps, token)).toMatchObject({ organizationId: company.id })
    const mail = (await account.notice(company.email, 'Directory token made')).replaceAll('\u200b', '')
    expect(mail).toContain(opened.link.email)
    expect(mail).not.toContain(token)
    const event = await db().auditEvent.findFirstOrThrow({
      where: { organizationId: company.id, action: 'directory.token_created' },
    })
    expect(event).toMatchObject({ actorKind: 'setup_link', actorId: linkId })

    await makeSetupToken(world.deps, opened)
    expect(await setupDirectory(world.deps, opened)).toMatchObject({ mayMakeToken: false })
    await expect(makeSetupToken(world.deps, opened)).rejects.toMatchObject({ problem: 'too-many-tokens' })
    await revokeSetupLink(world.deps, company.actor, { organizationId: company.id, id: linkId })
    await expect(makeSetupToken(world.deps, opened)).rejects.toMatchObject({ reason: 'not-found' })
  })

  test('a client needs members:write to turn it on, to make a token, and to say what groups give', async () => {
    const company = await openCompany()
    const tokenOf = async (id: string, scope: string) =>
      (await world.token({ grant_type: 'client_credentials', scope }, { basic: [id, `${id}-secret-0123456789`] })).body
        .access_token as string
    const ask = async (token: string, method: string, path: string, body?: object) => {
      const response = await fetch(`${world.issuer}/api/v1/organizations/${company.id}/directory${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      return { status: response.status, body: response.status === 204 ? null : await response.json() }
    }
    const backend = await tokenOf('backend', 'connections:read connections:write')
    const provisioner = await tokenOf('provisioner', 'connections:read connections:write members:write')
    expect(await ask(backend, 'GET', '')).toMatchObject({ status: 404 })
    expect(await ask(backend, 'POST', '/open')).toMatchObject({ status: 403 })
    expect(await db().directory.count({ where: { organizationId: company.id } })).toBe(0)
    expect(await ask(provisioner, 'POST', '/open')).toMatchObject({ status: 200, body: { state: 'on', tokens: [] } })
    expect(await ask(backend, 'POST', '/tokens')).toMatchObject({ status: 403 })
    const made = await ask(provisioner, 'POST', '/tokens')
    expect(made).toMatchObject({ status: 201, body: { token: expect.stringMatching(/^scim_/) } })

    await writeUser(company, made.body.token, `grace@${company.domain}`)
    await writeUser(company, made.body.token, 'mallory@elsewhere.test')
    const shown = await ask(backend, 'GET', '')
    expect(shown.body).toMatchObject({ users: 2, active: 2, waiting: 1, groups: 0, allow_owner: false })
    expect(shown.body.base_url).toBe(`${world.issuer}/scim/v2/${company.id}`)
    expect(JSON.stringify(shown.body)).not.toContain(made.body.token)
    expect((await ask(backend, 'GET', '/waiting')).body.data).toMatchObject([
      { user_name: 'mallory@elsewhere.test', reason: 'outside-domain' },
    ])

    const scim = await fetch(`${shown.body.base_url}/Groups`, {
      method: 'POST',
      headers: { authorization: `Bearer ${made.body.token}`, 'content-type': 'application/scim+json' },
      body: JSON.stringify({
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
        displayName: 'Engineers',
      }),
    })
    const { id: groupId } = (await scim.json()) as { id: string }
    expect(await groupsToMap(world.deps, shown.body.id, { after: null, limit: 5 })).toMatchObject([{ id: groupId }])
    const mapping = { group_id: groupId, role: 'admin' }
    expect(await ask(backend, 'POST', '/mappings', mapping)).toMatchObject({ status: 403 })
    expect(await ask(provisioner, 'POST', '/mappings', { ...mapping, role: 'owner' })).toMatchObject({ status: 422 })
    // RO-01: a role that it could not give directly, whether there is such a one or not.
    expect(await ask(provisioner, 'POST', '/mappings', { ...mapping, role: 'auditor' })).toMatchObject({ status: 403 })
    expect(await ask(provisioner, 'POST', '/mappings', mapping)).toMatchObject({
      status: 201,
      body: { group_name: 'Engineers', exists: true, role: 'admin' },
    })
    expect(await ask(backend, 'POST', '/pause')).toMatchObject({ status: 200, body: { state: 'paused' } })
    // Whoever paused it did not mean it to write members.
    expect(await ask(backend, 'POST', '/resume')).toMatchObject({ status: 403 })
    expect(await ask(provisioner, 'POST', '/resume')).toMatchObject({ status: 200, body: { state: 'on' } })
    expect(await ask(backend, 'DELETE', '')).toMatchObject({ status: 204 })
    expect(await ask(backend, 'GET', '')).toMatchObject({ body: { state: 'off', tokens: [] } })
  })

  test('RV-11 a client lets nobody join by sign-in again where a directory decides, and elsewhere with members:write', async () => {
    const company = await openCompany()
    const tokenOf = async (id: string, scope: string) =>
      (await world.token({ grant_type: 'client_credentials', scope }, { basic: [id, `${id}-secret-0123456789`] })).body
        .access_token as string
    const backend = await tokenOf('backend', 'connections:write')
    const provisioner = await tokenOf('provisioner', 'connections:write members:write')
    const id = `joins-${companies}`
    const jit = async () => JSON.parse((await db().connection.findUniqueOrThrow({ where: { id } })).settings).jit
    const set = async (token: string, value: boolean) => {
      const response = await fetch(`${world.issuer}/api/v1/organizations/${company.id}/connections/${id}`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ jit: value }),
      })
      return [response.status, await jit()]
    }
    await db().connection.create({
      data: {
        ...{ id, organizationId: company.id, protocol: 'oidc', provider: 'generic', name: 'Okta' },
        ...{
          state: 'active',
          issuer: 'https://login.test',
          clientId: 'c',
          authMethod: 'private_key_jwt',
          createdAt: world.deps.now(),
        },
        settings: JSON.stringify(defaultSettings),
      },
    })
    await openDirectory(world.deps, company.actor, company.id)
    expect(await jit()).toBe(false)
    expect(await set(backend, true)).toEqual([403, false])
    expect(await set(provisioner, true)).toEqual([403, false])
    // Its owner may, and whoever turns it off again.
    const named = { organizationId: company.id, id }
    await changeConnection(world.deps, company.actor, named, { settings: { jit: true } })
    expect(await set(backend, true)).toEqual([200, true])
    expect(await set(backend, false)).toEqual([200, false])
    await closeDirectory(world.deps, company.actor, company.id)
    expect(await set(backend, true)).toEqual([403, false])
    expect(await set(provisioner, true)).toEqual([200, true])
  })

  test('Sign-in help says whether a directory lists somebody, and whether it has ended their access', async () => {
    const company = await openCompany()
    const { opened } = await openLink(company)
    await openDirectory(world.deps, company.actor, company.id)
    const { token } = await makeSetupToken(world.deps, opened)
    const address = `grace@${company.domain}`
    const check = (mayKnowAccount = true) => checkSignIn(world.deps, system, address, { mayKnowAccount })
    expect((await check()).directories).toEqual([])
    const { directory, user } = await writeUser(company, token, address)
    expect((await check()).directories).toMatchObject([{ active: true, waitingReason: null }])
    expect((await check(false)).directories).toBeUndefined()

    await patchUser(world.deps, directory, user.id, (current) => ({ ...current, active: false }), null)
    expect((await check()).directories).toMatchObject([{ active: false }])
    const { browser } = await world.signIn({ email: operator })
    await browser.go(`${world.issuer}/admin/why?address=${encodeURIComponent(address)}`)
    const shown = browser.current?.html.querySelector('main')?.text.replace(/\s+/g, ' ') ?? ''
    expect(shown).toContain('Does a company’s directory list this person?')
    expect(shown).toContain('has ended the person’s access to this organization.')

    const list = await browser.go(`${world.issuer}/admin/connections`)
    expect(list.text).toContain('Directories')
    expect(browser.current?.html.querySelector(`a[href$="/admin/organizations/${company.id}"]`)).not.toBeNull()
  })

  test('owners are told before a token ends, once for each of the days', async () => {
    const company = await openCompany()
    const { opened } = await openLink(company)
    await openDirectory(world.deps, company.actor, company.id)
    const { token } = await makeSetupToken(world.deps, opened)
    const stored = await db().directoryToken.findFirstOrThrow({ where: { prefix: token.slice(0, 9) } })
    const expiresAt = new Date(world.deps.now().getTime() + 6 * day)
    await db().directoryToken.update({ where: { id: stored.id }, data: { expiresAt } })
    expect(await warnOfDirectoryTokens(world.deps)).toBeGreaterThan(0)
    const mail = await account.notice(company.email, 'Directory token expires soon')
    expect(mail).toContain(token.slice(0, 9))
    expect(mail).not.toContain(token)
    expect(mail).toContain(`/organizations/${company.id}/directory`)
    expect(await warnOfDirectoryTokens(world.deps)).toBe(0)
  })

  test('SI-05: an address that the directory changes reaches no account, and links nobody to it', async () => {
    const company = await openCompany()
    const { opened } = await openLink(company)
    await openDirectory(world.deps, company.actor, company.id)
    const { token } = await makeSetupToken(world.deps, opened)
    const { person } = await world.signIn()
    const { directory, user } = await writeUser(company, token, `grace@${company.domain}`)
    const linked = await db().directoryUser.findUniqueOrThrow({ where: { id: user.id } })
    const addresses = () => db().email.findMany({ where: { userId: linked.userId ?? '' } })
    const before = await addresses()
    expect(before.map(({ address }) => address)).toEqual([`grace@${company.domain}`])
    for (const address of [person.email, `new@${company.domain}`]) {
      const emails = [{ value: address, primary: true }]
      await patchUser(world.deps, directory, user.id, (current) => ({ ...current, userName: address, emails }), null)
      const after = await db().directoryUser.findUniqueOrThrow({ where: { id: user.id } })
      expect(after).toMatchObject({ userName: address, userId: linked.userId })
      expect(await addresses()).toEqual(before)
    }
    expect(await account.idOf(person.email)).not.toBe(linked.userId)
    expect(await db().email.count({ where: { address: `new@${company.domain}` } })).toBe(0)
  })

  test('SI-19: when the directory deactivates the last owner, they, the admins and the operators are told', async () => {
    const company = await openCompany()
    const { opened } = await openLink(company)
    await openDirectory(world.deps, company.actor, company.id)
    const { token } = await makeSetupToken(world.deps, opened)
    const { browser, person } = await world.signIn()
    expect(browser).toBeDefined()
    const admin = await account.idOf(person.email)
    const membership = { organizationId: company.id, userId: admin, roles: 'admin', createdAt: world.deps.now() }
    await db().membership.create({ data: membership })
    const { directory, user } = await writeUser(company, token, company.email)
    await patchUser(world.deps, directory, user.id, (current) => ({ ...current, active: false }), null)
    for (const address of [person.email, company.email, operator])
      expect(await account.notice(address, 'Last owner deactivated by the directory')).toContain(
        'kept the ownership until another owner is named',
      )
  })
})
