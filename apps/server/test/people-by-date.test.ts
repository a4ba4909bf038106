import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { digest } from '../src/crypto/random.ts'
import { listPeoplePage, type PeopleQuery } from '../src/flows/management/people/people-list.ts'
import { viewOrganization } from '../src/flows/organizations/access.ts'
import { listSortedMembers } from '../src/flows/organizations/members/members.ts'
import { system } from '../src/flows/platform/audit.ts'
import type { ListPosition } from '../src/store/beyond-prisma/date-order.ts'
import { lockingDatabases } from './support/databases.ts'
import { everybody } from './support/everybody.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// Lists of people by a date. The ids came with an import, and say nothing about when; three people each have one date.

const total = 1503

describe.each(lockingDatabases)('in %s', (database) => {
  let world: TestWorld
  let token: string
  /** The ids, the oldest account first; people joined the organization in the opposite order. */
  const oldest: string[] = []

  beforeAll(async () => {
    world = await openTestWorld(
      {
        OPERATORS: 'operator@example.test',
        OIDC_CLIENT_ID_7: 'admin',
        OIDC_CLIENT_7_SECRET: 'admin-secret-0123456789',
        OIDC_CLIENT_7_GRANT_TYPES: 'client_credentials',
        OIDC_CLIENT_7_SCOPES: 'users:read,members:read',
      },
      { database },
    )
    const { prisma } = world.deps.db
    const now = world.deps.now()
    const ago = (steps: number) => new Date(now.getTime() - (total - Math.floor(steps / 3)) * 1000)
    await prisma.organization.create({ data: { id: 'large', slug: 'large', name: 'Large', createdAt: now } })
    const people = Array.from({ length: total }, (_, index) => ({
      id: `${['zz', '0', 'auth0|', 'Q'][index % 4]}${String((index * 7919) % total).padStart(4, '0')}`,
      createdAt: ago(index),
      updatedAt: now,
      disabledAt: index % 5 === 0 ? now : null,
      lastSignInAt: index % 2 === 0 ? now : null,
    }))
    for (let from = 0; from < total; from += 300) {
      const batch = people.slice(from, from + 300)
      await prisma.user.createMany({ data: batch })
      await prisma.membership.createMany({
        data: batch.map(({ id }, index) => ({
          ...{ userId: id, organizationId: 'large', roles: 'member' },
          createdAt: ago(total - 1 - from - index),
        })),
      })
    }
    oldest.push(...people.map(({ id }) => id))
    world.pass(1)
    const answer = await world.token(
      { grant_type: 'client_credentials' },
      { basic: ['admin', 'admin-secret-0123456789'] },
    )
    token = String(answer.body.access_token)
  })
  afterAll(() => world?.close())

  /** People of one date have no order but that of their ids, which both databases have of their own: as groups of three. */
  const groups = (ids: readonly string[]) =>
    Array.from({ length: Math.ceil(ids.length / 3) }, (_, index) => ids.slice(index * 3, index * 3 + 3).sort())

  async function listed(asked: Partial<PeopleQuery>, limit = 50): Promise<string[]> {
    const ids: string[] = []
    let after: ListPosition | null = null
    do {
      const page = await listPeoplePage(world.deps, { ...everybody, ...asked }, { after, limit })
      if (!page) throw new Error('there is no such organization')
      expect(page.people.length).toBeLessThanOrEqual(limit)
      ids.push(...page.people.map(({ id }) => id))
      after = page.next
    } while (after)
    return ids
  }

  const request = async (path: string) => {
    const answer = await fetch(`${world.issuer}/api/v1${path}`, { headers: { Authorization: `Bearer ${token}` } })
    return { status: answer.status, body: (await answer.json()) as { data: never[]; next_cursor: string | null } }
  }

  async function answered(path: string, idOf: (item: Record<string, string>) => string | undefined): Promise<string[]> {
    const ids: string[] = []
    let cursor: string | null = ''
    do {
      const { status, body } = await request(`${path}&limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`)
      expect(status).toBe(200)
      ids.push(...body.data.map((item) => idOf(item) ?? ''))
      cursor = body.next_cursor
    } while (cursor)
    return ids
  }

  test('the console lists each person once, by the date of the account', async () => {
    expect(groups(await listed({ order: 'oldest' }))).toEqual(groups(oldest))
    expect(groups(await listed({ order: 'newest' }, 97))).toEqual(groups([...oldest].reverse()))
  })

  test('so it does with a filter', async () => {
    const dates = new Map(oldest.map((id, index) => [id, Math.floor(index / 3)]))
    const datesOf = (ids: readonly string[]) => ids.map((id) => dates.get(id) ?? -1)
    for (const asked of [{ state: 'disabled' }, { signIn: 'never' }, { state: 'active' }] as const) {
      const found = await listed({ ...asked, order: 'oldest' })
      expect(new Set(found).size).toBe(found.length)
      expect(datesOf(found)).toEqual(datesOf(found).sort((a, b) => a - b))
      expect(groups([...(await listed({ ...asked, order: 'newest' }))].sort())).toEqual(groups([...found].sort()))
    }
    expect(groups(await listed({ organization: 'large', order: 'newest' }))).toEqual(groups(oldest))
    expect(groups(await listed({ organization: 'large', order: 'oldest' }))).toEqual(groups([...oldest].reverse()))
  })

  test('the management API lists each person and each member once', async () => {
    const user = ({ id }: Record<string, string>) => id
    expect(groups(await answered('/users?sort=oldest', user))).toEqual(groups(oldest))
    expect(groups(await answered('/users?sort=newest', user))).toEqual(groups([...oldest].reverse()))
    const member = (item: Record<string, string>) => item.user_id
    const members = '/organizations/large/members'
    expect(groups(await answered(`${members}?sort=oldest`, member))).toEqual(groups([...oldest].reverse()))
    expect(groups(await answered(`${members}?sort=newest`, member))).toEqual(groups(oldest))
  })

  test('a cursor belongs to one order, list and search', async () => {
    const { body } = await request('/users?sort=newest&limit=5')
    const cursor = encodeURIComponent(body.next_cursor ?? '')
    expect((await request(`/users?sort=newest&cursor=${cursor}`)).status).toBe(200)
    for (const other of [`/users?cursor=${cursor}`, `/users?sort=newest&query=a&cursor=${cursor}`])
      expect(await request(other)).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    expect((await request(`/organizations/large/members?sort=newest&cursor=${cursor}`)).status).toBe(400)
    expect((await request(`/users?cursor=${oldest[0]}`)).status).toBe(400)
    // PostgreSQL has no such date: a cursor that anybody could make would be an error of the server.
    const position = Buffer.from(JSON.stringify([-8.64e15, 'x'])).toString('base64url')
    for (const forged of [
      position,
      `${position}.${digest(JSON.stringify([position, ['users', '', '', 'oldest']])).slice(0, 12)}`,
    ])
      expect((await request(`/users?cursor=${forged}`)).status).toBe(400)
    expect((await request('/users?sort=name')).status).toBe(400)
  })

  test('every such page is read from an index, and nothing is sorted', async () => {
    const { sql } = world.deps.db
    if (database === 'postgresql') await sql.write('ANALYZE user_account, membership', [])
    const key = world.deps.now().getTime() - (total / 2) * 1000
    const read = vi.spyOn(sql, 'read')
    for (const order of ['newest', 'oldest'] as const) {
      for (const asked of [{}, { state: 'disabled' }, { signIn: 'never' }, { organization: 'large' }] as const)
        await listPeoplePage(world.deps, { ...everybody, ...asked, order }, { after: { key, id: 'x' }, limit: 50 })
      const view = await viewOrganization(world.deps, system, 'large')
      await listSortedMembers(world.deps, system, view, { order, position: [String(key), 'x'], limit: 50 })
      await request(`/users?sort=${order}`)
    }
    const asked = read.mock.calls.filter(([statement]) => / AS (dated|value)\b.* FROM /s.test(String(statement)))
    read.mockRestore()
    expect(asked).toHaveLength(12)
    for (const [statement, params] of asked) {
      const plan = JSON.stringify(
        await sql.read(`EXPLAIN ${database === 'sqlite' ? 'QUERY PLAN ' : ''}${statement}`, params),
      )
      expect(plan, String(statement)).toMatch(/index .*(created_at|user_account_(disabled|no_sign_in))/i)
      expect(plan, String(statement)).not.toMatch(/B-TREE|Sort/)
    }
  })

  test('the page of the console has both orders, and says when people joined', async () => {
    const { browser: operator } = await world.signIn({ email: 'operator@example.test' })
    await operator.go(`${world.issuer}/admin/people?sort=oldest`)
    expect(operator.current?.html.querySelectorAll('.table tbody tr')).toHaveLength(50)
    const next = operator.current?.html.querySelectorAll('main a').find(({ text }) => text === 'Next page')
    const address = new URL(next?.getAttribute('href')?.replaceAll('&amp;', '&') ?? '', world.issuer)
    expect((await operator.go(address.href)).status).toBe(200)
    address.searchParams.set('sort', 'newest')
    expect((await operator.go(address.href)).status).toBe(400)
    await operator.go(`${world.issuer}/admin/people?organization=large`)
    expect(operator.current?.text).toContain('sorted by: Date of joining the organization.')
  })
})
