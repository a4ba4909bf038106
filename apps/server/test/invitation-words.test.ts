import { afterAll, beforeAll, expect, test } from 'vitest'
import { resetSignIn } from '../src/flows/account/sign-in-reset.ts'
import { system } from '../src/flows/platform/audit.ts'
import { compose } from '../src/mail/compose.ts'
import { Languages } from '../src/words/index.ts'
import type { PlainBrowser } from './support/browser.ts'
import { codeIn, linkIn } from './support/mailbox.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// Mails and pages say who asks whom for what, and what a code permits.

const languages = new Languages()

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld({
    BRAND_NAME: 'Doorway',
    OIDC_CLIENT_ID_7: 'backoffice',
    OIDC_CLIENT_7_SECRET: 'backoffice-secret-0123456789',
    OIDC_CLIENT_7_GRANT_TYPES: 'client_credentials',
    OIDC_CLIENT_7_SCOPES: 'invitations:write',
  })
})
afterAll(() => world?.close())

const main = (browser: PlainBrowser) => browser.current?.html.querySelector('main')?.text ?? ''
const post = (browser: PlainBrowser, path: string, fields: Record<string, string>) =>
  browser.go(`${world.issuer}${path}`, { method: 'POST', body: new URLSearchParams(fields).toString() })

async function organization(name: string) {
  const { browser, person } = await world.signIn({ organization: name })
  const { id, slug } = await world.deps.db.prisma.organization.findFirstOrThrow({ where: { name } })
  return { browser, id, email: person.email, path: `/organizations/${slug}` }
}

test('the link of an invitation says who invites to what, with the address filled in', async () => {
  const acme = await organization('Acme Rockets')
  await post(acme.browser, `${acme.path}/invitations`, { email: 'grace@example.test', role: 'member' })
  const mail = await world.mailbox.take('grace@example.test')
  expect(mail.subject).toBe('Invitation to Acme Rockets')
  expect(mail.text).toContain('Ada Lovelace invites you to join Acme Rockets.')
  expect(mail.text).not.toContain('Doorway')

  const browser = world.browser()
  const opened = await browser.go(linkIn(mail))
  expect(main(browser)).toContain('Ada Lovelace invites you to join Acme Rockets.')
  expect(opened.html.querySelector('[name=email]')?.getAttribute('value')).toBe('grace@example.test')
  await browser.submit({ email: 'grace@example.test' })
  await browser.submit({ code: codeIn(await world.mailbox.take('grace@example.test')) })
  expect(main(browser)).toContain('Join Acme Rockets?')
  expect(main(browser)).toContain('Ada Lovelace invites you')

  // A link that is worth nothing says nothing of the organization, and fills nothing in.
  const other = await world.browser().go(`${world.issuer}/invitations/${'x'.repeat(43)}`)
  expect(other.text).not.toContain('Acme')
  expect(other.html.querySelector('[name=email]')?.getAttribute('value')).toBe('')
})

test('invitations without a person name the operators, or the organization', async () => {
  const { id } = await organization('Backoffice Inc')
  const basic: [string, string] = ['backoffice', 'backoffice-secret-0123456789']
  for (const [organizationOfToken, email, words] of [
    [undefined, 'a@example.test', 'The operators of Doorway invite you to join Backoffice Inc.'],
    [id, 'b@example.test', 'Backoffice Inc invites you to join.'],
  ] as const) {
    const params = { grant_type: 'client_credentials', organization: organizationOfToken }
    const token = (await world.token(params, { basic })).body.access_token
    const made = await fetch(`${world.issuer}/api/v1/organizations/${id}/invitations`, {
      method: 'POST',
      body: JSON.stringify({ email }),
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    })
    expect(made.status).toBe(201)
    expect((await world.mailbox.take(email)).text).toContain(words)
  }
})

test('the postmaster reads which organization asks and what the code permits; its field stands open', async () => {
  const acme = await organization('Engines Ltd')
  await post(acme.browser, `${acme.path}/domains`, { domain: 'engines.example.test' })
  await post(acme.browser, `${acme.path}/domains/mail`, { domain: 'engines.example.test' })
  const details = acme.browser.current?.html.querySelector('details[open]')
  expect(details?.text).toContain('We sent a code to postmaster@engines.example.test')
  expect(details?.querySelector('[name=code]')).not.toBeNull()
  const mail = await world.mailbox.take('postmaster@engines.example.test')
  expect(mail.subject).toContain('Engines Ltd')
  expect(mail.text).toMatch(/Engines Ltd.*engines\.example\.test belongs to it/s)
  expect(mail.text).toContain('may offer everyone with an address at engines.example.test to ask to join')
  expect(mail.text).not.toContain('add this address to your')
  // A wrong code leaves the field open, too.
  await post(acme.browser, `${acme.path}/domains/confirm`, { domain: 'engines.example.test', code: '000000' })
  expect(acme.browser.current?.html.querySelector('details[open] [name=code]')).not.toBeNull()
  const confirmed = { domain: 'engines.example.test', code: codeIn(mail) }
  expect((await post(acme.browser, `${acme.path}/domains/confirm`, confirmed)).status).toBe(200)
})

test.each(languages.tags)('in %s nothing is left empty', (locale) => {
  const brand = { name: 'Doorway', issuer: 'https://id.example.test', color: '#000000', textColor: '#ffffff' }
  const context = { to: 'a@b.test', application: '', at: '2027-01-01T00:00:00Z', network: '', locales: [locale] }
  const about = { ...context, organization: 'Acme', link: 'https://id.example.test/x' }
  const person = { kind: 'person', name: 'Ada Lovelace' } as const
  const mails = [
    ...[person, { kind: 'organization' } as const, { kind: 'operators' } as const].map((inviter) =>
      compose({ kind: 'invitation', ...about, inviter }, brand, languages),
    ),
    ...(['missing', 'lost', 'restored', 'taken-over'] as const).map((news) =>
      compose({ kind: 'domain-news', ...about, domain: 'acme.test', news }, brand, languages),
    ),
    compose({ kind: 'domain-code', ...about, domain: 'acme.test', code: '123456' }, brand, languages),
  ]
  for (const { subject, text } of mails) {
    expect(`${subject}\n${text}`).toMatch(/Acme|acme\.test/)
    expect(text.split('\n')[0]).not.toMatch(/^\s|undefined/)
  }
  expect(mails[0]?.text).toContain('Ada Lovelace')
})

test('what the command line does is told without an empty place', async () => {
  const { person } = await world.signIn()
  const { userId } = await world.deps.db.prisma.email.findUniqueOrThrow({ where: { address: person.email } })
  await resetSignIn(world.deps, system, userId, 'found@example.test')
  const { text } = await world.mailbox.take(person.email)
  expect(text).toMatch(/At [^,]+, at Doorway\./)
  expect(text).not.toContain('from ,')
})
