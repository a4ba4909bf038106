import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PlainBrowser } from './support/browser.ts'
import { databases } from './support/databases.ts'
import { indexEverybody } from './support/index-everybody.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// The lists of an organization: each of 1,503 members is reached by paging and by search, in every order, and leaves as a
// file and comes in by one. What the links of a list hold is sealed, and belongs to one list.

const total = 1503
const boundary = 'a-boundary'

describe.each(databases)('in %s', (database) => {
  let world: TestWorld
  let owner: PlainBrowser
  let member: PlainBrowser
  let stranger: PlainBrowser
  let organization: { id: string; slug: string }
  let at: Date

  beforeAll(async () => {
    world = await openTestWorld({}, { database })
    owner = (await world.signIn({ email: 'owner@large.example', organization: 'Large' })).browser
    const { prisma } = world.deps.db
    organization = await prisma.organization.findFirstOrThrow({ where: { name: 'Large' } })
    member = (await world.signIn({ email: 'member@large.example', organization: 'Other' })).browser
    stranger = (await world.signIn({ email: 'stranger@large.example', organization: 'Third' })).browser
    const { userId } = await prisma.email.findUniqueOrThrow({ where: { address: 'member@large.example' } })
    at = world.deps.now()
    const people = Array.from({ length: total - 2 }, (_, index) => `m${String(index).padStart(4, '0')}`)
    for (let from = 0; from < people.length; from += 300) {
      const batch = people.slice(from, from + 300)
      const dates = { createdAt: at, updatedAt: at }
      await prisma.user.createMany({
        data: batch.map((id, index) => ({ id, givenName: 'Anna', familyName: `Meier ${from + index}`, ...dates })),
      })
      await prisma.email.createMany({
        data: batch.map((id) => ({ address: `${id}@large.example`, userId: id, isPrimary: true, verifiedAt: at })),
      })
      await prisma.membership.createMany({
        data: batch.map((id, index) => ({
          userId: id,
          organizationId: organization.id,
          roles: from + index === 7 ? 'owner' : index % 100 === 0 ? 'admin' : 'member',
          // Some of them joined in the same moment: then the id decides.
          createdAt: new Date(at.getTime() - Math.floor((from + index) / 3) * 60_000),
        })),
      })
    }
    await prisma.membership.create({
      data: { userId, organizationId: organization.id, roles: 'member', createdAt: at },
    })
    await prisma.user.update({ where: { id: 'm0003' }, data: { disabledAt: at, familyName: '=HYPERLINK("x"), "Q"' } })
    await indexEverybody(world)
  })
  afterAll(() => world?.close())

  const path = (rest = '') => `${world.issuer}/organizations/${organization.slug}${rest}`
  const rowsOf = (browser: PlainBrowser) =>
    (browser.current?.html.querySelectorAll('.table tbody tr') ?? []).map((row) => {
      row.querySelector('.avatar')?.remove()
      return row.innerHTML
        .replaceAll(/<[^>]+>/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim()
    })
  const linkTo = (browser: PlainBrowser, label: string) =>
    browser.current?.html
      .querySelectorAll('main a')
      .find((link) => link.text === label)
      ?.getAttribute('href')
      ?.replaceAll('&amp;', '&')
  const nextPage = (browser: PlainBrowser) => linkTo(browser, 'Next page')

  /** Every row of a list, page by page. */
  async function walk(query: string): Promise<string[]> {
    const rows: string[] = []
    await owner.go(path(query))
    for (;;) {
      expect(owner.current?.status).toBe(200)
      expect(rowsOf(owner).length).toBeLessThanOrEqual(50)
      rows.push(...rowsOf(owner))
      const next = nextPage(owner)
      if (!next) return rows
      await owner.go(next)
    }
  }

  test.each(['', '?sort=newest', '?sort=oldest', '?sort=role'])(
    'every member is on exactly one page of %s',
    async (query) => {
      const rows = await walk(query)
      expect(rows).toHaveLength(total)
      expect(new Set(rows).size).toBe(total)
    },
    60_000,
  )

  test('each order is what it says', async () => {
    const first = async (query: string) => {
      await owner.go(path(query))
      return rowsOf(owner)
    }
    const names = (await first('')).map((row) => row.replace(/ (Owner|Admin|Member|You|m\d).*/s, ''))
    expect(names.length).toBe(50)
    expect(names).toEqual([...names].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)))
    expect((await first('?sort=oldest'))[0]).toMatch(/Anna Meier (1498|1499|1500)/)
    expect((await first('?sort=role')).slice(0, 3).map((row) => /Owner|Admin/.exec(row)?.[0])).toEqual([
      'Owner',
      'Owner',
      'Admin',
    ])
    expect(await first('?sort=nonsense')).toEqual(await first(''))
    await first('?role=owner')
    expect(owner.current?.text).toContain('Found: 2')
  })

  test('every member is found by a part of their name or address, in any order', async () => {
    for (const [query, expected] of [
      ['?query=m1337@large', 'm1337@large.example'],
      ['?query=meier%201337&sort=newest', 'm1337@large.example'],
      ['?query=ANNA%20MEIER%201337&sort=role', 'm1337@large.example'],
    ] as const) {
      await owner.go(path(query))
      expect(rowsOf(owner)).toHaveLength(1)
      expect(rowsOf(owner)[0]).toContain(expected)
    }
    for (const nobody of ['%', 'a_na', 'an%eier', 'nobody at all', "'; DROP TABLE membership; --"]) {
      await owner.go(path(`?query=${encodeURIComponent(nobody)}`))
      expect(rowsOf(owner)).toHaveLength(0)
      expect(owner.current?.text).toContain('No results for')
    }
    await owner.go(path('?query=m0003@large'))
    expect(rowsOf(owner)[0]).toContain('Account disabled')
  })

  test('CO-12: a cursor that was tampered with, or made for another list, is refused', async () => {
    await owner.go(path('?query=anna&sort=newest'))
    const next = new URL(nextPage(owner) ?? '', world.issuer)
    const cursor = next.searchParams.get('cursor') ?? ''
    expect(cursor.length).toBeGreaterThan(40)
    const refused: Record<string, string>[] = [
      { query: 'anna', sort: 'newest', cursor: `${cursor.slice(0, -1)}${cursor.endsWith('A') ? 'B' : 'A'}` },
      { query: 'anna', sort: 'newest', cursor: 'm0100' },
      { query: 'anna', sort: 'newest', cursor: `${cursor}${'A'.repeat(5000)}` },
      { query: 'anna', sort: 'name', cursor },
      { query: 'bob', sort: 'newest', cursor },
      { query: 'anna', sort: 'newest', role: 'owner', cursor },
    ]
    for (const parameters of refused) {
      const answer = await owner.go(path(`?${new URLSearchParams(parameters)}`))
      expect(answer.status, JSON.stringify(parameters)).toBe(400)
    }
    await owner.go(path(`/invitations?${new URLSearchParams({ query: 'anna', cursor })}`))
    expect(owner.current?.status).toBe(400)
    const other = await world.deps.db.prisma.organization.findFirstOrThrow({ where: { name: 'Third' } })
    const answer = await stranger.go(
      `${world.issuer}/organizations/${other.slug}?query=anna&sort=newest&cursor=${cursor}`,
    )
    expect(answer.status).toBe(400)
    expect(answer.text).not.toContain('Anna Meier')
  })

  test('a plain member sees names and no addresses, and finds nobody by one', async () => {
    await member.go(path('?sort=newest'))
    expect(member.current?.status).toBe(200)
    expect(rowsOf(member)).toHaveLength(50)
    expect(member.current?.html.querySelector('.table')?.text.replaceAll('member@large.example', '')).not.toContain('@')
    await member.go(path('?query=m1337'))
    expect(rowsOf(member)).toHaveLength(0)
    await member.go(path('?query=1337'))
    expect(rowsOf(member)).toHaveLength(1)
    expect(member.current?.html.querySelector('form[action$="/members/export"]')).toBeNull()
  })

  const post = (browser: PlainBrowser, rest: string, fields: Record<string, string>) =>
    browser.go(path(rest), { method: 'POST', body: new URLSearchParams(fields).toString() })

  test('CO-10: the members leave as a file that no spreadsheet takes for a formula, and the export is recorded', async () => {
    const answer = await post(owner, '/members/export', {})
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=UTF-8')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="members-/)
    const lines = answer.text
      .replace(/^\ufeff/, '')
      .trimEnd()
      .split('\r\n')
    expect(lines[0]).toBe('email,name,role,teams,member_since')
    expect(lines).toHaveLength(total + 1)
    expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(total + 1)
    expect(answer.text).toContain('m0003@large.example,"Anna =HYPERLINK(""x""), ""Q""",member')
    const events = { action: 'members.exported', organizationId: organization.id }
    expect(await world.deps.db.prisma.auditEvent.count({ where: { ...events, result: 'ok' } })).toBe(1)
    for (const [browser, status] of [
      [member, 403],
      [stranger, 404],
    ] as const)
      expect((await post(browser, '/members/export', {})).status).toBe(status)
    expect(await world.deps.db.prisma.auditEvent.count({ where: { ...events, result: 'refused' } })).toBe(1)
  })

  /** Sends a form with a file in it. */
  function upload(browser: PlainBrowser, rest: string, { file, rows }: { file?: string | Buffer; rows?: string }) {
    const part = (name: string, value: string | Buffer, extra = '') =>
      Buffer.concat([
        Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${extra}\r\n\r\n`),
        Buffer.from(value),
        Buffer.from('\r\n'),
      ])
    const body = Buffer.concat([
      ...(file === undefined ? [] : [part('file', file, '; filename="people.csv"\r\nContent-Type: text/csv')]),
      ...(rows === undefined ? [] : [part('rows', rows)]),
      Buffer.from(`--${boundary}--\r\n`),
    ])
    return browser.go(path(rest), {
      method: 'POST',
      body,
      headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
    })
  }
  const invitations = () => world.deps.db.prisma.invitation.count({ where: { organizationId: organization.id } })

  test('a file of people to invite is shown first, each refused row with its line, and then sent', async () => {
    // CO-76
    const file = [
      '\ufeffName;Email;Role',
      'Ada;ada.new@large.example;admin',
      '"Lovelace; ""Ada""";"lovelace@large.example";',
      'Twice;ADA.NEW@large.example;member',
      'Nobody;not an address;member',
      'Formula;=cmd()@large.example;member',
      'Role;role@large.example;emperor',
      'There;m0001@large.example;member',
      '',
    ].join('\r\n')
    const before = await invitations()
    const preview = await upload(owner, '/members/import', { file })
    expect(preview.status).toBe(200)
    expect(preview.text).toContain('Invitations that will be sent: 2')
    expect(preview.text).toContain('Rows that will not be used: 5')
    const rows = rowsOf(owner).join('\n')
    expect(rows).toMatch(/ADA\.NEW@large\.example.*is on an earlier line already.*Line 4/)
    expect(rows).toMatch(/not an address.*is not a valid email address.*Line 5/)
    expect(rows).toMatch(/is not a valid email address.*Line 6/)
    expect(rows).toMatch(/role@large\.example.*has a role that does not exist.*Line 7/)
    expect(rows).toMatch(/m0001@large\.example.*is a member already.*Line 8/)
    expect(await invitations()).toBe(before)
    const again = preview.html.querySelector('input[name=rows]')?.getAttribute('value') ?? ''
    const sent = await upload(owner, '/members/import/send', { rows: again })
    expect(sent.status).toBe(200)
    expect(sent.html.querySelector('.said')?.text).toContain('Invitations sent: 2')
    expect(await invitations()).toBe(before + 2)
    const pending = { organizationId: organization.id, email: 'ada.new@large.example' }
    expect(await world.deps.db.prisma.invitation.findFirstOrThrow({ where: pending })).toMatchObject({ roles: 'admin' })
  })

  test('a file that cannot be read is refused with the reason', async () => {
    // CO-76
    for (const [given, reason] of [
      [{ rows: '' }, 'Choose a file, or paste rows.'],
      [{ rows: 'mail,role\na@b.example,member' }, 'The first line has no column “email”.'],
      [{ rows: 'email\n' }, 'There is no row below the first line.'],
      [{ rows: `email\n${'x@large.example\n'.repeat(1001)}` }, 'There are more than 1,000 rows.'],
      [{ file: Buffer.from([0xff, 0xfe, 0x65, 0x00]) }, 'This is not a text file in UTF-8'],
    ] as const) {
      const answer = await upload(owner, '/members/import', given)
      expect(answer.status).toBe(422)
      expect(answer.html.querySelector('.problem')?.text).toContain(reason)
    }
    const large = await upload(owner, '/members/import', { file: `email\n${'x'.repeat(400_000)}` })
    expect(large.status).toBe(413)
  })

  test('nobody invites by a file what they could not invite by hand', async () => {
    // CO-76
    const { prisma } = world.deps.db
    const before = await invitations()
    for (const [browser, status] of [
      [member, 403],
      [stranger, 404],
    ] as const)
      for (const rest of ['/members/import', '/members/import/send'])
        expect((await upload(browser, rest, { rows: 'email\nsecret@large.example' })).status).toBe(status)
    const { userId } = await prisma.email.findUniqueOrThrow({ where: { address: 'member@large.example' } })
    const key = { userId_organizationId: { userId, organizationId: organization.id } }
    await prisma.membership.update({ where: key, data: { roles: 'admin' } })
    const answer = await upload(member, '/members/import/send', { rows: 'email,role\nboss@large.example,owner' })
    expect(answer.status).toBe(422)
    expect(answer.text).toContain('has a role that you cannot give')
    await prisma.membership.update({ where: key, data: { roles: 'member' } })
    expect(await invitations()).toBe(before)
  })

  test('an address that gets no more invitations today is named before anything is sent', async () => {
    const email = 'busy@elsewhere.example'
    for (let sent = 0; sent < 5; sent += 1) await post(owner, '/invitations', { email, role: 'member' })
    const preview = await upload(owner, '/members/import', { rows: `email\n${email}\nfree@elsewhere.example` })
    expect(preview.text).toContain('Invitations that will be sent: 1')
    expect(rowsOf(owner).join('\n')).toMatch(/busy@elsewhere\.example.*exceeds the limit for today.*Line 2/)
  })

  test('more people than the limit of a day are named, and not lost silently', async () => {
    const rows = `email\n${Array.from({ length: 210 }, (_, index) => `crowd${index}@large.example`).join('\n')}`
    const preview = await upload(owner, '/members/import', { rows })
    const named = rowsOf(owner).filter((row) => row.includes('exceeds the limit for today'))
    expect(named.length).toBeGreaterThan(0)
    expect(preview.text).toContain(`Invitations that will be sent: ${210 - named.length}`)
    const answer = await upload(owner, '/members/import/send', { rows })
    expect(answer.status).toBe(422)
    const refused = rowsOf(owner)
    expect(refused).toEqual(named)
    expect(answer.text).toContain(`Invitations sent: ${210 - refused.length}`)
  })

  test('the buttons of a row belong to one form, and who may not change a role is not asked which', async () => {
    const { html } = await owner.go(path('?query=m0010'))
    const form = html.querySelector('form#row')
    expect(form?.getAttribute('method')).toBe('post')
    const buttons = html.querySelectorAll('.menu button[form=row]').map((button) => button.attributes)
    expect(buttons).toMatchObject([
      { formaction: `/organizations/${organization.slug}/members/roles`, name: 'user', value: 'm0010' },
      { formaction: `/organizations/${organization.slug}/members/remove`, name: 'user', value: 'm0010' },
    ])
    expect((await post(member, '/members/roles', { user: 'm0010' })).text).not.toContain('Change role')
    expect((await post(member, '/members/roles', { user: 'm0010', role: 'admin' })).status).toBe(403)
    expect((await post(owner, '/members/roles', { user: 'nobody' })).status).toBe(404)
    expect((await post(owner, '/members/roles', { user: 'm0010', confirm: 'yes' })).status).toBe(422)
  })

  test('after an act the page says what happened, and nobody else can put words there', async () => {
    // CO-75
    const asked = await post(owner, '/members/roles', { user: 'm0010' })
    expect(asked.html.querySelector('h1')?.text).toBe('Change role: Anna Meier 10 · m0010@large.example')
    expect(asked.html.querySelectorAll('[name=role] option').map(({ text }) => text)).toEqual([
      'Member',
      'Admin',
      'Owner',
    ])
    expect(asked.html.querySelector('[name=role] [selected]')?.getAttribute('value')).toBe('member')
    await owner.submit({ role: 'admin', confirm: 'yes' })
    expect(owner.current?.html.querySelector('.said')?.text).toBe(
      'Anna Meier 10 · m0010@large.example has a new role: Admin.',
    )
    await post(owner, '/members/remove', { user: 'm0010', confirm: 'yes' })
    expect(owner.current?.html.querySelector('.said')?.text).toContain(
      'Anna Meier 10 · m0010@large.example is no longer a member',
    )
    const undo = owner.current?.html.querySelector('.said form')
    expect(undo?.querySelector('[name=email]')?.getAttribute('value')).toBe('m0010@large.example')
    expect(undo?.querySelector('[name=role]')?.getAttribute('value')).toBe('admin')
    const about = new URL(owner.current?.location ?? '').searchParams.get('about') ?? ''
    for (const query of [
      '?done=member-removed&about=Everyone',
      '?done=member-removed',
      `?done=role-changed&about=${about}`,
      '?done=__proto__',
      '?done=Call+our+help+desk',
    ]) {
      await owner.go(path(query))
      expect(owner.current?.html.querySelector('.said'), query).toBeNull()
    }
  })
})
