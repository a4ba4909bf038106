import { describe, expect, test } from 'vitest'
import { groupResource, userResource } from '../src/oidc/scim/attributes.ts'
import { parseGroup, parseUser } from '../src/oidc/scim/bodies.ts'
import { ScimFault } from '../src/oidc/scim/faults.ts'
import { patchGroup, patchUser } from '../src/oidc/scim/patch.ts'
import { parsePatch } from '../src/oidc/scim/patch-operations.ts'
import type { UserAttributes } from '../src/oidc/scim/resources.ts'

// What Entra and Okta send, as a function from attributes to attributes.

const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
const core = userResource.schema.id

const ada: UserAttributes = {
  userName: 'ada@acme.test',
  externalId: 'e-1',
  active: true,
  name: { givenName: 'Ada', familyName: 'Lovelace' },
  displayName: 'Ada Lovelace',
  emails: [
    { value: 'ada@acme.test', type: 'work', primary: true },
    { value: 'ada@home.test', type: 'home' },
  ],
  enterprise: { department: 'Engines', manager: { value: 'm-1' } },
}

const patched = (...operations: unknown[]) => patchUser('u-1', ada, parsePatch({ Operations: operations }))
const members = (...operations: unknown[]) =>
  patchGroup('g-1', { displayName: 'Staff' }, parsePatch({ Operations: operations }))

/** What a request is refused with. */
function refusal(act: () => unknown): string | null {
  try {
    act()
    throw new Error('it was not refused')
  } catch (error) {
    if (!(error instanceof ScimFault)) throw error
    expect(error.status).toBe(400)
    return error.scimType
  }
}

const nameless = ({ name, ...rest }: UserAttributes): UserAttributes => rest

const cases: [name: string, operations: unknown[], expected: UserAttributes][] = [
  ['Entra deactivates (SI-07)', [{ op: 'Replace', path: 'active', value: 'False' }], { ...ada, active: false }],
  [
    'Entra dots the names of a value (SI-08)',
    [{ op: 'replace', value: { 'name.givenName': 'Augusta', [`${enterprise}:employeeNumber`]: '7', active: 'True' } }],
    { ...ada, name: { ...ada.name, givenName: 'Augusta' }, enterprise: { ...ada.enterprise, employeeNumber: '7' } },
  ],
  ['Okta deactivates', [{ op: 'replace', value: { active: false } }], { ...ada, active: false }],
  ['Okta sends a password', [{ op: 'replace', value: { password: 'secret', active: true } }], ada],
  [
    'an entry is changed by its type',
    [{ op: 'Replace', path: 'emails[type eq "work"].value', value: 'augusta@acme.test' }],
    { ...ada, emails: [{ value: 'augusta@acme.test', type: 'work', primary: true }, ada.emails?.[1] as never] },
  ],
  [
    'an entry that is not there is made from its filter',
    [{ op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+1 555' }],
    { ...ada, phoneNumbers: [{ type: 'mobile', value: '+1 555' }] },
  ],
  [
    'and from several operations, whatever comes first',
    [
      { op: 'Add', path: 'emails[type eq "other"].primary', value: 'True' },
      { op: 'Add', path: 'emails[type eq "other"].value', value: 'ada@other.test' },
    ],
    {
      ...ada,
      emails: [
        { value: 'ada@acme.test', type: 'work', primary: false },
        { value: 'ada@home.test', type: 'home' },
        { type: 'other', primary: true, value: 'ada@other.test' },
      ],
    },
  ],
  [
    'the manager is a text',
    [{ op: 'Add', path: `${enterprise}:manager`, value: 'm-2' }],
    { ...ada, enterprise: { ...ada.enterprise, manager: { value: 'm-2' } } },
  ],
  [
    'the manager is a list',
    [{ op: 'Add', path: `${enterprise}:manager`, value: [{ $ref: '../Users/m-2', value: 'm-2' }] }],
    { ...ada, enterprise: { ...ada.enterprise, manager: { value: 'm-2' } } },
  ],
  [
    'the manager is cleared by its value',
    [{ op: 'Replace', path: `${enterprise}:manager.value`, value: '' }],
    { ...ada, enterprise: { department: 'Engines' } },
  ],
  [
    'the manager goes',
    [{ op: 'Remove', path: `${enterprise}:manager` }],
    { ...ada, enterprise: { department: 'Engines' } },
  ],
  [
    'an object below the URN of the extension',
    [{ op: 'replace', value: { [enterprise]: { department: 'Looms', manager: null } } }],
    { ...ada, enterprise: { department: 'Looms' } },
  ],
  [
    'the extension by its URN',
    [{ op: 'replace', path: enterprise, value: { Department: 'Looms' } }],
    { ...ada, enterprise: { ...ada.enterprise, department: 'Looms' } },
  ],
  ['an empty text clears (SI-31)', [{ op: 'Replace', path: 'displayName', value: '' }], without('displayName')],
  ['null clears (SI-31)', [{ op: 'Replace', path: 'displayName', value: null }], without('displayName')],
  [
    'null clears in a value',
    [{ op: 'replace', value: { displayName: null, name: null } }],
    nameless(without('displayName')),
  ],
  ['an empty list clears', [{ op: 'replace', path: 'emails', value: [] }], without('emails')],
  [
    'what is not there is removed',
    [
      { op: 'remove', path: 'title' },
      { op: 'Remove', path: 'emails[type eq "x"]' },
    ],
    ada,
  ],
  ['the whole name with its URN', [{ op: 'remove', path: `${core}:name` }], nameless(ada)],
  [
    'part of the name, the rest stays',
    [{ op: 'replace', path: 'NAME', value: { FamilyName: 'King' } }],
    { ...ada, name: { givenName: 'Ada', familyName: 'King' } },
  ],
  [
    'unknown attributes are of no account',
    [
      { op: 'Add', path: 'roles[primary eq "True"].value', value: 'owner' },
      { op: 'Add', path: 'addresses[type eq "work"].formatted', value: 'x' },
      { op: 'Add', path: 'urn:x:y:2.0:Z:unknown', value: 'x' },
      { op: 'Add', path: 'constructor.prototype.polluted', value: true },
      {
        op: 'replace',
        value: JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'),
      },
    ],
    ada,
  ],
  [
    'read-only members of a value',
    [{ op: 'replace', value: { id: 'other', meta: {}, groups: [], schemas: [core] } }],
    ada,
  ],
  [
    'its own id and schemas',
    [
      { op: 'replace', path: 'id', value: 'u-1' },
      { op: 'add', path: 'schemas', value: [enterprise] },
    ],
    ada,
  ],
  [
    'an address is added and is the primary one',
    [{ op: 'add', path: 'emails', value: [{ value: 'a@b.test', type: 'work', primary: true }] }],
    {
      ...ada,
      emails: [
        { value: 'ada@acme.test', type: 'work', primary: false },
        { value: 'ada@home.test', type: 'home' },
        { value: 'a@b.test', type: 'work', primary: true },
      ],
    },
  ],
  [
    'addresses are removed by their value',
    [{ op: 'remove', path: 'emails', value: [{ value: 'ada@home.test' }] }],
    { ...ada, emails: [{ value: 'ada@acme.test', type: 'work', primary: true }] },
  ],
]

function without(name: 'displayName' | 'emails'): UserAttributes {
  const { [name]: _, ...rest } = ada
  return rest
}

test.each(cases)('PATCH of a user: %s', (_, operations, expected) => {
  const before = structuredClone(ada)
  expect(patched(...operations)).toEqual(expected)
  expect(ada, 'the attributes before are as they were').toEqual(before)
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
})

test.each([
  ['null on the user name (SI-31)', { op: 'replace', path: 'userName', value: null }, 'invalidValue'],
  ['no user name', { op: 'remove', path: 'userName' }, 'mutability'],
  ['no state', { op: 'remove', path: 'active' }, 'mutability'],
  ['a state that is none', { op: 'replace', path: 'active', value: 'maybe' }, 'invalidValue'],
  ['another id', { op: 'replace', path: 'id', value: 'u-2' }, 'mutability'],
  ['metadata', { op: 'replace', path: 'meta.version', value: 'x' }, 'mutability'],
  ['groups of a user', { op: 'add', path: 'groups', value: [{ value: 'g-1' }] }, 'mutability'],
  ['a path of the prototype', { op: 'replace', path: '__proto__.polluted', value: true }, 'invalidPath'],
  ['a path that is none', { op: 'replace', path: 'emails[type eq "work"', value: 'x' }, 'invalidPath'],
  ['brackets without entries', { op: 'replace', path: 'userName[value eq "x"]', value: 'x' }, 'invalidPath'],
  ['a filter that is none', { op: 'replace', path: 'emails[type is "x"].value', value: 'x' }, 'invalidFilter'],
  ['a very deep filter', { op: 'remove', path: `emails[${'('.repeat(300)}` }, 'invalidPath'],
  ['removing nothing', { op: 'remove' }, 'noTarget'],
  ['a value without a path that is no object', { op: 'add', value: 'x' }, 'invalidValue'],
  ['another operation', { op: 'move', path: 'title', value: 'x' }, 'invalidSyntax'],
  [
    'two primary addresses',
    {
      op: 'replace',
      path: 'emails',
      value: [
        { value: 'a', primary: true },
        { value: 'b', primary: true },
      ],
    },
    'invalidValue',
  ],
  ['a value that is too long', { op: 'replace', path: 'title', value: 'x'.repeat(1001) }, 'invalidValue'],
  ['a NUL character', { op: 'replace', path: 'title', value: 'a\0b' }, 'invalidValue'],
  ['a name in two cases', { op: 'replace', value: { title: 'a', TITLE: 'b' } }, 'invalidSyntax'],
])('PATCH of a user is refused: %s', (_, operation, expected) => {
  expect(refusal(() => patched({ op: 'replace', path: 'title', value: 'before' }, operation))).toBe(expected)
})

test('a thousand operations are enough, and twenty addresses', () => {
  const operation = { op: 'replace', path: 'title', value: 'x' }
  expect(refusal(() => parsePatch({ Operations: Array(1001).fill(operation) }))).toBe('tooMany')
  expect(parsePatch({ Operations: Array(1000).fill(operation) })).toHaveLength(1000)
  const additions = Array.from({ length: 25 }, (_, at) => ({
    op: 'add',
    path: 'emails',
    value: [{ value: `${at}@a.test` }],
  }))
  expect(refusal(() => patched(...additions))).toBe('invalidValue')
  expect(refusal(() => parsePatch({}))).toBe('invalidSyntax')
  expect(refusal(() => parsePatch({ Operations: [] }))).toBe('invalidSyntax')
})

const change = (replace: boolean, remove: string[], add: string[]) => ({
  replace,
  remove: new Set(remove),
  add: new Set(add),
})

test.each<[string, unknown[], string, ReturnType<typeof change> | null]>([
  [
    'Entra adds many, with "$ref": null',
    [
      {
        op: 'Add',
        path: 'members',
        value: [
          { $ref: null, value: 'a' },
          { $ref: null, value: 'b' },
        ],
      },
    ],
    'Staff',
    change(false, [], ['a', 'b']),
  ],
  [
    'Entra removes by value',
    [{ op: 'Remove', path: 'members', value: [{ value: 'a' }] }],
    'Staff',
    change(false, ['a'], []),
  ],
  ['Entra removes by filter', [{ op: 'Remove', path: 'members[value eq "Aa"]' }], 'Staff', change(false, ['Aa'], [])],
  [
    'Okta renames with each change, and sends id along',
    [
      { op: 'replace', value: { id: 'g-1', displayName: 'Crew' } },
      { op: 'remove', path: 'members[value eq "a"]' },
      { op: 'add', path: 'members', value: [{ value: 'b', display: 'b@acme.test' }] },
    ],
    'Crew',
    change(false, ['a'], ['b']),
  ],
  [
    'Okta replaces the whole list',
    [{ op: 'replace', path: 'members', value: [{ value: 'a' }] }],
    'Staff',
    change(true, [], ['a']),
  ],
  ['all of them go', [{ op: 'remove', path: 'members' }], 'Staff', change(true, [], [])],
  ['none of them goes by an empty list', [{ op: 'remove', path: 'members', value: [] }], 'Staff', null],
  [
    'the last operation on a member counts',
    [
      { op: 'add', path: 'members', value: [{ value: 'a' }, { value: 'b' }] },
      { op: 'remove', path: 'members[value eq "a" or value eq "c"]' },
    ],
    'Staff',
    change(false, ['a', 'c'], ['b']),
  ],
  [
    'members in a value without a path',
    [{ op: 'add', value: { members: [{ value: 'a' }] } }],
    'Staff',
    change(false, [], ['a']),
  ],
  ['a name alone', [{ op: 'Replace', path: 'displayName', value: 'Crew' }], 'Crew', null],
])('PATCH of a group: %s', (_, operations, displayName, expected) => {
  expect(members(...operations)).toEqual({ attributes: { displayName }, members: expected })
})

test.each([
  ['a member without an id', { op: 'add', path: 'members', value: [{ display: 'x' }] }, 'invalidValue'],
  ['members by their type', { op: 'remove', path: 'members[type eq "User"]' }, 'invalidFilter'],
  ['members by the end of their id', { op: 'remove', path: 'members[value ew "x"]' }, 'invalidFilter'],
  [
    'too many members',
    { op: 'add', path: 'members', value: Array.from({ length: 50_001 }, (_, at) => `${at}`) },
    'tooMany',
  ],
  ['no name', { op: 'replace', path: 'displayName', value: '' }, 'invalidValue'],
])('PATCH of a group is refused: %s', (_, operation, expected) => {
  expect(refusal(() => members(operation))).toBe(expected)
})

describe('POST and PUT', () => {
  test('what Entra creates, and what of it is kept', () => {
    const body = {
      schemas: [core, enterprise],
      externalId: 'e-1',
      userName: 'ada@acme.test',
      active: true,
      emails: [{ primary: true, type: 'work', value: 'ada@acme.test' }],
      meta: { resourceType: 'User' },
      name: { formatted: 'Ada Lovelace', familyName: 'Lovelace', givenName: 'Ada', honorificPrefix: 'Countess' },
      roles: [],
      [enterprise]: { department: 'Engines', manager: { value: 'm-1', $ref: '../Users/m-1' }, custom: 'x' },
    }
    expect(parseUser(body, true)).toEqual({
      userName: 'ada@acme.test',
      externalId: 'e-1',
      active: true,
      emails: [{ primary: true, type: 'work', value: 'ada@acme.test' }],
      name: { formatted: 'Ada Lovelace', familyName: 'Lovelace', givenName: 'Ada' },
      enterprise: { department: 'Engines', manager: { value: 'm-1' } },
    })
  })

  test('what Okta creates: no password is kept (SI-11)', () => {
    const body = {
      schemas: [core],
      userName: 'ada@acme.test',
      password: '1mz050nq',
      displayName: 'Ada',
      locale: 'en-US',
      groups: [],
    }
    const kept = parseUser(body, true)
    expect(kept).toEqual({ userName: 'ada@acme.test', active: true, displayName: 'Ada', locale: 'en-US' })
    expect(JSON.stringify(kept)).not.toContain('1mz050nq')
  })

  test('a user who is not active stays so when a PUT leaves it out', () => {
    expect(parseUser({ userName: 'ada' }, false).active).toBe(false)
    expect(parseUser({ userName: 'ada', active: null }, false).active).toBe(false)
    expect(parseUser({ userName: 'ada', active: 'True' }, false).active).toBe(true)
  })

  test.each([
    ['no user name', { schemas: [core] }, 'invalidValue'],
    ['an empty user name', { userName: '' }, 'invalidValue'],
    ['a user name that is a list', { userName: ['a'] }, 'invalidValue'],
    ['the schema of a group', { schemas: [groupResource.schema.id], userName: 'a' }, 'invalidSyntax'],
    ['a name in two cases', { userName: 'a', USERNAME: 'b' }, 'invalidSyntax'],
    ['a name that is longer than an index takes', { userName: 'x'.repeat(401) }, 'invalidValue'],
    ['a name whose key is', { userName: 'ﷺ'.repeat(100) }, 'invalidValue'],
    [
      'twenty-one addresses',
      { userName: 'a', emails: Array.from({ length: 21 }, (_, at) => ({ value: `${at}` })) },
      'invalidValue',
    ],
  ])('is refused: %s', (_, body, expected) => {
    expect(refusal(() => parseUser(body, true))).toBe(expected)
  })

  test("a group with Microsoft's second schema, and its members", () => {
    const schema = 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'
    const body = {
      schemas: [groupResource.schema.id, schema],
      displayName: 'Staff',
      externalId: 'g',
      members: [{ value: 'a' }, { value: 'a' }],
    }
    expect(parseGroup(body)).toEqual({ attributes: { displayName: 'Staff', externalId: 'g' }, members: ['a'] })
  })
})
