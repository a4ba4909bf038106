import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { resetSignIn } from '../src/flows/account/sign-in-reset.ts'
import { isSecondOperator } from '../src/flows/identity/second-operator.ts'
import { giveOperatorRole, takeOperatorRole } from '../src/flows/management/operator-roles.ts'
import { handOverOrganization, resetByOperator } from '../src/flows/management/people/owner-acts.ts'
import { mergePeople } from '../src/flows/management/people/person-merge.ts'
import { changeOperatorRole } from '../src/flows/management/rights/operator-roles.ts'
import { applyPermissions } from '../src/flows/management/rights/permissions.ts'
import { viewOrganization } from '../src/flows/organizations/access.ts'
import { inviteByRows } from '../src/flows/organizations/invitations/invitation-import.ts'
import { invite } from '../src/flows/organizations/invitations/invitations.ts'
import { acceptInvitation } from '../src/flows/organizations/invitations/received-invitations.ts'
import { addMember, changeRoles, setRoles } from '../src/flows/organizations/members/member-roles.ts'
import { createOrganization } from '../src/flows/organizations/organization-creation.ts'
import { changeRole, makeRole } from '../src/flows/organizations/roles/own-roles.ts'
import { setTeamRoles } from '../src/flows/organizations/roles/team-roles.ts'
import { addTeamMember } from '../src/flows/organizations/team-members.ts'
import { createTeam } from '../src/flows/organizations/teams.ts'
import { type Actor, system } from '../src/flows/platform/audit.ts'
import { parsePermissionsDocument } from '../src/oidc/permissions-document.ts'
import { findHeldRoles } from '../src/store/beyond-prisma/organizations/role-holders.ts'
import { findRoles } from '../src/store/prisma/rights.ts'
import { accountOf, type Signed } from './support/account.ts'
import { databases } from './support/databases.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// FOUR_EYES: what gets hold of an owner, and with that of an organization, needs two operators (R18, R19).

const day = 24 * 3600_000
const env = {
  OPERATORS: 'root@example.test,second-root@example.test,unclaimed@example.test',
  IMPERSONATION: 'notice',
  FOUR_EYES: 'on',
  CUSTOM_ROLES: 'on',
  LIMIT_MAIL_PER_ADDRESS: '1000/1h',
  LIMIT_PER_NETWORK: '100000/1m',
  OIDC_CLIENT_0_ALLOW_IMPERSONATION: 'true',
}

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  let at: ReturnType<typeof accountOf>
  beforeAll(async () => {
    world = await openTestWorld(env, { database })
    at = accountOf(world)
  })
  afterAll(() => world?.close())

  const actorOf = ({ id }: { id: string }) => ({ kind: 'operator', id, network: '203.0.113.0/24' }) as const
  const root = () => at.byMail('root@example.test')
  const again = ({ email }: Signed) => at.byMail(email)

  /** An operator with a role given by somebody, or by a command. */
  async function operator(role: 'support' | 'administrator' | 'viewer', by: Actor & { kind: 'operator' | 'system' }) {
    const person = await at.byMail()
    await giveOperatorRole(world.deps, by, person.id, role)
    return person
  }

  /** The owner of an organization, and a plain member of it. */
  async function organization() {
    const owner = await at.byMail()
    const member = await at.byMail()
    const id = await createOrganization(world.deps, system, owner.id, { name: `Org ${owner.id.slice(-6)}` })
    await addMember(world.deps, { kind: 'operator', id: 'x', network: '' }, id, member.id, ['member'])
    return { id, owner, member }
  }

  const rolesOf = async (userId: string) =>
    (await world.deps.db.prisma.membership.findFirst({ where: { userId } }))?.roles.split(' ') ?? null
  const waiting = (userId: string) =>
    world.deps.db.prisma.ownerAct.findMany({ where: { userId, endedAt: null }, orderBy: { id: 'asc' } })
  const answer = ({ browser }: Signed, act: string, action: string) =>
    at.post(browser, '/admin/confirmations', { act, action })
  const askForReset = ({ browser }: Signed, userId: string, email: string) =>
    at.post(browser, `/admin/people/${userId}`, { action: 'reset', confirm: 'yes', email })

  const isSecond = (askedBy: Signed, confirmedBy: Signed) =>
    isSecondOperator(world.deps, world.deps.db, { askedBy: askedBy.id, confirmedBy: confirmedBy.id })

  describe('who is a second operator', () => {
    test('R18: not who asked, nor whoever has their role from them, nor a role younger than a day', async () => {
      // CO-84
      const admin = await operator('administrator', system)
      const given = await operator('support', actorOf(admin))
      const other = await operator('support', system)
      const viewer = await operator('viewer', system)
      expect(await isSecond(admin, other)).toBe(false)
      world.pass(day)
      expect(await isSecond(admin, other)).toBe(true)
      for (const refused of [admin, given, viewer, await at.byMail()])
        expect(await isSecond(admin, refused)).toBe(false)
      expect(await isSecond(other, given)).toBe(true)
    })

    test('R18: nor whose role the asker changed, or had somebody else give', async () => {
      // CO-84
      const boss = await root()
      const second = await at.byMail('second-root@example.test')
      const middle = await operator('administrator', actorOf(boss))
      const given = await operator('support', actorOf(middle))
      const changed = await operator('support', system)
      await giveOperatorRole(world.deps, actorOf(middle), changed.id, 'viewer')
      await giveOperatorRole(world.deps, actorOf(second), changed.id, 'support')
      world.pass(day)
      for (const asker of [boss, middle, second])
        for (const confirmer of [given, changed])
          expect(await isSecond(asker, confirmer)).toBe(confirmer === given && asker === second)
      // Whom the asker's accomplice made stays made by the asker when the accomplice is gone.
      await takeOperatorRole(world.deps, actorOf(boss), middle.id)
      expect(await isSecond(boss, given)).toBe(false)
    })

    test('whom OPERATORS names always is, but for themselves', async () => {
      const boss = await root()
      const second = await at.byMail('second-root@example.test')
      expect(await isSecond(boss, second)).toBe(true)
      expect(await isSecond(boss, boss)).toBe(false)
    })

    test('a root does not make another root of an ordinary account, by an address of OPERATORS that nobody has', async () => {
      // CO-84
      const boss = await root()
      const alt = await at.byMail()
      expect((await askForReset(boss, alt.id, 'unclaimed@example.test')).status).toBe(422)
      expect(await at.addresses(alt.id)).toEqual([alt.email])
    })

    test('R18: an impersonation of an owner is not confirmed by a second account of the same operator', async () => {
      const { id, owner } = await organization()
      const admin = await operator('administrator', system)
      await at.post(admin.browser, '/admin/impersonations/new', {
        person: owner.id,
        client: 'web',
        organization: id,
        reason: 'Ticket 4711: the board stays empty',
      })
      const impersonation = /impersonations\/([0-9a-f]+)/.exec(admin.browser.current?.location ?? '')?.[1] ?? ''
      expect(impersonation).not.toBe('')
      const alt = await operator('support', actorOf(admin))
      const confirm = { action: 'confirm', confirm: 'yes' }
      const refused = await at.post(alt.browser, `/admin/impersonations/${impersonation}`, confirm)
      expect(refused.status).toBe(403)
      const boss = await root()
      expect((await boss.browser.go(`${world.issuer}/admin/confirmations`)).text).toContain(impersonation)
      await at.post(boss.browser, `/admin/impersonations/${impersonation}`, confirm)
      expect(at.text(boss.browser)).toContain('You confirmed it.')
    })
  })

  describe('R19: the sign-in of an owner', () => {
    test('is reset once a second operator has confirmed it, and not before', async () => {
      // CO-85
      const { owner } = await organization()
      const support = await operator('support', system)
      const asked = await askForReset(support, owner.id, `new-${owner.email}`)
      expect(asked.text).toContain('A second operator has to confirm this.')
      expect(await at.addresses(owner.id)).toEqual([owner.email])
      const [act] = await waiting(owner.id)
      expect((await answer(support, act?.id ?? '', 'confirm')).status).toBe(422)
      const boss = await root()
      const page = await boss.browser.go(`${world.issuer}/admin/confirmations`)
      expect(page.text).toContain(`new-${owner.email}`)
      expect((await answer(boss, act?.id ?? '', 'confirm')).text).toContain('You confirmed it, and it was done.')
      expect((await at.addresses(owner.id))[0]).toBe(`new-${owner.email}`)
      const events = await world.deps.db.prisma.auditEvent.findMany({
        where: {
          targetId: owner.id,
          action: { in: ['operator.act_asked', 'operator.act_confirmed', 'user.sign_in_reset'] },
        },
        orderBy: { id: 'asc' },
      })
      expect(events.map(({ action, actorId }) => [action, actorId])).toEqual([
        ['operator.act_asked', support.id],
        ['operator.act_confirmed', boss.id],
        ['user.sign_in_reset', support.id],
      ])
      expect(JSON.stringify(events[2]?.detail)).toContain(boss.id)
    })

    test('is reset once, however many confirm at the same moment', async () => {
      // CO-85
      const { owner } = await organization()
      await resetByOperator(world.deps, actorOf(await operator('support', system)), owner.id, `new-${owner.email}`)
      const [act] = await waiting(owner.id)
      const boss = await root()
      const answers = await Promise.all(
        Array.from({ length: 8 }, () =>
          fetch(`${world.issuer}/admin/confirmations`, {
            method: 'POST',
            redirect: 'manual',
            headers: {
              Origin: new URL(world.issuer).origin,
              Cookie: [...boss.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
              'Content-Type': 'application/x-www-form-urlencoded',
            },
            body: new URLSearchParams({ act: act?.id ?? '', action: 'confirm' }).toString(),
          }),
        ),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([303, ...Array(7).fill(422)])
    })

    test('is not reset after a day, after it was withdrawn, or by somebody who is no operator any more', async () => {
      // CO-85
      const { owner } = await organization()
      const support = await operator('support', system)
      const ask = () => resetByOperator(world.deps, actorOf(support), owner.id, `new-${owner.email}`)
      await ask()
      const [withdrawn] = await waiting(owner.id)
      expect((await answer(support, withdrawn?.id ?? '', 'withdraw')).text).toContain('It was withdrawn.')
      const boss = await root()
      expect((await answer(boss, withdrawn?.id ?? '', 'confirm')).status).toBe(422)
      await ask()
      const [late] = await waiting(owner.id)
      world.pass(day + 1000)
      expect((await answer(await again(boss), late?.id ?? '', 'confirm')).status).toBe(422)
      await ask()
      const last = (await waiting(owner.id)).at(-1)
      await takeOperatorRole(world.deps, system, support.id)
      expect((await answer(await root(), last?.id ?? '', 'confirm')).status).toBe(422)
      expect(await at.addresses(owner.id)).toEqual([owner.email])
      expect(await at.actions(owner.id)).toContain('operator.act_withdrawn')
    })

    test('a role given by the asker confirms nothing, and uses nothing up', async () => {
      const { owner } = await organization()
      const admin = await operator('administrator', system)
      const alt = await operator('support', actorOf(admin))
      world.pass(day)
      await resetByOperator(world.deps, actorOf(admin), owner.id, `new-${owner.email}`)
      const [act] = await waiting(owner.id)
      expect((await answer(await again(alt), act?.id ?? '', 'confirm')).status).toBe(403)
      expect(await waiting(owner.id)).toHaveLength(1)
      expect((await answer(await root(), act?.id ?? '', 'confirm')).status).toBe(200)
    })

    test('the command line, and a person who owns nothing, need no second one', async () => {
      const { owner, member } = await organization()
      await resetSignIn(world.deps, system, owner.id, `new-${owner.email}`)
      expect((await at.addresses(owner.id))[0]).toBe(`new-${owner.email}`)
      const support = await operator('support', system)
      expect(await resetByOperator(world.deps, actorOf(support), member.id, `new-${member.email}`)).toBe(true)
    })

    test('one operator removes no address of an owner, and makes no owner of a new account', async () => {
      // CO-85
      const { id, owner } = await organization()
      await at.addAddress(owner, `other-${owner.email}`)
      const support = await operator('support', system)
      const removal = { action: 'remove-address', confirm: 'yes', email: `other-${owner.email}` }
      const refused = await at.post(support.browser, `/admin/people/${owner.id}`, removal)
      expect(refused.html.querySelector('.problem')?.text).toContain('A second operator has to confirm this.')
      expect(await at.addresses(owner.id)).toContain(`other-${owner.email}`)
      const email = `made-${owner.email}`
      const made = await at.post(support.browser, '/admin/people/new', { email, organization: id, role: 'owner' })
      expect(made.html.querySelector('.problem')?.text).toContain('A second operator has to confirm this.')
      expect(await world.deps.db.prisma.unverifiedAddress.count({ where: { address: email } })).toBe(0)
    })
  })

  describe('R19: ownership', () => {
    test('is handed over once a second operator has confirmed it', async () => {
      const { id, member } = await organization()
      const support = await operator('support', system)
      const fields = { action: 'hand-over', confirm: 'yes', organization: id, user: member.id }
      const asked = await at.post(support.browser, '/admin/organizations', fields)
      expect(asked.text).toContain('A second operator has to confirm this.')
      expect(await rolesOf(member.id)).toEqual(['member'])
      const [act] = await waiting(member.id)
      expect((await answer(await root(), act?.id ?? '', 'confirm')).status).toBe(200)
      expect(await rolesOf(member.id)).toEqual(['owner'])
    })

    test('comes in by no side entrance: roles, members, invitations, merging, clients', async () => {
      // CO-85
      const { id, owner, member } = await organization()
      const alt = await at.byMail()
      const boss = actorOf(await root())
      const client = { kind: 'client', id: 'api', network: '', organizationId: null } as const
      const bound = { ...client, organizationId: id }
      const invitation = {
        email: 'new@example.test',
        roles: ['owner'],
        teamIds: [],
        clientId: null,
        languages: [],
      } as const
      const attempts = [boss, client, bound].flatMap((actor) => [
        () => changeRoles(world.deps, actor, id, member.id, ['owner']),
        () => addMember(world.deps, actor, id, member.id, ['member', 'owner']),
        () => invite(world.deps, actor, id, invitation),
      ])
      const merges = [boss, client].flatMap((actor) => [
        () => mergePeople(world.deps, actor, alt.id, owner.id),
        () => mergePeople(world.deps, actor, owner.id, alt.id),
      ])
      for (const attempt of [...attempts, () => addMember(world.deps, boss, id, alt.id, ['owner']), ...merges])
        await expect(attempt()).rejects.toMatchObject({ problem: 'second-operator' })
      expect(await rolesOf(member.id)).toEqual(['member'])
      expect(await rolesOf(alt.id)).toBeNull()
      // Other roles are given as before.
      await changeRoles(world.deps, boss, id, member.id, ['admin'])
      await changeRoles(world.deps, boss, id, owner.id, ['owner', 'member'])
    })

    test('what otherwise only owners have comes in by no role: of a member, a team, an invitation, a file, a document', async () => {
      // CO-85, RO-01
      const { deps } = world
      const parsed = (permissions: object, inClerk: string[], inChief: string[]) =>
        parsePermissionsDocument(
          JSON.stringify({
            permissions,
            roles: {
              clerk: { permissions: inClerk },
              chief: { permissions: inChief },
              board: { assignable_by: 'owner', permissions: [] },
            },
          }),
        )
      const declared = { 'books.read': {}, 'books.close': { level: 'owner' } }
      await applyPermissions(deps, system, parsed(declared, ['books.read'], ['books.close']))
      const { id, owner, member } = await organization()
      const itself = { kind: 'user', id: owner.id, network: '' } as const
      const [team, chiefs] = await Promise.all(['Team', 'Chiefs'].map((name) => createTeam(deps, itself, id, { name })))
      if (!team || !chiefs) throw new Error('there are two teams')
      await setTeamRoles(deps, itself, id, chiefs, ['chief'])
      const own = await makeRole(deps, itself, id, { names: { en: 'Own' }, permissions: ['books.read'] })
      const boss = actorOf(await root())
      const client = { kind: 'client', id: 'api', network: '', organizationId: null } as const
      let invited = 0
      const invitation = () => {
        invited += 1
        return { email: `new${invited}@example.test`, roles: ['member'] as const, clientId: null, languages: [] }
      }
      const operatorRole = (await findRoles(deps.db, '')).find(({ key }) => key === 'clerk')?.id ?? ''
      const lone = [boss, client, { ...client, organizationId: id }] as const
      const attempts = lone.flatMap((actor) => [
        () => setRoles(deps, actor, id, member.id, { others: ['chief'] }),
        () => setTeamRoles(deps, actor, id, team, ['chief']),
        () => addTeamMember(deps, actor, id, chiefs, member.id),
        () => invite(deps, actor, id, { ...invitation(), otherRoles: ['chief'], teamIds: [] }),
        () => invite(deps, actor, id, { ...invitation(), teamIds: [chiefs] }),
        () => changeRole(deps, actor, id, { id: own, permissions: ['books.read', 'books.close'] }),
      ])
      const documents = [boss, client].flatMap((actor) => [
        () => setRoles(deps, actor, id, member.id, { others: ['board'] }),
        () => changeOperatorRole(deps, actor, { id: operatorRole, permissions: ['books.close'] }),
        () => applyPermissions(deps, actor, parsed(declared, ['books.read', 'books.close'], ['books.close'])),
        () =>
          applyPermissions(deps, actor, parsed({ ...declared, 'books.close': {} }, ['books.read'], ['books.close'])),
      ])
      for (const attempt of [...attempts, ...documents])
        await expect(attempt()).rejects.toMatchObject({ problem: 'second-operator' })
      const view = await viewOrganization(deps, client, id)
      const [row] = await inviteByRows(
        deps,
        client,
        view,
        [{ line: 1, email: 'row@example.test', role: 'chief', team: '' }],
        {
          ...{ clientId: null, languages: [] },
        },
      )
      expect(row?.problem).toBe('role-not-allowed')
      const heldBy = async (userId: string) => (await findHeldRoles(deps.db, id, userId)).keys
      expect(await heldBy(member.id)).toEqual([])
      // What is no owner's is given as before, and everything is taken away.
      for (const actor of lone) await setRoles(deps, actor, id, member.id, { others: ['clerk'] })
      await applyPermissions(
        deps,
        boss,
        parsed({ ...declared, 'books.see': {} }, ['books.read', 'books.see'], ['books.close']),
      )
      await setRoles(deps, itself, id, member.id, { others: ['chief'] })
      await setRoles(deps, boss, id, member.id, { others: [] })
      expect(await heldBy(member.id)).toEqual([])
      // An invitation gives no more than its sender may give when it is accepted.
      const sent = await invite(deps, client, id, {
        ...invitation(),
        email: 'late@example.test',
        otherRoles: [own],
        teamIds: [],
      })
      await changeRole(deps, itself, id, { id: own, permissions: ['books.close'] })
      const late = await at.byMail('late@example.test')
      await acceptInvitation(deps, { kind: 'user', id: late.id, network: '' }, { id: sent.id, organizationId: id })
      expect([await rolesOf(late.id), await heldBy(late.id)]).toEqual([['member'], []])
      // Nor on the way around: removed first, and declared again as everybody's, or new and in a role at once.
      const { 'books.close': _, ...without } = declared
      await applyPermissions(deps, boss, parsed(without, ['books.read'], []), { allowRemoval: true })
      const anew = { ...without, 'books.burn': { level: 'owner' } }
      for (const [permissions, inClerk] of [
        [{ ...without, 'books.close': { level: 'basic' } }, ['books.read']],
        [anew, ['books.read', 'books.burn']],
      ] as const)
        await expect(
          applyPermissions(deps, boss, parsed(permissions, [...inClerk], []), { allowRemoval: true }),
        ).rejects.toMatchObject({ problem: 'second-operator' })
      // The command line declares what it likes.
      await applyPermissions(
        deps,
        system,
        parsed({ ...declared, 'books.close': {} }, ['books.read'], ['books.close']),
        {
          allowRemoval: true,
        },
      )
    })

    test('an owner of the organization gives it as before', async () => {
      const { id, owner, member } = await organization()
      await changeRoles(world.deps, { kind: 'user', id: owner.id, network: '' }, id, member.id, ['owner'])
      expect(await rolesOf(member.id)).toEqual(['owner'])
    })
  })
})

test('without FOUR_EYES, nothing waits', async () => {
  const world = await openTestWorld({ OPERATORS: 'root@example.test' })
  try {
    const at = accountOf(world)
    const { id: operatorId, browser } = await at.byMail('root@example.test')
    const [owner, member] = [await at.byMail(), await at.byMail()]
    const actor = { kind: 'operator', id: operatorId, network: '' } as const
    const id = await createOrganization(world.deps, system, owner.id, { name: 'Engines' })
    await addMember(world.deps, actor, id, member.id, ['member'])
    expect(await handOverOrganization(world.deps, actor, id, member.id)).toBe(true)
    expect(await resetByOperator(world.deps, actor, owner.id, 'new@example.test')).toBe(true)
    expect((await browser.go(`${world.issuer}/admin`)).text).not.toContain('/admin/confirmations')
  } finally {
    await world.close()
  }
})
