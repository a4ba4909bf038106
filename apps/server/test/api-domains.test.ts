import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { txtValue } from '../src/flows/organizations/domains/domain-checks.ts'
import { databases } from './support/databases.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// Domains and requests to join in the management API: what the console can do, a backoffice can. A token that is limited
// to one organization reaches no other, and every status that is answered is in the document.

describe.each(databases)('in %s', (database) => {
  let world: TestWorld
  let organization: { id: string; slug: string }
  let other: { id: string; slug: string }
  let document: Record<string, Record<string, { responses: Record<string, unknown> }>>
  const records = new Map<string, string[]>()

  beforeAll(async () => {
    world = await openTestWorld(
      {
        OIDC_CLIENT_ID_7: 'admin',
        OIDC_CLIENT_7_SECRET: 'admin-secret-0123456789',
        OIDC_CLIENT_7_GRANT_TYPES: 'client_credentials',
        OIDC_CLIENT_7_SCOPES: 'organizations:read,organizations:write,members:read',
        OIDC_CLIENT_ID_8: 'reader',
        OIDC_CLIENT_8_SECRET: 'reader-secret-0123456789',
        OIDC_CLIENT_8_GRANT_TYPES: 'client_credentials',
        OIDC_CLIENT_8_SCOPES: 'organizations:read',
      },
      { database },
    )
    world.deps.txtRecords = async (name) => records.get(name) ?? []
    for (const name of ['Acme', 'Other'])
      await world.signIn({ email: `owner@${name.toLowerCase()}.test`, organization: name })
    const { prisma } = world.deps.db
    organization = await prisma.organization.findFirstOrThrow({ where: { name: 'Acme' } })
    other = await prisma.organization.findFirstOrThrow({ where: { name: 'Other' } })
    document = ((await (await fetch(`${world.issuer}/api/v1/openapi.json`)).json()) as { paths: typeof document }).paths
  })
  afterAll(() => world?.close())

  const tokens = new Map<string, string>()
  async function tokenOf(client: 'admin' | 'reader', limitedTo?: string): Promise<string> {
    const key = `${client} ${limitedTo}`
    const known = tokens.get(key)
    if (known) return known
    const basic: [string, string] = [client, `${client}-secret-0123456789`]
    const { body } = await world.token({ grant_type: 'client_credentials', organization: limitedTo }, { basic })
    tokens.set(key, body.access_token)
    return body.access_token
  }

  interface Asked {
    body?: unknown
    parts?: Record<string, string>
    token?: string
  }
  /** Calls an operation by its path in the document, which has to name the status of the answer. */
  async function call(method: string, path: string, { body, parts = {}, token }: Asked = {}) {
    const values: Record<string, string> = { organization: organization.id, domain: 'acme.test', ...parts }
    const [pattern = ''] = path.split('?')
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
    const response = await fetch(`${world.issuer}/api/v1${filled}`, {
      method,
      headers: {
        Authorization: `Bearer ${token ?? (await tokenOf('admin'))}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const statuses = Object.keys(document[pattern]?.[method.toLowerCase()]?.responses ?? {})
    expect(statuses, `${method} ${path}`).toContain(String(response.status))
    return { status: response.status, body: text ? JSON.parse(text) : null }
  }
  const domains = '/organizations/{organization}/domains'
  const domain = `${domains}/{domain}`

  test('a domain is added, verified by its record, opened, and removed', async () => {
    const added = await call('POST', domains, { body: { name: 'ACME.test' } })
    expect(added.status).toBe(201)
    expect(added.body).toMatchObject({ name: 'acme.test', verified_at: null, joining: 'off' })
    expect(await call('POST', `${domain}/check`)).toMatchObject({ status: 422, body: { code: 'no_record' } })
    expect(await call('PUT', domain, { body: { joining: 'automatic' } })).toMatchObject({
      status: 422,
      body: { code: 'not_verified' },
    })
    expect(added.body.record_name).toBe('_vestibule.acme.test')
    records.set(added.body.record_name, [added.body.record_value])
    expect(await call('POST', `${domain}/check`)).toMatchObject({ status: 200, body: { method: 'dns' } })
    expect(await call('PUT', domain, { body: { joining: 'automatic' } })).toMatchObject({
      status: 200,
      body: { joining: 'automatic' },
    })
    await call('POST', domains, { body: { name: 'b.acme.test' } })
    const first = await call('GET', `${domains}?limit=1`)
    expect(first.body).toMatchObject({ data: [{ name: 'acme.test' }], next_cursor: 'acme.test' })
    const second = await call('GET', `${domains}?limit=1&cursor=acme.test`)
    expect(second.body).toMatchObject({ data: [{ name: 'b.acme.test' }], next_cursor: null })
    expect((await call('DELETE', domain, { parts: { domain: 'B.acme.test' } })).status).toBe(204)
    expect((await call('DELETE', domain, { parts: { domain: 'b.acme.test' } })).status).toBe(404)
  })

  test('a domain that another organization has verified stays with it', async () => {
    const parts = { organization: other.slug }
    const { body } = await call('POST', domains, { parts, body: { name: 'acme.test' } })
    records.set('_vestibule.acme.test', [...(records.get('_vestibule.acme.test') ?? []), body.record_value])
    expect(await call('POST', `${domain}/check`, { parts })).toMatchObject({
      status: 409,
      body: { code: 'domain_taken' },
    })
    expect(records.get('_vestibule.acme.test')).toContain(
      txtValue((await world.deps.db.prisma.domain.findFirstOrThrow({ where: { organizationId: other.id } })).token),
    )
  })

  test('what is no domain, and what does not exist, is refused', async () => {
    for (const name of ['', 'localhost', '203.0.113.9', 'a b.test', 'x'.repeat(250), 'javascript:alert(1)'])
      expect(await call('POST', domains, { body: { name } }), name).toMatchObject({ status: 422 })
    expect((await call('POST', domains, { body: { name: 'x.test', token: 'mine' } })).status).toBe(422)
    for (const path of [`${domain}/check`])
      expect((await call('POST', path, { parts: { domain: 'no.test' } })).status).toBe(404)
    expect((await call('PUT', domain, { body: { joining: 'everyone' } })).status).toBe(422)
  })

  const requests = '/organizations/{organization}/join-requests'
  async function asks(id: string) {
    const { prisma } = world.deps.db
    const at = world.deps.now()
    await prisma.user.create({ data: { id, givenName: 'Grace', familyName: 'Hopper', createdAt: at, updatedAt: at } })
    await prisma.email.create({ data: { address: `${id}@acme.test`, userId: id, isPrimary: true, verifiedAt: at } })
    await prisma.joinRequest.create({ data: { organizationId: organization.id, userId: id, createdAt: at } })
  }

  test('requests to join are listed, approved and declined, each once', async () => {
    for (const id of ['ask1', 'ask2']) await asks(id)
    const { body } = await call('GET', requests)
    expect(body.data).toMatchObject([
      { user_id: 'ask1', name: 'Grace Hopper', email: 'ask1@acme.test' },
      { user_id: 'ask2' },
    ])
    const decide = (user: string, decision: string) =>
      call('POST', `${requests}/{user}/${decision}`, { parts: { user } })
    expect((await decide('ask1', 'approve')).status).toBe(204)
    expect((await decide('ask1', 'approve')).status).toBe(404)
    expect((await decide('ask2', 'decline')).status).toBe(204)
    expect((await call('GET', requests)).body.data).toEqual([])
    const { prisma } = world.deps.db
    const members = await prisma.membership.findMany({ where: { organizationId: organization.id } })
    expect(members.map(({ userId }) => userId)).toContain('ask1')
    expect(members.map(({ userId }) => userId)).not.toContain('ask2')
    const events = await prisma.auditEvent.findMany({ where: { actorKind: 'client', result: 'ok' } })
    expect(events.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['join_request.approved', 'join_request.declined', 'domain.added', 'domain.verified']),
    )
  })

  test('a token of another organization, or without the scope, reaches none of them', async () => {
    // CO-77
    await asks('ask3')
    const attempts: [string, string, unknown?][] = [
      ['GET', domains],
      ['POST', domains, { name: 'evil.test' }],
      ['POST', `${domain}/check`],
      ['PUT', domain, { joining: 'automatic' }],
      ['DELETE', domain],
      ['GET', requests],
      ['POST', `${requests}/{user}/approve`],
      ['POST', `${requests}/{user}/decline`],
    ]
    const limited = await tokenOf('admin', other.id)
    const reader = await tokenOf('reader')
    for (const [method, path, body] of attempts) {
      const asked = { body, parts: { user: 'ask3' } }
      expect((await call(method, path, { ...asked, token: limited })).status, `${method} ${path}`).toBe(404)
      if (method !== 'GET') expect((await call(method, path, { ...asked, token: reader })).status).toBe(403)
    }
    const { prisma } = world.deps.db
    expect(await prisma.joinRequest.count({ where: { userId: 'ask3' } })).toBe(1)
    expect(await prisma.domain.count({ where: { organizationId: organization.id, claimed: 'acme.test' } })).toBe(1)
  })
})
