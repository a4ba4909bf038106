import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { giveOperatorRole } from '../src/flows/management/operator-roles.ts'
import { checkSignIn } from '../src/flows/management/sign-in-checks.ts'
import { system } from '../src/flows/platform/audit.ts'
import { type ConnectionState, defaultSettings } from '../src/oidc/federation/connection.ts'
import type { PlainBrowser } from './support/browser.ts'
import { databases } from './support/databases.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// What operators see of company sign-in, and what they do about it.

const operatorAddress = 'operator@example.test'
const admin: [string, string] = ['admin', 'admin-secret-0123456789']

describe.each(databases)('company sign-in for operators, on %s', (database) => {
  let world: TestWorld
  let operator: PlainBrowser
  let organizationId: string
  beforeAll(async () => {
    const env = {
      SSO: 'on',
      OPERATORS: operatorAddress,
      OIDC_CLIENT_ID_7: 'admin',
      OIDC_CLIENT_7_SECRET: admin[1],
      OIDC_CLIENT_7_GRANT_TYPES: 'client_credentials',
      OIDC_CLIENT_7_SCOPES: 'users:read',
    }
    world = await openTestWorld(env, { database })
    operator = (await world.signIn({ email: operatorAddress, organization: 'Engines' })).browser
    organizationId = (await world.deps.db.prisma.organization.findFirstOrThrow({ where: { name: 'Engines' } })).id
    await makeConnection('a'.repeat(32), { domain: 'engines.test', state: 'active' })
  })
  afterAll(() => world?.close())

  /** A connection as an owner made it, tested and activated it. */
  async function makeConnection(id: string, { domain, state }: { domain: string; state: ConnectionState }) {
    const proven = { claimed: domain, token: 'token', method: 'dns', joining: 'off', createdAt: world.deps.now() }
    const at = { verifiedAt: world.deps.now(), seenAt: world.deps.now() }
    await world.deps.db.prisma.domain.create({ data: { organizationId, name: domain, ...proven, ...at } })
    await world.deps.db.prisma.organization.update({ where: { id: organizationId }, data: { ssoPolicy: 'offered' } })
    await world.deps.db.prisma.connection.create({
      data: {
        ...{ id, organizationId, protocol: 'oidc', provider: 'generic', name: `Keycloak of ${domain}`, state },
        ...{ issuer: `https://login.${domain}`, clientId: 'vestibule', authMethod: 'private_key_jwt' },
        ...{ settings: JSON.stringify(defaultSettings), createdAt: world.deps.now() },
        domains: { create: { domain, organizationId } },
      },
    })
  }
  const change = (data: { state?: ConnectionState; failures?: number }) =>
    world.deps.db.prisma.connection.update({ where: { id: 'a'.repeat(32) }, data })
  const enforce = (enforced: boolean) =>
    world.deps.db.prisma.connectionDomain.update({ where: { domain: 'engines.test' }, data: { enforced } })

  const textOf = () => (operator.current?.html.querySelector('main')?.text ?? '').replaceAll(/\s+/g, ' ')
  async function why(address: string): Promise<string> {
    await operator.go(`${world.issuer}/admin/why?${new URLSearchParams({ address })}`)
    return textOf()
  }

  test('Sign-in help says of a domain whether a company signs its people in, whoever has the address', async () => {
    expect(await why('ada@elsewhere.test')).toMatch(
      /Does a company sign these people in\? No\s?No identity provider is connected to elsewhere\.test\./,
    )
    expect(await why('ada@engines.test')).toMatch(
      /sign these people in\? Yes\s?People at engines\.test can sign in at the identity provider of Engines\./,
    )
    expect(operator.current?.html.querySelector(`a[href$="/admin/connections/${'a'.repeat(32)}"]`)).not.toBeNull()
    // FE-21: not a domain below it, and not one that looks like it.
    for (const address of ['ada@sub.engines.test', 'ada@engines.test.other.test', 'ada@еngines.test'])
      expect(await why(address), address).not.toContain('at the identity provider of Engines')
    expect(await why('ada@ENGINES.test')).toContain('at the identity provider of Engines')
  })

  test('RV-15 it says so of a domain only as the page of sign-in does: proven by DNS, and its organization’s', async () => {
    const { prisma } = world.deps.db
    const named = { organizationId_name: { organizationId, name: 'engines.test' } }
    const claimed = { claimed: 'engines.test', method: 'dns' }
    for (const lost of [{ claimed: null }, { method: 'email' }]) {
      await prisma.domain.update({ where: named, data: { ...claimed, ...lost } })
      expect(await why('ada@engines.test'), JSON.stringify(lost)).not.toContain('at the identity provider of Engines')
      const check = await checkSignIn(world.deps, system, 'ada@engines.test', { mayKnowAccount: true })
      expect(check.company).toEqual({ domain: 'engines.test', connection: null })
    }
    await prisma.domain.update({ where: named, data: claimed })
    expect(await why('ada@engines.test')).toContain('at the identity provider of Engines')
  })

  test('it says that no code is mailed, and that the provider fails', async () => {
    await enforce(true)
    await change({ state: 'failing', failures: 12 })
    const page = await why('ada@engines.test')
    expect(page).toContain('Engines requires it: no codes are mailed to engines.test.')
    expect(page).toContain('12 sign-ins in a row failed because of the identity provider.')
    await change({ state: 'disabled' })
    expect(await why('ada@engines.test')).toMatch(
      /sign these people in\? No\s?The identity provider of Engines is connected to engines\.test, but is not active\./,
    )
    const check = await checkSignIn(world.deps, system, 'ada@engines.test', { mayKnowAccount: true })
    expect(check.company?.connection).toMatchObject({ organization: 'Engines', inUse: false, enforced: true })
  })

  test('the management API says the same', async () => {
    await change({ state: 'active', failures: 0 })
    const { body } = await world.token({ grant_type: 'client_credentials' }, { basic: admin })
    const ask = async (address: string) => {
      const answer = await fetch(`${world.issuer}/api/v1/sign-in-check?${new URLSearchParams({ address })}`, {
        headers: { Authorization: `Bearer ${body.access_token}` },
      })
      return (await answer.json()).company_sign_in
    }
    expect(await ask('ada@engines.test')).toEqual({
      ...{ domain: 'engines.test', connection_id: 'a'.repeat(32), organization: 'Engines' },
      ...{ in_use: true, enforced: true, failures: 0 },
    })
    expect(await ask('ada@elsewhere.test')).toMatchObject({ connection_id: null, enforced: false })
  })
  const connectionPath = `/admin/connections/${'a'.repeat(32)}`
  const post = (fields: Record<string, string>) =>
    operator.go(`${world.issuer}${connectionPath}`, { method: 'POST', body: new URLSearchParams(fields).toString() })
  async function makeAttempts() {
    const { keyring, db, now } = world.deps
    const checks = [
      { name: 'issuer', state: 'passed' },
      { name: 'audience', state: 'failed', expected: 'vestibule', received: '<b>other</b>' },
      { name: 'email', state: 'passed', received: 'grace@engines.test' },
    ]
    const common = { browserDigest: 'b', sealed: '', createdAt: now(), expiresAt: now(), usedAt: now() }
    await db.prisma.federationAttempt.createMany({
      data: [
        {
          ...{ ...common, id: 'first', reference: 'ABCDE-FGHJK', connectionId: 'a'.repeat(32), purpose: 'sign-in' },
          ...{ outcome: 'failed', reason: 'audience' },
          detail: keyring.seal('federation-detail', JSON.stringify({ checks })),
        },
        { ...common, id: 'second', reference: 'LMNPQ-RSTUV', social: 'github', purpose: 'sign-in', outcome: 'done' },
      ],
    })
  }

  test('the console lists connections, and shows why a sign-in failed by the reference that somebody reads out', async () => {
    await makeAttempts()
    await operator.go(`${world.issuer}/admin/connections`)
    expect(textOf()).toMatch(/Engines\s*Keycloak of engines\.test\s*https:\/\/login\.engines\.test\s*engines\.test/)
    await operator.go(`${world.issuer}${connectionPath}`)
    expect(textOf()).toContain('The ID token is of another tenant, application, or sign-in. audience')
    expect(textOf()).not.toContain('LMNPQ-RSTUV')
    // As it was heard.
    await operator.go(`${world.issuer}/admin/find?q=abcde-fghjk`)
    await operator.go(operator.current?.location ?? '')
    expect(operator.current?.location).toContain('/admin/connections/attempts/ABCDE-FGHJK')
    expect(textOf()).toMatch(/issuer\s*passed\s*audience\s*failed\s*vestibule\s*<b>other<\/b>/)
    expect(operator.current?.html.querySelector('main b')).toBeNull()
    await operator.go(`${world.issuer}/admin/connections/attempts/LMNPQ-RSTUV`)
    expect(textOf()).toContain('github')
    expect((await operator.go(`${world.issuer}/admin/connections/attempts/NNNNN-NNNNN`)).status).toBe(404)
    expect((await operator.go(`${world.issuer}/admin/connections/none`)).status).toBe(404)
  })

  test('an operator stops an organization from requiring it, turns a connection off, and does no more', async () => {
    const { prisma } = world.deps.db
    await prisma.organization.update({ where: { id: organizationId }, data: { ssoPolicy: 'required' } })
    await change({ state: 'active' })
    await enforce(true)
    // The last one stays while it is required.
    await post({ action: 'disable', confirm: 'yes' })
    expect(operator.current?.status).toBe(422)
    expect(await prisma.connection.findUniqueOrThrow({ where: { id: 'a'.repeat(32) } })).toMatchObject({
      state: 'active',
    })
    for (const action of ['activate', 'enforce', 'test', 'remove', 'offered'])
      expect((await post({ action, confirm: 'yes' })).status, action).toBe(404)
    await post({ action: 'offer' })
    expect(textOf()).toContain('Stop requiring company sign-in of Engines?')
    await operator.submit({ confirm: 'yes' })
    expect(await prisma.organization.findUniqueOrThrow({ where: { id: organizationId } })).toMatchObject({
      ssoPolicy: 'offered',
    })
    expect(await prisma.connectionDomain.findFirst({ where: { enforced: true } })).toBeNull()
    await post({ action: 'disable', confirm: 'yes' })
    expect(await prisma.connection.findUniqueOrThrow({ where: { id: 'a'.repeat(32) } })).toMatchObject({
      state: 'disabled',
    })
    const events = await prisma.auditEvent.findMany({
      where: { action: { in: ['sso.relaxed', 'connection.disabled'] }, result: 'ok' },
      orderBy: { id: 'asc' },
    })
    expect(events.map(({ action, actorKind }) => [action, actorKind])).toEqual([
      ['sso.relaxed', 'operator'],
      ['connection.disabled', 'operator'],
    ])
  })

  test('who only looks is offered no act, and sees no whole address', async () => {
    const { prisma } = world.deps.db
    const viewer = (await world.signIn({ email: 'viewer@example.test', organization: 'Viewers' })).browser
    const { userId } = await prisma.email.findUniqueOrThrow({ where: { address: 'viewer@example.test' } })
    await giveOperatorRole(world.deps, system, userId, 'viewer')
    await viewer.go(`${world.issuer}${connectionPath}`)
    expect(viewer.current?.status).toBe(200)
    expect(viewer.current?.html.querySelector('main form[method=post]')).toBeNull()
    await viewer.go(`${world.issuer}/admin/connections/attempts/ABCDE-FGHJK`)
    expect(viewer.current?.html.querySelector('main')?.text, 'RV-10 no whole address').toContain('g…@engines.test')
    await operator.go(`${world.issuer}/admin/connections/attempts/ABCDE-FGHJK`)
    expect(textOf()).toContain('grace@engines.test')
    const body = new URLSearchParams({ action: 'offer', confirm: 'yes' }).toString()
    expect((await viewer.go(`${world.issuer}${connectionPath}`, { method: 'POST', body })).status).toBe(403)
  })
})

test('while SSO is off, nothing asks about it', async () => {
  const world = await openTestWorld({ OPERATORS: operatorAddress })
  try {
    const check = await checkSignIn(world.deps, system, 'ada@engines.test', { mayKnowAccount: true })
    expect(check.company).toBeNull()
    const { browser } = await world.signIn({ email: operatorAddress })
    await browser.go(`${world.issuer}/admin/why?address=ada%40engines.test`)
    expect(browser.current?.text).not.toContain('company')
    expect((await browser.go(`${world.issuer}/admin/connections`)).status).toBe(404)
  } finally {
    await world.close()
  }
})
