import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { firstIdAt } from '../src/crypto/random.ts'
import type { PlainBrowser } from './support/browser.ts'
import { databases } from './support/databases.ts'
import { indexEverybody } from './support/index-everybody.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// Organizations in the console: each is reached by paging and by search in every order, has a page, and opens the tabs of
// its members. What changes it is asked first, needs a role that may, and says what it did.

const total = 130

describe.each(databases)('in %s', (database) => {
  let world: TestWorld
  let root: PlainBrowser
  let owner: PlainBrowser
  let engines: { id: string; slug: string }

  beforeAll(async () => {
    world = await openTestWorld({ OPERATORS: 'root@example.test' }, { database })
    root = (await world.signIn({ email: 'root@example.test', organization: 'Root' })).browser
    world.pass(1)
    owner = (await world.signIn({ email: 'owner@engines.test', organization: 'Engines' })).browser
    const { prisma } = world.deps.db
    engines = await prisma.organization.findFirstOrThrow({ where: { name: 'Engines' } })
    const at = world.deps.now()
    await prisma.organization.createMany({
      data: Array.from({ length: total - 2 }, (_, index) => {
        const createdAt = new Date(at.getTime() - (index + 1) * 60_000)
        return {
          id: `${firstIdAt(createdAt)}${String(index).padStart(20, '0')}`,
          slug: `company-${index}`,
          // Some have the same name: then the id decides.
          name: `Company ${String(Math.floor(index / 3)).padStart(3, '0')}`,
          createdAt,
          ...(index % 10 === 0 ? { disabledAt: at, deleteAfter: new Date(at.getTime() + 86_400_000) } : {}),
        }
      }),
    })
    await prisma.user.create({
      data: { id: 'grace', givenName: 'Grace', familyName: 'Hopper', createdAt: at, updatedAt: at },
    })
    await prisma.email.create({
      data: { address: 'grace@engines.test', userId: 'grace', isPrimary: true, verifiedAt: at },
    })
    await indexEverybody(world)
    await prisma.membership.create({
      data: { userId: 'grace', organizationId: engines.id, roles: 'member', createdAt: at },
    })
  })
  afterAll(() => world?.close())

  const list = '/admin/organizations'
  const names = () => root.current?.html.querySelectorAll('.table tbody strong a').map((link) => link.text) ?? []
  const links = () =>
    root.current?.html.querySelectorAll('.table tbody strong a').map((link) => link.getAttribute('href')) ?? []
  const nextPage = () =>
    root.current?.html
      .querySelectorAll('main a')
      .find((link) => link.text === 'Next page')
      ?.getAttribute('href')
      ?.replaceAll('&amp;', '&')
  const main = (browser: PlainBrowser) => browser.current?.html.querySelector('main')?.text ?? ''
  const said = (browser: PlainBrowser) => browser.current?.html.querySelector('.said p')?.text
  const get = (browser: PlainBrowser, path: string) => browser.go(`${world.issuer}${path}`)
  const post = (browser: PlainBrowser, path: string, fields: Record<string, string>) =>
    browser.go(`${world.issuer}${path}`, { method: 'POST', body: new URLSearchParams(fields).toString() })

  async function walk(query: string): Promise<string[]> {
    const found: (string | undefined)[] = []
    await get(root, `${list}${query}`)
    for (;;) {
      expect(root.current?.status).toBe(200)
      found.push(...links())
      const next = nextPage()
      if (!next) return found.map(String)
      await get(root, next)
    }
  }

  test.each(['', '?sort=newest', '?sort=oldest'])('every organization is on exactly one page of %s', async (query) => {
    const found = await walk(query)
    expect(found).toHaveLength(total)
    expect(new Set(found).size).toBe(total)
  })

  test('the orders, the filter and the search are what they say', async () => {
    await get(root, list)
    expect(names().slice(0, 4)).toEqual(['Company 000', 'Company 000', 'Company 000', 'Company 001'])
    await get(root, `${list}?sort=newest`)
    expect(names().slice(0, 2)).toEqual(['Engines', 'Root'])
    expect(await walk('?state=deleted')).toHaveLength(13)
    expect(await walk('?state=active&sort=oldest')).toHaveLength(total - 13)
    await get(root, `${list}?query=ENGI`)
    expect(names()).toEqual(['Engines'])
    await get(root, `${list}?query=company-12&state=active`)
    expect(names()).toHaveLength(8)
    await get(root, `${list}?query=${engines.id}`)
    expect(names()).toEqual(['Engines'])
    await get(root, `${list}?query=nothing%20like%20it`)
    expect(main(root)).toContain('No results for')
  })

  test('CO-12: a cursor that was tampered with, or made for another search, is refused', async () => {
    await get(root, `${list}?query=comp&sort=newest`)
    const cursor = new URL(nextPage() ?? '', world.issuer).searchParams.get('cursor') ?? ''
    for (const query of [
      `?query=comp&sort=newest&cursor=${cursor.slice(2)}`,
      `?query=comp&cursor=${cursor}`,
      `?query=com&sort=newest&cursor=${cursor}`,
      `?query=comp&sort=newest&state=deleted&cursor=${cursor}`,
    ])
      expect((await get(root, `${list}${query}`)).status, query).toBe(400)
  })

  test('an organization has a page with its facts, and the tabs of its members', async () => {
    await get(root, `${list}/${engines.slug}`)
    expect(main(root)).toContain(engines.id)
    const tabs = root.current?.html.querySelectorAll('.page-links a') ?? []
    expect(tabs.map((tab) => tab.text)).toEqual([
      'Overview',
      'Members',
      'Teams',
      'Invitations',
      'Requests',
      'Domains',
      'Terms',
      'Theme',
      'Settings',
      'Activity',
    ])
    for (const tab of tabs) expect((await get(root, tab.getAttribute('href') ?? '')).status, tab.text).toBe(200)
    await get(root, `${list}/${engines.id}/members?query=hopper`)
    expect(main(root)).toContain('grace@engines.test')
    expect(root.current?.html.querySelector('form[action$="/leave"]')).toBeNull()
  })

  test('operators change members, teams, invitations and domains by the forms of the members', async () => {
    const { prisma } = world.deps.db
    const at = `${list}/${engines.id}`
    await post(root, `${at}/members/roles`, { user: 'grace', role: 'admin' })
    expect(said(root)).toBe('Grace Hopper · grace@engines.test has a new role: Admin.')
    await post(root, `${at}/invitations`, { email: 'new@engines.test', role: 'member' })
    expect(said(root)).toBe('We sent an invitation to new@engines.test.')
    await post(root, `${at}/domains`, { domain: 'Engines.test' })
    expect(said(root)).toContain('engines.test was added')
    await post(root, `${at}/teams`, { team_name: 'Research' })
    expect(said(root)).toBe('The team Research was created.')
    const team = await prisma.team.findFirstOrThrow({ where: { organizationId: engines.id, name: 'Research' } })
    await post(root, `${at}/teams/delete`, { team: team.id })
    expect(main(root)).toContain('Delete the team Research?')
    await root.submit({ confirm: 'yes' })
    expect(said(root)).toContain('The team Research was deleted')
    const events = await prisma.auditEvent.findMany({ where: { organizationId: engines.id, actorKind: 'operator' } })
    expect(events.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['member.roles_changed', 'invitation.created', 'domain.added', 'team.deleted']),
    )
    // What only a member does has no form here.
    for (const rest of ['/leave', '/transfer', '/members/reset', '/delete'])
      expect((await post(root, `${at}${rest}`, { user: 'grace', confirm: 'yes' })).status).toBe(404)
  })

  test('an organization is handed over, deleted and restored, each asked first and said afterwards', async () => {
    const { prisma } = world.deps.db
    const at = `${list}/${engines.id}`
    await post(root, at, { action: 'hand-over', person: 'nobody@engines.test' })
    expect(root.current?.status).toBe(422)
    expect(root.current?.html.querySelector('.problem')?.text).toBe('No member has this address.')
    await post(root, at, { action: 'hand-over', person: 'grace@engines.test' })
    expect(main(root)).toContain('Make Grace Hopper · grace@engines.test an owner of Engines?')
    const key = { userId_organizationId: { userId: 'grace', organizationId: engines.id } }
    expect((await prisma.membership.findUniqueOrThrow({ where: key })).roles).not.toContain('owner')
    await root.submit({ confirm: 'yes' })
    expect(said(root)).toBe('Grace Hopper · grace@engines.test is an owner of Engines now.')
    expect((await prisma.membership.findUniqueOrThrow({ where: key })).roles).toBe('owner')

    await get(root, list)
    expect(root.current?.html.querySelector('.table form')).toBeNull()
    await post(root, at, { action: 'delete' })
    expect(main(root)).toContain('Delete Engines?')
    expect((await get(owner, `/organizations/${engines.slug}`)).status).toBe(200)
    await post(root, at, { action: 'delete', confirm: 'yes' })
    expect(said(root)).toBe('Engines was deleted. An operator can restore it for 14 days.')
    expect((await get(owner, `/organizations/${engines.slug}`)).status).toBe(404)
    expect(root.current?.html.querySelectorAll('.page-links a')).toHaveLength(1)
    expect((await get(root, `${at}/members`)).status).toBe(404)
    expect((await post(root, at, { action: 'hand-over', user: 'grace', confirm: 'yes' })).status).not.toBe(500)
    await post(root, at, { action: 'restore' })
    expect(main(root)).toContain('Restore Engines?')
    await root.submit({ confirm: 'yes' })
    expect(said(root)).toBe('Engines was restored. Its members can use it again.')
    expect((await get(owner, `/organizations/${engines.slug}`)).status).toBe(200)
    expect((await post(root, at, { action: 'explode', confirm: 'yes' })).status).toBe(422)
  })

  test('CO-10: the list leaves as a file, and the export is recorded', async () => {
    const { prisma } = world.deps.db
    await prisma.organization.update({ where: { id: engines.id }, data: { name: '@SUM(1+1)*cmd|"/C calc"' } })
    const answer = await post(root, `${list}/export`, {})
    expect(answer.status).toBe(200)
    const lines = answer.text
      .replace(/^\ufeff/, '')
      .trimEnd()
      .split('\r\n')
    expect(lines).toHaveLength(total + 1)
    expect(answer.text).toContain(`${engines.slug},"'@SUM(1+1)*cmd|""/C calc""",`)
    expect(lines.filter((line) => line.includes(',deleted,'))).toHaveLength(13)
    expect(await prisma.auditEvent.count({ where: { action: 'organizations.exported', result: 'ok' } })).toBe(1)
    await prisma.organization.update({ where: { id: engines.id }, data: { name: 'Engines' } })
  })

  test('CO-01: who is no operator finds nothing, and a role does only what it may', async () => {
    const { prisma } = world.deps.db
    const at = `${list}/${engines.id}`
    const posts: [string, Record<string, string>][] = [
      [at, { action: 'delete', confirm: 'yes' }],
      [list, { organization: engines.id, action: 'delete', confirm: 'yes' }],
      [`${at}/members/remove`, { user: 'grace', confirm: 'yes' }],
      [`${at}/members/export`, {}],
      [`${list}/export`, {}],
    ]
    const pages = [list, at, `${at}/members`, `${at}/members/import`, `${at}/domains`]
    for (const path of pages) expect((await get(owner, path)).status, path).toBe(404)
    for (const [path, fields] of posts) expect((await post(owner, path, fields)).status, path).toBe(404)

    const viewer = (await world.signIn({ email: 'viewer@example.test', organization: 'Viewers' })).browser
    const { userId } = await prisma.email.findUniqueOrThrow({ where: { address: 'viewer@example.test' } })
    const role = { userId, role: 'viewer', at: world.deps.now() }
    await prisma.operatorRole.create({ data: role })
    expect((await get(viewer, at)).status).toBe(200)
    expect(viewer.current?.html.querySelector('main form')).toBeNull()
    await get(viewer, `${at}/members`)
    expect(main(viewer)).toContain('Grace Hopper')
    expect(main(viewer)).not.toContain('@engines.test')
    for (const path of [`${at}/invitations`, `${at}/domains`, `${at}/settings`, `${at}/members/import`])
      expect((await get(viewer, path)).status, path).toBe(404)
    for (const [path, fields] of posts) expect((await post(viewer, path, fields)).status, path).toBe(403)

    await prisma.operatorRole.update({ where: { userId }, data: { role: 'support' } })
    expect((await post(viewer, at, { action: 'delete', confirm: 'yes' })).status).toBe(403)
    expect((await post(viewer, at, { action: 'approve', confirm: 'yes' })).status).toBe(200)
    expect(await prisma.membership.count({ where: { userId: 'grace', organizationId: engines.id } })).toBe(1)
    expect((await prisma.organization.findUniqueOrThrow({ where: { id: engines.id } })).disabledAt).toBeNull()
  })

  test('CO-04: an act needs a sign-in of the last five minutes, and is not repeated by itself', async () => {
    world.pass(6 * 60_000)
    await post(root, `${list}/${engines.id}`, { action: 'delete', confirm: 'yes' })
    expect(root.current?.location).toContain('/sign-in/')
    expect(
      (await world.deps.db.prisma.organization.findUniqueOrThrow({ where: { id: engines.id } })).disabledAt,
    ).toBeNull()
    expect((await get(root, `${list}/${engines.id}/members`)).status).toBe(200)
  })
})
