import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { resetSignIn } from '../src/flows/account/sign-in-reset.ts'
import { system } from '../src/flows/platform/audit.ts'
import { federatedAcr } from '../src/oidc/acr.ts'
import { exportPerson } from '../src/store/prisma/people.ts'
import type { PlainBrowser } from './support/browser.ts'
import { answerTxt, type Company, openCompany, signInByCompany } from './support/company.ts'
import { databases } from './support/databases.ts'
import { nextCode, recipients } from './support/mailbox.ts'
import { openUpstream, type Upstream } from './support/upstream.ts'
import { openTestWorld, type TestWorld, webAuth } from './support/world.ts'

// At which identity providers somebody is linked, and how that is removed: by themselves, and by an operator.

const hour = 3_600_000
const passkeys = '/account/passkeys'
const operatorAddress = 'operator@example.test'

describe.each(databases)('identities that are linked to an account, in %s', (database) => {
  let world: TestWorld
  let upstream: Upstream
  let offered: Company
  let required: Company
  let operator: PlainBrowser
  beforeAll(async () => {
    const social = { SOCIAL_GOOGLE_CLIENT_ID: 'google-client', SOCIAL_GOOGLE_CLIENT_SECRET: 'google-secret-0123456789' }
    world = await openTestWorld({ SSO: 'on', OPERATORS: operatorAddress, ...social }, { database })
    upstream = await openUpstream(world.deps)
    const records = answerTxt(world)
    offered = await openCompany(world, records, { domain: 'acme.test', upstream, policy: 'offered' })
    required = await openCompany(world, records, { domain: 'globex.test', upstream, clientId: 'globex' })
    operator = (await world.signIn({ email: operatorAddress })).browser
  })
  afterAll(async () => {
    await upstream?.close()
    await world?.close()
  })
  beforeEach(() => {
    upstream.reset()
    world.pass(hour)
  })

  const prisma = () => world.deps.db.prisma
  let people = 0
  async function arrive({ domain, slug }: Company) {
    people += 1
    const email = `grace${people}@${domain}`
    upstream.person = { ...upstream.person, sub: `grace-${people}`, email }
    const params = { scope: 'openid offline_access organization', organization: slug }
    const { browser, code } = await signInByCompany(world, upstream, { email, params })
    const { userId } = await prisma().email.findUniqueOrThrow({ where: { address: email } })
    return { email, browser, userId, tokens: (await world.redeem(code ?? '')).body }
  }
  const isSignedIn = async (browser: PlainBrowser) =>
    (await world.authorize(browser, { scope: 'openid', prompt: 'none' })).callback?.searchParams.has('code')
  const linked = (userId: string) => prisma().externalIdentity.count({ where: { userId } })
  const unlinked = (userId: string) =>
    prisma().auditEvent.findMany({ where: { action: 'identity.unlinked', targetId: userId } })
  const textOf = ({ current }: PlainBrowser) => current?.html.querySelector('main')?.text ?? ''
  /** The form of the page that removes. */
  const remove = (browser: PlainBrowser) => {
    const form = browser.current?.html.querySelector('form[action$="/unlink"]')
    const id = form?.querySelector('[name=id]')?.getAttribute('value') ?? ''
    return browser.go(`${world.issuer}${passkeys}/unlink`, {
      method: 'POST',
      body: new URLSearchParams({ id }).toString(),
    })
  }

  test('a person sees them, and removes one: what began by it ends, and every mailbox is told', async () => {
    const { browser, userId, email, tokens } = await arrive(offered)
    await browser.go(`${world.issuer}/account`)
    expect(textOf(browser)).toContain('Company sign-in')
    await browser.go(`${world.issuer}/account/sessions`)
    expect(textOf(browser)).toContain('Company sign-in')
    const other = await signInByCompany(world, upstream, { email })
    await browser.go(`${world.issuer}${passkeys}`)
    expect(textOf(browser)).toContain('Connected sign-ins')
    expect(textOf(browser)).toContain(email)
    expect(browser.current?.text).not.toContain(`grace-${people}"`)
    const identity = { issuer: upstream.issuer, emailAtLink: email }
    expect(await exportPerson(world.deps.db, userId)).toMatchObject({ identities: [identity] })
    await remove(browser)
    expect(await linked(userId)).toBe(0)
    const [event] = await unlinked(userId)
    expect(event).toMatchObject({ actorKind: 'user', actorId: userId, organizationId: offered.id })
    expect([await isSignedIn(browser), await isSignedIn(other.browser)]).toEqual([false, false])
    const refresh = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }
    expect((await world.token(refresh, webAuth)).status).toBe(400)
    const told = () =>
      world.mailbox.mails.filter(
        (mail) => recipients(mail).includes(email) && mail.subject?.startsWith('Another sign-in was disconnected'),
      ).length
    await expect.poll(told).toBe(1)
    // Their mailbox is a way in still, and who they are there has to be confirmed anew.
    const again = world.browser()
    await world.authorize(again)
    await again.submit({ email })
    await again.go(`${again.current?.location}`, { method: 'POST', body: '' })
    await again.submit({ code: await nextCode(world.mailbox, email) })
    expect(await isSignedIn(again)).toBe(true)
  })

  test('an address that is removed leaves the link, and the page says so first', async () => {
    const { userId, email, browser: byCompany } = await arrive(offered)
    const own = `own-${database}@example.test`
    await prisma().email.updateMany({ where: { userId }, data: { isPrimary: false } })
    await prisma().email.create({
      data: { address: own, userId, isPrimary: true, verifiedAt: world.deps.now() },
    })
    // Who came by their company alone changes nothing of how they sign in.
    await byCompany.go(`${world.issuer}/account/addresses`)
    expect(textOf(byCompany)).not.toContain('still sign in')
    const { browser } = await world.signIn({ email: own })
    await browser.go(`${world.issuer}/account/addresses`)
    expect(textOf(browser)).toContain('still sign in through “Company sign-in”')
    const body = new URLSearchParams({ address: email }).toString()
    await browser.go(`${world.issuer}/account/addresses/remove`, { method: 'POST', body })
    expect(await prisma().email.count({ where: { userId } })).toBe(1)
    expect([await linked(userId), await isSignedIn(browser)]).toEqual([1, true])
    expect((await signInByCompany(world, upstream, { email })).code).not.toBeNull()
  })

  test('it takes a sign-in of the last minutes, and an id of somebody else’s removes nothing', async () => {
    const { browser, userId } = await arrive(offered)
    const stranger = await arrive(offered)
    await browser.go(`${world.issuer}${passkeys}`)
    const form = browser.current?.html.querySelector('form[action$="/unlink"]')
    const body = new URLSearchParams({ id: form?.querySelector('[name=id]')?.getAttribute('value') ?? '' }).toString()
    await stranger.browser.go(`${world.issuer}${passkeys}/unlink`, { method: 'POST', body })
    expect([await linked(userId), await linked(stranger.userId)]).toEqual([1, 1])
    world.pass(10 * 60_000)
    await browser.go(`${world.issuer}${passkeys}`)
    expect(browser.current?.html.querySelector('form[action$="/unlink"]')).toBeNull()
    await browser.go(`${world.issuer}${passkeys}/unlink`, { method: 'POST', body })
    expect(await linked(userId)).toBe(1)
  })

  test('that of a company which demands its own sign-in stays, unless an operator removes it', async () => {
    const { browser, userId, email } = await arrive(required)
    await browser.go(`${world.issuer}${passkeys}`)
    await remove(browser)
    expect(textOf(browser)).toContain('Your organization signs you in itself.')
    expect(await linked(userId)).toBe(1)
    const page = `${world.issuer}/admin/people/${userId}`
    const signedIn = (await world.signIn({ email: operatorAddress })).browser
    await signedIn.go(page)
    expect(textOf(signedIn)).toContain('Connected sign-ins')
    await signedIn.submit({ action: 'remove-identity', identity: await idOn(signedIn) })
    await signedIn.submit({ confirm: 'yes' })
    expect(await linked(userId)).toBe(0)
    const [event] = await unlinked(userId)
    expect(event).toMatchObject({ actorKind: 'operator', organizationId: required.id })
    expect(await isSignedIn(browser)).toBe(false)
    // At the next sign-in there it is linked again, once they confirm that the account is theirs.
    const confirming = await signInByCompany(world, upstream, { email })
    expect([confirming.code === null, await linked(userId)]).toEqual([false, 1])
  })
  const idOn = async ({ current }: PlainBrowser) =>
    current?.html.querySelector('[name=identity]')?.getAttribute('value') ?? ''

  test('with that of a social provider end the sessions that one made, and no others', async () => {
    const { browser, person } = await world.signIn()
    const { userId } = await prisma().email.findUniqueOrThrow({ where: { address: person.email } })
    const at = world.deps.now()
    const identity = { connectionId: 'google', issuer: 'https://accounts.google.com', subject: 'grace' }
    await prisma().externalIdentity.create({ data: { ...identity, userId, linkedAt: at, seenAt: at } })
    const sessionBy = async (social: string) => {
      const before = await prisma().session.findMany({ where: { userId } })
      const signedIn = await world.signIn({ email: person.email })
      await prisma().session.updateMany({
        where: { userId, id: { notIn: before.map(({ id }) => id) } },
        data: { acr: federatedAcr, social },
      })
      world.pass(hour)
      return signedIn.browser
    }
    const [byGoogle, byGithub] = [await sessionBy('google'), await sessionBy('github')]
    await browser.go(`${world.issuer}/account/sessions`)
    for (const how of ['by email', 'Google', 'GitHub']) expect(textOf(browser)).toContain(how)
    await operator.go(`${world.issuer}/admin/people/${userId}`)
    expect(textOf(operator)).toContain('GitHub')
    await world.authorize(browser, { scope: 'openid', prompt: 'login' })
    await browser.submit({ email: person.email })
    await browser.submit({ code: await nextCode(world.mailbox, person.email) })
    await browser.go(`${world.issuer}${passkeys}`)
    expect(textOf(browser)).toContain('Google')
    await remove(browser)
    expect(await linked(userId)).toBe(0)
    expect([await isSignedIn(browser), await isSignedIn(byGoogle), await isSignedIn(byGithub)]).toEqual([
      ...[true, false, true],
    ])
  })

  test('a person without one sees nothing of it, and somebody who only reads removes nothing', async () => {
    await operator.go(`${world.issuer}${passkeys}`)
    expect(textOf(operator)).not.toContain('Connected sign-ins')
    const { userId } = await arrive(offered)
    const { browser } = await arrive(offered)
    await browser.go(`${world.issuer}/admin/people/${userId}`, {
      method: 'POST',
      body: new URLSearchParams({ action: 'remove-identity', identity: 'x', confirm: 'yes' }).toString(),
    })
    expect(await linked(userId)).toBe(1)
  })
  test('a reset of the sign-in leaves none: who linked one to somebody else’s account has no way in any more', async () => {
    const { browser, userId } = await arrive(offered)
    await resetSignIn(world.deps, system, userId, `reset-${people}@example.test`)
    expect([await linked(userId), await isSignedIn(browser)]).toEqual([0, false])
  })
})
