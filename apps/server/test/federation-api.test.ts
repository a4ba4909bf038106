import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { operations } from '../src/routes/management-api/operations.ts'
import { databases } from './support/databases.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// The management API prepares company sign-in. What lets somebody in takes an owner.

const scopes = 'connections:read,connections:write,members:write,roles:write'
const client = (slot: number, id: string, allowed: string) => ({
  [`OIDC_CLIENT_ID_${slot}`]: id,
  [`OIDC_CLIENT_${slot}_SECRET`]: `${id}-secret-0123456789`,
  [`OIDC_CLIENT_${slot}_GRANT_TYPES`]: 'client_credentials',
  [`OIDC_CLIENT_${slot}_SCOPES`]: allowed,
})
const issuer = 'https://login.engines.test'
const metadata = {
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
}
const described = { provider: 'generic', name: 'Keycloak', issuer, client_id: 'engines' }

describe.each(databases)('connections by the management API, on %s', (database) => {
  let world: TestWorld
  let engines: string
  let looms: string
  let everywhere: string
  let ofLooms: string
  let narrow: string
  let ofMembers: string
  beforeAll(async () => {
    const env = {
      SSO: 'on',
      ...client(7, 'admin', scopes),
      ...client(8, 'narrow', 'connections:read,connections:write'),
      ...client(9, 'members', 'connections:read,connections:write,members:write'),
    }
    world = await openTestWorld(env, { database })
    await world.signIn({ email: 'ada@engines.test', organization: 'Engines' })
    await world.signIn({ email: 'mary@looms.test', organization: 'Looms' })
    const idOf = async (name: string) =>
      (await world.deps.db.prisma.organization.findFirstOrThrow({ where: { name } })).id
    engines = await idOf('Engines')
    looms = await idOf('Looms')
    world.deps.outbound = async () => ({ status: 200, headers: {}, body: JSON.stringify(metadata) })
    everywhere = await tokenOf('admin')
    ofLooms = await tokenOf('admin', { organization: looms })
    narrow = await tokenOf('narrow')
    ofMembers = await tokenOf('members')
  })
  afterAll(() => world?.close())
  // An organization has ten at most.
  afterEach(() => world.deps.db.prisma.connection.deleteMany({ where: { organizationId: engines } }))

  const tokenOf = async (id: string, more: Record<string, string> = {}) =>
    (await world.token({ grant_type: 'client_credentials', ...more }, { basic: [id, `${id}-secret-0123456789`] })).body
      .access_token as string
  async function call(method: string, path: string, body?: unknown, token = everywhere, headers = {}) {
    const answer = await fetch(`${world.issuer}/api/v1/organizations/${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, text, body: text ? JSON.parse(text) : null, headers: answer.headers }
  }
  const create = async (more: Record<string, unknown> = {}) =>
    (await call('POST', `${engines}/connections`, { ...described, auth_method: 'private_key_jwt', ...more })).body
  const putInUse = (id: string) => world.deps.db.prisma.connection.update({ where: { id }, data: { state: 'active' } })
  const proveDomain = (organizationId: string, name: string) =>
    world.deps.db.prisma.domain.create({
      data: {
        ...{ organizationId, name, claimed: name, token: 'token', method: 'dns', joining: 'off' },
        ...{ createdAt: world.deps.now(), verifiedAt: world.deps.now(), seenAt: world.deps.now() },
      },
    })
  const codeOf = ({ status, body }: { status: number; body: { code?: string } | null }) => [status, body?.code]

  test('a secret is written and in no answer, event or column', async () => {
    const secret = 'a-secret-of-the-provider'
    const made = await call('POST', `${engines}/connections`, {
      ...{ ...described, auth_method: 'client_secret_basic', secret },
    })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ state: 'draft', has_secret: true, trust_mfa: false, allow_owner: false })
    expect(made.body.redirect_uri).toMatch(new RegExp(`^${world.issuer}/sso/oidc/callback/[0-9a-f-]+-[\\w-]{22}$`))
    const path = `${engines}/connections/${made.body.id}`
    const seen = [made, await call('GET', path), await call('GET', `${engines}/connections`)]
    for (const { text } of seen) expect(text).not.toContain(secret)
    const { prisma } = world.deps.db
    const stored = [await prisma.connection.findMany(), await prisma.auditEvent.findMany()]
    expect(JSON.stringify(stored)).not.toContain(secret)
    expect(stored[0]?.[0]).toMatchObject({ sealedSecret: expect.any(String) })
    expect((await call('DELETE', path)).status).toBe(204)
  })

  test('a client that is bound to another organization finds nothing, in any operation', async () => {
    const { id } = await create()
    const ours = operations.filter(({ path }) => /\{organization\}\/(connections|setup-links)/.test(path))
    expect(ours.length).toBeGreaterThanOrEqual(15)
    for (const { method, path, body } of ours) {
      const filled = path
        .replace('/organizations/{organization}', engines)
        .replaceAll(/\{(\w+)\}/g, (_, name) => (name === 'connection' ? id : 'none'))
      const given = body && (path.endsWith('mappings') ? { value: 'x', role: 'member' } : bodyFor(path, method))
      expect((await call(method.toUpperCase(), filled, given, ofLooms)).status, `${method} ${path}`).toBe(404)
    }
    // Nor by the path of its own organization.
    expect((await call('GET', `${looms}/connections/${id}`, undefined, ofLooms)).status).toBe(404)
    expect((await call('GET', `${looms}/connections/${id}/attempts`, undefined, ofLooms)).status).toBe(404)
    expect((await call('POST', `${looms}/connections/${id}/disable`, undefined, ofLooms)).status).toBe(404)
    expect((await call('GET', `${looms}/connections`, undefined, ofLooms)).body.data).toEqual([])
  })

  const bodyFor = (path: string, method: string) =>
    path.endsWith('setup-links')
      ? { email: 'it@engines.test' }
      : method === 'post'
        ? { ...described, auth_method: 'private_key_jwt' }
        : { name: 'Other' }

  test('it prepares: no operation activates, requires, trusts more or approves', async () => {
    const { id } = await create()
    const path = `${engines}/connections/${id}`
    for (const state of [{ state: 'active' }, { trust_mfa: true }, { allow_owner: true }, { enforced: true }])
      expect((await call('PATCH', path, state)).status, JSON.stringify(state)).toBe(422)
    const approved = { approved_domain: 'engines.test', approved_issuer: issuer }
    expect((await call('POST', `${engines}/setup-links`, { email: 'it@engines.test', ...approved })).status).toBe(422)
    expect((await call('POST', `${path}/activate`)).status).toBe(404)
    const organization = await fetch(`${world.issuer}/api/v1/organizations/${engines}`, {
      method: 'PATCH',
      headers: {
        Authorization: `Bearer ${await tokenOf('admin')}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ sso_policy: 'required' }),
    })
    expect([403, 422]).toContain(organization.status)
    expect(await world.deps.db.prisma.organization.findUniqueOrThrow({ where: { id: engines } })).toMatchObject({
      ssoPolicy: 'off',
    })
  })

  test('whom a connection in use trusts is changed in a successor, and its domains by owners alone', async () => {
    await proveDomain(engines, 'engines.test')
    const { id } = await create()
    const path = `${engines}/connections/${id}`
    expect((await call('PUT', `${path}/domains/engines.test`)).body.domains).toEqual([
      { name: 'engines.test', enforced: false },
    ])
    await call('DELETE', `${path}/domains/engines.test`)
    await putInUse(id)
    expect(codeOf(await call('PUT', `${path}/domains/engines.test`))).toEqual([403, 'forbidden'])
    const trust = { issuer, client_id: 'another', auth_method: 'private_key_jwt' }
    const changed = await call('PATCH', path, { trust })
    expect(changed.body).toMatchObject({ state: 'draft', client_id: 'another', replaces: id })
    expect(changed.body.id).not.toBe(id)
    expect((await call('GET', path)).body).toMatchObject({ state: 'active', client_id: 'engines' })
  })

  test('FE-31: a domain that another organization has proven cannot be attached', async () => {
    await proveDomain(looms, 'looms.test')
    const { id } = await create()
    const attach = (domain: string) => call('PUT', `${engines}/connections/${id}/domains/${domain}`)
    expect(codeOf(await attach('looms.test'))).toEqual([422, 'not_verified'])
    await world.deps.db.prisma.domain.create({
      data: {
        ...{ organizationId: engines, name: 'mail.test', claimed: 'mail.test', token: 't', method: 'email' },
        ...{ joining: 'off', createdAt: world.deps.now(), verifiedAt: world.deps.now() },
      },
    })
    expect(codeOf(await attach('mail.test'))).toEqual([422, 'proof_by_mail'])
  })

  test('roles are given by clients that may give roles, and nobody becomes an owner', async () => {
    const { id } = await create()
    const path = `${engines}/connections/${id}`
    const engineers = { value: 'Engineers', role: 'admin' }
    expect(codeOf(await call('POST', `${path}/mappings`, engineers, narrow))).toEqual([403, 'insufficient_scope'])
    expect(codeOf(await call('PATCH', path, { default_role: 'admin' }, narrow))).toEqual([403, 'insufficient_scope'])
    expect((await call('PATCH', path, { default_role: 'member', jit: false }, narrow)).status).toBe(200)
    expect((await call('POST', `${path}/mappings`, engineers)).status).toBe(201)
    expect((await call('PATCH', path, { default_role: 'admin' })).body.default_role).toBe('admin')
    // FE-28
    expect((await call('POST', `${path}/mappings`, { value: 'Owners', role: 'owner' })).status).toBe(422)
    expect((await call('PATCH', path, { default_role: 'owner' })).status).toBe(422)
  })

  test('FE-28: no client lets a group or the first sign-in give what owners alone may give', async () => {
    const { id } = await create()
    const path = `${engines}/connections/${id}`
    const { prisma } = world.deps.db
    await prisma.connection.update({ where: { id }, data: { settings: JSON.stringify({ allowOwner: true }) } })
    const treasurer = { id: `treasurer-${database}`, key: 'treasurer', settings: '{}', organizationId: engines }
    const at = world.deps.now()
    await prisma.role.create({
      data: { ...treasurer, assignableBy: 'owner', version: 0, createdByKind: 'system', createdAt: at },
    })
    const team = { id: `team-${database}`, organizationId: engines, slug: 'treasury', name: 'Treasury', createdAt: at }
    await prisma.team.create({ data: team })
    await prisma.teamRole.create({
      data: { teamId: team.id, roleId: treasurer.id, grantedByKind: 'system', grantedAt: at },
    })
    // RO-01: what giving it directly takes.
    for (const gives of [{ role: treasurer.id }, { team_id: team.id }])
      expect(codeOf(await call('POST', `${path}/mappings`, { value: 'Money', ...gives }, ofMembers))).toEqual([
        ...[403, 'insufficient_scope'],
      ])
    expect(codeOf(await call('PATCH', path, { default_role: treasurer.id }, ofMembers))).toEqual([
      ...[403, 'insufficient_scope'],
    ])
    for (const gives of [{ role: treasurer.id }, { team_id: team.id }, { role: 'owner' }])
      expect(codeOf(await call('POST', `${path}/mappings`, { value: 'Money', ...gives }))).toEqual([
        ...[422, 'owner_not_allowed'],
      ])
    expect(codeOf(await call('PATCH', path, { default_role: treasurer.id }))).toEqual([403, 'forbidden'])
  })

  test('the claim with the groups is chosen by clients that may give roles, until people sign in by the connection', async () => {
    const { id } = await create()
    const path = `${engines}/connections/${id}`
    const groups = (groups_claim: string, token?: string) => call('PATCH', path, { groups_claim }, token)
    expect(codeOf(await groups('roles', narrow))).toEqual([403, 'insufficient_scope'])
    expect((await groups('roles')).body.groups_claim).toBe('roles')
    await putInUse(id)
    expect(codeOf(await groups('department'))).toEqual([403, 'forbidden'])
  })

  test('a connection that was switched off is changed by owners alone', async () => {
    const { id } = await create()
    const path = `${engines}/connections/${id}`
    await call('POST', `${path}/disable`)
    const trust = { issuer, client_id: 'another', auth_method: 'private_key_jwt' }
    expect(codeOf(await call('PATCH', path, { trust }))).toEqual([403, 'forbidden'])
    expect((await call('GET', path)).body).toMatchObject({ state: 'disabled', client_id: 'engines' })
  })

  test('a page of mappings goes on after the last one of the page before, even if that is gone', async () => {
    const { id } = await create()
    const path = `${engines}/connections/${id}/mappings`
    for (const value of ['A', 'B', 'C', 'D']) await call('POST', path, { value, role: 'member' })
    const { body } = await call('GET', `${path}?limit=2`)
    await call('DELETE', `${path}/${body.data[1].id}`)
    const next = await call('GET', `${path}?limit=2&cursor=${encodeURIComponent(body.next_cursor)}`)
    expect(next.body.data.map(({ value }: { value: string }) => value)).toEqual(['C', 'D'])
    expect((await call('GET', `${path}?cursor=none`)).status).toBe(422)
  })

  test('an older version overwrites nothing, and a repetition makes nothing again', async () => {
    const headers = { 'Idempotency-Key': 'a-key-of-this-test' }
    const body = { ...described, name: 'Once', auth_method: 'private_key_jwt' }
    const [first, again] = [
      await call('POST', `${engines}/connections`, body, everywhere, headers),
      await call('POST', `${engines}/connections`, body, everywhere, headers),
    ]
    expect(again.body.id).toBe(first.body.id)
    const path = `${engines}/connections/${first.body.id}`
    expect((await call('PATCH', path, { name: 'Twice' }, everywhere, { 'If-Match': '"0"' })).status).toBe(200)
    expect((await call('PATCH', path, { name: 'Thrice' }, everywhere, { 'If-Match': '"0"' })).status).toBe(412)
  })

  test('a provider that cannot be used is refused at its field, without what its host said', async () => {
    const { outbound } = world.deps
    const asked: string[] = []
    const answering = (body: object | string, status = 200) => {
      world.deps.outbound = async (url) => {
        asked.push(url)
        return { status, headers: {}, body: typeof body === 'string' ? body : JSON.stringify(body) }
      }
    }
    const post = (more = {}) =>
      call('POST', `${engines}/connections`, { ...described, auth_method: 'private_key_jwt', ...more })
    // FE-12
    answering({ ...metadata, issuer: 'https://other.test' })
    expect((await post()).body).toMatchObject({ status: 422, field: 'issuer', code: 'provider_issuer' })
    answering({ ...metadata, jwks_uri: 'http://169.254.169.254/keys' })
    expect((await post()).body).toMatchObject({ field: 'issuer', code: 'provider_metadata' })
    answering('the secret of an internal service', 500)
    const refused = await post()
    expect(refused.body).toMatchObject({ field: 'issuer', code: 'provider_metadata' })
    expect(refused.text).not.toContain('internal service')
    // FE-13: for every tenant of the world, without asking it.
    asked.length = 0
    for (const tenant of ['common', 'organizations', 'consumers']) {
      const entra = { provider: 'entra', issuer: `https://login.microsoftonline.com/${tenant}/v2.0` }
      const secret = { auth_method: 'client_secret_basic', secret: 'x'.repeat(40) }
      expect((await post({ ...entra, ...secret })).body, tenant).toMatchObject({ status: 422, field: 'issuer' })
    }
    expect(asked).toEqual([])
    world.deps.outbound = outbound
  })

  test('attempts are listed in pages that leave none out, with their checks', async () => {
    const { id } = await create()
    const { prisma } = world.deps.db
    const at = world.deps.now()
    const checks = [{ name: 'audience', state: 'failed', expected: 'engines', received: 'other' }]
    const detail = world.deps.keyring.seal('federation-detail', JSON.stringify({ checks }))
    // All of one moment.
    await prisma.federationAttempt.createMany({
      data: Array.from({ length: 7 }, (_, index) => ({
        ...{ id: `${database}-${index}`, reference: `AAAA${index}-BBBBB`, connectionId: id, purpose: 'sign-in' },
        ...{ browserDigest: 'b', sealed: 's', createdAt: at, expiresAt: at, usedAt: at },
        ...{ outcome: 'failed', reason: 'audience', detail },
      })),
    })
    const references: string[] = []
    let cursor = ''
    do {
      const { body } = await call('GET', `${engines}/connections/${id}/attempts?limit=3${cursor}`)
      for (const attempt of body.data) references.push(attempt.reference)
      expect(body.data[0]).toMatchObject({ reason: 'audience', outcome: 'failed', checks })
      cursor = body.next_cursor ? `&cursor=${encodeURIComponent(body.next_cursor)}` : ''
    } while (cursor)
    const addressed = world.deps.keyring.seal(
      'federation-detail',
      JSON.stringify({ checks: [{ name: 'email', state: 'passed', received: 'ada.lovelace@engines.test' }] }),
    )
    await prisma.federationAttempt.updateMany({ where: { connectionId: id }, data: { detail: addressed } })
    const receivedBy = async (token: string) =>
      (await call('GET', `${engines}/connections/${id}/attempts?limit=1`, undefined, token)).body.data[0].checks[0]
        .received
    expect(await receivedBy(narrow), 'RV-10 without members:read').toBe('a…@engines.test')
    expect(references.sort()).toEqual(Array.from({ length: 7 }, (_, index) => `AAAA${index}-BBBBB`))
    expect((await call('GET', `${engines}/connections/${id}/attempts?cursor=x`)).status).toBe(422)
    await prisma.federationAttempt.deleteMany({ where: { connectionId: id } })
  })

  test('a set-up link is told once, by its URL, and revoked at once', async () => {
    const made = await call('POST', `${engines}/setup-links`, { email: 'IT@engines.test' })
    expect(made.body.url).toMatch(new RegExp(`^${world.issuer}/setup/[\\w-]{20,}$`))
    const token = made.body.url.split('/').at(-1)
    const listed = await call('GET', `${engines}/setup-links`)
    expect(listed.text).not.toContain(token)
    expect(listed.body.data[0]).toMatchObject({ email: 'it@engines.test', state: 'waiting', approved_domain: null })
    expect((await call('DELETE', `${looms}/setup-links/${made.body.id}`)).status).toBe(404)
    expect((await call('DELETE', `${engines}/setup-links/${made.body.id}`)).status).toBe(204)
    expect((await call('GET', `${engines}/setup-links`)).body.data[0].state).toBe('revoked')
  })
})

test('while SSO is off, no operation of it is there', async () => {
  const world = await openTestWorld(client(7, 'admin', scopes))
  try {
    await world.signIn({ email: 'ada@engines.test', organization: 'Engines' })
    const { id } = await world.deps.db.prisma.organization.findFirstOrThrow({ where: { name: 'Engines' } })
    const basic: [string, string] = ['admin', 'admin-secret-0123456789']
    const { body } = await world.token({ grant_type: 'client_credentials' }, { basic })
    for (const path of ['connections', 'connections/none', 'connections/none/mappings', 'setup-links'])
      expect(
        (
          await fetch(`${world.issuer}/api/v1/organizations/${id}/${path}`, {
            headers: { Authorization: `Bearer ${body.access_token}` },
          })
        ).status,
        path,
      ).toBe(404)
  } finally {
    await world.close()
  }
})
