import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { metadataOf, readClientMetadata } from '../src/config/client-metadata.ts'
import { claimsOf, openTestWorld, redirectUri, type TestWorld, webAuth } from './support/world.ts'

// What client libraries do by themselves works without a setting: the place of the secret, and claims in the ID token.

let world: TestWorld
const lines: Record<string, unknown>[] = []
beforeAll(async () => {
  world = await openTestWorld(
    {
      OIDC_CLIENT_ID_20: 'named',
      OIDC_CLIENT_20_SECRET: 'named-secret-0123456789',
      OIDC_CLIENT_20_TOKEN_AUTH_METHOD: 'client_secret_basic',
      OIDC_CLIENT_20_REDIRECT_URIS: redirectUri,
      OIDC_CLIENT_ID_21: 'minimal',
      OIDC_CLIENT_21_SECRET: 'minimal-secret-0123456789',
      OIDC_CLIENT_21_REDIRECT_URIS: redirectUri,
      OIDC_CLIENT_21_ID_TOKEN_CLAIMS: 'minimal',
      OIDC_CLIENT_21_GRANT_TYPES: 'authorization_code,refresh_token',
    },
    { log: (line) => lines.push(JSON.parse(line)) },
  )
})
afterAll(() => world.close())

const code = 'whatever'
const attempt = (how: { basic?: [string, string]; post?: [string, string] }, extra: Record<string, string> = {}) =>
  world.token(
    {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      ...(how.post ? { client_id: how.post[0], client_secret: how.post[1] } : {}),
      ...extra,
    },
    how.basic ? { basic: how.basic } : {},
  )

describe('where a secret is sent', () => {
  test('a client without a named method may send it in the header or in the body', async () => {
    for (const how of [{ basic: webAuth.basic }, { post: webAuth.basic }]) {
      const answer = await attempt(how)
      expect([answer.status, answer.body.error]).toEqual([400, 'invalid_grant'])
      const wrong = await attempt(
        'basic' in how ? { basic: ['web', 'a wrong secret'] } : { post: ['web', 'a wrong secret'] },
      )
      expect([wrong.status, wrong.body.error]).toEqual([401, 'invalid_client'])
    }
    const both = await attempt({ basic: webAuth.basic, post: webAuth.basic })
    expect([both.status, both.body.error]).toEqual([400, 'invalid_request'])
  })

  test('another method than the named one is 401, and the answer and the log say which is expected', async () => {
    // TK-15
    const answer = await attempt({ post: ['named', 'named-secret-0123456789'] })
    expect([answer.status, answer.body.error]).toEqual([401, 'invalid_client'])
    expect(answer.body.error_description).toContain('client_secret_post')
    expect(answer.body.error_description).toContain('is client_secret_basic')
    expect(lines).toContainEqual(
      expect.objectContaining({ client: 'named', method: 'client_secret_post', expected: 'client_secret_basic' }),
    )
    expect((await attempt({ basic: ['post', 'post-secret-0123456789'] })).body.error_description).toContain(
      'is client_secret_post',
    )
    const none = await attempt({}, { client_id: 'web' })
    expect([none.status, none.body.error_description]).toEqual([
      401,
      expect.stringContaining('is client_secret_basic or client_secret_post'),
    ])
    // A client that is not there gets no hint.
    expect((await attempt({ basic: ['nobody', 'x'] })).body.error_description).toBe(
      'the client could not be authenticated',
    )
  })
})

describe('the ID token', () => {
  const plain = {
    name: 'Ada Lovelace',
    given_name: 'Ada',
    family_name: 'Lovelace',
    email_verified: true,
    organization: expect.stringMatching(/^[0-9a-f]{32}$/),
    organization_slug: expect.any(String),
    organization_name: expect.any(String),
  }
  const left = ['address', 'teams', 'organizations', 'organization_roles']
  const scope = 'openid profile email phone address organization team organizations'

  test('from the token endpoint has the plain claims of its scopes, at redemption and at refresh', async () => {
    const { code, person } = await world.signIn({}, { scope })
    const first = (await world.redeem(code)).body
    const second = (await world.token({ grant_type: 'refresh_token', refresh_token: first.refresh_token }, webAuth))
      .body
    for (const { id_token } of [first, second]) {
      const claims = claimsOf(id_token)
      expect(claims).toMatchObject({ ...plain, email: person.email })
      for (const name of left) expect(claims).not.toHaveProperty(name)
    }
    // Only of the scopes that this token has.
    const { body } = await world.token(
      { grant_type: 'refresh_token', refresh_token: second.refresh_token, scope: 'openid email' },
      webAuth,
    )
    expect(claimsOf(body.id_token)).toMatchObject({ email: person.email })
    expect(claimsOf(body.id_token)).not.toHaveProperty('name')
    // The protocol's own claims stay what they are.
    expect(claimsOf(first.id_token)).toMatchObject({ iss: world.issuer, aud: 'web', nonce: 'the-nonce' })
  })

  test('has nothing of the person with ID_TOKEN_CLAIMS=minimal', async () => {
    const { code, person } = await world.signIn({}, { client_id: 'minimal', scope: 'openid profile email' })
    const { body } = await world.token(
      { grant_type: 'authorization_code', code, redirect_uri: redirectUri },
      { basic: ['minimal', 'minimal-secret-0123456789'] },
    )
    for (const name of ['name', 'email', 'given_name', 'organization'])
      expect(claimsOf(body.id_token)).not.toHaveProperty(name)
    expect(await (await world.userinfo(body.access_token)).json()).toMatchObject({ email: person.email })
  })

  test('has what the server says, by ID_TOKEN_CLAIMS, where its client says nothing', async () => {
    const server = await openTestWorld({
      ID_TOKEN_CLAIMS: 'minimal',
      OIDC_CLIENT_ID_20: 'asks',
      OIDC_CLIENT_20_SECRET: 'asks-secret-0123456789',
      OIDC_CLIENT_20_REDIRECT_URIS: redirectUri,
      OIDC_CLIENT_20_ID_TOKEN_CLAIMS: 'scopes',
    })
    const claimsFor = async (client_id: string, secret: string) => {
      const { code } = await server.signIn({}, { client_id, scope: 'openid email' })
      const given = { grant_type: 'authorization_code', code, redirect_uri: redirectUri }
      return claimsOf((await server.token(given, { basic: [client_id, secret] })).body.id_token)
    }
    try {
      expect(await claimsFor(...webAuth.basic)).not.toHaveProperty('email')
      expect(await claimsFor('asks', 'asks-secret-0123456789')).toHaveProperty('email')
      const stored = { client_name: 'Stored', redirect_uris: [redirectUri] }
      const readStored = (metadata: object) => readClientMetadata(server.deps.config, 'stored', metadata, ['digest'])
      expect(readStored(stored).client.idTokenClaims).toBeNull()
      expect(metadataOf(readStored(stored).client)).not.toHaveProperty('id_token_claims')
      expect(readStored({ ...stored, id_token_claims: 'scopes' }).client.idTokenClaims).toBe('scopes')
    } finally {
      await server.close()
    }
  })

  test('that travels through the browser beside a code or a token has nothing of the person', async () => {
    for (const response_type of ['code id_token', 'id_token token', 'code id_token token']) {
      const { params } = await world.signIn({}, { client_id: 'hybrid', response_type, scope: 'openid profile email' })
      const claims = claimsOf(params.get('id_token') ?? '')
      for (const name of ['name', 'email']) expect(claims).not.toHaveProperty(name)
    }
    const { params } = await world.signIn({}, { client_id: 'hybrid', response_type: 'id_token', scope: 'openid email' })
    expect(claimsOf(params.get('id_token') ?? '')).toHaveProperty('email')
  })
})
