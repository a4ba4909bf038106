import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../src/crypto/random.ts'
import { claimsOf, openTestWorld, redirectUri, type TestWorld, thirdAuth, webAuth } from './support/world.ts'

// Which organization a token may name: the person's consent, their membership today, and what the operator allows a client.

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld({
    ONBOARDING: 'terms,profile,organization,team',
    OIDC_CLIENT_5_SCOPES: 'openid,profile,email,organization,offline_access',
    OIDC_CLIENT_4_SCOPES: 'orders:read,users:read',
    OIDC_CLIENT_ID_20: 'tenant-reader',
    OIDC_CLIENT_20_SECRET: 'tenant-secret-0123456789',
    OIDC_CLIENT_20_GRANT_TYPES: 'client_credentials',
    OIDC_CLIENT_20_SCOPES: 'orders:read',
    OIDC_CLIENT_20_ORGANIZATION_ACCESS: 'listed',
    OIDC_CLIENT_ID_21: 'tenant-any',
    OIDC_CLIENT_21_SECRET: 'tenant-secret-0123456789',
    OIDC_CLIENT_21_GRANT_TYPES: 'client_credentials',
    OIDC_CLIENT_21_SCOPES: 'orders:read',
    OIDC_CLIENT_21_ORGANIZATION_ACCESS: 'any',
  })
  for (const slug of ['listed', 'other']) await organization(slug)
})
afterAll(() => world.close())

async function organization(slug: string, userId?: string): Promise<string> {
  const createdAt = world.deps.now()
  const id = newId(createdAt)
  const { prisma } = world.deps.db
  await prisma.organization.create({ data: { id, slug, name: slug, createdAt } })
  if (userId) await prisma.membership.create({ data: { organizationId: id, userId, roles: 'admin', createdAt } })
  return id
}

const introspect = async (token: string, [id, secret]: [string, string]) => {
  const answer = await fetch(`${world.issuer}/introspect`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      Authorization: `Basic ${btoa(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`)}`,
    },
    body: new URLSearchParams({ token }).toString(),
  })
  return answer.json() as Promise<Record<string, unknown>>
}

describe('a refresh that switches the organization', () => {
  const scope = 'openid organization'
  const redeem = async (code: string) =>
    (await world.token({ grant_type: 'authorization_code', code, redirect_uri: redirectUri }, thirdAuth)).body
  const refresh = (refresh_token: string, organization?: string) =>
    world.token({ grant_type: 'refresh_token', refresh_token, organization }, thirdAuth)

  test('asks the consent for that organization, of a client that needs consent', async () => {
    const first = await world.signIn({}, { client_id: 'third', scope })
    const tokens = await redeem(first.code)
    const before = claimsOf(tokens.access_token).organization
    const two = await organization('consent-two', String(claimsOf(tokens.access_token).sub))
    const refused = await refresh(tokens.refresh_token, two)
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_grant'])
    expect(refused.body.error_description).toContain('has not allowed')
    // The grant is where it was, and the refresh token is not spent.
    const again = await refresh(tokens.refresh_token)
    expect(claimsOf(again.body.access_token).organization).toBe(before)

    // Consent for less than the grant has is not enough.
    const less = await world.authorize(first.browser, { client_id: 'third', scope: 'openid', organization: two })
    await world.finish(first.browser, first.person)
    expect(less.status).toBe(200)
    expect((await refresh(again.body.refresh_token, two)).status).toBe(400)

    // Asked and allowed, the switch works.
    await world.authorize(first.browser, { client_id: 'third', scope, organization: two })
    await world.finish(first.browser, first.person)
    const moved = await refresh(again.body.refresh_token, two)
    expect(claimsOf(moved.body.access_token)).toMatchObject({ organization: two, organization_roles: ['admin'] })
  })
})

describe('a token of an organization that the person has left', () => {
  test('is inactive at introspection and refused at userinfo, wherever the grant has gone', async () => {
    // OWN-22
    const { code } = await world.signIn({}, { scope: 'openid organization' })
    const first = (await world.redeem(code)).body
    const { sub: userId, organization: home } = claimsOf(first.access_token)
    const left = await organization('left', String(userId))
    const refresh = (refresh_token: string, to: string) =>
      world.token({ grant_type: 'refresh_token', refresh_token, organization: to }, webAuth)
    const there = (await refresh(first.refresh_token, left)).body
    const back = (await refresh(there.refresh_token, String(home))).body
    expect(await introspect(there.access_token, webAuth.basic)).toMatchObject({ active: true, organization: left })

    await world.deps.db.prisma.membership.deleteMany({ where: { organizationId: left } })
    expect(await introspect(there.access_token, webAuth.basic)).toEqual({ active: false })
    expect((await world.userinfo(there.access_token)).status).toBe(401)
    // The token that names the organization they still belong to lives.
    expect(await introspect(back.access_token, webAuth.basic)).toMatchObject({ active: true, organization: home })
    expect((await world.userinfo(back.access_token)).status).toBe(200)
  })
})

describe('a client that names an organization for itself', () => {
  const ask = (id: string, secret: string, extra: Record<string, string>) =>
    world.token({ grant_type: 'client_credentials', ...extra }, { basic: [id, secret] })

  test('is refused unless it is listed, for one that exists and one that does not alike', async () => {
    for (const organization of ['other', 'nowhere']) {
      const refused = await ask('machine', 'machine-secret-0123456789', { scope: 'orders:read', organization })
      expect([refused.status, refused.body.error]).toEqual([400, 'unauthorized_client'])
      const unlisted = await ask('tenant-reader', 'tenant-secret-0123456789', { organization })
      expect(unlisted.body).toEqual(refused.body)
    }
    const listed = await ask('tenant-reader', 'tenant-secret-0123456789', { organization: 'listed' })
    expect(claimsOf(listed.body.access_token).organization).toMatch(/^[0-9a-f]{32}$/)
    const any = await ask('tenant-any', 'tenant-secret-0123456789', { organization: 'other' })
    expect(any.status).toBe(200)
    expect((await ask('tenant-any', 'tenant-secret-0123456789', { organization: 'nowhere' })).body.error).toBe(
      'invalid_request',
    )
  })

  test('narrows itself at the management API as before, and not at another resource with the same scope', async () => {
    const api = { scope: 'users:read', organization: 'other' }
    const narrowed = await ask('machine', 'machine-secret-0123456789', api)
    expect(claimsOf(narrowed.body.access_token).aud).toBe(`${world.issuer}/api/v1`)
    const elsewhere = { ...api, resource: 'https://api.example.test' }
    expect((await ask('machine', 'machine-secret-0123456789', elsewhere)).body.error).toBe('unauthorized_client')
  })
})

test('every token and userinfo of scope profile name the organization and the team', async () => {
  const { code } = await world.signIn({ team: 'Research' }, { scope: 'openid profile' })
  const { body } = await world.redeem(code)
  const [idToken, accessToken] = [claimsOf(body.id_token), claimsOf(body.access_token)]
  const userinfo = await (
    await fetch(`${world.issuer}/userinfo`, { headers: { Authorization: `Bearer ${body.access_token}` } })
  ).json()
  expect(idToken.team).toMatch(/^[0-9a-f]{32}$/)
  for (const claims of [accessToken, userinfo]) {
    expect(claims.organization).toBe(idToken.organization)
    expect(claims.team).toBe(idToken.team)
  }
  // The roles come with the scope of organizations alone.
  expect(accessToken).not.toHaveProperty('organization_roles')
})
