import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction, userActor } from '../src/flows/platform/audit.ts'
import { scanLimit } from '../src/store/beyond-prisma/event-search.ts'
import type { PlainBrowser, Visited } from './support/browser.ts'
import { databases } from './support/databases.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// What happened, in words: the audit log in the console and on the page of an organization.

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  let root: PlainBrowser
  let owner: PlainBrowser
  let ownerId: string
  let organizationId: string
  beforeAll(async () => {
    world = await openTestWorld({ OPERATORS: 'root@example.test' }, { database })
    root = (await world.signIn({ email: 'root@example.test', organization: 'Operations' })).browser
    owner = (
      await world.signIn({
        email: 'anna@example.test',
        givenName: 'Anna',
        familyName: 'Meier',
        organization: 'Engines',
      })
    ).browser
    ownerId = (await world.deps.db.prisma.email.findUniqueOrThrow({ where: { address: 'anna@example.test' } })).userId
    organizationId = (await world.deps.db.prisma.organization.findFirstOrThrow({ where: { name: 'Engines' } })).id
  })
  afterAll(() => world?.close())

  const open = (browser: PlainBrowser, path: string): Promise<Visited> => browser.go(`${world.issuer}${path}`)
  const rows = (page: Visited) =>
    page.html.querySelectorAll('.table tbody tr').map((row) => row.text.replaceAll(/\s+/g, ' '))
  const search = (parameters: Record<string, string>) => `/admin/audit?${new URLSearchParams(parameters)}`
  const record = (work: Parameters<typeof inTransaction>[1]) => inTransaction(world.deps, work)

  test('events are told in words, with names in place of ids', async () => {
    const page = await open(root, '/admin/audit')
    expect(page.status).toBe(200)
    const created = rows(page).find((row) => row.includes('Organization createdEngines'))
    expect(created).toContain('Anna Meier')
    expect(created).not.toContain('organization.created: ')
    const link = page.html.querySelectorAll('a').find(({ text }) => text === 'Engines')
    expect(link?.getAttribute('href')).toContain(`/admin/organizations/${organizationId}`)
  })

  test('a network is shown as a /24, on the page and in the file', async () => {
    const text = rows(await open(root, '/admin/audit')).join()
    expect(text).toContain('127.0.0.0/24')
    expect(text).not.toContain('127.0.0.1')
    const file = await root.go(`${world.issuer}/admin/audit`, { method: 'POST', body: 'action=export' })
    expect(file.text).not.toContain('127.0.0.1')
  })

  test('each filter narrows, alone and with others', async () => {
    const byAnna = rows(await open(root, search({ by: 'anna@example.test' })))
    expect(byAnna.length).toBeGreaterThan(1)
    expect(byAnna.every((row) => row.includes('Anna Meier'))).toBe(true)
    expect(rows(await open(root, search({ about: organizationId })))).toHaveLength(1)
    expect(rows(await open(root, search({ organization: 'engines' })))).toHaveLength(1)
    expect(rows(await open(root, search({ event: 'organization.created' })))).toHaveLength(2)
    const signIns = rows(await open(root, search({ event: 'group:signIn', by: ownerId })))
    expect(signIns.length).toBeGreaterThan(0)
    expect(signIns.every((row) => /Signed in|Sign-in/.test(row))).toBe(true)
    expect(rows(await open(root, search({ event: 'group:organizations' })))).toHaveLength(2)
    expect(rows(await open(root, search({ by: 'nobody@example.test' })))).toEqual([])
    expect(rows(await open(root, search({ organization: 'no-such-place' })))).toEqual([])
    const today = world.deps.now().toISOString().slice(0, 10)
    expect(rows(await open(root, search({ from: today, event: 'organization.created' })))).toHaveLength(2)
    expect(rows(await open(root, search({ until: '2020-01-01' })))).toEqual([])
  })

  test('what was refused is said to be, with the reason', async () => {
    await open(owner, '/admin/audit')
    const refused = rows(await open(root, search({ result: 'refused' })))
    expect(refused.join()).toContain('Refused: Console opened')
    expect(refused.join()).toContain('Anna Meiernot found or not visible')
    expect(rows(await open(root, search({ result: 'ok' }))).join()).not.toContain('Refused')
  })

  test('a filter that cannot be read is refused beside its field', async () => {
    const unreadable: Record<string, string>[] = [
      { from: '2026-02-30' },
      { until: 'yesterday' },
      { event: 'group:all' },
      { result: 'maybe' },
    ]
    for (const parameters of unreadable) {
      const page = await open(root, search(parameters))
      expect(page.status).toBe(422)
      expect(page.html.querySelector('.problem')?.text).toBeTruthy()
      expect(rows(page)).toEqual([])
    }
  })

  test('CO-12: a cursor that was changed, or comes from other filters, is refused', async () => {
    await record(async (tx) => {
      for (let count = 0; count < 60; count += 1)
        await tx.record(userActor(ownerId, '203.0.113.0/24'), { action: 'user.enabled', target: ['user', ownerId] })
    })
    const first = await open(root, search({ event: 'user.enabled' }))
    expect(rows(first)).toHaveLength(50)
    const older = first.html.querySelectorAll('a').find(({ text }) => text === 'Older entries')
    const href = older?.getAttribute('href')?.replaceAll('&amp;', '&') ?? ''
    expect(rows(await open(root, href))).toHaveLength(10)
    const before = new URL(href, world.issuer).searchParams.get('before') ?? ''
    const tampered: Record<string, string>[] = [
      { before },
      { before, event: 'user.created' },
      { before: before.replace(/^./, 'f'), event: 'user.enabled' },
      { before: 'z', event: 'user.enabled' },
    ]
    for (const parameters of tampered) expect((await open(root, search(parameters))).status).toBe(400)
    // Nor does it open the log of an organization.
    const inOrganization = `/organizations/engines/audit?${new URLSearchParams({ before, event: 'user.enabled' })}`
    expect((await open(owner, inOrganization)).status).toBe(400)
  })

  test('CO-10: a value that a spreadsheet would take for a formula is downloaded as text', async () => {
    const names = ['=HYPERLINK("http://x")', '+1', '@x', 'a, "b"\r\nc']
    await record(async (tx) => {
      for (const name of names)
        await tx.record(userActor(ownerId, '=network'), {
          action: 'domain.added',
          organizationId,
          target: ['domain', name],
        })
    })
    const body = new URLSearchParams({ action: 'export', event: 'domain.added' }).toString()
    const answer = await root.go(`${world.issuer}/admin/audit`, { method: 'POST', body })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toContain('text/csv')
    expect(answer.headers.get('content-disposition')).toContain('attachment')
    expect(answer.text).toContain(`"'=HYPERLINK(""http://x"")"`)
    expect(answer.text).toContain(",'+1,")
    expect(answer.text).toContain(",'@x,")
    expect(answer.text).toContain('"a, ""b""\r\nc"')
    expect(answer.text).toContain("'=network")
    expect(answer.text).toContain('Anna Meier')
    const [exported] = rows(await open(root, search({ event: 'audit.exported' })))
    expect(exported).toContain('Activity exported')
  })

  test('an organization sees its own activity, filters it and takes a copy, and nothing of another', async () => {
    const page = await open(owner, '/organizations/engines/audit')
    expect(rows(page).join()).toContain('Organization createdEngines')
    expect(rows(page).join()).not.toContain('Operations')
    expect(rows(await open(owner, '/organizations/engines/audit?organization=operations')).join()).not.toContain(
      'Operations',
    )
    const post = (browser: PlainBrowser) =>
      browser.go(`${world.issuer}/organizations/engines/audit`, {
        method: 'POST',
        body: 'action=export&organization=operations',
      })
    const file = await post(owner)
    expect(file.status).toBe(200)
    expect(file.text).toContain('organization.created')
    expect(file.text).not.toContain('Operations')
    expect((await post(root)).status).toBe(404)
    const recorded = await world.deps.db.prisma.auditEvent.findFirst({
      where: { action: 'audit.exported', organizationId },
    })
    expect(recorded?.actorId).toBe(ownerId)
  })

  test('an organization learns neither the name of an operator nor of people who do not belong to it', async () => {
    const operator = (await world.deps.db.prisma.email.findUniqueOrThrow({ where: { address: 'root@example.test' } }))
      .userId
    await record(async (tx) => {
      const actor = { kind: 'operator', id: operator, network: '203.0.113.0/24' } as const
      await tx.record(actor, {
        action: 'organization.approved',
        organizationId,
        target: ['organization', organizationId],
      })
      await tx.record(userActor(operator, ''), {
        action: 'join_request.created',
        organizationId,
        target: ['user', operator],
      })
    })
    const text = rows(await open(owner, '/organizations/engines/audit')).join()
    expect(text).toContain('Organization approvedEngines')
    expect(text).not.toContain('root@example.test')
  })

  test('a search that finds little says how far it went, and goes on from there', async () => {
    await record(async (tx) => {
      await tx.record(userActor(ownerId, ''), { action: 'user.exported', target: ['user', ownerId] })
    })
    const at = world.deps.now().getTime()
    const events = Array.from({ length: scanLimit + 10 }, (_, count) => ({
      id: (at + 60_000 + count).toString(16).padStart(12, '0') + '0'.repeat(20),
      at: new Date(at),
      action: 'session.created',
      actorKind: 'user',
      actorId: ownerId,
      result: 'ok',
    }))
    for (let from = 0; from < events.length; from += 1000)
      await world.deps.db.prisma.auditEvent.createMany({ data: events.slice(from, from + 1000) })
    const first = await open(root, search({ by: ownerId, event: 'user.exported' }))
    expect(rows(first)).toEqual([])
    expect(first.text).toContain('Searched back to')
    const older = first.html.querySelectorAll('a').find(({ text }) => text === 'Older entries')
    const second = await open(root, older?.getAttribute('href')?.replaceAll('&amp;', '&') ?? '')
    expect(rows(second)).toHaveLength(1)
  })
})
