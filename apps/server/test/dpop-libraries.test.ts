import * as oauth from 'oauth4webapi'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deviceCode, tokenExchange } from '../src/oidc/response-types.ts'
import { devicesOf } from './support/device-grant.ts'
import { type BoundClient, libraries } from './support/dpop-clients.ts'
import { claimsOf, openTestWorld, pkce, redirectUri, type TestWorld } from './support/world.ts'

// Clients that we did not write bind their tokens (docs/dpop.md): a client that may, and one that has to and needs a nonce.

const api = 'https://api.example.test'
const stock = 'https://stock.example.test'
const secretOf = (id: string) => `${id}-secret-0123456789`

const of = (index: number, id: string, settings: Record<string, string>) => ({
  [`OIDC_CLIENT_ID_${index}`]: id,
  ...Object.fromEntries(Object.entries(settings).map(([name, value]) => [`OIDC_CLIENT_${index}_${name}`, value])),
})
const signsIn = {
  ...{ REDIRECT_URIS: redirectUri, GRANT_TYPES: `authorization_code,refresh_token,${deviceCode}` },
  ...{ SCOPES: 'openid,profile,email,offline_access,orders:read', AUDIENCES: api, REQUIRE_PKCE: 'true' },
  ORGANIZATION: 'none',
}
const exchanges = {
  ...{ AUDIENCES: api, GRANT_TYPES: tokenExchange, EXCHANGE_0: `${api} ${stock} stock:read needs=orders:read` },
}
const demanding = { DPOP: 'required', DPOP_NONCE: 'required' }

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld(
    {
      DPOP: 'on',
      PASSKEY_NUDGE: 'off',
      ...of(10, 'plain', signsIn),
      ...of(11, 'nonced', { ...signsIn, ...demanding }),
      ...of(12, 'plain-api', { ...exchanges, SECRET: secretOf('plain-api') }),
      ...of(13, 'nonced-api', { ...exchanges, ...demanding, SECRET: secretOf('nonced-api') }),
      OIDC_RESOURCE_0: api,
      OIDC_RESOURCE_0_SCOPES: 'orders:read',
      OIDC_RESOURCE_0_ORGANIZATION: 'none',
      OIDC_RESOURCE_1: stock,
      OIDC_RESOURCE_1_SCOPES: 'stock:read',
      OIDC_RESOURCE_1_ORGANIZATION: 'none',
    },
    { clock: 'running' },
  )
})
afterAll(() => world?.close())

/** Signs in with an address that a library made, and returns the address that the client was called back at. */
async function comeBack(url: URL): Promise<URL> {
  const none = { redirect_uri: '', response_type: '', scope: '', state: '', nonce: '' }
  const { visited } = await world.signIn({}, { ...none, ...Object.fromEntries(url.searchParams) })
  return visited.callback as URL
}

async function signIn(client: BoundClient, params: Record<string, string> = {}, pushed = false) {
  const { verifier, challenge } = pkce()
  const request = { redirect_uri: redirectUri, code_challenge: challenge, code_challenge_method: 'S256' }
  const url = await client.begin({ ...request, scope: 'openid profile offline_access', ...params }, pushed)
  return client.redeem(await comeBack(url), verifier)
}

const isBound = (client: BoundClient, tokens: { access_token: string; token_type: string }) => {
  expect(tokens.token_type.toLowerCase()).toBe('dpop')
  expect(claimsOf(tokens.access_token).cnf).toEqual({ jkt: client.jkt })
}

describe.each(libraries)('%s', (_library, open) => {
  describe.each(['plain', 'nonced'])('as the client %s', (id) => {
    const openClient = (clientId = id, secret?: string) =>
      open({ issuer: world.issuer, id: clientId, redirectUri, ...(secret ? { secret } : {}) })

    test.each([false, true])('gets a code, tokens, userinfo and a refresh; by a pushed request: %s', async (pushed) => {
      const client = await openClient()
      const tokens = await signIn(client, {}, pushed)
      isBound(client, tokens)
      const sub = String(claimsOf(tokens.access_token).sub)
      expect(await client.userinfo(tokens.access_token, sub)).toMatchObject({ sub })
      const next = await client.refresh(tokens.refresh_token ?? '')
      isBound(client, next)
      expect(await client.userinfo(next.access_token, sub)).toMatchObject({ sub })
      // Another key of the same client is no key of these tokens.
      const other = await openClient()
      await expect(other.refresh(next.refresh_token ?? '')).rejects.toMatchObject({ error: 'invalid_grant' })
      await expect(other.userinfo(next.access_token, sub)).rejects.toThrow()
      isBound(client, await client.refresh(next.refresh_token ?? ''))
    })

    test('signs in a device', async () => {
      const at = devicesOf(world)
      const client = await openClient()
      const { browser, id: sub } = await at.member()
      const { userCode, poll } = await client.device('openid profile offline_access')
      await at.approve(browser, userCode)
      const tokens = await poll()
      isBound(client, tokens)
      expect(await client.userinfo(tokens.access_token, sub)).toMatchObject({ sub })
      isBound(client, await client.refresh(tokens.refresh_token ?? ''))
    })

    test('exchanges a token, and APIs accept both by the proofs of their holders alone', async () => {
      const url = new URL(world.issuer)
      const insecure = { [oauth.allowInsecureRequests]: true }
      const server = await oauth.processDiscoveryResponse(url, await oauth.discoveryRequest(url, insecure))
      const accepts = async (request: Request, audience: string) =>
        oauth.validateJwtAccessToken(server, request, audience, insecure)
      const client = await openClient()
      const { access_token: bound } = await signIn(client, { resource: api, scope: 'openid orders:read' })
      const called = await client.call(bound, `${api}/orders?page=2`)
      expect(await accepts(called, api)).toMatchObject({ aud: api, client_id: id, cnf: { jkt: client.jkt } })
      const asBearer = new Request(`${api}/orders`, { headers: { Authorization: `Bearer ${bound}` } })
      await expect(accepts(asBearer, api)).rejects.toThrow()

      const calledApi = await openClient(`${id}-api`, secretOf(`${id}-api`))
      const accessToken = 'urn:ietf:params:oauth:token-type:access_token'
      const exchange = (subject: string) =>
        calledApi.exchange({ subject_token: subject, subject_token_type: accessToken, resource: stock })
      // Bound to the key of the application: the API does not have it.
      await expect(exchange(bound)).rejects.toMatchObject({ error: 'invalid_request' })
      const bearer = await bearerToken()
      const tokens = await exchange(bearer)
      isBound(calledApi, tokens)
      const further = await calledApi.call(tokens.access_token, `${stock}/items`)
      expect(await accepts(further, stock)).toMatchObject({ act: { sub: `${id}-api` }, cnf: { jkt: calledApi.jkt } })
      await expect(accepts(await client.call(tokens.access_token, `${stock}/items`), stock)).rejects.toThrow()
    })
  })
})

/** A token of somebody whose application has no key. */
async function bearerToken(): Promise<string> {
  const { verifier, challenge } = pkce()
  const { code } = await world.signIn(
    {},
    {
      ...{ client_id: 'plain', resource: api, scope: 'openid orders:read' },
      ...{ code_challenge: challenge, code_challenge_method: 'S256' },
    },
  )
  const { body } = await world.token({
    ...{ grant_type: 'authorization_code', client_id: 'plain', redirect_uri: redirectUri },
    ...{ code, code_verifier: verifier },
  })
  return body.access_token
}
