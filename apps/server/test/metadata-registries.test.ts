import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { metadataFeatures } from './support/metadata-features.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// A client may refuse a whole document for one value that it doesn't know, as Nimbus (Spring Security) does: what we publish is
// registered. tests/e2e/metadata-parsers.test.ts has the parsers that most applications use read the same documents.

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld(metadataFeatures)
})
afterAll(() => world?.close())

// IANA, "OAuth Token Endpoint Authentication Methods".
const authMethods = [
  'none',
  'client_secret_post',
  'client_secret_basic',
  'client_secret_jwt',
  'private_key_jwt',
  'tls_client_auth',
  'self_signed_tls_client_auth',
]
// IANA, "JSON Web Signature and Encryption Algorithms", those that sign.
const signatures = [
  ...['HS256', 'HS384', 'HS512', 'RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'ES256K', 'EdDSA', 'Ed25519', 'Ed448'],
]
// RFC 6749, RFC 7523, RFC 7522, RFC 8628, RFC 8693, and OpenID CIBA.
const grants = [
  'authorization_code',
  'implicit',
  'password',
  'client_credentials',
  'refresh_token',
  'urn:ietf:params:oauth:grant-type:jwt-bearer',
  'urn:ietf:params:oauth:grant-type:saml2-bearer',
  'urn:ietf:params:oauth:grant-type:device_code',
  'urn:ietf:params:oauth:grant-type:token-exchange',
  'urn:openid:params:grant-type:ciba',
]
// IANA, "OAuth Authorization Endpoint Response Types", in the order in which it writes the words.
const responseTypes = [
  ...['code', 'code id_token', 'code id_token token', 'code token', 'id_token', 'id_token token', 'none', 'token'],
]

/** The values of a member that are registered. Null: anybody may make some, and every parser takes them as text. */
const registered: Record<string, readonly string[] | null> = {
  // RFC 6749 section 3.3; OpenID Connect Core 5.1.2; RFC 6711 and OpenID Connect Core 2; RFC 5646.
  scopes_supported: null,
  claims_supported: null,
  acr_values_supported: null,
  ui_locales_supported: null,
  response_types_supported: responseTypes,
  // OAuth 2.0 Multiple Response Type Encoding Practices, Form Post Response Mode, JARM.
  response_modes_supported: ['query', 'fragment', 'form_post', 'jwt', 'query.jwt', 'fragment.jwt', 'form_post.jwt'],
  grant_types_supported: grants,
  // OpenID Connect Core 8, 5.6 and 3.1.2.1.
  subject_types_supported: ['public', 'pairwise'],
  claim_types_supported: ['normal', 'aggregated', 'distributed'],
  display_values_supported: ['page', 'popup', 'touch', 'wap'],
  // OpenID Connect Core 3.1.2.1, and Initiating User Registration 1.0.
  prompt_values_supported: ['none', 'login', 'consent', 'select_account', 'create'],
  // RFC 7636 section 6.2.
  code_challenge_methods_supported: ['plain', 'S256'],
  id_token_signing_alg_values_supported: signatures,
  token_endpoint_auth_methods_supported: authMethods,
  token_endpoint_auth_signing_alg_values_supported: signatures,
  revocation_endpoint_auth_methods_supported: authMethods,
  revocation_endpoint_auth_signing_alg_values_supported: signatures,
  introspection_endpoint_auth_methods_supported: authMethods,
  introspection_endpoint_auth_signing_alg_values_supported: signatures,
  // RFC 9728 section 2.
  bearer_methods_supported: ['header', 'body', 'query'],
}

// IANA, "OAuth Authorization Server Metadata" and OpenID Connect Discovery 3: members with one value.
const single: Record<string, 'url' | 'boolean'> = {
  issuer: 'url',
  authorization_endpoint: 'url',
  token_endpoint: 'url',
  userinfo_endpoint: 'url',
  jwks_uri: 'url',
  registration_endpoint: 'url',
  revocation_endpoint: 'url',
  introspection_endpoint: 'url',
  pushed_authorization_request_endpoint: 'url',
  end_session_endpoint: 'url',
  op_tos_uri: 'url',
  op_policy_uri: 'url',
  require_pushed_authorization_requests: 'boolean',
  authorization_response_iss_parameter_supported: 'boolean',
  claims_parameter_supported: 'boolean',
  request_parameter_supported: 'boolean',
  request_uri_parameter_supported: 'boolean',
  require_request_uri_registration: 'boolean',
  backchannel_logout_supported: 'boolean',
  backchannel_logout_session_supported: 'boolean',
  frontchannel_logout_supported: 'boolean',
  frontchannel_logout_session_supported: 'boolean',
  // draft-ietf-oauth-client-id-metadata-document section 5.
  client_id_metadata_document_supported: 'boolean',
}

type Members = Record<string, unknown>

/** Those of a list that no registry has. */
function unregistered(name: string, value: unknown): unknown[] {
  const values = registered[name]
  if (values === null || !Array.isArray(value)) return []
  return value.filter((entry) => !values?.includes(entry))
}

function expectRegistered(document: Members): void {
  for (const [name, value] of Object.entries(document)) {
    if (single[name] === 'url') expect(URL.canParse(String(value)), name).toBe(true)
    else if (single[name]) expect(typeof value, name).toBe(single[name])
    else {
      expect(Object.keys(registered), 'a member is registered').toContain(name)
      expect(value, name).toEqual([...new Set(value as string[])])
      expect((value as unknown[]).map((entry) => typeof entry).filter((type) => type !== 'string')).toEqual([])
    }
    expect(unregistered(name, value), name).toEqual([])
  }
}

const read = async (url: string): Promise<Members> => (await (await fetch(url)).json()) as Members

describe('every value of the metadata is registered', () => {
  test.each(['openid-configuration', 'oauth-authorization-server'])('%s', async (path) => {
    const document = await read(`${world.issuer}/.well-known/${path}`)
    // All that can be there is there.
    for (const name of Object.keys({ ...registered, ...single }))
      if (name !== 'bearer_methods_supported') expect(document).toHaveProperty(name)
    expectRegistered(document)
  })

  test('an own prompt is accepted, and not published', async () => {
    const browser = world.browser()
    const { status, text } = await world.authorize(browser, { prompt: 'select_organization' })
    expect(status, text).toBe(200)
  })

  test('the protected resource of the management API', async () => {
    const document = await read(`${world.issuer}/.well-known/oauth-protected-resource/api/v1`)
    const { resource, authorization_servers, ...rest } = document
    expect(resource).toBe(`${world.issuer}/api/v1`)
    expect(authorization_servers).toEqual([world.issuer])
    expectRegistered(rest)
  })

  test('the answer to a registration', async () => {
    const answer = await fetch(`${world.issuer}/register`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ client_name: 'Agent', redirect_uris: ['https://agent.example.test/cb'] }),
    })
    expect(answer.status).toBe(201)
    const client = (await answer.json()) as Members
    expect(authMethods).toContain(client.token_endpoint_auth_method)
    expect(unregistered('grant_types_supported', client.grant_types)).toEqual([])
    expect(unregistered('response_types_supported', client.response_types)).toEqual([])
    expect(['web', 'native']).toContain(client.application_type)
  })
})
