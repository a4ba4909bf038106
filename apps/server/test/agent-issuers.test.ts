import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { testAssertion } from '../src/flows/agents/test-assertion.ts'
import {
  changeTrust,
  disableIssuer,
  enableIssuer,
  endAllOfIssuer,
  listTrustedIssuers,
  removeIssuer,
} from '../src/flows/agents/trusted-issuers.ts'
import { mergePeople } from '../src/flows/management/people/person-merge.ts'
import { checkDueDomains } from '../src/flows/organizations/domains/domain-checks.ts'
import { removeDomain } from '../src/flows/organizations/domains/domains.ts'
import { removeMember } from '../src/flows/organizations/members/member-roles.ts'
import { updateTeam } from '../src/flows/organizations/teams.ts'
import { userActor } from '../src/flows/platform/audit.ts'
import { accountOf } from './support/account.ts'
import { type AgentCompany, agentsOf, notes, openAgentWorld } from './support/agent-company.ts'
import { Authenticator } from './support/authenticator.ts'
import { answerTxt, openOrganization } from './support/company.ts'
import { databases } from './support/databases.ts'
import { openTokenIssuer, type TokenIssuer } from './support/token-issuer.ts'
import type { TestWorld } from './support/world.ts'

// Owners decide which issuers may give access to the applications of their members, and everybody sees and ends what they gave.

const network = '127.0.0.1'
const day = 86_400_000
const strict = 'https://strict.example.test'

/** Members may read notes, and only owners and admins write them. */
const permissions = {
  permissions: {
    [`${notes} notes:read`]: { level: 'basic' },
    [`${notes} notes:write`]: {},
    [`${notes} notes:admin`]: {},
  },
}

describe.each(databases)('what the person holds, in %s', (database) => {
  let world: TestWorld
  let issuer: TokenIssuer
  let records: Map<string, string[]>
  const { openCompany, trust, addPerson, askWith } = agentsOf(() => ({ world, records, issuer }))
  beforeAll(async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'permissions-')), 'permissions.json')
    writeFileSync(file, JSON.stringify(permissions))
    world = await openAgentWorld(database, {
      env: {
        ...{ PERMISSIONS_FILE: file, OIDC_RESOURCE_0_PERMISSIONS: 'on' },
        ...{ OIDC_RESOURCE_1: strict, OIDC_RESOURCE_1_SCOPES: 'strict:read', OIDC_RESOURCE_1_MIN_ACR: 'phr' },
        ...{
          OIDC_CLIENT_20_AUDIENCES: `${notes},${strict}`,
          OIDC_CLIENT_20_SCOPES: 'notes:read,notes:write,strict:read',
        },
      },
    })
    issuer = await openTokenIssuer()
    records = answerTxt(world)
  })
  afterAll(async () => {
    await world?.close()
    issuer?.close()
  })

  test('EM-20 limits the scope, and a strong sign-in that an API demands is never met', async () => {
    const company = await openCompany()
    const member = await addPerson(company, 'alice')
    await trust(company, {
      scopes: [`${notes} notes:read`, `${notes} notes:write`, `${strict} strict:read`],
      trustMfa: true,
    })
    const answerOf = async (changes: object) => (await askWith({ email: member.email, ...changes })).body
    expect((await answerOf({})).scope).toBe('notes:read')
    expect((await answerOf({ scope: 'notes:write' })).error).toBe('invalid_scope')
    const asked = { resource: strict, scope: 'strict:read', acr: 'phr' }
    expect((await answerOf(asked)).error).toBe('invalid_grant')
    // The owner of the organization holds more.
    const { prisma } = world.deps.db
    await prisma.membership.updateMany({
      where: { userId: member.userId, organizationId: company.id },
      data: { roles: 'owner' },
    })
    expect((await answerOf({})).scope).toBe('notes:read notes:write')
  })
})

describe.each(databases)('issuers that an organization trusts, in %s', (database) => {
  let world: TestWorld
  let issuer: TokenIssuer
  let records: Map<string, string[]>
  let account: ReturnType<typeof accountOf>
  const { openCompany, trust, addPerson, sign, ask, introspect, givePasskey } = agentsOf(() => ({
    ...{ world, records, issuer },
  }))
  beforeAll(async () => {
    world = await openAgentWorld(database, {
      env: { ENTERPRISE_AUTHORIZATION_ISSUERS: 'https://vouched.example.test email' },
    })
    issuer = await openTokenIssuer()
    records = answerTxt(world)
    account = accountOf(world)
  })
  afterAll(async () => {
    await world?.close()
    issuer?.close()
  })
  beforeEach(() => world.pass(61_000))

  /** A company with a member who has a token by an issuer that it trusts. */
  async function openConnected() {
    const company = await openCompany()
    const member = await addPerson(company, 'alice')
    const { id } = await trust(company)
    const asks = async () => ask(await sign({ sub: `alice of ${company.id}`, email: member.email }))
    const { status, body } = await asks()
    expect(status).toBe(200)
    return { company, member, named: { organizationId: company.id, id }, asks, token: body.access_token as string }
  }

  const isActive = async (token: string) => (await introspect(token)).active
  const connections = (userId: string) => world.deps.db.prisma.agentConnection.count({ where: { userId } })

  test('EM-07 an issuer of many companies is trusted in the name of a tenant, or where the operator vouches for it', async () => {
    const company = await openCompany()
    for (const shared of ['https://accounts.google.com', 'https://claude.ai'])
      await expect(trust(company, { issuer: shared })).rejects.toMatchObject({ problem: 'tenant-required' })
    await expect(trust(company, { issuer: 'https://login.microsoftonline.com/common/v2.0' })).rejects.toMatchObject({
      problem: 'not-a-tenant',
    })
    // It has no tenant to name; that nobody answers there is another matter.
    await expect(trust(company, { issuer: 'https://vouched.example.test' })).rejects.toMatchObject({
      problem: 'provider-metadata',
    })
  })

  test('an issuer is no other URL, not this server, and has keys', async () => {
    const company = await openCompany()
    const wrong = [
      ['', 'required'],
      ['http://issuer.example.test', 'not-https'],
      ['https://issuer.example.test/?x=1', 'not-an-issuer'],
      ['https://issuer.example.test/.well-known/openid-configuration', 'metadata-address'],
      [world.issuer, 'other-provider'],
      ['http://127.0.0.1:9', 'provider-metadata'],
    ] as const
    for (const [url, problem] of wrong)
      await expect(trust(company, { issuer: url }), url).rejects.toMatchObject({ problem })
    await expect(trust(company, { scopes: [] })).rejects.toMatchObject({ field: 'scope' })
    await expect(trust(company, { scopes: [`${notes} users:write`] })).rejects.toMatchObject({ field: 'scope' })
    await expect(trust(company, { teams: ['nobody'] })).rejects.toMatchObject({ field: 'team' })
    await trust(company)
    await expect(trust(company)).rejects.toMatchObject({ problem: 'issuer-known' })
  })

  test('TX-29 it takes a domain that was proven by DNS', async () => {
    const organization = await openOrganization(world, records, 'removed-first.test')
    await givePasskey(organization.owner.userId)
    const actor = userActor(organization.owner.userId, network)
    await removeDomain(world.deps, actor, organization.id, 'removed-first.test')
    await expect(trust({ ...organization, actor })).rejects.toMatchObject({ problem: 'no-proven-domain' })
  })

  test('EM-29 nobody but an owner with a passkey decides', async () => {
    const { company, named } = await openConnected()
    const admin = await addPerson(company, 'admin', ['admin'])
    await givePasskey(admin.userId)
    const acts = (actor: AgentCompany['actor']) => [
      () => trust({ ...company, actor }, { tenant: 'another' }),
      () =>
        changeTrust(world.deps, actor, named, {
          name: 'Mine',
          scopes: [`${notes} notes:admin`],
          clients: '',
          teams: [],
          trustMfa: true,
        }),
      () => disableIssuer(world.deps, actor, named),
      () => enableIssuer(world.deps, actor, named),
      () => removeIssuer(world.deps, actor, named),
      () => endAllOfIssuer(world.deps, actor, named),
      () => testAssertion(world.deps, actor, company.id, 'x'),
    ]
    for (const act of acts(userActor(admin.userId, network)))
      await expect(act()).rejects.toMatchObject({ reason: 'forbidden' })
    await world.deps.db.prisma.passkey.deleteMany({ where: { userId: company.actor.id } })
    await expect(trust(company, { tenant: 'another' })).rejects.toMatchObject({ problem: 'no-passkey' })
    const other = await openCompany()
    await expect(removeIssuer(world.deps, other.actor, { ...named, organizationId: other.id })).rejects.toMatchObject({
      reason: 'not-found',
    })
    // By the page: an owner whose sign-in is too old is asked to sign in again, and an admin is refused.
    world.pass(day)
    const at = `/organizations/${company.slug}/agents`
    const old = await account.post(company.owner.browser, `${at}/disable`, { id: named.id })
    expect(old.location).toContain('/sign-in')
    await account.post(admin.browser, `${at}/disable`, { id: named.id })
    expect((await listTrustedIssuers(world.deps, company.id)).map(({ state }) => state)).toEqual(['active'])
  })

  test('EM-08 an issuer that was turned off gives nothing, and what it gave has ended', async () => {
    const { company, named, asks, token, member } = await openConnected()
    expect(await isActive(token)).toBe(true)
    await disableIssuer(world.deps, company.actor, named)
    expect([await isActive(token), await connections(member.userId)]).toEqual([false, 0])
    expect((await asks()).body.error).toBe('invalid_grant')
    world.pass(1000)
    await enableIssuer(world.deps, company.actor, named)
    expect(await isActive(token)).toBe(false)
    const again = await asks()
    expect([again.status, await isActive(again.body.access_token)]).toEqual([200, true])
    await removeIssuer(world.deps, company.actor, named)
    expect(await isActive(again.body.access_token)).toBe(false)
    expect((await asks()).body.error).toBe('invalid_grant')
  })

  test('a change of what it may give, and the owner who ends all, end what it gave', async () => {
    const { company, named, asks, token } = await openConnected()
    const narrower = { name: 'Acme Okta', scopes: [`${notes} notes:read`], clients: '', teams: [], trustMfa: false }
    await changeTrust(world.deps, company.actor, named, narrower)
    expect(await isActive(token)).toBe(false)
    const next = await asks()
    expect(next.body.scope).toBe('notes:read')
    expect(await endAllOfIssuer(world.deps, company.actor, named)).toBe(1)
    expect(await isActive(next.body.access_token)).toBe(false)
    await changeTrust(world.deps, company.actor, named, { ...narrower, clients: 'another-client' })
    expect((await asks()).body.error).toBe('unauthorized_client')
  })

  test('there may be nothing to end, and a page that was read before a change decides nothing', async () => {
    const { company, named, asks } = await openConnected()
    await endAllOfIssuer(world.deps, company.actor, named)
    expect(await endAllOfIssuer(world.deps, company.actor, named)).toBe(0)
    // The keys of the issuer arrive while the owner takes something away.
    const keys = world.deps.issuerKeys.of.bind(world.deps.issuerKeys)
    const narrower = { name: 'Acme Okta', scopes: [`${notes} notes:read`], clients: '', teams: [], trustMfa: false }
    const held = vi.spyOn(world.deps.issuerKeys, 'of').mockImplementationOnce((source) => async (...of) => {
      await changeTrust(world.deps, company.actor, named, narrower)
      return keys(source)(...of)
    })
    expect((await asks()).body).toMatchObject({ error: 'invalid_grant' })
    held.mockRestore()
    expect((await asks()).body.scope).toBe('notes:read')
  })

  test('a team that is gone lets nobody through, and saving the page opens it to nobody else', async () => {
    const { company, named, asks } = await openConnected()
    const { deps } = world
    const teams = await deps.db.prisma.team.create({
      data: { id: `team-of-${company.id}`, organizationId: company.id, slug: 'a', name: 'A', createdAt: deps.now() },
    })
    const access = { scopes: [`${notes} notes:read`], clients: '', teams: [teams.id], trustMfa: false }
    await changeTrust(deps, company.actor, named, { name: 'Acme Okta', ...access })
    expect((await asks()).body.error).toBe('invalid_grant')
    await deps.db.prisma.team.delete({ where: { id: teams.id } })
    const page = await company.owner.browser.go(`${world.issuer}/organizations/${company.slug}/agents/${named.id}`)
    expect(page.html.querySelector(`[name=team][value="${teams.id}"]`)?.hasAttribute('checked')).toBe(true)
    await changeTrust(deps, company.actor, named, { name: 'Renamed', ...access })
    expect((await asks()).body.error).toBe('invalid_grant')
  })

  test('RV-13 a team that limits an issuer is opened by nobody, and one that is open limits none', async () => {
    const { company, named, asks } = await openConnected()
    const { deps } = world
    const { prisma } = deps.db
    const [limits, open] = await Promise.all(
      ['limits', 'open'].map((slug) =>
        prisma.team.create({
          data: {
            ...{ id: `${slug}-of-${company.id}`, organizationId: company.id, slug, name: slug, createdAt: deps.now() },
            openToMembers: slug === 'open',
          },
        }),
      ),
    )
    if (!limits || !open) throw new Error('there are two')
    const change = (teams: string[]) =>
      changeTrust(deps, company.actor, named, {
        ...{ name: 'Acme Okta', scopes: [`${notes} notes:read`], clients: '', teams, trustMfa: false },
      })
    const refused = { field: 'team', problem: 'team-limits-agents' }
    await expect(change([limits.id, open.id])).rejects.toMatchObject(refused)
    await expect(trust(company, { tenant: 'other', teams: [open.id] })).rejects.toMatchObject(refused)
    await change([limits.id])
    const admin = await addPerson(company, `admin-${company.slug}`, ['admin'])
    for (const actor of [userActor(admin.userId, network), company.actor])
      await expect(updateTeam(deps, actor, company.id, limits.id, { open: true })).rejects.toMatchObject({
        ...{ reason: 'conflict', field: 'open', problem: 'team-limits-agents' },
      })
    // Also while it is off: it may be turned on again.
    await disableIssuer(deps, company.actor, named)
    await expect(updateTeam(deps, company.actor, company.id, limits.id, { open: true })).rejects.toMatchObject({
      problem: 'team-limits-agents',
    })
    await enableIssuer(deps, company.actor, named)
    expect((await asks()).body.error).toBe('invalid_grant')
    expect(await prisma.team.findUniqueOrThrow({ where: { id: limits.id } })).toMatchObject({ openToMembers: false })
    await change([])
    await updateTeam(deps, company.actor, company.id, limits.id, { open: true })
  })

  test('an issuer that the operator learns to serve many companies is trusted no more without a tenant', async () => {
    const { company, named, asks } = await openConnected()
    const shared = new Map([...world.deps.config.sharedIssuers, [issuer.url, 'tenant' as const]])
    const held = vi.spyOn(world.deps.config, 'sharedIssuers', 'get').mockReturnValue(shared)
    expect((await asks()).body.error).toBe('invalid_grant')
    await disableIssuer(world.deps, company.actor, named)
    await expect(enableIssuer(world.deps, company.actor, named)).rejects.toMatchObject({ problem: 'tenant-required' })
    held.mockRestore()
  })

  test('a member who is removed loses it at once, and so does everybody when the domain is lost', async () => {
    const { company, asks, token, member } = await openConnected()
    await removeMember(world.deps, company.actor, company.id, member.userId)
    expect([await isActive(token), await connections(member.userId)]).toEqual([false, 0])
    expect((await asks()).body.error).toBe('invalid_grant')
    const other = await openConnected()
    records.delete(`_vestibule.${other.company.domain}`)
    for (let days = 0; days < 10; days += 1) {
      world.pass(day + 3 * 3_600_000)
      while ((await checkDueDomains(world.deps)) > 0);
    }
    const domain = await world.deps.db.prisma.domain.findFirstOrThrow({ where: { name: other.company.domain } })
    expect(domain.lostAt).not.toBeNull()
    expect(await connections(other.member.userId)).toBe(0)
    expect((await other.asks()).body.error).toBe('invalid_grant')
  })

  test('EM-32 a member sees it, ends it until the next assertion, and blocks it for good', async () => {
    const { company, asks, token, member } = await openConnected()
    const at = '/account/applications'
    const page = await member.browser.go(`${world.issuer}${at}`)
    expect(page.text).toContain('through Acme Okta')
    expect(page.text).toContain('An owner of the organization or the identity provider can end that')
    const id = async () =>
      (await world.deps.db.prisma.agentConnection.findFirstOrThrow({ where: { userId: member.userId } })).id
    await account.post(member.browser, `${at}/end`, { id: await id() })
    expect([await isActive(token), await connections(member.userId)]).toEqual([false, 0])
    const again = await asks()
    expect([again.status, await isActive(again.body.access_token)]).toEqual([200, true])
    await account.post(member.browser, `${at}/block`, { id: await id() })
    expect(await isActive(again.body.access_token)).toBe(false)
    expect((await asks()).body.error).toBe('invalid_grant')
    // Nor does another issuer of the organization.
    const [tenant, sub] = ['another', `alice of ${company.id}`]
    await trust(company, { tenant })
    expect((await ask(await sign({ tenant, sub, email: member.email }))).body.error).toBe('invalid_grant')
    // Neither an owner nor a stranger undoes that.
    await account.post(company.owner.browser, `${at}/allow`, { id: await id() })
    expect((await asks()).body.error).toBe('invalid_grant')
    await account.post(member.browser, `${at}/allow`, { id: await id() })
    expect((await asks()).status).toBe(200)
  })

  test('what a member has blocked stays blocked when their account becomes another one', async () => {
    const { company, asks, member } = await openConnected()
    const { id } = await world.deps.db.prisma.agentConnection.findFirstOrThrow({ where: { userId: member.userId } })
    await account.post(member.browser, '/account/applications/block', { id })
    const other = await addPerson(company, 'other')
    const sub = `other of ${company.id}`
    const byOther = await ask(await sign({ sub, email: other.email }))
    expect(byOther.status).toBe(200)
    const operator = { kind: 'operator', id: 'operator', network } as const
    await mergePeople(world.deps, operator, member.userId, other.userId)
    expect([await isActive(byOther.body.access_token), await connections(other.userId)]).toEqual([false, 1])
    expect((await asks()).body.error).toBe('invalid_grant')
    expect((await ask(await sign({ sub, email: other.email }))).body.error).toBe('invalid_grant')
  })

  test('the page of the organization lists it, and an owner ends it there', async () => {
    const { company, token, member } = await openConnected()
    const page = await company.owner.browser.go(`${world.issuer}/organizations/${company.slug}/applications`)
    expect(page.text).toContain('through Acme Okta')
    const { id } = await world.deps.db.prisma.agentConnection.findFirstOrThrow({ where: { userId: member.userId } })
    const at = `/organizations/${company.slug}/applications/end`
    expect((await account.post(company.owner.browser, at, { id, confirm: 'yes' })).status).toBe(200)
    expect(await isActive(token)).toBe(false)
  })

  test('an owner tries an assertion out, and nothing is issued', async () => {
    const { company, member } = await openConnected()
    const grants = await world.deps.db.prisma.grant.count()
    const tried = (changes: Record<string, unknown>) =>
      sign({ sub: 'new', email: member.email, ...changes }).then((jwt) =>
        testAssertion(world.deps, company.actor, company.id, jwt),
      )
    expect(await tried({})).toEqual({
      ...{ accepted: true, person: member.email, client: 'agent', resource: notes, scope: 'notes:read notes:write' },
    })
    expect(await tried({ exp: 1 })).toEqual({ accepted: false, differs: 'exp' })
    expect(await tried({ scope: 'notes:admin' })).toEqual({ accepted: false, differs: 'invalid_scope' })
    expect(await testAssertion(world.deps, company.actor, company.id, 'nonsense')).toMatchObject({ differs: 'format' })
    const other = await openConnected()
    const foreign = await sign({ email: other.member.email })
    expect(await testAssertion(world.deps, company.actor, company.id, foreign)).toMatchObject({ differs: 'trust' })
    expect(await world.deps.db.prisma.grant.count()).toBe(grants + 1)
    expect(await world.deps.db.prisma.externalIdentity.count({ where: { subject: 'new' } })).toBe(0)
  })

  test('an owner does all of it on the pages', async () => {
    const company = await openCompany()
    const { browser, person } = company.owner
    await world.deps.db.prisma.passkey.deleteMany({ where: { userId: company.actor.id } })
    const authenticator = new Authenticator(new URL(world.issuer).origin)
    await account.addPasskey({ browser }, authenticator)
    await account.byPasskey(authenticator, person.email, browser)
    const at = `/organizations/${company.slug}/agents`
    const empty = await browser.go(`${world.issuer}${at}`)
    expect(empty.text).toContain('No issuer is trusted yet.')
    await browser.go(`${world.issuer}${at}/new`)
    const form = { name: 'Okta', issuer: issuer.url, tenant: '', jwks_uri: '', clients: '' }
    const refused = await account.post(browser, `${at}/new`, form)
    expect([refused.status, refused.text.includes('Okta')]).toEqual([422, true])
    const made = await account.post(browser, `${at}/new`, { ...form, scope: `${notes} notes:read` })
    expect(made.location).toMatch(/\/agents\/\w+$/)
    expect(made.text).toContain('first (ES256)')
    const [trusted] = await listTrustedIssuers(world.deps, company.id)
    const id = trusted?.id ?? ''
    const shown = await account.post(browser, `${at}/test`, { assertion: await sign({ email: person.email }) })
    expect(shown.text).toContain('It would be refused.')
    await account.post(browser, `${at}/access`, { id, name: 'Okta', clients: '', scope: `${notes} notes:write` })
    await account.post(browser, `${at}/disable`, { id })
    expect(await listTrustedIssuers(world.deps, company.id)).toMatchObject([{ state: 'disabled', tenant: '' }])
    await account.post(browser, `${at}/enable`, { id })
    await account.post(browser, `${at}/remove`, { id })
    expect(await listTrustedIssuers(world.deps, company.id)).toEqual([])
    // A connection that signs people in is none of these, and the other way round.
    const page = await browser.go(`${world.issuer}/organizations/${company.slug}/sso`)
    expect(page.status).toBe(404)
  })
})
