import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PlainBrowser } from './support/browser.ts'
import { openTestWorld, redirectUri, type TestWorld } from './support/world.ts'

// What an operator does with an application in one process is in force in every other one. This file also runs against
// three replicas, where each request goes to another one (vitest.config.ts).

let world: TestWorld
let browser: PlainBrowser
let id = ''
let secret = ''
beforeAll(async () => {
  world = await openTestWorld({ OPERATORS: 'operator@example.test' })
  browser = (await world.signIn({ email: 'operator@example.test' })).browser
})
afterAll(() => world?.close())

const address = (path: string) => `${world.issuer}/admin/applications${path}`
const shownSecret = () => browser.current?.html.querySelector('#client-secret')?.text.trim() ?? ''
const redeem = (code: string, shown: string) =>
  world.token({ grant_type: 'authorization_code', code, redirect_uri: redirectUri }, { basic: [id, shown] })
async function press(action: string): Promise<void> {
  await browser.go(address(`/${id}`))
  const version = browser.current?.html.querySelector('[name=version]')?.getAttribute('value') ?? ''
  const body = new URLSearchParams({ action, version }).toString()
  await browser.go(address(`/${id}`), { method: 'POST', body })
  await browser.submit({ confirm: 'yes' })
}

test('a new application is signed in to at once, wherever each request lands', async () => {
  await browser.go(address('/new'))
  id = browser.current?.html.querySelector('[name=client_id]')?.getAttribute('value') ?? ''
  await browser.submit({ client_name: 'Everywhere', redirect_uris: redirectUri, kind: 'web', action: 'create' })
  secret = shownSecret()
  const { code } = await world.signIn({}, { client_id: id })
  const { status, body } = await redeem(code, secret)
  expect(status).toBe(200)
  for (let replica = 0; replica < 3; replica++) expect((await world.userinfo(body.access_token)).status).toBe(200)
})

test('its new secret is accepted at once, and the old one is refused within three seconds of being dropped', async () => {
  await press('rotate')
  const next = shownSecret()
  for (const shown of [next, secret, next, secret]) {
    const { code } = await world.signIn({}, { client_id: id })
    expect((await redeem(code, shown)).status).toBe(200)
  }
  await press('drop-old')
  const refusedThrice = async () => {
    const statuses = []
    for (let replica = 0; replica < 3; replica++) statuses.push((await redeem('no code', secret)).status)
    return statuses
  }
  await expect.poll(refusedThrice).toEqual([401, 401, 401])
  const { code } = await world.signIn({}, { client_id: id })
  expect((await redeem(code, next)).status).toBe(200)
})

test('once it is disabled, every process refuses it within three seconds', async () => {
  await press('disable')
  const refused = async () => {
    const statuses = []
    for (let replica = 0; replica < 3; replica++)
      statuses.push((await world.authorize(world.browser(), { client_id: id })).status)
    return statuses
  }
  await expect.poll(refused).toEqual([400, 400, 400])
})
