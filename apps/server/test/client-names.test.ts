import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountOf } from './support/account.ts'
import { openTestWorld, pkce, redirectUri, type TestWorld } from './support/world.ts'

// A client that registered itself is in no configuration. Whoever meets it on a page is told its name, and its id beside
// that where they decide about it.

let world: TestWorld
let id: string
beforeAll(async () => {
  world = await openTestWorld({ REGISTRATION: 'open', OPERATORS: 'operator@example.test', PASSKEY_NUDGE: 'off' })
  const answer = await fetch(`${world.issuer}/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ client_name: 'Cursor', redirect_uris: [redirectUri], token_endpoint_auth_method: 'none' }),
  })
  id = ((await answer.json()) as { client_id: string }).client_id
})
afterAll(() => world?.close())

test('pages name a client that registered itself', async () => {
  const signedIn = await world.signIn({ email: 'operator@example.test' })
  const { browser } = signedIn
  const { prisma } = world.deps.db
  const organization = await prisma.organization.findFirstOrThrow({ where: { name: signedIn.person.organization } })
  await prisma.organization.update({ where: { id: organization.id }, data: { applicationPolicy: 'any' } })
  const { challenge } = pkce()
  const params = { client_id: id, redirect_uri: redirectUri, nonce: undefined }
  world.pass(1)
  await world.authorize(browser, {
    ...params,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    scope: 'openid',
  })
  expect((await browser.submit({ decision: 'allow' })).callback?.searchParams.get('code')).toBeTruthy()

  const page = `/organizations/${organization.slug}/applications`
  const post = (act: string, fields: Record<string, string>) => accountOf(world).post(browser, `${page}${act}`, fields)
  const { title, text } = await ask(() => post('/block', { application: id }))
  expect(title).toBe('Block Cursor?')
  expect(text).toContain(id)
  expect((await browser.submit({ confirm: 'yes' })).text).toContain('Cursor is blocked')
  const rule = (await browser.go(world.issuer + page)).html.querySelectorAll('.table tbody tr').at(-1)
  expect(rule?.text).toMatch(new RegExp(`Cursor[^]*${id}`))
  expect((await post('/unrule', { application: id })).text).toContain('Cursor')

  const person = await accountOf(world).idOf('operator@example.test')
  const ofPerson = await browser.go(`${world.issuer}/admin/people/${person}`)
  expect(ofPerson.text).toContain('Cursor')
  for (const path of ['/admin/audit', `/organizations/${organization.slug}/audit`]) {
    const rows = (await browser.go(world.issuer + path)).html.querySelectorAll('.table tbody tr')
    for (const row of rows) row.querySelector('.menu')?.remove()
    const activity = rows.map(({ text }) => text)
    expect(activity.filter((text) => text.includes('Cursor')).length, path).toBeGreaterThanOrEqual(3)
    expect(activity.join(), path).not.toContain(id)
  }
  // One that is gone has no name any more.
  await prisma.registeredClient.delete({ where: { id } })
  expect((await ask(() => post('/block', { application: id }))).title).toBe(`Block ${id}?`)
})

const ask = async (submit: () => Promise<{ html: { querySelector(selector: string): { text: string } | null } }>) => {
  const { html } = await submit()
  return { title: html.querySelector('h1')?.text, text: html.querySelector('main')?.text }
}
