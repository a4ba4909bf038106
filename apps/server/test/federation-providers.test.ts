import { afterAll, beforeAll, expect, test } from 'vitest'
import { beginSignIn } from '../src/flows/federation/upstream/begin-sign-in.ts'
import { finishSignIn } from '../src/flows/federation/upstream/finish-sign-in.ts'
import { callbackOf, callbackUri } from '../src/flows/federation/upstream/upstream-client.ts'
import { findConnection } from '../src/store/prisma/federation/connections.ts'
import { answerTxt, type Company, openCompany } from './support/company.ts'
import { type OpenIdProvider, openOpenIdProvider } from './support/openid-provider.ts'
import { broughtTo } from './support/upstream.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// oidc-provider checks what we send as a client: PKCE, and an assertion signed by our keys instead of a secret.

let world: TestWorld
let company: Company
let provider: OpenIdProvider
beforeAll(async () => {
  world = await openTestWorld({ SSO: 'on' })
  provider = await openOpenIdProvider({
    domain: 'acme.test',
    client: (issuer) => ({
      client_id: 'vestibule',
      token_endpoint_auth_method: 'private_key_jwt',
      jwks_uri: `${world.issuer}/jwks`,
      redirect_uris: [
        callbackUri(world.deps, callbackOf({ organizationId: company.id, issuer, organizationCallback: false })),
      ],
    }),
  })
})
afterAll(async () => {
  provider?.close()
  await world?.close()
})

test('oidc-provider signs somebody in by private_key_jwt, with nothing secret between us', async () => {
  company = await openCompany(world, answerTxt(world), { domain: 'acme.test', upstream: provider })
  const connection = await findConnection(world.deps.db, company.connectionId)
  if (!connection) throw new Error('there is no connection')
  const visitor = { network: '127.0.0.1', flowCookie: undefined }
  const { url, flowCookie } = await beginSignIn(world.deps, visitor, {
    at: { connection },
    purpose: 'test',
    request: {},
  })
  const found = await finishSignIn(world.deps, broughtTo(await provider.signIn(url, 'grace')), { flowCookie })
  expect(found.checks.filter(({ state }) => state === 'failed')).toEqual([])
  expect(found).toMatchObject({
    ok: true,
    identity: { subject: 'grace', email: 'grace@acme.test', emailVerified: true },
  })
})
