import * as oauth from 'oauth4webapi'
import * as client from 'openid-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deviceClients, devicesOf, tvAuth } from './support/device-grant.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// Client libraries that we did not write sign in devices at the running server.

let world: TestWorld
let at: ReturnType<typeof devicesOf>
beforeAll(async () => {
  world = await openTestWorld(deviceClients, { clock: 'running' })
  at = devicesOf(world)
})
afterAll(() => world?.close())

test('openid-client: initiateDeviceAuthorization and pollDeviceAuthorizationGrant', async () => {
  const ada = await at.member()
  const config = await client.discovery(new URL(world.issuer), 'cli', undefined, client.None(), {
    execute: [client.allowInsecureRequests],
  })
  const begun = await client.initiateDeviceAuthorization(config, { scope: 'openid email' })
  expect(begun.verification_uri).toBe(`${world.issuer}/device`)
  const polled = client.pollDeviceAuthorizationGrant(config, begun)
  await at.approve(ada.browser, begun.user_code)
  const tokens = await polled
  expect(tokens.claims()).toMatchObject({ sub: ada.id, email: ada.person.email, aud: 'cli' })
  const about = await client.fetchUserInfo(config, tokens.access_token, ada.id)
  expect(about.email).toBe(ada.person.email)
  const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '')
  expect(refreshed.access_token).not.toBe(tokens.access_token)
})

test('oauth4webapi: deviceAuthorizationRequest and deviceCodeGrantRequest', async () => {
  const ada = await at.member()
  const insecure = { [oauth.allowInsecureRequests]: true }
  const issuer = new URL(world.issuer)
  const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, insecure))
  const tv = { client_id: 'tv' }
  const authentication = oauth.ClientSecretBasic(tvAuth.basic[1])
  const scope = new URLSearchParams({ scope: 'openid email' })
  const asked = await oauth.deviceAuthorizationRequest(server, tv, authentication, scope, insecure)
  const begun = await oauth.processDeviceAuthorizationResponse(server, tv, asked)
  expect(begun.verification_uri_complete).toContain(begun.user_code)
  const poll = async () =>
    oauth.processDeviceCodeResponse(
      server,
      tv,
      await oauth.deviceCodeGrantRequest(server, tv, authentication, begun.device_code, insecure),
    )
  await expect(poll()).rejects.toMatchObject({ error: 'authorization_pending' })
  await expect(poll()).rejects.toMatchObject({ error: 'slow_down' })
  await at.approve(ada.browser, begun.user_code)
  const tokens = await poll()
  expect(oauth.getValidatedIdTokenClaims(tokens)).toMatchObject({ sub: ada.id, aud: 'tv' })
  expect(tokens.refresh_token).toBeUndefined()
  await expect(poll()).rejects.toMatchObject({ error: 'invalid_grant' })
})
