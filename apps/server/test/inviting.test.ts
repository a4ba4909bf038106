import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseTypedAddresses } from '../src/flows/organizations/invitations/typed-addresses.ts'
import type { PlainBrowser, Visited } from './support/browser.ts'
import { databases } from './support/databases.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// One page invites people to an organization: many addresses at once, as they are typed or pasted.

const boundary = 'a-boundary-of-these-tests'

const read = (text: string) => {
  const parsed = parseTypedAddresses(text, { role: 'member', team: '' })
  return parsed.ok ? parsed.rows.map(({ line, email }) => [line, email]) : parsed.error
}

describe('addresses as people paste them', () => {
  test.each([
    ['a@x.example, b@x.example;c@x.example d@x.example', ['a@x.example', 'b@x.example', 'c@x.example', 'd@x.example']],
    ['Ada Lovelace <a@x.example>, "Hopper, Grace" <b@x.example>', ['a@x.example', 'b@x.example']],
    ['Ada <a@x.example> Grace <b@x.example>', ['a@x.example', 'b@x.example']],
    ['a@x.example <a@x.example>', ['a@x.example']],
    ['<a@x.example>,,; ,', ['a@x.example']],
    ['"never closed <a@x.example>, b@x.example', ['a@x.example', 'b@x.example']],
    ['Ada Lovelace', ['Ada Lovelace']],
    ['Ada a@x.example', ['Ada', 'a@x.example']],
    ['Ada <a@x.example', ['Ada', '<a@x.example']],
    ['Ada <>', ['']],
  ])('%s', (text, emails) => {
    expect(read(text)).toEqual(emails.map((email) => [1, email]))
  })

  test('each has the line that it is on', () => {
    expect(read('a@x.example\r\n\n b@x.example , c@x.example\rd@x.example')).toEqual([
      [1, 'a@x.example'],
      [3, 'b@x.example'],
      [3, 'c@x.example'],
      [4, 'd@x.example'],
    ])
  })

  test('none, too many and control characters are said', () => {
    expect(read(' \n ,; ')).toBe('no-addresses')
    expect(read('a@x.example '.repeat(1001))).toBe('too-many-addresses')
    expect(read('a\0@x.example')).toBe('unreadable')
  })

  test('CO-93: 64 KiB of any kind are read in one pass', () => {
    for (const text of ['<', '"', '<>', '",', ' <a', 'a@', '"<', '> <', ',;'].map((part) =>
      part.repeat(65_536 / part.length),
    )) {
      const start = performance.now()
      read(text)
      expect(performance.now() - start, text.slice(0, 4)).toBeLessThan(1000)
    }
  })
})

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  let owner: PlainBrowser
  let admin: PlainBrowser
  let member: PlainBrowser
  let outsider: PlainBrowser
  let operator: PlainBrowser
  let organization: { id: string; slug: string }
  let team: { id: string; slug: string }
  let foreignTeam: { id: string; slug: string }
  beforeAll(async () => {
    world = await openTestWorld({ OPERATORS: 'root@example.test' }, { database })
    const { prisma } = world.deps.db
    owner = (await world.signIn({ email: 'owner@acme.example', organization: 'Acme', team: 'Research' })).browser
    organization = await prisma.organization.findFirstOrThrow({ where: { name: 'Acme' } })
    outsider = (await world.signIn({ email: 'owner@rival.example', organization: 'Rival', team: 'Rivals' })).browser
    const rival = await prisma.organization.findFirstOrThrow({ where: { name: 'Rival' } })
    const at = world.deps.now()
    const teamOf = (organizationId: string, slug: string) =>
      prisma.team.create({ data: { id: `team-${slug}`, slug, name: slug, organizationId, createdAt: at } })
    team = await teamOf(organization.id, 'platform')
    foreignTeam = await teamOf(rival.id, 'spies')
    const joins = async (email: string, roles: string) => {
      const { browser } = await world.signIn({ email, organization: `Own ${roles}` })
      const { userId } = await prisma.email.findUniqueOrThrow({ where: { address: email } })
      await prisma.membership.create({ data: { userId, organizationId: organization.id, roles, createdAt: at } })
      return browser
    }
    admin = await joins('admin@acme.example', 'admin')
    member = await joins('member@acme.example', 'member')
    operator = (await world.signIn({ email: 'root@example.test' })).browser
  })
  afterAll(() => world?.close())

  const path = (rest = '') => `/organizations/${organization.slug}${rest}`
  const post = (
    browser: PlainBrowser,
    fields: Record<string, string>,
    at = path('/members/invite'),
  ): Promise<Visited> =>
    browser.go(`${world.issuer}${at}`, { method: 'POST', body: new URLSearchParams(fields).toString() })
  const invited = (email: string) =>
    world.deps.db.prisma.invitation.findMany({ where: { email, organizationId: organization.id, revokedAt: null } })
  const total = () => world.deps.db.prisma.invitation.count()
  const rows = ({ html }: Visited) => html.querySelectorAll('main .rows > li, main tbody tr').map(({ text }) => text)

  test('many people are invited at once to a role and a team, and each gets a mail', async () => {
    await owner.go(`${world.issuer}${path()}`)
    const button = owner.current?.html.querySelector('main a.button.primary')
    expect(button?.text.trim()).toBe('Invite people')
    await owner.go(button?.getAttribute('href') ?? '')
    const sent = await owner.submit({
      addresses: 'Ada <ada@new.example>, bob@new.example\ncleo@new.example',
      role: 'admin',
      team: team.id,
    })
    expect(sent.html.querySelector('main [role=status]')?.text).toContain('Invitations sent: 3')
    for (const email of ['ada@new.example', 'bob@new.example', 'cleo@new.example']) {
      expect(await invited(email)).toMatchObject([{ roles: 'admin', teamIds: team.id }])
      expect((await world.mailbox.take(email)).text).toContain('Role: Admin')
    }
  })

  test('what would go wrong is said before anything is sent, and the rest goes with one press', async () => {
    const before = await total()
    const addresses = 'dora@new.example, DORA@new.example\nnot-an-address\nmember@acme.example, ada@new.example'
    const said = await post(owner, { addresses, role: 'member', team: '' })
    expect(await total()).toBe(before)
    const text = rows(said).join('\n')
    expect(text).toMatch(/DORA@new\.example.*is on an earlier line already.*Line 1/)
    expect(text).toMatch(/not-an-address.*is not a valid email address.*Line 2/)
    expect(text).toMatch(/member@acme\.example.*is a member already.*Line 3/)
    expect(text).toMatch(/ada@new\.example.*is invited already.*Line 3/)
    expect(said.html.querySelector('[name=addresses]')?.text).toContain('not-an-address')
    const form = said.html.querySelectorAll('form').find((one) => one.querySelector('input[name=rows]'))
    const file = form?.querySelector('input[name=rows]')?.getAttribute('value') ?? ''
    const body = [`--${boundary}`, 'Content-Disposition: form-data; name="rows"', '', file, `--${boundary}--`, ''].join(
      '\r\n',
    )
    const sent = await owner.go(form?.getAttribute('action') ?? '', {
      method: 'POST',
      body,
      headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
    })
    expect(sent.html.querySelector('main [role=status]')?.text).toContain('Invitations sent: 2')
    expect(await invited('dora@new.example')).toHaveLength(1)
    // The new invitation replaced the old one.
    expect(await invited('ada@new.example')).toMatchObject([{ roles: 'member' }])
  })

  test.each([
    [{ addresses: '' }, 'Enter at least one email address.'],
    [{ addresses: 'a@new.example '.repeat(1001) }, 'There are more than 1,000 addresses.'],
    [{ addresses: 'x@new.example', role: 'emperor' }, 'Choose an option.'],
    [{ addresses: 'x@new.example', team: 'spies' }, 'Choose an option from the list.'],
  ])('a form that cannot be used keeps what was typed: %#', async (fields, problem) => {
    const before = await total()
    const refused = await post(owner, fields)
    expect(refused.status).toBe(422)
    expect(refused.html.querySelector('.problem')?.text).toContain(problem)
    expect(refused.html.querySelector('[name=addresses]')?.text.trim()).toBe(fields.addresses.trim())
    expect(await total()).toBe(before)
  })

  test('CO-93: nobody invites whom they could not invite one by one', async () => {
    const before = await total()
    const fields = { addresses: 'secret@new.example', role: 'member' }
    expect((await post(member, fields)).status).toBe(403)
    expect((await post(outsider, fields)).status).toBe(404)
    expect((await post(outsider, fields, `/admin/organizations/${organization.id}/members/invite`)).status).toBe(404)
    const boss = await post(admin, { ...fields, role: 'owner' })
    expect(rows(boss).join('\n')).toContain('has a role that you cannot give')
    expect((await post(owner, { ...fields, team: foreignTeam.id })).status).toBe(422)
    const headers = { Origin: 'https://evil.example' }
    const body = new URLSearchParams(fields).toString()
    expect(
      (await owner.go(`${world.issuer}${path('/members/invite')}`, { method: 'POST', body, headers })).status,
    ).toBe(403)
    const crowd = await post(owner, { addresses: 'x@new.example,'.repeat(6000) })
    expect(crowd.status).toBe(413)
    expect(await total()).toBe(before)
  })

  test('CO-93: names in front of addresses reach no header, and look-alikes are no addresses', async () => {
    const said = await post(owner, {
      addresses: 'Eve\r\nBcc: victim@new.example <eve@new.example>\nраypal@new.example\neve＠new.example',
      role: 'member',
    })
    const text = rows(said).join('\n')
    expect(text).toMatch(/Eve.*is not a valid email address/)
    expect(text).toMatch(/раypal@new\.example.*is not a valid email address/)
    expect(text).toMatch(/eve＠new\.example.*is not a valid email address/)
  })

  test('a file names teams too', async () => {
    const rowsOfFile = 'email,role,team\nfile@new.example,member,platform\nspy@new.example,member,spies'
    const body = [
      `--${boundary}`,
      'Content-Disposition: form-data; name="rows"',
      '',
      rowsOfFile,
      `--${boundary}--`,
      '',
    ].join('\r\n')
    const headers = { 'Content-Type': `multipart/form-data; boundary=${boundary}` }
    const url = `${world.issuer}${path('/members/import')}`
    const said = await owner.go(url, { method: 'POST', body, headers })
    expect(rows(said).join('\n')).toMatch(/spy@new\.example.*names a team that does not exist/)
    await owner.go(`${url}/send`, { method: 'POST', body, headers })
    expect(await invited('file@new.example')).toMatchObject([{ teamIds: team.id }])
    expect(await invited('spy@new.example')).toEqual([])
  })

  test('who looks for an address in vain is offered to invite it', async () => {
    for (const tab of ['', '/invitations']) {
      await owner.go(`${world.issuer}${path(tab)}?query=new.colleague@new.example`)
      const offer = owner.current?.html.querySelectorAll('main a').find(({ text }) => text.includes('Invite new.coll'))
      await owner.go(offer?.getAttribute('href')?.replaceAll('&amp;', '&') ?? '')
      expect(owner.current?.html.querySelector('[name=addresses]')?.text.trim()).toBe('new.colleague@new.example')
    }
    await member.go(`${world.issuer}${path()}?query=new.colleague@new.example`)
    expect(member.current?.text).not.toContain('/members/invite')
  })

  test('operators invite in the console with the same page', async () => {
    const at = `/admin/organizations/${organization.id}/members`
    await operator.go(`${world.issuer}${at}`)
    await operator.go(operator.current?.html.querySelector('main a.button.primary')?.getAttribute('href') ?? '')
    const sent = await operator.submit({ addresses: 'ops@new.example', role: 'owner' })
    expect(sent.html.querySelector('main [role=status]')?.text).toContain('Invitations sent: 1')
    expect(await invited('ops@new.example')).toMatchObject([{ roles: 'owner', inviterId: null }])
  })
})
