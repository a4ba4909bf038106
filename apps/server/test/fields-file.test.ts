import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { advise } from '../src/config/advice.ts'
import { updatePerson } from '../src/flows/management/directory.ts'
import { declareField, listFields, removeField } from '../src/flows/management/fields/fields.ts'
import { system } from '../src/flows/platform/audit.ts'
import { openTestWorld } from './support/world.ts'

// FIELDS_FILE: what it declares wins over the database, and stays what it was at a later start.

const folder = mkdtempSync(join(tmpdir(), 'fields-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = join(folder, 'fields.json')
const database = join(folder, 'test.db')

const nick = { key: 'nick', of: 'person', type: 'text', reads: ['client'], writes: ['operator'], names: { en: 'Nick' } }
const start = (fields: unknown) => {
  writeFileSync(file, typeof fields === 'string' ? fields : JSON.stringify({ fields }))
  return openTestWorld({ FIELDS_FILE: file }, { file: database })
}

test('FI-15: a field of the file can only be read elsewhere, and never becomes another one', async () => {
  const first = await start([nick, { ...nick, key: 'age', type: 'integer' }])
  const { deps } = first
  try {
    expect((await listFields(deps, system)).map(({ field, record }) => [field.key, record])).toEqual([
      ['nick', null],
      ['age', null],
    ])
    await expect(removeField(deps, system, 'person.nick')).rejects.toMatchObject({ reason: 'read-only' })
    await expect(declareField(deps, system, nick)).rejects.toMatchObject({ reason: 'read-only' })
    await declareField(deps, system, { ...nick, key: 'stored', names: { en: 'Of the database' } })
    await first.signIn({ email: 'file@example.test' })
    const { id } = await deps.db.prisma.user.findFirstOrThrow()
    await updatePerson(deps, system, id, { form: {}, fields: { nick: 'Ada', age: 36, stored: 'x' } })
  } finally {
    await first.close()
  }

  await expect(start([{ ...nick, type: 'note' }])).rejects.toThrow(/FIELDS_FILE: declares person.nick was text before/)
  await expect(start([{ ...nick, search: true }])).rejects.toThrow(/person.nick had search: false before/)

  const second = await start([{ ...nick, key: 'stored', names: { en: 'Of the file' } }])
  try {
    const listed = await listFields(second.deps, system)
    // Those that left the file are hidden, and their values stay.
    expect(listed.map(({ field }) => [field.key, field.names.en])).toEqual([['stored', 'Of the file']])
    const { fields } = await second.deps.db.prisma.user.findFirstOrThrow()
    expect(JSON.parse(fields ?? '')).toEqual({ nick: 'Ada', age: 36, stored: 'x' })
    expect(await second.deps.db.prisma.auditEvent.count({ where: { action: 'field.declared' } })).toBe(3)
  } finally {
    await second.close()
  }
})

test('doctor warns of what people say of themselves under a name that means a right', async () => {
  const said = { ...nick, reads: ['person', 'client'], writes: ['person'], claim: true }
  const world = await start([said, { ...said, key: 'is_admin' }, { ...said, key: 'user_tier', claim: false }])
  try {
    const advice = advise(world.deps.config, new Date()).map(({ text }) => text)
    expect(advice.filter((text) => text.startsWith('FIELDS_FILE'))).toEqual([
      expect.stringContaining('person.is_admin'),
    ])
  } finally {
    await world.close()
  }
})

test('doctor says that a client that people are asked about gets no fields', async () => {
  const consent = { OIDC_CLIENT_0_CLAIMS: 'nick:person.nick', OIDC_CLIENT_0_REQUIRE_CONSENT: 'true' }
  const world = await openTestWorld(consent)
  try {
    const advice = advise(world.deps.config, new Date()).map(({ text }) => text)
    expect(advice).toContainEqual(expect.stringContaining('gets none of its CLAIMS'))
  } finally {
    await world.close()
  }
})

test('the mistakes of a file are named', async () => {
  const twice = [nick, nick]
  const many = Array.from({ length: 31 }, (_, n) => ({ ...nick, key: `field_${n}` }))
  const mistakes: [unknown, RegExp][] = [
    ['[]', /is not a JSON object/],
    ['{', /is not JSON/],
    ['{"fields":[],"fields":[]}', /has a member twice/],
    ['{"fields":[],"more":1}', /has "more", which is not known/],
    ['{}', /has no list of fields/],
    [twice, /declares nick twice/],
    [many, /more than 30 fields of: person/],
    [[{ ...nick, key: 'Nick' }], /declares Nick, whose "key" must be/],
    [[{ ...nick, reads: ['person'], writes: ['person'], unique: 'server' }], /whose "unique" cannot go with person/],
    [[null], /declares field 1, whose "key"/],
  ]
  for (const [given, message] of mistakes) await expect(start(given), String(message)).rejects.toThrow(message)
  await expect(openTestWorld({ FIELDS_FILE: join(folder, 'none.json') })).rejects.toThrow(/cannot be read/)
})
