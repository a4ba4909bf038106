import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openTestWorld } from './support/world.ts'

const folder = mkdtempSync(join(tmpdir(), 'vestibule-terms-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const file = join(folder, 'terms.db')
const terms = (version: string, url: string, more = {}) => ({ TERMS_VERSION: version, TERMS_URL: url, ...more })

test('a new version asks everyone once; the old one may serve until a date; a version is never given another text', async () => {
  // ON-01
  const first = await openTestWorld(terms('1', 'https://example.test/one'), { file })
  const { person } = await first.signIn()
  await first.close()

  await expect(openTestWorld(terms('1', 'https://example.test/other'), { file })).rejects.toThrow(
    'give the new one a new version',
  )

  const later = new Date(Date.now() + 86_400_000).toISOString()
  const grace = await openTestWorld(terms('2', 'https://example.test/two', { TERMS_GRACE_UNTIL: later }), { file })
  // Each of these servers has a clock of its own; another code is mailed after thirty seconds.
  grace.pass(31_000)
  const known = grace.browser()
  await grace.signIn(person, {}, known)
  expect((await grace.authorize(known, { prompt: 'none' })).callback?.searchParams.get('code')).toBeTruthy()
  await grace.close()

  const second = await openTestWorld(terms('2', 'https://example.test/two'), { file })
  second.pass(62_000)
  const browser = second.browser()
  await second.signIn({ ...person }, {}, browser)
  const versions = await second.deps.db.prisma.termsAcceptance.findMany({ orderBy: { version: 'asc' } })
  expect(versions.map(({ version }) => version)).toEqual(['1', '2'])
  // Asked once: the next request asks nothing.
  expect((await second.authorize(browser, { prompt: 'none' })).callback?.searchParams.get('code')).toBeTruthy()
  await second.close()
})
