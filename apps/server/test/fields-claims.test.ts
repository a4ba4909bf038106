import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeOwnFields } from '../src/flows/account/own-fields.ts'
import { updatePerson } from '../src/flows/management/directory.ts'
import { declareField, updateField } from '../src/flows/management/fields/fields.ts'
import { changeMemberFields } from '../src/flows/organizations/member-fields.ts'
import { updateOrganization } from '../src/flows/organizations/organization-settings.ts'
import { system } from '../src/flows/platform/audit.ts'
import { databases } from './support/databases.ts'
import { claimsOf, openTestWorld, pkce, redirectUri, type TestWorld, webAuth } from './support/world.ts'

// Declared fields as claims: of whom a client and an API get which, and what stays at userinfo.

const api = 'https://api.example.test/orders'
const env = {
  OIDC_CLIENT_0_CLAIMS:
    'plan:organization.plan,cost_center:membership.cost_center,nick:person.nick,hidden:person.hidden',
  OIDC_CLIENT_0_AUDIENCES: api,
  OIDC_RESOURCE_0: api,
  OIDC_RESOURCE_0_CLAIMS: 'https://acme.example/seats:organization.seats,nick:person.nick',
  OIDC_CLIENT_ID_6: 'bare',
  OIDC_CLIENT_6_SECRET: 'bare-secret-0123456789',
  OIDC_CLIENT_6_REDIRECT_URIS: redirectUri,
  OIDC_CLIENT_ID_7: 'minimal',
  OIDC_CLIENT_7_SECRET: 'minimal-secret-0123456789',
  OIDC_CLIENT_7_REDIRECT_URIS: redirectUri,
  OIDC_CLIENT_7_ID_TOKEN_CLAIMS: 'minimal',
  OIDC_CLIENT_7_CLAIMS: 'nick:person.nick',
  OIDC_CLIENT_ID_8: 'asking',
  OIDC_CLIENT_8_SECRET: 'asking-secret-0123456789',
  OIDC_CLIENT_8_REDIRECT_URIS: redirectUri,
  OIDC_CLIENT_8_REQUIRE_CONSENT: 'true',
  OIDC_CLIENT_8_AUDIENCES: api,
  OIDC_CLIENT_8_CLAIMS: 'nick:person.nick',
}
const shared = { reads: ['client'], writes: ['client'], claim: true, names: { en: 'x' } }

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  let signedIn: Awaited<ReturnType<TestWorld['signIn']>>
  let userId = ''
  let organizationId = ''
  beforeAll(async () => {
    world = await openTestWorld(env, { database })
    const { deps } = world
    await declareField(deps, system, { key: 'nick', of: 'person', type: 'text', ...shared })
    await declareField(deps, system, {
      key: 'hidden',
      of: 'person',
      type: 'text',
      ...shared,
      reads: ['person'],
      claim: false,
    })
    await declareField(deps, system, {
      key: 'plan',
      of: 'organization',
      type: 'choice',
      options: { pro: { en: 'Pro' } },
      ...shared,
    })
    await declareField(deps, system, { key: 'seats', of: 'organization', type: 'integer', ...shared })
    await declareField(deps, system, { key: 'cost_center', of: 'membership', type: 'text', ...shared })
    signedIn = await world.signIn()
    const { body } = await world.redeem(signedIn.code)
    userId = claimsOf(body.id_token).sub as string
    organizationId = claimsOf(body.access_token).organization as string
    expect(claimsOf(body.id_token)).not.toHaveProperty('plan')
    await updatePerson(deps, system, userId, { form: {}, fields: { nick: 'Countess', hidden: 'secret' } })
    await updateOrganization(deps, system, organizationId, { fields: { plan: 'pro', seats: 12 } })
    await changeMemberFields(deps, system, { organizationId, userId }, { cost_center: '4711' })
  })
  afterAll(() => world?.close())

  const tokens = async (params: Record<string, string> = {}, auth = webAuth) => {
    const { callback } = await world.authorize(signedIn.browser, params)
    const { body } = await world.token(
      { grant_type: 'authorization_code', code: callback?.searchParams.get('code') ?? '', redirect_uri: redirectUri },
      auth,
    )
    return body
  }
  const userinfo = async (token: string) => (await world.userinfo(token)).json() as Promise<Record<string, unknown>>

  test('a client has those that it is configured to have, typed, and no others', async () => {
    const body = await tokens()
    const expected = { plan: 'pro', cost_center: '4711', nick: 'Countess' }
    const idToken = claimsOf(body.id_token)
    expect(idToken).toMatchObject(expected)
    expect(await userinfo(body.access_token)).toMatchObject(expected)
    for (const claims of [idToken, await userinfo(body.access_token)]) {
      expect(claims).not.toHaveProperty('hidden')
      expect(claims).not.toHaveProperty('seats')
    }
    const bare = await tokens({ client_id: 'bare' }, { basic: ['bare', 'bare-secret-0123456789'] })
    for (const token of [bare.id_token, bare.access_token]) expect(claimsOf(token)).not.toHaveProperty('nick')
    expect(await userinfo(bare.access_token)).not.toHaveProperty('nick')
  })

  test('an ID token that is to have nothing about the person has none; userinfo has them', async () => {
    const body = await tokens({ client_id: 'minimal' }, { basic: ['minimal', 'minimal-secret-0123456789'] })
    expect(claimsOf(body.id_token)).not.toHaveProperty('nick')
    expect(await userinfo(body.access_token)).toMatchObject({ nick: 'Countess' })
  })

  test('a client that people are asked about has none: no page named a field to them', async () => {
    const auth = { basic: ['asking', 'asking-secret-0123456789'] as [string, string] }
    for (const more of [{}, { resource: api }]) {
      const visited = await world.authorize(signedIn.browser, { client_id: 'asking', ...more })
      const { callback } = visited.callback ? visited : await signedIn.browser.submit({ decision: 'allow' })
      const code = callback?.searchParams.get('code') ?? ''
      const { body } = await world.token({ grant_type: 'authorization_code', code, redirect_uri: redirectUri }, auth)
      expect(body.access_token, JSON.stringify(body)).toBeTruthy()
      for (const token of [body.id_token, body.access_token]) expect(claimsOf(token)).not.toHaveProperty('nick')
      if (!('resource' in more)) expect(await userinfo(body.access_token)).not.toHaveProperty('nick')
    }
  })

  test('an access token of an API has those of the API', async () => {
    const body = await tokens({ resource: api })
    const claims = claimsOf(body.access_token)
    expect(claims).toMatchObject({
      aud: api,
      'https://acme.example/seats': 12,
      nick: 'Countess',
      organization: organizationId,
    })
    expect(claims).not.toHaveProperty('plan')
    expect(claims).not.toHaveProperty('cost_center')
  })

  test('a change is at userinfo at once, and in tokens with the next refresh', async () => {
    const body = await tokens()
    await updatePerson(world.deps, system, userId, { form: {}, fields: { nick: 'Ada' } })
    expect(await userinfo(body.access_token)).toMatchObject({ nick: 'Ada' })
    const next = await world.token({ grant_type: 'refresh_token', refresh_token: body.refresh_token }, webAuth)
    expect(claimsOf(next.body.id_token).nick).toBe('Ada')
    await updatePerson(world.deps, system, userId, { form: {}, fields: { nick: null } })
    const last = await world.token({ grant_type: 'refresh_token', refresh_token: next.body.refresh_token }, webAuth)
    expect(claimsOf(last.body.id_token)).not.toHaveProperty('nick')
    expect(await userinfo(last.body.access_token)).not.toHaveProperty('nick')
    await updatePerson(world.deps, system, userId, { form: {}, fields: { nick: 'Countess' } })
  })

  test('a field that clients may no longer read is no claim any more', async () => {
    await updateField(world.deps, system, 'person.nick', { claim: false })
    const body = await tokens()
    expect(claimsOf(body.id_token)).not.toHaveProperty('nick')
    expect(await userinfo(body.access_token)).not.toHaveProperty('nick')
    await updateField(world.deps, system, 'person.nick', { claim: true })
  })

  test('more than fits into a cookie is at userinfo only, and nobody drives out what others say', async () => {
    const long = 'é'.repeat(200)
    const said = ['said_a', 'said_b', 'said_c']
    const kept = ['kept_a', 'kept_b', 'kept_c']
    const barred = ['barred', 'barred_b', 'barred_c']
    const claims = [
      ...said.map((key) => `${key}:person.${key}`),
      ...kept.map((key) => `${key}:organization.${key}`),
      ...barred.map((key) => `${key}:membership.${key}`),
    ]
    const open = await openTestWorld({ ...env, OIDC_CLIENT_0_CLAIMS: claims.join(',') }, { database: 'sqlite' })
    const { deps } = open
    try {
      const declare = (key: string, of: string, writer: string) =>
        declareField(deps, system, { ...shared, key, of, type: 'text', reads: ['client', writer], writes: [writer] })
      for (const key of said) await declare(key, 'person', 'person')
      for (const key of kept) await declare(key, 'organization', 'owner')
      for (const key of barred) await declare(key, 'membership', 'client')
      const { code } = await open.signIn()
      const first = await open.redeem(code)
      const userId = claimsOf(first.body.id_token).sub as string
      const organizationId = claimsOf(first.body.access_token).organization as string
      const person = { kind: 'user', id: userId, network: '::/48' } as const
      await changeMemberFields(deps, system, { organizationId, userId }, { barred: 'yes' })
      await updateOrganization(deps, person, organizationId, { fields: { kept_a: 'k' } })
      let last = first.body
      const refreshed = async () => {
        last = (await open.token({ grant_type: 'refresh_token', refresh_token: last.refresh_token }, webAuth)).body
        return [claimsOf(last.id_token), claimsOf(last.access_token)]
      }
      await changeOwnFields(
        deps,
        { userId, organizationId: null },
        { given: Object.fromEntries(said.map((key) => [key, long])) },
        person,
      )
      for (const token of await refreshed()) {
        expect(token).not.toHaveProperty('said_a')
        expect(token).toMatchObject({ kept_a: 'k', barred: 'yes' })
      }
      const fields = Object.fromEntries(kept.map((key) => [key, long]))
      await updateOrganization(deps, person, organizationId, { fields })
      for (const token of await refreshed()) {
        for (const key of ['said_a', 'kept_a']) expect(token).not.toHaveProperty(key)
        expect(token).toMatchObject({ barred: 'yes' })
      }
      const much = Object.fromEntries(barred.map((key) => [key, long]))
      await changeMemberFields(deps, system, { organizationId, userId }, much)
      for (const token of await refreshed())
        for (const key of ['said_a', 'kept_a', 'barred']) expect(token).not.toHaveProperty(key)
      const info = (await (await open.userinfo(last.access_token)).json()) as Record<string, unknown>
      expect(info).toMatchObject({ said_a: long, said_c: long, kept_b: long, barred: long })
    } finally {
      await open.close()
    }
  })

  test('FI-09: the claims parameter gives nobody what they are not configured to have', async () => {
    const claims = JSON.stringify({
      userinfo: { nick: null, seats: null, hidden: null },
      id_token: { nick: { essential: true } },
    })
    const body = await tokens({ client_id: 'bare', claims }, { basic: ['bare', 'bare-secret-0123456789'] })
    expect(claimsOf(body.id_token)).not.toHaveProperty('nick')
    expect(await userinfo(body.access_token)).not.toHaveProperty('nick')
  })
})

test('FI-09: a client that registered itself has no field, in whatever token and by whatever request', async () => {
  const world = await openTestWorld({
    REGISTRATION: 'open',
    OIDC_RESOURCE_0: api,
    OIDC_RESOURCE_0_SCOPES: 'orders:read',
    OIDC_RESOURCE_0_DYNAMIC_CLIENTS: 'any',
    OIDC_RESOURCE_0_ORGANIZATION: 'optional',
    OIDC_RESOURCE_0_CLAIMS: 'nick:person.nick',
  })
  try {
    await declareField(world.deps, system, { key: 'nick', of: 'person', type: 'text', ...shared })
    const registered = await fetch(`${world.issuer}/register`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        ...{ client_name: 'Agent', redirect_uris: [redirectUri], token_endpoint_auth_method: 'none' },
        claims: ['nick:person.nick'],
      }),
    })
    const { client_id } = (await registered.json()) as { client_id: string }
    const { verifier, challenge } = pkce()
    const params = {
      ...{
        client_id,
        scope: 'openid orders:read',
        resource: api,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      },
      claims: JSON.stringify({ userinfo: { nick: null }, id_token: { nick: { essential: true } } }),
    }
    const { browser, person } = await world.signIn()
    const { userId } = await world.deps.db.prisma.email.findUniqueOrThrow({ where: { address: person.email } })
    await updatePerson(world.deps, system, userId, { form: {}, fields: { nick: 'Countess' } })
    const { code } = await world.signIn(person, params, browser)
    const { body } = await world.token({
      ...{ grant_type: 'authorization_code', code, redirect_uri: redirectUri, client_id, code_verifier: verifier },
      resource: api,
    })
    expect(body.access_token, JSON.stringify(body)).toBeTruthy()
    for (const token of [body.access_token, body.id_token]) expect(claimsOf(token)).not.toHaveProperty('nick')
  } finally {
    await world.close()
  }
})

test('FI-02: a start refuses a claim that means something else, and the first mistake of a file of fields', async () => {
  for (const name of ['sub', 'scope', 'roles', 'organization', 'acr', 'cnf', 'exp', '__proto__']) {
    await expect(openTestWorld({ OIDC_CLIENT_0_CLAIMS: `${name}:person.nick` })).rejects.toThrow(/OIDC_CLIENT_0_CLAIMS/)
    await expect(
      openTestWorld({ OIDC_RESOURCE_0: api, OIDC_RESOURCE_0_CLAIMS: `${name}:person.nick` }),
    ).rejects.toThrow(/OIDC_RESOURCE_0_CLAIMS/)
  }
})
