import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../src/crypto/random.ts'
import { publishTerms, publishTermsDraft, saveTermsDraft } from '../src/flows/organizations/terms/terms-publishing.ts'
import type { PlainBrowser } from './support/browser.ts'
import { databases } from './support/databases.ts'
import { claimsOf, openTestWorld, someone, type TestPerson, type TestWorld, webAuth } from './support/world.ts'

// An organization's own terms, beside those of the server: written, published, accepted within the sign-in, and on record.

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  beforeAll(async () => {
    world = await openTestWorld(
      {
        OIDC_CLIENT_ID_7: 'admin',
        OIDC_CLIENT_7_SECRET: 'admin-secret-0123456789',
        OIDC_CLIENT_7_GRANT_TYPES: 'client_credentials',
        OIDC_CLIENT_7_SCOPES: 'organizations:read,organizations:write,members:read',
      },
      { database },
    )
  })
  afterAll(() => world?.close())

  const prisma = () => world.deps.db.prisma
  const scope = 'openid profile email offline_access organization'
  const day = 86_400_000

  interface Place {
    owner: PlainBrowser
    ownerPerson: TestPerson
    id: string
    at: string
    name: string
  }

  async function organization(): Promise<Place> {
    const { browser, person } = await world.signIn()
    const { id, slug, name } = await prisma().organization.findFirstOrThrow({ where: { name: person.organization } })
    return { owner: browser, ownerPerson: person, id, at: `/organizations/${slug}`, name }
  }

  const post = (browser: PlainBrowser, path: string, fields: Record<string, string>) =>
    browser.go(`${world.issuer}${path}`, { method: 'POST', body: new URLSearchParams(fields).toString() })
  const get = (browser: PlainBrowser, path: string) => browser.go(`${world.issuer}${path}`)
  const userId = async (email: string) => (await prisma().email.findUniqueOrThrow({ where: { address: email } })).userId

  /** As the page does it: a draft, its preview, and the question. */
  async function publishes({ owner, at }: Place, text: string, graceUntil = ''): Promise<void> {
    await get(owner, `${at}/terms`)
    await owner.submit({ text, grace_until: graceUntil })
    const asked = await post(owner, `${at}/terms/publish`, { draft: draftShown(owner) })
    expect(asked.text).toContain('Members who will be asked')
    await owner.submit({ confirm: 'yes' })
    expect(owner.current?.text).toMatch(/Version \d+ of the terms is in force/)
    world.pass(1000)
  }
  const draftShown = (browser: PlainBrowser) =>
    browser.current?.html.querySelector('form[action$="/terms/publish"] [name=draft]')?.getAttribute('value') ?? ''

  /** Somebody with one membership, who has signed in. */
  async function member(
    place: Place,
    role = 'member',
  ): Promise<{ browser: PlainBrowser; person: TestPerson; id: string }> {
    const person = someone()
    const { browser } = await world.signIn(person, { prompt: undefined })
    const id = await userId(person.email)
    await prisma().membership.deleteMany({ where: { userId: id } })
    const createdAt = new Date(world.deps.now().getTime() - 1000)
    await prisma().membership.create({ data: { organizationId: place.id, userId: id, roles: role, createdAt } })
    await prisma().session.updateMany({ where: { userId: id }, data: { organizationId: null } })
    return { browser, person, id }
  }

  const authorize = (browser: PlainBrowser, params: Record<string, string> = {}) =>
    world.authorize(browser, { scope, ...params })
  const atTerms = (browser: PlainBrowser) => browser.current?.location.includes('/organization-terms') === true
  const acceptances = (organizationId: string) =>
    prisma().organizationTermsAcceptance.findMany({ where: { organizationId }, orderBy: { acceptedAt: 'asc' } })
  const events = (organizationId: string, action: string) =>
    prisma().auditEvent.findMany({ where: { organizationId, action }, orderBy: { id: 'asc' } })

  test('OR-31: a member accepts them inside the sign-in, once for each version, and it is on record', async () => {
    const place = await organization()
    const { browser, person, id } = await member(place)
    expect((await authorize(browser)).callback?.searchParams.get('code')).toBeTruthy()
    await publishes(place, '# Rules\n\nBe *kind*.')

    const silent = await authorize(browser, { prompt: 'none' })
    expect(silent.callback?.searchParams.get('error')).toBe('interaction_required')
    const page = await authorize(browser)
    expect(atTerms(browser)).toBe(true)
    expect(page.html.querySelector('h1')?.text).toBe(`Terms of ${place.name}`)
    expect(page.text).toContain('They are not the terms of')
    expect(page.text).toContain('<em>kind</em>')
    await browser.submit({ version: '1' })
    expect(browser.current?.status).toBe(422)
    expect(browser.current?.html.querySelector('[role=alert]')).toBeTruthy()
    await browser.submit({ accept_terms: 'yes' })
    expect(browser.current?.callback?.searchParams.get('code')).toBeTruthy()

    expect(await acceptances(place.id)).toMatchObject([
      { userId: id, version: 1, personAddress: person.email, personName: 'Ada Lovelace', network: expect.any(String) },
    ])
    expect(await events(place.id, 'organization.terms_accepted')).toMatchObject([{ actorId: id, targetId: id }])
    expect((await authorize(browser, { prompt: 'none' })).callback?.searchParams.get('code')).toBeTruthy()

    await publishes(place, '# Rules\n\nBe kinder.')
    await authorize(browser)
    expect(browser.current?.text).toContain('Be kinder.')
    await browser.submit({ accept_terms: 'yes' })
    expect((await acceptances(place.id)).map(({ version }) => version)).toEqual([1, 2])
  })

  test('OR-32: a form that shows an older version accepts nothing', async () => {
    const place = await organization()
    const { browser } = await member(place)
    await publishes(place, 'One')
    await authorize(browser)
    await publishes(place, 'Two')
    await browser.submit({ accept_terms: 'yes' })
    expect(browser.current?.status).toBe(422)
    expect(browser.current?.text).toContain('Two')
    expect(await acceptances(place.id)).toEqual([])
    await browser.submit({ accept_terms: 'yes', version: '1' })
    await browser.submit({ accept_terms: 'yes', version: '3' })
    expect(await acceptances(place.id)).toEqual([])
    await browser.submit({ accept_terms: 'yes' })
    expect(browser.current?.callback?.searchParams.get('code')).toBeTruthy()
  })

  test('OR-34: who declines is not signed in to the application; who has another organization may choose it', async () => {
    const place = await organization()
    await publishes(place, 'Sell your soul')
    const { browser, id } = await member(place)
    await authorize(browser)
    expect(browser.current?.html.querySelector('a[href$="/organization"]')).toBeNull()
    await browser.submit({ decision: 'decline' })
    expect(browser.current?.callback?.searchParams.get('error')).toBe('access_denied')
    expect(await acceptances(place.id)).toEqual([])

    const other = await organization()
    await prisma().membership.create({
      data: { organizationId: other.id, userId: id, roles: 'member', createdAt: world.deps.now() },
    })
    await authorize(browser)
    await browser.submit({ organization: place.id })
    expect(atTerms(browser)).toBe(true)
    await browser.go(browser.current?.html.querySelector('a[href$="/organization"]')?.getAttribute('href') ?? '')
    await browser.submit({ organization: other.id })
    const code = browser.current?.callback?.searchParams.get('code') ?? ''
    expect(claimsOf((await world.redeem(code)).body.access_token).organization).toBe(other.id)
    // A request for the organization itself leaves no choice.
    await authorize(browser, { organization: place.id })
    expect(atTerms(browser)).toBe(true)
    expect(browser.current?.html.querySelector('a[href$="/organization"]')).toBeNull()
  })

  test('OR-34: while the grace period lasts, those who were members before may go on without them', async () => {
    const place = await organization()
    const early = await member(place)
    const until = new Date(world.deps.now().getTime() + 10 * day)
    await publishes(place, 'New rules', until.toISOString().slice(0, 10))
    const late = await member(place)
    await prisma().membership.updateMany({ where: { userId: late.id }, data: { createdAt: world.deps.now() } })

    expect((await authorize(early.browser, { prompt: 'none' })).callback?.searchParams.get('code')).toBeTruthy()
    await authorize(early.browser)
    expect(early.browser.current?.text).toContain('Can be accepted later')
    await early.browser.submit({ decision: 'later' })
    expect(early.browser.current?.callback?.searchParams.get('code')).toBeTruthy()
    // For a day they are not asked again.
    expect((await authorize(early.browser)).callback?.searchParams.get('code')).toBeTruthy()

    await authorize(late.browser)
    expect(late.browser.current?.html.querySelector('[value=later]')).toBeNull()
    const forced = late.browser.current?.html.querySelector('form[action*=organization-terms]')?.getAttribute('action')
    await post(late.browser, forced ?? '', { decision: 'later' })
    expect(late.browser.current?.status).toBe(422)

    await prisma().organizationTerms.updateMany({
      where: { organizationId: place.id },
      data: { graceUntil: new Date(world.deps.now().getTime() - 1) },
    })
    expect((await authorize(early.browser, { prompt: 'none' })).callback?.searchParams.get('error')).toBe(
      'interaction_required',
    )
    await authorize(early.browser)
    expect(early.browser.current?.html.querySelector('[value=later]')).toBeNull()
  })

  test('terms that are withdrawn are asked of nobody, stay on record, and their number is not given again', async () => {
    const place = await organization()
    const { browser } = await member(place)
    await publishes(place, 'One')
    await authorize(browser)
    await browser.submit({ accept_terms: 'yes' })
    const other = await member(place)
    await authorize(other.browser)
    await get(place.owner, `${place.at}/terms`)
    await post(place.owner, `${place.at}/terms/withdraw`, {})
    expect(place.owner.current?.html.querySelector('h1')?.text).toBe(`Withdraw the terms of ${place.name}?`)
    await place.owner.submit({ confirm: 'yes' })
    expect(place.owner.current?.text).toContain('were withdrawn')
    // The page that was open goes on.
    await other.browser.submit({ accept_terms: 'yes' })
    expect(other.browser.current?.callback?.searchParams.get('code')).toBeTruthy()
    expect(await acceptances(place.id)).toHaveLength(1)
    await publishes(place, 'One')
    expect(await prisma().organizationTerms.findMany({ where: { organizationId: place.id } })).toMatchObject([
      { version: 1, text: 'One', withdrawnAt: expect.any(Date) },
      { version: 2, text: 'One', withdrawnAt: null },
    ])
    expect(await events(place.id, 'organization.terms_withdrawn')).toHaveLength(1)
  })

  test('OR-34: a refresh does not move a grant to an organization whose terms are open', async () => {
    const place = await organization()
    await publishes(place, 'One')
    const home = await organization()
    const { browser, id } = await member(home)
    await authorize(browser)
    const { body } = await world.redeem(browser.current?.callback?.searchParams.get('code') ?? '')
    await prisma().membership.create({
      data: { organizationId: place.id, userId: id, roles: 'member', createdAt: world.deps.now() },
    })
    const refresh = (refresh_token: string, organization: string) =>
      world.token({ grant_type: 'refresh_token', refresh_token, organization }, webAuth)
    const refused = await refresh(body.refresh_token, place.id)
    expect(refused.body).toMatchObject({
      error: 'invalid_grant',
      error_description: 'the person has not accepted the terms of the requested organization',
    })
    await authorize(browser, { organization: place.id })
    await browser.submit({ accept_terms: 'yes' })
    expect((await refresh(body.refresh_token, place.id)).status).toBe(200)
  })

  test('OR-33: two admins who publish at once publish one version, and a draft that was not previewed is not published', async () => {
    const place = await organization()
    const actor = { kind: 'user', id: await userId(place.ownerPerson.email), network: '::/48' } as const
    const { deps } = world
    await saveTermsDraft(deps, actor, place.id, { text: 'One', graceUntil: null }, '')
    await get(place.owner, `${place.at}/terms`)
    const previewed = draftShown(place.owner)
    // Another admin edits it: neither the form of before nor the preview of before is taken.
    await expect(saveTermsDraft(deps, actor, place.id, { text: 'Else', graceUntil: null }, '')).rejects.toMatchObject({
      reason: 'changed-meanwhile',
    })
    await saveTermsDraft(deps, actor, place.id, { text: 'Two', graceUntil: null }, previewed)
    await expect(publishTermsDraft(deps, actor, place.id, previewed)).rejects.toMatchObject({
      reason: 'changed-meanwhile',
    })
    await get(place.owner, `${place.at}/terms`)
    const second = draftShown(place.owner)
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => publishTermsDraft(deps, actor, place.id, second)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const both = await Promise.all(
      ['Three', 'Four'].map((text) => publishTerms(deps, actor, place.id, { text, graceUntil: null })),
    )
    expect(both.map(({ version }) => version).sort()).toEqual([2, 3])
    const { termsVersion } = await prisma().organization.findUniqueOrThrow({ where: { id: place.id } })
    expect(termsVersion).toBe(3)
  })

  test('OR-35: members read them, and write nothing; others learn nothing', async () => {
    const place = await organization()
    await publishes(place, 'Ours')
    const plain = await member(place)
    const stranger = await organization()
    expect((await get(plain.browser, `${place.at}/terms`)).text).toContain('Ours')
    expect(plain.browser.current?.html.querySelector('textarea')).toBeNull()
    expect(plain.browser.current?.text).not.toContain('Accepted by')
    for (const [path, fields] of [
      ['/terms/draft', { text: 'Theirs', draft: '' }],
      ['/terms/publish', { draft: '', confirm: 'yes' }],
      ['/terms/withdraw', { confirm: 'yes' }],
      ['/terms/export', { version: '1' }],
    ] as const) {
      expect((await post(plain.browser, `${place.at}${path}`, fields)).status, path).toBe(403)
      expect((await post(stranger.owner, `${place.at}${path}`, fields)).status, path).toBe(404)
    }
    expect((await get(stranger.owner, `${place.at}/terms`)).status).toBe(404)
    expect((await get(plain.browser, `${place.at}/terms?version=2`)).status).toBe(404)
    expect(await events(place.id, 'organization.terms_published')).toHaveLength(2)
    const admin = await member(place, 'admin')
    expect((await get(admin.browser, `${place.at}/terms`)).html.querySelector('textarea')).toBeTruthy()
    await get(plain.browser, `${stranger.at}/terms`)
    expect(plain.browser.current?.status).toBe(404)
  })

  test('OR-30: markup and links of the text can do nothing, on every page that shows it', async () => {
    const place = await organization()
    const text =
      '<script>x()</script>\n\n<img src=x onerror=x()>\n\n![i](https://track.test/i.png) [bank](https://evil.test/)'
    await publishes(place, text)
    const { browser } = await member(place)
    const step = await authorize(browser)
    const version = await get(place.owner, `${place.at}/terms?version=1`)
    for (const { html } of [step, version]) {
      const shown = html.querySelector('.prose')
      expect(shown?.querySelectorAll('script, img')).toEqual([])
      expect(shown?.querySelector('a')?.getAttribute('rel')).toContain('noopener')
      expect(shown?.text).toContain('bank (evil.test)')
    }
  })

  test('a draft is refused with what is wrong beside the field', async () => {
    const place = await organization()
    await get(place.owner, `${place.at}/terms`)
    await place.owner.submit({ text: ' ', grace_until: '' })
    expect(place.owner.current?.status).toBe(422)
    expect(place.owner.current?.html.querySelector('#text-problem')).toBeTruthy()
    for (const wrong of ['2000-01-01', '2999-01-01', 'soon', '2027-02-31']) {
      await place.owner.submit({ text: 'Text', grace_until: wrong })
      expect(place.owner.current?.html.querySelector('#grace_until-problem'), wrong).toBeTruthy()
    }
    expect(place.owner.current?.html.querySelector('textarea')?.text).toContain('Text')
    await place.owner.submit({ text: '字'.repeat(50_000), grace_until: '' })
    expect(place.owner.current?.status).toBe(200)
    await place.owner.submit({ text: 'x'.repeat(50_001), grace_until: '' })
    expect(place.owner.current?.status).toBe(422)
  })

  test('OR-37: a text that would keep the parser busy for seconds, or exhaust its stack, is refused', async () => {
    const place = await organization()
    const actor = { kind: 'user', id: await userId(place.ownerPerson.email), network: '::/48' } as const
    for (const text of ['_a__b'.repeat(9000), '['.repeat(9000), '>'.repeat(9000), '1. '.repeat(9000), '- '.repeat(99)])
      await expect(publishTerms(world.deps, actor, place.id, { text, graceUntil: null })).rejects.toMatchObject({
        problem: 'too-much-markup',
      })
    const ordinary = `${'- **Term**: what it means.\n'.repeat(100)}\n> > Quoted\n\n----------------\n`
    await publishTerms(world.deps, actor, place.id, { text: ordinary, graceUntil: null })
  })

  test('OR-36: who accepted is a list with a search, and a file', async () => {
    const place = await organization()
    await publishes(place, 'One')
    const gone = await member(place)
    await authorize(gone.browser)
    await gone.browser.submit({ accept_terms: 'yes' })
    // Who leaves, and takes another name and address, stays on record as they were.
    await prisma().membership.deleteMany({ where: { userId: gone.id } })
    await prisma().user.update({ where: { id: gone.id }, data: { givenName: '=cmd()' } })
    await prisma().email.updateMany({ where: { userId: gone.id }, data: { address: 'new@private.test' } })
    const list = await get(place.owner, `${place.at}/terms?version=1`)
    expect(list.text).toContain(gone.person.email)
    expect(list.text).not.toContain('new@private.test')
    expect((await get(place.owner, `${place.at}/terms?version=1&query=${gone.person.email}`)).text).toContain(
      'Lovelace',
    )
    expect((await get(place.owner, `${place.at}/terms?version=1&query=nobody%25`)).text).toContain('No results')
    const file = await post(place.owner, `${place.at}/terms/export`, { version: '1' })
    expect(file.headers.get('content-type')).toContain('text/csv')
    expect(file.text).toContain(`1,`)
    expect(file.text).toContain(gone.person.email)
    expect(await events(place.id, 'organization.terms_exported')).toHaveLength(1)
    // The record ends with the account.
    await prisma().user.delete({ where: { id: gone.id } })
    expect(await acceptances(place.id)).toEqual([])
  })

  test('versions, and who accepted one, are listed fifty at a time', async () => {
    const place = await organization()
    const now = world.deps.now()
    const numbers = Array.from({ length: 51 }, (_, index) => index + 1)
    const of = { organizationId: place.id, text: 'T', textDigest: 'd', publishedByKind: 'system', publishedAt: now }
    await prisma().organizationTerms.createMany({ data: numbers.map((version) => ({ ...of, version })) })
    await prisma().organization.update({ where: { id: place.id }, data: { termsVersion: 51 } })
    const people = numbers.map((number) => ({ id: newId(new Date(now.getTime() + number)), number }))
    await prisma().user.createMany({ data: people.map(({ id }) => ({ id, createdAt: now, updatedAt: now })) })
    await prisma().organizationTermsAcceptance.createMany({
      data: people.map(({ id, number }) => ({
        ...{ organizationId: place.id, version: 51, userId: id, acceptedAt: now },
        ...{ personName: `Number ${number}`, personAddress: `n${number}@example.test` },
      })),
    })
    const rows = () => place.owner.current?.html.querySelectorAll('.table tbody tr').map((row) => row.text.trim()) ?? []
    const next = () => place.owner.current?.html.querySelectorAll('main a').find((link) => link.text === 'Next page')
    for (const path of ['/terms', '/terms?version=51', '/terms?version=51&query=number']) {
      await get(place.owner, `${place.at}${path}`)
      expect(rows(), path).toHaveLength(50)
      await place.owner.go((next()?.getAttribute('href') ?? '').replaceAll('&amp;', '&'))
      expect(rows(), path).toHaveLength(1)
      expect(next(), path).toBeUndefined()
    }
    const file = await post(place.owner, `${place.at}/terms/export`, { version: '51' })
    expect(file.text.trim().split('\r\n')).toHaveLength(52)
  })

  describe('the management API', () => {
    const call = async (path: string, init: { method?: string; body?: object; organization?: string } = {}) => {
      const { body } = await world.token(
        { grant_type: 'client_credentials', organization: init.organization },
        { basic: ['admin', 'admin-secret-0123456789'] },
      )
      const answer = await fetch(`${world.issuer}/api/v1${path}`, {
        method: init.method ?? 'GET',
        ...(init.body ? { body: JSON.stringify(init.body) } : {}),
        headers: {
          Authorization: `Bearer ${body.access_token}`,
          'Content-Type': 'application/json',
        },
      })
      const text = await answer.text()
      return { status: answer.status, headers: answer.headers, body: text ? JSON.parse(text) : null }
    }

    test('publishes, lists, shows acceptances and withdraws', async () => {
      const place = await organization()
      const path = `/organizations/${place.id}/terms`
      const { browser, person } = await member(place)
      const made = await call(path, { method: 'POST', body: { text: 'From the API' } })
      expect(made.status).toBe(201)
      expect(made.headers.get('location')).toBe(`${world.issuer}/api/v1${path}/1`)
      expect(made.body).toMatchObject({ version: 1, current: true, grace_until: null })
      // The same text again is the same version.
      expect((await call(path, { method: 'POST', body: { text: 'From the API' } })).body.version).toBe(1)
      await authorize(browser)
      await browser.submit({ accept_terms: 'yes' })
      expect((await call(`${path}/1`)).body).toMatchObject({ text: 'From the API' })
      expect((await call(`${path}/1/acceptances`)).body.data).toMatchObject([{ email: person.email }])
      expect((await call(`${path}/1/acceptances?query=nobody`)).body.data).toEqual([])
      expect((await call(path, { method: 'POST', body: { text: 'B', replaces: null } })).status).toBe(412)
      expect((await call(path, { method: 'POST', body: { text: '' } })).status).toBe(422)
      expect(
        (await call(path, { method: 'POST', body: { text: 'B', grace_until: '2000-01-01T00:00:00Z' } })).status,
      ).toBe(422)
      expect((await call(path, { method: 'POST', body: { text: 'B', replaces: 1 } })).status).toBe(201)
      const first = await call(`${path}?limit=1`)
      expect(first.body.data).toMatchObject([{ version: 2, current: true }])
      expect((await call(`${path}?limit=1&cursor=${first.body.next_cursor}`)).body.data).toMatchObject([{ version: 1 }])
      expect((await call(path, { method: 'DELETE' })).status).toBe(204)
      expect((await call(path)).body.data).toMatchObject([
        { version: 2, current: false, withdrawn_at: expect.any(String) },
        { version: 1, current: false },
      ])
      expect((await call(`${path}/0`)).status).toBe(404)
    })

    test('OR-35: a token for one organization reaches no other', async () => {
      const [mine, theirs] = [await organization(), await organization()]
      await publishes(theirs, 'Theirs')
      const path = `/organizations/${theirs.id}/terms`
      for (const [method, at, body] of [
        ['GET', path, undefined],
        ['GET', `${path}/1`, undefined],
        ['GET', `${path}/1/acceptances`, undefined],
        ['POST', path, { text: 'Mine' }],
        ['DELETE', path, undefined],
      ] as const)
        expect((await call(at, { method, body, organization: mine.id })).status, `${method} ${at}`).toBe(404)
      expect((await call(`/organizations/${mine.id}/terms`, { organization: mine.id })).status).toBe(200)
    })
  })
})
