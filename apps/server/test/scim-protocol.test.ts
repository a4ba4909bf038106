import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pauseDirectory, resumeDirectory } from '../src/flows/directory/directories.ts'
import { recentRequests } from '../src/flows/directory/requests.ts'
import { createDirectoryToken, revokeDirectoryToken } from '../src/flows/directory/tokens.ts'
import { system } from '../src/flows/platform/audit.ts'
import { databases } from './support/databases.ts'
import { openScim, type ScimClient, schemas, send, someOrganization } from './support/scim.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// SCIM as a client of a directory meets it (RFC 7644), and as somebody does who attacks it.

let count = 0
const unique = (text: string): string => `${text}-${++count}@acme.test`
const idsOf = ({ body }: { body: { Resources: { id: string }[] } }): string[] => body.Resources.map(({ id }) => id)

describe.each(databases)('SCIM on %s', (database) => {
  let world: TestWorld
  let acme: ScimClient
  let looms: ScimClient
  const lines: string[] = []
  beforeAll(async () => {
    world = await openTestWorld({ SCIM: 'on' }, { database, log: (line) => void lines.push(line) })
    acme = await openScim(world, await someOrganization(world))
    looms = await openScim(world, await someOrganization(world))
  })
  afterAll(() => world?.close())

  describe('who may ask', () => {
    test('the token of another organization finds nothing (SI-01)', async () => {
      const id = await acme.user(unique('ada'))
      const theirs = { Authorization: `Bearer ${looms.token}` }
      const foreign = await send('GET', `${acme.address}/Users/${id}`, undefined, theirs)
      const unknown = await send('GET', `${world.issuer}/scim/v2/no-such-organization/Users/${id}`, undefined, theirs)
      expect(foreign.status).toBe(404)
      expect(foreign.body).toEqual(unknown.body)
      for (const [method, path, body] of [
        ['PUT', `/Users/${id}`, { userName: 'x' }],
        ['DELETE', `/Users/${id}`, undefined],
        ['POST', '/Users', { userName: unique('x') }],
        ['GET', '/Groups', undefined],
      ] as const)
        expect((await send(method, `${acme.address}${path}`, body, theirs)).status).toBe(404)
      expect((await acme.call('GET', `/Users/${id}`)).status).toBe(200)
      const { prisma } = world.deps.db
      const events = await prisma.auditEvent.findMany({ where: { action: 'organization.see', result: 'refused' } })
      expect(events.map(({ organizationId }) => organizationId)).toEqual([looms.organizationId])
      expect(JSON.stringify(events)).not.toContain(acme.organizationId)
    })

    test('what another directory has is found by no id, name or filter', async () => {
      const userName = unique('ada')
      const id = await acme.user(userName, { externalId: 'shared' })
      const group = await acme.group('Shared')
      expect((await looms.call('GET', `/Users/${id}`)).status).toBe(404)
      expect((await looms.call('DELETE', `/Groups/${group}`)).status).toBe(404)
      expect((await looms.patch(`/Users/${id}`, { op: 'replace', value: { active: false } })).status).toBe(404)
      expect(
        (await looms.call('GET', `/Users?filter=userName eq "${userName}" or id eq "${id}"`)).body.totalResults,
      ).toBe(0)
      // And nobody is kept from using the same names.
      await looms.user(userName, { externalId: 'shared' })
      const own = await looms.group('Shared')
      // Nor may a member be taken from there.
      const taken = await looms.patch(`/Groups/${own}`, { op: 'add', path: 'members', value: [{ value: id }] })
      expect([taken.status, taken.body.scimType]).toEqual([400, 'invalidValue'])
    })

    test('no token, a wrong one, one in the query, one of the management API (SI-02)', async () => {
      const { body } = await world.token(
        { grant_type: 'client_credentials' },
        { basic: ['machine', 'machine-secret-0123456789'] },
      )
      const wrong = `scim_${randomBytes(32).toString('base64url')}`
      for (const [headers, query] of [
        [{}, ''],
        [{}, `?access_token=${acme.token}`],
        [{ Authorization: `Bearer ${wrong}` }, ''],
        [{ Authorization: `Bearer ${wrong}` }, `?access_token=${acme.token}`],
        [{ Authorization: `Bearer ${body.access_token}` }, ''],
        [{ Authorization: `Basic ${btoa(`x:${acme.token}`)}` }, ''],
        [{ Authorization: 'Bearer' }, ''],
        [{ Authorization: `Bearer ${acme.token} ${acme.token}` }, ''],
        [{ Authorization: `Bearer ${'x'.repeat(8000)}` }, ''],
      ] as [Record<string, string>, string][]) {
        const answer = await send('GET', `${acme.address}/Users${query}`, undefined, headers)
        expect(answer.status).toBe(401)
        expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer /)
        expect(answer.body).toMatchObject({ schemas: [schemas.error], status: '401' })
      }
    })

    test('a token that was revoked, and one that has expired (SI-02)', async () => {
      const client = await openScim(world, await someOrganization(world))
      const second = await createDirectoryToken(world.deps, system, client.organizationId)
      const ask = (token: string) =>
        send('GET', `${client.address}/Users`, undefined, { Authorization: `bearer ${token}` })
      expect((await ask(second.token)).status).toBe(200)
      await revokeDirectoryToken(world.deps, system, client.organizationId, second.id)
      expect((await ask(second.token)).status).toBe(401)
      expect((await ask(client.token)).status).toBe(200)
      const year = 366 * 24 * 3600_000
      world.pass(year)
      expect((await ask(client.token)).status).toBe(401)
      world.pass(-year)
    })
  })

  describe('lists', () => {
    let client: ScimClient
    const ids: string[] = []
    beforeAll(async () => {
      client = await openScim(world, await someOrganization(world))
      for (let at = 0; at < 11; at += 1) ids.push(await client.user(`person-${at}@lists.test`, { title: `No ${at}` }))
    })

    test.each([
      ['startIndex=1&count=5', 5, 1],
      ['startIndex=6&count=5', 5, 6],
      ['startIndex=11&count=5', 1, 11],
      ['startIndex=0', 11, 1],
      ['startIndex=-5', 11, 1],
      ['startIndex=999999', 0, 999_999],
      ['count=0', 0, 1],
      ['count=-1', 0, 1],
      ['count=100000', 11, 1],
    ])('of pages: %s (SI-16)', async (query, items, startIndex) => {
      const { status, body } = await client.call('GET', `/Users?${query}`)
      expect(status).toBe(200)
      expect(body).toMatchObject({ schemas: [schemas.list], totalResults: 11, startIndex, itemsPerPage: items })
      expect(body.Resources).toHaveLength(items)
    })

    test('pages are a list without a gap or a repetition, in a stable order', async () => {
      const pages = await Promise.all([1, 6, 11].map((at) => client.call('GET', `/Users?startIndex=${at}&count=5`)))
      expect(pages.flatMap((page) => idsOf(page))).toEqual([...ids].sort())
    })

    test.each(['startIndex=a', 'count=1.5', 'count=1e3', 'startIndex=9999999999999999999'])(
      'no number: %s (SI-16)',
      async (query) => {
        const { status, body } = await client.call('GET', `/Users?${query}`)
        expect([status, body.scimType]).toEqual([400, 'invalidValue'])
      },
    )

    test('nobody of that name, and no such id (SI-13)', async () => {
      const found = await client.call('GET', '/Users?filter=userName eq "NOBODY@X"')
      expect([found.status, found.body.totalResults, found.body.Resources]).toEqual([200, 0, []])
      const missing = await client.call('GET', '/Users/no-such-user')
      expect(missing.status).toBe(404)
      expect(missing.body).toEqual({ schemas: [schemas.error], status: '404', detail: expect.any(String) })
      expect(missing.headers.get('content-type')).toBe('application/scim+json')
    })

    test('a name in capitals is the same name', async () => {
      expect(idsOf(await client.call('GET', '/Users?filter=USERNAME Eq "PERSON-3@LISTS.test"'))).toEqual([ids[3]])
    })

    test.each([
      `${'('.repeat(3000)}userName pr`,
      `userName eq "${'x'.repeat(8000)}"`,
      'shoeSize eq "42"',
      'password pr',
    ])('a filter that is refused: %.30s (SI-14)', async (filter) => {
      const { status, body } = await client.call('GET', `/Users?filter=${encodeURIComponent(filter)}`)
      expect([status, body.scimType]).toEqual([400, 'invalidFilter'])
    })

    test('a hundred kilobytes of filter in a search (SI-14)', async () => {
      const filter = `userName eq "${'x'.repeat(100_000)}"`
      const { status, body } = await client.call('POST', '/Users/.search', { filter })
      expect([status, body.scimType]).toEqual([400, 'invalidFilter'])
    })

    test('SQL is a text (SI-14)', async () => {
      const { status, body } = await client.call(
        'GET',
        `/Users?filter=${encodeURIComponent(`userName eq "a' OR 1=1--"`)}`,
      )
      expect([status, body.totalResults]).toEqual([200, 0])
    })

    test('two filters are none', async () => {
      const { status } = await client.call('GET', '/Users?filter=active eq true&filter=active eq false')
      expect(status).toBe(400)
    })

    test('a search by POST is the same list', async () => {
      const asked = { filter: 'userName sw "person-1"', startIndex: 2, count: 1, attributes: ['userName'] }
      const { status, body } = await client.call('POST', '/Users/.search', asked)
      expect(status).toBe(200)
      expect(body).toMatchObject({ totalResults: 2, startIndex: 2, itemsPerPage: 1 })
      expect(body.Resources).toEqual([{ schemas: [schemas.user], id: ids[10], userName: 'person-10@lists.test' }])
    })

    test.each([
      ['attributes=userName', ['id', 'schemas', 'userName']],
      ['attributes=USERNAME, title', ['id', 'schemas', 'title', 'userName']],
      ['attributes=meta.location', ['id', 'meta', 'schemas']],
      ['attributes=shoeSize', ['id', 'schemas']],
      ['excludedAttributes=meta,title,active,id', ['id', 'schemas', 'userName']],
      [`excludedAttributes=${schemas.user}:title,meta,active`, ['id', 'schemas', 'userName']],
    ])('what is asked for: %s', async (query, names) => {
      const { body } = await client.call('GET', `/Users/${ids[0]}?${query}`)
      expect(Object.keys(body).sort()).toEqual(names)
    })

    test('members that nobody asked for are not read (SI-17)', async () => {
      const group = await client.group('Everybody', ids)
      const path = '/Groups?excludedAttributes=members&filter=displayName eq "EVERYBODY"'
      const statements: string[] = []
      const { sql } = world.deps.db
      const { read } = sql
      sql.read = ((statement, params) => {
        statements.push(String(statement))
        return read.call(sql, statement, params)
      }) as typeof read
      try {
        const { body } = await client.call('GET', path)
        expect(body.Resources).toEqual([
          { schemas: [schemas.group], id: group, displayName: 'Everybody', meta: expect.any(Object) },
        ])
        expect(statements.filter((statement) => statement.includes('directory_group'))).not.toEqual([])
        expect(statements.filter((statement) => statement.includes('directory_member'))).toEqual([])
        await client.call('GET', '/Groups?filter=displayName eq "EVERYBODY"')
        expect(statements.filter((statement) => statement.includes('directory_member'))).not.toEqual([])
      } finally {
        sql.read = read
      }
    })
  })

  describe('what is sent', () => {
    test('the answer to a new user says everything that is kept', async () => {
      const userName = unique('ada')
      const sent = {
        schemas: [schemas.user, schemas.enterprise],
        externalId: 'e-77',
        userName,
        active: true,
        displayName: 'Ada Lovelace',
        name: { givenName: 'Ada', familyName: 'Lovelace', formatted: 'Ada Lovelace', middleName: 'K.' },
        emails: [{ value: userName, type: 'work', primary: true }],
        phoneNumbers: [{ value: '+44 1', type: 'mobile' }],
        [schemas.enterprise]: { department: 'Engines', manager: { value: 'm', displayName: 'Charles' } },
      }
      const made = await acme.call('POST', '/Users', sent)
      expect(made.status).toBe(201)
      const location = `${acme.address}/Users/${made.body.id}`
      expect(made.headers.get('location')).toBe(location)
      expect(made.headers.get('etag')).toBe('W/"1"')
      expect(made.body).toEqual({
        ...sent,
        id: expect.any(String),
        meta: {
          resourceType: 'User',
          created: expect.stringMatching(/^\d{4}-.*Z$/),
          lastModified: made.body.meta.created,
          location,
          version: 'W/"1"',
        },
      })
      const read = await acme.call('GET', `/Users/${made.body.id}`)
      expect(read.body).toEqual(made.body)
      const cached = await acme.call('GET', `/Users/${made.body.id}`, undefined, { 'If-None-Match': 'W/"1"' })
      expect(cached.status).toBe(304)
      const again = await acme.call('POST', '/Users', { ...sent, userName: userName.toUpperCase() })
      expect([again.status, again.body.scimType, again.body.status]).toEqual([409, 'uniqueness', '409'])
    })

    test('a password is neither kept, logged nor returned (SI-11)', async () => {
      const password = 'fb6dVqWn2'
      const id = await acme.user(unique('ada'), { password, groups: [] })
      await acme.patch(`/Users/${id}`, { op: 'replace', value: { password } })
      await acme.patch(`/Users/${id}`, { op: 'replace', path: 'password', value: password })
      const { body } = await acme.call('GET', `/Users/${id}`)
      const rows = await world.deps.db.prisma.directoryUser.findMany({ where: { id } })
      const events = await world.deps.db.prisma.auditEvent.findMany({ where: { targetId: id } })
      const requests = await recentRequests(world.deps, acme.directoryId)
      expect(JSON.stringify([body, rows, events, requests, lines])).not.toContain(password)
    })

    test('no address is logged, and no token', async () => {
      const userName = unique('secretly')
      const id = await acme.user(userName)
      await acme.call('GET', `/Users?filter=userName eq "${userName}"`)
      await acme.call('PUT', `/Users/${id}`, { userName: '' })
      expect(lines.join('\n')).not.toContain('secretly')
      expect(lines.join('\n')).not.toContain(acme.token)
      expect(JSON.stringify(await recentRequests(world.deps, acme.directoryId))).not.toContain('secretly')
    })

    test('Entra deactivates with a text, and the answer has a flag (SI-07)', async () => {
      const id = await acme.user(unique('ada'))
      const { status, body } = await acme.patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'False' })
      expect([status, body.active]).toEqual([200, false])
      expect((await acme.call('GET', `/Users/${id}`)).body.active).toBe(false)
      const back = await acme.patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'True' })
      expect(back.body.active).toBe(true)
    })

    test('Entra dots the names of a value (SI-08, SI-29)', async () => {
      const id = await acme.user(unique('ada'), { name: { familyName: 'Lovelace' } })
      const { status, body } = await acme.patch(`/Users/${id}/?aadOptscim062020`, {
        op: 'replace',
        value: { 'name.givenName': 'Ada', [`${schemas.enterprise}:employeeNumber`]: '701984' },
      })
      expect(status).toBe(200)
      expect(body.name).toEqual({ familyName: 'Lovelace', givenName: 'Ada' })
      expect(body[schemas.enterprise]).toEqual({ employeeNumber: '701984' })
      expect(body.schemas).toEqual([schemas.user, schemas.enterprise])
    })

    test('Okta puts a whole user to deactivate it (SI-10)', async () => {
      const userName = unique('ada')
      const id = await acme.user(userName, { externalId: unique('okta'), name: { givenName: 'Ada' } })
      const { body } = await acme.call('GET', `/Users/${id}`)
      const put = await acme.call('PUT', `/Users/${id}`, { ...body, active: false })
      expect([put.status, put.body.active, put.body.name]).toEqual([200, false, { givenName: 'Ada' }])
      // What is left out is cleared, but nobody comes back by it.
      const less = await acme.call('PUT', `/Users/${id}`, { schemas: [schemas.user], userName })
      expect([less.status, less.body.active, less.body.name]).toEqual([200, false, undefined])
    })

    test('five operations of which the fourth is none (SI-22)', async () => {
      const id = await acme.user(unique('ada'), { title: 'before' })
      const set = (value: unknown) => ({ op: 'replace', path: 'title', value })
      const { status, body } = await acme.patch(`/Users/${id}`, set('1'), set('2'), set('3'), set(['x']), set('5'))
      expect([status, body.scimType]).toEqual([400, 'invalidValue'])
      const after = await acme.call('GET', `/Users/${id}`)
      expect([after.body.title, after.headers.get('etag')]).toEqual(['before', 'W/"1"'])
    })

    test('a member that is not known undoes the whole PATCH of a group', async () => {
      const ada = await acme.user(unique('ada'))
      const group = await acme.group(unique('Staff'))
      const { status } = await acme.patch(
        `/Groups/${group}`,
        { op: 'add', path: 'members', value: [{ value: ada }] },
        { op: 'replace', path: 'displayName', value: unique('Other') },
        { op: 'add', path: 'members', value: [{ value: 'nobody' }] },
      )
      expect(status).toBe(400)
      const { body } = await acme.call('GET', `/Groups/${group}`)
      expect(body.members).toBeUndefined()
      expect(body.displayName).toContain('Staff')
    })

    test('an old version, and any version (SI-23)', async () => {
      const id = await acme.user(unique('ada'))
      const put = (version: string) =>
        acme.call(
          'PATCH',
          `/Users/${id}`,
          { Operations: [{ op: 'replace', path: 'title', value: version }] },
          {
            'If-Match': version,
          },
        )
      expect((await put('W/"1"')).status).toBe(200)
      expect((await put('W/"1"')).status).toBe(412)
      expect((await put('"2"')).status).toBe(200)
      expect((await put('*')).status).toBe(200)
      expect((await put('nonsense')).status).toBe(412)
      expect((await acme.call('DELETE', `/Users/${id}`, undefined, { 'If-Match': 'W/"1"' })).status).toBe(412)
      expect((await acme.call('DELETE', `/Users/${id}`)).status).toBe(204)
    })

    test('of two at once that expect the same version, one is done (SI-23)', async () => {
      const group = await acme.group(unique('Staff'))
      const put = (displayName: string) =>
        acme.call('PUT', `/Groups/${group}`, { displayName }, { 'If-Match': 'W/"1"' })
      const answers = await Promise.all([put(unique('A')), put(unique('B'))])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412])
    })

    test('two additions to a group at once are both there (SI-23)', async () => {
      const users = await Promise.all(['a', 'b', 'c', 'd'].map((name) => acme.user(unique(name))))
      const group = await acme.group(unique('Staff'))
      const answers = await Promise.all(
        users.map((value) =>
          acme.patch(`/Groups/${group}`, { op: 'Add', path: 'members', value: [{ $ref: null, value }] }),
        ),
      )
      expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204])
      const { body } = await acme.call('GET', `/Groups/${group}`)
      expect(body.members.map(({ value }: { value: string }) => value).sort()).toEqual([...users].sort())
      expect(body.members[0]).toMatchObject({ type: 'User', $ref: `${acme.address}/Users/${body.members[0].value}` })
      expect((await acme.call('GET', `/Users/${users[0]}`)).body.groups).toMatchObject([
        { value: group, type: 'direct' },
      ])
    })

    test('of two at once that create the same user, one is made', async () => {
      const body = { schemas: [schemas.user], userName: unique('twice'), externalId: unique('id') }
      const answers = await Promise.all([1, 2, 3].map(() => acme.call('POST', '/Users', body)))
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
      const filter = encodeURIComponent(`userName eq "${body.userName}"`)
      expect((await acme.call('GET', `/Users?filter=${filter}`)).body.totalResults).toBe(1)
    })

    test('empty and null on what is optional and what is not (SI-31)', async () => {
      const id = await acme.user(unique('ada'), { title: 'T', displayName: 'D', emails: [{ value: unique('a') }] })
      const { body } = await acme.patch(
        `/Users/${id}`,
        { op: 'Replace', path: 'title', value: '' },
        { op: 'Replace', path: 'displayName', value: null },
        { op: 'Add', path: 'emails[type eq "work"].value', value: '' },
        { op: 'Replace', value: { emails: null } },
      )
      expect([body.title, body.displayName, body.emails]).toEqual([undefined, undefined, undefined])
      const refused = await acme.patch(`/Users/${id}`, { op: 'Replace', path: 'userName', value: null })
      expect([refused.status, refused.body.scimType]).toEqual([400, 'invalidValue'])
    })

    test('the prototype of everything stays as it is', async () => {
      const id = await acme.user(unique('ada'))
      const body = `{"Operations":[
        {"op":"add","path":"__proto__.polluted","value":"x"}]}`
      expect((await acme.call('PATCH', `/Users/${id}`, body)).status).toBe(400)
      const value = '{"__proto__":{"polluted":"x"},"constructor":{"prototype":{"polluted":"x"}},"toString":"x"}'
      expect((await acme.call('PATCH', `/Users/${id}`, `{"Operations":[{"op":"add","value":${value}}]}`)).status).toBe(
        200,
      )
      const made = await acme.call(
        'POST',
        '/Users',
        `{"userName":"${unique('x')}","__proto__":{"active":false},"constructor":1}`,
      )
      expect([made.status, made.body.active]).toEqual([201, true])
      expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    })

    test('nobody is made an owner by what a user says of themselves', async () => {
      const userName = unique('mallory')
      const id = await acme.user(userName, {
        roles: [{ value: 'owner', primary: true }],
        entitlements: [{ value: 'owner' }],
        userType: 'owner',
        groups: [{ value: 'owners' }],
      })
      const { body } = await acme.patch(`/Users/${id}`, { op: 'Add', path: 'roles', value: 'owner' })
      expect([body.roles, body.entitlements, body.groups]).toEqual([undefined, undefined, undefined])
      const { prisma } = world.deps.db
      expect(await prisma.membership.count({ where: { organizationId: acme.organizationId } })).toBe(1)
    })

    test('a group in a group is kept, and one in itself is refused', async () => {
      const inner = await acme.group(unique('Inner'))
      const outer = await acme.group(unique('Outer'), [inner])
      const { body } = await acme.call('GET', `/Groups/${outer}`)
      expect(body.members).toMatchObject([{ value: inner, type: 'Group', $ref: `${acme.address}/Groups/${inner}` }])
      const circle = await acme.patch(`/Groups/${outer}`, { op: 'add', path: 'members', value: [{ value: outer }] })
      expect(circle.status).toBe(400)
    })
  })

  describe('what a body may be', () => {
    const user = () => JSON.stringify({ schemas: [schemas.user], userName: unique('body') })

    test.each([
      ['application/scim+json', 201],
      ['application/scim+json; charset=utf-8', 201],
      ['application/json;charset="UTF-8"', 201],
      ['text/plain', 415],
      ['application/json; charset=utf-16', 415],
      ['application/x-www-form-urlencoded', 415],
    ])('of type %s: %i (SI-25)', async (type, status) => {
      const answer = await acme.call('POST', '/Users', user(), { 'Content-Type': type })
      expect(answer.status).toBe(status)
      if (status !== 201) expect(answer.body).toMatchObject({ schemas: [schemas.error], status: '415' })
    })

    test('packed (SI-25)', async () => {
      const answer = await fetch(`${acme.address}/Users`, {
        method: 'POST',
        body: gzipSync(user()),
        headers: {
          Authorization: `Bearer ${acme.token}`,
          'Content-Type': 'application/scim+json',
          'Content-Encoding': 'gzip',
        },
      })
      expect(answer.status).toBe(415)
    })

    test.each([
      ['three megabytes', `{"userName":"${'x'.repeat(3 * 1024 * 1024)}"}`, 413],
      ['ten thousand levels', `{"userName":"x","a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, 400],
      ['a member twice', '{"userName":"a","userName":"b"}', 400],
      ['a member twice, in two cases', '{"userName":"a","username":"b"}', 400],
      ['no JSON', '{"userName"', 400],
      ['a list', '[]', 400],
      ['nothing', '', 400],
      ['a name that is too long', JSON.stringify({ userName: 'x'.repeat(401) }), 400],
    ])('%s (SI-25)', async (_, body, status) => {
      const answer = await acme.call('POST', '/Users', body)
      expect(answer.status).toBe(status)
      expect(answer.body).toMatchObject({ schemas: [schemas.error], status: String(status) })
    })

    test('a group of ten thousand is put (SI-10)', async () => {
      const { prisma } = world.deps.db
      const at = world.deps.now()
      const row = { directoryId: acme.directoryId, active: false, attributes: '{}', createdAt: at, changedAt: at }
      const ids = Array.from({ length: 10_000 }, (_, number) => `many-${number}`)
      await prisma.directoryUser.createMany({
        data: ids.map((id) => ({ ...row, id, userName: id, userNameKey: id })),
      })
      const group = await acme.group(unique('Many'), ids.slice(0, 10))
      const members = ids.map((value) => ({ value, display: `${value} of a company with a long name` }))
      const answer = await acme.call('PUT', `/Groups/${group}?excludedAttributes=members`, {
        displayName: 'Many',
        members,
      })
      expect([answer.status, answer.body.members]).toEqual([200, undefined])
      expect(await prisma.directoryMember.count({ where: { groupId: group } })).toBe(10_000)
      await acme.call('DELETE', `/Groups/${group}`)
      await prisma.directoryUser.deleteMany({ where: { id: { in: ids.slice(0, 5000) } } })
      await prisma.directoryUser.deleteMany({ where: { id: { in: ids.slice(5000) } } })
    })
  })

  describe('addresses', () => {
    test('the host of a request is of no account (SI-28)', async () => {
      const headers = { 'X-Forwarded-Host': 'evil.test', 'X-Forwarded-Proto': 'https', Forwarded: 'host=evil.test' }
      const made = await acme.call('POST', '/Users', { userName: unique('ada') }, headers)
      expect(made.body.meta.location).toBe(`${acme.address}/Users/${made.body.id}`)
      const schemaList = await acme.call('GET', '/Schemas', undefined, headers)
      expect(JSON.stringify([made.body, [...made.headers], schemaList.body])).not.toContain('evil.test')
    })

    test.each(['/?aadOptscim062020', '/', '?x=1&x=2&sortBy=userName', '?attributes='])(
      'a slash at the end and parameters that nobody knows: %s (SI-29)',
      async (end) => {
        const id = await acme.user(unique('ada'))
        const plain = await acme.call('GET', `/Users/${id}`)
        expect((await acme.call('GET', `/Users/${id}${end}`)).body).toEqual(plain.body)
        const encoded = `%${id.charCodeAt(0).toString(16)}${id.slice(1)}`
        expect((await acme.call('GET', `/%55sers/${encoded}${end}`)).body).toEqual(plain.body)
      },
    )

    test.each([
      ['GET', '/Me', 501],
      ['POST', '/Bulk', 501],
      ['POST', '/.search', 501],
      ['GET', '/Nothing', 404],
      ['GET', '/Users/a/b', 404],
      ['GET', '/users', 404],
      ['GET', '/Users/%00', 404],
      ['GET', '/Users/%ff', 404],
      ['DELETE', '/Users', 405],
      ['POST', '/Users/x', 405],
      ['POST', '/Schemas', 405],
      ['GET', '/Users/.search', 405],
    ])('%s %s: %i', async (method, path, status) => {
      const answer = await acme.call(method, path, method === 'POST' ? {} : undefined)
      expect(answer.status).toBe(status)
      expect(answer.body).toMatchObject({ schemas: [schemas.error], status: String(status) })
      if (status === 405) expect(answer.headers.get('allow')).toBeTruthy()
    })

    test('what the server can do is told without a token, and the same of every organization', async () => {
      for (const name of ['ServiceProviderConfig', 'ResourceTypes', 'Schemas', 'ResourceTypes/Group']) {
        const known = await send('GET', `${acme.address}/${name}`)
        expect([known.status, known.headers.get('content-type')]).toEqual([200, 'application/scim+json'])
        const unknown = await send('GET', `${world.issuer}/scim/v2/nobody/${name}`)
        expect(JSON.stringify(unknown.body)).toBe(
          JSON.stringify(known.body).replaceAll(`/scim/v2/${acme.organizationId}`, '/scim/v2/nobody'),
        )
      }
      expect((await send('GET', `${acme.address}/Schemas/${schemas.group}`)).body.name).toBe('Group')
      expect((await send('GET', `${acme.address}/Schemas/nothing`)).status).toBe(404)
      expect((await send('GET', `${acme.address}/Schemas?filter=id pr`)).status).toBe(403)
      expect((await send('GET', `${world.issuer}/scim/v2/..%2f..%2fadmin/Schemas`)).status).toBe(404)
    })
  })

  describe('how much, and when', () => {
    test('two hundred at once, and then those of the next second (SI-26)', async () => {
      const client = await openScim(world, await someOrganization(world))
      const ask = () =>
        send('GET', `${client.address}/Users?count=0`, undefined, { Authorization: `Bearer ${client.token}` })
      const statuses: number[] = []
      for (let at = 0; at < 210; at += 1) statuses.push((await ask()).status)
      expect(statuses.filter((status) => status === 200)).toHaveLength(200)
      const refused = await ask()
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(refused.body).toMatchObject({ schemas: [schemas.error], status: '429' })
      // Of another directory nothing is used up.
      expect((await acme.call('GET', '/Users?count=0')).status).toBe(200)
      world.pass(3900)
      expect((await ask()).status).toBe(429)
      world.pass(100)
      expect((await ask()).status).toBe(200)
    })

    test('of lists that look at everybody there are fewer', async () => {
      const client = await openScim(world, await someOrganization(world))
      const ask = (filter: string) =>
        send('GET', `${client.address}/Users?filter=${filter}`, undefined, { Authorization: `Bearer ${client.token}` })
      const answers = await Promise.all(Array.from({ length: 25 }, () => ask('title co "x"')))
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(5)
      expect((await ask('title pr or id eq "x"')).status).toBe(429)
      expect((await ask('userName eq "x" and title pr')).status).toBe(200)
      world.pass(3900)
      expect((await ask('title pr')).status).toBe(429)
      world.pass(100)
      expect((await ask('title pr')).status).toBe(200)
    })

    test('nor more of lists that look at every group, or read their members', async () => {
      const client = await openScim(world, await someOrganization(world))
      const ask = async (query: string) =>
        (await send('GET', `${client.address}/Groups?${query}`, undefined, { Authorization: `Bearer ${client.token}` }))
          .status
      const answers = await Promise.all(Array.from({ length: 25 }, () => ask('filter=displayName co "x"')))
      expect(answers.filter((status) => status === 429)).toHaveLength(5)
      expect(await ask('')).toBe(429)
      expect(await ask('filter=id eq "x" or members.value eq "x"')).toBe(429)
      for (const query of [
        'excludedAttributes=members',
        'filter=displayName eq "x"',
        'filter=externalId eq "x"',
        'filter=id eq "x" and members eq "x"',
        'filter=members.value eq "x"',
      ])
        expect(await ask(query), query).toBe(200)
    })

    test('twenty-five a second for a minute are all answered (SI-26)', async () => {
      const client = await openScim(world, await someOrganization(world))
      const seconds = process.env.TEST_ALL ? 60 : 12
      for (let second = 0; second < seconds; second += 1) {
        const ask = () =>
          send('GET', `${client.address}/Users?count=0`, undefined, { Authorization: `Bearer ${client.token}` })
        const answers = await Promise.all(Array.from({ length: 25 }, ask))
        expect(answers.filter(({ status }) => status !== 200)).toEqual([])
        world.pass(1000)
      }
    })

    test('a directory that is paused answers 503, and then goes on', async () => {
      const client = await openScim(world, await someOrganization(world))
      await pauseDirectory(world.deps, system, client.organizationId)
      const paused = await client.call('POST', '/Users', { userName: 'a' })
      expect([paused.status, paused.headers.get('retry-after')]).toEqual([503, '300'])
      expect(paused.body).toMatchObject({ schemas: [schemas.error], status: '503' })
      await resumeDirectory(world.deps, system, client.organizationId)
      expect((await client.call('GET', '/Users')).body.totalResults).toBe(0)
    })

    test('the owner sees the last requests, without what they were about', async () => {
      const client = await openScim(world, await someOrganization(world))
      const id = await client.user('noted@acme.test')
      await client.call('GET', '/Users?filter=userName eq "noted@acme.test"')
      await client.call('POST', '/Users', { userName: 'noted@acme.test' })
      const requests = await recentRequests(world.deps, client.directoryId)
      expect(requests.map(({ method, path, status, scimType }) => [method, path, status, scimType])).toEqual([
        ['POST', '/Users', 409, 'uniqueness'],
        ['GET', '/Users', 200, null],
        ['POST', '/Users', 201, null],
      ])
      expect(JSON.stringify(requests)).not.toContain('noted@acme.test')
      expect(id).toBeTruthy()
    })
  })
})

test('where SCIM is off there is nothing', async () => {
  const world = await openTestWorld()
  try {
    const answer = await fetch(`${world.issuer}/scim/v2/x/ServiceProviderConfig`)
    expect(answer.status).toBe(404)
    expect(await answer.json()).toEqual({ error: 'not_found', error_description: 'there is nothing here' })
  } finally {
    await world.close()
  }
})
