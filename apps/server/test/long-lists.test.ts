import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { firstIdAt } from '../src/crypto/random.ts'
import type { PlainBrowser } from './support/browser.ts'
import { databases } from './support/databases.ts'
import { indexEverybody } from './support/index-everybody.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// Lists that are longer than a page say how many there are and lead on: 1,503 members, 250 clients, 5,000 events.

const total = 1503
const clients = Object.fromEntries(
  Array.from({ length: 250 }, (_, at) => [
    [`OIDC_CLIENT_ID_${at + 20}`, `client-${String(at).padStart(3, '0')}`],
    [`OIDC_CLIENT_${at + 20}_REDIRECT_URIS`, 'https://rp.example.test/cb'],
  ]).flat(),
)

describe.each(databases)('in %s', (database) => {
  let world: TestWorld
  let browser: PlainBrowser
  let organization: { id: string; slug: string }
  beforeAll(async () => {
    world = await openTestWorld(
      {
        OPERATORS: 'operator@example.test',
        ...clients,
        OIDC_CLIENT_ID_7: 'admin',
        OIDC_CLIENT_7_SECRET: 'admin-secret-0123456789',
        OIDC_CLIENT_7_GRANT_TYPES: 'client_credentials',
        OIDC_CLIENT_7_SCOPES: 'members:read,audit:read',
      },
      { database },
    )
    browser = (await world.signIn({ email: 'operator@example.test', organization: 'Large' })).browser
    const { prisma } = world.deps.db
    organization = await prisma.organization.findFirstOrThrow({ where: { name: 'Large' } })
    const at = world.deps.now()
    const people = Array.from({ length: total - 1 }, (_, index) => `m${String(index).padStart(4, '0')}`)
    for (let from = 0; from < people.length; from += 300) {
      const some = people.slice(from, from + 300)
      const dates = { createdAt: at, updatedAt: at }
      await prisma.user.createMany({
        data: some.map((id) => ({ id, givenName: 'Anna', familyName: `Meier ${id}`, ...dates })),
      })
      await prisma.email.createMany({
        data: some.map((userId) => ({
          address: `${userId}@engines.example`,
          userId,
          isPrimary: true,
          verifiedAt: at,
        })),
      })
      await prisma.membership.createMany({
        data: some.map((userId) => ({ userId, organizationId: organization.id, roles: 'member', createdAt: at })),
      })
    }
    await prisma.team.create({
      data: { id: 'everyone', organizationId: organization.id, slug: 'everyone', name: 'Everyone', createdAt: at },
    })
    await prisma.teamMembership.createMany({
      data: people.slice(0, 120).map((userId) => ({ userId, teamId: 'everyone', createdAt: at })),
    })
    await indexEverybody(world)
    for (let from = 0; from < 5000; from += 500)
      await prisma.auditEvent.createMany({
        data: Array.from({ length: 500 }, (_, index) => ({
          // Ids begin with the time: the sweep would take these for the oldest and delete them.
          id: `${firstIdAt(at)}${String(from + index).padStart(6, '0')}`,
          at,
          action: 'test.event',
          actorKind: 'system',
          organizationId: organization.id,
          result: 'ok',
        })),
      })
  })
  afterAll(() => world?.close())

  const rows = () =>
    ['.rows > li', '.table tbody tr'].flatMap((row) => browser.current?.html.querySelectorAll(row) ?? [])
  const text = () => browser.current?.html.querySelector('main')?.text ?? ''
  const follow = async (label: string) => {
    const link = browser.current?.html.querySelectorAll('main a').find((one) => one.text === label)
    if (!link) return false
    await browser.go((link.getAttribute('href') ?? '').replaceAll('&amp;', '&'))
    return true
  }
  /** Every row of a list, page by page. */
  async function walk(path: string, label: string): Promise<string[]> {
    await browser.go(`${world.issuer}${path}`)
    const seen: string[] = []
    do {
      expect(rows().length).toBeLessThanOrEqual(50)
      seen.push(...rows().map((row) => (row.querySelector('td') ?? row.querySelector('div'))?.text ?? ''))
    } while (await follow(label))
    return seen
  }
  const at = () => `/organizations/${organization.slug}`

  test('every member is on one page, and found by a part of a name or an address', async () => {
    const seen = await walk(at(), 'Next page')
    expect(new Set(seen).size).toBe(total)
    await browser.go(`${world.issuer}${at()}`)
    expect(text()).toContain(`Members: ${total.toLocaleString('en')}`)
    expect(browser.current?.text.length).toBeLessThan(100_000)
    await browser.go(`${world.issuer}${at()}?query=m1337@eng`)
    expect(rows()).toHaveLength(1)
    await browser.go(`${world.issuer}${at()}?query=anna%20meier%20m14`)
    expect(text()).toContain('Found: 100')
    expect(await follow('Next page')).toBe(true)
    expect(rows()).toHaveLength(50)
    for (const nobody of ['%', 'a_na', 'an%eier', 'nobody at all']) {
      await browser.go(`${world.issuer}${at()}?query=${encodeURIComponent(nobody)}`)
      expect(text()).toContain('No results for')
    }
  })

  test('no choice holds more than a page, and whom one means is typed as an address', async () => {
    for (const page of ['', '/teams', '/invitations']) {
      await browser.go(`${world.issuer}${at()}${page}`)
      for (const select of browser.current?.html.querySelectorAll('select') ?? [])
        expect(select.querySelectorAll('option').length).toBeLessThanOrEqual(50)
    }
    await browser.go(`${world.issuer}${at()}/teams`)
    expect(rows()).toHaveLength(10)
    await browser.submit({ team: 'everyone', person: 'm1400@engines.example' })
    expect(browser.current?.status).toBe(200)
    const { teamMembership } = world.deps.db.prisma
    expect(await teamMembership.count({ where: { userId: 'm1400', teamId: 'everyone' } })).toBe(1)
    await browser.submit({ team: 'everyone', person: 'stranger@example.test' })
    expect(browser.current?.status).toBe(422)
    const everyone = await walk(`${at()}/teams?team=everyone`, 'Next page')
    expect(everyone).toHaveLength(121)
  })

  test('the management API pages them too', async () => {
    const basic: [string, string] = ['admin', 'admin-secret-0123456789']
    const token = (await world.token({ grant_type: 'client_credentials' }, { basic })).body.access_token
    const ids = new Set<string>()
    let cursor: string | null = ''
    while (cursor !== null) {
      const address = `${world.issuer}/api/v1/organizations/${organization.id}/members?limit=100&cursor=${cursor}`
      const answer = await fetch(cursor ? address : address.replace('&cursor=', ''), {
        headers: { Authorization: `Bearer ${token}` },
      })
      const page = (await answer.json()) as { data: { user_id: string }[]; next_cursor: string | null }
      for (const { user_id: id } of page.data) ids.add(id)
      cursor = page.next_cursor
    }
    expect(ids.size).toBe(total)
  })

  test('250 clients and 5,000 events: older, newer, nothing is cut', async () => {
    expect(new Set(await walk('/admin/applications', 'Next page')).size).toBeGreaterThanOrEqual(256)
    const events = await walk(`${at()}/audit`, 'Older entries')
    expect(events.filter((event) => event.includes('test.event'))).toHaveLength(5000)
    expect(await follow('Newest entries')).toBe(true)
    expect(browser.current?.location).toBe(`${world.issuer}${at()}/audit`)
  })

  test('operators find a whole name, and a domain; an empty result says so', async () => {
    for (const [query, found] of [
      ['Anna Meier m0007', 1],
      ['meier m0007 anna', 1],
      ['m0007 Anna', 1],
      ['@engines.example', 50],
      ['engines.ex', 50],
      ['nobody at all', 0],
    ] as const) {
      await browser.go(`${world.issuer}/admin/people?query=${encodeURIComponent(query)}`)
      expect(rows().length, query).toBe(found)
      if (found === 0) expect(text()).toContain(`Nobody matches.`)
    }
  })
})
