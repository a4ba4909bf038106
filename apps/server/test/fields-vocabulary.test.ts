import { describe, expect, test } from 'vitest'
import { readClientMetadata } from '../src/config/client-metadata.ts'
import { checkValue, foldValue, readValue } from '../src/flows/platform/fields/values.ts'
import { readResourceMetadata } from '../src/flows/platform/resources/resource-metadata.ts'
import { parseFieldClaim } from '../src/oidc/fields/claim-mapping.ts'
import { parseField } from '../src/oidc/fields/declaration.ts'
import { type Field, nameIn } from '../src/oidc/fields/field.ts'
import { parseJson } from '../src/oidc/json.ts'

// What may be declared, and which values a declared field takes.

const declaration = { key: 'cost_center', of: 'membership', type: 'text', names: { en: 'Cost center' } }
const faultsOf = (members: Record<string, unknown>): string[] =>
  parseField({ ...declaration, ...members }).faults.map(({ member }) => member)
const only = (...names: string[]) => ({ reads: names, writes: names })
const field = (members: Record<string, unknown>): Field => {
  const { field, faults } = parseField({ ...declaration, ...members })
  expect(faults).toEqual([])
  return field
}

describe('a declaration', () => {
  test('has defaults that give nobody anything', () => {
    expect(field({})).toMatchObject({
      reads: ['operator'],
      writes: ['operator'],
      required: 'no',
      claim: false,
      unique: 'no',
      search: false,
    })
  })

  test('FI-03: a key is a plain word, and nothing that every object has', () => {
    const keys = [
      '__proto__',
      'constructor',
      'toString',
      'Key',
      'a.b',
      'a$b',
      `a${'b'.repeat(32)}`,
      'a',
      '1a',
      '',
      7,
      null,
    ]
    for (const key of keys) expect(faultsOf({ key }), String(key)).toContain('key')
    expect(faultsOf({ key: `a${'b'.repeat(31)}` })).toEqual([])
    const polluting = parseField(
      parseJson('{"__proto__": {"claim": true}, "key": "ab", "of": "person", "type": "text"}'),
    )
    expect(polluting.faults.map(({ member }) => member)).toContain('__proto__')
    expect(polluting.field.claim).toBe(false)
    expect(({} as Record<string, unknown>).claim).toBeUndefined()
  })

  test('is closed: members, types and values that are not known are refused', () => {
    expect(faultsOf({ pattern: '(a+)+$' })).toEqual(['pattern'])
    for (const type of ['json', 'email', 'phone', 'file', 'decimal', '', null])
      expect(faultsOf({ type })).toContain('type')
    expect(faultsOf({ of: 'team' })).toContain('of')
    expect(faultsOf({ reads: ['everybody'] })).toContain('reads')
    expect(faultsOf({ names: {} })).toEqual(['names'])
    expect(faultsOf({ names: { en: 'a\u202eb' } })).toEqual(['names'])
    expect(faultsOf({ names: { 'not a language': 'x' } })).toContain('names')
    for (const wrong of [null, [], 'text', 7]) expect(parseField(wrong).faults.length).toBeGreaterThan(0)
  })

  test('its members make sense together', () => {
    expect(faultsOf({ claim: true })).toEqual(['claim'])
    expect(faultsOf({ type: 'note', claim: true, reads: ['client'] })).toEqual(['claim'])
    expect(faultsOf({ type: 'note', search: true })).toEqual(['search'])
    expect(faultsOf({ min: 5, max: 4 })).toEqual(['min'])
    expect(faultsOf({ max: 201 })).toEqual(['max'])
    expect(faultsOf({ type: 'boolean', max: 1 })).toEqual(['min'])
    expect(faultsOf({ type: 'integer', allow: 'digits' })).toEqual(['allow'])
    expect(faultsOf({ type: 'choice' })).toEqual(['options'])
    expect(faultsOf({ options: { a: { en: 'A' } } })).toEqual(['options'])
    expect(faultsOf({ of: 'person', writes: ['owner'] })).toEqual(['reads'])
    expect(faultsOf({ of: 'organization', writes: ['person'] })).toEqual(['writes'])
    expect(faultsOf({ required: 'always', ...only('owner') })).toEqual(['required'])
    expect(faultsOf({ of: 'person', required: 'sign-up' })).toEqual(['required'])
    expect(faultsOf({ of: 'person', required: 'sign-up', ...only('person'), since: '2027-01-01' })).toEqual(['since'])
    expect(faultsOf({ of: 'person', required: 'always', ...only('person'), since: '2027-02-30' })).toEqual(['since'])
  })

  test('people and owners write nothing that they cannot read: every form of theirs would wipe it', () => {
    for (const name of ['person', 'owner']) {
      expect(faultsOf({ writes: [name, 'client'], reads: ['client'] }), name).toEqual(['writes'])
      expect(faultsOf({ writes: [name], reads: [name] }), name).toEqual([])
    }
    expect(faultsOf({ of: 'person', writes: ['person'] })).toEqual(['writes'])
    expect(faultsOf({ of: 'organization', writes: ['owner'] })).toEqual(['writes'])
    expect(faultsOf({ writes: ['person', 'owner'], reads: ['person'] })).toEqual(['writes'])
    // A request names what it changes, and operators read everything.
    expect(faultsOf({ writes: ['client', 'operator'] })).toEqual([])
  })

  test('what a person or an owner writes does not tell what others have', () => {
    expect(faultsOf({ unique: 'organization', ...only('person') })).toEqual(['unique'])
    expect(faultsOf({ unique: 'server', ...only('owner') })).toEqual(['unique'])
    expect(faultsOf({ unique: 'organization', ...only('owner', 'client') })).toEqual([])
    expect(faultsOf({ of: 'person', unique: 'organization' })).toEqual(['unique'])
  })
})

test('FI-02: a claim does not take a name that means something already', () => {
  const names = ['sub', 'scope', 'roles', 'permissions', 'organization', 'acr', 'cnf', 'act', 'azp', 'exp', '__proto__']
  const more = [
    'constructor',
    'toString',
    'email',
    'Email_Verified',
    'organization_plan',
    'teams',
    '_claim_names',
    'at_hash',
  ]
  const others = [
    'groups',
    'entitlements',
    'may_act',
    'tenant',
    'session_expiry',
    'nonce',
    'https://id.example.com/plan',
    'https://ID.example.com/plan',
    ...['scp', 'role', 'authorities', 'upn', 'realm_access', 'resource_access', 'verified_claims', 'Role'],
    '',
  ]
  for (const name of [...names, ...more, ...others])
    expect(typeof parseFieldClaim(`${name}:organization.plan`, 'https://id.example.com'), name).toBe('string')
  expect(parseFieldClaim('plan:organization.plan', null)).toEqual({ name: 'plan', field: 'organization.plan' })
  expect(parseFieldClaim('https://acme.example/plan:organization.plan', 'https://id.example.com')).toMatchObject({
    name: 'https://acme.example/plan',
  })
  for (const text of ['plan', 'plan:', ':person.plan', 'plan:team.plan', 'plan:person.a.b', 'plan:person.__proto__'])
    expect(typeof parseFieldClaim(text, null), text).toBe('string')
})

test('a client and an API of the database have no claim under the name of the server either', () => {
  const server = { issuer: 'https://id.example.com', dpop: false, production: true }
  const claims = ['https://id.example.com/plan:organization.plan']
  const client = readClientMetadata(server, 'web', { claims, redirect_uris: ['https://a.example/cb'] }, [])
  const resource = readResourceMetadata(server, { resource: 'https://api.example.com', claims })
  for (const { faults } of [client, resource])
    expect(faults.map(({ member }) => member).filter((member) => member === 'claims')).toEqual(['claims'])
})

describe('a value', () => {
  test('has the type of its field, within its bounds', () => {
    const rows: [Record<string, unknown>, unknown, unknown][] = [
      [{}, '  Caf\u0065\u0301  bar ', 'Café bar'],
      [{}, 'a\u202eb\u0000c', 'abc'],
      [{}, '', null],
      [{}, '\u200b\u200d', null],
      [{}, 'x'.repeat(201), 'too-long'],
      [{}, 'x'.repeat(1_000_000), 'too-long'],
      [{}, '\ufdfa'.repeat(100), 'too-long'],
      [{}, '\ud800', 'not-allowed'],
      [{}, 7, 'type'],
      [{ min: 4, max: 4, allow: 'digits' }, '4711', '4711'],
      [{ min: 4, max: 4, allow: 'digits' }, '471', 'not-allowed'],
      [{ allow: 'digits' }, '٤٧', 'not-allowed'],
      [{ allow: 'letters' }, 'Ångström', 'Ångström'],
      [{ allow: 'code' }, 'A-1_b', 'not-allowed'],
      [{ type: 'note' }, 'a\r\nb\u202e', 'a\nb'],
      [{ type: 'note', max: 3 }, 'a\nbc', 'too-long'],
      [{ type: 'integer' }, 2 ** 53, 'type'],
      [{ type: 'integer' }, 1.5, 'type'],
      [{ type: 'integer' }, '7', 'type'],
      [{ type: 'integer', min: 1 }, 0, 'not-allowed'],
      [{ type: 'boolean' }, 'true', 'type'],
      [{ type: 'boolean' }, false, false],
      [{ type: 'date' }, '2026-02-29', 'not-allowed'],
      [{ type: 'date' }, '1899-12-31', 'not-allowed'],
      [{ type: 'date' }, '2028-02-29', '2028-02-29'],
      [{ type: 'country' }, 'CH', 'CH'],
      [{ type: 'country' }, 'EU', 'not-allowed'],
      [{ type: 'choice', options: { pro: { en: 'Pro' } } }, 'free', 'not-allowed'],
      [{ type: 'choice', options: { pro: { en: 'Pro' } } }, 'constructor', 'not-allowed'],
      [{ type: 'choices', options: { a: { en: 'A' }, b: { en: 'B' } } }, ['b', 'a'], ['a', 'b']],
      [{ type: 'choices', options: { a: { en: 'A' } } }, ['a', 'a'], 'not-allowed'],
      [{ type: 'choices', options: { a: { en: 'A' } } }, [['a']], 'type'],
      [{ type: 'choices', options: { a: { en: 'A' } } }, [], null],
      [{ type: 'text' }, { b: 1 }, 'type'],
      [{ type: 'text' }, [['x']], 'type'],
    ]
    for (const [members, given, expected] of rows) {
      const checked = checkValue(field(members), given)
      expect(checked.ok ? checked.value : checked.fault, JSON.stringify([members, given]).slice(0, 80)).toEqual(
        expected,
      )
    }
  })

  test('FI-06: a link is https, and shows where it leads', () => {
    const link = field({ type: 'link' })
    for (const text of [
      ...['javascript:alert(1)', 'data:text/html,x', 'http://a.example', '//evil.example', 'https://a@b.example'],
      ...[
        'https:a.example',
        'https:\\\\a.example',
        'https://a.example\\@b',
        'https://a.example/ x',
        'https://',
        'HTTPS:///x',
      ],
    ])
      expect(checkValue(link, text), text).toEqual({ ok: false, fault: 'not-allowed' })
    expect(checkValue(link, 'https://a.example/x?y#z')).toMatchObject({ ok: true })
    expect(checkValue(link, `https://a.example/${'x'.repeat(500)}`)).toEqual({ ok: false, fault: 'too-long' })
  })

  test('FI-12: case, width, composition and blanks make no difference to what it is compared by', () => {
    for (const [a, b] of [
      ['ACME', 'acme'],
      ['ＡＣＭＥ４７', 'acme47'],
      ['Caf\u0065\u0301', 'CAFÉ'],
      ['acme ', 'acme'],
      ['Straße', 'STRASSE'],
      ['ΣΊΣΥΦΟΣ', 'σίσυφος'],
      ['ac\u200dme\ufe0f', 'acme'],
    ] as const)
      expect(foldValue(a), a).toBe(foldValue(b))
    expect(foldValue('acme%')).toBe('acme%')
  })

  test('that its declaration no longer allows counts as none', () => {
    const plan = field({ type: 'choice', options: { pro: { en: 'Pro' } } })
    expect(readValue(plan, 'pro')).toBe('pro')
    expect(readValue(plan, 'gold')).toBeNull()
    expect(readValue(field({ type: 'integer' }), '7')).toBeNull()
  })
})

test('names are in the language of the reader, or the next that there is', () => {
  expect(nameIn({ en: 'Plan', de: 'Tarif' }, 'de-AT')).toBe('Tarif')
  expect(nameIn({ en: 'Plan', de: 'Tarif' }, 'fr')).toBe('Plan')
  expect(nameIn({ de: 'Tarif' }, 'constructor')).toBe('Tarif')
})
