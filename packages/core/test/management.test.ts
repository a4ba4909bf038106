import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestWorld, type TestWorld } from '../../../apps/server/test/support/world.ts'
import { createManagement, type Management, ManagementError } from '../src/management.ts'

let world: TestWorld
let management: Management
let tokens = 0
const client = { clientId: 'backoffice', clientSecret: 'backoffice: secret/0123456789' }
beforeAll(async () => {
  world = await openTestWorld({
    OIDC_CLIENT_ID_9: client.clientId,
    OIDC_CLIENT_9_SECRET: client.clientSecret,
    OIDC_CLIENT_9_GRANT_TYPES: 'client_credentials',
    OIDC_CLIENT_9_SCOPES: 'users:read,users:write,organizations:read,organizations:write,members:read,members:write',
  })
  management = createManagement({
    ...client,
    issuer: world.issuer,
    fetch: (input, init) => {
      if (String(input).endsWith('/token')) tokens += 1
      return fetch(input, init)
    },
  })
})
afterAll(() => world?.close())

test('calls are typed, share one token, and refusals are errors with a code', async () => {
  const user = await management.call('post', '/users', { body: { email: 'typed@example.test', given_name: 'T' } })
  const organization = await management.call('post', '/organizations', {
    body: { name: 'Typed', owner: user.id },
    idempotencyKey: 'once',
  })
  expect(organization.slug).toBe('typed')
  const path = { organization: organization.id, user: user.id }
  const { data } = await management.call('get', '/organizations/{organization}/members', { path, query: { limit: 5 } })
  expect(data.map((member) => [member.user_id, member.roles])).toEqual([[user.id, ['owner']]])
  const refused = await management
    .call('delete', '/organizations/{organization}/members/{user}', { path })
    .catch((error) => error)
  expect(refused).toBeInstanceOf(ManagementError)
  expect(refused).toMatchObject({ status: 409, code: 'last_owner' })
  expect(tokens).toBe(1)
  await expect(management.call('get', '/audit-events', {})).rejects.toMatchObject({
    status: 403,
    code: 'insufficient_scope',
  })
})

test('a wrong secret is told as the token endpoint tells it', async () => {
  const wrong = createManagement({ ...client, clientSecret: 'wrong', issuer: world.issuer })
  await expect(wrong.call('get', '/users', {})).rejects.toMatchObject({ status: 401, code: 'invalid_client' })
})
