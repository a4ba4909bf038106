import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Keyring } from '../src/crypto/keyring.ts'
import { activateConnection } from '../src/flows/federation/activation.ts'
import { attachDomain, detachDomain } from '../src/flows/federation/connection-domains.ts'
import { resealConnectionSecrets } from '../src/flows/federation/connection-secrets.ts'
import {
  changeConnection,
  createConnection,
  disableConnection,
  getConnection,
  removeConnection,
} from '../src/flows/federation/connections.ts'
import { changeSsoPolicy } from '../src/flows/federation/sso-policy.ts'
import { userActor } from '../src/flows/platform/audit.ts'
import { findConnection } from '../src/store/prisma/federation/connections.ts'
import { answerTxt, proveDomain } from './support/company.ts'
import { databases } from './support/databases.ts'
import { nextCode } from './support/mailbox.ts'
import { ownersOf } from './support/owned-connections.ts'
import { openUpstream, type Upstream } from './support/upstream.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// What it takes to decide whom an organization trusts: FE-06, FE-13 and FE-31, and the conditions of activation and enforcement.

const day = 86_400_000
const network = '127.0.0.1'

describe.each(databases)('the connections of an organization, in %s', (database) => {
  let world: TestWorld
  let upstream: Upstream
  let records: Map<string, string[]>
  beforeAll(async () => {
    world = await openTestWorld({ SSO: 'on' }, { database })
    upstream = await openUpstream(world.deps)
    records = answerTxt(world)
  })
  afterAll(async () => {
    await upstream?.close()
    await world?.close()
  })
  beforeEach(() => upstream.reset())

  const { newDomain, givePasskey, input, openDraft, testSignIn, openActive } = ownersOf(() => ({
    ...{ world, records, upstream },
  }))

  const stateOf = async ({ id }: { id: string }) => (await findConnection(world.deps.db, id))?.state
  const policyOf = async (id: string) =>
    (await world.deps.db.prisma.organization.findUniqueOrThrow({ where: { id } })).ssoPolicy

  /** Somebody else, who becomes a member of an organization with this role. */
  async function another(organizationId: string, role?: 'admin' | 'member') {
    const { person } = await world.signIn()
    const { prisma } = world.deps.db
    const { userId } = await prisma.email.findUniqueOrThrow({ where: { address: person.email } })
    await givePasskey(userId)
    if (role)
      await prisma.membership.create({ data: { organizationId, userId, roles: role, createdAt: world.deps.now() } })
    return userActor(userId, network)
  }

  test('nobody but an owner with a passkey decides anything about them', async () => {
    const { id, named, domain, actor } = await openDraft()
    const strangers = [await another(id), await another(id, 'member'), await another(id, 'admin')]
    for (const stranger of strangers) {
      const acts = [
        () => createConnection(world.deps, stranger, id, input()),
        () => changeConnection(world.deps, stranger, named, { settings: { allowOwner: true } }),
        () => attachDomain(world.deps, stranger, named, domain),
        () => detachDomain(world.deps, stranger, named, domain),
        () => disableConnection(world.deps, stranger, named),
        () => removeConnection(world.deps, stranger, named),
        () => changeSsoPolicy(world.deps, stranger, id, 'off'),
        () => changeSsoPolicy(world.deps, stranger, id, 'required'),
      ]
      for (const act of acts) await expect(act()).rejects.toMatchObject({ name: 'OperationRefused' })
    }
    await testSignIn({ actor, named })
    for (const stranger of strangers)
      await expect(activateConnection(world.deps, stranger, named)).rejects.toMatchObject({ name: 'OperationRefused' })
    await world.deps.db.prisma.passkey.deleteMany({ where: { userId: actor.id } })
    await expect(activateConnection(world.deps, actor, named)).rejects.toMatchObject({ problem: 'no-passkey' })
    await expect(createConnection(world.deps, actor, id, input())).rejects.toMatchObject({ problem: 'no-passkey' })
    expect(await stateOf(named)).toBe('tested')
  })

  test('an organization reaches no connection of another', async () => {
    const [own, other] = [await openDraft(), await openDraft()]
    const foreign = { organizationId: own.id, id: other.named.id }
    for (const act of [
      () => getConnection(world.deps, foreign),
      () => changeConnection(world.deps, own.actor, foreign, { name: 'Mine now' }),
      () => removeConnection(world.deps, own.actor, foreign),
      () => activateConnection(world.deps, own.actor, foreign),
      () => attachDomain(world.deps, own.actor, foreign, own.domain),
    ])
      await expect(act()).rejects.toMatchObject({ reason: 'not-found' })
    await expect(attachDomain(world.deps, own.actor, own.named, other.domain)).rejects.toMatchObject({
      problem: 'not-verified',
    })
  })

  test('FE-13: an issuer is the tenant’s own, and exactly what its tokens say', async () => {
    const { id, actor } = await openDraft()
    for (const [provider, issuer, problem] of [
      ['entra', 'https://login.microsoftonline.com/common/v2.0', 'not-a-tenant'],
      ['entra', 'https://login.microsoftonline.com/organizations/v2.0', 'not-a-tenant'],
      ['entra', 'https://login.microsoftonline.com/consumers/v2.0', 'not-a-tenant'],
      ['entra', 'https://login.microsoftonline.com/{tenantid}/v2.0', 'not-an-issuer'],
      ['entra', 'https://login.microsoftonline.com/contoso.onmicrosoft.com/v2.0', 'not-a-tenant'],
      ['generic', 'https://login.microsoftonline.com/common/v2.0', 'not-a-tenant'],
      ['google', 'https://accounts.google.com.evil.test', 'other-provider'],
      ['generic', 'https://accounts.google.com', 'other-provider'],
      ['okta', 'https://accounts.google.com', 'other-provider'],
      ['generic', 'https://appleid.apple.com', 'other-provider'],
      ['entra', 'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0', 'not-a-tenant'],
      ['generic', 'https://login.microsoftonline.com/9188040D-6c67-4c5b-b112-36a304b66dad/v2.0', 'not-a-tenant'],
      ['generic', 'https://idp.example.test/.well-known/openid-configuration', 'metadata-address'],
      ['generic', 'http://idp.example.test', 'not-https'],
      ['generic', 'https://idp.example.test/?tenant=1', 'not-an-issuer'],
      ['generic', 'https://user@idp.example.test', 'not-an-issuer'],
    ] as const) {
      const authMethod = provider === 'entra' ? 'client_secret_post' : 'client_secret_basic'
      const given = input({ provider, issuer, authMethod })
      await expect(createConnection(world.deps, actor, id, given)).rejects.toMatchObject({ field: 'issuer', problem })
    }
  })

  test('one is activated after a test within a day, with the records of its domains there at that moment', async () => {
    const draft = await openDraft()
    const activate = () => activateConnection(world.deps, draft.actor, draft.named)
    await expect(activate()).rejects.toMatchObject({ problem: 'not-tested' })
    upstream.lies.claims = { aud: 'another-client' }
    expect(await testSignIn(draft)).toMatchObject({ ok: false })
    await expect(activate()).rejects.toMatchObject({ problem: 'not-tested' })
    upstream.lies.claims = {}
    expect(await testSignIn(draft)).toMatchObject({ ok: true })
    const record = records.get(`_vestibule.${draft.domain}`) ?? []
    records.delete(`_vestibule.${draft.domain}`)
    await expect(activate()).rejects.toMatchObject({ problem: 'no-record' })
    records.set(`_vestibule.${draft.domain}`, record)
    world.pass(day + 1000)
    await expect(activate()).rejects.toMatchObject({ problem: 'not-tested' })
    await testSignIn(draft)
    await changeConnection(world.deps, draft.actor, draft.named, {
      trust: { ...input(), clientId: 'another-client' },
    })
    await expect(activate()).rejects.toMatchObject({ problem: 'not-tested' })
    await changeConnection(world.deps, draft.actor, draft.named, { trust: input() })
    await testSignIn(draft)
    await activate()
    expect([await stateOf(draft.named), await policyOf(draft.id)]).toEqual(['active', 'offered'])
  })

  test('FE-31: a domain that was proven by mail carries no connection; who proves it by DNS may attach it', async () => {
    const [byMail, byDns] = [await openDraft(), await openDraft()]
    const domain = newDomain()
    const post = (path: string, fields: Record<string, string>) =>
      byMail.owner.browser.go(`${world.issuer}/organizations/${byMail.slug}/domains${path}`, {
        method: 'POST',
        body: new URLSearchParams({ domain, ...fields }).toString(),
      })
    await post('', {})
    await post('/mail', {})
    const confirmed = await post('/confirm', { code: await nextCode(world.mailbox, `postmaster@${domain}`) })
    expect(confirmed.status, confirmed.html.querySelector('main')?.text).toBe(200)
    await expect(attachDomain(world.deps, byMail.actor, byMail.named, domain)).rejects.toMatchObject({
      problem: 'proof-by-mail',
    })
    await proveDomain(world, records, { ...byDns, browser: byDns.owner.browser }, domain)
    await attachDomain(world.deps, byDns.actor, byDns.named, domain)
    await expect(attachDomain(world.deps, byMail.actor, byMail.named, domain)).rejects.toMatchObject({
      name: 'OperationRefused',
    })
  })

  test('FE-31: of two organizations that have a record each, one gets the domain', async () => {
    const [first, second] = [await openDraft(), await openDraft()]
    const refused = await proveDomain(world, records, { ...second, browser: second.owner.browser }, first.domain)
    expect(refused.status).toBe(422)
    await expect(attachDomain(world.deps, second.actor, second.named, first.domain)).rejects.toMatchObject({
      name: 'OperationRefused',
    })
  })

  test('company sign-in is required by an owner who has just seen it work, and keeps a way in', async () => {
    const company = await openActive()
    const demand = () => changeSsoPolicy(world.deps, company.actor, company.id, 'required')
    world.pass(3_600_000 + 1000)
    await expect(demand()).rejects.toMatchObject({ problem: 'own-test' })
    await testSignIn(company)
    await demand()
    expect(await policyOf(company.id)).toBe('required')
    for (const act of [
      () => disableConnection(world.deps, company.actor, company.named),
      () => removeConnection(world.deps, company.actor, company.named),
      () => detachDomain(world.deps, company.actor, company.named, company.domain),
    ])
      await expect(act()).rejects.toMatchObject({ reason: 'conflict', problem: 'sign-in-required' })
    await changeSsoPolicy(world.deps, { kind: 'operator', id: 'operator', network }, company.id, 'offered')
    const { enforced } = await world.deps.db.prisma.connectionDomain.findUniqueOrThrow({
      where: { domain: company.domain },
    })
    expect(enforced).toBe(false)
    await disableConnection(world.deps, company.actor, company.named)
  })

  test('it is not required without a connection in use', async () => {
    const draft = await openDraft()
    await testSignIn(draft)
    await expect(changeSsoPolicy(world.deps, draft.actor, draft.id, 'required')).rejects.toMatchObject({
      problem: 'no-active-connection',
    })
  })

  test('FE-06: one in use keeps its issuer until its successor was tested, and then nobody is who they were', async () => {
    const company = await openActive()
    const other = await openUpstream(world.deps)
    other.lies.metadata = { token_endpoint_auth_methods_supported: undefined }
    const moved = input({ issuer: other.issuer, secret: undefined })
    await expect(
      changeConnection(world.deps, company.actor, company.named, { trust: moved }),
      'a secret is not sent to another provider',
    ).rejects.toMatchObject({ field: 'secret', problem: 'required' })
    const successor = await changeConnection(world.deps, company.actor, company.named, {
      trust: { ...moved, secret: 'a-secret-of-the-other' },
    })
    expect(successor.successor).toBe(true)
    expect(await findConnection(world.deps.db, company.named.id)).toMatchObject({
      state: 'active',
      issuer: upstream.issuer,
    })
    const named = { organizationId: company.id, id: successor.id }
    await expect(activateConnection(world.deps, company.actor, named)).rejects.toMatchObject({ problem: 'not-tested' })
    const own = upstream
    upstream = other
    upstream.person = own.person
    await testSignIn({ actor: company.actor, named })
    upstream = own
    const { id } = await activateConnection(world.deps, company.actor, named)
    expect(id).not.toBe(company.named.id)
    expect([await stateOf({ id }), await stateOf(company.named)]).toEqual(['active', 'disabled'])
    const domain = await world.deps.db.prisma.connectionDomain.findUniqueOrThrow({ where: { domain: company.domain } })
    expect(domain.connectionId).toBe(id)
    await other.close()
  })

  test('the secret of one is sealed, and in nothing that is shown, mailed or recorded', async () => {
    const { named, id } = await openDraft()
    const { prisma } = world.deps.db
    const stored = await prisma.connection.findUniqueOrThrow({ where: { id: named.id } })
    const events = await prisma.auditEvent.findMany({ where: { organizationId: id } })
    const shown = await getConnection(world.deps, named)
    expect(shown).toMatchObject({ hasSecret: true })
    const text = JSON.stringify([stored, events, shown], (_, value) => (typeof value === 'bigint' ? `${value}` : value))
    expect(text).not.toContain('a-secret-of-the-company')
  })

  // The last one: of this world's connections, none can be used afterwards.
  test('secrets are sealed again under a new SECRET, and the old one may go', async () => {
    const { named } = await openDraft()
    const { prisma } = world.deps.db
    const row = await prisma.connection.findUniqueOrThrow({ where: { id: named.id } })
    const data = Array.from({ length: 501 }, (_, index) => ({ ...row, id: `${row.id}-${index}` }))
    await prisma.connection.createMany({ data })
    const secret = 'a new secret of the server, 0123456789'
    await resealConnectionSecrets(world.deps.db, new Keyring([secret, ...world.deps.config.secrets]))
    const keyring = new Keyring([secret])
    const found = await prisma.connection.findMany({ where: { organizationId: named.organizationId } })
    const plain = world.deps.keyring.open('connection-secret', row.sealedSecret ?? '')
    expect(found).toHaveLength(502)
    for (const { sealedSecret, version } of found)
      expect([keyring.open('connection-secret', sealedSecret ?? ''), version]).toEqual([plain, row.version])
    expect(plain).not.toBeNull()
  })
})
