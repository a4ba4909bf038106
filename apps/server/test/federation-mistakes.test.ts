import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isConnectionFault } from '../src/oidc/federation/reasons.ts'
import type { Visited } from './support/browser.ts'
import { answerTxt, type Company, openCompany, shownAttempt, signInByCompany, typeAddress } from './support/company.ts'
import { databases } from './support/databases.ts'
import { openUpstream, type Upstream } from './support/upstream.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'
import { type WrongSetUp, wrongAnswers, wrongMetadata, wrongPeople } from './support/wrong-set-ups.ts'

// Whatever is wrong with the set-up of a company's sign-in: whoever signs in reads a calm sentence with a reference, and no detail;
// by the reference its owner reads the exact check. FE-10.

describe.each(databases)('a sign-in fails calmly, in %s', (database) => {
  let world: TestWorld
  let upstream: Upstream
  let company: Company
  beforeAll(async () => {
    world = await openTestWorld({ SSO: 'on' }, { database })
    upstream = await openUpstream(world.deps)
    company = await openCompany(world, answerTxt(world), { domain: 'acme.test', upstream })
    await openCompany(world, answerTxt(world), { domain: 'globex.test', upstream })
  })
  afterAll(async () => {
    await upstream?.close()
    await world?.close()
  })
  /** Another one each time: an address may have ten mails a day, and nobody knows before where it signs in. */
  let tries = 0
  const typed = () => `grace-${++tries}@acme.test`
  beforeEach(() => {
    upstream.reset()
    // Its metadata are read again.
    world.pass(11 * 60_000)
  })

  async function expectCalm(visited: Visited, { reason, check, received }: WrongSetUp) {
    const attempt = await shownAttempt(world, visited)
    expect(attempt).toMatchObject({ outcome: 'failed', reason, connectionId: company.connectionId })
    expect(visited.status).toBe(isConnectionFault(reason) ? 502 : 400)
    if (check) {
      const failed = attempt.checks.filter(({ state }) => state === 'failed')
      expect(failed).toMatchObject([{ name: check }])
      if (received) expect(failed[0]?.received).toMatch(received)
    }
    const text = visited.html.querySelector('main')?.text ?? ''
    expect(text).not.toMatch(/undefined|null|\[object|JWT|token|signature|nonce|claim|issuer|exception|error/i)
    for (const { received: detail } of attempt.checks)
      if (detail && detail.length > 12) expect(text).not.toContain(detail)
  }

  test.each(wrongMetadata)('where $name', async (mistake) => {
    mistake.wrong(upstream)
    await expectCalm(await typeAddress(world, world.browser(), typed()), mistake)
  })

  test.each([...wrongAnswers(() => world.deps.now()), ...wrongPeople])('where $name', async (mistake) => {
    mistake.wrong(upstream)
    const { visited } = await signInByCompany(world, upstream, { email: typed() })
    await expectCalm(visited, mistake)
    expect(await world.deps.db.prisma.externalIdentity.count()).toBe(0)
  })

  test('and goes on once it is mended', async () => {
    const { code } = await signInByCompany(world, upstream, { email: typed() })
    expect(code).not.toBeNull()
  })
})
