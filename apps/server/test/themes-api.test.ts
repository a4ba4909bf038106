import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from './support/databases.ts'
import { png } from './support/images.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

const secret = 'admin-secret-0123456789'

describe.each(databases)('the themes of the management API on %s', (database) => {
  let world: TestWorld
  let organizationId: string
  let whole: string
  let bound: string
  let reader: string
  beforeAll(async () => {
    world = await openTestWorld(
      {
        OIDC_CLIENT_ID_7: 'admin',
        OIDC_CLIENT_7_SECRET: secret,
        OIDC_CLIENT_7_GRANT_TYPES: 'client_credentials',
        OIDC_CLIENT_7_SCOPES: 'themes:read,themes:write',
      },
      { database },
    )
    await world.signIn({ organization: 'Acme' })
    const { id, slug } = await world.deps.db.prisma.organization.findFirstOrThrow({ where: { name: 'Acme' } })
    organizationId = id
    const token = async (more: Record<string, string>) =>
      (await world.token({ grant_type: 'client_credentials', ...more }, { basic: ['admin', secret] })).body.access_token
    whole = await token({})
    bound = await token({ organization: slug })
    reader = await token({ scope: 'themes:read' })
  })
  afterAll(() => world?.close())

  async function call(method: string, path: string, body?: unknown, { token = whole, headers = {} } = {}) {
    const answer = await fetch(`${world.issuer}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, etag: answer.headers.get('etag'), body: text ? JSON.parse(text) : null }
  }

  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
  const instance = '/themes/instance/default'
  const ofOrganization = () => `/themes/organization/${organizationId}`

  test('a theme is drafted, published and taken back', async () => {
    expect((await call('GET', instance)).body).toMatchObject({ id: 'default', version: 0, has_draft: false })
    const drafted = await call('PATCH', instance, { accent: '#0057FF', radius: 6, name: 'Doorway' })
    expect(drafted.body).toMatchObject({ has_draft: true, draft: { accent: '#0057ff', radius: 6, paper: null } })
    expect((await call('PUT', `${instance}/texts/en`, { footer: 'Hello' })).body.draft.texts).toEqual({
      en: { footer: 'Hello' },
    })
    const pictured = await call('PUT', `${instance}/images/logo`, { data: base64(png(90, 30, { filler: 200_000 })) })
    expect(pictured.body.draft.logo).toMatchObject({ type: 'image/png', width: 90, height: 30 })
    expect((await fetch(pictured.body.draft.logo.url)).status).toBe(200)
    const published = await call('POST', `${instance}/publish`, {})
    expect(published.body).toMatchObject({ version: 1, has_draft: false, published: { name: 'Doorway' } })
    const page = await world.authorize(world.browser())
    expect(page.html.querySelector('link[href*="/assets/theme/"]')?.getAttribute('href')).toContain('/0057ff-')
    expect((await call('DELETE', `${instance}/images/logo`)).status).toBe(204)
    await call('POST', `${instance}/publish`, {})
    expect((await call('POST', `${instance}/restore`, { version: 1 })).body).toMatchObject({ version: 3 })
    expect((await call('POST', `${instance}/restore`, { version: 99 })).status).toBe(404)
    await call('PATCH', instance, { accent: null })
    expect((await call('DELETE', `${instance}/draft`)).status).toBe(204)
    expect((await call('GET', instance)).body.published.accent).toBe('#0057ff')
  })

  test('TH-19: what changed meanwhile is not overwritten', async () => {
    const { etag, body } = await call('GET', instance)
    expect((await call('PATCH', instance, { radius: 2 }, { headers: { 'If-Match': etag ?? '' } })).status).toBe(200)
    expect((await call('PATCH', instance, { radius: 3 }, { headers: { 'If-Match': etag ?? '' } })).status).toBe(412)
    expect((await call('POST', `${instance}/publish`, { revision: body.revision })).status).toBe(412)
  })

  test('TH-01, TH-02, TH-04, TH-11: what a form refuses is refused here, with the field and what would work', async () => {
    const refused = await call('PATCH', instance, { accent: '#777777' })
    expect(refused).toMatchObject({ status: 422, body: { code: 'unreadable_color', field: 'accent' } })
    expect(refused.body.detail).toMatch(/4\.4\d:1; #[0-9a-f]{6}/)
    for (const body of [
      { accent: 'red' },
      { radius: 17 },
      { radius: 1.5 },
      { help_url: 'http://x.test/' },
      { logo: 'x' },
    ])
      expect((await call('PATCH', instance, body)).status, JSON.stringify(body)).toBe(422)
    expect((await call('PUT', `${instance}/texts/en`, { code_intro: 'No place' })).status).toBe(422)
    expect((await call('PUT', `${instance}/texts/xx`, {})).status).toBe(404)
    for (const data of ['', base64(Buffer.from('<svg/>')), 'no base64!'])
      expect((await call('PUT', `${instance}/images/logo`, { data })).status).toBe(422)
    expect((await call('PUT', `${instance}/images/logo`, { data: 'A'.repeat(500_000) })).status).toBe(413)
    expect((await call('PUT', `${instance}/images/banner`, { data: base64(png(2, 2)) })).status).toBe(404)
    for (const path of [
      '/themes/instance/x',
      '/themes/server/default',
      '/themes/client/nobody',
      '/themes/organization/x',
    ])
      expect((await call('GET', path)).status, path).toBe(404)
  })

  test('a token that is bound to an organization reaches its theme, as its owners do, and no other', async () => {
    const as = { token: bound }
    expect((await call('PATCH', ofOrganization(), { accent: '#6a1b9a' }, as)).status).toBe(200)
    expect((await call('PATCH', ofOrganization(), { name: 'Rockets' }, as)).body.code).toBe('not_in_themes')
    expect((await call('POST', `${ofOrganization()}/publish`, {}, as)).status).toBe(200)
    for (const path of [instance, '/themes/client/web']) {
      expect((await call('GET', path, undefined, as)).status).toBe(404)
      expect((await call('PATCH', path, { accent: '#000000' }, as)).status).toBe(404)
      expect((await call('POST', `${path}/publish`, {}, as)).status).toBe(404)
    }
    expect((await call('GET', '/themes', undefined, as)).status).toBe(404)
    const decision = { name: 'x', allowed: true }
    expect((await call('POST', `${ofOrganization()}/name`, decision, as)).status).toBe(404)
    await world.signIn({ organization: 'Other' })
    const other = await world.deps.db.prisma.organization.findFirstOrThrow({ where: { name: 'Other' } })
    expect((await call('GET', `/themes/organization/${other.id}`, undefined, as)).status).toBe(404)
  })

  test('whoever may only read, only reads', async () => {
    const as = { token: reader }
    expect((await call('GET', ofOrganization(), undefined, as)).body.published.accent).toBe('#6a1b9a')
    expect((await call('GET', '/themes', undefined, as)).body.data).toEqual([
      { scope: 'organization', id: organizationId, owner_name: 'Acme', version: 1, has_draft: false, held_name: null },
    ])
    expect((await call('PATCH', ofOrganization(), { accent: '#000000' }, as)).status).toBe(403)
    expect((await call('POST', `${ofOrganization()}/publish`, {}, as)).status).toBe(403)
  })

  test('a token of one organization does not use up how often others may publish', async () => {
    await world.signIn({ organization: 'Neighbour' })
    const { id } = await world.deps.db.prisma.organization.findFirstOrThrow({ where: { name: 'Neighbour' } })
    const [publish, restore] = [`/themes/organization/${id}/publish`, `/themes/organization/${id}/restore`]
    for (let count = 0; count < 31; count += 1) {
      expect(
        (await call('POST', count % 2 ? restore : publish, count % 2 ? { version: 1 } : {}, { token: bound })).status,
      ).toBe(404)
    }
    const data = base64(png(90, 30))
    for (let count = 0; count < 101; count += 1) {
      const path = `/themes/organization/${id}/images/logo`
      expect((await call('PUT', path, { data }, { token: bound })).status).toBe(404)
    }
    expect((await call('POST', publish, {})).status).toBe(200)
    expect((await call('PUT', `/themes/organization/${id}/images/logo`, { data })).status).toBe(200)
  })
})
