import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../src/crypto/random.ts'
import { inTransaction, listEvents, system } from '../src/flows/platform/audit.ts'
import { insertGrant } from '../src/store/hot/grants.ts'
import { claimsOf, openTestWorld, redirectUri, type TestWorld } from './support/world.ts'

// A person who uses 250 applications, and of whom 5,000 audit events speak: all of it is shown, told, ended and exported.

const applications = Array.from({ length: 250 }, (_, index) => `app-${index}`)

let world: TestWorld
let receiver: Server
/** The clients that were told of the end of a session. */
const told: string[] = []

beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    told.push(String(claimsOf(new URLSearchParams(body).get('logout_token') ?? '').aud))
    response.end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const { port } = receiver.address() as { port: number }
  const env = applications.map((id, index) => ({
    [`OIDC_CLIENT_ID_${index + 100}`]: id,
    [`OIDC_CLIENT_${index + 100}_SECRET`]: `${id}-secret-0123456789`,
    [`OIDC_CLIENT_${index + 100}_REDIRECT_URIS`]: redirectUri,
    [`OIDC_CLIENT_${index + 100}_BACKCHANNEL_LOGOUT_URI`]: `http://127.0.0.1:${port}/`,
  }))
  world = await openTestWorld(Object.assign({}, ...env))
})
afterAll(async () => {
  await world?.close()
  receiver?.close()
})

/** Someone whose one session has signed in to every application. */
async function someone() {
  const signedIn = await world.signIn()
  const { sub, sid } = claimsOf((await world.redeem(signedIn.code)).body.access_token)
  const now = world.deps.now()
  for (const clientId of applications)
    await insertGrant(world.deps.db, {
      id: newId(now),
      clientId,
      userId: String(sub),
      sessionId: String(sid),
      offline: false,
      organizationId: null,
      teamId: null,
      scope: ['openid'],
      claims: null,
      resource: [],
      acr: 'urn:vestibule:acr:mail',
      amr: ['email'],
      authenticatedAt: now,
      createdAt: now,
      rotatedAt: now,
      expiresAt: new Date(now.getTime() + 3_600_000),
    })
  return { ...signedIn, userId: String(sub) }
}

test('250 applications are listed, and each is told when the session ends', async () => {
  const { browser } = await someone()
  await browser.go(`${world.issuer}/account/applications`)
  const listed = browser.current?.html
    .querySelectorAll('.rows [name=client]')
    .map((input) => input.getAttribute('value'))
  expect(listed?.sort()).toEqual([...applications, 'web'].sort())
  await browser.go(`${world.issuer}/logout`)
  await browser.submit({ decision: 'logout' })
  await expect.poll(() => told.length).toBe(250)
  expect([...told].sort()).toEqual([...applications].sort())
})

test('5,000 audit events are listed page by page and exported to the person', async () => {
  const { browser, userId } = await someone()
  for (let round = 0; round < 50; round += 1)
    await inTransaction(world.deps, async (tx) => {
      for (let event = 0; event < 100; event += 1)
        await tx.record(system, { action: 'team.created', target: ['user', userId] })
    })
  const seen = new Set<string>()
  let before: string | null = null
  do {
    const page: Awaited<ReturnType<typeof listEvents>> = await listEvents(world.deps, {
      organizationId: null,
      before,
      limit: 100,
    })
    for (const { id, action } of page.events) if (action === 'team.created') seen.add(id)
    before = page.next
  } while (before)
  expect(seen.size).toBe(5000)
  const copy = await browser.go(`${world.issuer}/account/data/export`, { method: 'POST', body: '' })
  const { audit } = JSON.parse(copy.text) as { audit: { action: string }[] }
  expect(audit.filter(({ action }) => action === 'team.created')).toHaveLength(5000)
})
