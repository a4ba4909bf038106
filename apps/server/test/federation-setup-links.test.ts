import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { noteTest } from '../src/flows/federation/activation.ts'
import { disableConnection } from '../src/flows/federation/connections.ts'
import { mailSetupCode, type OpenSetup, openSetup, type SetupView, viewSetup } from '../src/flows/federation/setup.ts'
import {
  beginSetupTest,
  nameSetupDomain,
  proveSetupDomain,
  saveSetupConnection,
} from '../src/flows/federation/setup-acts.ts'
import { makeSetupLink, revokeSetupLink } from '../src/flows/federation/setup-links.ts'
import { finishSignIn } from '../src/flows/federation/upstream/finish-sign-in.ts'
import { userActor } from '../src/flows/platform/audit.ts'
import { Sweeper } from '../src/flows/platform/sweep.ts'
import type { Visitor } from '../src/flows/platform/visitor.ts'
import { findSetupLink } from '../src/store/prisma/federation/setup-links.ts'
import { answerTxt, openOrganization } from './support/company.ts'
import { databases } from './support/databases.ts'
import { nextCode } from './support/mailbox.ts'
import { broughtTo, openUpstream, type Upstream } from './support/upstream.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// FE-25: a set-up link in the hands of somebody that it was not made for.

const day = 86_400_000
const network = '127.0.0.1'
const visitor = { network, languages: ['en'], userAgent: 'a browser' }

describe.each(databases)('FE-25: a set-up link, in %s', (database) => {
  let world: TestWorld
  let upstream: Upstream
  let records: Map<string, string[]>
  beforeAll(async () => {
    world = await openTestWorld({ SSO: 'on' }, { database })
    upstream = await openUpstream(world.deps)
    upstream.lies.metadata = { token_endpoint_auth_methods_supported: undefined }
    records = answerTxt(world)
  })
  afterAll(async () => {
    await upstream?.close()
    await world?.close()
  })

  let made = 0

  async function openLink(approved?: { domain: string; issuer: string }) {
    made += 1
    const organization = await openOrganization(world, records, `owners-${made}.test`)
    const { userId } = organization.owner
    await world.deps.db.prisma.passkey.create({
      data: {
        ...{ id: `passkey-of-${userId}`, userId, publicKey: '', counter: 0n, deviceBound: true, backedUp: false },
        ...{ transports: '', aaguid: '', name: 'Laptop', createdAt: world.deps.now() },
      },
    })
    const actor = userActor(userId, network)
    const email = `administrator-${made}@customer.test`
    const { id, url } = await makeSetupLink(world.deps, actor, organization.id, { email, approved })
    return { organization, actor, email, id, token: url.slice(url.lastIndexOf('/') + 1) }
  }
  type Link = Awaited<ReturnType<typeof openLink>>

  const view = ({ token }: Link, setupCookie?: string): Promise<SetupView> =>
    viewSetup(world.deps, token, { network, setupCookie })

  async function closed(link: Link, setupCookie?: string) {
    const found = await view(link, setupCookie)
    if (found.kind !== 'closed') throw new Error(`the link is ${found.kind}`)
    return found
  }
  const askCode = async (link: Link, setupCookie?: string) =>
    mailSetupCode(world.deps, await closed(link), { ...visitor, setupCookie })

  /** A browser that typed the code. */
  async function openIn(link: Link): Promise<{ cookie: string; visit: OpenSetup }> {
    const cookie = await askCode(link)
    const code = await nextCode(world.mailbox, link.email)
    expect(await openSetup(world.deps, await closed(link, cookie), code, { network, setupCookie: cookie })).toBeNull()
    const found = await view(link, cookie)
    if (found.kind !== 'open') throw new Error(`the link is ${found.kind}`)
    return { cookie, visit: found }
  }

  test('opening it mails nothing and binds nothing', async () => {
    const link = await openLink()
    for (let seen = 0; seen < 3; seen++) expect(await view(link)).toMatchObject({ kind: 'closed' })
    expect(await findSetupLink(world.deps.db, link.id)).toMatchObject({ browserDigest: null, openedAt: null })
  })

  test('it is opened by the code that its own mailbox gets, in the browser that asked for it', async () => {
    const link = await openLink()
    const forwarded = await askCode(link)
    const code = await nextCode(world.mailbox, link.email)
    const stranger = { network, setupCookie: 'A'.repeat(43) }
    expect(await openSetup(world.deps, await closed(link), code, stranger)).not.toBeNull()
    expect(await openSetup(world.deps, await closed(link), code, { network, setupCookie: undefined })).not.toBeNull()
    const wrong = code === '000000' ? '111111' : '000000'
    expect(await openSetup(world.deps, await closed(link), wrong, { network, setupCookie: forwarded })).not.toBeNull()
    expect(await view(link, forwarded)).toMatchObject({ kind: 'closed' })
    expect(await openSetup(world.deps, await closed(link), code, { network, setupCookie: forwarded })).toBeNull()
    expect(await view(link, forwarded)).toMatchObject({ kind: 'open' })
  })

  test('a second browser gets nothing, whatever it brings', async () => {
    const link = await openLink()
    const { cookie } = await openIn(link)
    for (const other of [undefined, '', 'A'.repeat(43), `${cookie.slice(0, -1)}.`, cookie.toUpperCase()])
      expect(await view(link, other)).toEqual({ kind: 'elsewhere' })
    expect(await view(link, cookie)).toMatchObject({ kind: 'open' })
  })

  test('of two browsers with a code each, at the same moment, one opens it', async () => {
    const link = await openLink()
    const first = await askCode(link)
    const firstCode = await nextCode(world.mailbox, link.email)
    world.pass(31_000)
    const second = await askCode(link)
    const secondCode = await nextCode(world.mailbox, link.email)
    const found = await closed(link)
    await Promise.all([
      openSetup(world.deps, found, firstCode, { network, setupCookie: first }),
      openSetup(world.deps, found, secondCode, { network, setupCookie: second }),
    ])
    const kinds = (await Promise.all([view(link, first), view(link, second)])).map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'open')).toHaveLength(1)
  })

  test('it ends after seven days, when it is revoked, and with its organization', async () => {
    const [old, revoked, orphan] = [await openLink(), await openLink(), await openLink()]
    const { visit } = await openIn(revoked)
    await revokeSetupLink(world.deps, revoked.actor, { organizationId: revoked.organization.id, id: revoked.id })
    expect(await view(revoked)).toEqual({ kind: 'gone' })
    await expect(nameSetupDomain(world.deps, visit, 'customer.test'), 'a form that was open').rejects.toMatchObject({
      reason: 'not-found',
    })
    await world.deps.db.prisma.organization.update({
      where: { id: orphan.organization.id },
      data: { disabledAt: world.deps.now() },
    })
    expect(await view(orphan)).toEqual({ kind: 'gone' })
    world.pass(7 * day)
    expect(await view(old)).toEqual({ kind: 'gone' })
    expect(await viewSetup(world.deps, 'no such link', { network, setupCookie: undefined })).toEqual({ kind: 'gone' })
  })

  test('an organization revokes no link of another', async () => {
    const [own, other] = [await openLink(), await openLink()]
    const named = { organizationId: own.organization.id, id: other.id }
    await expect(revokeSetupLink(world.deps, own.actor, named)).rejects.toMatchObject({ reason: 'not-found' })
    expect(await view(other)).toMatchObject({ kind: 'closed' })
  })

  test('by it, a connection is prepared and not activated, and every act is told to the owners', async () => {
    const link = await openLink()
    const { visit } = await openIn(link)
    const domain = `customer-${made}.test`
    await nameSetupDomain(world.deps, visit, domain)
    const { prisma } = world.deps.db
    const { token } = await prisma.domain.findFirstOrThrow({ where: { name: domain } })
    await expect(proveSetupDomain(world.deps, visit, domain)).rejects.toMatchObject({ problem: 'no-record' })
    records.set(`_vestibule.${domain}`, [`vestibule-verification=${token}`])
    await proveSetupDomain(world.deps, visit, domain)
    await saveSetupConnection(
      world.deps,
      visit,
      {
        ...{ provider: 'generic', name: 'Customer', issuer: upstream.issuer, clientId: 'vestibule' },
        ...{ authMethod: 'client_secret_post', secret: 'a-secret-of-the-customer' },
      },
      domain,
    )
    const { connectionId } = await prisma.setupLink.findUniqueOrThrow({ where: { id: link.id } })
    expect(await prisma.connection.findUniqueOrThrow({ where: { id: connectionId ?? '' } })).toMatchObject({
      state: 'draft',
      organizationId: link.organization.id,
    })
    expect(await prisma.organization.findUniqueOrThrow({ where: { id: link.organization.id } })).toMatchObject({
      ssoPolicy: 'off',
    })
    const events = await prisma.auditEvent.findMany({ where: { organizationId: link.organization.id } })
    const byLink = events.filter(({ actorKind }) => actorKind === 'setup_link').map(({ action }) => action)
    expect(byLink).toEqual(
      expect.arrayContaining(['setup_link.opened', 'domain.added', 'domain.verified', 'connection.created']),
    )
    // Made, opened, a domain named, proven, and the connection.
    for (let told = 0; told < 5; told++) await world.mailbox.take(link.organization.owner.person.email)
  })

  test('two links that were begun in one browser are both opened there', async () => {
    const [first, second] = [await openLink(), await openLink()]
    const cookie = await askCode(second, await askCode(first))
    for (const link of [first, second]) {
      const code = await nextCode(world.mailbox, link.email)
      expect(await openSetup(world.deps, await closed(link, cookie), code, { network, setupCookie: cookie })).toBeNull()
      expect(await view(link, cookie)).toMatchObject({ kind: 'open' })
    }
  })

  /** A browser that typed the code of a link, with a connection that it prepared. */
  async function openPrepared(approved = false) {
    const domain = `prepared-${made + 1}.test`
    const link = await openLink(approved ? { domain, issuer: upstream.issuer } : undefined)
    const { visit } = await openIn(link)
    const client = { provider: 'generic', name: 'Customer', issuer: upstream.issuer, clientId: 'vestibule' }
    const save = async (visited: OpenSetup, secret: string) =>
      saveSetupConnection(world.deps, visited, { ...client, authMethod: 'client_secret_post', secret }, domain)
    await nameSetupDomain(world.deps, visit, domain)
    const { token } = await world.deps.db.prisma.domain.findFirstOrThrow({ where: { name: domain } })
    records.set(`_vestibule.${domain}`, [`vestibule-verification=${token}`])
    await proveSetupDomain(world.deps, visit, domain)
    await save(visit, 'a-secret-of-the-customer')
    const { connectionId } = await world.deps.db.prisma.setupLink.findUniqueOrThrow({ where: { id: link.id } })
    const opened = { ...visit, link: { ...visit.link, connectionId } }
    const stored = () => world.deps.db.prisma.connection.findUniqueOrThrow({ where: { id: connectionId ?? '' } })
    const begin = () => beginSetupTest(world.deps, opened, { network, flowCookie: undefined } as Visitor, '/setup')
    const finish = async ({ url, flowCookie }: Awaited<ReturnType<typeof begin>>) => {
      upstream.person = { ...upstream.person, email: `grace@${domain}` }
      const answer = broughtTo(await upstream.answer(url))
      const result = await finishSignIn(world.deps, answer, { flowCookie })
      if (result.attempt) await noteTest(world.deps, result.attempt, result, { network })
      return result
    }
    return { ...link, opened, stored, begin, finish, save: (secret: string) => save(opened, secret) }
  }

  test('a test that it began counts no more once it is revoked', async () => {
    const link = await openPrepared()
    const begun = await link.begin()
    await revokeSetupLink(world.deps, link.actor, { organizationId: link.organization.id, id: link.id })
    expect(await link.finish(begun)).toMatchObject({ ok: true })
    expect(await link.stored()).toMatchObject({ state: 'draft', testedAt: null })
  })

  test('what an owner switched off is neither changed, tested nor activated by it', async () => {
    const link = await openPrepared(true)
    const begun = await link.begin()
    const id = link.opened.link.connectionId ?? ''
    await disableConnection(world.deps, link.actor, { organizationId: link.organization.id, id })
    const off = await link.stored()
    await expect(link.save('another-secret')).rejects.toMatchObject({ reason: 'not-found' })
    await expect(link.begin()).rejects.toMatchObject({ reason: 'not-found' })
    await link.finish(begun)
    expect({ ...(await link.stored()), lastSuccessAt: null }).toEqual({ ...off, lastSuccessAt: null })
  })

  test('its acts are limited, since each is told to every owner', async () => {
    const link = await openPrepared()
    const saved = async () => {
      for (let count = 0; count < 60; count++) await nameSetupDomain(world.deps, link.opened, `owners-${made}.test`)
    }
    await expect(saved()).rejects.toMatchObject({ name: 'TooManyAttempts' })
    await expect(link.save('another-secret')).rejects.toMatchObject({ name: 'TooManyAttempts' })
    await expect(link.begin()).rejects.toMatchObject({ name: 'TooManyAttempts' })
  })

  test('the address that it names is deleted after its end', async () => {
    const [old, link] = [await openLink(), await openLink()]
    await world.deps.db.prisma.setupLink.update({
      where: { id: old.id },
      data: { expiresAt: new Date(world.deps.now().getTime() - day - 1000) },
    })
    await new Sweeper(world.deps).sweep()
    expect(await findSetupLink(world.deps.db, old.id)).toBeNull()
    expect(await findSetupLink(world.deps.db, link.id)).not.toBeNull()
  })
})
