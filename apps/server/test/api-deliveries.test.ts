import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from './support/databases.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// Mails and webhooks by the management API: whatever the console can do.

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  let receiver: Server
  let status = 200
  const received: string[] = []
  let hook = ''
  beforeAll(async () => {
    receiver = createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      received.push(JSON.parse(body).type)
      response.writeHead(status).end('noted')
    })
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
    world = await openTestWorld(
      {
        OPERATORS: 'operator@example.test',
        WEBHOOK_URL: 'http://127.0.0.1:9/hook',
        WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
        OIDC_CLIENT_ID_7: 'admin',
        OIDC_CLIENT_7_SECRET: 'admin-secret-0123456789',
        OIDC_CLIENT_7_GRANT_TYPES: 'client_credentials',
        OIDC_CLIENT_7_SCOPES: 'mail:read,mail:write,webhooks:read,webhooks:write',
        OIDC_CLIENT_7_ORGANIZATION_ACCESS: 'any',
        OIDC_CLIENT_ID_8: 'reader',
        OIDC_CLIENT_8_SECRET: 'reader-secret-0123456789',
        OIDC_CLIENT_8_GRANT_TYPES: 'client_credentials',
        OIDC_CLIENT_8_SCOPES: 'mail:read,webhooks:read',
      },
      { database },
    )
    await world.signIn({ email: 'operator@example.test', organization: 'Operators' })
  })
  afterAll(async () => {
    await world?.close()
    receiver?.closeAllConnections()
    receiver?.close()
  })

  async function tokenOf(client: 'admin' | 'reader', organization?: string): Promise<string> {
    const basic: [string, string] = [client, `${client}-secret-0123456789`]
    const { body } = await world.token({ grant_type: 'client_credentials', organization }, { basic })
    return body.access_token
  }
  async function call(method: string, path: string, body?: unknown, token?: string, headers = {}) {
    const response = await fetch(`${world.issuer}/api/v1${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${token ?? (await tokenOf('admin'))}`,
        ...(body ? { 'Content-Type': 'application/json' } : {}),
        ...headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : null }
  }

  test('mails are listed, an address is let get mail again, and a test mail is sent', async () => {
    await expect.poll(async () => (await call('GET', '/mail-deliveries')).body.data.length).toBe(1)
    const { body } = await call('GET', '/mail-deliveries?outcome=sent&kind=sign-in-code&address=operator@example.test')
    expect(body.data).toEqual([
      expect.objectContaining({ address: 'o…@example.test', outcome: 'sent', reply_code: 250, kind: 'sign-in-code' }),
    ])
    expect((await call('GET', '/mail-deliveries?outcome=lost')).status).toBe(400)
    expect((await call('GET', '/mail-deliveries?address=nobody')).status).toBe(422)
    expect((await call('POST', '/test-mails', { address: 'stranger@example.test' })).status).toBe(422)
    expect((await call('POST', '/test-mails', { address: 'operator@example.test' })).status).toBe(204)
    await expect.poll(async () => (await call('GET', '/mail-deliveries?kind=test')).body.data[0]?.outcome).toBe('sent')

    world.mailbox.refuses = { responseCode: 550, message: '5.1.1 unknown' }
    const browser = world.browser()
    await world.authorize(browser)
    await browser.submit({ email: 'gone@example.test' })
    const suppressions = async () => (await call('GET', '/mail-suppressions')).body.data
    await expect.poll(async () => (await suppressions()).length).toBe(1)
    world.mailbox.refuses = null
    const [suppression] = await suppressions()
    expect(suppression).toMatchObject({ address: 'g…@example.test', refusals: 1, reply: '550 5.1.1' })
    expect((await call('DELETE', `/mail-suppressions/${suppression.id}`)).status).toBe(204)
    expect((await call('DELETE', `/mail-suppressions/${suppression.id}`)).status).toBe(404)
    expect(await suppressions()).toEqual([])
  })

  test('webhook endpoints are made, tested, changed, and their secret is answered once', async () => {
    const created = await call('POST', '/webhook-endpoints', { url: hook, actions: ['member.*'] })
    expect(created.status).toBe(201)
    expect(created.body).toMatchObject({ url: hook, actions: ['member.*'], source: 'database', disabled: false })
    expect(created.body.secret).toMatch(/^whsec_/)
    const path = `/webhook-endpoints/${created.body.id}`
    expect(created.headers.get('location')).toBe(`${world.issuer}/api/v1${path}`)
    const read = await call('GET', path)
    expect(JSON.stringify(read.body)).not.toContain('whsec_')
    expect((await call('GET', '/webhook-endpoints')).body.data.map(({ source }: { source: string }) => source)).toEqual(
      ['environment', 'database'],
    )

    const tested = await call('POST', `${path}/test`)
    expect(tested.body).toMatchObject({ accepted: true })
    expect(received).toContain('webhook.tested')
    const details = await call('GET', `${path}/deliveries/${tested.body.event}`)
    expect(details.body).toMatchObject({ state: 'delivered', last_attempts: [{ status: 200, answer: 'noted' }] })
    expect(JSON.parse(details.body.payload).type).toBe('webhook.tested')
    expect((await call('GET', `${path}/deliveries?state=delivered`)).body.data).toMatchObject([
      { event: tested.body.event, type: 'webhook.tested', last_attempt: { status: 200 } },
    ])
    expect((await call('GET', `${path}/deliveries?state=lost`)).status).toBe(400)
    expect((await call('GET', `${path}/deliveries/none`)).status).toBe(404)

    const etag = read.headers.get('etag') ?? ''
    world.pass(1)
    const renamed = await call('PATCH', path, { name: 'Billing' }, undefined, { 'If-Match': etag })
    expect(renamed.body).toMatchObject({ name: 'Billing', url: hook, actions: ['member.*'] })
    expect((await call('PATCH', path, { name: 'Other' }, undefined, { 'If-Match': etag })).status).toBe(412)
    expect((await call('PATCH', path, { url: 'http://10.0.0.1/' })).body).toMatchObject({
      status: 422,
      code: 'private_host',
      field: 'url',
    })
    expect((await call('PATCH', path, { actions: ['member.eaten'] })).body.code).toBe('unknown_action')
    const rotated = await call('POST', `${path}/secret`)
    expect(rotated.status).toBe(201)
    expect(rotated.body.secret).not.toBe(created.body.secret)
    expect((await call('GET', path)).body.previous_secret_until).not.toBeNull()

    expect((await call('PATCH', '/webhook-endpoints/environment', { name: 'x' })).status).toBe(403)
    expect((await call('DELETE', path)).status).toBe(204)
    expect((await call('GET', path)).status).toBe(404)
  })

  test('deliveries are sent again: one, a range, and what failed', async () => {
    const { body } = await call('POST', '/webhook-endpoints', { url: hook, actions: ['webhook.tested'] })
    const path = `/webhook-endpoints/${body.id}`
    status = 500
    const { event } = (await call('POST', `${path}/test`)).body
    status = 200
    expect((await call('GET', `${path}/deliveries?state=failed`)).body.data).toMatchObject([{ event }])
    received.length = 0
    expect((await call('POST', `${path}/replay`, { failed: true })).body).toEqual({ count: 1, next: null })
    await expect.poll(() => received).toEqual(['webhook.tested'])
    expect((await call('POST', `${path}/deliveries/${event}/replay`)).status).toBe(204)
    await expect.poll(() => received.length).toBe(2)
    expect((await call('POST', `${path}/replay`, { from: event, to: event })).body).toEqual({ count: 1, next: null })
    await expect.poll(() => received.length).toBe(3)
    const hourAgo = new Date(world.deps.now().getTime() - 3_600_000).toISOString()
    expect((await call('POST', `${path}/replay`, { from: hourAgo })).status).toBe(200)
    for (const wrong of [{}, { from: event, failed: true }, { from: 'yesterday' }, { from: event, to: '5' }])
      expect((await call('POST', `${path}/replay`, wrong)).status, JSON.stringify(wrong)).toBe(422)
  })

  test('CO-63: neither a token without the scope nor one that is bound to an organization may', async () => {
    const organization = (await world.deps.db.prisma.organization.findFirstOrThrow()).slug
    const bound = await tokenOf('admin', organization)
    const reader = await tokenOf('reader')
    const calls = [
      ['GET', '/mail-deliveries'],
      ['GET', '/mail-suppressions'],
      ['DELETE', '/mail-suppressions/x'],
      ['POST', '/test-mails', { address: 'operator@example.test' }],
      ['GET', '/webhook-endpoints'],
      ['POST', '/webhook-endpoints', { url: hook }],
      ['GET', '/webhook-endpoints/environment'],
      ['PATCH', '/webhook-endpoints/environment', { name: 'x' }],
      ['DELETE', '/webhook-endpoints/environment'],
      ['POST', '/webhook-endpoints/environment/secret'],
      ['POST', '/webhook-endpoints/environment/test'],
      ['GET', '/webhook-endpoints/environment/deliveries'],
      ['GET', '/webhook-endpoints/environment/deliveries/x'],
      ['POST', '/webhook-endpoints/environment/deliveries/x/replay'],
      ['POST', '/webhook-endpoints/environment/replay', { failed: true }],
    ] as const
    for (const [method, path, body] of calls) {
      expect((await call(method, path, body, bound)).status, `${method} ${path}`).toBe(403)
      if (method !== 'GET') expect((await call(method, path, body, reader)).status, `${method} ${path}`).toBe(403)
    }
  })
})
