import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { claimsOf, clients, openTestWorld, type TestWorld, webAuth } from './support/world.ts'

// docs/fields.md, "In ten minutes", as it stands there: its file, its settings, its requests, its claims.

const page = readFileSync(join(import.meta.dirname, '../../../docs/fields.md'), 'utf8')
const blocks = (language: string): string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, block = '']) => block)

const folder = mkdtempSync(join(tmpdir(), 'fields-guide-'))
const file = join(folder, 'fields.json')
let world: TestWorld
beforeAll(async () => {
  writeFileSync(file, blocks('json')[0] ?? '')
  const settings = Object.fromEntries(
    (blocks('sh')[0] ?? '')
      .trim()
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
  expect(settings.FIELDS_FILE).toBe('./fields.json')
  // The page has one more client; here its place is taken.
  const moved = Object.entries(settings).map(([name, value]) => [
    name.replace('CLIENT_ID_1', 'CLIENT_ID_8').replace('CLIENT_1_', 'CLIENT_8_'),
    value,
  ])
  world = await openTestWorld({ ...clients, ...Object.fromEntries(moved), FIELDS_FILE: file })
})
afterAll(async () => {
  await world?.close()
  rmSync(folder, { recursive: true, force: true })
})

test('whoever follows the page has the claims that it promises', async () => {
  const browser = world.browser()
  await world.authorize(browser)
  const { mailbox } = world
  await browser.submit({ email: 'reader@example.test' })
  await browser.submit({ code: await (await import('./support/mailbox.ts')).nextCode(mailbox, 'reader@example.test') })
  await browser.submit({ accept_terms: 'yes' })
  expect(browser.current?.text).toContain('How did you hear of us?')
  await browser.submit({ given_name: 'Ada', 'fields.heard_of_us': 'By a friend' })
  await browser.submit({ organization_name: 'Acme', organization_slug: 'acme' })
  const done = await world.finish(browser, { email: '', givenName: '', familyName: '', organization: '', team: 'Team' })
  const first = await world.redeem(done.callback?.searchParams.get('code') ?? '')
  const userId = String(claimsOf(first.body.id_token).sub)

  const api = await world.token({ grant_type: 'client_credentials' }, { basic: ['billing', 'a-secret-of-your-own'] })
  for (const request of blocks('http')) {
    const [start = '', body = ''] = request.trim().split('\n')
    const [method = '', path = ''] = start.split(' ')
    const answer = await fetch(world.issuer + path.replace(/members\/\w+$/, `members/${userId}`), {
      method,
      headers: { Authorization: `Bearer ${api.body.access_token}`, 'Content-Type': 'application/json' },
      body,
    })
    expect(answer.status, start).toBe(200)
  }
  const promised = JSON.parse(blocks('json')[1] ?? '')
  expect(await (await world.userinfo(first.body.access_token)).json()).toMatchObject(promised)
  const next = await world.token({ grant_type: 'refresh_token', refresh_token: first.body.refresh_token }, webAuth)
  expect(claimsOf(next.body.id_token)).toMatchObject(promised)
})
