import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { updatePerson } from '../src/flows/management/directory.ts'
import { declareField } from '../src/flows/management/fields/fields.ts'
import { listManagedEvents } from '../src/flows/management/organizations.ts'
import { changeMemberFields } from '../src/flows/organizations/member-fields.ts'
import { addMember } from '../src/flows/organizations/members/member-roles.ts'
import { updateOrganization } from '../src/flows/organizations/organization-settings.ts'
import { system } from '../src/flows/platform/audit.ts'
import { digestOfValues, type FieldChange } from '../src/flows/platform/fields/field-values.ts'
import { changeableMembers, fixedMembers } from '../src/pages/console/fields/field-form.tsx'
import { accountOf, type Signed } from './support/account.ts'
import type { PlainBrowser } from './support/browser.ts'
import { databases } from './support/databases.ts'
import { nextCode } from './support/mailbox.ts'
import { claimsOf, openTestWorld, type TestWorld, webAuth } from './support/world.ts'

// Declared fields on pages: who is asked for which, who sees them, and what they may change.

const operator = { kind: 'operator', id: 'op', network: '::/48' } as const
const script = '<script>alert(1)</script>{{7*7}}'

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  let at: ReturnType<typeof accountOf>
  let owner: Awaited<ReturnType<TestWorld['signIn']>>
  let root: Signed
  let ownerId = ''
  let organization = { id: '', slug: '' }
  beforeAll(async () => {
    world = await openTestWorld({ OPERATORS: 'root@example.test' }, { database })
    at = accountOf(world)
    owner = await world.signIn()
    root = await at.byMail('root@example.test')
    organization = await world.deps.db.prisma.organization.findFirstOrThrow({
      where: { name: owner.person.organization },
    })
    ownerId = await at.idOf(owner.person.email)
    const declare = (given: Record<string, unknown>) =>
      declareField(world.deps, system, { type: 'text', names: { en: `The ${given.key}` }, ...given })
    await declare({ key: 'nick', of: 'person', reads: ['person'], writes: ['person'] })
    await declare({ key: 'rating', of: 'person', reads: ['person'], writes: ['operator'] })
    await declare({ key: 'secret_note', of: 'person', reads: [], writes: ['client'] })
    await declare({ key: 'site', of: 'person', type: 'link', reads: ['person'], writes: ['person'] })
    await declare({
      key: 'colors',
      of: 'person',
      type: 'choices',
      options: { red: { en: 'Red', de: 'Rot' } },
      reads: ['person'],
      writes: ['person'],
    })
    await declare({ key: 'news', of: 'person', type: 'boolean', reads: ['person'], writes: ['person'] })
    await declare({ key: 'age', of: 'person', type: 'integer', max: 150, reads: ['person'], writes: ['person'] })
    await declare({ key: 'cost_center', of: 'membership', reads: ['person', 'owner', 'client'], writes: ['owner'] })
    await declare({ key: 'review', of: 'membership', reads: ['owner'], writes: ['owner'] })
    await declare({ key: 'shirt', of: 'membership', reads: ['person'], writes: ['person'] })
    await declare({ key: 'industry', of: 'organization', reads: ['person', 'owner'], writes: ['owner'] })
  })
  afterAll(() => world?.close())

  const withoutIsolates = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, '')
  const main = (browser: PlainBrowser) => browser.current?.html.querySelector('main')?.text ?? ''
  const valuesOf = async (id: string) =>
    JSON.parse((await world.deps.db.prisma.user.findUniqueOrThrow({ where: { id } })).fields ?? '{}')
  const post = (browser: PlainBrowser, path: string, pairs: [string, string][]) =>
    browser.go(`${world.issuer}${path}`, { method: 'POST', body: new URLSearchParams(pairs).toString() })

  test('a person sees what is kept about them, who else does, and changes what is theirs', async () => {
    const { browser } = owner
    await browser.go(`${world.issuer}/account/fields`)
    expect(main(browser)).toContain('The nick')
    expect(main(browser)).toContain('The rating')
    expect(main(browser)).not.toContain('secret_note')
    expect(main(browser)).toContain(`What ${owner.person.organization} stores about you`)
    expect(main(browser)).toContain('Also seen by owners and admins, applications, and those who run this service.')
    expect(main(browser)).not.toContain('The review')
    await browser.submit({
      'fields.nick': script,
      'fields.site': 'https://a.example/x',
      'fields.news': 'no',
      'fields.age': '36',
    })
    expect(main(browser)).toContain('The values were saved.')
    expect(await valuesOf(ownerId)).toEqual({ nick: script, site: 'https://a.example/x', news: false, age: 36 })
    // FI-05: it is text, wherever it stands.
    expect(browser.current?.text).not.toContain('<script>alert(1)')
    expect(browser.current?.text).toContain('&lt;script&gt;alert(1)')
    await post(browser, '/account/fields', [
      ['fields', 'colors news nick'],
      ['fields.colors', 'red'],
      ['fields.nick', 'Ada'],
    ])
    expect(await valuesOf(ownerId)).toEqual({ nick: 'Ada', site: 'https://a.example/x', age: 36, colors: ['red'] })
  })

  test('FI-06: what is wrong stands beside its field, and nothing is kept', async () => {
    const { browser } = owner
    for (const [name, value] of [
      ['site', 'javascript:alert(1)'],
      ['age', '151'],
      ['age', 'old'],
      ['colors', 'green'],
      ['nick', 'x'.repeat(201)],
    ] as const) {
      const visited = await post(browser, '/account/fields', [
        ['fields', name],
        [`fields.${name}`, value],
      ])
      expect(visited.status, `${name} ${value}`).toBe(422)
      expect(visited.html.querySelector('.problem')?.text, name).toBeTruthy()
    }
    expect(await valuesOf(ownerId)).toMatchObject({ nick: 'Ada', age: 36 })
  })

  test('what the form did not show is refused and noted, not dropped', async () => {
    const { browser } = owner
    for (const key of ['rating', 'secret_note', 'constructor']) {
      const visited = await post(browser, '/account/fields', [
        ['fields.nick', 'Never'],
        [`fields.${key}`, '5'],
      ])
      expect(visited.status, key).toBe(403)
    }
    expect(await valuesOf(ownerId)).toMatchObject({ nick: 'Ada' })
    const refused = { action: 'person.fields_changed', result: 'refused' }
    expect(await world.deps.db.prisma.auditEvent.count({ where: refused })).toBeGreaterThan(0)
    const cost = await post(browser, '/account/fields', [
      ['organization', organization.id],
      ['fields.review', 'x'],
    ])
    expect(cost.status).not.toBe(200)
    const elsewhere = await post(browser, '/account/fields', [
      ['organization', 'unknown'],
      ['fields.shirt', 'L'],
    ])
    expect(elsewhere.status).toBe(404)
  })

  test('FI-08: an owner keeps something about a member, whom others learn nothing about', async () => {
    const member = await at.byMail()
    const { browser } = owner
    await addMember(world.deps, operator, organization.id, member.id, ['member'])
    const path = `/organizations/${organization.slug}/members/${member.id}/fields`
    await browser.go(`${world.issuer}/organizations/${organization.slug}`)
    expect(browser.current?.text).toContain(path)
    await browser.go(`${world.issuer}${path}`)
    await browser.submit({ 'fields.cost_center': '4711', 'fields.review': script })
    expect(main(browser)).toContain('The values were saved.')
    expect(browser.current?.text).not.toContain('<script>alert(1)')
    // The member sees what is meant for them, and changes what is theirs.
    await member.browser.go(`${world.issuer}/account/fields`)
    expect(main(member.browser)).toContain('4711')
    expect(main(member.browser)).not.toContain('alert(1)')
    await post(member.browser, '/account/fields', [
      ['organization', organization.id],
      ['fields', 'shirt'],
      ['fields.shirt', 'M'],
    ])
    const stored = { userId: member.id, organizationId: organization.id }
    const values = async () =>
      JSON.parse((await world.deps.db.prisma.membership.findFirstOrThrow({ where: stored })).fields ?? '{}')
    expect(await values()).toEqual({ cost_center: '4711', review: script, shirt: 'M' })
    // Not the owner's form, not for the member, and not from another organization.
    for (const pairs of [[['fields.cost_center', '1']], [['fields.shirt', 'L']]] as [string, string][][])
      expect((await post(member.browser, path, pairs)).status).toBeGreaterThanOrEqual(400)
    expect((await member.browser.go(`${world.issuer}${path}`)).status).toBe(403)
    const stranger = await world.signIn()
    expect((await stranger.browser.go(`${world.issuer}${path}`)).status).toBe(404)
    const own = await world.deps.db.prisma.organization.findFirstOrThrow({
      where: { name: stranger.person.organization },
    })
    expect(
      (await stranger.browser.go(`${world.issuer}/organizations/${own.slug}/members/${member.id}/fields`)).status,
    ).toBe(404)
    expect(await values()).toMatchObject({ cost_center: '4711', shirt: 'M' })
  })

  test('a form whose values were changed elsewhere replaces none of them unseen', async () => {
    const { prisma } = world.deps.db
    const ids = { organizationId: organization.id, userId: ownerId }
    const read = {
      person: () => prisma.user.findUniqueOrThrow({ where: { id: ownerId } }),
      organization: () => prisma.organization.findUniqueOrThrow({ where: { id: organization.id } }),
      membership: () => prisma.membership.findFirstOrThrow({ where: ids }),
    }
    const elsewhere = {
      person: (fields: FieldChange) => updatePerson(world.deps, system, ownerId, { form: {}, fields }),
      organization: (fields: FieldChange) => updateOrganization(world.deps, operator, organization.id, { fields }),
      membership: (fields: FieldChange) => changeMemberFields(world.deps, system, ids, fields),
    }
    const all = { reads: ['person', 'owner'], writes: ['owner', 'client', 'operator'] }
    for (const of of ['organization', 'membership'])
      await declareField(world.deps, system, { key: 'motto', of, type: 'text', names: { en: 'Motto' }, ...all })
    for (const [key, readers] of Object.entries({ motto: ['person', 'client'], grade: ['client', 'operator'] }))
      await declareField(world.deps, system, {
        ...{ key, of: 'person', type: 'text', names: { en: key }, reads: ['person'], writes: readers },
      })
    const at = `/organizations/${organization.slug}`
    const forms = [
      [owner.browser, '/account/fields', 'person', 'motto'],
      [owner.browser, `${at}/settings`, 'organization', 'motto'],
      [owner.browser, `${at}/members/${ownerId}/fields`, 'membership', 'motto'],
      [root.browser, `/admin/people/${ownerId}/fields`, 'person', 'grade'],
    ] as const
    for (const [browser, path, of, key] of forms) {
      const stored = async () => JSON.parse((await read[of]()).fields ?? '{}')[key]
      const form = async () => {
        const { html } = await browser.go(`${world.issuer}${path}`)
        const [found] = html.querySelectorAll('form').filter((one) => one.querySelector(`[name="fields.${key}"]`))
        return [found?.getAttribute('action') ?? '', found?.querySelector('[name=shown]')?.getAttribute('value') ?? '']
      }
      const [action = '', shown = ''] = await form()
      const send = (value: string, seen: string) =>
        browser.go(new URL(action, world.issuer).href, {
          method: 'POST',
          body: new URLSearchParams({ fields: key, [`fields.${key}`]: value, shown: seen }).toString(),
        })
      // The fields of the form that this test does not send are as they were.
      const only = () => digestOfValues(JSON.stringify({ [key]: 'Theirs' }), [key])
      expect(shown, path).toMatch(/^[\w-]{43}$/)
      await elsewhere[of]({ [key]: 'Theirs' })
      const refused = await send('Mine', digestOfValues(null, [key]))
      expect(refused.status, path).toBe(422)
      expect(refused.html.querySelector('main [role=alert]')?.text, path).toContain('Someone else has changed')
      expect(refused.html.querySelector(`[name="fields.${key}"]`)?.getAttribute('value'), path).toBe('Mine')
      expect(await stored(), path).toBe('Theirs')
      expect((await send('Mine', only())).status, path).toBe(200)
      expect(await stored(), path).toBe('Mine')
      // Sent twice, as by two clicks, it is no mistake.
      expect((await send('Mine', only())).status, path).toBe(200)
    }
    // As a browser sends it, with everything that the page had.
    await owner.browser.go(`${world.issuer}/account/fields`)
    await elsewhere.person({ motto: 'Again theirs' })
    await owner.browser.submit({ 'fields.motto': 'Mine' })
    expect(owner.browser.current?.status).toBe(422)
    await owner.browser.submit({ 'fields.motto': 'Mine after all' })
    expect(owner.browser.current?.status).toBe(200)
    expect(await valuesOf(ownerId)).toMatchObject({ motto: 'Mine after all', nick: 'Ada' })
  })

  test('the activity of an organization has no key of a field that its owners may not know of', async () => {
    const hidden = { type: 'text', names: { en: 'x' }, reads: [], writes: ['operator'] }
    for (const of of ['organization', 'membership']) {
      await declareField(world.deps, system, { ...hidden, key: 'fraud_risk', of })
      await declareField(world.deps, system, { ...hidden, key: 'tier', of, reads: ['owner'] })
    }
    const fields = { fraud_risk: 'high', tier: 'gold' }
    await changeMemberFields(world.deps, operator, { organizationId: organization.id, userId: ownerId }, fields)
    await updateOrganization(world.deps, operator, organization.id, { fields })
    const path = `/organizations/${organization.slug}/audit`
    for (const event of ['organization.fields_changed', 'member.fields_changed']) {
      const seen = await owner.browser.go(`${world.issuer}${path}?event=${event}`)
      const file = await post(owner.browser, path, [
        ['action', 'export'],
        ['event', event],
      ])
      for (const { status, text } of [seen, file]) {
        expect(status, event).toBe(200)
        expect(text, event).toContain('tier')
        expect(text, event).not.toContain('fraud_risk')
      }
      expect((await root.browser.go(`${world.issuer}/admin/audit?event=${event}`)).text).toContain('fraud_risk')
    }
    const client = { kind: 'client', id: 'web', network: '::/48', organizationId: organization.id } as const
    const { events } = await listManagedEvents(world.deps, client, undefined, { before: null, limit: 100 })
    const keys = events.flatMap(({ result, detail }) => (result === 'ok' ? (detail?.fields ?? []) : []))
    expect(keys).toContain('cost_center')
    for (const key of ['fraud_risk', 'tier']) expect(keys).not.toContain(key)
  })

  test('owners say more about their organization, and its members see it', async () => {
    const { browser } = owner
    await browser.go(`${world.issuer}/organizations/${organization.slug}/settings`)
    expect(main(browser)).toContain('More about the organization')
    await post(browser, `/organizations/${organization.slug}/settings/fields`, [
      ['fields', 'industry'],
      ['fields.industry', 'Engines'],
    ])
    expect(main(browser)).toContain('The values were saved.')
    await browser.go(`${world.issuer}/account/fields`)
    expect(main(browser)).toContain('Engines')
    const long = await post(browser, `/organizations/${organization.slug}/settings/fields`, [
      ['fields.industry', 'x'.repeat(300)],
    ])
    expect(long.status).toBe(422)
    expect(long.html.querySelector('[id="fields.industry-problem"]')?.text).toBeTruthy()
  })

  test('the form of a declaration speaks the language of its page', async () => {
    const { browser } = root
    const labels = () =>
      browser.current?.html.querySelectorAll('main label, main legend').map(({ text }) => text.trim()) ?? []
    await browser.go(`${world.issuer}/admin/fields/new`)
    expect(labels()).toEqual(expect.arrayContaining(['Type', 'Who sees it', 'Admins and owners', 'Allowed characters']))
    await world.deps.db.prisma.user.update({ where: { id: root.id }, data: { locale: 'de' } })
    for (const path of ['/admin/fields/new', '/admin/fields/person.nick']) {
      await browser.go(`${world.issuer}${path}`)
      expect(labels(), path).toEqual(expect.arrayContaining(['Wer es sieht', 'Die Person', 'Erlaubte Zeichen']))
      for (const member of Object.keys({ ...fixedMembers, ...changeableMembers }))
        expect(labels(), path).not.toContain(member)
    }
    await world.deps.db.prisma.user.update({ where: { id: root.id }, data: { locale: 'en' } })
    // Boxes of a name are sent one by one, and what is wrong with a box is said below it.
    const visited = await post(browser, '/admin/fields/new', [
      ...Object.entries({
        action: 'declare',
        of: 'person',
        key: 'boxes',
        type: 'text',
        names: 'en Boxes',
        claim: 'yes',
      }),
      ...['person', 'operator'].map((reader): [string, string] => ['reads', reader]),
      ['writes', 'person'],
      ['show', 'account'],
    ])
    expect(visited.status).toBe(422)
    expect(visited.html.querySelector('#member-claim-fault')?.text).toContain('needs client among reads')
    const boxes = visited.html.querySelectorAll('input[name=reads][checked]').map((box) => box.getAttribute('value'))
    expect(boxes).toEqual(['person', 'operator'])
  })

  test('operators declare fields, and see what people said', async () => {
    const { browser } = root
    await browser.go(`${world.issuer}/admin/fields`)
    expect(main(browser)).toContain('person.nick')
    expect(main(browser)).toContain('said by the person')
    const declaration: [string, string][] = [
      ['action', 'declare'],
      ['of', 'person'],
      ['key', 'level'],
      ['type', 'choice'],
      ['unique', 'no'],
      ['names', 'en Level of skill\nde Stufe'],
      ['options', 'pro en A professional\nnew en A beginner'],
      ['reads', 'client'],
      ['writes', 'operator client'],
      ['show', 'console'],
    ]
    await post(browser, '/admin/fields/new', declaration)
    expect(main(browser)).toContain('The field person.level was saved')
    expect(main(browser)).toContain('A professional')
    const again = await post(browser, '/admin/fields/new', declaration)
    expect(again.status).toBe(422)
    const wrong = await post(browser, '/admin/fields/new', [
      ...declaration.slice(0, 2),
      ['key', '__proto__'],
      ['type', 'text'],
    ])
    expect(wrong.status).toBe(422)
    expect(main(browser)).toContain('must be 2 to 32 letters')
    await browser.go(`${world.issuer}/admin/people/${ownerId}`)
    expect(browser.current?.text).toContain(`/admin/people/${ownerId}/fields`)
    await post(browser, `/admin/people/${ownerId}/fields`, [
      ['fields', 'level rating'],
      ['fields.level', 'pro'],
      ['fields.rating', 'Good'],
    ])
    expect(await valuesOf(ownerId)).toMatchObject({ level: 'pro', rating: 'Good' })
    expect((await post(browser, `/admin/people/${ownerId}/fields`, [['fields.nick', 'x']])).status).toBe(403)
    const refused = { action: 'person.fields_changed', result: 'refused', actorKind: 'operator', targetId: ownerId }
    expect(await world.deps.db.prisma.auditEvent.count({ where: refused })).toBe(1)
    await post(browser, '/admin/fields/person.level', [['action', 'remove']])
    expect(main(browser)).toContain('Remove the field Level of skill?')
    // How many have a value is read before it is removed, and before it is changed.
    expect(withoutIsolates(main(browser))).toMatch(/Have a value1 of \d+/)
    await browser.go(`${world.issuer}/admin/fields/person.level`)
    expect(withoutIsolates(main(browser))).toMatch(/Have a value1 of \d+/)
    await post(browser, '/admin/fields/person.level', [
      ['action', 'remove'],
      ['confirm', 'yes'],
    ])
    expect(main(browser)).toContain('The field person.level is hidden.')
    expect((await browser.go(`${world.issuer}/admin/fields/person.level`)).status).toBe(404)
  })

  test('FI-14: everybody is asked once for what is required of all, and nothing that runs is stopped', async () => {
    const { browser } = owner
    const before = await world.redeem((await world.authorize(browser)).callback?.searchParams.get('code') ?? '')
    await declareField(world.deps, system, {
      ...{ key: 'country', of: 'person', type: 'country', required: 'always', since: '2020-01-01' },
      ...{ reads: ['person', 'client'], writes: ['person'], names: { en: 'Country' } },
    })
    await declareField(world.deps, system, {
      ...{ key: 'source', of: 'person', type: 'text', required: 'sign-up' },
      ...{ reads: ['person'], writes: ['person'], names: { en: 'How did you find us?' } },
    })
    await declareField(world.deps, system, {
      ...{ key: 'later', of: 'person', type: 'text', required: 'always', since: '2199-01-01' },
      ...{ reads: ['person'], writes: ['person'], names: { en: 'Later' } },
    })
    // A refresh and a session go on.
    const refreshed = await world.token(
      { grant_type: 'refresh_token', refresh_token: before.body.refresh_token },
      webAuth,
    )
    expect(refreshed.status).toBe(200)
    expect((await world.userinfo(refreshed.body.access_token)).status).toBe(200)
    expect((await browser.go(`${world.issuer}/account/fields`)).status).toBe(200)
    // Nothing can be shown: the request fails.
    const silent = await world.authorize(browser, { prompt: 'none' })
    expect(silent.callback?.searchParams.get('error')).toBe('interaction_required')
    // At the next sign-in, once, and only what is required of all by now.
    await world.authorize(browser)
    expect(main(browser)).toContain('Country')
    expect(main(browser)).not.toContain('How did you find us?')
    expect(main(browser)).not.toContain('Later')
    const page = browser.current?.location ?? ''
    await browser.submit({ given_name: 'Ada' })
    expect(browser.current?.status).toBe(422)
    expect(browser.current?.location).toBe(page)
    await browser.submit({ 'fields.country': 'CH' })
    expect(browser.current?.callback?.searchParams.get('code')).toBeTruthy()
    expect(await valuesOf(ownerId)).toMatchObject({ country: 'CH', nick: 'Ada' })
    expect((await world.authorize(browser, { prompt: 'none' })).callback?.searchParams.get('code')).toBeTruthy()
    // What was asked for can be changed and not taken back.
    expect((await post(browser, '/account/fields', [['fields', 'country']])).status).toBe(422)
    for (const nothing of ['', '  ', '\u200b', '\u200d\u2060', '\u202e']) {
      const form: [string, string][] = [
        ['fields', 'later'],
        ['fields.later', nothing],
      ]
      expect((await post(browser, '/account/fields', form)).status, JSON.stringify(nothing)).toBe(422)
    }
    expect(browser.current?.html.querySelector('[id="fields.later-problem"]')?.text).toContain('Fill in')

    const fresh = world.browser()
    await world.authorize(fresh)
    await fresh.submit({ email: 'fresh@example.test' })
    await fresh.submit({ code: await nextCode(world.mailbox, 'fresh@example.test') })
    await fresh.submit({ accept_terms: 'yes' })
    expect(main(fresh)).toContain('How did you find us?')
    for (const nothing of ['  ', '\u200b', '\u202e\u2060']) {
      await fresh.submit({ given_name: 'Grace', 'fields.source': nothing, 'fields.country': 'EU', 'fields.later': 'x' })
      expect(fresh.current?.status).toBe(422)
      // Whatever is wrong is named at once.
      for (const key of ['source', 'country'])
        expect(fresh.current?.html.querySelector(`[id="fields.${key}-problem"]`)?.text, key).toBeTruthy()
    }
    expect(await valuesOf(await at.idOf('fresh@example.test'))).toEqual({})
    await fresh.submit({
      given_name: 'Grace',
      'fields.source': 'A friend',
      'fields.country': 'US',
      'fields.later': 'x',
    })
    expect(await valuesOf(await at.idOf('fresh@example.test'))).toEqual({
      country: 'US',
      source: 'A friend',
      later: 'x',
    })
    expect(claimsOf(before.body.id_token).sub).toBe(ownerId)
  })

  test('who has more than fits is let in, and can make it less', async () => {
    const { browser } = owner
    const stored = { ...(await valuesOf(ownerId)), nick: 'n'.repeat(100), left: 'x'.repeat(4096) }
    await world.deps.db.prisma.user.update({ where: { id: ownerId }, data: { fields: JSON.stringify(stored) } })
    await declareField(world.deps, system, {
      ...{ key: 'branch', of: 'person', type: 'text', required: 'always' },
      ...{ reads: ['person'], writes: ['person'], names: { en: 'Branch' } },
    })
    await world.authorize(browser)
    expect(main(browser)).toContain('Branch')
    await browser.submit({ given_name: 'Ada', 'fields.branch': 'Trade' })
    expect(browser.current?.callback?.searchParams.get('code')).toBeTruthy()
    expect(await valuesOf(ownerId)).toEqual({ ...stored, branch: 'Trade' })
    const nick = async (value: string) => (await post(browser, '/account/fields', [['fields.nick', value]])).status
    expect(await nick('n'.repeat(101))).toBe(422)
    expect(await nick('n'.repeat(99))).toBe(200)
    expect(await valuesOf(ownerId)).toMatchObject({ nick: 'n'.repeat(99), branch: 'Trade' })
  })
})
