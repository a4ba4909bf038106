import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../src/crypto/random.ts'
import { mergePeople, previewMerge } from '../src/flows/management/people/person-merge.ts'
import { system } from '../src/flows/platform/audit.ts'
import { accountOf, type Signed } from './support/account.ts'
import { databases } from './support/databases.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// Two accounts of one person become one: what moves is shown first, and exactly that is done.

describe.each(databases)('merging on %s', (database) => {
  let world: TestWorld
  let at: ReturnType<typeof accountOf>
  let operator: Signed
  beforeAll(async () => {
    world = await openTestWorld({ OPERATORS: 'operator@example.test' }, { database })
    at = accountOf(world)
    operator = await at.byMail('operator@example.test')
  })
  afterAll(() => world?.close())

  const db = () => world.deps.db.prisma
  const actor = () => ({ kind: 'operator', id: operator.id, network: '::/48' }) as const
  const merge = (from: Signed, into: Signed) => mergePeople(world.deps, actor(), from.id, into.id)
  const plan = (from: Signed, into: Signed) => previewMerge(world.deps, actor(), from.id, into.id)
  const organization = async (members: [Signed, string][]) => {
    const id = newId(world.deps.now())
    const createdAt = world.deps.now()
    await db().organization.create({ data: { id, slug: `o-${id}`, name: `Organization ${id}`, createdAt } })
    await db().membership.createMany({
      data: members.map(([{ id: userId }, roles]) => ({ organizationId: id, userId, roles, createdAt })),
    })
    return id
  }
  const rolesOf = async (organizationId: string, { id: userId }: Signed) =>
    (await db().membership.findUnique({ where: { userId_organizationId: { userId, organizationId } } }))?.roles

  test('CO-21: the highest role wins, whichever account has it, and the plan says so', async () => {
    const [from, into] = [await at.byMail(), await at.byMail()]
    const lower = await organization([
      [from, 'member'],
      [into, 'admin'],
    ])
    const higher = await organization([
      [from, 'owner'],
      [into, 'member'],
    ])
    const fresh = await organization([[from, 'owner']])
    const { memberships, problem } = await plan(from, into)
    expect(problem).toBeNull()
    const planned = new Map(memberships.map(({ organizationId, before, after }) => [organizationId, { before, after }]))
    expect(planned.get(lower)).toEqual({ before: ['admin'], after: ['admin'] })
    expect(planned.get(higher)).toEqual({ before: ['member'], after: ['owner'] })
    expect(planned.get(fresh)).toEqual({ before: null, after: ['owner'] })
    await merge(from, into)
    expect(await rolesOf(lower, into)).toBe('admin')
    expect(await rolesOf(higher, into)).toBe('owner')
    expect(await rolesOf(fresh, into)).toBe('owner')
    expect(await db().user.findUnique({ where: { id: from.id } })).toBeNull()
    const events = await db().auditEvent.findMany({ where: { organizationId: fresh } })
    expect(events.map(({ action }) => action).sort()).toEqual(['member.added', 'member.removed'])
  })

  test('the profile is that of the account that stays, with its phone number as it was', async () => {
    const [from, into] = [await at.byMail(), await at.byMail()]
    await db().user.update({ where: { id: from.id }, data: { phone: '+4930555001', phoneVerified: true } })
    await db().user.update({ where: { id: into.id }, data: { phone: '+4930555002' } })
    const createdAt = world.deps.now()
    const challenge = { number: '+4930555001', codeDigest: 'c', browserDigest: 'b', messageId: 'm', createdAt }
    await db().phoneChallenge.create({ data: { ...challenge, userId: from.id, expiresAt: createdAt } })
    await merge(from, into)
    const merged = await db().user.findUniqueOrThrow({ where: { id: into.id } })
    expect(merged).toMatchObject({ phone: '+4930555002', phoneVerified: false })
    expect(await db().phoneChallenge.count()).toBe(0)
  })

  test('CO-21: refused where an organization would be left without an owner who can sign in', async () => {
    const [from, into] = [await at.byMail(), await at.byMail()]
    const only = await organization([[from, 'owner']])
    await db().user.update({ where: { id: into.id }, data: { disabledAt: world.deps.now() } })
    await expect(merge(from, into)).rejects.toMatchObject({ problem: 'disabled-account' })
    expect(await rolesOf(only, from)).toBe('owner')
    await expect(merge(into, from), 'nor does a disabled account come back this way').rejects.toMatchObject({
      problem: 'disabled-account',
    })
  })

  test('moves addresses, teams, consents and agreements, ends what the other was signed in to, and tells everybody', async () => {
    const { code, person } = await world.signIn({ email: `goes-${database}@example.test` }, { scope: 'openid email' })
    const { body } = await world.redeem(code)
    const from = { ...(await at.byMail(person.email)), email: person.email }
    const into = await at.byMail(`stays-${database}@example.test`)
    const now = world.deps.now()
    const home = await organization([[from, 'member']])
    const team = { id: `team-${from.id}`, organizationId: home, slug: 'press', name: 'Press', createdAt: now }
    await db().team.create({ data: team })
    await db().teamMembership.create({ data: { teamId: team.id, userId: from.id, createdAt: now } })
    await db().consent.createMany({
      data: [
        { userId: from.id, clientId: 'third', organizationId: '', scope: 'openid email', grantedAt: now },
        { userId: into.id, clientId: 'third', organizationId: '', scope: 'openid', grantedAt: now },
        { userId: from.id, clientId: 'web', organizationId: '', scope: 'openid', grantedAt: now },
      ],
    })
    for (const [version, users] of [
      [1, [from, into]],
      [2, [from]],
    ] as const) {
      const terms = { organizationId: home, version }
      const published = { text: '', textDigest: '', publishedByKind: 'system', publishedAt: now }
      await db().organizationTerms.create({ data: { ...terms, ...published } })
      await db().organizationTermsAcceptance.createMany({
        data: users.map(({ id, email }) => ({
          ...terms,
          ...{ userId: id, personName: '', personAddress: email, acceptedAt: now },
        })),
      })
    }
    expect((await plan(from, into)).applications).toEqual(['web'])
    await merge(from, into)
    expect((await world.userinfo(body.access_token)).status, 'tokens of the other die').toBe(401)
    expect(await at.addresses(into.id)).toEqual([into.email, from.email])
    expect(await db().teamMembership.count({ where: { userId: into.id, teamId: team.id } })).toBe(1)
    const consents = await db().consent.findMany({ where: { userId: into.id }, orderBy: { clientId: 'asc' } })
    expect(consents.map(({ clientId, scope }) => [clientId, scope])).toEqual([
      ['third', 'openid'],
      ['web', 'openid'],
    ])
    expect(await db().termsAcceptance.count({ where: { userId: into.id } }), 'terms').toBe(1)
    expect(
      await db().organizationTermsAcceptance.findMany({ where: { organizationId: home }, orderBy: { version: 'asc' } }),
    ).toMatchObject([
      { version: 1, userId: into.id, personAddress: into.email },
      { version: 2, userId: into.id, personAddress: from.email },
    ])
    for (const email of [from.email, into.email]) await at.notice(email, 'were merged into this one')
    await into.browser.go(`${world.issuer}/account/sessions`)
    expect(into.browser.current?.status, 'the account that stays is still signed in').toBe(200)
    await at.byMail(from.email)
    expect(await at.idOf(from.email)).toBe(into.id)
    const about = (id: string) => db().auditEvent.findMany({ where: { targetId: id, result: 'ok' } })
    expect((await about(into.id)).find(({ action }) => action === 'user.merged')?.detail).toContain(from.id)
    expect((await about(from.id)).find(({ action }) => action === 'user.deleted')?.detail).toContain(into.id)
  })

  test('who somebody is at identity providers moves too, and the plan says so', async () => {
    const [from, into] = [await at.byMail(), await at.byMail()]
    const now = world.deps.now()
    const identity = { connectionId: 'google', issuer: 'https://accounts.google.com', linkedAt: now, seenAt: now }
    await db().externalIdentity.createMany({
      data: [
        { ...identity, subject: `${database}-1`, userId: from.id, emailAtLink: 'grace@gmail.com' },
        { ...identity, subject: `${database}-2`, userId: into.id, emailAtLink: null },
      ],
    })
    const planned = await plan(from, into)
    expect(planned.identities).toEqual(['Google · grace@gmail.com'])
    // Another one since: that is not what was confirmed. A sign-in alone changes nothing of it.
    const subject = `${database}-3`
    await db().externalIdentity.updateMany({
      where: { userId: from.id },
      data: { seenAt: new Date(now.getTime() + 1) },
    })
    expect((await plan(from, into)).digest).toBe(planned.digest)
    await db().externalIdentity.create({ data: { ...identity, subject, userId: from.id } })
    await expect(mergePeople(world.deps, actor(), from.id, into.id, planned.digest)).rejects.toMatchObject({
      reason: 'changed-meanwhile',
    })
    await merge(from, into)
    const moved = await db().externalIdentity.findMany({ where: { userId: into.id }, orderBy: { subject: 'asc' } })
    expect(moved.map((row) => row.subject)).toEqual([`${database}-1`, `${database}-2`, `${database}-3`])
  })

  test('a passkey that moved still signs in, and reaches the account that stays', async () => {
    const from = await at.withPasskey()
    const into = await at.withPasskey()
    await merge(from, into)
    expect(await at.passkeys(into.id)).toBe(2)
    for (const { authenticator } of [from, into]) {
      const signed = await at.byPasskey(authenticator, into.email)
      expect(signed.browser.current?.location).toBe(`${world.issuer}/account/passkeys`)
      expect(at.text(signed.browser)).toContain('Passkey')
    }
    // And once more into a third account.
    const third = await at.byMail()
    await merge(into, third)
    expect((await at.byPasskey(from.authenticator, third.email)).browser.current?.location).toContain(
      '/account/passkeys',
    )
  })

  test('an operator is never merged, in either direction, nor an account into itself', async () => {
    const person = await at.byMail()
    await expect(merge(operator, person)).rejects.toMatchObject({ problem: 'operator-account' })
    await expect(merge(person, operator)).rejects.toMatchObject({ problem: 'operator-account' })
    const [support] = [await at.byMail()]
    await db().operatorRole.create({
      data: { userId: support.id, role: 'viewer', at: world.deps.now(), grantedBy: operator.id },
    })
    await expect(merge(support, person)).rejects.toMatchObject({ problem: 'operator-account' })
    await expect(merge(person, person)).rejects.toMatchObject({ problem: 'same-account' })
    await expect(mergePeople(world.deps, system, 'none', person.id)).rejects.toMatchObject({ reason: 'not-found' })
  })

  test('waits while a change of addresses can be undone', async () => {
    const [from, into] = [await at.byMail(), await at.byMail()]
    await at.addAddress(from, `second-${from.email}`)
    await expect(merge(from, into)).rejects.toMatchObject({ problem: 'change-pending' })
    await expect(merge(into, from)).rejects.toMatchObject({ problem: 'change-pending' })
    world.pass(73 * 3_600_000)
    await merge(from, into)
    expect(await at.addresses(into.id)).toHaveLength(3)
  })

  test('waits while an operator acts as one of them', async () => {
    const [from, into] = [await at.byMail(), await at.byMail()]
    const now = world.deps.now()
    const running = {
      ...{ id: newId(now), operatorId: operator.id, userId: into.id, clientId: 'web', reason: 'Ticket 4711' },
      ...{ askedAt: now, startedAt: now, expiresAt: new Date(now.getTime() + 60_000) },
    }
    await db().impersonation.create({ data: running })
    await expect(merge(from, into)).rejects.toMatchObject({ problem: 'impersonation-running' })
    world.pass(120_000)
    await merge(from, into)
  })

  test('a plan that is no longer true is not carried out', async () => {
    const [from, into] = [await at.byMail(), await at.byMail()]
    const { digest } = await plan(from, into)
    const late = await organization([[from, 'owner']])
    await expect(mergePeople(world.deps, actor(), from.id, into.id, digest)).rejects.toMatchObject({
      reason: 'changed-meanwhile',
    })
    expect(await rolesOf(late, from)).toBe('owner')
  })

  test('two at once: one of them is done', async () => {
    const [from, one, other] = [await at.byMail(), await at.byMail(), await at.byMail()]
    const done = await Promise.allSettled([merge(from, one), merge(from, other)])
    expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await db().email.count({ where: { address: from.email } })).toBe(1)
  })

  test('in the console: the plan is shown, asked, and done; an unknown account is said', async () => {
    const fresh = await at.byMail('operator@example.test')
    const [from, into] = [await at.byMail(), await at.byMail()]
    const path = `/admin/people/${into.id}`
    await fresh.browser.go(`${world.issuer}${path}/merge?other=nobody%40example.test`)
    expect(fresh.browser.current?.status).toBe(422)
    expect(at.text(fresh.browser)).toContain('There is no account with this address or ID.')
    await fresh.browser.go(`${world.issuer}${path}/merge?other=${encodeURIComponent(from.email)}`)
    expect(at.text(fresh.browser)).toContain(`Merge ${from.email} into ${into.email}?`)
    expect(await db().user.count({ where: { id: from.id } }), 'looking changes nothing').toBe(1)
    const unasked = await at.post(fresh.browser, path, { action: 'merge', other: from.id, confirm: 'yes' })
    expect(unasked.location, 'without a plan nothing is done').toContain('/merge?other=')
    expect(await db().user.count({ where: { id: from.id } })).toBe(1)
    await fresh.browser.submit({
      plan: unasked.html.querySelector('[name=plan]')?.getAttribute('value') ?? '',
      confirm: 'yes',
    })
    expect(fresh.browser.current?.html.querySelector('[role=status]')?.text).toContain('The accounts were merged.')
    expect(await db().user.count({ where: { id: from.id } })).toBe(0)
  })
})
