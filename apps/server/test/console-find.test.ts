import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../src/crypto/random.ts'
import { createUser } from '../src/store/beyond-prisma/accounts.ts'
import { updateNames } from '../src/store/prisma/accounts.ts'
import { accountOf, type Signed } from './support/account.ts'
import { changeStore } from './support/change-store.ts'
import { databases } from './support/databases.ts'
import { indexEverybody } from './support/index-everybody.ts'
import { claimsOf, openTestWorld, type TestWorld } from './support/world.ts'

// One box finds everything that an operator has in hand: a part of a name, an address, or an id of any kind.

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  let operator: Signed
  const known = new Map<string, string>()
  beforeAll(async () => {
    world = await openTestWorld({ OPERATORS: 'operator@example.test' }, { database })
    const at = accountOf(world)
    operator = await at.byMail('operator@example.test')
    const { prisma } = world.deps.db
    const now = world.deps.now()
    for (let index = 0; index < 15; index++)
      await prisma.user.create({
        data: {
          id: newId(now),
          givenName: 'Anna',
          familyName: 'Meier',
          createdAt: now,
          updatedAt: now,
          emails: { create: { address: `anna${index}@example.test`, isPrimary: true, verifiedAt: now } },
        },
      })
    await indexEverybody(world)
    const { code, person } = await world.signIn({ email: 'found@works.example', organization: 'Found Engines' })
    const { body } = await world.redeem(code)
    const id = await at.idOf(person.email)
    known.set('person', `/admin/people/${id}`)
    known.set('id', id)
    known.set('jti', String(claimsOf(body.access_token).jti))
    known.set('session', (await prisma.session.findFirstOrThrow({ where: { userId: id } })).id)
    const organization = await prisma.organization.findFirstOrThrow({ where: { name: 'Found Engines' } })
    known.set('organization', organization.id)
    known.set('slug', organization.slug)
    await prisma.domain.create({
      data: {
        organizationId: organization.id,
        name: 'proven.example',
        token: 'x',
        claimed: 'proven.example',
        verifiedAt: now,
        method: 'dns',
        createdAt: now,
      },
    })
    known.set('event', (await prisma.auditEvent.findFirstOrThrow({ where: { organizationId: organization.id } })).id)
  })
  afterAll(() => world?.close())

  const find = (text: string, follow = false) =>
    operator.browser.go(`${world.issuer}/admin/find?${new URLSearchParams({ q: text })}`, { follow })
  const main = () => operator.browser.current?.html.querySelector('main')?.text.replaceAll(/\s+/g, ' ') ?? ''
  const rows = () => operator.browser.current?.html.querySelectorAll('.table tbody tr').length

  test.each(['Anna Meier', 'anna mei', 'Meier Anna', 'meier'])('%j finds all fifteen', async (text) => {
    expect((await find(text)).status).toBe(200)
    expect(rows()).toBe(15)
  })

  test.each([
    ['found@works.example', 'person'],
    ['FOUND@works.example', 'person'],
    ['found@', 'person'],
    ['id', 'person'],
    ['session', 'person'],
    ['jti', 'person'],
  ])('%s leads to the person', async (text, page) => {
    const visited = await find(known.get(text) ?? text)
    expect(visited.status).toBe(303)
    expect(visited.headers.get('location')).toBe(known.get(page))
  })

  test.each(['organization', 'slug', 'Found Eng', 'proven.example'])('%s leads to the organization', async (text) => {
    const visited = await find(known.get(text) ?? text)
    expect(visited.headers.get('location')).toBe(`/admin/organizations/${known.get('organization')}`)
  })

  test('the id of a client, and a part from the middle of its name, lead to the application', async () => {
    expect((await find('third')).headers.get('location')).toBe('/admin/applications/third')
    expect((await find('ird Par')).headers.get('location')).toBe('/admin/applications/third')
  })

  test('the id of an event leads to the activity', async () => {
    await find(known.get('event') ?? '', true)
    expect(operator.browser.current?.location).toContain('/admin/audit?event=organization.created')
    expect(main()).toContain('Found Engines')
  })

  test('the id of somebody who was deleted leads to what the activity has about them', async () => {
    const at = accountOf(world)
    const gone = await at.byMail()
    await at.post(operator.browser, `/admin/people/${gone.id}`, { action: 'delete', confirm: 'yes' })
    expect((await find(gone.id)).headers.get('location')).toBe(`/admin/audit?about=${gone.id}`)
  })

  test('the reference of an error page says where its cause is', async () => {
    const reference = '0f8fad5b-d9cb-469f-a165-70867728950e'
    expect((await find(reference)).status).toBe(200)
    expect(main()).toContain('reference of an error page')
    expect(main()).toContain(reference)
  })

  test('several kinds are listed, each under its name', async () => {
    await find('found')
    const headings = operator.browser.current?.html.querySelectorAll('main h2').map(({ text }) => text)
    expect(headings).toEqual(['People', 'Organizations'])
  })

  test('what nothing matches is said, and for an address the help with sign-in is offered', async () => {
    expect((await find('nobody@example.test')).status).toBe(200)
    expect(main()).toContain('No results for')
    const link = operator.browser.current?.html.querySelector('main a[href*="/admin/why"]')
    expect(link?.getAttribute('href')).toBe('/admin/why?address=nobody%40example.test')
  })

  test.each(['', ' '])('%j asks for something', async (text) => {
    expect((await find(text)).status).toBe(200)
    expect(main()).toContain('Find a person, organization, application, or ID')
    expect(rows()).toBe(0)
  })

  test('one character finds how words begin, of any script', async () => {
    const now = world.deps.now()
    const id = newId(now)
    await changeStore(world.deps, async (tx) => {
      await createUser(tx, { id, address: 'taro@works.example', locale: 'ja', now })
      await updateNames(tx, id, '太郎', '山田', now)
    })
    for (const text of ['山', '山田', '太', '山田太', 'taro@w'])
      expect((await find(text)).headers.get('location'), text).toBe(`/admin/people/${id}`)
    expect((await find('田')).status).toBe(200)
    expect((await find('a')).status).toBe(200)
    expect(rows()).toBeGreaterThanOrEqual(15)
  })

  test('P14: six of one name are told apart by their organizations and last sign-ins', async () => {
    for (const number of [1, 2, 3, 4, 5, 6]) {
      await world.signIn({ email: `six${number}@works.example`, organization: `Works ${number}` })
      const { userId } = await world.deps.db.prisma.email.findUniqueOrThrow({
        where: { address: `six${number}@works.example` },
      })
      await changeStore(world.deps, (tx) => updateNames(tx, userId, 'Zoë', 'Sixfold', world.deps.now()))
    }
    await find('zoe sixfold')
    expect(rows()).toBe(6)
    const cells = (operator.browser.current?.html.querySelectorAll('main tbody tr') ?? []).map((row) =>
      row.querySelectorAll('td').map(({ text }) => text.trim()),
    )
    expect(cells.map(([, organizations]) => organizations).sort()).toEqual([1, 2, 3, 4, 5, 6].map((n) => `Works ${n}`))
    for (const [, , signIn] of cells) expect(signIn).not.toBe('None recorded')
  })

  test.each([
    '%',
    '__',
    "'; DROP TABLE email; --",
    '\ud800x',
    'a'.repeat(5000),
    '<script>alert(1)</script>',
    '..',
    '(())',
  ])('%j harms nothing', async (text) => {
    expect((await find(text)).status).toBe(200)
    expect(operator.browser.current?.html.querySelectorAll('main script')).toHaveLength(0)
  })

  test('the box is at the head of every page of the console, and keeps what was searched for', async () => {
    for (const path of ['/admin/people', '/admin/keys', '/admin/health', '/admin/audit']) {
      await operator.browser.go(`${world.issuer}${path}`)
      expect(operator.browser.current?.html.querySelector('header [name=q]'), path).toBeTruthy()
    }
    await find('meier')
    expect(operator.browser.current?.html.querySelector('header [name=q]')?.getAttribute('value')).toBe('meier')
  })
})
