import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPerson } from '../src/flows/management/directory.ts'
import { giveOperatorRole } from '../src/flows/management/operator-roles.ts'
import { mergePeople } from '../src/flows/management/people/person-merge.ts'
import { createOrganization } from '../src/flows/organizations/organization-creation.ts'
import { system } from '../src/flows/platform/audit.ts'
import { accountOf, linkTo, type Signed } from './support/account.ts'
import type { Visited } from './support/browser.ts'
import { databases } from './support/databases.ts'
import { nextCode } from './support/mailbox.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// Operators make accounts and change them. An address that nobody has proven opens the account to its mailbox, and counts
// nowhere before: no operator can say that an address is somebody's.

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  let at: ReturnType<typeof accountOf>
  let operator: Signed
  let support: Signed
  let viewer: Signed
  let organization: { id: string; slug: string }
  beforeAll(async () => {
    const env = {
      OPERATORS: 'root@example.test',
      SIGN_UP: 'invited',
      ORGANIZATION_CREATION: 'open',
      // The clock stands still, so that no sign-in gets old.
      LIMIT_MAIL_PER_ADDRESS: '1000/1h',
      LIMIT_PER_NETWORK: '100000/1m',
    }
    world = await openTestWorld(env, { database })
    at = accountOf(world)
    const open = async (email: string) => {
      await create(operator, { email })
      return at.byMail(email)
    }
    await createPerson(world.deps, system, 'root@example.test', { form: {} })
    operator = await at.byMail('root@example.test')
    support = await open('support@example.test')
    await giveOperatorRole(world.deps, system, support.id, 'support')
    viewer = await open('viewer@example.test')
    await giveOperatorRole(world.deps, system, viewer.id, 'viewer')
    const id = await createOrganization(world.deps, system, operator.id, { name: 'Northwind' })
    organization = await world.deps.db.prisma.organization.findUniqueOrThrow({ where: { id } })
  })
  afterAll(() => world?.close())

  const create = ({ browser }: Pick<Signed, 'browser'>, fields: Record<string, string>): Promise<Visited> =>
    at.post(browser, '/admin/people/new', fields)
  const problems = ({ html }: Visited) => html.querySelectorAll('.problem').map(({ text }) => text)
  const notice = ({ html }: Visited) => html.querySelector('main [role=status]')?.text
  const idIn = ({ location }: Visited) => new URL(location).pathname.split('/').at(-1) ?? ''
  const made = async (fields: Record<string, string>) => idIn(await create(operator, fields))
  const versionOf = async (id: string) => {
    await operator.browser.go(`${world.issuer}/admin/people/${id}/edit`)
    return operator.browser.current?.html.querySelector('[name=version]')?.getAttribute('value') ?? ''
  }

  test('an account is made, its person is told, and the mailbox opens it with what was written there', async () => {
    const visited = await create(operator, {
      email: ' Grace@Example.test ',
      given_name: 'Grace',
      family_name: 'Hopper',
      locale: 'de',
      zoneinfo: 'Europe/Berlin',
      mailed: 'yes',
    })
    const id = idIn(visited)
    expect(notice(visited)).toBe('The account of Grace Hopper was created.')
    expect(at.text(operator.browser)).toContain('Not verified')
    expect(await at.addresses(id)).toEqual([])
    const mail = await world.mailbox.take('grace@example.test')
    expect(mail.subject).toContain('Ihr Konto')
    expect(mail.text).toContain(`${world.issuer}/account`)
    // SIGN_UP=invited lets her in: the account was made for her.
    const grace = await at.byMail('grace@example.test')
    expect(grace.id).toBe(id)
    expect(await at.addresses(id)).toEqual(['grace@example.test'])
    expect(await at.actions(id)).toEqual(expect.arrayContaining(['user.created', 'user.updated', 'user.address_added']))
    expect(await world.deps.db.prisma.user.findUniqueOrThrow({ where: { id } })).toMatchObject({
      givenName: 'Grace',
      locale: 'de',
      zoneinfo: 'Europe/Berlin',
    })
    expect(await world.deps.db.prisma.unverifiedAddress.count({ where: { userId: id } })).toBe(0)
  })

  test('two browsers that prove the mailbox at once open one account', async () => {
    const id = await made({ email: 'twice@example.test' })
    const browsers = [world.browser(), world.browser()]
    for (const browser of browsers) await browser.go(`${world.issuer}/account/passkeys`)
    const [first, second] = browsers as [(typeof browsers)[0], (typeof browsers)[0]]
    await first.submit({ email: 'twice@example.test' })
    const code = await nextCode(world.mailbox, 'twice@example.test')
    await Promise.all([first.submit({ code }), second.submit({ email: 'twice@example.test' })])
    await second.submit({ code: await nextCode(world.mailbox, 'twice@example.test') })
    expect(await at.idOf('twice@example.test')).toBe(id)
    expect(await world.deps.db.prisma.email.count({ where: { userId: id } })).toBe(1)
  })

  test('CO-94: an organization only invites: nobody is a member before they have accepted', async () => {
    const { id: organizationId, slug } = organization
    const id = await made({
      email: 'alan@example.test',
      given_name: 'Alan',
      organization: slug,
      role: 'admin',
      mailed: 'yes',
    })
    const { prisma } = world.deps.db
    expect(await prisma.membership.count({ where: { userId: id } })).toBe(0)
    expect(await prisma.invitation.findFirstOrThrow({ where: { email: 'alan@example.test' } })).toMatchObject({
      organizationId,
      roles: 'admin',
    })
    const mail = await world.mailbox.take('alan@example.test')
    expect(mail.text).toContain('Northwind')
    expect(mail.text).toContain('Role: Admin')
    const alan = await at.byMail('alan@example.test')
    expect(alan.id).toBe(id)
    await alan.browser.go(linkTo(mail.text ?? '', '/invitations') ?? '')
    await alan.browser.submit({ decision: 'accept' })
    expect(await prisma.membership.findFirstOrThrow({ where: { userId: id } })).toMatchObject({ roles: 'admin' })
  })

  test('without the checkbox no mail leaves, and the invitation waits', async () => {
    const before = await world.deps.db.prisma.mailDelivery.count()
    await made({ email: 'quiet@example.test', organization: organization.id })
    expect(await world.deps.db.prisma.mailDelivery.count()).toBe(before)
    expect(await world.deps.db.prisma.outboxMessage.count({ where: { kind: 'mail' } })).toBe(0)
    expect(await world.deps.db.prisma.invitation.count({ where: { email: 'quiet@example.test' } })).toBe(1)
  })

  test.each([
    [{ email: 'root@example.test' }, 'This address already belongs to an account.'],
    [{ email: 'grace@example.test' }, 'This address already belongs to an account.'],
    [{ email: 'quiet@example.test' }, 'This address already belongs to an account.'],
    [{ email: 'not an address' }, 'Enter a valid email address.'],
    [{ email: 'а@example.test' }, 'Enter a valid email address.'],
    [{ email: 'a@example.test\r\nBcc: b@example.test' }, 'Enter a valid email address.'],
    [{ email: 'free@example.test', zoneinfo: 'Mars/Olympus' }, 'Choose an option.'],
    [{ email: 'free@example.test', organization: 'nowhere' }, 'There is no such organization.'],
    [{ email: 'free@example.test', organization: 'northwind', role: 'emperor' }, 'Choose an option.'],
  ])('%o is refused beside its field, and nothing is made', async (fields, problem) => {
    const count = await world.deps.db.prisma.user.count()
    const visited = await create(operator, fields)
    expect(visited.status).toBe(422)
    expect(problems(visited)).toContain(problem)
    expect(visited.html.querySelector('[name=email]')?.getAttribute('value')).toBe(fields.email.replace(/\r\n/, '\r\n'))
    expect(await world.deps.db.prisma.user.count()).toBe(count)
  })

  test('the management API and an import do not take an address from an account that waits for it', async () => {
    await made({ email: 'waits@example.test' })
    await expect(createPerson(world.deps, system, 'waits@example.test', { form: {} })).rejects.toMatchObject({
      reason: 'taken',
    })
  })

  test('who proves the mailbox for another account of theirs takes it there, and the made account waits no more', async () => {
    const id = await made({ email: 'second@example.test', given_name: 'Made' })
    await at.addAddress(support, 'second@example.test')
    expect(await at.idOf('second@example.test')).toBe(support.id)
    expect(await world.deps.db.prisma.unverifiedAddress.count({ where: { userId: id } })).toBe(0)
  })

  test('CO-94: an account that got a proven address is opened by no other one', async () => {
    const victim = await at.byMail('root@example.test')
    await create(operator, { email: 'merged@example.test', given_name: 'Merged' })
    const ordinary = await made({ email: 'ordinary@example.test' })
    const { id: ordinaryId } = await at.byMail('ordinary@example.test')
    expect(ordinaryId).toBe(ordinary)
    const { userId: shell } = await world.deps.db.prisma.unverifiedAddress.findUniqueOrThrow({
      where: { address: 'merged@example.test' },
    })
    await mergePeople(world.deps, { kind: 'operator', id: victim.id, network: '' }, ordinaryId, shell)
    // Even if the row were still there, it would open nothing.
    await world.deps.db.prisma.unverifiedAddress.createMany({
      data: [{ address: 'merged@example.test', userId: shell }],
    })
    const browser = world.browser()
    await browser.go(`${world.issuer}/account/passkeys`)
    await browser.submit({ email: 'merged@example.test' })
    // SIGN_UP=invited: nobody invited this address.
    expect((await world.mailbox.take('merged@example.test')).text).toContain('require an invitation')
    expect(await at.addresses(shell)).toEqual(['ordinary@example.test'])
    await world.deps.db.prisma.unverifiedAddress.deleteMany({ where: { userId: shell } })
  })

  test('a profile is changed by a form, and the event says which fields', async () => {
    const id = await made({ email: 'edit@example.test', given_name: 'Edith' })
    const version = await versionOf(id)
    world.pass(1000)
    const saved = await operator.browser.submit({ version, given_name: 'Edda', nickname: 'Ed', zoneinfo: 'Asia/Tokyo' })
    expect(notice(saved)).toBe('The profile of Edda was saved.')
    const event = await world.deps.db.prisma.auditEvent.findFirstOrThrow({
      where: { targetId: id, action: 'user.updated' },
      orderBy: { id: 'desc' },
    })
    expect(JSON.parse(event.detail ?? '{}').fields.sort()).toEqual(['given_name', 'nickname', 'zoneinfo'])
    // Somebody else had the form open, and does not overwrite it.
    const late = await at.post(operator.browser, `/admin/people/${id}/edit`, { version, given_name: 'Old' })
    expect(late.status).toBe(422)
    expect(problems(late)).toEqual(['Someone else has changed this in the meantime. Reload the page.'])
    expect(late.html.querySelector('[name=given_name]')?.getAttribute('value')).toBe('Old')
    expect(await world.deps.db.prisma.user.findUniqueOrThrow({ where: { id } })).toMatchObject({ givenName: 'Edda' })
  })

  test('CO-95: a mistyped address is mended before anybody has proven it, and the old one opens nothing', async () => {
    const id = await made({ email: 'misstyped@example.test' })
    const version = await versionOf(id)
    const taken = await operator.browser.submit({ version, email: 'grace@example.test' })
    expect(problems(taken)).toEqual(['This address already belongs to an account.'])
    world.pass(1000)
    expect((await operator.browser.submit({ version, email: 'mistyped@example.test' })).status).toBe(200)
    const browser = world.browser()
    await browser.go(`${world.issuer}/account/passkeys`)
    await browser.submit({ email: 'misstyped@example.test' })
    expect((await world.mailbox.take('misstyped@example.test')).text).toContain('require an invitation')
    expect((await at.byMail('mistyped@example.test')).id).toBe(id)
    // From here on, the address is theirs: the form does not have it, and a forged one is refused.
    const forged = { version: await versionOf(id), email: 'evil@example.test' }
    expect(operator.browser.has('email')).toBe(false)
    expect((await at.post(operator.browser, `/admin/people/${id}/edit`, forged)).status).toBe(422)
    expect(await at.addresses(id)).toEqual(['mistyped@example.test'])
  })

  test('a further address is removed after a question, every mailbox is told, and the primary one stays', async () => {
    const id = await made({ email: 'first@example.test', given_name: 'Two' })
    const two = await at.byMail('first@example.test')
    await at.addAddress(two, 'other@example.test')
    const path = `/admin/people/${id}`
    await at.post(operator.browser, path, { action: 'remove-address', email: 'first@example.test', confirm: 'yes' })
    expect(await at.addresses(id)).toEqual(['first@example.test', 'other@example.test'])
    const asked = await at.post(operator.browser, path, { action: 'remove-address', email: 'other@example.test' })
    expect(asked.html.querySelector('h1')?.text).toBe('Remove other@example.test from the account of Two?')
    const removed = await operator.browser.submit({ confirm: 'yes' })
    expect(notice(removed)).toBe('other@example.test was removed from the account of Two.')
    expect(await at.addresses(id)).toEqual(['first@example.test'])
    for (const address of ['first@example.test', 'other@example.test'])
      expect(linkTo(await at.notice(address, 'An address was removed'), '/account/undo'), address).not.toBeNull()
    expect(await at.actions(id)).toContain('user.address_removed')
  })

  test('CO-95: a viewer makes and changes nobody, and nobody changes an equal operator or a higher one', async () => {
    const count = await world.deps.db.prisma.user.count()
    for (const [browser, status] of [
      [viewer.browser, 403],
      [(await at.byMail('grace@example.test')).browser, 404],
    ] as const) {
      expect((await create({ browser }, { email: 'x@example.test' })).status).toBe(status)
      expect((await browser.go(`${world.issuer}/admin/people/new`)).status).toBe(status)
      for (const path of [`/admin/people/${support.id}/edit`])
        expect((await at.post(browser, path, { version: '1', given_name: 'X' })).status).toBe(status)
    }
    expect(await world.deps.db.prisma.user.count()).toBe(count)
    const { updatedAt } = await world.deps.db.prisma.user.findUniqueOrThrow({ where: { id: operator.id } })
    const version = String(updatedAt.getTime())
    const refused = await at.post(support.browser, `/admin/people/${operator.id}/edit`, { version, given_name: 'X' })
    expect(refused.status).toBe(422)
    expect(problems(refused)[0]).toContain('an operator with your role or a higher one')
    const removal = { action: 'remove-address', email: 'x@example.test', confirm: 'yes' }
    const act = await at.post(support.browser, `/admin/people/${operator.id}`, removal)
    expect(problems(act)[0]).toContain('an operator with your role or a higher one')
  })

  test('CO-95: a form from another site makes nobody', async () => {
    const body = new URLSearchParams({ email: 'csrf@example.test' }).toString()
    const headers = { Origin: 'https://evil.example' }
    const url = `${world.issuer}/admin/people/new`
    expect((await operator.browser.go(url, { method: 'POST', body, headers })).status).toBe(403)
    expect(await world.deps.db.prisma.unverifiedAddress.count({ where: { address: 'csrf@example.test' } })).toBe(0)
  })

  test('an account that nobody has opened is found by its address and listed as not verified', async () => {
    const id = await made({ email: 'findable@wonder.example', given_name: 'Findable' })
    const found = await operator.browser.go(`${world.issuer}/admin/find?q=findable@wonder.example`)
    expect(new URL(found.location).pathname).toBe(`/admin/people/${id}`)
    const listed = await operator.browser.go(`${world.issuer}/admin/people?query=wonder`)
    expect(listed.html.querySelector('main table')?.text).toContain('Not verified')
  })
})
