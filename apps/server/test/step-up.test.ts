import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountOf } from './support/account.ts'
import { Authenticator } from './support/authenticator.ts'
import { databases } from './support/databases.ts'
import { nextCode } from './support/mailbox.ts'
import { openTestWorld, redirectUri, type TestWorld } from './support/world.ts'

// A passkey is worth what it costs to get: who reads the mail of an account gets neither at its passkeys nor its addresses (OWN-03).

const minutes = 60_000
let world: TestWorld
let at: ReturnType<typeof accountOf>
beforeAll(async () => {
  world = await openTestWorld({
    OPERATORS: 'operator@example.test',
    OIDC_CLIENT_ID_7: 'strong',
    OIDC_CLIENT_7_SECRET: 'strong-secret-0123456789',
    OIDC_CLIENT_7_REDIRECT_URIS: redirectUri,
    OIDC_CLIENT_7_ORGANIZATION: 'none',
    OIDC_CLIENT_7_ONBOARDING: 'terms',
    OIDC_CLIENT_7_REQUIRE_PASSKEY: 'true',
  })
  at = accountOf(world)
})
afterAll(() => world?.close())

describe('who reads the mail of an account with a passkey', () => {
  test('can not remove the passkey, nor add one', async () => {
    // OWN-03
    const { email, id } = await at.withPasskey()
    const thief = await at.byMail(email)
    const [passkey] = await world.deps.db.prisma.passkey.findMany({ where: { userId: id } })
    await at.post(thief.browser, '/account/passkeys/remove', { id: passkey?.id ?? '' })
    expect(thief.browser.current?.location).toMatch(/\/sign-in\/.*\/passkey$/)
    expect((await at.addPasskey(await at.byMail(email))).status).toBe(403)
    await at.post(thief.browser, '/account/passkeys', { credential: '{}' })
    expect(thief.browser.current?.location).toMatch(/\/sign-in\/.*\/passkey$/)
    expect(await at.passkeys(id)).toBe(1)
  })

  test('can not change its addresses', async () => {
    // OWN-03
    const { email, id, authenticator } = await at.withPasskey()
    const own = await at.byPasskey(authenticator, email)
    await at.addAddress(own, `second-${email}`)
    const thief = await at.byMail(email)
    for (const [path, fields] of [
      ['/account/addresses', { email: `thief-${email}` }],
      ['/account/addresses/confirm', { pending: '', code: '000000' }],
      ['/account/addresses/primary', { address: `second-${email}` }],
      ['/account/addresses/remove', { address: `second-${email}` }],
    ] as const) {
      await at.post(thief.browser, path, fields)
      expect(thief.browser.current?.location, path).toMatch(/\/sign-in\/.*\/passkey$/)
    }
    expect(await at.addresses(id)).toEqual([email, `second-${email}`])
  })

  test('does not reach a client that demands a passkey', async () => {
    const { email, id } = await at.withPasskey()
    const browser = world.browser()
    await world.authorize(browser, { client_id: 'strong', scope: 'openid' })
    await browser.submit({ email })
    await browser.submit({ code: await nextCode(world.mailbox, email) })
    const page = browser.current?.location ?? ''
    expect(page).toMatch(/\/passkey$/)
    expect(browser.current?.text).toContain('Use your passkey')
    const path = new URL(page).pathname
    expect((await at.post(browser, `${path}/new/options`)).status).toBe(403)
    await at.post(browser, `${path}/new`, { credential: '{}' })
    expect(browser.current?.location).toMatch(/\/passkey$/)
    expect(await at.passkeys(id)).toBe(1)
  })

  test('can not delete the account, and open it anew without the passkey', async () => {
    const { email, id } = await at.withPasskey()
    const thief = await at.byMail(email)
    await at.post(thief.browser, '/account/data/delete', { confirm: 'yes' })
    expect(thief.browser.current?.location).toMatch(/\/sign-in\/.*\/passkey$/)
    expect(await at.addresses(id)).toEqual([email])
    expect(await at.passkeys(id)).toBe(1)
  })

  test('does nothing that is an owner’s alone: it hands nothing over, makes and removes no owner, and drops no protection', async () => {
    const { email, id } = await at.withPasskey()
    const thief = await at.byMail(email)
    const accomplice = await at.byMail()
    const organization = { id: `org-${id}`, slug: `org-${id}`, name: 'Engines', createdAt: world.deps.now() }
    await world.deps.db.prisma.organization.create({ data: organization })
    for (const [userId, roles] of [
      [id, 'owner'],
      [accomplice.id, 'member'],
    ] as const)
      await world.deps.db.prisma.membership.create({
        data: { userId, organizationId: organization.id, roles, createdAt: world.deps.now() },
      })
    const memberships = () =>
      world.deps.db.prisma.membership.findMany({
        where: { organizationId: organization.id },
        orderBy: { roles: 'asc' },
      })
    const before = await memberships()
    const owner = { user: id, confirm: 'yes' }
    const member = { user: accomplice.id, confirm: 'yes' }
    const invited = `accomplice-${id}@example.test`
    const forms: [path: string, fields: Record<string, string>][] = [
      ['/transfer', member],
      ['/members/reset', { ...member, email: 'thief@example.test' }],
      ['/members/roles', { ...member, role: 'owner' }],
      ['/members/roles', { ...owner, role: 'member' }],
      ['/members/roles', { person: email, confirm: 'yes', role: 'member' }],
      ['/members/remove', owner],
      ['/members/invite', { addresses: invited, role: 'owner' }],
      ['/invitations', { email: invited, role: 'owner' }],
      ['/members/invite', { addresses: invited, role: '', other_role: 'owner' }],
      ['/settings', { name: 'Engines', slug: organization.slug, session_hours: '9' }],
      ['/settings', { name: 'Engines', slug: organization.slug, require_passkey: 'yes' }],
      ['/delete', { confirm: 'yes' }],
    ]
    for (const [path, fields] of forms) {
      await at.post(thief.browser, `/organizations/${organization.slug}${path}`, fields)
      expect(thief.browser.current?.location, `${path} ${JSON.stringify(fields)}`).toMatch(/\/sign-in\/.*\/passkey$/)
    }
    const rows = new FormData()
    rows.set('rows', `email,role\n${invited},"admin, owner"\n`)
    const file = new Response(rows)
    await thief.browser.go(`${world.issuer}/organizations/${organization.slug}/members/import/send`, {
      ...{ method: 'POST', body: Buffer.from(await file.arrayBuffer()) },
      headers: { 'Content-Type': file.headers.get('content-type') ?? '' },
    })
    expect(thief.browser.current?.location).toMatch(/\/sign-in\/.*\/passkey$/)
    expect(await memberships()).toEqual(before)
    expect(await world.deps.db.prisma.invitation.count({ where: { email: invited } })).toBe(0)
    expect(await world.deps.db.prisma.organization.findUniqueOrThrow({ where: { id: organization.id } })).toMatchObject(
      {
        ...{ requirePasskey: false, sessionMax: null, disabledAt: null },
      },
    )
    // What admins may do as well goes on.
    await at.post(thief.browser, `/organizations/${organization.slug}/members/roles`, { ...member, role: 'admin' })
    expect((await memberships()).map(({ roles }) => roles)).toEqual(['admin', 'owner'])
  })

  test('does not reach the operators’ pages', async () => {
    const { email, id } = await at.withPasskey('operator@example.test')
    const thief = await at.byMail(email)
    const [passkey] = await world.deps.db.prisma.passkey.findMany({ where: { userId: id } })
    await at.post(thief.browser, '/account/passkeys/remove', { id: passkey?.id ?? '' })
    await thief.browser.go(`${world.issuer}/admin`)
    expect(thief.browser.current?.location).toMatch(/\/passkey$/)
    expect(await at.passkeys(id)).toBe(1)
  })
})

test('a first passkey and the addresses of an account without one need a sign-in of a moment ago, as before', async () => {
  const person = await at.byMail()
  await at.addAddress(person, `second-${person.email}`)
  expect((await at.addPasskey(person)).status).toBe(200)
  const stale = await at.byMail()
  world.pass(6 * minutes)
  expect((await at.addPasskey(stale)).status).toBe(403)
})

test('a passkey sign-in of the last five minutes opens the changes, and an older one does not', async () => {
  const { email, id, authenticator } = await at.withPasskey()
  const own = await at.byPasskey(authenticator, email)
  expect((await at.addPasskey(own)).status).toBe(200)
  await at.addAddress(own, `second-${email}`)
  await at.post(own.browser, '/account/addresses/primary', { address: `second-${email}` })
  await at.post(own.browser, '/account/addresses/remove', { address: email })
  expect(await at.addresses(id)).toEqual([`second-${email}`])
  world.pass(6 * minutes)
  expect((await at.addPasskey(own)).status).toBe(403)
  await at.post(own.browser, '/account/addresses', { email })
  expect(own.browser.current?.location).toContain('/sign-in/')
  expect(await at.passkeys(id)).toBe(2)
})

test('a mailed sign-in in the same browser takes the place of the passkey, and confirms nothing', async () => {
  const { email, authenticator } = await at.withPasskey()
  const own = await at.byPasskey(authenticator, email)
  world.pass(6 * minutes)
  await at.post(own.browser, '/account/confirm', { back: 'passkeys' })
  await own.browser.submit({ email })
  await own.browser.submit({ code: await nextCode(world.mailbox, email) })
  // Fresh, and still not what is asked for.
  expect(own.browser.current?.location).toMatch(/\/sign-in\/.*\/passkey$/)
  expect((await at.addPasskey(own)).status).toBe(403)
  await at.byPasskey(authenticator, email, own.browser)
  expect((await at.addPasskey(own)).status).toBe(200)
})

test('a session that began with a passkey which was removed since then proves nothing', async () => {
  const { email, id, authenticator } = await at.withPasskey()
  const stolen = await at.byPasskey(authenticator, email)
  const own = await at.byPasskey(authenticator, email)
  const { authenticator: next } = await at.addPasskey(own)
  await at.post(own.browser, '/account/passkeys/remove', { id: authenticator.id.toString('base64url') })
  expect(await at.passkeys(id)).toBe(1)
  expect((await at.addPasskey(stolen)).status).toBe(403)
  // The way to confirm asks for the passkey that is left, and comes back.
  await at.byPasskey(next, email, stolen.browser)
  expect(stolen.browser.current?.location).toBe(`${world.issuer}/account/passkeys`)
  expect((await at.addPasskey(stolen)).status).toBe(200)
})

test('the page asks for the passkey, and offers recovery to who has lost it', async () => {
  const { email } = await at.withPasskey()
  const { browser } = await at.byMail(email)
  for (const page of ['passkeys', 'addresses']) {
    await browser.go(`${world.issuer}/account/${page}`)
    expect(at.text(browser), page).toContain(
      'Your account has a passkey. Before you make changes here, confirm with it that it is you.',
    )
    expect(browser.current?.html.querySelector('form[action$="/remove"]'), page).toBeNull()
  }
  await browser.go(`${world.issuer}/account/passkeys`)
  expect(browser.current?.html.querySelector('a[href="/account/recovery"]')?.text).toBe('Recover your account')
})

test('someone without a passkey is asked to create one, not to use one', async () => {
  const { email } = await at.byMail()
  const browser = world.browser()
  await world.authorize(browser, { client_id: 'strong', scope: 'openid' })
  await browser.submit({ email })
  await browser.submit({ code: await nextCode(world.mailbox, email) })
  expect(browser.current?.html.querySelector('h1')?.text).toBe('Create a passkey')
})

test('a removal asks first: what happens then stands before its button', async () => {
  const { email, authenticator } = await at.withPasskey()
  const own = await at.byPasskey(authenticator, email)
  await at.addAddress(own, `second-${email}`)
  await at.byMail(email)
  const questions = async (path: string) => {
    await own.browser.go(`${world.issuer}${path}`)
    return own.browser.current?.html.querySelectorAll('details.confirm:not([open]) form .hint').map(({ text }) => text)
  }
  expect(await questions('/account/passkeys')).toEqual([expect.stringContaining('no longer be able to sign in')])
  expect(await questions('/account/addresses')).toEqual([expect.stringContaining(`sign in with second-${email}`)])
  expect(await questions('/account/sessions')).toContainEqual(expect.stringContaining('Every browser except this one'))
})

describe.each(databases)('two at once, on %s', (database) => {
  let own: TestWorld
  beforeAll(async () => {
    own = await openTestWorld({}, { database })
  })
  afterAll(() => own?.close())

  test('of two first passkeys that two sessions add at once, one is added', async () => {
    const here = accountOf(own)
    for (let round = 0; round < 3; round += 1) {
      const mine = await here.byMail()
      const thiefs = await here.byMail(mine.email)
      const made = await Promise.all(
        [mine, thiefs].map(async ({ browser }) => {
          const authenticator = new Authenticator(here.origin)
          return { browser, credential: authenticator.create(await here.ask(browser, '/account/passkeys/options')) }
        }),
      )
      await Promise.all(made.map(({ browser, credential }) => here.post(browser, '/account/passkeys', { credential })))
      expect(await here.passkeys(mine.id)).toBe(1)
    }
  })
})

test('a passkey that is removed takes the sessions that began with it along', async () => {
  const { email, id, authenticator } = await at.withPasskey()
  const second = await at.byPasskey(authenticator, email)
  world.pass(1)
  const { authenticator: other } = await at.addPasskey(second)
  const stolen = await at.byPasskey(other, email)
  const [passkey] = await world.deps.db.prisma.passkey.findMany({
    where: { userId: id },
    orderBy: { createdAt: 'desc' },
  })
  const own = await at.byPasskey(authenticator, email)
  await at.post(own.browser, '/account/passkeys/remove', { id: passkey?.id ?? '' })
  expect(await at.passkeys(id)).toBe(1)
  await stolen.browser.go(`${world.issuer}/account`)
  expect(stolen.browser.current?.location).toContain('/sign-in/')
  for (const { browser } of [own, second])
    expect((await browser.go(`${world.issuer}/account`)).location).not.toContain('/sign-in/')
})
