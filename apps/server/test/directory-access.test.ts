import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AuthenticatedDirectory } from '../src/flows/directory/types.ts'
import { deleteUser, patchUser } from '../src/flows/directory/users.ts'
import { createConnection } from '../src/flows/federation/connections.ts'
import { removePerson } from '../src/flows/management/directory.ts'
import { invite } from '../src/flows/organizations/invitations/invitations.ts'
import { acceptInvitation, pendingInvitations } from '../src/flows/organizations/invitations/received-invitations.ts'
import { joinableOrganizations, joinByDomain } from '../src/flows/organizations/members/joining.ts'
import { addMember } from '../src/flows/organizations/members/member-roles.ts'
import { system, userActor } from '../src/flows/platform/audit.ts'
import { apiKeyTokenType } from '../src/flows/tokens/api-keys.ts'
import { tokenExchange } from '../src/oidc/response-types.ts'
import type { PlainBrowser } from './support/browser.ts'
import { answerTxt, openCompany, openOrganization, signInByCompany, typeAddress } from './support/company.ts'
import { databases } from './support/databases.ts'
import { openDirectoryOf, writeUser } from './support/directories.ts'
import { nextCode } from './support/mailbox.ts'
import { ownersOf } from './support/owned-connections.ts'
import { openUpstream, type Upstream } from './support/upstream.ts'
import { clients, openTestWorld, type TestWorld, webAuth } from './support/world.ts'

// Whom a directory deactivates has no access at any entrance from that moment on, and keeps all of another organization.

const orders = 'https://orders.example.test'
const hour = 3_600_000
const secret = (id: string) => `${id}-secret-0123456789`
const machine = (index: number, id: string, scopes: string) => ({
  [`OIDC_CLIENT_ID_${index}`]: id,
  [`OIDC_CLIENT_${index}_SECRET`]: secret(id),
  [`OIDC_CLIENT_${index}_GRANT_TYPES`]: 'client_credentials',
  [`OIDC_CLIENT_${index}_SCOPES`]: scopes,
})

const declared = { permissions: { [`${orders} orders:read`]: { level: 'basic' } } }
const documentFile = (given: object): string => {
  const file = join(mkdtempSync(join(tmpdir(), 'vestibule-directory-')), 'permissions.json')
  writeFileSync(file, JSON.stringify(given))
  return file
}

describe.each(databases)('access that a directory ends, in %s', (database) => {
  let world: TestWorld
  let upstream: Upstream
  let records: Map<string, string[]>
  beforeAll(async () => {
    world = await openTestWorld(
      {
        ENTERPRISE_AUTHORIZATION: 'on',
        ...{ SCIM: 'on', SSO: 'on', PASSKEY_NUDGE: 'off', OIDC_RESOURCE_0: orders, OIDC_RESOURCE_0_NAME: 'Orders' },
        ...{ OIDC_RESOURCE_0_SCOPES: 'orders:read', OIDC_RESOURCE_0_API_KEYS: 'on', OIDC_RESOURCE_0_PERMISSIONS: 'on' },
        PERMISSIONS_FILE: documentFile(declared),
        ...machine(7, 'evaluator', 'access:evaluate'),
        ...{ OIDC_CLIENT_7_AUDIENCES: orders },
        ...machine(8, 'backoffice', 'members:read'),
      },
      { database },
    )
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
    const organization = await openOrganization(world, records, `access-${opened}.test`)
    return { ...organization, domain: `access-${opened}.test`, ...(await openDirectoryOf(world, organization)) }
  }
  type Opened = Awaited<ReturnType<typeof open>>
  const setActive = (directory: AuthenticatedDirectory, id: string, active: boolean) =>
    patchUser(world.deps, directory, id, (current) => ({ ...current, active }), null)
  const post = (browser: PlainBrowser, path: string, fields: Record<string, string> = {}) =>
    browser.go(`${world.issuer}${path}`, { method: 'POST', body: new URLSearchParams(fields).toString() })
  const scope = 'openid email organization organizations offline_access'

  async function tokensFor(browser: PlainBrowser, organization: string) {
    await world.authorize(browser, { scope, organization, prompt: 'none' })
    const code = browser.current?.callback?.searchParams.get('code')
    expect(code).toBeTruthy()
    return (await world.redeem(code ?? '')).body as { access_token: string; refresh_token: string }
  }
  async function keyFor(browser: PlainBrowser, organization: string) {
    const form = { name: 'Nightly', days: '30', scope: `${orders} orders:read`, organization }
    return (await post(browser, '/account/keys', form)).html.querySelector('#api-key')?.text.trim() ?? ''
  }
  const tokenOf = async (id: string) =>
    (await world.token({ grant_type: 'client_credentials' }, { basic: [id, secret(id)] })).body.access_token as string

  /** What somebody can do for an organization, at each entrance. */
  async function accessOf(
    browser: PlainBrowser,
    userId: string,
    { id, slug }: Pick<Opened, 'id' | 'slug'>,
    { tokens, key }: { tokens: Awaited<ReturnType<typeof tokensFor>>; key: string },
  ) {
    const bearer = async (name: string) => ({ Authorization: `Bearer ${await tokenOf(name)}` })
    const introspected = await fetch(`${world.issuer}/introspect`, {
      method: 'POST',
      body: new URLSearchParams({ token: tokens.access_token }),
      headers: { Authorization: `Basic ${btoa(`web:${encodeURIComponent(clients.OIDC_CLIENT_0_SECRET)}`)}` },
    })
    const evaluated = await fetch(`${world.issuer}/access/v1/evaluation`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(await bearer('evaluator')) },
      body: JSON.stringify({
        subject: { type: 'user', id: userId },
        action: { name: 'orders:read', properties: { resource: orders } },
        resource: { type: 'organization', id },
      }),
    })
    const listed = await fetch(`${world.issuer}/api/v1/organizations/${id}/members?limit=100`, {
      headers: await bearer('backoffice'),
    })
    const keyUsed = await world.token({
      ...{ grant_type: tokenExchange, subject_token_type: apiKeyTokenType, subject_token: key },
    })
    await world.authorize(browser, { scope, organization: slug, prompt: 'none' })
    const authorized = browser.current?.callback?.searchParams.get('code') !== null
    const account = await browser.go(`${world.issuer}/account/organizations`)
    return {
      authorized,
      userinfo: (await world.userinfo(tokens.access_token)).status,
      refreshed: (await world.token({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token }, webAuth))
        .status,
      introspected: ((await introspected.json()) as { active: boolean }).active,
      evaluated: ((await evaluated.json()) as { decision: boolean }).decision,
      listed: (await listed.text()).includes(userId),
      key: keyUsed.status,
      account: account.text.includes(slug),
      page: (await browser.go(`${world.issuer}/organizations/${slug}`)).status,
    }
  }
  const everything = {
    ...{ authorized: true, userinfo: 200, refreshed: 200, introspected: true, evaluated: true, listed: true },
    ...{ key: 200, account: true, page: 200 },
  }
  const nothing = {
    ...{ authorized: false, userinfo: 401, refreshed: 400, introspected: false, evaluated: false, listed: false },
    ...{ key: 400, account: false, page: 404 },
  }

  /** Somebody whom the directory of one organization made a member, and who is a member of another one. */
  async function inBoth() {
    const [acme, beta] = [await open(), await open()]
    const email = `ada@${acme.domain}`
    const row = await writeUser(world, acme.directory, email)
    const userId = row.userId ?? ''
    await db().membership.create({
      data: { organizationId: beta.id, userId, roles: 'member', createdAt: world.deps.now() },
    })
    const { browser } = await world.signIn({ email }, { organization: acme.slug })
    const made = async ({ id, slug }: Opened) => ({
      tokens: await tokensFor(browser, slug),
      key: await keyFor(browser, id),
    })
    return { acme, beta, row, userId, email, browser, inAcme: await made(acme), inBeta: await made(beta) }
  }

  test('a connection that is made while a directory is open makes nobody a member by itself', async () => {
    const { input } = ownersOf(() => ({ world, records, upstream }))
    const acme = await open()
    upstream.lies.metadata = { token_endpoint_auth_methods_supported: undefined }
    const jit = async () => {
      const { id } = await createConnection(world.deps, acme.actor, acme.id, input())
      const { settings } = await db().connection.findUniqueOrThrow({ where: { id } })
      await db().connection.delete({ where: { id } })
      return (JSON.parse(settings) as { jit: boolean }).jit
    }
    expect(await jit()).toBe(false)
    await db().directory.update({ where: { id: acme.directory.id }, data: { closedAt: world.deps.now() } })
    expect(await jit()).toBe(true)
  })

  test('SI-04 every entrance of one organization is closed at once, and none of another', async () => {
    const { acme, beta, row, userId, browser, inAcme, inBeta } = await inBoth()
    const fresh = async (of: Opened, was: typeof inAcme) => ({ ...was, tokens: await tokensFor(browser, of.slug) })
    expect(await accessOf(browser, userId, acme, inAcme)).toEqual(everything)
    const [acmeNow, betaNow] = [await fresh(acme, inAcme), await fresh(beta, inBeta)]
    await world.authorize(browser, { scope, organization: acme.slug, prompt: 'none' })
    const pending = browser.current?.callback?.searchParams.get('code') ?? ''
    await db().consent.create({
      data: {
        ...{ userId, clientId: 'agent', organizationId: acme.id, scope: 'orders:read', grantedAt: world.deps.now() },
        ...{ connectionId: `agent-of-${acme.id}`, clientName: 'Agent' },
      },
    })
    await trustedAgent(acme, userId)
    const before = await db().user.findUniqueOrThrow({
      where: { id: userId },
      include: { emails: true, sessions: true },
    })
    await setActive(acme.directory, row.id, false)
    expect(await accessOf(browser, userId, acme, acmeNow)).toEqual(nothing)
    expect(await accessOf(browser, userId, beta, betaNow)).toEqual(everything)
    const after = await db().user.findUniqueOrThrow({
      where: { id: userId },
      include: { emails: true, sessions: true },
    })
    expect({ ...after, sessions: after.sessions.map(({ id, endedAt }) => [id, endedAt]) }).toEqual({
      ...before,
      sessions: before.sessions.map(({ id, endedAt }) => [id, endedAt]),
    })
    // A code from the moment before, and an agent that was connected.
    expect((await world.redeem(pending)).status).toBe(400)
    expect(await db().consent.count({ where: { connectionId: `agent-of-${acme.id}` } })).toBe(0)
    expect(await db().agentConnection.count({ where: { userId } })).toBe(0)
    // Restored, they sign in again: nothing of before comes back.
    await setActive(acme.directory, row.id, true)
    expect(await accessOf(browser, userId, acme, acmeNow)).toEqual({
      ...everything,
      ...{ userinfo: 401, refreshed: 400, introspected: false, key: 400 },
    })
  })

  /** An application that acts for a member by the word of an issuer whom the organization trusts (agent-issuers.test.ts). */
  async function trustedAgent({ id: organizationId }: Opened, userId: string) {
    const at = world.deps.now()
    const issuer = `issuer-of-${organizationId}`
    await db().connection.create({
      data: {
        ...{ id: issuer, organizationId, protocol: 'id-jag', provider: 'generic', name: 'Agents', state: 'active' },
        ...{
          issuer: 'https://idp.example',
          tenant: '',
          clientId: '',
          authMethod: 'none',
          settings: '{}',
          createdAt: at,
        },
      },
    })
    await db().agentConnection.create({
      data: {
        ...{ id: `agent-${userId}`, organizationId, issuerId: issuer, userId, clientId: 'agent', clientName: 'Agent' },
        ...{ allowed: '{}', createdAt: at, usedAt: at },
      },
    })
  }

  test('SI-20 what is deleted there ends here, and written again it is a new beginning', async () => {
    const { acme, row, userId, browser, inAcme, email } = await inBoth()
    await deleteUser(world.deps, acme.directory, row.id, null)
    expect(await accessOf(browser, userId, acme, inAcme)).toEqual(nothing)
    world.pass(hour)
    expect(await writeUser(world, acme.directory, email)).toMatchObject({ id: row.id, userId })
    expect(await accessOf(browser, userId, acme, inAcme)).toEqual({
      ...everything,
      ...{ userinfo: 401, refreshed: 400, introspected: false, key: 400 },
    })
  })

  test('whom the directory has suspended comes back by no invitation, domain or operator', async () => {
    const { acme, row, userId, browser, email } = await inBoth()
    await db().domain.updateMany({ where: { organizationId: acme.id }, data: { joining: 'automatic' } })
    await setActive(acme.directory, row.id, false)
    const isMember = async () => (await db().membership.count({ where: { organizationId: acme.id, userId } })) === 1
    expect(await joinableOrganizations(world.deps, userId)).toEqual([])
    expect(await joinByDomain(world.deps, userActor(userId, '127.0.0.1'), acme.id)).toBeNull()
    const operator = { kind: 'operator', id: acme.owner.userId, network: '127.0.0.1' } as const
    await expect(addMember(world.deps, operator, acme.id, userId, ['member'])).rejects.toMatchObject({
      problem: 'suspended-by-directory',
    })
    const { id } = await invite(world.deps, acme.actor, acme.id, {
      ...{ email, roles: ['member'], teamIds: [], clientId: null, languages: [] },
    })
    expect(await pendingInvitations(world.deps, userId)).toEqual([])
    const accepts = acceptInvitation(world.deps, userActor(userId, '127.0.0.1'), { id, organizationId: acme.id })
    await expect(accepts).rejects.toMatchObject({ problem: 'suspended-by-directory' })
    let link: string | undefined
    while (!link) link = /\/invitations\/[\w-]+/.exec((await world.mailbox.take(email)).text ?? '')?.[0]
    expect((await browser.go(`${world.issuer}${link}`)).status).toBe(404)
    expect(await isMember()).toBe(false)
    // Of one that is closed, nothing is asked any more.
    await db().directory.updateMany({ where: { organizationId: acme.id }, data: { closedAt: world.deps.now() } })
    await addMember(world.deps, operator, acme.id, userId, ['member'])
    expect(await isMember()).toBe(true)
    expect(await db().suspendedMembership.count({ where: { userId } })).toBe(0)
  })

  test('somebody who joins by an invitation is linked, and one whom the directory knows as inactive is refused', async () => {
    const acme = await open()
    const operator = { kind: 'operator', id: acme.owner.userId, network: '127.0.0.1' } as const
    const join = async (name: string, active: boolean) => {
      const { person } = await world.signIn({ email: `${name}-${opened}@outside.test` })
      const { userId } = await db().email.findUniqueOrThrow({ where: { address: person.email } })
      const row = await writeUser(world, acme.directory, person.email, { active })
      expect(row.userId).toBeNull()
      return { row, userId, joined: addMember(world.deps, operator, acme.id, userId, ['member']) }
    }
    const gone = await join('gone', false)
    await expect(gone.joined).rejects.toMatchObject({ problem: 'suspended-by-directory' })
    const { row, userId, joined } = await join('contractor', true)
    await joined
    expect(await db().directoryUser.findUniqueOrThrow({ where: { id: row.id } })).toMatchObject({
      userId,
      waitingReason: null,
    })
    await setActive(acme.directory, row.id, false)
    expect(await db().membership.count({ where: { organizationId: acme.id, userId } })).toBe(0)
  })

  test('by company sign-in, people whom the directory made come in without a code, and nobody else joins', async () => {
    opened += 1
    const domain = `access-${opened}.test`
    const company = await openCompany(world, records, { domain, upstream, settings: { jit: true } })
    const { directory } = await openDirectoryOf(world, company)
    expect(await db().connection.findUniqueOrThrow({ where: { id: company.connectionId } })).toMatchObject({
      settings: expect.stringContaining('"jit":false'),
    })
    const asks = (name: string) => {
      const email = `${name}@${domain}`
      upstream.person = { ...upstream.person, sub: `subject of ${email}`, email }
      return signInByCompany(world, upstream, { email, params: { scope, organization: company.slug } })
    }
    const row = await writeUser(world, directory, `made@${domain}`)
    const { browser, code } = await asks('made')
    expect(code).not.toBeNull()
    const { body: tokens } = await world.redeem(code ?? '')
    expect((await world.userinfo(tokens.access_token)).status).toBe(200)
    expect((await asks('unknown')).code).toBeNull()
    await writeUser(world, directory, `inactive@${domain}`, { active: false })
    expect((await asks('inactive')).code).toBeNull()
    await world.authorize(browser, { scope: 'openid offline_access', prompt: 'none' })
    const anywhere = await world.redeem(browser.current?.callback?.searchParams.get('code') ?? '')
    expect(anywhere.body.refresh_token).toBeTruthy()
    // What the connection made ends with the membership: sessions, and tokens that are for no organization.
    await setActive(directory, row.id, false)
    const refreshed = { grant_type: 'refresh_token', refresh_token: anywhere.body.refresh_token }
    expect((await world.token(refreshed, webAuth)).status).toBe(400)
    expect((await world.userinfo(tokens.access_token)).status).toBe(401)
    expect(await db().session.count({ where: { userId: row.userId ?? '', endedAt: null } })).toBe(0)
    await world.authorize(browser, { prompt: 'none' })
    expect(browser.current?.callback?.searchParams.get('error')).toBe('login_required')
    expect((await asks('made')).code).toBeNull()
    await setActive(directory, row.id, true)
    expect((await asks('made')).code).not.toBeNull()
  })

  /** The directory makes John an admin, renames him before his first sign-in, and writes another John with his address. */
  async function reassign(second: (directory: AuthenticatedDirectory, email: string) => Promise<unknown>) {
    opened += 1
    const domain = `access-${opened}.test`
    const company = await openCompany(world, records, { domain, upstream, settings: { jit: false } })
    const { directory } = await openDirectoryOf(world, company)
    const email = `john.smith@${domain}`
    const row = await writeUser(world, directory, email, { externalId: 'first' })
    const userId = row.userId ?? ''
    await db().membership.updateMany({ where: { userId }, data: { roles: 'admin' } })
    const asks = (sub: string, address = email) => {
      upstream.person = { ...upstream.person, sub: `${sub} of ${domain}`, email: address }
      return signInByCompany(world, upstream, {
        email: address,
        params: { scope, organization: company.slug },
      })
    }
    const rename = (name: string) =>
      patchUser(
        world.deps,
        directory,
        row.id,
        (current) => ({ ...current, userName: name, emails: [{ value: name, type: 'work', primary: true }] }),
        null,
      )
    await second(directory, email)
    const linked = () => db().externalIdentity.count({ where: { userId } })
    return { asks, email, linked, rename, renamed: `john.smith1@${domain}`, directory, userId }
  }

  test('RV-04 an address that the directory gives to another person opens not the account of the first', async () => {
    const { asks, linked, rename, renamed, directory, email, userId } = await reassign(async () => {})
    await rename(renamed)
    const codes = () => world.mailbox.mails.filter(({ to }) => JSON.stringify(to).includes(email)).length
    const before = codes()
    const second = await writeUser(world, directory, email, { externalId: 'second' })
    expect(second).toMatchObject({ userId: null, waitingReason: 'address-taken' })
    const { code, visited } = await asks('second')
    expect([code, visited.status]).toEqual([null, 400])
    expect(visited.html.querySelector('main')?.text).toContain('You cannot sign in with this address.')
    expect(await linked()).toBe(0)
    expect(codes()).toBe(before)
    expect(await db().session.count({ where: { userId } })).toBe(0)
    // Nobody has used it: without it there is an account for each.
    await removePerson(world.deps, system, userId)
    const { id } = await db().directoryUser.findFirstOrThrow({ where: { directoryId: directory.id, email: renamed } })
    for (const each of [id, second.id])
      await patchUser(world.deps, directory, each, (current) => ({ ...current, title: 'Dr' }), null)
    const rows = await db().directoryUser.findMany({ where: { directoryId: directory.id } })
    expect(new Set(rows.map((row) => row.userId ?? 'nobody')).size).toBe(2)
    expect(rows.map(({ waitingReason }) => waitingReason)).toEqual([null, null])
    world.pass(hour)
    expect((await asks('second')).code).not.toBeNull()
  })

  test('RV-04 nor while a code was waited for, nor with the address that it was renamed to', async () => {
    const { asks, linked, rename, renamed, directory, email } = await reassign(async () => {})
    await rename(renamed)
    // Nobody else has it yet: the mailbox decides.
    upstream.person = { ...upstream.person, sub: 'second', email }
    const browser = world.browser()
    await typeAddress(world, browser, email, { scope: 'openid email' })
    await upstream.follow(browser)
    const code = await nextCode(world.mailbox, email)
    await writeUser(world, directory, email, { externalId: 'second' })
    const connected = await browser.submit({ code })
    expect(connected.html.querySelector('main')?.text).toContain('You cannot sign in with this address.')
    expect(await linked()).toBe(0)
    // The address that the account has not opens it even less.
    expect((await asks('second', renamed)).code).toBeNull()
    expect(await linked()).toBe(0)
  })

  test('RV-04 two users of the directory with one address come in by no word of it alone', async () => {
    const { asks, linked, email } = await reassign((directory, address) =>
      writeUser(world, directory, `second ${address}`, {
        externalId: 'second',
        emails: [{ value: address, type: 'work', primary: true }],
      }),
    )
    const before = world.mailbox.mails.length
    upstream.person = { ...upstream.person, sub: 'either', email }
    const browser = world.browser()
    await typeAddress(world, browser, email, { scope: 'openid email' })
    await upstream.follow(browser)
    expect(await linked()).toBe(0)
    await nextCode(world.mailbox, email)
    expect(world.mailbox.mails.length).toBeGreaterThan(before)
    world.pass(hour)
    expect((await asks('either')).code).not.toBeNull()
    expect(await linked()).toBe(1)
  })

  test('an account that somebody uses is linked by its person alone, whatever the directory says', async () => {
    opened += 1
    const domain = `access-${opened}.test`
    const email = `early@${domain}`
    await world.signIn({ email })
    const company = await openCompany(world, records, { domain, upstream, policy: 'offered' })
    const { directory } = await openDirectoryOf(world, company)
    const row = await writeUser(world, directory, email)
    expect(row).toMatchObject({ userId: null, waitingReason: 'account-exists' })
    world.pass(hour)
    upstream.person = { ...upstream.person, sub: `subject of ${email}`, email }
    const browser = world.browser()
    const first = await signInByCompany(world, upstream, {
      email,
      browser,
      params: { scope, organization: company.slug },
    })
    expect(first.code).not.toBeNull()
    // A code was mailed to them, and entered.
    expect(world.mailbox.mails.filter(({ to }) => JSON.stringify(to).includes(email)).length).toBeGreaterThan(1)
    const linked = await db().externalIdentity.count({ where: { connectionId: company.connectionId } })
    const after = await db().directoryUser.findUniqueOrThrow({ where: { id: row.id } })
    expect([linked, after.waitingReason]).toEqual([1, null])
    expect(await db().membership.count({ where: { organizationId: company.id, userId: after.userId ?? '' } })).toBe(1)
  })
})
