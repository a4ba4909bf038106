import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createClient, updateClient } from '../src/flows/management/clients/clients.ts'
import { giveOperatorRole } from '../src/flows/management/operator-roles.ts'
import { system } from '../src/flows/platform/audit.ts'
import type { PlainBrowser } from './support/browser.ts'
import { databases } from './support/databases.ts'
import { openTestWorld, redirectUri, type TestWorld } from './support/world.ts'

// An operator makes applications in the console, without a restart and without scripts.

const manager = { actor: system, apiScopes: 'all' } as const

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  let browser: PlainBrowser
  beforeAll(async () => {
    world = await openTestWorld({ OPERATORS: 'operator@example.test' }, { database })
    browser = (await world.signIn({ email: 'operator@example.test' })).browser
  })
  afterAll(() => world?.close())

  const open = (path: string) => browser.go(`${world.issuer}/admin/applications${path}`)
  const post = (path: string, fields: Record<string, string>) =>
    browser.go(`${world.issuer}/admin/applications${path}`, {
      method: 'POST',
      body: new URLSearchParams(fields).toString(),
    })
  const secretOf = ({ html }: { html: Awaited<ReturnType<typeof open>>['html'] }) =>
    html.querySelector('#client-secret')?.text.trim() ?? ''
  const make = async (name: string) => {
    await open('/new')
    const id = browser.current?.html.querySelector('[name=client_id]')?.getAttribute('value') ?? ''
    const made = await browser.submit({ client_name: name, redirect_uris: redirectUri, kind: 'web', action: 'create' })
    return { id, secret: secretOf(made), made }
  }
  const redeem = async (id: string, secret: string) => {
    const { code } = await world.signIn({}, { client_id: id })
    return world.token({ grant_type: 'authorization_code', code, redirect_uri: redirectUri }, { basic: [id, secret] })
  }
  /** Presses a button of the page, and answers its question. */
  const act = async (id: string, action: string) => {
    await open(`/${id}`)
    const version = browser.current?.html.querySelector('[name=version]')?.getAttribute('value') ?? ''
    const asked = await post(`/${id}`, { action, ...(version ? { version } : {}) })
    return asked.html.querySelector('[name=confirm]') ? browser.submit({ confirm: 'yes' }) : asked
  }

  test('makes one, signs in to it at once, rotates its secret and disables it', async () => {
    const { id, secret, made } = await make('Shop')
    expect(made.status).toBe(200)
    expect(made.text).toContain('This secret is shown once. Copy it now.')
    expect(made.text).toContain(`VESTIBULE_CLIENT_SECRET=${secret}`)
    expect((await redeem(id, secret)).status).toBe(200)

    const rotated = await act(id, 'rotate')
    const next = secretOf(rotated)
    expect(next).not.toBe(secret)
    for (const accepted of [secret, next]) expect((await redeem(id, accepted)).status).toBe(200)
    const dropped = await act(id, 'drop-old')
    expect(dropped.text).toContain('One secret of Shop was removed.')
    expect((await redeem(id, secret)).status).toBe(401)
    expect((await redeem(id, next)).status).toBe(200)

    const disabled = await act(id, 'disable')
    expect(disabled.text).toContain('Shop is disabled. Its tokens and sign-ins are refused.')
    expect((await world.authorize(world.browser(), { client_id: id })).status).toBe(400)
    expect((await act(id, 'enable')).text).toContain('Shop is enabled.')
    expect((await act(id, 'delete')).text).toContain('Shop was deleted. You can restore it for 14 days.')
    expect((await open('')).text).toContain('Deleted')
    expect((await act(id, 'restore')).text).toContain('Shop was restored.')
    expect((await redeem(id, next)).status).toBe(200)
    const events = await world.deps.db.sql.read(
      'SELECT action, actor_kind FROM audit_event WHERE target_id = $1 ORDER BY id',
      [id],
    )
    expect(new Set(events.map(({ actor_kind }) => actor_kind))).toEqual(new Set(['operator']))
    expect(events.map(({ action }) => action)).toEqual(
      ['created', 'secret_rotated', 'secret_dropped', 'disabled', 'enabled', 'deleted', 'restored'].map(
        (name) => `client.${name}`,
      ),
    )
  })

  test('CO-07: the page that showed a secret, reloaded, opened or sent again, does not have it', async () => {
    const { id, secret, made } = await make('Once')
    expect(made.headers.get('cache-control')).toBe('no-store')
    const creation = { client_id: id, client_name: 'Once', redirect_uris: redirectUri, kind: 'web', action: 'create' }
    const resent = await post('/new', creation)
    expect(resent.location).toBe(`${world.issuer}/admin/applications/${id}`)
    const pages = [resent, await open('/new'), await open(`/${id}`), await open('')]
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    for (const { text } of pages) expect(text).not.toContain(secret)

    await open(`/${id}`)
    const version = browser.current?.html.querySelector('[name=version]')?.getAttribute('value') ?? ''
    const rotation = { action: 'rotate', version, confirm: 'yes' }
    const rotated = await post(`/${id}`, rotation)
    const again = await post(`/${id}`, rotation)
    expect(secretOf(rotated)).toMatch(/^[\w-]{43}$/)
    expect(again.text).not.toContain(secretOf(rotated))
    expect(again.text).toContain('Nothing was changed')
    // The question for dropping a secret is about what was seen: sent twice, it drops one.
    const seen = browser.current?.html.querySelector('[name=version]')?.getAttribute('value') ?? ''
    for (const said of ['One secret of Once was removed.', 'Nothing was changed'])
      expect((await post(`/${id}`, { action: 'drop-old', version: seen, confirm: 'yes' })).text).toContain(said)
    expect((await redeem(id, secretOf(rotated))).status).toBe(200)
  })

  test('the list says how often people signed in to each in 30 days, and when last, by one statement', async () => {
    const { prisma } = world.deps.db
    const [used, old] = [(await make('Used')).id, (await make('Used long ago')).id]
    await prisma.signInDaily.deleteMany({ where: { clientId: { in: [used, old] } } })
    const ago = (days: number) => new Date(world.deps.now().getTime() - days * 86_400_000).toISOString().slice(0, 10)
    const counted = (clientId: string, days: number, method: string, outcome: string, count: number) =>
      prisma.signInDaily.create({ data: { day: ago(days), method, outcome, reason: '', clientId, count } })
    await counted(used, 29, 'code', 'succeeded', 1200)
    await counted(used, 3, 'passkey', 'succeeded', 34)
    await counted(used, 1, 'code', 'failed', 500)
    await counted(used, 30, 'code', 'succeeded', 9)
    await counted(old, 30, 'code', 'succeeded', 9)
    const { html } = await open('')
    const cells = (id: string) =>
      html
        .querySelectorAll('.table tbody tr')
        .find((row) => row.querySelector('a')?.getAttribute('href')?.endsWith(`/${id}`))
        ?.querySelectorAll('td')
    const shown = (id: string) =>
      cells(id)
        ?.slice(3, 5)
        .map(({ text }) => text.trim())
    const heads = html.querySelectorAll('.table th').map(({ text }) => text.trim())
    expect(heads.slice(3, 5)).toEqual(['Sign-ins · 30 days', 'Last sign-in'])
    expect(shown(used)?.[0]).toBe('1,234')
    expect(cells(used)?.[4]?.querySelector('time')?.getAttribute('datetime')).toBe(ago(3))
    expect(shown(old)).toEqual(['0', 'Not for 30 days'])
    const link = cells(used)?.[3]?.querySelector('a')?.getAttribute('href') ?? ''
    expect(link).toBe(`/admin/applications/${used}/sign-ins`)
    expect((await browser.go(`${world.issuer}${link}`)).html.querySelector('h1')?.text).toBe('Sign-ins')

    const statements = vi.spyOn(world.deps.db.sql, 'read')
    try {
      await open('')
      const read = statements.mock.calls.filter(([statement]) => JSON.stringify(statement).includes('sign_in_daily'))
      expect(read).toHaveLength(1)
    } finally {
      statements.mockRestore()
    }
  })

  test('nothing is done without its question', async () => {
    const { id } = await make('Asked')
    for (const action of ['rotate', 'disable', 'delete']) {
      const asked = await post(`/${id}`, { action })
      expect(asked.html.querySelector('[name=confirm]'), action).not.toBeNull()
    }
    expect(world.deps.clients.findStored(id)?.record).toMatchObject({
      disabledAt: null,
      deleteAfter: null,
      nextSecretAt: null,
    })
    expect((await post(`/${id}`, { action: 'explode' })).status).toBe(404)
  })

  test('changes settings, and shows why some are refused', async () => {
    const { id } = await make('Settings')
    await open(`/${id}`)
    const saved = await browser.submit({
      client_name: 'Renamed',
      redirect_uris: `${redirectUri}\r\nhttps://second.example.test/a,b`,
      require_consent: 'yes',
      default_max_age: '3600',
      action: 'save',
    })
    expect(saved.text).toContain('The settings of Renamed were saved and are in force.')
    expect(world.deps.clients.find(id)).toMatchObject({
      name: 'Renamed',
      redirectUris: [redirectUri, 'https://second.example.test/a,b'],
      requireConsent: true,
      defaultMaxAge: 3600,
    })
    const [event] = await world.deps.db.sql.read(
      "SELECT detail FROM audit_event WHERE action = 'client.updated' AND target_id = $1",
      [id],
    )
    expect(JSON.parse(String(event?.detail)).fields.sort()).toEqual(
      ['client_name', 'default_max_age', 'redirect_uris', 'require_consent'].sort(),
    )
    await open(`/${id}`)
    const refused = await browser.submit({ redirect_uris: 'javascript:alert(1)', jwks: '{', action: 'save' })
    expect(refused.status).toBe(422)
    expect(refused.html.querySelector('#member-redirect_uris-fault')?.text).toContain('neither https nor')
    expect(refused.html.querySelector('#member-jwks-fault')?.text).toContain('is not a JSON Web Key Set')
    expect(refused.html.querySelector('#member-redirect_uris')?.text.trim()).toBe('javascript:alert(1)')
    expect(world.deps.clients.find(id)?.redirectUris).toContain(redirectUri)
  })

  test('someone else has changed it meanwhile: nothing is overwritten', async () => {
    const { id } = await make('Two operators')
    await open(`/${id}`)
    await updateClient(world.deps, manager, id, { metadata: { client_name: 'First' } })
    const late = await browser.submit({ client_name: 'Second', action: 'save' })
    expect(late.status).toBe(422)
    expect(late.text).toContain('Someone else has changed this application meanwhile.')
    expect(world.deps.clients.find(id)?.name).toBe('First')
    expect((await browser.submit({ client_name: 'Second', action: 'save' })).status).toBe(200)
    expect(world.deps.clients.find(id)?.name).toBe('Second')
  })

  test('a new application that is refused keeps what was typed', async () => {
    await open('/new')
    const refused = await browser.submit({
      client_name: '',
      redirect_uris: 'nowhere',
      kind: 'public',
      action: 'create',
    })
    expect(refused.status).toBe(422)
    expect(refused.html.querySelector('#member-client_name-fault')?.text).toBe('client_name is missing.')
    expect(refused.html.querySelector('#member-redirect_uris-fault')?.text).toBe(
      'redirect_uris contains "nowhere", which is not an absolute URI.',
    )
    expect(refused.html.querySelector('[value=public]')?.hasAttribute('checked')).toBe(true)
    const taken = await browser.submit({
      client_name: 'X',
      redirect_uris: redirectUri,
      client_id: 'web',
      action: 'create',
    })
    expect(taken.html.querySelector('#member-client_id-fault')?.text).toContain('is taken')
  })

  test('applications without a secret, and services', async () => {
    await open('/new')
    const spa = await browser.submit({
      client_name: 'Spa',
      redirect_uris: redirectUri,
      kind: 'public',
      action: 'create',
    })
    expect(spa.text).toContain('Spa was created. People can sign in to it now.')
    expect(spa.text).toContain('This application has no secret.')
    await open('/new')
    const scope = 'reports:read'
    const service = await browser.submit({ client_name: 'Reports', scope, kind: 'service', action: 'create' })
    const links = service.html.querySelectorAll('main a').map((link) => link.getAttribute('href') ?? '')
    const id = links.map((href) => /applications\/([a-z0-9]{10,})$/.exec(href)?.[1]).find(Boolean) ?? ''
    const { body } = await world.token({ grant_type: 'client_credentials' }, { basic: [id, secretOf(service)] })
    expect(body.scope).toBe(scope)
  })

  test('one of the environment is shown with its variable, and cannot be changed', async () => {
    const { html, text } = await open('/web')
    expect(text).toContain('OIDC_CLIENT_ID_0 defines this application.')
    expect(html.querySelector('[name=action]')).toBeNull()
    expect(text).not.toContain('web secret')
    expect((await post('/web', { action: 'delete', confirm: 'yes' })).text).toContain('Nothing was changed')
    expect(world.deps.clients.has('web')).toBe(true)
  })

  test('a redirect URI is compared with those that are registered', async () => {
    const { id } = await createClient(world.deps, manager, {
      client_name: 'Tested',
      redirect_uris: ['https://a.example.test/cb', 'https://app.example.test/callback', 'http://127.0.0.1/cb'],
    })
    const said = async (uri: string) =>
      (await open(`/${id}?uri=${encodeURIComponent(uri)}`)).html.querySelector('div.done')?.text ?? ''
    expect(await said('https://app.example.test/callback')).toContain('Matches redirect URI 2.')
    expect(await said('http://127.0.0.1:5173/cb')).toContain('Matches redirect URI 3.')
    expect(await said('https://app.example.test/callback/')).toContain(
      'It differs from redirect URI 2 at character 34: trailing slash.',
    )
    expect(await said('http://app.example.test/callback')).toContain('at character 5: scheme.')
    expect(await said('https://app.example.test/Callback')).toContain('upper and lower case')
    expect(await said('https://app.example.test:8443/callback')).toContain('port')
    expect(await said('https://app.example.test/callback?x=1')).toContain('query')
    expect(await said('https://app.example.test/callb%61ck')).toContain('percent-encoding')
    expect(await said('<script>alert(1)</script>')).toContain('other characters')
    expect(browser.current?.text).not.toContain('<script>alert(1)')
  })

  test('the list finds by name and id, and the old address leads to it', async () => {
    await make('Findable')
    expect((await open('?query=findab')).html.querySelectorAll('.table tbody tr')).toHaveLength(1)
    expect((await open('?query=nothing-like-it')).text).toContain('nothing-like-it')
    expect((await browser.go(`${world.issuer}/admin/clients`)).location).toBe(`${world.issuer}/admin/applications`)
  })

  test('CO-01, CO-04: nobody else, and no operator whose sign-in is older than five minutes, changes any', async () => {
    const { id } = await make('Guarded')
    const stranger = (await world.signIn()).browser
    for (const path of ['', '/new', `/${id}`])
      expect((await stranger.go(`${world.issuer}/admin/applications${path}`)).status, path).toBe(404)
    const body = new URLSearchParams({ action: 'delete', confirm: 'yes' }).toString()
    expect((await stranger.go(`${world.issuer}/admin/applications/${id}`, { method: 'POST', body })).status).toBe(404)
    world.pass(6 * 60_000)
    expect((await open(`/${id}`)).status).toBe(200)
    const late = await post(`/${id}`, { action: 'delete', confirm: 'yes' })
    expect(late.location).toContain('/sign-in/')
    expect((await open('/new')).location).toContain('/sign-in/')
    expect(world.deps.clients.has(id)).toBe(true)
  })

  test('a viewer and a supporter read applications, and change none', async () => {
    const metadata = { client_name: 'Read only', redirect_uris: [redirectUri] }
    const { id } = await createClient(world.deps, manager, metadata)
    for (const role of ['viewer', 'support'] as const) {
      const { browser: reader, person } = await world.signIn()
      const { userId } = await world.deps.db.prisma.email.findUniqueOrThrow({ where: { address: person.email } })
      await giveOperatorRole(world.deps, system, userId, role)
      const shown = await reader.go(`${world.issuer}/admin/applications/${id}`)
      expect(shown.status).toBe(200)
      expect(shown.html.querySelector('main form[method=post]')).toBeNull()
      expect((await reader.go(`${world.issuer}/admin/applications`)).text).not.toContain('New application')
      expect((await reader.go(`${world.issuer}/admin/applications/new`)).status).not.toBe(200)
      for (const [path, fields] of [
        ['/new', { client_name: 'X', redirect_uris: redirectUri, kind: 'web', action: 'create' }],
        [`/${id}`, { action: 'rotate', confirm: 'yes' }],
        [`/${id}`, { action: 'delete', confirm: 'yes' }],
        [`/${id}`, { action: 'save', client_name: 'Mine' }],
      ] as const) {
        const body = new URLSearchParams(fields).toString()
        const { status } = await reader.go(`${world.issuer}/admin/applications${path}`, { method: 'POST', body })
        expect([403, 404], `${role} ${path}`).toContain(status)
      }
      expect(world.deps.clients.findStored(id)?.record).toMatchObject({ deleteAfter: null, nextSecretAt: null })
      expect(world.deps.clients.find(id)?.name).toBe('Read only')
    }
  })
})
