import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPerson, updatePerson } from '../src/flows/management/directory.ts'
import { declareField } from '../src/flows/management/fields/fields.ts'
import { mergePeople, previewMerge } from '../src/flows/management/people/person-merge.ts'
import { linesOfCsv } from '../src/flows/management/user-import/import-csv.ts'
import { importUsers } from '../src/flows/management/user-import/user-import.ts'
import { changeMemberFields } from '../src/flows/organizations/member-fields.ts'
import { exportMembers, memberColumns } from '../src/flows/organizations/members/member-export.ts'
import { addMember } from '../src/flows/organizations/members/member-roles.ts'
import { createOrganization } from '../src/flows/organizations/organization-creation.ts'
import { system } from '../src/flows/platform/audit.ts'
import { textOfValue } from '../src/flows/platform/fields/field-values.ts'
import { valueOfText } from '../src/flows/platform/fields/values.ts'
import { csvLine } from '../src/http/csv.ts'
import { exportPerson } from '../src/store/prisma/people.ts'
import { accountOf } from './support/account.ts'
import { databases } from './support/databases.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// Values of declared fields where accounts come in, go out and become one.

const operator = { kind: 'operator', id: 'op', network: '::/48' } as const
const names = { en: 'x' }

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  beforeAll(async () => {
    world = await openTestWorld({ OPERATORS: 'root@example.test' }, { database })
    const declare = (given: Record<string, unknown>) =>
      declareField(world.deps, system, { of: 'person', type: 'text', names, writes: ['operator'], ...given })
    await declare({ key: 'nick' })
    await declare({ key: 'badge', unique: 'server', search: true })
    await declare({ key: 'internal', reads: ['client'], writes: ['client'] })
    await declare({ key: 'level', type: 'integer' })
    await declare({
      key: 'cost_center',
      of: 'membership',
      unique: 'organization',
      reads: ['owner'],
      names: { en: 'Cost center' },
    })
    await declare({ key: 'review', of: 'membership' })
  })
  afterAll(() => world?.close())

  async function* lines(values: readonly object[]) {
    for (const value of values) yield JSON.stringify(value)
  }
  const imported = async (values: readonly object[], dryRun = false) => {
    const refused: [number, string][] = []
    const options = {
      dryRun,
      unverified: false,
      refused: (line: number, reason: string) => refused.push([line, reason]),
    }
    const summary = await importUsers(world.deps, lines(values), { ...options, progress: () => {} } as never)
    return { refused, made: summary.made }
  }
  const valuesOf = async (id: string) => {
    const { fields } = await world.deps.db.prisma.user.findUniqueOrThrow({ where: { id } })
    return fields === null ? null : JSON.parse(fields)
  }
  const line = (sub: string, more: object) => ({ sub, email: `${sub}@example.test`, email_verified: true, ...more })

  test('an import sets values of people and memberships, and names the line of each that is wrong', async () => {
    const acme = (fields: object) => ({ organizations: [{ slug: 'acme', roles: ['owner'], fields }] })
    const wanted = [
      line('one', { fields: { nick: ' A ', badge: 'B-1', level: 3 }, ...acme({ cost_center: '4711' }) }),
      line('two', { fields: { level: '3' } }),
      line('three', { fields: { none: 'x' } }),
      line('four', { fields: { badge: 'b-1' } }),
      line('five', acme({ cost_center: '4711' })),
      line('six', { ...acme({ cost_center: 4711 }) }),
    ]
    const expected = {
      made: 1,
      refused: [
        [2, 'fields.level: type'],
        [3, 'fields.none: unknown'],
        [6, 'organizations: acme: fields.cost_center: type'],
        [4, 'fields.badge: taken'],
        [5, 'fields.cost_center: taken'],
      ],
    }
    expect(await imported(wanted, true)).toEqual(expected)
    expect(await imported(wanted)).toEqual(expected)
    expect(await valuesOf('one')).toEqual({ nick: 'A', badge: 'B-1', level: 3 })
    // Again, and against what is stored.
    expect((await imported([wanted[0] ?? {}, line('seven', { fields: { badge: 'B-1' } })])).refused).toEqual([
      [2, 'fields.badge: taken'],
    ])
    expect(await world.deps.db.prisma.auditEvent.count({ where: { action: 'person.fields_changed' } })).toBe(0)
  })

  test('a line with more values than fit is named, and the others are imported', async () => {
    const fields: Record<string, string> = {}
    for (let n = 0; n < 5; n++) {
      for (const of of ['person', 'membership'])
        await declareField(world.deps, system, { key: `note_${n}`, of, type: 'note', names, writes: ['operator'] })
      fields[`note_${n}`] = 'x'.repeat(900)
    }
    const wanted = [
      line('before', {}),
      line('much', { fields }),
      line('member', { organizations: [{ slug: 'acme', fields }] }),
      line('after', { fields: { note_0: 'x'.repeat(900) } }),
    ]
    const expected = {
      made: 2,
      refused: [
        [2, 'fields.note_0: too long'],
        [3, 'organizations: acme: fields.note_0: too long'],
      ],
    }
    expect(await imported(wanted, true)).toEqual(expected)
    expect(await imported(wanted)).toEqual(expected)
  })

  test('FI-05, FI-20: a file and a download have what there is, and no formula', async () => {
    await updatePerson(world.deps, operator, 'one', { form: {}, fields: { nick: '=HYPERLINK("x")' } })
    await updatePerson(world.deps, system, 'one', { form: {}, fields: { internal: 'for clients only' } })
    const { organizationId } = await world.deps.db.prisma.membership.findFirstOrThrow({ where: { userId: 'one' } })
    await changeMemberFields(world.deps, operator, { organizationId, userId: 'one' }, { review: '@SUM(1)' })
    const data = await exportPerson(world.deps.db, 'one')
    expect(data).toMatchObject({
      profile: { fields: { internal: 'for clients only', nick: '=HYPERLINK("x")' } },
      organizations: [{ fields: { cost_center: '4711', review: '@SUM(1)' } }],
    })
    const organization = await world.deps.db.prisma.organization.findUniqueOrThrow({ where: { id: organizationId } })
    const view = { organization, roles: ['owner'] }
    const asOwner = { kind: 'user', id: 'one', network: '::/48' } as const
    // An owner's file has what owners read.
    expect(memberColumns(world.deps, asOwner).slice(-1)).toEqual(['fields.cost_center'])
    for await (const row of await exportMembers(world.deps, asOwner, view)) expect(row.join()).not.toContain('@SUM')
    expect(memberColumns(world.deps, operator)).toEqual(expect.arrayContaining(['fields.cost_center', 'fields.review']))
    for await (const row of await exportMembers(world.deps, operator, view)) expect(csvLine(row)).toContain(`,'@SUM(1)`)
  })

  test('a spreadsheet sets the same values, of the types that are declared, and names the row that is wrong', async () => {
    const { deps } = world
    const options = { red: names, blue: names }
    const declare = (given: Record<string, unknown>) =>
      declareField(deps, system, { of: 'person', type: 'text', names, writes: ['operator'], ...given })
    await declare({ key: 'vip', type: 'boolean' })
    await declare({ key: 'colors', type: 'choices', options })
    await declare({ key: 'about', type: 'note' })
    const header =
      'sub,email,email_verified,fields.level,fields.vip,fields.colors,fields.about,organization,roles,organization.fields.review'
    const rows = [
      `c1,c1@example.test,true,7,false,"red, blue","two\nlines ""quoted""",csv-acme,owner,'=SUM(1)`,
      'c2,c2@example.test,true,seven,,,,,,',
      '',
      'c3,c3@example.test,true,,,green,,,,',
      'c4,c4@example.test,TRUE,,,,,,,',
      'c5,c5@example.test,perhaps,,,,,,,',
    ]
    async function* file(text: string) {
      yield* text.split('\n')
    }
    const read = async (text: string) => {
      const found: object[] = []
      for await (const one of linesOfCsv(deps, file(text))) found.push(JSON.parse(one))
      return found
    }
    const { refused, made } = await imported(await read(`\ufeff${header}\n${rows.join('\n')}`))
    expect(made).toBe(2)
    expect(refused.map(([number]) => number)).toEqual([2, 3, 5])
    expect(refused.map(([, reason]) => reason)).toEqual([
      'fields.level: type',
      'fields.colors: not allowed',
      expect.stringContaining('email_verified'),
    ])
    expect(await valuesOf('c1')).toEqual({
      level: 7,
      vip: false,
      colors: ['red', 'blue'],
      about: 'two\nlines "quoted"',
    })
    const [membership] = await deps.db.prisma.membership.findMany({ where: { userId: 'c1' } })
    expect(JSON.parse(membership?.fields ?? '{}')).toEqual({ review: '=SUM(1)' })
    // What is exported comes back as it was.
    const value = textOfValue(['red', 'blue'])
    expect(valueOfText(deps.fields.find('person.colors'), value)).toEqual(['red', 'blue'])
    // The example of docs/import.md.
    const guide = readFileSync(join(import.meta.dirname, '../../../docs/import.md'), 'utf8')
    expect(await read(/```csv\n(.*?)```/s.exec(guide)?.[1] ?? '')).toEqual([
      {
        ...{ sub: 'u1', email: 'grace@navy.mil', email_verified: true, given_name: 'Grace', fields: { level: 3 } },
        organizations: [{ slug: 'navy', roles: ['owner'], fields: { cost_center: '4711' } }],
      },
    ])
    // Columns that nobody knows, and quotes that nobody closed.
    expect(
      (await imported(await read('sub,email,email_verified,shoe\nc6,c6@example.test,true,42'))).refused,
    ).toHaveLength(1)
    const open: string[] = []
    for await (const one of linesOfCsv(deps, file(`sub,email\n"${'x'.repeat(70_000)}\nc7,c7@example.test`)))
      open.push(one)
    expect(open).toHaveLength(2)
  })

  test('FI-17: of two accounts, the one that stays keeps its values, and the other fills the gaps', async () => {
    const { deps } = world
    const [stays, goes] = [
      await createPerson(deps, system, 'stays@example.test', {
        form: { given_name: 'S' },
        fields: { nick: 'stays', badge: 'S' },
      }),
      await createPerson(deps, system, 'goes@example.test', {
        form: { given_name: 'G' },
        fields: { nick: 'goes', badge: 'G', level: 9 },
      }),
    ]
    const common = await createOrganization(deps, system, 'one', { name: 'Common' })
    const only = await createOrganization(deps, system, 'one', { name: 'Only' })
    for (const [organizationId, userId, cost_center] of [
      [common, stays, '1'],
      [common, goes, '2'],
      [only, goes, '3'],
    ] as const) {
      await addMember(deps, operator, organizationId, userId, ['member'])
      await changeMemberFields(
        deps,
        operator,
        { organizationId, userId },
        { cost_center, ...(userId === goes ? { review: 'g' } : {}) },
      )
    }
    // The page says before what becomes of each.
    const { browser } = await accountOf(world).byMail('root@example.test')
    const shown = await browser.go(`${world.issuer}/admin/people/${stays}/merge?other=${goes}`)
    const said = shown.html.querySelector('main')?.text.replaceAll(/[\u2066-\u2069]/g, '')
    for (const text of ['stays (stays; goes is deleted)', 'S (stays; G is deleted)', '9 (moves)'])
      expect(said).toContain(text)
    for (const text of ['Common · Cost center: 1 (stays; 2 is deleted)', 'Only · Cost center: 3 (moves)'])
      expect(said).toContain(text)
    // A value that changes after it was shown is not merged unseen.
    const plan = (await previewMerge(deps, operator, goes, stays)).digest
    await changeMemberFields(deps, operator, { organizationId: only, userId: goes }, { review: 'later' })
    await expect(mergePeople(deps, operator, goes, stays, plan)).rejects.toMatchObject({ reason: 'changed-meanwhile' })
    await changeMemberFields(deps, operator, { organizationId: only, userId: goes }, { review: 'g' })
    await mergePeople(deps, operator, goes, stays)
    expect(await valuesOf(stays)).toEqual({ nick: 'stays', badge: 'S', level: 9 })
    const memberships = await deps.db.prisma.membership.findMany({ where: { userId: stays } })
    expect(
      new Map(memberships.map(({ organizationId, fields }) => [organizationId, JSON.parse(fields ?? '{}')])),
    ).toEqual(
      new Map([
        [common, { cost_center: '1', review: 'g' }],
        [only, { cost_center: '3', review: 'g' }],
      ]),
    )
    const taken = await deps.db.prisma.fieldUnique.findMany({ where: { userId: { in: [stays, goes] } } })
    expect(taken.map(({ fieldId, scope, folded }) => `${fieldId} ${scope} ${folded}`).sort()).toEqual(
      [`membership.cost_center ${common} 1`, `membership.cost_center ${only} 3`, 'person.badge  s'].sort(),
    )
    // What the account that is gone had alone is free again.
    await updatePerson(deps, operator, 'one', { form: {}, fields: { badge: 'G' } })
  })
})
