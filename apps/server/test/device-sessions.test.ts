import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../src/app.ts'
import { updateOrganization } from '../src/flows/organizations/organization-settings.ts'
import { system } from '../src/flows/platform/audit.ts'
import { accountOf } from './support/account.ts'
import { databases } from './support/databases.ts'
import { deviceClients, devicesOf, mainOf } from './support/device-grant.ts'
import { linkIn } from './support/mailbox.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// A device that was signed in by a code is a session of its person: they see it, and whatever ends it ends its tokens.

const api = {
  OPERATORS: 'operator@example.test',
  OIDC_CLIENT_ID_23: 'manager',
  OIDC_CLIENT_23_SECRET: 'manager-secret-0123456789',
  OIDC_CLIENT_23_GRANT_TYPES: 'client_credentials',
  OIDC_CLIENT_23_SCOPES: 'organizations:read,organizations:write',
}

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  let at: ReturnType<typeof devicesOf>
  let account: ReturnType<typeof accountOf>
  beforeAll(async () => {
    world = await openTestWorld(
      { ...deviceClients, ...api, LIMIT_PER_NETWORK: '100000/1m', LIMIT_MAIL_PER_ADDRESS: '1000/1h' },
      { database },
    )
    at = devicesOf(world)
    account = accountOf(world)
  })
  afterAll(() => world?.close())

  const refresh = async (refresh_token: string, more = {}) =>
    (await world.token({ grant_type: 'refresh_token', client_id: 'cli', refresh_token, ...more })).body
  const deviceOf = (userId: string) =>
    at.db.session.findFirstOrThrow({ where: { userId, deviceClientId: 'cli' }, orderBy: { id: 'desc' } })
  /** At most ten devices a minute come from one network. */
  const signIn = async (person: Awaited<ReturnType<typeof at.member>>) => {
    world.pass(7000)
    return at.signInDevice(person.browser, { scope: 'openid email organization' })
  }
  const expectEnded = async ({ access_token, refresh_token }: { access_token: string; refresh_token: string }) => {
    expect((await world.userinfo(access_token)).status).toBe(401)
    expect((await refresh(refresh_token)).error).toBe('invalid_grant')
  }

  test('it is listed with the sessions of the account by its application, and ended there', async () => {
    const ada = await at.member()
    const tokens = await signIn(ada)
    const { id } = await deviceOf(ada.id)
    const page = await ada.browser.go(`${world.issuer}/account/sessions`)
    expect(mainOf(page)).toContain('Engine CLI · engine-cli/1.0')
    expect(mainOf(page)).toContain('Device, signed in by a code')
    const operator = await account.byMail('operator@example.test')
    const shown = mainOf(await operator.browser.go(`${world.issuer}/admin/people/${ada.id}`))
    expect(shown).toContain('Engine CLI · engine-cli/1.0')
    expect(shown).toContain('Device, signed in by a code')
    // It is not idle where no browser uses it.
    world.pass(8 * 24 * 60 * 60_000)
    const back = await account.byMail(ada.person.email)
    expect(mainOf(await back.browser.go(`${world.issuer}/account/sessions`))).toContain('Engine CLI')
    expect((await refresh(tokens.refresh_token)).access_token).toBeTruthy()
    const fresh = await signIn({ ...ada, browser: back.browser })
    await account.post(back.browser, '/account/sessions/end', { id: (await deviceOf(ada.id)).id })
    await expectEnded(fresh)
    await account.post(back.browser, '/account/sessions/end', { id })
    expect(mainOf(await back.browser.go(`${world.issuer}/account/sessions`))).not.toContain('Engine CLI')
  })

  test('it outlives the session of the browser, and ends when the person signs out everywhere', async () => {
    const ada = await at.member()
    const tokens = await signIn(ada)
    const browser = await at.db.session.findFirstOrThrow({ where: { userId: ada.id, deviceClientId: null } })
    await at.db.session.update({ where: { id: browser.id }, data: { endedAt: world.deps.now() } })
    const again = await refresh(tokens.refresh_token)
    expect(again.access_token).toBeTruthy()
    const { browser: other } = await account.byMail(ada.person.email)
    await account.post(other, '/account/sessions/end-others')
    await expectEnded(again)
  })

  test('a mail tells of it, and its link ends the session by a button', async () => {
    const ada = await at.member()
    const tokens = await signIn(ada)
    const mail = await world.mailbox.take(ada.person.email)
    expect(mail.subject).toBe('A device was signed in to your account at Vestibule')
    expect(mail.text).toContain('Engine CLI · engine-cli/1.0')
    const link = linkIn(mail)
    const stranger = world.browser()
    const page = await stranger.go(link)
    expect(mainOf(page)).toContain('Engine CLI on “engine-cli/1.0” loses access to your account.')
    expect((await world.userinfo(tokens.access_token)).status).toBe(200)
    const foreign = { method: 'POST', body: '', headers: { Origin: 'https://evil.example' } }
    expect((await stranger.go(link, foreign)).status).toBe(403)
    expect(mainOf(await stranger.go(link, { method: 'POST', body: '' }))).toContain('The session has ended')
    await expectEnded(tokens)
    expect((await stranger.go(link)).status).toBe(400)
    expect((await stranger.go(link, { method: 'POST', body: '' })).status).toBe(400)
    for (const token of ['x', 'x'.repeat(5000)])
      expect((await stranger.go(`${world.issuer}/device/end/${token}`)).status).toBe(400)
  })

  test('it may be ended before the device has asked', async () => {
    const ada = await at.member()
    world.pass(7000)
    const { body } = await at.begin()
    await at.approve(ada.browser, body.user_code)
    await account.post(ada.browser, '/account/sessions/end', { id: (await deviceOf(ada.id)).id })
    expect((await at.poll(body.device_code)).body.error).toBe('invalid_grant')
  })

  test('a device that revokes its refresh token, or uses one twice, is listed no more', async () => {
    const ada = await at.member()
    const revoked = await signIn(ada)
    await fetch(`${world.issuer}/revoke`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: 'cli', token: revoked.refresh_token }),
    })
    expect((await deviceOf(ada.id)).endedAt).not.toBeNull()
    const stolen = await signIn(ada)
    await refresh(stolen.refresh_token)
    world.pass(5 * 60_000)
    expect((await refresh(stolen.refresh_token)).error).toBe('invalid_grant')
    expect((await deviceOf(ada.id)).endedAt).not.toBeNull()
  })

  test('the access of the application ends with its devices', async () => {
    const ada = await at.member()
    const tokens = await signIn(ada)
    await account.post(ada.browser, '/account/applications/revoke', { id: 'cli', client: 'cli', client_id: 'cli' })
    const { endedAt } = await deviceOf(ada.id)
    if (endedAt === null) throw new Error('the form has another field')
    await expectEnded(tokens)
  })

  test('a device acts for the organization that was chosen, and for no other', async () => {
    const ada = await at.member()
    const other = await at.member()
    await at.db.membership.create({
      data: { userId: ada.id, organizationId: other.organizationId, roles: 'member', createdAt: world.deps.now() },
    })
    const { body } = await at.begin({ scope: 'openid organization', organization: ada.organizationId })
    await at.approve(ada.browser, body.user_code)
    const tokens = (await at.poll(body.device_code)).body
    const moved = await refresh(tokens.refresh_token, { organization: other.organizationId })
    expect(moved.error).toBe('invalid_grant')
    expect((await refresh(tokens.refresh_token, { organization: ada.organizationId })).access_token).toBeTruthy()
  })

  test('an organization that forbids devices ends those that act for it', async () => {
    const [ada, bob] = [await at.member(), await at.member()]
    const [hers, his] = [await signIn(ada), await signIn(bob)]
    await updateOrganization(world.deps, system, ada.organizationId, { deviceCodes: false })
    await expectEnded(hers)
    expect((await refresh(his.refresh_token)).access_token).toBeTruthy()
  })

  test('owners allow it on the page of settings, and the management API too', async () => {
    const ada = await at.member({}, false)
    const { slug, name } = await at.db.organization.findUniqueOrThrow({ where: { id: ada.organizationId } })
    const settings = `/organizations/${slug}/settings`
    const page = await ada.browser.go(world.issuer + settings)
    expect(page.html.querySelector('[name=device_codes]')?.hasAttribute('checked')).toBe(false)
    await account.post(ada.browser, settings, { name, slug, members_make_teams: 'yes', device_codes: 'yes' })
    const allowed = async () =>
      (await at.db.organization.findUniqueOrThrow({ where: { id: ada.organizationId } })).deviceCodes
    expect(await allowed()).toBe(true)
    const event = await at.db.auditEvent.findFirstOrThrow({
      where: { action: 'organization.updated', organizationId: ada.organizationId },
      orderBy: { id: 'desc' },
    })
    expect(JSON.parse(event.detail ?? '{}')).toMatchObject({ deviceCodes: true })

    const { body } = await world.token(
      { grant_type: 'client_credentials', scope: 'organizations:read organizations:write' },
      { basic: ['manager', api.OIDC_CLIENT_23_SECRET] },
    )
    const call = async (method: string, change?: object) => {
      const answer = await fetch(`${world.issuer}/api/v1/organizations/${ada.organizationId}`, {
        method,
        headers: { Authorization: `Bearer ${body.access_token}`, 'Content-Type': 'application/json' },
        ...(change ? { body: JSON.stringify(change) } : {}),
      })
      return answer.json()
    }
    expect(await call('GET')).toMatchObject({ device_codes: true })
    expect(await call('PATCH', { device_codes: false })).toMatchObject({ device_codes: false })
    expect(await allowed()).toBe(false)
  })

  /** The server after no client has the grant any more. */
  const withoutDeviceClients = () =>
    createApp({
      ...world.deps,
      config: {
        ...world.deps.config,
        clients: new Map([...world.deps.config.clients].filter(([id]) => !['cli', 'tv'].includes(id))),
      },
    })

  test('the link of the mail still ends the session when no client has the grant any more', async () => {
    const ada = await at.member()
    await signIn(ada)
    const link = linkIn(await world.mailbox.take(ada.person.email))
    const off = withoutDeviceClients()
    const incoming = { incoming: { socket: { remoteAddress: '127.0.0.1' } } }
    const page = await off.request(link, {}, incoming)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('loses access to your account')
    expect((await deviceOf(ada.id)).endedAt).toBeNull()
    const headers = { Origin: world.issuer, 'Content-Type': 'application/x-www-form-urlencoded' }
    expect((await off.request(link, { method: 'POST', body: '', headers }, incoming)).status).toBe(200)
    expect((await deviceOf(ada.id)).endedAt).not.toBeNull()
    expect((await off.request(link, {}, incoming)).status).toBe(400)
  })

  test('where no client has the grant, the settings and the API say nothing of it', async () => {
    const off = withoutDeviceClients()
    expect((await off.request(`${world.issuer}/device`)).status).toBe(404)
    const { body } = await world.token(
      { grant_type: 'client_credentials', scope: 'organizations:read' },
      { basic: ['manager', api.OIDC_CLIENT_23_SECRET] },
    )
    const answer = await off.request(`${world.issuer}/api/v1/organizations`, {
      headers: { Authorization: `Bearer ${body.access_token}` },
    })
    expect(answer.status).toBe(200)
    expect(await answer.text()).not.toContain('device_codes')
  })
})
