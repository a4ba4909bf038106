import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../src/crypto/random.ts'
import type { SignedInInteraction } from '../src/flows/authorization/interactions.ts'
import { createOwnOrganization } from '../src/flows/authorization/onboarding/organization-creation.ts'
import { createOwnTeam } from '../src/flows/authorization/onboarding/team.ts'
import { acceptInvitation } from '../src/flows/organizations/invitations/received-invitations.ts'
import { createUser } from '../src/store/beyond-prisma/accounts.ts'
import { findInteraction } from '../src/store/hot/interactions.ts'
import { changeStore } from './support/change-store.ts'
import { openTestWorld, type TestWorld, webAuth } from './support/world.ts'

const rounds = process.env.TEST_ALL ? 100 : 3

describe.each(['sqlite', 'postgresql'] as const)('races on %s', (database) => {
  let world: TestWorld
  beforeAll(async () => {
    world = await openTestWorld({}, { database })
  })
  afterAll(() => world.close())

  test('forty redemptions of one code: one success, thirty-nine invalid_grant, and its tokens are revoked', async () => {
    // OWN-13, ST-06, TK-02
    const { browser } = await world.signIn()
    for (let round = 0; round < rounds; round++) {
      const { callback } = await world.authorize(browser)
      const code = callback?.searchParams.get('code') ?? ''
      const answers = await Promise.all(Array.from({ length: 40 }, () => world.redeem(code)))
      const won = answers.filter((one) => one.status === 200)
      expect(won).toHaveLength(1)
      expect(answers.filter((one) => one.status === 400 && one.body.error === 'invalid_grant')).toHaveLength(39)
      for (const { body } of won) {
        expect((await world.userinfo(body.access_token)).status).toBe(401)
        expect(
          (await world.token({ grant_type: 'refresh_token', refresh_token: body.refresh_token }, webAuth)).body.error,
        ).toBe('invalid_grant')
      }
    }
  })

  test('eight sign-ups of one address make one account, eight acceptances of one invitation one membership', async () => {
    // ON-08, OR-04, ST-06, ST-07
    const { db } = world.deps
    for (let round = 0; round < rounds; round++) {
      const now = world.deps.now()
      const address = `race${round}@example.test`
      const users = await Promise.all(
        Array.from({ length: 8 }, () =>
          changeStore(world.deps, (tx) => createUser(tx, { id: newId(now), address, locale: null, now })),
        ),
      )
      const [user] = users
      expect(new Set(users.map((one) => one.id)).size).toBe(1)
      expect(await db.prisma.user.count({ where: { emails: { some: { address } } } })).toBe(1)
      expect(await db.prisma.user.count({ where: { emails: { none: {} } } })).toBe(0)
      const [organizationId, id] = [newId(now), newId(now)]
      await db.prisma.organization.create({
        data: { id: organizationId, slug: `race-${round}`, name: 'Race', createdAt: now },
      })
      await db.prisma.invitation.create({
        data: {
          id,
          email: address,
          organizationId,
          roles: 'member',
          createdAt: now,
          expiresAt: new Date(now.getTime() + 60_000),
        },
      })
      const accepted = await Promise.all(
        Array.from({ length: 8 }, () =>
          acceptInvitation(world.deps, { kind: 'user', id: user?.id ?? '', network: '' }, { id, organizationId }),
        ),
      )
      expect(accepted.filter(Boolean)).toHaveLength(1)
      expect(await db.prisma.membership.count({ where: { organizationId } })).toBe(1)
    }
  })

  test('of two who send one form, the later may read what the earlier chose, but not yet that it is there: one organization, one team', async () => {
    const { db } = world.deps
    const browser = world.browser()
    const email = `twice-${database}@example.test`
    world.pass(1)
    await world.authorize(browser)
    const now = world.deps.now()
    const account = { id: newId(now), address: email, locale: null, now }
    const person = await changeStore(world.deps, (tx) => createUser(tx, account))
    const { id } = await db.prisma.interaction.findFirstOrThrow({ orderBy: { createdAt: 'desc' } })
    const visit = async () =>
      ({
        interaction: await findInteraction(db, id, now),
        person,
        session: { id: '' },
        client: { id: '' },
        memberships: [],
      }) as unknown as SignedInInteraction
    const form = { name: 'Once', slug: '', team: '', invite: '', fields: {} }
    const send = async () => createOwnOrganization(world.deps, await visit(), form, { network: '', languages: [] })
    expect([await send(), await send()]).toMatchObject([{ ok: true }, { ok: true }])
    const [own, ...others] = await db.prisma.membership.findMany({ where: { userId: person.id } })
    expect(others).toEqual([])
    const place = own?.organizationId ?? ''
    const team = async () => createOwnTeam(world.deps, await visit(), place, 'Once', '')
    expect([await team(), await team()]).toEqual([{ ok: true }, { ok: true }])
    expect(await db.prisma.team.count({ where: { organizationId: place } })).toBe(1)
  })

  test('forty refreshes of one token: one successor for all', async () => {
    // TK-26
    const { code } = await world.signIn()
    let { body } = await world.redeem(code)
    for (let round = 0; round < rounds; round++) {
      const answers = await Promise.all(
        Array.from({ length: 40 }, () =>
          world.token({ grant_type: 'refresh_token', refresh_token: body.refresh_token }, webAuth),
        ),
      )
      expect(answers.map((one) => one.status)).toEqual(Array(40).fill(200))
      expect(new Set(answers.map((one) => one.body.refresh_token)).size).toBe(1)
      body = answers[0]?.body
    }
    expect((await world.userinfo(body.access_token)).status).toBe(200)
  })
})
