import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { userHandle } from '../src/flows/identity/passkeys/relying-party.ts'
import { importUsers } from '../src/flows/management/user-import/user-import.ts'
import { listEvents } from '../src/flows/platform/audit.ts'
import { changeStore } from './support/change-store.ts'
import { lockingDatabases } from './support/databases.ts'
import { claimsOf, openTestWorld, type TestWorld } from './support/world.ts'

// `vestibule users import`: people of another system keep who they are.

const line = (extra: object = {}) => ({
  sub: 'auth0|5f7c8ec7c33c6c004bbafe82',
  email: 'Grace@Example.test',
  email_verified: true,
  given_name: 'Grace',
  family_name: 'Hopper',
  created_at: '2021-03-01T12:00:00Z',
  ...extra,
})

describe.each(lockingDatabases)('importing into %s', (database) => {
  let world: TestWorld
  beforeAll(async () => {
    world = await openTestWorld({ SIGN_UP: 'invited' }, { database })
  })
  afterAll(() => world.close())

  async function run(lines: (object | string)[], options: { dryRun?: boolean; unverified?: boolean } = {}) {
    const errors: string[] = []
    async function* stream() {
      for (const one of lines) yield typeof one === 'string' ? one : JSON.stringify(one)
    }
    const summary = await importUsers(world.deps, stream(), {
      dryRun: options.dryRun ?? false,
      unverified: options.unverified ?? false,
      refused: (number, reason) => errors.push(`${number}: ${reason}`),
      progress: () => {},
    })
    return { summary, errors }
  }

  test('an imported person signs in as who they were, in the organization they had', async () => {
    const given = [
      line({ organizations: [{ slug: 'navy', name: 'The Navy', roles: ['owner'] }] }),
      line({
        sub: 'user_2abc',
        email: 'ada@navy.example',
        other_emails: ['ada.l@navy.example'],
        given_name: undefined,
        phone: '+44 20 7946 0000',
        phone_verified: true,
        organizations: [{ slug: 'navy' }, { slug: 'mill', roles: ['admin', 'member'] }],
      }),
    ]
    const dry = await run(given, { dryRun: true })
    expect(dry.summary).toMatchObject({ made: 2, refused: 0, organizations: 2, memberships: 3 })
    expect(await world.deps.db.prisma.user.count()).toBe(0)

    const { summary, errors } = await run(given)
    expect(errors).toEqual([])
    expect(summary).toEqual({ ...dry.summary, ownerless: ['mill'] })

    const { code } = await world.signIn(
      { email: 'grace@example.test' },
      { scope: 'openid profile email organization team' },
    )
    const { body } = await world.redeem(code)
    expect(claimsOf(body.id_token)).toMatchObject({ sub: 'auth0|5f7c8ec7c33c6c004bbafe82' })
    expect(await (await world.userinfo(body.access_token)).json()).toMatchObject({
      sub: 'auth0|5f7c8ec7c33c6c004bbafe82',
      given_name: 'Grace',
      email: 'grace@example.test',
      email_verified: true,
      organization_slug: 'navy',
    })
    // The second address is theirs too, and the name that was missing is asked for.
    const second = await world.signIn({ email: 'ada.l@navy.example', givenName: 'Ada' })
    expect(claimsOf((await world.redeem(second.code)).body.id_token).sub).toBe('user_2abc')

    const events = (await listEvents(world.deps, { organizationId: null, before: null, limit: 100 })).events
    expect(events.find(({ action }) => action === 'users.imported')?.detail).toEqual({ count: 2, phones_verified: 1 })
    const imported = await world.deps.db.prisma.user.findUniqueOrThrow({ where: { id: 'user_2abc' } })
    expect(imported).toMatchObject({ phone: '+442079460000', phoneVerified: true })
    expect(events.filter(({ action }) => action === 'members.imported')).toHaveLength(2)
    const { createdAt } = await world.deps.db.prisma.user.findUniqueOrThrow({
      where: { id: 'auth0|5f7c8ec7c33c6c004bbafe82' },
    })
    expect(createdAt).toEqual(new Date('2021-03-01T12:00:00Z'))
  })

  test('again, it does nothing twice, adds what is missing and changes nothing', async () => {
    const { prisma } = world.deps.db
    const { id: mill } = await prisma.organization.findFirstOrThrow({ where: { slug: 'mill' } })
    await prisma.joinRequest.create({
      data: { organizationId: mill, userId: 'auth0|5f7c8ec7c33c6c004bbafe82', createdAt: world.deps.now() },
    })
    const { summary } = await run([
      line({
        given_name: 'Changed',
        organizations: [
          { slug: 'navy', roles: ['member'] },
          { slug: 'mill', roles: ['owner'] },
        ],
      }),
    ])
    expect(summary).toMatchObject({ made: 0, present: 1, organizations: 0, memberships: 1, ownerless: [] })
    // Whoever becomes a member no longer asks to.
    expect(await prisma.joinRequest.count({ where: { organizationId: mill } })).toBe(0)
    const person = await prisma.user.findUniqueOrThrow({
      where: { id: 'auth0|5f7c8ec7c33c6c004bbafe82' },
      include: { memberships: { include: { organization: true } } },
    })
    expect(person.givenName).toBe('Grace')
    expect(Object.fromEntries(person.memberships.map((one) => [one.organization.slug, one.roles]))).toEqual({
      navy: 'owner',
      mill: 'owner',
    })
  })

  test('what is wrong with a line is told by its number, and the others go on', async () => {
    const before = await world.deps.db.prisma.user.count()
    const { summary, errors } = await run([
      line({ sub: 'good-1', email: 'good1@example.test' }),
      '{"sub": ',
      '',
      line({ sub: 'a/b', email: 'x1@example.test' }),
      line({ sub: 'x2', email: 'nonsense' }),
      line({ sub: 'x3', email: 'x3@example.test', email_verified: false }),
      line({ sub: 'x4', email: 'x4@example.test', email_verified: undefined }),
      line({ sub: 'good-1', email: 'x5@example.test' }),
      line({ sub: 'x6', email: 'GOOD1@example.test' }),
      line({ sub: 'x7', email: 'grace@example.test' }),
      line({ sub: 'x8', email: 'x8@example.test', nickame: 'typo' }),
      line({ sub: 'x9', email: 'x9@example.test', birthdate: 'yesterday' }),
      line({ sub: 'x10', email: 'x10@example.test', organizations: [{ slug: 'navy', roles: ['king'] }] }),
      line({ sub: 'x11', email: 'x11@example.test', organizations: [{ slug: 'Admin!' }] }),
      line({ sub: 'x12', email: 'x12@example.test', created_at: 'long ago' }),
      line({ sub: 'x13', email: 'x13@example.test', given_name: 'x'.repeat(70_000) }),
      line({ sub: 'good-2', email: 'good2@example.test', disabled: true }),
      line({ sub: 'key:7Hq2mXcW9dKp', email: 'x14@example.test' }),
    ])
    expect(errors.map((one) => one.replace(/:.*/s, ''))).toEqual([
      '2',
      '4',
      '5',
      '6',
      '7',
      '8',
      '9',
      '11',
      '12',
      '13',
      '14',
      '15',
      '16',
      '18',
      '10',
    ])
    expect(errors.join('\n')).toMatch(/8: the same sub good-1 stands in line 1/)
    expect(errors.join('\n')).toMatch(/9: the same address good1@example.test stands in line 1/)
    expect(errors.join('\n')).toMatch(/10: grace@example.test belongs to auth0\|5f7c8ec7c33c6c004bbafe82 here/)
    expect(errors.join('\n')).toMatch(/11: .*nickame/)
    expect(errors.join('\n')).toMatch(/6: email_verified is not true/)
    expect(summary).toMatchObject({ lines: 18, made: 2, refused: 15 })
    expect(await world.deps.db.prisma.user.count()).toBe(before + 2)
    await expect(world.signIn({ email: 'good2@example.test' })).rejects.toThrow()
  })

  test('with --unverified an address is taken all the same', async () => {
    const { summary } = await run([line({ sub: 'u1', email: 'u1@example.test', email_verified: false })], {
      unverified: true,
    })
    expect(summary.made).toBe(1)
  })

  test('thousands, while people sign up with the same addresses: one account each', async () => {
    const many = Array.from({ length: 1500 }, (_, at) =>
      line({ sub: `many-${at}`, email: `many${at}@example.test`, organizations: [{ slug: `org-${at % 50}` }] }),
    )
    const importing = run(many)
    const made = Promise.all(
      [3, 700, 1400].map(async (at) => {
        const { createUser } = await import('../src/store/beyond-prisma/accounts.ts')
        const user = {
          id: `signed-up-${at}`,
          address: `many${at}@example.test`,
          locale: null,
          now: new Date(),
        }
        return changeStore(world.deps, (tx) => createUser(tx, user))
      }),
    )
    const { summary } = await importing
    await made
    expect(summary.made + summary.refused).toBe(1500)
    expect(await world.deps.db.prisma.email.count({ where: { address: { startsWith: 'many' } } })).toBe(1500)
    expect(await world.deps.db.prisma.user.count({ where: { emails: { none: {} } } })).toBe(0)
    const again = await run(many)
    expect(again.summary).toMatchObject({ made: 0, organizations: 0, memberships: 0 })
  })
})

test('the user handle of a passkey fits into 64 bytes, whatever the subject', () => {
  expect(userHandle('auth0|x')).toBe(Buffer.from('auth0|x').toString('base64url'))
  expect(Buffer.from(userHandle('x'.repeat(255)), 'base64url').length).toBeLessThanOrEqual(64)
  expect(userHandle('x'.repeat(254))).not.toBe(userHandle('x'.repeat(255)))
})
