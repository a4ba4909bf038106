import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { declareField, updateField } from '../src/flows/management/fields/fields.ts'
import { invite, type NewInvitation } from '../src/flows/organizations/invitations/invitations.ts'
import { acceptInvitation, pendingInvitations } from '../src/flows/organizations/invitations/received-invitations.ts'
import { changeMemberFields } from '../src/flows/organizations/member-fields.ts'
import { addMember } from '../src/flows/organizations/members/member-roles.ts'
import { type Actor, type AuditEvent, system } from '../src/flows/platform/audit.ts'
import { eventAsReadBy } from '../src/flows/platform/fields/field-events.ts'
import { exportPerson } from '../src/store/prisma/people.ts'
import { accountOf } from './support/account.ts'
import type { PlainBrowser } from './support/browser.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// Values of fields that an invitation brings: from a file, by the API; and what is left of them when it is accepted.

const clients = {
  OPERATORS: 'root@example.test',
  OIDC_CLIENT_ID_7: 'manager',
  OIDC_CLIENT_7_SECRET: 'manager-secret-0123456789',
  OIDC_CLIENT_7_GRANT_TYPES: 'client_credentials',
  OIDC_CLIENT_7_SCOPES: 'fields:read,fields:write,members:read,invitations:write,organizations:read,audit:read',
  OIDC_CLIENT_ID_8: 'plain',
  OIDC_CLIENT_8_SECRET: 'plain-secret-0123456789',
  OIDC_CLIENT_8_GRANT_TYPES: 'client_credentials',
  OIDC_CLIENT_8_SCOPES: 'members:read,invitations:write,organizations:read',
  OIDC_CLIENT_ID_10: 'narrow',
  OIDC_CLIENT_10_SECRET: 'narrow-secret-0123456789',
  OIDC_CLIENT_10_GRANT_TYPES: 'client_credentials',
  OIDC_CLIENT_10_FIELDS: 'membership.review',
  OIDC_CLIENT_10_SCOPES: 'fields:read,fields:write,members:read,invitations:write,organizations:read',
}
const boundary = 'left-of-the-file'
const operator = { kind: 'operator', id: 'op', network: '::/48' } as const

describe.each(['sqlite', 'postgresql'] as const)('on %s', (database) => {
  let world: TestWorld
  let browser: PlainBrowser
  let owner: Actor & { kind: 'user' }
  let organization = { id: '', slug: '' }
  beforeAll(async () => {
    world = await openTestWorld(clients, { database })
    const signedIn = await world.signIn()
    browser = signedIn.browser
    const at = accountOf(world)
    owner = { kind: 'user', id: await at.idOf(signedIn.person.email), network: '::/48' }
    organization = await world.deps.db.prisma.organization.findFirstOrThrow({
      where: { name: signedIn.person.organization },
    })
    const declare = (given: Record<string, unknown>) =>
      declareField(world.deps, system, { of: 'membership', type: 'text', names: { en: 'x' }, ...given })
    const all = ['person', 'owner', 'client']
    await declare({ key: 'cost_center', allow: 'digits', reads: all, writes: ['owner', 'client'] })
    await declare({ key: 'badge', unique: 'organization', search: true, reads: ['owner'], writes: ['owner'] })
    await declare({ key: 'level', type: 'integer', reads: ['owner'], writes: ['owner'] })
    await declare({
      ...{ key: 'sites', type: 'choices', options: { oslo: { en: 'Oslo' }, rome: { en: 'Rome' } } },
      ...{ reads: ['owner'], writes: ['owner'] },
    })
    await declare({ key: 'review', reads: ['owner', 'client'], writes: ['client'] })
    await declare({ key: 'hidden', reads: ['client'], writes: ['client'] })
    await declare({ key: 'shirt', reads: ['person', 'owner'], writes: ['person'] })
    await declare({ key: 'nick', of: 'person', reads: ['person'], writes: ['person', 'operator'] })
  })
  afterAll(() => world?.close())
  const db = () => world.deps.db.prisma

  let count = 0
  const guest = async (): Promise<Actor & { kind: 'user' }> => {
    count += 1
    const [id, at] = [`guest${count}`, world.deps.now()]
    const emails = { create: { address: `${id}@example.test`, isPrimary: true, verifiedAt: at } }
    await db().user.create({ data: { id, createdAt: at, updatedAt: at, givenName: 'G', emails } })
    return { kind: 'user', id, network: '::/48' }
  }
  const upload = (rest: string, rows: string) =>
    browser.go(`${world.issuer}/organizations/${organization.slug}${rest}`, {
      method: 'POST',
      body: `--${boundary}\r\nContent-Disposition: form-data; name="rows"\r\n\r\n${rows}\r\n--${boundary}--\r\n`,
      headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
    })
  const withoutIsolates = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, '')
  const rowsShown = () =>
    (browser.current?.html.querySelectorAll('tbody tr') ?? []).map(({ text }) => withoutIsolates(text))
  const invitationTo = ({ id }: { id: string }) =>
    db().invitation.findFirstOrThrow({
      where: { email: `${id}@example.test`, organizationId: organization.id },
      orderBy: { id: 'desc' },
    })
  const valuesOf = async ({ id: userId }: { id: string }) => {
    const where = { userId_organizationId: { userId, organizationId: organization.id } }
    return JSON.parse((await db().membership.findUniqueOrThrow({ where })).fields ?? '{}')
  }
  const accept = async (person: Actor & { kind: 'user' }) => {
    const [found] = await pendingInvitations(world.deps, person.id)
    if (!found) throw new Error('not invited')
    expect(await acceptInvitation(world.deps, person, found)).toBe(organization.id)
  }
  const invitation = ({ id }: { id: string }, fields: NewInvitation['fields'] = {}): NewInvitation => ({
    ...{ email: `${id}@example.test`, roles: ['member'], teamIds: [], clientId: null, languages: [] },
    fields,
  })

  test('a file of people to invite has columns for fields, and what is wrong is named by line and column', async () => {
    await browser.go(`${world.issuer}/organizations/${organization.slug}/members/import`)
    const hints = withoutIsolates(browser.current?.html.querySelector('main')?.text ?? '')
    expect(hints).toContain('fields.cost_center, fields.badge, fields.level, fields.sites.')
    const [first, second] = [await guest(), await guest()]
    const file = [
      'email;fields.cost_center;fields.badge;fields.level;fields.sites;fields.nothing;fields.review;fields.hidden;fields.nick;fields.shirt',
      `${first.id}@example.test;4711;B-1;7;rome, oslo;;;;;`,
      `${second.id}@example.test;;;;;;;;;`,
      'letters@example.test;abcd;;;;;;;;',
      'number@example.test;;;seven;;;;;;',
      'unknown@example.test;;;;;x;;;;',
      'readonly@example.test;;;;;;x;;;',
      'hidden@example.test;;;;;;;x;;',
      'person@example.test;;;;;;;;x;',
      'own@example.test;;;;;;;;;x',
      'twice@example.test;;b-1;;;;;;;',
      `long@example.test;${'1'.repeat(300)};;;;;;;;`,
    ].join('\n')
    const before = await db().invitation.count()
    const preview = await upload('/members/import', file)
    expect(preview.text).toContain('Invitations that will be sent: 2')
    const rows = rowsShown().join('\n')
    for (const expected of [
      /letters@.*has a value that this field does not allow: fields\.cost_center.*Line 4/,
      /number@.*has a value that this field does not allow: fields\.level.*Line 5/,
      /unknown@.*names a field that does not exist: fields\.nothing.*Line 6/,
      /readonly@.*sets a field that you cannot change: fields\.review.*Line 7/,
      // What an owner may not even know of, and what is no field of a member.
      /hidden@.*names a field that does not exist: fields\.hidden.*Line 8/,
      /person@.*names a field that does not exist: fields\.nick.*Line 9/,
      /own@.*sets a field that you cannot change: fields\.shirt.*Line 10/,
      /twice@.*has a value that someone else has already: fields\.badge.*Line 11/,
      /long@.*has a value that is too long: fields\.cost_center.*Line 12/,
      /guest1@.*cost_center: 4711, badge: B-1, level: 7, sites: rome, oslo/,
    ])
      expect(rows).toMatch(expected)
    expect(await db().invitation.count()).toBe(before)
    const sent = preview.html.querySelector('input[name=rows]')?.getAttribute('value') ?? ''
    await upload('/members/import/send', sent)
    expect(browser.current?.html.querySelector('.said')?.text).toContain('Invitations sent: 2')
    const values = { cost_center: '4711', badge: 'B-1', level: 7, sites: ['oslo', 'rome'] }
    const stored = await invitationTo(first)
    expect([JSON.parse(stored.fields ?? ''), stored.fieldsBy]).toEqual([values, 'user'])
    expect(await invitationTo(second)).toMatchObject({ fields: null, fieldsBy: null })

    await accept(first)
    await accept(second)
    expect(await valuesOf(first)).toEqual(values)
    expect(await valuesOf(second)).toEqual({})
    expect(await invitationTo(first)).toMatchObject({ fields: null, fieldsBy: null })
    const events = await db().auditEvent.findMany({ where: { targetId: first.id, action: 'member.fields_changed' } })
    expect(events.map(({ detail }) => JSON.parse(detail ?? ''))).toEqual([
      { fields: ['cost_center', 'badge', 'level', 'sites'] },
    ])
    const created = await db().auditEvent.findFirstOrThrow({ where: { targetId: stored.id } })
    expect(created.detail).not.toContain('4711')
    // It is taken now, by a member.
    await upload('/members/import', 'email,fields.badge\nlater@example.test,B-1')
    expect(rowsShown().join()).toMatch(/has a value that someone else has already: fields\.badge/)
  })

  test('a member, who invites nobody, sets no values either', async () => {
    const other = await world.signIn()
    const at = accountOf(world)
    const member = { kind: 'user', id: await at.idOf(other.person.email), network: '::/48' } as const
    await addMember(world.deps, operator, organization.id, member.id, ['member'])
    await expect(
      invite(world.deps, member, organization.id, invitation({ id: 'x' }, { cost_center: '1' })),
    ).rejects.toMatchObject({ reason: 'forbidden' })
  })

  test('what its sender may not write any more, what is gone and what somebody else has is left out', async () => {
    const { deps } = world
    const [person, rival, known] = [await guest(), await guest(), await guest()]
    const fields = { cost_center: '1000', badge: 'B-2', level: 3 }
    await invite(deps, owner, organization.id, invitation(person, fields))
    await invite(deps, owner, organization.id, invitation(rival, { badge: 'B-2' }))
    await accept(rival)
    await updateField(deps, system, 'membership.level', { writes: ['client'] })
    await accept(person)
    expect(await valuesOf(person)).toEqual({ cost_center: '1000' })
    await updateField(deps, system, 'membership.level', { writes: ['owner'] })
    // Nothing is found by a value that was left out, and the one who has it keeps it.
    const found = await db().fieldIndex.findMany({ where: { fieldId: 'membership.badge', folded: 'b-2' } })
    expect(found.map(({ subject }) => subject)).toEqual([rival.id])

    // Somebody became a member by another way, and has a value by now.
    await invite(deps, owner, organization.id, invitation(known, { cost_center: '1', level: 1 }))
    await addMember(deps, operator, organization.id, known.id, ['member'])
    await changeMemberFields(deps, owner, { organizationId: organization.id, userId: known.id }, { cost_center: '2' })
    const [pending] = await pendingInvitations(deps, known.id)
    if (pending) await acceptInvitation(deps, known, pending)
    expect(await valuesOf(known)).toEqual({ cost_center: '2', level: 1 })
  })

  test('an invitation that ends keeps no values, and the download of its person has them until then', async () => {
    const { deps } = world
    const person = await guest()
    await invite(deps, owner, organization.id, invitation(person, { cost_center: '5' }))
    expect((await exportPerson(deps.db, person.id))?.invitations).toMatchObject([{ fields: { cost_center: '5' } }])
    const first = await invitationTo(person)
    await invite(deps, owner, organization.id, invitation(person, { cost_center: '6' }))
    expect(await db().invitation.findUniqueOrThrow({ where: { id: first.id } })).toMatchObject({ fields: null })
    expect((await invitationTo(person)).fields).toBe('{"cost_center":"6"}')
    await browser.go(`${world.issuer}/organizations/${organization.slug}/invitations`)
    const { id } = await invitationTo(person)
    await browser.go(`${world.issuer}/organizations/${organization.slug}/invitations/revoke`, {
      method: 'POST',
      body: new URLSearchParams({ id, confirm: 'yes' }).toString(),
    })
    expect(await invitationTo(person)).toMatchObject({ fields: null, fieldsBy: null })
  })

  test('by the API with fields:write alone, with what clients write, and never another field of a client', async () => {
    const call = async (id: string, path: string, body?: unknown) => {
      const token = await world.token({ grant_type: 'client_credentials' }, { basic: [id, `${id}-secret-0123456789`] })
      const answer = await fetch(`${world.issuer}/api/v1/organizations/${organization.id}${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { Authorization: `Bearer ${token.body.access_token}`, 'Content-Type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      return { status: answer.status, body: await answer.json() }
    }
    const person = await guest()
    const email = `${person.id}@example.test`
    const fields = { cost_center: '77', review: 'good' }
    expect((await call('plain', '/invitations', { email, fields })).status).toBe(403)
    for (const [id, given, status, code] of [
      ['manager', { level: 1 }, 422, 'unknown'],
      ['manager', { nothing: 1 }, 422, 'unknown'],
      ['manager', { cost_center: 'abc' }, 422, 'not_allowed'],
      ['manager', { cost_center: 7 }, 422, 'type'],
      ['narrow', { cost_center: '7' }, 422, 'unknown'],
    ] as const) {
      const answer = await call(id, '/invitations', { email: `not${count++}@example.test`, fields: given })
      expect([answer.status, JSON.stringify(answer.body)]).toEqual([status, expect.stringContaining(`"${code}"`)])
    }
    expect(await db().invitation.count({ where: { email: { startsWith: 'not' } } })).toBe(0)
    const made = await call('manager', '/invitations', { email, fields })
    expect(made.body).toMatchObject({ email, fields })
    const listed = async (id: string) =>
      (await call(id, '/invitations')).body.data.find((row: { email: string }) => row.email === email)
    expect((await listed('manager')).fields).toEqual(fields)
    expect((await listed('narrow')).fields).toEqual({ review: 'good' })
    expect(await listed('plain')).not.toHaveProperty('fields')
    // Owners see that it was sent, without the fields that they may not know of.
    await call('manager', '/invitations', { email: 'hidden@example.test', fields: { hidden: 'x', review: 'x' } })
    const sent = await db().auditEvent.findFirstOrThrow({
      where: { action: 'invitation.created', result: 'ok', actorId: 'manager', detail: { contains: 'hidden@' } },
    })
    const event = { ...sent, detail: JSON.parse(sent.detail ?? '{}') } as unknown as AuditEvent
    expect(event.detail).toMatchObject({ fields: ['hidden', 'review'] })
    expect(eventAsReadBy(world.deps, owner, event).detail).toMatchObject({ fields: ['review'] })
    await accept(person)
    expect(await valuesOf(person)).toEqual(fields)
  })
})
