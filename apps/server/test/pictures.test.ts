import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { giveOperatorRole } from '../src/flows/management/operator-roles.ts'
import { system } from '../src/flows/platform/audit.ts'
import { accountOf, type Signed } from './support/account.ts'
import { databases } from './support/databases.ts'
import { jpeg, png, webp } from './support/images.ts'
import { claimsOf, openTestWorld, type TestWorld } from './support/world.ts'

const svg = new Uint8Array(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'))
const day = 24 * 60 * 60_000

/** A part of a form with files (RFC 7578). */
interface Part {
  name?: string
  filename?: string
  type?: string
  headers?: string
  body: string | Uint8Array
}

function multipart(parts: readonly Part[]): { type: string; body: Buffer<ArrayBuffer> } {
  const boundary = 'vestibule-test'
  const written = parts.flatMap(({ name, filename, type, headers = '', body }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data${name === undefined ? '' : `; name="${name}"`}${
        filename === undefined ? '' : `; filename="${filename}"`
      }\r\n${type ? `Content-Type: ${type}\r\n` : ''}${headers}\r\n`,
    ),
    Buffer.from(typeof body === 'string' ? Buffer.from(body) : body),
    Buffer.from('\r\n'),
  ])
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([...written, Buffer.from(`--${boundary}--\r\n`)]),
  }
}

const file = (body: string | Uint8Array, more: Partial<Part> = {}): Part => ({
  name: 'file',
  filename: 'me.png',
  type: 'image/png',
  body,
  ...more,
})

describe.each(databases)('pictures on %s', (database) => {
  let world: TestWorld
  let at: ReturnType<typeof accountOf>
  beforeAll(async () => {
    world = await openTestWorld(
      {
        OPERATORS: 'operator@example.test',
        IMPERSONATION: 'consent',
        OIDC_CLIENT_0_ALLOW_IMPERSONATION: 'true',
        LIMIT_MAIL_PER_ADDRESS: '1000/1h',
        LIMIT_PER_NETWORK: '100000/1m',
      },
      { database },
    )
    at = accountOf(world)
  })
  afterAll(() => world?.close())

  const post = ({ browser }: Pick<Signed, 'browser'>, parts: readonly Part[], headers: Record<string, string> = {}) => {
    const { type, body } = multipart(parts)
    return browser.go(`${world.issuer}/account/profile/picture`, {
      method: 'POST',
      body,
      headers: { 'Content-Type': type, ...headers },
    })
  }
  const upload = (person: Pick<Signed, 'browser'>, bytes: string | Uint8Array) => post(person, [file(bytes)])
  const remove = (person: Pick<Signed, 'browser'>) => post(person, [{ name: 'action', body: 'remove' }])
  const rowOf = ({ id }: Pick<Signed, 'id'>) =>
    world.deps.db.prisma.user.findUniqueOrThrow({ where: { id }, include: { storedPicture: true } })
  const urlOf = async (person: Pick<Signed, 'id'>) => `${world.issuer}/pictures/${(await rowOf(person)).pictureId}`
  const imagesOn = (person: Pick<Signed, 'browser'>) =>
    person.browser.current?.html.querySelectorAll('main img').map((image) => image.getAttribute('src'))

  test('an operator removes the picture of a person, after a question and with an event; a viewer does not', async () => {
    const ada = await at.byMail()
    await upload(ada, png(64, 64))
    const url = await urlOf(ada)
    const operator = await at.byMail('operator@example.test')
    const page = `/admin/people/${ada.id}`
    const viewer = await at.byMail()
    await giveOperatorRole(world.deps, system, viewer.id, 'viewer')
    await viewer.browser.go(`${world.issuer}${page}`)
    expect(viewer.browser.current?.html.querySelector('[value=remove-picture]')).toBeNull()
    expect((await at.post(viewer.browser, page, { action: 'remove-picture', confirm: 'yes' })).status).toBe(403)

    await operator.browser.go(`${world.issuer}${page}`)
    expect(operator.browser.current?.html.querySelector('[value=remove-picture]')?.text).toBe('Remove')
    const asked = await at.post(operator.browser, page, { action: 'remove-picture' })
    expect(asked.html.querySelector('h1')?.text).toContain('Remove: Picture')
    expect((await fetch(url)).status).toBe(200)
    await operator.browser.submit({ confirm: 'yes' })
    expect(operator.browser.current?.location).toContain('?done=saved')
    expect(operator.browser.current?.html.querySelector('[value=remove-picture]')).toBeNull()
    expect((await fetch(url)).status).toBe(404)
    const [event] = await world.deps.db.prisma.auditEvent.findMany({
      where: { targetId: ada.id, action: 'user.updated', actorKind: 'operator' },
    })
    expect([event?.actorId, JSON.parse(event?.detail ?? '')]).toEqual([operator.id, { fields: ['picture'] }])
  })

  test('a picture is uploaded, shown, the claim of its person, and gone when it is removed', async () => {
    const { browser, person, code } = await world.signIn({}, { scope: 'openid profile' })
    const ada = { browser, email: person.email, id: await at.idOf(person.email) }
    const { body: tokens } = await world.redeem(code)
    const claims = async () => (await world.userinfo(tokens.access_token)).json() as Promise<Record<string, unknown>>
    await at.post(browser, '/account/profile', { given_name: 'Ada', picture: 'https://elsewhere.example/ada.jpg' })
    expect((await claims()).picture).toBe('https://elsewhere.example/ada.jpg')
    const before = (await rowOf(ada)).updatedAt
    world.pass(1000)

    expect((await upload(ada, png(64, 64))).status).toBe(200)
    const url = await urlOf(ada)
    expect(browser.current?.location).toContain('/account/profile?done=profile-saved')
    expect(imagesOn(ada)).toEqual([new URL(url).pathname])
    expect((await rowOf(ada)).updatedAt.getTime()).toBeGreaterThan(before.getTime())
    expect(await claims()).toMatchObject({ picture: url, updated_at: Math.floor(world.deps.now().getTime() / 1000) })
    const refreshed = await world.authorize(browser, { scope: 'openid profile' })
    const again = await world.redeem(refreshed.callback?.searchParams.get('code') ?? '')
    expect(claimsOf(again.body.id_token).picture).toBe(url)
    // Whatever its type says, it is served as what its bytes are.
    expect((await fetch(url)).headers.get('content-type')).toBe('image/png')

    // The one before is gone with the change.
    await upload(ada, webp(32, 32))
    const second = await urlOf(ada)
    expect(second).not.toBe(url)
    expect([(await fetch(url)).status, (await fetch(second)).status]).toEqual([404, 200])
    expect((await fetch(second)).headers.get('content-type')).toBe('image/webp')

    await remove(ada)
    expect(imagesOn(ada)).toEqual([])
    expect((await fetch(second)).status).toBe(404)
    expect((await claims()).picture).toBe('https://elsewhere.example/ada.jpg')
    const events = await world.deps.db.prisma.auditEvent.findMany({
      where: { targetId: ada.id, action: 'user.updated' },
      orderBy: { id: 'asc' },
    })
    expect(events.slice(-3).map(({ actorId, detail }) => [actorId, JSON.parse(detail ?? '')])).toEqual(
      Array(3).fill([ada.id, { fields: ['picture'] }]),
    )
    // Nothing to remove is no change.
    await remove(ada)
    expect(await world.deps.db.prisma.auditEvent.count({ where: { targetId: ada.id, action: 'user.updated' } })).toBe(
      events.length,
    )
  })

  test('PI-04 PI-05: it is served to anybody as an image that can do nothing, under an address that nobody can guess', async () => {
    const ada = await at.byMail()
    await upload(ada, jpeg(64, 64))
    const url = await urlOf(ada)
    expect(new URL(url).pathname).toMatch(/^\/pictures\/[\w-]{43}$/)
    const answer = await fetch(url)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'x-frame-options': 'DENY',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=86400, immutable',
    })
    const etag = answer.headers.get('etag') ?? ''
    expect((await fetch(url, { headers: { 'If-None-Match': etag } })).status).toBe(304)
    const head = await fetch(url, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect((await fetch(url, { method, headers: { Origin: world.issuer } })).status).toBe(405)
    for (const id of [ada.id, 'x', `${etag.slice(1, -2)}!`, '%00', '..%2f..%2fetc%2fpasswd', 'x'.repeat(5000)])
      expect((await fetch(`${world.issuer}/pictures/${id}`)).status).toBe(404)

    // Who asks a cache for one that was removed is told so as soon as the cache asks us.
    await remove(ada)
    const gone = await fetch(url, { headers: { 'If-None-Match': etag } })
    expect([gone.status, gone.headers.get('cache-control')]).toEqual([404, 'no-store'])
  })

  test.each([
    ['an SVG that is called a PNG', svg],
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['65,535 pixels a side', jpeg(65_535, 65_535)],
    ['half a picture', png(64, 64).subarray(0, 60)],
    ['one byte too many', png(10, 10, { filler: 512 * 1024 - png(10, 10, { filler: 1 }).length + 2 })],
    ['no file', new Uint8Array()],
  ])('PI-01: %s is refused beside the field, and the picture stays', async (_, bytes) => {
    const ada = await at.byMail()
    await upload(ada, png(8, 8))
    const before = await urlOf(ada)
    const answer = await upload(ada, bytes)
    expect(answer.status).toBe(422)
    expect(answer.html.querySelector('#picture-problem')?.text).toContain('512 KB')
    expect(answer.html.querySelector('#picture-file')?.getAttribute('aria-invalid')).toBe('true')
    expect(await urlOf(ada)).toBe(before)
  })

  test('PI-01: a photo of five megabytes is not read, and the page says what is too large', async () => {
    const ada = await at.byMail()
    const answer = await upload(ada, new Uint8Array(5_000_000))
    expect(answer.status).toBe(422)
    expect(answer.html.querySelector('#picture-problem')?.text).toContain('512 KB')
  })

  test('PI-06: only one file under its name counts, and its own name never does', async () => {
    const ada = await at.byMail()
    const good = png(8, 8)
    const refused: (readonly Part[])[] = [
      [file(good), file(svg)],
      [file(good, { name: 'other' })],
      [file(good, { name: undefined })],
      [{ name: 'file', body: 'no file' }],
      [],
    ]
    for (const parts of refused) {
      expect([400, 422]).toContain((await post(ada, parts)).status)
      expect((await rowOf(ada)).pictureId).toBeNull()
    }
    const large = await post(ada, [file(good, { headers: `X-Large: ${'x'.repeat(600_000)}\r\n` })])
    expect(large.status).toBe(422)
    const noForm = await ada.browser.go(`${world.issuer}/account/profile/picture`, {
      method: 'POST',
      body: 'picture=x',
    })
    expect(noForm.status).toBe(415)
    expect((await rowOf(ada)).pictureId).toBeNull()
    expect((await post(ada, [file(good, { filename: '../../etc/passwd', type: 'text/html' })])).status).toBe(200)
    expect((await fetch(await urlOf(ada))).headers.get('content-type')).toBe('image/png')
  })

  test('PI-03: another site, a stranger, and an operator who acts as the person change nothing', async () => {
    const { browser, person } = await world.signIn()
    const ada = { browser, email: person.email, id: await at.idOf(person.email) }
    expect((await post(ada, [file(png(8, 8))], { Origin: 'https://evil.test' })).status).toBe(403)
    const stranger = { browser: world.browser() }
    await upload(stranger, png(8, 8))
    expect(stranger.browser.current?.location).toContain('/sign-in/')
    expect((await rowOf(ada)).pictureId).toBeNull()

    const operator = await at.byMail('operator@example.test')
    const { organizationId } = await world.deps.db.prisma.membership.findFirstOrThrow({ where: { userId: ada.id } })
    await at.post(operator.browser, '/admin/impersonations/new', {
      ...{ person: ada.id, client: 'web', organization: organizationId, reason: 'Ticket 4711: the board stays empty' },
    })
    const [, id = ''] = /impersonations\/([0-9a-f]+)/.exec(operator.browser.current?.location ?? '') ?? []
    await at.post(browser, `/account/impersonations/${id}`, { decision: 'allow' })
    await at.post(operator.browser, `/admin/impersonations/${id}`, { action: 'start', confirm: 'yes' })
    expect(operator.browser.cookies.size).toBeGreaterThan(1)
    await upload(operator, png(8, 8))
    expect((await rowOf(ada)).pictureId).toBeNull()
    expect((await rowOf(operator)).pictureId).not.toBeNull()
  })

  test('PI-07: no page asks another host for a picture', async () => {
    const ada = await at.byMail()
    await at.post(ada.browser, '/account/profile', { given_name: 'Ada', picture: 'https://tracker.example/a.png' })
    for (const path of ['/account', '/account/profile']) {
      await ada.browser.go(`${world.issuer}${path}`)
      expect(imagesOn(ada)).toEqual([])
      expect(ada.browser.current?.headers.get('content-security-policy')).toContain("img-src 'self' data:;")
      expect(ada.browser.current?.html.querySelector('main .avatar')?.text).toBe('A')
    }
  })

  test('twenty pictures a day are enough', async () => {
    const ada = await at.byMail()
    for (let count = 0; count < 20; count++) expect((await upload(ada, png(8, 8))).status).toBe(200)
    expect((await upload(ada, png(8, 8))).status).toBe(429)
    // Taking it away is always possible.
    expect((await remove(ada)).status).toBe(200)
    world.pass(day)
    const later = await at.byMail(ada.email)
    expect((await upload(later, png(8, 8))).status).toBe(200)
  })

  test('it is in the data that a person downloads, and is deleted with the account', async () => {
    const ada = await at.byMail()
    await upload(ada, png(8, 8))
    const url = await urlOf(ada)
    const data = await at.post(ada.browser, '/account/data/export')
    expect(JSON.parse(data.text).picture).toMatchObject({
      mime: 'image/png',
      data: Buffer.from(png(8, 8)).toString('base64'),
    })
    await at.post(ada.browser, '/account/data/delete', { confirm: 'yes' })
    expect((await fetch(url)).status).toBe(404)
    expect(await world.deps.db.prisma.picture.count({ where: { userId: ada.id } })).toBe(0)
  })
})
