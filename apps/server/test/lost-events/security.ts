import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changePasskeyName } from '../../src/flows/account/passkeys.ts'
import { changePicture } from '../../src/flows/account/profile.ts'
import { cancelRecovery, cancelRecoveryByLink } from '../../src/flows/account/recovery-cancellation.ts'
import { shortenByOperator } from '../../src/flows/account/recovery-shortening.ts'
import { resetMember } from '../../src/flows/account/sign-in-reset.ts'
import { completeProfile } from '../../src/flows/authorization/onboarding/profile.ts'
import { liftLimits } from '../../src/flows/management/sign-in-limits.ts'
import { importUsers } from '../../src/flows/management/user-import/user-import.ts'
import { checkDueDomains, txtValue } from '../../src/flows/organizations/domains/domain-checks.ts'
import { checkDomain } from '../../src/flows/organizations/domains/domain-proofs.ts'
import { addDomain } from '../../src/flows/organizations/domains/domains.ts'
import { approveOrganization } from '../../src/flows/organizations/organization-approval.ts'
import { userActor } from '../../src/flows/platform/audit.ts'
import type { changeActions } from '../../src/flows/platform/audit-actions.ts'
import { accountOf, linkTo } from '../support/account.ts'
import { databases } from '../support/databases.ts'
import { png } from '../support/images.ts'
import { failsWithoutItsEvent } from '../support/lost-events.ts'
import { openTestWorld, type TestWorld, webAuth } from '../support/world.ts'

// An audit event that cannot be written undoes its change: passkeys, recovery, reuse, domains and imports.

const operator = { kind: 'operator', id: 'op', network: '::/48' } as const
const day = 86_400_000

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  let at: ReturnType<typeof accountOf>
  beforeAll(async () => {
    world = await openTestWorld({ ORGANIZATION_CREATION: 'open' }, { database })
    at = accountOf(world)
  })
  afterAll(() => world?.close())

  const fails = (name: string, actions: readonly (typeof changeActions)[number][], run: () => Promise<unknown>) =>
    failsWithoutItsEvent(world, [name, actions, run])
  const answered = async (answer: Promise<{ status: number }>) => {
    const { status } = await answer
    if (status >= 500) throw new Error(`status ${status}`)
  }

  test('passkeys and the recovery of an account without one', async () => {
    const { email, id } = await at.byMail()
    const first = await at.byMail(email)
    let authenticator: Awaited<ReturnType<typeof at.addPasskey>>['authenticator'] | undefined
    await fails('add a passkey', ['passkey.added'], async () => {
      const added = await at.addPasskey(first)
      if (added.status !== 200) throw new Error(`status ${added.status}`)
      authenticator = added.authenticator
    })
    if (!authenticator) throw new Error('there is no passkey')
    const mailed = await at.byMail(email)
    const ask = () => answered(at.post(mailed.browser, '/account/recovery'))
    await fails('ask for recovery', ['recovery.requested'], ask)
    const visitor = { network: '::/48', languages: [] }
    await fails('cancel it', ['recovery.cancelled'], () =>
      cancelRecovery(world.deps, { session: { methodSince: null }, person: { id } }, visitor),
    )
    await ask()
    // The first notice is of the recovery that was cancelled.
    const notice = () => at.notice(email, 'recovery without a passkey was requested')
    const link = linkTo((await notice()) && (await notice()), '/recovery/cancel') ?? ''
    await fails('cancel it by the link', ['recovery.cancelled'], () =>
      cancelRecoveryByLink(world.deps, link.split('/').at(-1) ?? '', visitor),
    )
    await ask()
    await fails('shorten it', ['recovery.shortened'], () => shortenByOperator(world.deps, operator, id))
    const recovering = await at.byMail(email)
    world.pass(1)
    await fails('complete it', ['passkey.added', 'recovery.completed'], async () => {
      const { status } = await at.addPasskey(recovering)
      if (status !== 200) throw new Error(`status ${status}`)
    })
    const own = await at.byPasskey(authenticator, email)
    const [passkey] = await world.deps.db.prisma.passkey.findMany({
      where: { userId: id },
      orderBy: { createdAt: 'desc' },
    })
    await fails('remove a passkey', ['passkey.removed'], () =>
      answered(at.post(own.browser, '/account/passkeys/remove', { id: passkey?.id ?? '' })),
    )
  })

  test('what people say of themselves, and what they allow', async () => {
    const { browser, id } = await at.byMail()
    await at.addPasskey({ browser })
    const [passkey] = await world.deps.db.prisma.passkey.findMany({ where: { userId: id } })
    const person = { person: { id } } as Parameters<typeof completeProfile>[1] & Parameters<typeof changePasskeyName>[1]
    await fails('rename a passkey', ['passkey.renamed'], () =>
      changePasskeyName(world.deps, person, passkey?.id ?? '', 'Of the office', '::/48'),
    )
    await fails('change the profile', ['user.updated'], () =>
      answered(at.post(browser, '/account/profile', { given_name: 'Augusta', nickname: 'Ada' })),
    )
    const self = userActor(id, '::/48')
    await fails('add a picture', ['user.updated'], () => changePicture(world.deps, self, id, png(8, 8)))
    await fails('take the picture away', ['user.updated'], () => changePicture(world.deps, self, id, null))
    const names = { givenName: 'Ada', familyName: 'King', fields: {} }
    await fails('give a name at sign-up', ['user.updated'], () => completeProfile(world.deps, person, names, '::/48'))
    const member = await world.signIn()
    await fails('allow an application', ['client.connected'], async () => {
      await world.authorize(member.browser, { client_id: 'third', scope: 'openid profile' })
      await answered(member.browser.submit({ decision: 'allow' }))
    })
    const changes = await world.deps.db.sql.read<{ detail: string }>(
      "SELECT detail FROM audit_event WHERE action = 'user.updated' AND target_id = $1 ORDER BY id",
      [id],
    )
    const fields = changes.map(({ detail }) => JSON.parse(detail).fields)
    expect(fields).toContainEqual(['given_name', 'nickname'])
    expect(fields).toContainEqual(['given_name', 'family_name'])
    // What is saved as it was changes nothing.
    await at.post(browser, '/account/profile', { given_name: 'Ada', family_name: 'King' })
    const now = await world.deps.db.prisma.auditEvent.count({ where: { action: 'user.updated', targetId: id } })
    expect(now).toBe(changes.length)
  })

  test('lift a limit', async () => {
    await fails('lift a limit', ['limit.lifted'], () => liftLimits(world.deps, operator, 'limited@example.test'))
  })

  test('undo a change of addresses', async () => {
    const victim = await at.byMail()
    await at.addAddress(victim, `other-${victim.email}`)
    const link = linkTo(await at.notice(victim.email, 'An address was added'), '/account/undo') ?? ''
    const browser = world.browser()
    await browser.go(link)
    await fails('undo', ['address.undone', 'user.signed_out'], () =>
      answered(browser.go(link, { method: 'POST', body: '' })),
    )
  })

  test('ask to undo the removal of an address that came later, and cancel that', async () => {
    const owner = await at.byMail()
    const other = `later-${owner.email}`
    world.pass(1000)
    await at.addAddress(owner, other)
    await at.post(owner.browser, '/account/addresses/remove', { address: other })
    const link = linkTo(await at.notice(other, 'An address was removed'), '/account/undo') ?? ''
    const browser = world.browser()
    await browser.go(link)
    await fails('ask', ['address.undo_requested'], () => answered(browser.go(link, { method: 'POST', body: '' })))
    await fails('cancel', ['address.undo_cancelled'], () =>
      answered(at.post(owner.browser, '/account/recovery/cancel')),
    )
  })

  test('a code and a refresh token that are used again', async () => {
    const { code } = await world.signIn()
    const { body } = await world.redeem(code)
    const refresh = (token: string) => world.token({ grant_type: 'refresh_token', refresh_token: token }, webAuth)
    const other = (await world.redeem((await world.signIn()).code)).body
    await fails('redeem a code again', ['code.reused'], () => answered(world.redeem(code)))
    expect((await world.userinfo(body.access_token)).status).toBe(401)
    const next = (await refresh((await refresh(other.refresh_token)).body.refresh_token)).body
    await fails('refresh again', ['refresh_token.reused'], () => answered(refresh(other.refresh_token)))
    expect((await refresh(next.refresh_token)).body.error).toBe('invalid_grant')
  })

  test('domains that are proven, lost and taken over, and who they let reset a sign-in', async () => {
    const owner = async () => {
      const { person } = await world.signIn()
      const { id } = await world.deps.db.prisma.organization.findFirstOrThrow({ where: { name: person.organization } })
      return { id, actor: { kind: 'user', id: await at.idOf(person.email), network: '::/48' } as const }
    }
    const [mine, theirs] = [await owner(), await owner()]
    const name = `${database}.example`
    let records: string[] = []
    world.deps.txtRecords = async () => records
    const prove = async ({ id, actor }: typeof mine) => {
      await addDomain(world.deps, actor, id, name)
      const { token } = await world.deps.db.prisma.domain.findFirstOrThrow({ where: { organizationId: id, name } })
      records = [txtValue(token)]
      return () => checkDomain(world.deps, actor, id, name)
    }
    await (await prove(mine))()
    const member = await at.byMail(`member@${name}`)
    await world.deps.db.prisma.membership.deleteMany({ where: { userId: member.id } })
    const membership = { organizationId: mine.id, userId: member.id, roles: 'member', createdAt: world.deps.now() }
    await world.deps.db.prisma.membership.create({ data: membership })
    await fails('reset a member', ['member.sign_in_reset', 'user.sign_in_reset'], () =>
      resetMember(world.deps, mine.actor, mine.id, member.id, `new@${name}`),
    )
    const proof = records
    const look = (found: string[]) => async () => {
      records = found
      world.pass(day + 3 * 3_600_000)
      while ((await checkDueDomains(world.deps)) > 0);
    }
    await fails('miss a record', ['domain.record_missing'], look([]))
    await fails('find it again', ['domain.restored'], look(proof))
    await look([])()
    world.pass(7 * day)
    await fails('lose a domain', ['domain.lost'], look([]))
    await fails('take a domain over', ['domain.verified', 'domain.taken_over'], await prove(theirs))
  })

  test('approve an organization, take that back, and import members', async () => {
    const { person } = await world.signIn()
    const { id } = await world.deps.db.prisma.organization.findFirstOrThrow({ where: { name: person.organization } })
    await approveOrganization(world.deps, operator, id, true)
    await fails('withdraw the approval', ['organization.approval_withdrawn'], () =>
      approveOrganization(world.deps, operator, id, false),
    )
    const line = { sub: `imported-${database}`, email: `imported@${database}.test`, email_verified: true }
    const lines = async function* () {
      yield JSON.stringify({ ...line, organizations: [{ slug: `imported-${database}`, roles: ['owner'] }] })
    }
    const options = { dryRun: false, unverified: false, refused: () => {}, progress: () => {} }
    await fails('import', ['users.imported', 'organization.created', 'members.imported'], () =>
      importUsers(world.deps, lines(), options),
    )
  })
})
