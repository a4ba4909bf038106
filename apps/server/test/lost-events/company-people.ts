import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { linkHeldIdentity, openIdentity } from '../../src/flows/authorization/federation/held-identities.ts'
import { signInBy } from '../../src/flows/authorization/federation/sign-in-by.ts'
import { openInteraction } from '../../src/flows/authorization/interactions.ts'
import { openBypass } from '../../src/flows/federation/bypass.ts'
import { linkedIdentities, removeIdentity } from '../../src/flows/federation/linked-identities.ts'
import { currentSignIn } from '../../src/flows/identity/sessions.ts'
import type { UpstreamIdentity } from '../../src/oidc/federation/connection.ts'
import { answerTxt, type Company, openCompany } from '../support/company.ts'
import { databases } from '../support/databases.ts'
import { failsWithoutItsEvent } from '../support/lost-events.ts'
import { openTestWorld, type TestWorld } from '../support/world.ts'

// An audit event that cannot be written undoes its change: who comes by a connection, is linked to one, or goes around it.

const network = '192.0.2.0'
const domain = 'people.test'
const issuer = 'https://login.people.test'

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  let company: Company
  beforeAll(async () => {
    world = await openTestWorld({ SSO: 'on' }, { database })
    company = await openCompany(world, answerTxt(world), { domain, upstream: { issuer }, policy: 'offered' })
  })
  afterAll(() => world?.close())

  const identityOf = (email: string): UpstreamIdentity => ({
    ...{ issuer, subject: `subject of ${email}`, email, emailVerified: true, hostedDomain: null },
    ...{ domainOwnerVerified: false, givenName: 'Grace', familyName: 'Hopper', locale: null, groups: null },
    ...{ acr: null, amr: [], authenticatedAt: null, sid: null, sessionExpiresAt: null },
  })
  const visitor = { network, languages: ['en'], userAgent: 'a browser', sessionCookie: undefined }
  let attempts = 0

  /** Somebody who is named by the provider, in a sign-in that waits. */
  async function arrive(email: string) {
    const browser = world.browser()
    await world.authorize(browser)
    const handle = /sign-in\/([^/?]+)/.exec(browser.current?.location ?? '')?.[1] ?? ''
    const from = { ...visitor, flowCookie: browser.cookies.get('vestibule_flow') } as never
    const open = () => openInteraction(world.deps, handle, from)
    attempts += 1
    const id = `attempt-${attempts}`
    const now = world.deps.now()
    await world.deps.db.prisma.federationAttempt.create({
      data: {
        ...{ id, reference: id, connectionId: company.connectionId, purpose: 'sign-in', browserDigest: '', sealed: '' },
        ...{ createdAt: now, expiresAt: now, usedAt: now },
      },
    })
    const attempt = { id, connectionId: company.connectionId, social: null, createdAt: now }
    const run = async () => signInBy(world.deps, await open(), attempt, identityOf(email), from)
    return { open, run }
  }

  test('somebody comes for the first time, and again', async () => {
    const email = `grace@${domain}`
    const first = await arrive(email)
    const actions = ['user.created', 'identity.linked', 'member.joined', 'session.created']
    await failsWithoutItsEvent(world, ['come for the first time', actions, first.run])
    const again = await arrive(email)
    await failsWithoutItsEvent(world, ['come again', ['session.created'], again.run])
  })

  test('an account is linked', async () => {
    const email = `ada@${domain}`
    const { userId } = company.owner
    await world.deps.db.prisma.email.create({
      data: { address: email, userId, isPrimary: false, verifiedAt: world.deps.now() },
    })
    const { open, run } = await arrive(email)
    expect(await run()).toEqual({ kind: 'confirm' })
    const link = async () => {
      const held = await openIdentity(world.deps, await open())
      if (held) await linkHeldIdentity(world.deps, held, userId, visitor as never)
    }
    await failsWithoutItsEvent(world, ['link an account', ['identity.linked'], link])
    const { browser } = company.owner
    const found = await currentSignIn(world.deps, { sessionCookie: browser.cookies.get('vestibule_session') })
    const [identity] = await linkedIdentities(world.deps, userId)
    if (!found || !identity) throw new Error('the owner is not signed in, or not linked')
    const unlink = () => removeIdentity(world.deps, found as never, identity.id, visitor as never)
    await failsWithoutItsEvent(world, ['remove the link', ['identity.unlinked'], unlink])
  })

  test('an owner goes around it', async () => {
    const { browser } = company.owner
    const found = await currentSignIn(world.deps, { sessionCookie: browser.cookies.get('vestibule_session') })
    if (!found) throw new Error('the owner is not signed in')
    const session = { ...found.session, passkeyId: 'passkey' }
    const bypass = () => openBypass(world.deps, { ...found, session }, company.id, visitor as never)
    await failsWithoutItsEvent(world, ['go around it', ['sso.bypassed'], bypass])
  })
})
