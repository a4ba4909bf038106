import * as dpop from 'dpop'
import * as oauth from 'oauth4webapi'
import * as client from 'openid-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { claimsOf, openTestWorld, redirectUri, type TestWorld } from './support/world.ts'

// Clients that we did not write bind their tokens (docs/dpop.md): with and without a nonce, pushed requests, refresh.

const api = 'https://api.example.test'
let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld(
    {
      DPOP: 'on',
      PASSKEY_NUDGE: 'off',
      ...of(10, 'plain', {}),
      ...of(11, 'nonced', { DPOP: 'required', DPOP_NONCE: 'required' }),
      OIDC_RESOURCE_0: api,
      OIDC_RESOURCE_0_SCOPES: 'orders:read',
      OIDC_RESOURCE_0_ORGANIZATION: 'none',
    },
    { clock: 'running' },
  )
})
afterAll(() => world?.close())

const of = (index: number, id: string, settings: Record<string, string>) => ({
  [`OIDC_CLIENT_ID_${index}`]: id,
  ...Object.fromEntries(
    Object.entries({
      ...{ REDIRECT_URIS: redirectUri, GRANT_TYPES: 'authorization_code,refresh_token', REQUIRE_PKCE: 'true' },
      ...{ SCOPES: 'openid,profile,email,offline_access,orders:read', AUDIENCES: api },
      ...settings,
    }).map(([name, value]) => [`OIDC_CLIENT_${index}_${name}`, value]),
  ),
})

/** Signs in with an address that a library made, and returns the address that the client was called back at. */
async function comeBack(url: URL): Promise<URL> {
  const none = { redirect_uri: '', response_type: '', scope: '', state: '', nonce: '' }
  const { visited } = await world.signIn({}, { ...none, ...Object.fromEntries(url.searchParams) })
  return visited.callback as URL
}

describe.each(['plain', 'nonced'])('openid-client as the client %s', (id) => {
  test('gets a code, tokens, userinfo and a refresh, by a pushed request too', async () => {
    const config = await client.discovery(new URL(world.issuer), id, undefined, client.None(), {
      execute: [client.allowInsecureRequests],
    })
    for (const pushed of [false, true]) {
      const keys = await client.randomDPoPKeyPair('ES256')
      const DPoP = client.getDPoPHandle(config, keys)
      const pkceCodeVerifier = client.randomPKCECodeVerifier()
      const parameters = {
        ...{
          redirect_uri: redirectUri,
          scope: 'openid profile offline_access',
          state: 'the-state',
          nonce: 'the-nonce',
        },
        ...{ code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier), code_challenge_method: 'S256' },
      }
      const url = pushed
        ? await client.buildAuthorizationUrlWithPAR(config, parameters, { DPoP })
        : client.buildAuthorizationUrl(config, {
            ...parameters,
            dpop_jkt: await DPoP.calculateThumbprint(),
          })
      const tokens = await client.authorizationCodeGrant(
        config,
        await comeBack(url),
        { pkceCodeVerifier, expectedState: 'the-state', expectedNonce: 'the-nonce' },
        undefined,
        { DPoP },
      )
      expect([tokens.token_type, tokens.claims()?.aud]).toEqual(['dpop', id])
      const subject = tokens.claims()?.sub ?? ''
      expect(await client.fetchUserInfo(config, tokens.access_token, subject, { DPoP })).toMatchObject({ sub: subject })
      const next = await client.refreshTokenGrant(config, tokens.refresh_token ?? '', undefined, { DPoP })
      expect(next.token_type).toBe('dpop')
      expect(claimsOf(next.access_token).cnf).toEqual({ jkt: await DPoP.calculateThumbprint() })
      await expect(client.refreshTokenGrant(config, next.refresh_token ?? '')).rejects.toMatchObject({
        error: id === 'plain' ? 'invalid_grant' : 'invalid_dpop_proof',
      })
    }
  })
})

test('oauth4webapi takes a bound token at an API of ours, and refuses it without its proof', async () => {
  const issuer = new URL(world.issuer)
  const insecure = { [oauth.allowInsecureRequests]: true }
  const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, insecure))
  const app: oauth.Client = { client_id: 'nonced' }
  const keys = await oauth.generateKeyPair('ES256')
  const DPoP = oauth.DPoP(app, keys)
  const verifier = oauth.generateRandomCodeVerifier()
  const url = new URL(server.authorization_endpoint as string)
  url.search = new URLSearchParams({
    ...{ client_id: 'nonced', redirect_uri: redirectUri, response_type: 'code', scope: 'openid orders:read' },
    ...{ resource: api, code_challenge_method: 'S256', dpop_jkt: await DPoP.calculateThumbprint() },
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
  }).toString()
  const params = oauth.validateAuthResponse(server, app, await comeBack(url), oauth.expectNoState)
  const redeem = () =>
    oauth.authorizationCodeGrantRequest(server, app, oauth.None(), params, redirectUri, verifier, { ...insecure, DPoP })
  const process = async () => oauth.processAuthorizationCodeResponse(server, app, await redeem())
  const tokens = await process().catch((error) => {
    expect(oauth.isDPoPNonceError(error)).toBe(true)
    return process()
  })
  expect(tokens.token_type).toBe('dpop')

  let received: Request | undefined
  await oauth.protectedResourceRequest(tokens.access_token, 'GET', new URL(`${api}/orders`), undefined, undefined, {
    DPoP,
    [oauth.customFetch]: async (input, init) => {
      received = new Request(input, init as RequestInit)
      return new Response()
    },
  })
  const request = received as Request
  const claims = await oauth.validateJwtAccessToken(server, request, api, insecure)
  expect(claims).toMatchObject({ aud: api, client_id: 'nonced', cnf: { jkt: await DPoP.calculateThumbprint() } })
  const bare = new Request(request.url, { headers: { Authorization: `Bearer ${tokens.access_token}` } })
  await expect(oauth.validateJwtAccessToken(server, bare, api, insecure)).rejects.toThrow()
})

test('the package dpop makes proofs that are accepted', async () => {
  const keys = await dpop.generateKeyPair('ES256')
  const proof = await dpop.generateProof(keys, `${world.issuer}/token`, 'POST')
  const answer = await world.token(
    { grant_type: 'client_credentials' },
    { basic: ['machine', 'machine-secret-0123456789'], headers: { DPoP: proof } },
  )
  expect([answer.status, answer.body.token_type]).toEqual([200, 'DPoP'])
  expect(claimsOf(answer.body.access_token).cnf).toEqual({ jkt: await dpop.calculateThumbprint(keys.publicKey) })
})
