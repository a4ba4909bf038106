import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changePasskeyName } from '../src/flows/account/passkeys.ts'
import { importUsers } from '../src/flows/management/user-import/user-import.ts'
import { cleanName } from '../src/flows/platform/names.ts'
import { databases } from './support/databases.ts'
import { codeIn } from './support/mailbox.ts'
import { openTestWorld, someone, type TestWorld } from './support/world.ts'

// HT-14: names are indexed by the database and shown between other lines: their marks and bytes have a limit.

test.each([
  ['Thai', 'กิ่งกาญจน์ เกี้ยวสิริภัทร์วัฒนาพรชัยกุล'],
  ['Thai with three marks', 'น้ำปั้นจั่น'],
  ['Hindi', 'क्ष्म्या श्रीवास्तव्य'],
  ['Tamil', 'ஸ்ரீநிவாஸன் கிருஷ்ணமூர்த்தி'],
  ['Vietnamese, decomposed', 'Nguyễn Thị Ngọc Ưởng'.normalize('NFD')],
  ['Arabic with tashkeel', 'مُحَمَّدٌ بْنُ عَبْدِ اللَّٰهِ'],
  ['Hebrew with points', 'יְהוֹשֻׁעַ בֶּן־נּוּן'],
  ['Tibetan', 'བསྒྲུབས་རྒྱལ་མཚན'],
  ['Burmese', 'အောင်ဆန်းစုကြည်'],
  ['Greek, decomposed', 'ᾧδε Ὑπατία'.normalize('NFD')],
  ['Malayalam', 'ശ്രീനിവാസൻ രാമാനുജൻ'],
  ['a family of emoji', '👩‍❤️‍💋‍👨 👨‍👩‍👧‍👦 🏳️‍🌈'],
  ['100 Chinese characters', '漢'.repeat(100)],
  ['100 letters with a mark', 'กิ'.repeat(100)],
])('a name in %s is taken', (_, name) => {
  expect(cleanName(name)).toEqual({ ok: true, name: name.normalize('NFC') })
})

const marks = (count: number) =>
  Array.from({ length: count }, (_, at) => String.fromCodePoint(0x316 + (at % 20))).join('')

test.each([
  ['five marks', `a${marks(5)}`, 'unreadable'],
  ['four and four, joined', `a${marks(4)}\u200d${marks(4)}`, 'unreadable'],
  ['3,900 marks', `a${marks(3900)}`, 'unreadable'],
  ['four on each letter', `a${marks(4)}`.repeat(90), 'too-long'],
  ['a hundred families', '👨‍👩‍👧‍👦'.repeat(100), 'too-long'],
  ['half a character', 'a\ud800', 'unreadable'],
])('a name of %s is refused', (_, name, problem) => {
  // HT-14
  expect(cleanName(name)).toEqual({ ok: false, problem })
})

const secret = 'admin-secret-0123456789'

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  let bearer: string
  let navy: string
  beforeAll(async () => {
    world = await openTestWorld(
      {
        OIDC_CLIENT_ID_7: 'admin',
        OIDC_CLIENT_7_SECRET: secret,
        OIDC_CLIENT_7_GRANT_TYPES: 'client_credentials',
        OIDC_CLIENT_7_SCOPES: 'organizations:write,members:write,users:write,clients:write,resources:write',
      },
      { database },
    )
    const { body } = await world.token({ grant_type: 'client_credentials' }, { basic: ['admin', secret] })
    bearer = `Bearer ${body.access_token}`
    navy = (await (await send('POST', '/organizations', { name: 'Navy' })).json()).id
  })
  afterAll(() => world?.close())

  const send = (method: string, path: string, body: object) =>
    fetch(`${world.issuer}/api/v1${path}`, {
      method,
      headers: { Authorization: bearer, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })

  const long = `a${marks(3900)}`

  test('the pages that ask for a name say what is wrong with it', async () => {
    const browser = world.browser()
    const { email } = someone()
    await world.authorize(browser)
    await browser.submit({ email })
    await browser.submit({ code: codeIn(await world.mailbox.take(email)) })
    await browser.submit({ accept_terms: 'on' })
    expect((await browser.submit({ given_name: long, family_name: long })).status).toBe(422)
    await browser.submit({ given_name: 'Ada', family_name: 'Lovelace' })
    expect((await browser.submit({ organization_name: long })).status).toBe(422)
  })

  test.each([
    ['POST', '/organizations', { name: long }],
    ['PATCH', '/organizations/{navy}', { name: long }],
    ['POST', '/organizations/{navy}/teams', { name: long }],
    ['POST', '/users', { email: 'marks@example.test', given_name: long }],
    ['POST', '/clients', { client_name: long, redirect_uris: ['https://app.test/cb'] }],
    ['POST', '/resources', { resource: 'https://api.test/', name: long }],
    ['POST', '/initial-access-tokens', { name: long, expires_in: 60 }],
  ])('the management API refuses it at %s %s', async (method, path, body) => {
    const answer = await send(method, path.replace('{navy}', navy), body)
    expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining('name')])
  })

  test('the import refuses the line', async () => {
    const errors: string[] = []
    const person = (sub: string) => ({ sub, email: `${sub}@example.test`, email_verified: true })
    async function* lines() {
      yield JSON.stringify({ ...person('one'), given_name: long })
      yield JSON.stringify({ ...person('two'), organizations: [{ slug: 'mill', name: long }] })
    }
    await importUsers(world.deps, lines(), {
      dryRun: false,
      unverified: false,
      refused: (number, reason) => errors.push(`${number}: ${reason}`),
      progress: () => {},
    })
    expect(errors).toEqual([expect.stringMatching(/^1: given_name/), expect.stringMatching(/^2: organizations/)])
  })

  test('a passkey is not renamed to it', async () => {
    const person = { person: { id: 'nobody' } } as Parameters<typeof changePasskeyName>[1]
    expect(await changePasskeyName(world.deps, person, 'none', long, '::/48')).toBe('unreadable')
  })
})
