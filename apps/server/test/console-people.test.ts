import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../src/crypto/random.ts'
import { giveOperatorRole } from '../src/flows/management/operator-roles.ts'
import { system } from '../src/flows/platform/audit.ts'
import { writeCursor } from '../src/routes/cursor.ts'
import { accountOf, type Signed } from './support/account.ts'
import { indexEverybody } from './support/index-everybody.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// The page of a person in the console: what it shows, what can be done there, and what is said afterwards.

let world: TestWorld
let at: ReturnType<typeof accountOf>
let operator: Signed
beforeAll(async () => {
  world = await openTestWorld({ OPERATORS: 'operator@example.test', ORGANIZATION_CREATION: 'open' })
  at = accountOf(world)
  operator = await at.byMail('operator@example.test')
})
afterAll(() => world?.close())

const minute = 60_000
const main = () => at.text(operator.browser).replaceAll(/\s+/g, ' ')
const notice = () => operator.browser.current?.html.querySelector('.said [role=status]')?.text
const open = (path: string) => operator.browser.go(`${world.issuer}${path}`)
const post = (path: string, fields: Record<string, string>) => at.post(operator.browser, path, fields)
const pageOf = ({ id }: Pick<Signed, 'id'>) => `/admin/people/${id}`
const named = async (person: Signed, givenName: string, familyName: string) => {
  await world.deps.db.prisma.user.update({ where: { id: person.id }, data: { givenName, familyName } })
  return person
}
/** Asks, looks at the question, and answers it. */
const act = async (path: string, fields: Record<string, string>) => {
  const asked = await post(path, fields)
  expect(asked.status).toBe(200)
  expect(asked.html.querySelector('h1')?.text, 'a question comes first').toMatch(/\?$/)
  return operator.browser.submit({ confirm: 'yes' })
}

describe('the page of a person', () => {
  test('shows what they sign in with, where they belong and what happened, and leads on', async () => {
    const { code, person } = await world.signIn({ email: 'shown@example.test', organization: 'Shown Engines' })
    await world.redeem(code)
    const id = await at.idOf(person.email)
    await open(`/admin/people/${id}`)
    for (const text of ['Ada Lovelace', 'shown@example.test', 'Shown Engines', 'Owner', 'No passkey.', 'Web App'])
      expect(main(), text).toContain(text)
    expect(main()).toContain('1 active session')
    const organization = await world.deps.db.prisma.organization.findFirstOrThrow({ where: { name: 'Shown Engines' } })
    expect(
      operator.browser.current?.html.querySelector(`a[href$="/admin/organizations/${organization.id}"]`),
    ).toBeTruthy()
  })

  test('the old address of the page leads to the new one', async () => {
    const visited = await operator.browser.go(`${world.issuer}/admin/users/${operator.id}`, { follow: false })
    expect(visited.status).toBe(303)
    expect(visited.headers.get('location')).toBe(`/admin/people/${operator.id}`)
  })

  test('CO-25: a user agent and a name with markup and bidi controls are escaped and isolated', async () => {
    const browser = world.browser({ 'User-Agent': '<script>alert(1)</script>' })
    const victim = await at.byMail('bidi@example.test', browser)
    const { prisma } = world.deps.db
    await prisma.user.update({ where: { id: victim.id }, data: { givenName: '<b>\u202eEve', familyName: 'X' } })
    await prisma.session.updateMany({
      where: { userId: victim.id },
      data: { network: '<img src=x>\u202e', userAgent: '<script>\u202egnp.exe' },
    })
    await open(pageOf(victim))
    const html = operator.browser.current?.html
    expect(html?.querySelectorAll('main script, main img, main b')).toHaveLength(0)
    expect(operator.browser.current?.text).not.toContain('<script>alert')
    const bdi = html?.querySelectorAll('main bdi').map((element) => element.text) ?? []
    expect(bdi.some((text) => text.includes('<img src=x>'))).toBe(true)
    await open('/admin/people?query=bidi')
    expect(html?.querySelectorAll('main b')).toHaveLength(0)
  })

  test('shows networks as /24 and /48 only', async () => {
    const person = await at.byMail()
    const { prisma } = world.deps.db
    await prisma.session.updateMany({ where: { userId: person.id }, data: { network: '203.0.113.77' } })
    await open(pageOf(person))
    expect(main()).toContain('203.0.113.0/24')
    expect(main()).not.toContain('203.0.113.77')
    await prisma.session.updateMany({ where: { userId: person.id }, data: { network: '2001:db8:1:2::/64' } })
    await open(pageOf(person))
    expect(main()).toContain('2001:db8:1::/48')
  })

  test('300 sessions: says how many there are, and leads on', async () => {
    const person = await at.byMail()
    const { prisma } = world.deps.db
    const now = world.deps.now()
    await prisma.session.createMany({
      data: Array.from({ length: 299 }, (_, index) => ({
        id: newId(new Date(now.getTime() - (index + 1) * minute)),
        secretDigest: 'none',
        userId: person.id,
        authenticatedAt: now,
        acr: 'urn:vestibule:acr:mail',
        amr: 'otp',
        userAgent: 'Firefox/130',
        network: '203.0.113.1',
        createdAt: now,
        seenAt: now,
        expiresAt: new Date(now.getTime() + 60 * minute),
      })),
    })
    await open(pageOf(person))
    expect(main()).toContain('300 active sessions')
    let shown = 0
    for (let pages = 0; pages < 20; pages++) {
      shown += operator.browser.current?.html.querySelectorAll('button[value=end-session]').length ?? 0
      const older = operator.browser.current?.html
        .querySelectorAll('main a')
        .find((link) => link.text === 'Older sessions')
      if (!older) break
      await operator.browser.go(new URL(older.getAttribute('href') ?? '', world.issuer).href)
    }
    expect(shown).toBe(300)
    expect((await open(`${pageOf(person)}?before=%00`)).status).toBe(400)
    await act(pageOf(person), { action: 'sign-out' })
    expect(notice()).toMatch(/was signed out\. 300 sessions were ended\./)
  })
})

describe('each act asks first, and says afterwards what it did', () => {
  test('ending one session, and one application', async () => {
    const { code, person } = await world.signIn({ email: 'ended@example.test' })
    const id = await at.idOf(person.email)
    const { body } = await world.redeem(code)
    const session = await world.deps.db.prisma.session.findFirstOrThrow({ where: { userId: id } })
    await act(`/admin/people/${id}`, { action: 'end-application', client: 'web' })
    expect(notice()).toBe('The application no longer has access to the account of Ada Lovelace.')
    expect((await world.userinfo(body.access_token)).status).toBe(401)
    await act(`/admin/people/${id}`, { action: 'end-session', session: session.id })
    expect(notice()).toBe('The session of Ada Lovelace was ended.')
    expect((await world.deps.db.prisma.session.findUniqueOrThrow({ where: { id: session.id } })).endedAt).toBeTruthy()
  })

  test('nobody ends a session through the page of somebody else', async () => {
    const [one, other] = [await at.byMail(), await at.byMail()]
    const session = await world.deps.db.prisma.session.findFirstOrThrow({ where: { userId: other.id } })
    const refused = await post(pageOf(one), { action: 'end-session', session: session.id, confirm: 'yes' })
    expect(refused.status).toBe(404)
    expect((await world.deps.db.prisma.session.findUniqueOrThrow({ where: { id: session.id } })).endedAt).toBeNull()
  })

  test('disabling and enabling', async () => {
    const person = await named(await at.byMail(), 'Anna', 'Meier')
    await act(pageOf(person), { action: 'disable' })
    expect(notice()).toBe('Anna Meier can no longer sign in. 1 session was ended.')
    expect(main()).toContain('Disabled')
    await act(pageOf(person), { action: 'enable' })
    expect(notice()).toBe('Anna Meier can sign in again.')
  })

  test('a mail that asks to sign in carries no secret, and no more than three leave in an hour', async () => {
    const person = await named(await at.byMail('asked@example.test'), 'Otto', 'Asked')
    await act(pageOf(person), { action: 'send-mail' })
    expect(notice()).toBe('An email with a link to sign in is on its way to asked@example.test.')
    const mail = await at.notice('asked@example.test', 'ask you to sign in')
    expect(mail.match(/https?:\S+/g)).toEqual([`${world.issuer}/account`])
    for (const status of [200, 200, 429])
      expect((await post(pageOf(person), { action: 'send-mail', confirm: 'yes' })).status).toBe(status)
    expect(await at.actions(person.id)).toContain('user.sign_in_mail_sent')
  })

  test('resetting the sign-in', async () => {
    const person = await named(await at.byMail(), 'Rosa', 'Reset')
    await act(pageOf(person), { action: 'reset', email: 'rosa-new@example.test' })
    expect(notice()).toBe('Rosa Reset now signs in with rosa-new@example.test.')
    const wrong = await post(pageOf(person), { action: 'reset', email: 'operator@example.test', confirm: 'yes' })
    expect(wrong.status).toBe(422)
  })

  test('exporting everything that is stored, without a secret, and the person is told', async () => {
    const person = await at.byMail('exported@example.test')
    const file = await post(pageOf(person), { action: 'export', confirm: 'yes' })
    expect(file.headers.get('content-disposition')).toContain('attachment')
    const data = JSON.parse(file.text)
    expect(data.subject).toBe(person.id)
    expect(file.text).not.toMatch(/digest/i)
    await at.notice('exported@example.test', 'data of your account was downloaded')
    expect(await at.actions(person.id)).toContain('user.exported')
    expect((await post(pageOf(person), { action: 'export' })).status, 'not without an answer').toBe(400)
  })

  test('deleting', async () => {
    const person = await at.byMail()
    await act(pageOf(person), { action: 'delete' })
    expect(operator.browser.current?.location).toContain('/admin/people?done=deleted')
    expect(notice()).toBe('The account was deleted.')
    expect((await open(pageOf(person))).status).toBe(404)
  })

  test('a word in the address that no act has says nothing', async () => {
    await open(`${pageOf(operator)}?done=${encodeURIComponent('<b>you won</b>')}&count=-1`)
    expect(notice()).toBeUndefined()
  })
})

describe('who may', () => {
  test('CO-01: a stranger is sent to sign in, and somebody else learns nothing', async () => {
    const person = await at.byMail()
    const stranger = await world.browser().go(`${world.issuer}${pageOf(person)}`, { follow: false })
    expect(stranger.headers.get('location')).toContain('/sign-in/')
    for (const path of [
      '/admin/people',
      pageOf(operator),
      `${pageOf(operator)}/merge`,
      '/admin/find?q=ada',
      '/admin/keys',
      '/admin/health',
    ])
      expect((await person.browser.go(`${world.issuer}${path}`)).status, path).toBe(404)
    for (const path of ['/admin/people', pageOf(operator), '/admin/keys'])
      expect((await at.post(person.browser, path, { action: 'disable', confirm: 'yes' })).status, path).toBe(404)
    expect((await world.deps.db.prisma.user.findUniqueOrThrow({ where: { id: operator.id } })).disabledAt).toBeNull()
  })

  test('CO-03: a form of another site is refused', async () => {
    const person = await at.byMail()
    for (const [path, fields] of [
      [pageOf(person), { action: 'disable', confirm: 'yes' }],
      ['/admin/people', { query: '' }],
      ['/admin/keys', { confirm: 'yes' }],
    ] as const)
      for (const origin of ['https://evil.example', 'null']) {
        const body = new URLSearchParams(fields).toString()
        const headers = { Origin: origin }
        const refused = await operator.browser.go(`${world.issuer}${path}`, { method: 'POST', body, headers })
        expect(refused.status, path).toBe(403)
      }
    expect((await world.deps.db.prisma.user.findUniqueOrThrow({ where: { id: person.id } })).disabledAt).toBeNull()
  })
})

describe('what a role allows', () => {
  const as = async (role: 'viewer' | 'support') => {
    const { browser, id } = await at.byMail()
    await giveOperatorRole(world.deps, system, id, role)
    return { browser, id }
  }
  const acts = (browser: Signed['browser']) =>
    new Set(browser.current?.html.querySelectorAll('main button[name=action]').map((act) => act.getAttribute('value')))

  test('a viewer sees no act and short addresses, and finds nobody by an address', async () => {
    const person = await at.byMail('whole-address@example.test')
    const { browser } = await as('viewer')
    await browser.go(`${world.issuer}${pageOf(person)}`)
    expect(acts(browser).size).toBe(0)
    expect(at.text(browser)).toContain('w…@example.test')
    expect(at.text(browser)).not.toContain('whole-address@')
    expect((await at.post(browser, pageOf(person), { action: 'disable', confirm: 'yes' })).status).toBe(403)
    expect((await at.post(browser, pageOf(person), { action: 'export', confirm: 'yes' })).status).toBe(403)
    for (const path of ['/admin/find?q=whole-address%40example.test', '/admin/people?query=whole-address']) {
      await browser.go(`${world.issuer}${path}`)
      expect(browser.current?.location, path).toBe(`${world.issuer}${path}`)
      expect(browser.current?.html.querySelectorAll('.table tbody tr'), path).toHaveLength(0)
    }
    expect((await at.post(browser, '/admin/people', { query: '' })).status, 'no file of addresses').toBe(403)
  })

  test('support neither merges, exports nor deletes, and nobody acts on an operator of their rank', async () => {
    const person = await at.byMail()
    const { browser } = await as('support')
    await browser.go(`${world.issuer}${pageOf(person)}`)
    expect(acts(browser)).toContain('disable')
    expect(acts(browser)).not.toContain('delete')
    for (const action of ['delete', 'merge', 'export'])
      expect((await at.post(browser, pageOf(person), { action, confirm: 'yes', plan: 'x' })).status, action).toBe(403)
    expect((await browser.go(`${world.issuer}${pageOf(person)}/merge`)).status).toBe(403)
    const equal = await as('support')
    for (const fields of [{ action: 'disable' }, { action: 'send-mail' }, { action: 'sign-out' }] as const)
      expect((await at.post(browser, pageOf(equal), { ...fields, confirm: 'yes' })).status, fields.action).toBeOneOf([
        403, 422,
      ])
    expect((await world.deps.db.prisma.user.findUniqueOrThrow({ where: { id: equal.id } })).disabledAt).toBeNull()
  })
})

describe('the list', () => {
  test('CO-10: is downloaded formula-safe, and that is recorded', async () => {
    const person = await named(await at.byMail('formula@example.test'), '=HYPERLINK("https://evil.example")', '+1,"x"')
    await open('/admin/people?query=formula')
    const file = await operator.browser.submit({ query: 'formula', sort: 'name' }).catch(() => null)
    expect(file?.status ?? 200).toBe(200)
    const csv = await post('/admin/people', { query: 'formula' })
    expect(csv.headers.get('content-type')).toContain('text/csv')
    const [header, row] = csv.text.replace('\ufeff', '').split('\r\n')
    expect(header).toBe('id,email,given_name,family_name,state,created_at,last_sign_in_at')
    expect(row).toContain(
      `${person.id},formula@example.test,"'=HYPERLINK(""https://evil.example"")","'+1,""x""",active,`,
    )
    // A spreadsheet that separates cells by semicolons begins a new one there.
    await named(await at.byMail('semicolon@example.test'), 'Ada;=1+1', 'Lovelace; "@SUM(1)')
    const split = (await post('/admin/people', { query: 'semicolon' })).text
    expect(split).toContain(`Ada;'=1+1,"Lovelace; ""'@SUM(1)",active,`)
    const [event] = await world.deps.db.prisma.auditEvent.findMany({ where: { action: 'users.exported' } })
    expect(event).toMatchObject({ actorId: operator.id, actorKind: 'operator' })
  })

  test('CO-12: a tampered cursor, and one of another filter, are 400', async () => {
    const now = world.deps.now()
    await world.deps.db.prisma.user.createMany({
      data: Array.from({ length: 60 }, () => ({ id: newId(now), givenName: 'Paged', createdAt: now, updatedAt: now })),
    })
    await indexEverybody(world)
    await open('/admin/people?query=paged')
    const next = operator.browser.current?.html.querySelectorAll('main a').find((link) => link.text === 'Next page')
    const address = new URL(next?.getAttribute('href') ?? '', world.issuer)
    expect((await open(`${address.pathname}${address.search}`)).status).toBe(200)
    expect(operator.browser.current?.html.querySelectorAll('.table tbody tr')).toHaveLength(10)
    address.searchParams.set('query', 'page')
    expect((await open(`${address.pathname}${address.search}`)).status).toBe(400)
    expect((await open('/admin/people?after=x')).status).toBe(400)
    // A position is sealed: nobody makes one, whatever it holds.
    for (const [sort, made] of [
      ['newest', 'no JSON'],
      ['newest', '[1]'],
      ['newest', '{}'],
      ['name', '[["x"],"x"]'],
      ['last-sign-in', '[1e300,"x\\u0000"]'],
    ] as const) {
      const after = writeCursor(Buffer.from(made).toString('base64url'), ['', '', '', '', sort, true])
      expect((await open(`/admin/people?${new URLSearchParams({ sort, after })}`)).status, made).toBe(400)
    }
    for (const key of ['soon', 1e300]) {
      const text = Buffer.from(JSON.stringify([key, newId(now)])).toString('base64url')
      const after = writeCursor(text, ['', '', '', '', 'last-sign-in', true])
      expect((await open(`/admin/people?${new URLSearchParams({ sort: 'last-sign-in', after })}`)).status).toBe(400)
    }
    expect((await open('/admin/people?query=%25&state=x&sort=y&sign_in=z')).status).toBe(200)
    expect((await open('/admin/people?organization=none')).status).toBe(200)
    expect(main()).toContain('There is no such organization.')
  })

  test('a sign-in is noted, so that a list can be sorted by it', async () => {
    world.pass(1)
    const person = await at.byMail()
    const { lastSignInAt } = await world.deps.db.prisma.user.findUniqueOrThrow({ where: { id: person.id } })
    expect(Math.abs((lastSignInAt?.getTime() ?? 0) - world.deps.now().getTime())).toBeLessThan(minute)
    await open('/admin/people?sort=last-sign-in')
    expect(operator.browser.current?.html.querySelector('.table tbody a')?.text).toContain(person.email)
  })
})
