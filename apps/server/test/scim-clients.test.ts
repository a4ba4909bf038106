import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openScim, type ScimAnswer, type ScimClient, schemas, someOrganization } from './support/scim.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// What the two clients check who matter most, from their own lists: Okta's SPEC tests, and the cases of Microsoft's SCIM
// validation. They are played from the documents: neither of the two has been asked.

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld({ SCIM: 'on' })
})
afterAll(() => world?.close())

const open = async (): Promise<ScimClient> => openScim(world, await someOrganization(world))

interface Step {
  name: string
  act(client: ScimClient): Promise<ScimAnswer>
  check(answer: ScimAnswer): void
}
const step = (name: string, act: Step['act'], check: Step['check']): Step => ({ name, act, check })

describe("Okta's SPEC tests", () => {
  const known = { id: '', group: '' }
  const body = {
    schemas: [schemas.user],
    userName: 'Runscope300@okta.test',
    name: { givenName: 'Runscope', familyName: 'Test' },
    emails: [{ primary: true, value: 'runscope300@okta.test', type: 'work' }],
    displayName: 'Runscope Test',
    locale: 'en-US',
    externalId: '00ujl29u0le5T6Aj10h7',
    groups: [],
    password: '1mz050nq',
    active: true,
  }
  const steps: Step[] = [
    step(
      'the first users',
      async (client) => {
        await client.user('first@okta.test', { name: { givenName: 'A', familyName: 'B' }, emails: body.emails })
        return client.call('GET', '/Users?count=1&startIndex=1')
      },
      ({ status, body: page }) => {
        expect(status).toBe(200)
        expect(page).toMatchObject({ schemas: [schemas.list], itemsPerPage: 1, startIndex: 1, totalResults: 1 })
        const [user] = page.Resources
        expect(user).toMatchObject({ userName: 'first@okta.test', active: true })
        expect(user.name).toEqual({ givenName: 'A', familyName: 'B' })
        expect(user.emails[0].value).toBeTruthy()
        known.id = user.id
      },
    ),
    step(
      'a user by its id',
      (client) => client.call('GET', `/Users/${known.id}`),
      ({ status, body: user }) => expect([status, user.id]).toEqual([200, known.id]),
    ),
    step(
      'a user name that does not exist',
      (client) => client.call('GET', '/Users?filter=userName eq "nobody"'),
      ({ status, body: page }) => expect([status, page.totalResults, page.schemas]).toEqual([200, 0, [schemas.list]]),
    ),
    step(
      'an id that does not exist',
      (client) => client.call('GET', '/Users/010101001010101011001010101011'),
      ({ status, body: error }) => {
        expect(status).toBe(404)
        expect(error.detail).toBeTruthy()
        expect(error.schemas).toEqual([schemas.error])
      },
    ),
    step(
      'Runscope300 does not exist yet',
      (client) => client.call('GET', `/Users?filter=userName eq "${body.userName}"&startIndex=1&count=100`),
      ({ status, body: page }) => expect([status, page.totalResults]).toEqual([200, 0]),
    ),
    step(
      'Runscope300 is created',
      (client) => client.call('POST', '/Users', body),
      ({ status, body: user }) => {
        expect(status).toBe(201)
        const { password, groups, ...kept } = body
        expect(user).toMatchObject(kept)
        expect([user.password, user.groups]).toEqual([undefined, undefined])
        known.id = user.id
      },
    ),
    step(
      'Runscope300 is there by its id',
      (client) => client.call('GET', `/Users/${known.id}`),
      ({ status, body: user }) => expect([status, user.userName]).toEqual([200, body.userName]),
    ),
    step(
      'Runscope300 is not created again',
      (client) => client.call('POST', '/Users', body),
      ({ status, body: error }) => expect([status, error.scimType]).toEqual([409, 'uniqueness']),
    ),
    step(
      'a user name in capitals',
      (client) => client.call('GET', `/Users?filter=userName eq "${body.userName.toUpperCase()}"`),
      ({ status, body: page }) => expect([status, page.Resources[0].id]).toEqual([200, known.id]),
    ),
    step(
      'the groups',
      (client) => client.call('GET', '/Groups?startIndex=1&count=100'),
      ({ status, body: page }) => expect([status, page.totalResults, page.Resources]).toEqual([200, 0, []]),
    ),
    step(
      'the user is changed and deactivated by PUT',
      async (client) => {
        const { body: user } = await client.call('GET', `/Users/${known.id}`)
        return client.call('PUT', `/Users/${known.id}`, { ...user, active: false, title: 'Tester' })
      },
      ({ status, body: user }) => expect([status, user.active, user.title]).toEqual([200, false, 'Tester']),
    ),
    step(
      'the user is activated by PATCH, and pushed in a group',
      async (client) => {
        known.group = await client.group('Pushed', [known.id])
        await client.patch(
          `/Groups/${known.group}`,
          { op: 'replace', value: { id: known.group, displayName: 'Pushed' } },
          { op: 'remove', path: `members[value eq "${known.id}"]` },
          { op: 'add', path: 'members', value: [{ value: known.id, display: body.userName }] },
        )
        return client.patch(`/Users/${known.id}`, { op: 'replace', value: { active: true } })
      },
      ({ status, body: user }) => expect([status, user.active]).toEqual([200, true]),
    ),
  ]
  let client: ScimClient
  beforeAll(async () => {
    client = await open()
  })

  test('are twelve', () => expect(steps).toHaveLength(12))
  test('are passed, one after the other', async () => {
    for (const { name, act, check } of steps) {
      const answer = await act(client)
      try {
        check(answer)
      } catch (error) {
        throw new Error(`${name}: ${JSON.stringify(answer.body)}`, { cause: error })
      }
    }
    const { body: group } = await client.call('GET', `/Groups/${known.group}`)
    expect(group.members).toMatchObject([{ value: known.id }])
  })
})

/** A user as Entra writes it. */
const entraUser = (userName: string) => ({
  schemas: [schemas.user, schemas.enterprise],
  externalId: `ext-${userName}`,
  userName,
  active: true,
  addresses: null,
  displayName: 'Ada Lovelace',
  emails: [{ type: 'work', value: userName, primary: true }],
  meta: { resourceType: 'User' },
  name: { formatted: 'Ada Lovelace', familyName: 'Lovelace', givenName: 'Ada' },
  title: null,
  roles: [],
  [schemas.enterprise]: { department: 'Engines' },
})
const entraGroup = (displayName: string) => ({
  schemas: [schemas.group, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
  externalId: `ext-${displayName}`,
  displayName,
  meta: { resourceType: 'Group' },
})
const manager = `${schemas.enterprise}:manager`

type Case = (client: ScimClient) => Promise<unknown>
const created = async (client: ScimClient, path: string, body: unknown): Promise<string> => {
  const made = await client.call('POST', path, body)
  expect(made.status).toBe(201)
  return made.body.id
}
const read = async (client: ScimClient, path: string) => (await client.call('GET', path)).body

const microsoft: Record<string, Case> = {
  Validate_Credentials_Test: async (client) => {
    const random = await client.call('GET', '/Users?filter=userName eq "3f1c9b6e-1c8f-4f7e-9d0a-2f6b"')
    expect([random.status, random.body.Resources]).toEqual([200, []])
    const wrong = await client.call('GET', '/Users', undefined, { Authorization: 'Bearer wrong' })
    expect(wrong.status).toBe(401)
  },
  Schema_Discoverability_Test: async (client) => {
    const { Resources } = await read(client, '/Schemas')
    const names = (id: string): string[] =>
      Resources.find((schema: { id: string }) => schema.id === id).attributes.map(({ name }: { name: string }) =>
        name.toLowerCase(),
      )
    const mapped = ['username', 'active', 'displayname', 'title', 'emails', 'preferredlanguage', 'name', 'externalid']
    expect(names(schemas.user)).toEqual(expect.arrayContaining([...mapped, 'phonenumbers']))
    expect(names(schemas.enterprise)).toEqual(expect.arrayContaining(['employeenumber', 'department', 'manager']))
    expect(names(schemas.group)).toEqual(expect.arrayContaining(['displayname', 'externalid', 'members']))
  },
  Create_User_Test: async (client) => {
    const id = await created(client, '/Users', entraUser('create@entra.test'))
    const found = await read(client, `/Users?filter=externalId eq "ext-create@entra.test"`)
    expect(found.Resources).toMatchObject([{ id, name: { givenName: 'Ada' }, active: true }])
  },
  Update_User_Test: async (client) => {
    const id = await created(client, '/Users', entraUser('update@entra.test'))
    await client.patch(
      `/Users/${id}`,
      { op: 'Replace', path: 'displayName', value: 'Augusta' },
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'augusta@entra.test' },
      { op: 'Add', path: 'name.middleName', value: 'King' },
      { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+44' },
    )
    expect(await read(client, `/Users/${id}`)).toMatchObject({
      displayName: 'Augusta',
      emails: [{ type: 'work', value: 'augusta@entra.test', primary: true }],
      name: { givenName: 'Ada', middleName: 'King' },
      phoneNumbers: [{ type: 'mobile', value: '+44' }],
    })
  },
  Disable_User_Test: async (client) => {
    const id = await created(client, '/Users', entraUser('disable@entra.test'))
    const { status, body } = await client.patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'False' })
    expect([status, body.active]).toEqual([200, false])
    const found = await read(client, '/Users?filter=userName eq "disable@entra.test"')
    expect(found.Resources).toMatchObject([{ id, active: false }])
  },
  Delete_User_Test: async (client) => {
    const id = await created(client, '/Users', entraUser('delete@entra.test'))
    expect((await client.call('DELETE', `/Users/${id}`)).status).toBe(204)
    expect((await client.call('GET', `/Users/${id}`)).status).toBe(404)
    expect((await read(client, '/Users?filter=userName eq "delete@entra.test"')).totalResults).toBe(0)
  },
  Restore_User_Test: async (client) => {
    const id = await created(client, '/Users', entraUser('restore@entra.test'))
    await client.patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'False' })
    await client.patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'True' })
    expect((await read(client, `/Users/${id}`)).active).toBe(true)
    await client.call('DELETE', `/Users/${id}`)
    expect(await created(client, '/Users', entraUser('restore@entra.test'))).toBe(id)
  },
  On_Demand_User_Test: async (client) => {
    const asked = await read(client, '/Users?filter=externalId eq "ext-demand@entra.test"')
    expect(asked.totalResults).toBe(0)
    const id = await created(client, '/Users', entraUser('demand@entra.test'))
    expect((await read(client, '/Users?filter=externalId eq "ext-demand@entra.test"')).Resources[0].id).toBe(id)
  },
  Set_Manager_Test: async (client) => {
    const boss = await created(client, '/Users', entraUser('boss1@entra.test'))
    const id = await created(client, '/Users', entraUser('set-manager@entra.test'))
    await client.patch(`/Users/${id}`, { op: 'Add', path: manager, value: boss })
    expect((await read(client, `/Users/${id}`))[schemas.enterprise].manager).toEqual({ value: boss })
  },
  Change_Manager_Test: async (client) => {
    const id = await created(client, '/Users', entraUser('change-manager@entra.test'))
    await client.patch(`/Users/${id}`, { op: 'Add', path: manager, value: 'one' })
    await client.patch(`/Users/${id}`, {
      op: 'Replace',
      path: manager,
      value: [{ $ref: '../Users/two', value: 'two' }],
    })
    expect((await read(client, `/Users/${id}`))[schemas.enterprise].manager).toEqual({ value: 'two' })
  },
  Remove_Manager_Test: async (client) => {
    const id = await created(client, '/Users', entraUser('no-manager@entra.test'))
    await client.patch(`/Users/${id}`, { op: 'Add', path: manager, value: 'one' })
    const { status } = await client.patch(`/Users/${id}`, { op: 'Remove', path: manager })
    expect(status).toBe(200)
    expect((await read(client, `/Users/${id}`))[schemas.enterprise]).toEqual({ department: 'Engines' })
  },
  Patch_Manager_Test: async (client) => {
    const id = await created(client, '/Users', entraUser('patch-manager@entra.test'))
    await client.patch(`/Users/${id}`, { op: 'replace', value: { [`${manager}.value`]: 'three' } })
    expect((await read(client, `/Users/${id}`))[schemas.enterprise].manager).toEqual({ value: 'three' })
  },
  SCIM_Null_Update_Test: async (client) => {
    const id = await created(client, '/Users', entraUser('null@entra.test'))
    const { status } = await client.patch(
      `/Users/${id}`,
      { op: 'Replace', path: 'displayName', value: null },
      { op: 'Replace', path: `${schemas.enterprise}:department`, value: null },
    )
    expect(status).toBe(200)
    const user = await read(client, `/Users/${id}`)
    expect([user.displayName, user[schemas.enterprise], user.schemas]).toEqual([undefined, undefined, [schemas.user]])
  },
  SCIM_Empty_Update_Test: async (client) => {
    const id = await created(client, '/Users', entraUser('empty@entra.test'))
    const { status } = await client.patch(`/Users/${id}`, { op: 'Replace', path: 'name.givenName', value: '' })
    expect(status).toBe(200)
    expect((await read(client, `/Users/${id}`)).name.givenName).toBeUndefined()
  },
  Direct_User_Create_Test: async (client) => {
    const { status, body } = await client.call('POST', '/Users', entraUser('direct@entra.test'))
    expect([status, body.userName]).toEqual([201, 'direct@entra.test'])
    expect((await client.call('POST', '/Users', entraUser('direct@entra.test'))).status).toBe(409)
  },
  Direct_User_Patch_Test: async (client) => {
    const id = await created(client, '/Users', entraUser('direct-patch@entra.test'))
    const value = { active: 'False', 'name.familyName': 'King', [`${schemas.enterprise}:employeeNumber`]: '7' }
    const { status, body } = await client.patch(`/Users/${id}`, { op: 'replace', value })
    expect([status, body.active, body.name.familyName]).toEqual([200, false, 'King'])
  },
  Federated_Identity_Test: async (client) => {
    const id = await created(client, '/Users', entraUser('federated@entra.test'))
    const found = await read(client, '/Users?filter=emails[type eq "work"].value eq "FEDERATED@entra.test"')
    expect(found.Resources).toMatchObject([{ id }])
  },
  Pagination_Test: async (client) => {
    const ids: string[] = []
    for (let at = 0; at < 11; at += 1) ids.push(await created(client, '/Users', entraUser(`page${at}@pages.test`)))
    const filter = 'filter=userName ew "@pages.test"'
    const found: string[] = []
    for (const startIndex of [1, 6, 11]) {
      const page = await read(client, `/Users?${filter}&startIndex=${startIndex}&count=5`)
      expect([page.totalResults, page.startIndex]).toEqual([11, startIndex])
      found.push(...page.Resources.map(({ id }: { id: string }) => id))
    }
    expect(found.sort()).toEqual(ids.sort())
  },
  Create_Group_Test: async (client) => {
    const id = await created(client, '/Groups', entraGroup('Create'))
    const found = await read(client, '/Groups?excludedAttributes=members&filter=displayName eq "create"')
    expect(found.Resources).toMatchObject([{ id, displayName: 'Create', externalId: 'ext-Create' }])
  },
  Update_Group_Test: async (client) => {
    const id = await created(client, '/Groups', entraGroup('Update'))
    const { status } = await client.patch(`/Groups/${id}`, { op: 'Replace', path: 'displayName', value: 'Updated' })
    expect(status).toBe(204)
    expect((await read(client, `/Groups/${id}?excludedAttributes=members`)).displayName).toBe('Updated')
  },
  Add_Group_Member_Test: async (client) => {
    const value = await created(client, '/Users', entraUser('member@entra.test'))
    const id = await created(client, '/Groups', entraGroup('Members'))
    const { status } = await client.patch(`/Groups/${id}`, {
      op: 'Add',
      path: 'members',
      value: [{ $ref: null, value }],
    })
    expect(status).toBe(204)
    expect((await read(client, `/Groups/${id}`)).members).toMatchObject([{ value }])
    expect((await read(client, `/Groups?filter=members eq "${value}"`)).Resources).toMatchObject([{ id }])
  },
  Remove_Group_Member_Test: async (client) => {
    const users = [
      await created(client, '/Users', entraUser('leaves1@entra.test')),
      await created(client, '/Users', entraUser('leaves2@entra.test')),
    ]
    const id = await client.group('Leaving', users)
    await client.patch(`/Groups/${id}`, { op: 'Remove', path: 'members', value: [{ value: users[0] }] })
    expect((await read(client, `/Groups/${id}`)).members).toMatchObject([{ value: users[1] }])
    await client.patch(`/Groups/${id}`, { op: 'Remove', path: `members[value eq "${users[1]}"]` })
    expect((await read(client, `/Groups/${id}`)).members).toBeUndefined()
    const again = await client.patch(`/Groups/${id}`, { op: 'Remove', path: `members[value eq "${users[1]}"]` })
    expect(again.status).toBe(204)
  },
  Delete_Group_Test: async (client) => {
    const id = await created(client, '/Groups', entraGroup('Delete'))
    expect((await client.call('DELETE', `/Groups/${id}`)).status).toBe(204)
    expect((await client.call('GET', `/Groups/${id}`)).status).toBe(404)
  },
  Restore_Group_Test: async (client) => {
    const id = await created(client, '/Groups', entraGroup('Restore'))
    await client.call('DELETE', `/Groups/${id}`)
    const again = await created(client, '/Groups', entraGroup('Restore'))
    expect((await read(client, `/Groups/${again}`)).displayName).toBe('Restore')
  },
  On_Demand_Group_Test: async (client) => {
    const value = await created(client, '/Users', entraUser('demanded@entra.test'))
    const id = await created(client, '/Groups', entraGroup('Demand'))
    await client.patch(`/Groups/${id}`, { op: 'Add', path: 'members', value: [{ value }] })
    const found = await read(client, '/Groups?excludedAttributes=members&filter=externalId eq "ext-Demand"')
    expect(found.Resources).toMatchObject([{ id }])
    expect(found.Resources[0].members).toBeUndefined()
  },
}

describe("Microsoft's SCIM validation", () => {
  let client: ScimClient
  beforeAll(async () => {
    client = await open()
  })
  test('has twenty-five cases', () => expect(Object.keys(microsoft)).toHaveLength(25))
  test.each(Object.entries(microsoft))('%s', async (_, run) => {
    await run(client)
  })
})
