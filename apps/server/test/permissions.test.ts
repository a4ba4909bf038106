import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConfigError } from '../src/config/settings.ts'
import { type Authorization, issueAuthorizationResponse } from '../src/flows/authorization/authorization-response.ts'
import { applyPermissions, RemovalNotAllowed } from '../src/flows/management/rights/permissions.ts'
import { declarePermissionsFile } from '../src/flows/management/rights/permissions-file.ts'
import { system } from '../src/flows/platform/audit.ts'
import { ClientDirectory } from '../src/flows/platform/clients/client-directory.ts'
import { ownClient } from '../src/flows/platform/clients/own-client.ts'
import { ResourceDirectory } from '../src/flows/platform/resources/resource-directory.ts'
import { openCode } from '../src/flows/tokens/authorization-codes.ts'
import { parsePermissionsDocument } from '../src/oidc/permissions-document.ts'
import { putConsent } from '../src/store/hot/consents.ts'
import { findMemberships, findPerson } from '../src/store/hot/people.ts'
import { deleteDueOrganizations } from '../src/store/prisma/organizations/organizations.ts'
import { findRoles } from '../src/store/prisma/rights.ts'
import { changeStore } from './support/change-store.ts'
import { databases } from './support/databases.ts'
import { basic, claimsOf, openTestWorld, pkce, redirectUri, type TestWorld } from './support/world.ts'

// What people may do: permissions, the operator's roles, and how they cut the scopes of tokens (docs/roles.md).

const orders = 'https://orders.example.test'
const plain = 'https://plain.example.test'
const strict = 'https://strict.example.test'
const ledger = 'https://ledger.example.test'
const agentId = 'https://agent.example.test/client.json'
const document = {
  permissions: {
    'invoice.read': { names: { en: 'See invoices', de: 'Rechnungen sehen' }, level: 'basic' },
    'invoice.approve': { names: { en: 'Approve invoices' } },
    'billing.close': { level: 'owner' },
    'report.sign': { level: 'basic', min_acr: 'phr' },
    [`${orders} orders:read`]: { level: 'basic' },
    [`${orders} orders:write`]: {},
    [`${orders} orders:sign`]: { min_acr: 'phr', level: 'basic' },
  },
  roles: {
    clerk: { names: { en: 'Clerk' }, permissions: ['invoice.approve', `${orders} orders:write`] },
  },
}
const read = (given: object) => parsePermissionsDocument(JSON.stringify(given))

const env = {
  PASSKEY_NUDGE: 'off',
  OIDC_RESOURCE_0: orders,
  OIDC_RESOURCE_0_NAME: 'Orders',
  OIDC_RESOURCE_0_SCOPES: 'orders:read,orders:write,orders:sign',
  OIDC_RESOURCE_0_DEFAULT_SCOPES: 'orders:read',
  OIDC_RESOURCE_0_DYNAMIC_CLIENTS: 'listed',
  OIDC_RESOURCE_0_API_KEYS: 'on',
  OIDC_RESOURCE_0_PERMISSIONS: 'on',
  OIDC_RESOURCE_1: plain,
  OIDC_RESOURCE_1_SCOPES: 'plain:read,plain:write',
  OIDC_RESOURCE_2: strict,
  OIDC_RESOURCE_2_SCOPES: 'strict:read,strict:write',
  OIDC_RESOURCE_2_CLAIMS: 'rfc9068',
  OIDC_CLIENT_ID_7: 'shop',
  OIDC_CLIENT_7_SECRET: 'shop-secret-0123456789abc',
  OIDC_CLIENT_7_REDIRECT_URIS: redirectUri,
  OIDC_CLIENT_7_SCOPES:
    'openid,profile,organization,permissions,offline_access,orders:read,orders:write,orders:sign,plain:read,plain:write,strict:read,strict:write',
  OIDC_CLIENT_7_AUDIENCES: `${orders},${plain},${strict}`,
  OIDC_CLIENT_7_GRANT_TYPES: 'authorization_code,refresh_token,client_credentials',
  OIDC_CLIENT_ID_9: 'partner',
  OIDC_CLIENT_9_SECRET: 'partner-secret-0123456789',
  OIDC_CLIENT_9_REDIRECT_URIS: redirectUri,
  OIDC_CLIENT_9_SCOPES: 'openid,orders:read,orders:write,plain:read',
  OIDC_CLIENT_9_AUDIENCES: `${orders},${plain}`,
  OIDC_CLIENT_9_REQUIRE_CONSENT: 'true',
  OIDC_CLIENT_ID_8: 'bare',
  OIDC_CLIENT_8_SECRET: 'bare-secret-0123456789abc',
  OIDC_CLIENT_8_REDIRECT_URIS: redirectUri,
  OIDC_CLIENT_8_SCOPES: 'openid,profile,organization',
}
/** An API with a scope that is an owner's alone. */
const ledgerApi = {
  OIDC_RESOURCE_3: ledger,
  OIDC_RESOURCE_3_SCOPES: 'ledger:read,ledger:close',
  OIDC_RESOURCE_3_API_KEYS: 'on',
  OIDC_RESOURCE_3_PERMISSIONS: 'on',
}
const withLedger = {
  ...document,
  permissions: {
    ...document.permissions,
    [`${ledger} ledger:read`]: { level: 'basic' },
    [`${ledger} ledger:close`]: { level: 'owner' },
  },
}
const shop: { basic: [string, string] } = { basic: ['shop', 'shop-secret-0123456789abc'] }

const documentFile = (given: object): string => {
  const file = join(mkdtempSync(join(tmpdir(), 'vestibule-permissions-')), 'permissions.json')
  writeFileSync(file, JSON.stringify(given))
  return file
}

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  beforeAll(async () => {
    world = await openTestWorld({ ...env, ...ledgerApi, PERMISSIONS_FILE: documentFile(withLedger) }, { database })
    const clients = new Map(world.deps.config.clients)
    clients.set(agentId, {
      ...ownClient(agentId, 'Agent'),
      source: 'document',
      trust: 'listed',
      redirectUris: [redirectUri],
      scopes: new Set(['openid', 'profile', 'email', 'offline_access']),
      grantTypes: new Set(['authorization_code', 'refresh_token']),
      responseTypes: new Set(['code']),
      organization: 'required',
      onboarding: null,
    })
    world.deps.clients = await ClientDirectory.load({ ...world.deps, config: { ...world.deps.config, clients } })
  })
  afterAll(() => world?.close())

  /** Somebody who is signed in, with an organization in which they have this role. */
  const someoneAs = async (roles: 'owner' | 'admin' | 'member') => {
    const { browser, person } = await world.signIn()
    const { userId } = await world.deps.db.prisma.email.findUniqueOrThrow({ where: { address: person.email } })
    const { organizationId } = await world.deps.db.prisma.membership.findFirstOrThrow({ where: { userId } })
    await world.deps.db.prisma.membership.update({
      where: { userId_organizationId: { userId, organizationId } },
      data: { roles },
    })
    return { browser, person, userId, organizationId }
  }
  type Someone = Awaited<ReturnType<typeof someoneAs>>

  /** Gives a role of the operator, or takes it away. */
  const give = async ({ userId, organizationId }: Someone, key: string | null) => {
    await world.deps.db.prisma.membershipRole.deleteMany({ where: { userId, organizationId } })
    const role = key === null ? null : (await findRoles(world.deps.db, '')).find((one) => one.key === key)
    if (role)
      await world.deps.db.prisma.membershipRole.create({
        data: { userId, organizationId, roleId: role.id, grantedByKind: 'system', grantedAt: world.deps.now() },
      })
    await world.deps.db.prisma.organization.update({
      where: { id: organizationId },
      data: { rightsVersion: { increment: 1 } },
    })
  }
  const ask = (who: Someone, scope: string, more: Record<string, string> = {}) =>
    world.authorize(who.browser, { client_id: 'shop', resource: orders, scope, ...more })
  const codeOf = async (who: Someone, scope: string, more: Record<string, string> = {}): Promise<string> => {
    const visited = await ask(who, scope, more)
    return visited.callback?.searchParams.get('code') ?? ''
  }
  const redeem = (code: string) =>
    world.token({ grant_type: 'authorization_code', code, redirect_uri: redirectUri }, shop)
  const refresh = (token: string) => world.token({ grant_type: 'refresh_token', refresh_token: token }, shop)
  const introspect = async (token: string) => {
    const answer = await fetch(`${world.address}/introspect`, {
      method: 'POST',
      headers: { Authorization: basic(...shop.basic) },
      body: new URLSearchParams({ token }),
    })
    return (await answer.json()) as Record<string, unknown>
  }

  test('RO-12 the scope is what was asked for and is held', async () => {
    const ada = await someoneAs('member')
    const { body } = await redeem(await codeOf(ada, 'openid orders:read orders:write'))
    expect(body.scope).toBe('openid orders:read')
    expect(claimsOf(body.access_token)).toMatchObject({ scope: 'openid orders:read', aud: orders })
    const [admin, owner] = [await someoneAs('admin'), await someoneAs('owner')]
    for (const who of [admin, owner])
      expect((await redeem(await codeOf(who, 'openid orders:read orders:write'))).body.scope).toBe(
        'openid orders:read orders:write',
      )
    await give(ada, 'clerk')
    const { body: more } = await redeem(await codeOf(ada, 'openid orders:read orders:write'))
    expect(more.scope).toBe('openid orders:read orders:write')
    expect(claimsOf(more.access_token).organization_roles).toEqual(['member', 'clerk'])
  })

  test('RO-13 an API that does not ask about people gets the scopes as before', async () => {
    const ada = await someoneAs('member')
    const code = await codeOf(ada, 'openid plain:read plain:write', { resource: plain })
    expect((await redeem(code)).body.scope).toBe('openid plain:read plain:write')
  })

  test('RO-15 a role that is taken away leaves with the next refresh, and at introspection at once', async () => {
    const ada = await someoneAs('member')
    await give(ada, 'clerk')
    const { body } = await redeem(await codeOf(ada, 'openid offline_access orders:read orders:write'))
    expect((await introspect(body.access_token)).active).toBe(true)
    await give(ada, null)
    expect(await introspect(body.access_token)).toEqual({ active: false })
    const narrowed = await refresh(body.refresh_token)
    expect(narrowed.body.scope).toBe('openid offline_access orders:read')
    await give(ada, 'clerk')
    expect((await refresh(narrowed.body.refresh_token)).body.scope).toBe(
      'openid offline_access orders:read orders:write',
    )
  })

  test('RO-15 with nothing left the refresh is refused, and the grant stays', async () => {
    const ada = await someoneAs('member')
    await give(ada, 'clerk')
    const { body } = await redeem(await codeOf(ada, 'orders:write offline_access'))
    expect(body.scope).toBe('orders:write offline_access')
    await give(ada, null)
    for (const _ of [1, 2, 3]) {
      expect((await refresh(body.refresh_token)).body).toMatchObject({ error: 'invalid_scope' })
      world.pass(60_000)
    }
    await give(ada, 'clerk')
    expect((await refresh(body.refresh_token)).body.scope).toBe('orders:write offline_access')
  })

  test('RO-16 a code gives the rights of the moment at which it is redeemed', async () => {
    const ada = await someoneAs('member')
    await give(ada, 'clerk')
    const code = await codeOf(ada, 'openid orders:read orders:write')
    await give(ada, null)
    expect((await redeem(code)).body.scope).toBe('openid orders:read')
  })

  test('RO-12 a third-party client is shown, and is granted, what is held in the organization', async () => {
    const ada = await someoneAs('member')
    const { verifier, challenge } = pkce()
    const request = { client_id: agentId, code_challenge: challenge, code_challenge_method: 'S256', nonce: '' }
    const asked = await world.authorize(ada.browser, {
      ...request,
      resource: orders,
      scope: 'orders:read orders:write',
    })
    expect(asked.text).toContain('orders:read')
    expect(asked.text).not.toContain('orders:write')
    const { callback } = await world.finish(ada.browser, ada.person)
    const { body } = await world.token({
      grant_type: 'authorization_code',
      code: callback?.searchParams.get('code') ?? '',
      code_verifier: verifier,
      redirect_uri: redirectUri,
      client_id: agentId,
    })
    expect(body.scope).toBe('orders:read')
    const consents = await world.deps.db.prisma.consent.findMany({ where: { userId: ada.userId } })
    expect(JSON.stringify(consents)).not.toContain('orders:write')
    // What is held later has to be asked for again: the grant ends at what was shown.
    await give(ada, 'clerk')
    const later = await world.token({
      grant_type: 'refresh_token',
      refresh_token: body.refresh_token,
      client_id: agentId,
    })
    expect(later.body.scope).toBe('orders:read')
  })

  test('RO-18 an agent of an owner carries what it was granted, and no more in any claim', async () => {
    const owner = await someoneAs('owner')
    const { body } = await redeem(await codeOf(owner, 'openid orders:read'))
    expect(JSON.stringify(claimsOf(body.access_token))).not.toMatch(/orders:write|permissions|entitlements/)
  })

  test('with nothing of it allowed, a page says so and names the organization; the client learns access_denied', async () => {
    const ada = await someoneAs('member')
    const page = await ask(ada, 'orders:write')
    expect(page.html.querySelector('h1')?.text).toBe('Your role does not allow this')
    expect(page.text).toContain('shop asks for something that you may not do in')
    const silent = await ask(ada, 'orders:write', { prompt: 'none' })
    expect(silent.callback?.searchParams.get('error')).toBe('access_denied')
    const again = await ask(ada, 'orders:write')
    expect(again.html.querySelector('h1')?.text).toBe('Your role does not allow this')
    const left = await ada.browser.submit()
    expect(left.callback?.searchParams.get('error')).toBe('access_denied')
    expect(left.callback?.searchParams.get('error_description')).toBe(
      'the person may do none of this in the organization',
    )
  })

  test('the scope permissions tells the application, in the ID token and at userinfo, what the person may do', async () => {
    const ada = await someoneAs('member')
    const token = async () =>
      (await redeem(await codeOf(ada, 'openid permissions organization', { resource: '' }))).body
    const first = await token()
    expect(claimsOf(first.id_token).permissions).toEqual(['invoice.read'])
    expect(claimsOf(first.access_token)).not.toHaveProperty('permissions')
    await give(ada, 'clerk')
    const answer = (await (await world.userinfo(first.access_token)).json()) as Record<string, unknown>
    expect(answer.permissions).toEqual(['invoice.read', 'invoice.approve'])
    expect(answer.organization_roles).toEqual(['member', 'clerk'])
    expect(claimsOf((await token()).id_token).permissions).toEqual(['invoice.read', 'invoice.approve'])
    const metadata = (await (await fetch(`${world.issuer}/.well-known/openid-configuration`)).json()) as {
      scopes_supported: string[]
    }
    expect(metadata.scopes_supported).toContain('permissions')
  })

  test('RO-18 an API that asks for it reads roles, teams and entitlements, the last ones cut with the scope', async () => {
    const owner = await someoneAs('owner')
    await give(owner, 'clerk')
    const { body } = await redeem(await codeOf(owner, 'openid strict:read', { resource: strict }))
    const claims = claimsOf(body.access_token)
    expect(claims).toMatchObject({ roles: ['owner', 'clerk'], groups: [], entitlements: ['strict:read'] })
    await give(owner, null)
    expect(await introspect(body.access_token)).toMatchObject({ active: true, roles: ['owner'] })
  })

  test('RO-12 a role or a stronger sign-in between the page and the answer adds nothing to what was allowed', async () => {
    const ada = await someoneAs('member')
    const client = world.deps.clients.find(agentId)
    if (!client) throw new Error('the agent is a client')
    const scope = ['orders:read', 'orders:write']
    await changeStore(world.deps, async (tx) => {
      const consent = { scope: [], claims: [], resources: [{ identifier: orders, scope: ['orders:read'] }] }
      const of = { userId: ada.userId, clientId: agentId, organizationId: ada.organizationId }
      await putConsent(tx, {
        ...of,
        consent,
        names: { scope, resource: [orders] },
        connection: null,
        now: world.deps.now(),
      })
    })
    await give(ada, 'clerk')
    const [person, memberships] = [
      await findPerson(world.deps.db, ada.userId),
      await findMemberships(world.deps.db, ada.userId),
    ]
    const session = { id: 's', acr: 'urn:vestibule:acr:mail', amr: ['otp'], authenticatedAt: world.deps.now() }
    const request = { responseType: 'code', clientId: agentId, redirectUri, scope, resource: [orders], acrValues: [] }
    const { code } = await issueAuthorizationResponse(world.deps, {
      ...{ request, client, session, person, memberships, resources: [], organizationId: ada.organizationId },
      teamId: null,
    } as unknown as Authorization)
    expect(openCode(world.deps, String(code))?.scope).toEqual(['orders:read'])
  })

  test('RO-12 a client that people are asked about gets what its page showed, also if a role came meanwhile', async () => {
    const ada = await someoneAs('member')
    const asked = { client_id: 'partner', scope: 'openid orders:read orders:write', resource: orders }
    const shown = await world.authorize(ada.browser, asked)
    const scopes = ({ html }: { html: { text: string } }) =>
      ['orders:read', 'orders:write'].filter((name) => html.text.includes(name))
    expect(scopes(shown)).toEqual(['orders:read'])
    await give(ada, 'clerk')
    const again = await ada.browser.submit({ decision: 'allow' })
    expect([again.status, scopes(again)]).toEqual([422, ['orders:read', 'orders:write']])
    const consents = () => world.deps.db.prisma.consent.count({ where: { userId: ada.userId, clientId: 'partner' } })
    expect(await consents()).toBe(0)
    const answer = await ada.browser.submit({ decision: 'allow' })
    const { body } = await world.token(
      {
        grant_type: 'authorization_code',
        code: answer.callback?.searchParams.get('code') ?? '',
        redirect_uri: redirectUri,
      },
      { basic: ['partner', 'partner-secret-0123456789'] },
    )
    expect([body.scope, await consents()]).toEqual(['openid orders:read orders:write', 1])
    // At an API that does not ask about people, nothing changes in between, and the form is as it was.
    const other = await world.authorize(ada.browser, {
      client_id: 'partner',
      scope: 'openid plain:read',
      resource: plain,
    })
    expect(other.html.querySelector('[name=shown]')).toBeNull()
    expect((await ada.browser.submit({ decision: 'allow' })).callback?.searchParams.get('code')).toBeTruthy()
  })

  test('RO-15 a refresh token that was rotated before is found out, although nothing is left of it', async () => {
    const ada = await someoneAs('member')
    await give(ada, 'clerk')
    const { body } = await redeem(await codeOf(ada, 'orders:write offline_access'))
    const rotated = await refresh(body.refresh_token)
    expect(rotated.status).toBe(200)
    world.pass(200_000)
    await give(ada, null)
    expect((await refresh(body.refresh_token)).body.error).toBe('invalid_grant')
    await give(ada, 'clerk')
    expect((await refresh(rotated.body.refresh_token)).body.error).toBe('invalid_grant')
  })

  test('who acts as an owner has nothing that is an owner’s alone, in no claim', async () => {
    const owner = await someoneAs('owner')
    const [membership] = await findMemberships(world.deps.db, owner.userId)
    if (!membership) throw new Error('the owner is a member')
    const names = (acr: string, impersonated = false) =>
      world.deps.permissions.namesHeld({ holder: membership, acr, impersonated })
    expect(names('phr')).toEqual(['invoice.read', 'invoice.approve', 'billing.close', 'report.sign'])
    expect(names('urn:vestibule:acr:mail')).not.toContain('report.sign')
    expect(names('urn:vestibule:acr:impersonated', true)).toEqual(['invoice.read', 'invoice.approve'])
  })

  test('roles of several teams are held once each, and read once of all the teams', async () => {
    const ada = await someoneAs('member')
    const [clerk] = await findRoles(world.deps.db, '')
    const { prisma } = world.deps.db
    for (const number of [1, 2, 3]) {
      const id = `${ada.organizationId.slice(0, 20)}team${number}`
      const named = { slug: `t${number}`, name: `T${number}`, createdAt: world.deps.now() }
      await prisma.team.create({ data: { id, organizationId: ada.organizationId, ...named } })
      await prisma.teamMembership.create({ data: { teamId: id, userId: ada.userId, createdAt: world.deps.now() } })
      const grant = { teamId: id, roleId: clerk?.id ?? '', grantedByKind: 'system', grantedAt: world.deps.now() }
      if (number > 1) await prisma.teamRole.create({ data: grant })
    }
    await give(ada, 'clerk')
    const [membership] = await findMemberships(world.deps.db, ada.userId)
    expect(membership?.teams).toHaveLength(3)
    expect(membership?.held.keys).toEqual(['clerk'])
    expect(membership?.held.permissionIds.size).toBe(2)
  })

  test('RO-27 a scope that is declared no longer is nobody’s but owners’', async () => {
    const { permissions, roles } = document
    const { [`${orders} orders:sign`]: _, ...less } = permissions
    await applyPermissions(world.deps, system, read({ permissions: less, roles }), { allowRemoval: true })
    const resource = world.deps.resources.find(orders)
    if (!resource) throw new Error('there is the API')
    expect(world.deps.permissions.ofScope(resource, 'orders:sign')).toMatchObject({ level: 'owner', minAcr: 'phr' })
    await applyPermissions(world.deps, system, read(withLedger))
    expect(world.deps.permissions.ofScope(resource, 'orders:sign')).toMatchObject({ level: 'basic' })
  })

  test('the roles of an organization go with it', async () => {
    const { organizationId } = await someoneAs('owner')
    const { prisma } = world.deps.db
    const role = { key: 'org-x', settings: '{"names":{}}', assignableBy: 'admin', version: 1, createdByKind: 'system' }
    await prisma.role.create({
      data: { id: `r${organizationId}`, organizationId, ...role, createdAt: world.deps.now() },
    })
    await prisma.organization.update({ where: { id: organizationId }, data: { deleteAfter: new Date(0) } })
    await deleteDueOrganizations(world.deps.db as never, world.deps.now())
    expect(await prisma.role.count({ where: { organizationId } })).toBe(0)
    expect(await findRoles(world.deps.db, '')).toHaveLength(1)
  })

  test('RO-21 a client without the scope gets no permissions by the claims parameter', async () => {
    const { browser, organizationId } = await someoneAs('owner')
    const claims = JSON.stringify({ userinfo: { permissions: null, roles: null, entitlements: null } })
    const visited = await world.authorize(browser, { client_id: 'bare', scope: 'openid organization', claims })
    const { body } = await world.token(
      {
        grant_type: 'authorization_code',
        code: visited.callback?.searchParams.get('code') ?? '',
        redirect_uri: redirectUri,
      },
      { basic: ['bare', 'bare-secret-0123456789abc'] },
    )
    const answer = (await (await world.userinfo(body.access_token)).json()) as Record<string, unknown>
    expect(answer.organization).toBe(organizationId)
    for (const name of ['permissions', 'roles', 'entitlements']) expect(answer).not.toHaveProperty(name)
  })

  test('RO-22 a client’s own token has its own scopes, whatever people hold', async () => {
    const { body } = await world.token(
      { grant_type: 'client_credentials', scope: 'orders:write', resource: orders },
      shop,
    )
    expect(body.scope).toBe('orders:write')
    expect((await introspect(body.access_token)).active).toBe(true)
  })

  test('RO-40 a permission that asks for a passkey is left out of the token of a mailed code', async () => {
    const ada = await someoneAs('member')
    const { body } = await redeem(await codeOf(ada, 'openid orders:read orders:sign'))
    expect(body.scope).toBe('openid orders:read')
  })

  test('RO-40 a permission that asks for a passkey is in no claim of a mailed code, and in those of a passkey', async () => {
    const ada = await someoneAs('member')
    const names = async (acr: string) => {
      await world.deps.db.prisma.session.updateMany({ where: { userId: ada.userId }, data: { acr } })
      const { body } = await redeem(await codeOf(ada, 'openid permissions organization', { resource: '' }))
      const answer = (await (await world.userinfo(body.access_token)).json()) as Record<string, unknown>
      expect(answer.permissions).toEqual(claimsOf(body.id_token).permissions)
      return answer.permissions
    }
    expect(await names('urn:vestibule:acr:mail')).toEqual(['invoice.read'])
    expect(await names('phr')).toEqual(['invoice.read', 'report.sign'])
    expect(await names('urn:vestibule:acr:mail')).toEqual(['invoice.read'])
  })

  test('KE-05 a key shrinks with its person, to nothing in the end', async () => {
    const ada = await someoneAs('admin')
    const made = await ada.browser.go(`${world.issuer}/account/keys`, {
      method: 'POST',
      headers: { Origin: world.issuer },
      body: `${new URLSearchParams({ name: 'Job', days: '30', organization: ada.organizationId, scope: `${orders} orders:write` })}`,
    })
    const key = made.html.querySelector('#api-key')?.text.trim() ?? ''
    expect(await introspect(key)).toMatchObject({ active: true, scope: 'orders:write' })
    await world.deps.db.prisma.membership.update({
      where: { userId_organizationId: { userId: ada.userId, organizationId: ada.organizationId } },
      data: { roles: 'member' },
    })
    expect(await introspect(key)).toEqual({ active: false })
  })

  test('KE-02 the form of a key offers what whoever makes it holds, and an API that has nothing of it is not there', async () => {
    const ada = await someoneAs('member')
    const { organizationId, browser } = ada
    const { slug } = await world.deps.db.prisma.organization.update({
      where: { id: organizationId },
      data: { keyPolicy: JSON.stringify({ organization: 'admins' }) },
    })
    const offered = async (path: string) => {
      const { html } = await browser.go(`${world.issuer}${path}`)
      return html.querySelectorAll('input[name=scope]').map((box) => box.getAttribute('value')?.split(' ')[1])
    }
    const own = ['/account/keys', ['ledger:read', 'orders:read']] as const
    expect((await offered(own[0])).sort()).toEqual(own[1])
    await give(ada, 'clerk')
    expect((await offered(own[0])).sort()).toEqual(['ledger:read', 'orders:read', 'orders:write'])
    await give(ada, null)
    const be = (roles: string) =>
      world.deps.db.prisma.membership.updateMany({ where: { userId: ada.userId }, data: { roles } })
    await be('admin')
    expect((await offered(`/organizations/${slug}/keys`)).sort()).toEqual([
      'ledger:read',
      'orders:read',
      'orders:write',
    ])
    await be('owner')
    expect((await offered(`/organizations/${slug}/keys`)).sort()).toEqual([
      'ledger:close',
      'ledger:read',
      'orders:read',
      'orders:write',
    ])
    // What asks for a passkey is in no key: nobody can be asked for it later.
    expect(await offered('/account/keys')).not.toContain('orders:sign')
    await world.deps.db.prisma.membership.deleteMany({ where: { userId: ada.userId } })
    expect(await offered('/account/keys')).toEqual([])
  })

  test('KE-03 who rotates a key of the organization holds what it was made for', async () => {
    const ada = await someoneAs('owner')
    const grace = await someoneAs('member')
    const { organizationId } = ada
    const admin = { userId: grace.userId, organizationId, roles: 'admin', createdAt: world.deps.now() }
    await world.deps.db.prisma.membership.create({ data: admin })
    const { slug } = await world.deps.db.prisma.organization.update({
      where: { id: organizationId },
      data: { keyPolicy: JSON.stringify({ organization: 'admins' }) },
    })
    const page = `${world.issuer}/organizations/${slug}/keys`
    const send = async ({ browser }: Someone, path: string, fields: Record<string, string>) => {
      const body = new URLSearchParams(fields).toString()
      const { html, status } = await browser.go(`${page}${path}`, {
        ...{ method: 'POST', body, headers: { Origin: world.issuer } },
      })
      return { status, id: html.querySelector('#api-key')?.text.trim().split('_')[1] ?? null }
    }
    const scopeOf = (name: string) => ({ name, days: '30', scope: `${ledger} ${name}` })
    const closing = await send(ada, '', scopeOf('ledger:close'))
    const reading = await send(grace, '', scopeOf('ledger:read'))
    expect(await send(grace, '', scopeOf('ledger:close'))).toEqual({ status: 422, id: null })
    const rotatable = async ({ browser }: Someone) => {
      const { html } = await browser.go(page)
      const fields = html.querySelectorAll('form[action$="/rotate"] [name=id]')
      return new Set(fields.map((field) => field.getAttribute('value')))
    }
    expect(await rotatable(ada)).toEqual(new Set([reading.id, closing.id]))
    expect(await rotatable(grace)).toEqual(new Set([reading.id]))
    expect(await send(grace, '/rotate', { id: closing.id ?? '' })).toEqual({ status: 422, id: null })
    for (const [who, { id }] of [
      [grace, reading],
      [ada, closing],
    ] as const)
      expect(await send(who, '/rotate', { id: id ?? '' })).toEqual({ status: 200, id })
    // Revoking gives nothing.
    expect((await send(grace, '/revoke', { id: closing.id ?? '' })).status).toBeLessThan(400)
  })
})

describe.each(databases)('a document on %s', (database) => {
  let world: TestWorld
  beforeAll(async () => {
    world = await openTestWorld({ ...env, OIDC_RESOURCE_0_PERMISSIONS: 'off' }, { database })
  })
  afterAll(() => world?.close())
  const invoices = { 'invoice.read': {}, 'invoice.approve': {} }
  const roles = { clerk: { permissions: ['invoice.approve'] } }

  test('RO-27 removes what a role uses only if that is allowed, and what comes back is the same', async () => {
    await applyPermissions(world.deps, system, read({ permissions: invoices, roles }))
    const before = world.deps.permissions.find('invoice.approve')
    const made = await world.deps.db.prisma.auditEvent.findFirstOrThrow({ where: { action: 'role.created' } })
    expect(made.detail).toContain('"added":["invoice.approve"],"removed":[]')
    const without = read({ permissions: { 'invoice.read': {} }, roles: { clerk: { permissions: [] } } })
    await expect(applyPermissions(world.deps, system, without)).rejects.toThrow(RemovalNotAllowed)
    expect(world.deps.permissions.find('invoice.approve')?.deprecatedAt).toBeNull()
    const dry = await applyPermissions(world.deps, system, without, { dryRun: true })
    expect(dry.removed).toEqual([{ name: 'invoice.approve', roles: 1, members: 0, more: false }])
    await applyPermissions(world.deps, system, without, { allowRemoval: true })
    expect(world.deps.permissions.application.map(({ name }) => name)).toEqual(['invoice.read'])
    const back = await applyPermissions(world.deps, system, read({ permissions: invoices, roles }))
    expect(back.returned.map(({ name }) => name)).toEqual(['invoice.approve'])
    expect(world.deps.permissions.find('invoice.approve')).toMatchObject({ id: before?.id, ordinal: before?.ordinal })
  })

  test('RO-27 a start with a file that removes what a role uses is refused with the difference', async () => {
    await applyPermissions(world.deps, system, read({ permissions: invoices, roles }))
    const permissions = read({ permissions: { 'invoice.read': {} } })
    const deps = { ...world.deps, config: { ...world.deps.config, permissions } }
    const refusal = await declarePermissionsFile(deps).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(ConfigError)
    expect(String((refusal as Error).message)).toContain('- invoice.approve (used by 1 roles)')
    expect(String((refusal as Error).message)).toContain('- role clerk')
    await applyPermissions(world.deps, system, permissions, { allowRemoval: true })
    await expect(declarePermissionsFile(deps)).resolves.toBeUndefined()
  })

  test('applied twice, it changes nothing; two at once agree', async () => {
    const wanted = read({ permissions: { ...invoices, 'report.see': {} }, roles })
    await Promise.all([1, 2, 3].map(() => applyPermissions(world.deps, system, wanted, { allowRemoval: true })))
    const again = await applyPermissions(world.deps, system, wanted)
    expect(Object.values(again).flat()).toEqual([])
    const rows = await world.deps.db.prisma.permission.count({ where: { name: 'report.see' } })
    expect(rows).toBe(1)
  })

  test('an API at which members could do nothing is refused at the start', async () => {
    const resources = world.deps.config.resources.map((one) =>
      one.identifier === orders ? { ...one, permissions: true } : one,
    )
    const deps = { ...world.deps, config: { ...world.deps.config, resources } }
    await expect(declarePermissionsFile(deps)).rejects.toThrow(
      /OIDC_RESOURCE_0_PERMISSIONS: is on, but members could do nothing/,
    )
  })

  test('RO-27 a level that is raised, a stronger sign-in and a removal that no role notices take something away, too', async () => {
    const { deps } = world
    await applyPermissions(deps, system, read({ permissions: invoices, roles }), { allowRemoval: true })
    const { person } = await world.signIn()
    const { userId } = await deps.db.prisma.email.findUniqueOrThrow({ where: { address: person.email } })
    const { organizationId } = await deps.db.prisma.membership.findFirstOrThrow({ where: { userId } })
    const at = { userId_organizationId: { userId, organizationId } }
    const be = (roles: string) => deps.db.prisma.membership.update({ where: at, data: { roles } })
    const lossOf = async (from: object, to: object) => {
      const known = (more: object) => read({ permissions: { ...invoices, ...more }, roles })
      await applyPermissions(deps, system, known(from), { allowRemoval: true })
      const refused = await applyPermissions(deps, system, known(to)).catch((error: unknown) => error)
      const { narrowed, removed } = await applyPermissions(deps, system, known(to), { dryRun: true })
      const losses = [...narrowed, ...removed].filter(({ members }) => members > 0)
      expect(refused instanceof RemovalNotAllowed).toBe(losses.length > 0)
      return losses.map(({ name, members }) => `${name} ${members}`)
    }
    await be('member')
    expect(await lossOf({ 'report.see': { level: 'basic' } }, { 'report.see': {} })).toEqual(['report.see 1'])
    expect(await lossOf({ 'report.see': { level: 'basic' } }, {})).toEqual(['report.see 1'])
    expect(
      await lossOf({ 'report.see': { level: 'basic' } }, { 'report.see': { level: 'basic', min_acr: 'phr' } }),
    ).toEqual(['report.see 1'])
    expect(await lossOf({ 'report.see': {} }, { 'report.see': { level: 'owner' } })).toEqual([])
    expect(await lossOf({ 'report.see': {} }, { 'report.see': { level: 'basic' } })).toEqual([])
    expect(await lossOf({ 'report.see': {} }, {})).toEqual([])
    await be('admin')
    expect(await lossOf({ 'report.see': { level: 'basic' } }, { 'report.see': {} })).toEqual([])
    expect(await lossOf({ 'report.see': {} }, { 'report.see': { level: 'owner' } })).toEqual(['report.see 1'])
    // Whoever has it by a role keeps it.
    const [clerk] = await findRoles(deps.db, '')
    await deps.db.prisma.membershipRole.create({
      data: { userId, organizationId, roleId: clerk?.id ?? '', grantedByKind: 'system', grantedAt: deps.now() },
    })
    expect(await lossOf({}, { 'invoice.approve': { level: 'owner' } })).toEqual([])
    expect(await lossOf({}, { 'invoice.read': { level: 'owner' } })).toEqual(['invoice.read 1'])
    await be('owner')
    expect(await lossOf({}, { 'invoice.read': { min_acr: 'phr' } })).toEqual(['invoice.read 1'])
    expect(
      await lossOf({ 'invoice.read': { min_acr: 'phrh' } }, { 'invoice.read': { min_acr: 'urn:vestibule:acr:mail' } }),
    ).toEqual([])
    const permissions = read({ permissions: invoices, roles })
    const started = { ...deps, config: { ...deps.config, permissions } }
    await applyPermissions(deps, system, read({ permissions: { ...invoices, 'report.see': {} }, roles }))
    const refusal = await declarePermissionsFile(started).catch((error: unknown) => error)
    expect(String((refusal as Error).message)).toContain('- report.see (held by 1 members)')
    await deps.db.prisma.organization.delete({ where: { id: organizationId } })
  })

  test('RO-27 the scope of an API that admins had without a word may be declared as an owner’s only if that is allowed', async () => {
    const resources = world.deps.config.resources.map((api) =>
      api.identifier === orders ? { ...api, permissions: true } : api,
    )
    const config = { ...world.deps.config, resources }
    const deps = { ...world.deps, config, resources: await ResourceDirectory.load({ ...world.deps, config }) }
    const { person } = await world.signIn()
    const { userId } = await deps.db.prisma.email.findUniqueOrThrow({ where: { address: person.email } })
    const { organizationId } = await deps.db.prisma.membership.findFirstOrThrow({ where: { userId } })
    await deps.db.prisma.membership.updateMany({ where: { userId }, data: { roles: 'admin' } })
    const owners = { [`${orders} orders:sign`]: { level: 'owner' } }
    const readable = { [`${orders} orders:read`]: { level: 'basic' } }
    const apply = (permissions: object, options = {}) =>
      applyPermissions(deps, system, read({ permissions: { ...invoices, ...permissions }, roles }), options)
    await apply({}, { allowRemoval: true })
    // While nothing of the API was declared, nobody was asked about people there.
    expect((await apply({ ...owners, ...readable }, { dryRun: true })).narrowed).toEqual([])
    await apply(readable)
    await expect(apply({ ...owners, ...readable })).rejects.toThrow(RemovalNotAllowed)
    expect((await apply({ ...owners, ...readable }, { dryRun: true })).narrowed).toEqual([
      { name: `${orders} orders:sign`, roles: 0, members: 1, more: false },
    ])
    // Without a file, what the API and the console made of it is no reason not to start.
    await apply({}, { allowRemoval: true })
    await expect(declarePermissionsFile(deps)).resolves.toBeUndefined()
    // With it, it is the file.
    const permissions = read({ permissions: invoices, roles })
    await expect(declarePermissionsFile({ ...deps, config: { ...config, permissions } })).rejects.toThrow(
      /members could do nothing/,
    )
    await deps.db.prisma.organization.delete({ where: { id: organizationId } })
  })

  test('a file that did not change starts a server whose API lost a scope in the console', async () => {
    const identifier = 'https://stored.example.test'
    const api = {
      ...world.deps.config.resources[0],
      identifier,
      scopes: ['stock:read', 'stock:write'],
      permissions: true,
    }
    const permissions = read({ permissions: { [`${identifier} stock:read`]: { level: 'basic' } } })
    const stored = (scopes: string[] | null) => {
      const found = scopes ? ({ ...api, scopes } as (typeof world.deps.config.resources)[number]) : undefined
      const resources = { find: () => found, isOfEnvironment: () => false } as unknown as ResourceDirectory
      return { ...world.deps, resources, config: { ...world.deps.config, permissions } }
    }
    await expect(declarePermissionsFile(stored(['stock:write']))).rejects.toThrow(/not one of the SCOPES/)
    await applyPermissions(stored(api.scopes), system, permissions, { allowRemoval: true })
    await expect(declarePermissionsFile(stored(['stock:write']))).resolves.toBeUndefined()
    await expect(declarePermissionsFile(stored(null))).resolves.toBeUndefined()
    await expect(applyPermissions(stored(null), system, permissions)).rejects.toThrow(/no API with PERMISSIONS=on/)
  })
})

test.each([
  ['a name with capitals', { permissions: { 'Invoice.read': {} } }, /is no name/],
  ['a star', { permissions: { '*': {} } }, /is no name/],
  ['a scope of OpenID Connect', { permissions: { openid: {} } }, /this server uses itself/],
  ['a scope of the management API', { permissions: { 'users:read': {} } }, /this server uses itself/],
  ['a reserved beginning', { permissions: { 'vestibule:x': {} } }, /this server uses itself/],
  ['an unknown level', { permissions: { 'a.b': { level: 'all' } } }, /level/],
  ['an unknown member', { permissions: { 'a.b': { wildcard: true } } }, /not known/],
  ['RO-10 a role of an organization', { roles: { 'org-billing': { permissions: [] } } }, /no key/],
  ['RO-09 a built-in role', { roles: { owner: { permissions: [] } } }, /no key/],
  ['RO-09 a look-alike', { roles: { ówner: { permissions: [] } } }, /no key/],
  ['a role with everything', { roles: { all: { permissions: ['*'] } } }, /not declared/],
  ['a role with what is not declared', { roles: { clerk: { permissions: ['a.b'] } } }, /not declared/],
  [
    '201 scopes of one API',
    {
      permissions: Object.fromEntries(
        Array.from({ length: 201 }, (_, number) => [`https://a.example.test s${number}`, {}]),
      ),
    },
    /are more than 200/,
  ],
  ['a name in no language', { permissions: { 'a.b': { names: { __proto: 'x' } } } }, /no language/],
])('a document with %s is refused', (_, given, message) => {
  expect(() => parsePermissionsDocument(JSON.stringify(given))).toThrow(message)
})

test('a document with a member twice is refused', () => {
  expect(() => parsePermissionsDocument('{"permissions":{"a.b":{},"a.b":{}}}')).toThrow(/twice/)
})
