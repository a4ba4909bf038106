import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contrast } from '../src/config/color.ts'
import { PublishedThemes } from '../src/flows/platform/themes/published-themes.ts'
import { placeholdersOf } from '../src/flows/platform/themes/texts.ts'
import type { PlainBrowser, Visited } from './support/browser.ts'
import { databases } from './support/databases.ts'
import { png, webp } from './support/images.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

const apiBasic: [string, string] = ['admin', 'admin-secret-0123456789']
const env = {
  OPERATORS: 'operator@example.test',
  THEMES: 'instance,client,organization:logo,accent,name,links,texts',
  OIDC_CLIENT_ID_7: 'admin',
  OIDC_CLIENT_7_SECRET: apiBasic[1],
  OIDC_CLIENT_7_GRANT_TYPES: 'client_credentials',
  OIDC_CLIENT_7_SCOPES: 'themes:read,themes:write',
}

/** A browser and what it does with the form of a theme. */
class Editor {
  constructor(
    private readonly world: TestWorld,
    readonly browser: PlainBrowser,
    readonly path: string,
  ) {}

  open(): Promise<Visited> {
    return this.browser.go(`${this.world.issuer}${this.path}`)
  }

  async revision(): Promise<string> {
    const { html } = await this.open()
    return html.querySelector('[name=revision]')?.getAttribute('value') ?? ''
  }

  async post(fields: Record<string, string>, path = ''): Promise<Visited> {
    const revision = fields.revision ?? (await this.revision())
    const body = new URLSearchParams({ revision, ...fields }).toString()
    return this.browser.go(`${this.world.issuer}${this.path}${path}`, { method: 'POST', body })
  }

  /** Sends the whole form, with some of its fields changed. */
  async save(fields: Record<string, string>): Promise<Visited> {
    const { html } = await this.open()
    const inputs = html.querySelectorAll('form[data-theme-form] input[name]')
    const values = inputs.map((input) => [input.getAttribute('name') ?? '', input.getAttribute('value') ?? ''])
    return this.post({ action: 'save', ...Object.fromEntries(values), ...fields })
  }

  act(action: string, fields: Record<string, string> = {}): Promise<Visited> {
    return this.post({ action, confirm: 'yes', ...fields })
  }

  async upload(bytes: Uint8Array<ArrayBuffer>, name = 'logo', type = 'image/png'): Promise<Response> {
    const form = new FormData()
    form.set('name', name)
    form.set('action', 'upload')
    form.set('revision', await this.revision())
    form.set('image', new Blob([bytes], { type }), 'logo.png')
    return fetch(`${this.world.issuer}${this.path}/images`, {
      method: 'POST',
      body: form,
      redirect: 'manual',
      headers: {
        Origin: this.world.issuer,
        Cookie: [...this.browser.cookies].map(([cookie, value]) => `${cookie}=${value}`).join('; '),
      },
    })
  }
}

const brandOf = ({ html }: Visited) => ({
  head: html.querySelector('header.brand')?.text.trim(),
  logo: html.querySelector('header.brand img')?.getAttribute('src'),
  alt: html.querySelector('header.brand img')?.getAttribute('alt'),
  sheet: html.querySelector('link[href*="/assets/theme/"]')?.getAttribute('href'),
  footer: html.querySelector('footer')?.text.replaceAll(/\s+/g, ' ').trim(),
})

describe.each(databases)('themes on %s', (database) => {
  let world: TestWorld
  let operator: PlainBrowser
  let owner: PlainBrowser
  let slug: string
  let id: string
  beforeAll(async () => {
    world = await openTestWorld(env, { database })
    operator = (await world.signIn({ email: 'operator@example.test', organization: 'Operations' })).browser
    owner = (await world.signIn({ email: 'owner@acme.test', organization: 'Acme' })).browser
    const [row] = (await world.deps.db.sql.read("SELECT id, slug FROM organization WHERE name = 'Acme'", [])) as {
      id: string
      slug: string
    }[]
    slug = row?.slug ?? ''
    id = row?.id ?? ''
  })
  afterAll(() => world?.close())

  const instance = () => new Editor(world, operator, '/admin/themes/instance')
  const ofClient = () => new Editor(world, operator, '/admin/themes/clients/web')
  const ofOrganization = () => new Editor(world, operator, `/admin/themes/organizations/${id}`)
  const own = () => new Editor(world, owner, `/organizations/${slug}/theme`)
  const signInPage = (params: Record<string, string> = {}) => world.authorize(world.browser(), params)
  const get = (path: string) => fetch(`${world.issuer}${path}`)

  test('a theme is drafted, published, seen on the pages at once, and taken back', async () => {
    expect((await instance().save({ name: 'Doorway', accent: '#b3261e', radius: '4' })).text).toContain(
      'The draft was saved',
    )
    expect(brandOf(await signInPage())).toMatchObject({ head: 'Vestibule', sheet: undefined })
    const asked = await instance().post({ action: 'publish' })
    expect(asked.text).toContain('Publish the theme of')
    expect((await instance().act('publish')).text).toContain('The theme was published')

    const { head, sheet, footer } = brandOf(await signInPage())
    expect(head).toBe('Doorway')
    expect(footer).not.toContain('Sign-in by')
    const css = await get(sheet ?? '')
    expect(css.headers.get('content-type')).toBe('text/css; charset=UTF-8')
    expect(css.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(css.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await css.text()).toMatch(/^:root\{--accent:#b3261e;--on-accent:#ffffff;.*--radius:4px\}/)

    await instance().save({ accent: '#0057ff' })
    await instance().act('publish')
    expect((await instance().act('restore', { version: '1' })).text).toContain('in force again')
    expect(brandOf(await signInPage()).sheet).toContain('/b3261e-')
    const events = await world.deps.db.sql.read("SELECT action FROM audit_event WHERE target_kind = 'theme'", [])
    expect(events.map(({ action }) => action)).toContain('theme.published')
  })

  test('values are inherited one by one: organization, application, server', async () => {
    await ofClient().save({ name: 'Notes', accent: '#0057ff' })
    await ofClient().act('publish')
    await ofOrganization().save({ ground: '#f0f4ff' })
    await ofOrganization().act('publish')
    expect(brandOf(await signInPage({ client_id: 'hybrid' }))).toMatchObject({
      head: 'Doorway',
      sheet: expect.stringContaining('/b3261e-x-x-x-x-x-4.css'),
    })
    expect(brandOf(await signInPage())).toMatchObject({
      head: 'Notes',
      sheet: expect.stringContaining('/0057ff-x-x-x-x-x-4.css'),
      footer: expect.stringContaining('Sign-in by Doorway'),
    })
    for (const organization of [slug, id])
      expect(brandOf(await signInPage({ organization })).sheet).toContain('/0057ff-x-x-x-f0f4ff-x-4.css')
    await ofOrganization().save({ ground: '' })
    await ofOrganization().act('publish')
    expect(brandOf(await signInPage({ organization: slug })).sheet).toContain('/0057ff-x-x-x-x-x-4.css')
  })

  test('a theme is found in the console by its application or organization, whether there is one or not', async () => {
    const list = await operator.go(`${world.issuer}/admin/themes`)
    for (const name of ['/admin/themes/instance', '/admin/themes/clients/web', `/admin/themes/organizations/${id}`])
      expect(list.html.querySelector(`main a[href="${name}"]`), name).not.toBeNull()
    const [other] = (await world.deps.db.sql.read("SELECT id FROM organization WHERE name = 'Operations'", [])) as {
      id: string
    }[]
    const found = await operator.go(`${world.issuer}/admin/themes?query=Operat`)
    expect(found.html.querySelector(`main a[href="/admin/themes/organizations/${other?.id}"]`)?.text).toBe('Operations')
    expect((await operator.go(`${world.issuer}/admin/themes?query=nothing-here`)).text).toContain('nothing-here')
    expect((await operator.go(`${world.issuer}/admin/organizations/${id}/theme`)).location).toBe(
      `${world.issuer}/admin/themes/organizations/${id}`,
    )
  })

  test('a viewer reads a theme, has no button that changes it, and is refused', async () => {
    const viewer = (await world.signIn({ email: 'viewer@example.test', organization: 'Viewers' })).browser
    const email = await world.deps.db.prisma.email.findUniqueOrThrow({ where: { address: 'viewer@example.test' } })
    await world.deps.db.prisma.operatorRole.create({
      data: { userId: email.userId, role: 'viewer', grantedBy: null, at: world.deps.now() },
    })
    const editor = new Editor(world, viewer, '/admin/themes/clients/web')
    const shown = await editor.open()
    expect(shown.status).toBe(200)
    // Those of the preview change nothing.
    expect(shown.html.querySelectorAll('main form[method=post] button')).toEqual([])
    expect((await editor.post({ action: 'save', accent: '#000000', revision: '1' })).status).toBe(403)
    expect((await editor.upload(png(9, 9))).status).toBe(403)
  })

  test("the pages of a preview are in the application's theme", async () => {
    const shown = await operator.go(`${world.issuer}/admin/preview/pages/sign-in?client=web`)
    const { head, sheet } = brandOf(shown)
    expect([head, sheet]).toEqual(['Notes', expect.stringContaining('/assets/theme/0057ff-')])
    expect((await operator.go(`${world.issuer}${sheet}`)).text).toContain('--accent:#0057ff')
  })

  test('another process shows what was published within three seconds', async () => {
    const { db, config, now } = world.deps
    const replica = new PublishedThemes({ db, config, now })
    const key = { scope: 'client', id: 'web' } as const
    expect((await replica.load(key)).accent).toBe('#0057ff')
    await ofClient().save({ radius: '9' })
    await ofClient().act('publish')
    world.pass(3001)
    expect((await replica.load(key)).radius).toBe(9)
    expect((await ofClient().save({ radius: '' })).text).toContain('The draft was saved')
    expect((await ofClient().act('publish')).text).toContain('was published')
  })

  test('TH-16: the theme of an organization is shown to those alone whose request is for it, and is cached for nobody', async () => {
    await own().save({ accent: '#6a1b9a' })
    expect((await own().act('publish')).text).toContain('The theme was published')
    const seen = await signInPage({ organization: slug })
    expect(brandOf(seen).sheet).toContain('/6a1b9a-')
    expect(seen.headers.get('cache-control')).toBe('no-store')
    expect(seen.headers.get('content-security-policy')).toContain("style-src 'self'")
    expect(brandOf(seen).sheet).not.toContain(id)
    expect(brandOf(await signInPage()).sheet).not.toContain('6a1b9a')
    const [other] = (await world.deps.db.sql.read("SELECT slug FROM organization WHERE name = 'Operations'", [])) as {
      slug: string
    }[]
    expect(brandOf(await signInPage({ organization: other?.slug ?? '' })).sheet).not.toContain('6a1b9a')
    expect(brandOf(await signInPage({ organization: 'nobody' })).sheet).not.toContain('6a1b9a')
  })

  test('a logo is uploaded, shown with its alternative text, and served as nothing but an image', async () => {
    const bytes = png(120, 40)
    const answer = await own().upload(bytes)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/organizations/${slug}/theme?done=image`])
    expect((await own().upload(png(140, 40), 'logo_dark')).status).toBe(303)
    await own().act('publish')
    const { logo, alt, head, footer } = brandOf(await signInPage({ organization: slug }))
    const digest = createHash('sha256').update(bytes).digest('base64url')
    expect({ logo, alt, head }).toEqual({ logo: `/assets/brand/${digest}`, alt: 'Acme', head: '' })
    expect(footer).toContain('Sign-in by Doorway')

    const image = await get(`/assets/brand/${digest}`)
    expect(new Uint8Array(await image.arrayBuffer())).toEqual(bytes)
    const header = (name: string) => image.headers.get(name)
    // TH-05
    expect(header('content-type')).toBe('image/png')
    expect(header('x-content-type-options')).toBe('nosniff')
    expect(header('content-security-policy')).toBe("default-src 'none'; sandbox; frame-ancestors 'none'")
    expect(header('cache-control')).toContain('immutable')
  })

  test('TH-04: what is no small, still picture is refused, whatever it is called', async () => {
    const svg = new Uint8Array(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'))
    for (const bytes of [svg, png(30_000, 30_000), webp(10, 10, { animated: true }), new Uint8Array()]) {
      const answer = await own().upload(bytes)
      expect(answer.status).toBe(422)
      expect(await answer.text()).toContain('PNG, JPEG or WebP image without animation')
    }
    expect((await own().upload(png(10, 10, { filler: 5_000_000 }))).status).toBe(413)
    const noForm = await own().post({ action: 'upload' }, '/images')
    expect(noForm.status).toBe(415)
  })

  test.each(['red;}body{display:none}', '#fff\n}', 'url(x)', 'var(--x)', '#12345', '#1234567'])(
    'TH-01: the color %s is refused',
    async (accent) => {
      const refused = await instance().save({ accent })
      expect(refused.status).toBe(422)
      expect(refused.html.querySelector('#accent-problem')?.text).toContain('six hexadecimal digits')
    },
  )

  test('TH-02: text can be read on an accent, or it is refused with the nearest color that works', async () => {
    expect((await instance().save({ accent: '#ffff00' })).status).toBe(200)
    const refused = await instance().save({ accent: '#777777' })
    expect(refused.status).toBe(422)
    const problem = refused.html.querySelector('#accent-problem')?.text ?? ''
    const nearest = /#[0-9a-f]{6}/.exec(problem)?.[0] ?? ''
    expect(contrast(nearest, '#ffffff')).toBeGreaterThanOrEqual(4.5)
    expect((await instance().save({ accent: nearest })).status).toBe(200)
    expect((await instance().save({ paper: '#808080' })).html.querySelector('#paper-problem')?.text).toContain('#')
    await instance().act('discard')
  })

  test('TH-17: a style sheet has a name of numbers, and an image one of its digest; anything else is not found', async () => {
    const names = [
      'theme/..%2f..%2fpackage.json',
      'theme/x.css',
      `theme/${'a'.repeat(43)}.css`,
      'theme/1f6f54-x-x-x-x-x-17.css',
      'theme/1f6f54-x-x-x-x-x-x.css%7D',
      'theme-sample/red.css',
      `brand/${'A'.repeat(43)}`,
      `brand/${'A'.repeat(5000)}`,
      'brand/..%2f..%2fetc%2fpasswd',
    ]
    for (const name of names) expect((await get(`/assets/${name}`)).status, name).toBe(404)
  })

  test('TH-19: of two who publish at once, one wins, and the other is told', async () => {
    await instance().save({ accent: '#0057ff' })
    const revision = await instance().revision()
    const answers = await Promise.all([1, 2, 3].map(() => instance().act('publish', { revision })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412])
    const stale = await instance().save({ accent: '#b3261e', revision })
    expect(stale.status).toBe(412)
    expect((await instance().save({ accent: '#b3261e', revision: '' })).status).toBe(412)
  })

  test('TH-19: whoever may not, neither sees nor publishes', async () => {
    const member = (await world.signIn({ email: 'member@elsewhere.test', organization: 'Elsewhere' })).browser
    expect((await new Editor(world, member, '/admin/themes/instance').open()).status).toBe(404)
    expect((await member.go(`${world.issuer}/admin/themes`)).status).toBe(404)
    expect((await new Editor(world, member, `/organizations/${slug}/theme`).open()).status).toBe(404)
    const posted = await new Editor(world, member, `/organizations/${slug}/theme`).act('publish', { revision: '1' })
    expect(posted.status).toBe(404)
    const { db } = world.deps
    await db.sql.write(
      "INSERT INTO membership (user_id, organization_id, roles, created_at) SELECT user_id, $1, 'admin', $2 FROM email WHERE address = 'member@elsewhere.test'",
      [id, world.deps.now()],
    )
    const admin = new Editor(world, member, `/organizations/${slug}/theme`)
    expect((await admin.open()).status).toBe(403)
    expect((await admin.act('publish', { revision: '1' })).status).toBe(403)
    expect((await new Editor(world, owner, `/admin/themes/organizations/${id}`).open()).status).toBe(404)
  })

  test('TH-07: a name that owners choose waits for an operator, who sees what it looks like', async () => {
    const before = brandOf(await signInPage({ organization: slug }))
    await own().save({ name: 'Dооrwаy' })
    expect((await own().act('publish')).text).toContain('once an operator has allowed it')
    expect(brandOf(await signInPage({ organization: slug }))).toEqual(before)
    await own().save({ name: 'Web Αpp' })
    await own().act('publish')
    const shown = await ofOrganization().open()
    expect(shown.text).toContain('It looks like: Web App')
    const list = await operator.go(`${world.issuer}/admin/themes`)
    expect(list.text).toContain('Product names that wait for you')
    // What the operator did not read is not what they allow.
    expect((await ofOrganization().act('allow', { name: 'Another' })).status).toBe(412)
    expect((await own().act('allow', { name: 'Web Αpp' })).status).toBe(404)
    expect((await ofOrganization().act('decline', { name: 'Web Αpp' })).text).toContain('The name was declined')
    expect(brandOf(await signInPage({ organization: slug }))).toEqual(before)

    await own().save({ name: 'Acme Rockets' })
    await own().act('publish')
    expect((await ofOrganization().act('allow', { name: 'Acme Rockets' })).text).toContain('The name was allowed')
    const { head, footer } = brandOf(await signInPage({ organization: slug }))
    expect([head, footer?.includes('Sign-in by')]).toEqual(['Acme Rockets', true])
    await own().save({ accent: '#00695c' })
    await own().act('publish')
    expect(brandOf(await signInPage({ organization: slug }))).toMatchObject({ head: 'Acme Rockets' })
  })

  test.each([
    ['a direction override', 'Acme\u202egro.elgoog', 200],
    ['41 characters', 'x'.repeat(41), 422],
    ['500 combining marks', `A${'\u0301'.repeat(500)}`, 422],
    ['zero-width joiners alone', '\u200d\u200d', 422],
  ])('TH-08: a name with %s is cleaned or refused', async (_, name, status) => {
    const answer = await instance().save({ name })
    expect(answer.status).toBe(status)
    const value = answer.html.querySelector('[name=name]')?.getAttribute('value') ?? ''
    if (status === 200) expect(value).toBe('Acmegro.elgoog')
    if ((await instance().revision()) && status === 200) await instance().act('discard')
  })

  test('the editor shows our texts in every language with the placeholders that a text must keep', async () => {
    for (const language of world.deps.languages.tags) {
      const { html } = await operator.go(`/admin/themes/instance/texts?language=${language}`)
      const shown = (key: string) => html.querySelector(`label[for=${key}]`)?.text ?? ''
      expect([language, placeholdersOf(shown('code_intro'))]).toEqual([language, ['address', 'digits']])
      expect([language, placeholdersOf(shown('terms_intro'))]).toEqual([language, ['name']])
      expect([language, placeholdersOf(shown('organization_intro'))]).toEqual([language, ['application']])
      // Whoever copies a text copies no invisible characters with it.
      expect(html.querySelector('form[method=post] label')?.text, language).not.toMatch(/[\u2066-\u2069]/)
      expect(shown('code_intro'), language).not.toMatch(/[\u2066-\u2069]/)
    }
  })

  test('texts replace ours in one language; TH-08, TH-10: they keep their placeholders, and an organization names no address', async () => {
    const texts = (fields: Record<string, string>, editor = instance()) =>
      editor.post({ language: 'en', ...fields }, '/texts')
    expect((await texts({ code_intro: 'We wrote to you.' })).status).toBe(422)
    expect((await texts({ sign_in_title: 'x'.repeat(161) })).status).toBe(422)
    expect(
      (
        await texts({
          sign_in_title: 'Come in <b>',
          footer: 'Questions? 0800 1234',
          code_intro: '{digits} digits went to {address}.',
        })
      ).text,
    ).toContain('The draft was saved')
    await instance().act('publish')
    const browser = world.browser()
    const shown = await world.authorize(browser)
    expect(shown.html.querySelector('h1')?.innerHTML).toBe('Come in &lt;b&gt;')
    expect(brandOf(shown).footer).toContain('Questions? 0800 1234')
    await browser.submit({ email: 'texts@example.test' })
    expect(browser.current?.text).toContain('6 digits went to')
    const german = await world.authorize(world.browser({ 'Accept-Language': 'de' }))
    expect(german.html.querySelector('h1')?.text).toBe('Anmelden')
    for (const link of ['Visit https://evil.test', 'Visit evil.test now', 'www.evil'])
      expect((await texts({ sign_in_intro: link }, own())).status, link).toBe(422)
    await texts({ sign_in_title: '' })
    await instance().act('publish')
  })

  test("TH-11: links are https, and an organization's lead to its proven domains", async () => {
    for (const help_url of [
      'javascript:alert(1)',
      'data:text/html,x',
      'http://example.test/',
      'https://u:p@example.test/',
    ])
      expect((await instance().save({ help_url })).status, help_url).toBe(422)
    expect((await own().save({ help_url: 'https://help.acme.test/' })).status).toBe(422)
    await world.deps.db.sql.write(
      "INSERT INTO domain (organization_id, name, token, verified_at, method, joining, claimed, created_at) VALUES ($1, 'acme.test', 't', $2, 'dns', 'off', 'acme.test', $2)",
      [id, world.deps.now()],
    )
    expect((await own().save({ help_url: 'https://help.acme.test/' })).status).toBe(200)
    expect((await own().save({ help_url: 'https://acme.test.evil.test/' })).status).toBe(422)
    expect((await own().save({ help_url: 'https://notacme.test/' })).status).toBe(422)
    await own().act('publish')
    const shown = await signInPage({ organization: slug })
    expect(shown.html.querySelector('footer a[href="https://help.acme.test/"]')?.text).toBe('Help')
  })

  test('TH-13: mails carry the logo and the color, and always the code and the line that warns', async () => {
    const browser = world.browser()
    await world.authorize(browser, { organization: slug })
    await browser.submit({ email: 'mail@example.test' })
    const mail = await world.mailbox.take('mail@example.test')
    expect(mail.html).toMatch(/<img src="http:\/\/localhost:\d+\/assets\/brand\/[\w-]{43}" alt=""[^>]*> Acme Rockets/)
    expect(mail.html).toContain('background:#00695c')
    expect(mail.text).toContain('with Doorway')
    expect(mail.text).toMatch(/\b\d{6}\b/)
    expect(mail.text).toContain('Never')
  })

  test('TH-22: a preview shows the draft in light, dark and every language, and nobody else sees it', async () => {
    await own().save({ accent: '#ad1457' })
    const address = `${world.issuer}/organizations/${slug}/theme/preview?page=`
    for (const name of ['sign-in', 'code', 'profile', 'organization', 'consent']) {
      const shown = await owner.go(`${address}${name}&scheme=dark&language=ar`)
      expect(shown.status, name).toBe(200)
      const html = shown.html.querySelector('html')
      expect([html?.getAttribute('dir'), html?.getAttribute('data-scheme')]).toEqual(['rtl', 'dark'])
      expect(brandOf(shown).sheet).toContain('/ad1457-')
    }
    const code = await owner.go(`${address}code&language=he`)
    expect(code.html.querySelector('bdi[dir=ltr]')?.text).toBe('ada@example.com')
    expect(code.html.querySelector('input.code')).not.toBeNull()
    for (const name of ['mail-code', 'mail-invitation']) {
      const mail = await owner.go(`${address}${name}&scheme=dark`)
      expect(mail.headers.get('content-security-policy')).toContain('sandbox')
      expect(mail.text).toContain('background:#ad1457')
      expect(mail.text).toContain('<body inert')
    }
    for (const name of ['nothing', '', '__proto__']) expect((await owner.go(`${address}${name}`)).status).toBe(404)
    expect(
      (await owner.go(`${address}code&language=${'x'.repeat(3000)}`)).html.querySelector('html[lang=en]'),
    ).not.toBeNull()
    expect(brandOf(await signInPage({ organization: slug })).sheet).not.toContain('ad1457')
    const stranger = await world.browser().go(`${address}code`)
    expect(stranger.html.querySelector('[name=email]')).not.toBeNull()
    expect(stranger.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    await own().act('discard')
  })

  test('TH-23: only a preview may be framed, by our own pages, and nothing in it can be used', async () => {
    const address = `/organizations/${slug}/theme`
    const framing = ({ headers }: Visited) => [
      headers.get('x-frame-options'),
      /frame-ancestors '\w+'/.exec(headers.get('content-security-policy') ?? '')?.[0],
    ]
    for (const page of ['sign-in', 'consent', 'mail-code']) {
      const shown = await owner.go(`${world.issuer}${address}/preview?page=${page}`)
      expect(framing(shown), page).toEqual(['SAMEORIGIN', "frame-ancestors 'self'"])
      const policy = shown.headers.get('content-security-policy') ?? ''
      expect(policy).toMatch(/; sandbox( allow-same-origin;|$)/)
      expect(policy).toContain("form-action 'none'")
      expect(policy).not.toContain('script')
      expect(shown.html.querySelectorAll('script')).toEqual([])
      expect(shown.html.querySelector('[inert]')).not.toBeNull()
      expect(shown.html.querySelectorAll('body > :not([inert])').length === 0 || page.startsWith('mail')).toBe(true)
    }
    const others = [address, `${address}/texts`, `${address}/preview?page=nothing`, '/account', '/nothing']
    for (const path of others)
      expect(framing(await owner.go(world.issuer + path)), path).toEqual(['DENY', "frame-ancestors 'none'"])
    const editor = await own().open()
    expect(editor.html.querySelector('iframe')?.getAttribute('sandbox')).toBe('allow-same-origin')
    expect(editor.headers.get('content-security-policy')).toContain("frame-src 'self'")
    expect((await owner.go(`${world.issuer}${address}/preview?page=code`, { method: 'POST', body: '' })).status).toBe(
      405,
    )
  })

  test('publishing saves what was typed, says what differs, and asks first', async () => {
    const asked = await instance().save({ action: 'save-and-publish', accent: '#4527a0', radius: '3' })
    expect(asked.text).toContain('Differs from what is published: Accent color, Corner radius in pixels')
    expect(brandOf(await signInPage({ client_id: 'hybrid' })).sheet).not.toContain('4527a0')
    expect((await instance().open()).html.querySelector('[name=accent]')?.getAttribute('value')).toBe('#4527a0')
    const answered = await instance().act('publish')
    expect(answered.text).toContain('The theme was published')
    expect(brandOf(await signInPage({ client_id: 'hybrid' })).sheet).toContain('4527a0')
    const again = await instance().save({ action: 'save-and-publish' })
    expect(again.text).toContain('Nothing differs from what is published')
    const refused = await instance().save({ action: 'save-and-publish', accent: '#777777' })
    expect([refused.status, refused.html.querySelector('#accent-problem') !== null]).toEqual([422, true])
    const stale = await instance().save({ action: 'save-and-publish', accent: '#000000', revision: '1' })
    expect(stale.status).toBe(412)
    await instance().act('restore', { version: '1' })
  })

  test('a field that sets nothing shows what it inherits, and how well text can be read on it', async () => {
    const { html } = await ofOrganization().open()
    const accent = html.querySelector('[name=accent]')
    expect(accent?.getAttribute('placeholder')).toMatch(/^#[0-9a-f]{6}$/)
    expect(html.querySelector('#accent-contrast')?.text).toMatch(/^Contrast \d+\.\d\d:1\.$/)
    expect(html.querySelector('[name=paper]')?.getAttribute('placeholder')).toBe('#ffffff')
    expect(html.querySelector('h1')?.text).toBe('Theme')
    expect(html.querySelector('main')?.text).toContain('Acme')
    expect(html.querySelector('button.primary')?.text).toBe('Publish')
  })

  test('a logo at an address is shown in the theme, and is taken away there', async () => {
    const url = 'https://logos.example.test/acme.png'
    await world.deps.db.prisma.organization.update({ where: { id }, data: { logoUrl: url } })
    expect((await own().open()).text).toContain(url)
    expect((await own().post({ action: 'remove-logo-url' })).text).toContain(url)
    expect((await own().act('remove-logo-url')).text).toContain('The logo from an address was removed')
    expect((await own().open()).text).not.toContain(url)
    const { logoUrl } = await world.deps.db.prisma.organization.findUniqueOrThrow({ where: { id } })
    expect(logoUrl).toBeNull()
    expect((await instance().act('remove-logo-url')).status).toBe(404)
  })

  test('owners set what THEMES lists, and nothing else', async () => {
    expect((await own().save({ paper: '#fff8f0' })).status).toBe(422)
    expect((await own().open()).html.querySelector('[name=paper]')).toBeNull()
  })

  test('a broken theme is inherited around, without an error', async () => {
    await world.deps.db.sql.write(
      'UPDATE theme SET published = \'{"accent":"red}","logo":{"digest":"../x"}\' WHERE scope_id = $1',
      [id],
    )
    world.pass(5000)
    expect(brandOf(await signInPage({ organization: slug })).sheet).toContain('/0057ff-')
    await world.deps.db.sql.write('UPDATE theme SET published = \'{"accent":"red","radius":99}\' WHERE scope_id = $1', [
      id,
    ])
    world.pass(5000)
    expect(brandOf(await signInPage({ organization: slug })).sheet).toContain('/0057ff-x-x-x-x-x-4.css')
  })

  test('images that nothing refers to are deleted, and a theme goes with its organization', async () => {
    const count = async () =>
      (await world.deps.db.sql.read('SELECT digest FROM theme_image WHERE scope_id = $1', [id])).length
    const before = await count()
    await own().upload(png(33, 33), 'logo_dark')
    await own().act('discard')
    expect(await count()).toBe(before)
    await world.deps.db.prisma.organization.delete({ where: { id } })
    expect(await count()).toBe(0)
  })
})

test('with THEMES=off there is no theme to see', async () => {
  const world = await openTestWorld({ OPERATORS: 'operator@example.test', THEMES: 'off' })
  try {
    const { browser } = await world.signIn({ email: 'operator@example.test' })
    expect((await browser.go(`${world.issuer}/admin/themes/instance`)).status).toBe(404)
  } finally {
    await world.close()
  }
})
