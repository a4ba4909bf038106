import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../src/crypto/random.ts'
import { invite } from '../src/flows/organizations/invitations/invitations.ts'
import { acceptInvitation } from '../src/flows/organizations/invitations/received-invitations.ts'
import { addMember, changeRoles, removeMember } from '../src/flows/organizations/members/member-roles.ts'
import { createOrganization } from '../src/flows/organizations/organization-creation.ts'
import { transferOwnership } from '../src/flows/organizations/organization-lifecycle.ts'
import { addTeamMember, removeTeamMember } from '../src/flows/organizations/team-members.ts'
import { createTeam } from '../src/flows/organizations/teams.ts'
import { TooManyAttempts } from '../src/flows/platform/limits.ts'
import { OperationRefused } from '../src/flows/platform/operation-refused.ts'
import { createUser } from '../src/store/beyond-prisma/accounts.ts'
import { findMemberships } from '../src/store/hot/people.ts'
import { deletePerson, LastOwner } from '../src/store/prisma/people.ts'
import { changeStore } from './support/change-store.ts'
import { databases } from './support/databases.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// Random sequences of what people do to two organizations, several at once, on both databases. After every burst: each
// organization that has a member has an owner, nobody is in a team of a place that they don't belong to, and nobody sees
// a membership that they were never given.

const people = 5
const runs = process.env.TEST_ALL ? 40 : 6

type Move =
  | { kind: 'roles'; by: number; who: number; at: number; roles: ('owner' | 'admin' | 'member')[] }
  | { kind: 'remove' | 'transfer' | 'add' | 'delete-person'; by: number; who: number; at: number }
  | { kind: 'invite'; by: number; who: number; at: number; role: 'owner' | 'admin' | 'member' }
  | { kind: 'team' | 'join-team' | 'leave-team'; by: number; who: number; at: number }

const person = fc.nat(people - 1)
const at = fc.nat(1)
const role = fc.constantFrom('owner' as const, 'admin' as const, 'member' as const)
const move: fc.Arbitrary<Move> = fc.oneof(
  fc.record({
    kind: fc.constant('roles' as const),
    by: person,
    who: person,
    at,
    roles: fc.uniqueArray(role, { minLength: 1 }),
  }),
  fc.record({
    kind: fc.constantFrom('remove' as const, 'transfer' as const, 'add' as const, 'delete-person' as const),
    by: person,
    who: person,
    at,
  }),
  fc.record({ kind: fc.constant('invite' as const), by: person, who: person, at, role }),
  fc.record({
    kind: fc.constantFrom('team' as const, 'join-team' as const, 'leave-team' as const),
    by: person,
    who: person,
    at,
  }),
)

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  beforeAll(async () => {
    world = await openTestWorld({}, { database })
  })
  afterAll(() => world?.close())

  test('there is always an owner, and nobody sees another tenant', { timeout: 240_000 }, async () => {
    // OR-04, ST-07
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(move, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 8 }),
        async (bursts) => {
          const { deps } = world
          const { prisma } = deps.db
          const users = await Promise.all(
            Array.from({ length: people }, async () => {
              const id = newId(deps.now())
              const user = { id, address: `${id}@example.test`, locale: null, now: deps.now() }
              await changeStore(deps, (tx) => createUser(tx, user))
              return id
            }),
          )
          const user = (index: number) => users[index] as string
          const actor = (index: number) => ({ kind: 'user', id: user(index), network: 'n' }) as const
          const operator = { kind: 'operator', id: 'op', network: 'n' } as const
          const places = [
            await createOrganization(deps, operator, user(0), { name: `A ${users[0]}` }),
            await createOrganization(deps, operator, user(1), { name: `B ${users[0]}` }),
          ] as const
          const teams = await Promise.all(places.map((place) => createTeam(deps, operator, place, { name: 'T' })))
          /** Whoever was ever let in, by anyone. */
          const everIn = new Set([`${places[0]} ${user(0)}`, `${places[1]} ${user(1)}`])

          const play = async (one: Move): Promise<void> => {
            const place = places[one.at as 0 | 1]
            const team = teams[one.at] as string
            const who = user(one.who)
            switch (one.kind) {
              case 'roles':
                return changeRoles(deps, actor(one.by), place, who, one.roles)
              case 'remove':
                return removeMember(deps, actor(one.by), place, who)
              case 'transfer':
                return transferOwnership(deps, actor(one.by), place, who)
              case 'add':
                everIn.add(`${place} ${who}`)
                return addMember(deps, operator, place, who, ['member'])
              case 'delete-person':
                await changeStore(deps, (tx) => deletePerson(tx, who, new Map()))
                return
              case 'invite': {
                const made = await invite(deps, actor(one.by), place, {
                  email: `${who}@example.test`,
                  roles: [one.role],
                  teamIds: [team],
                  clientId: null,
                  languages: [],
                })
                everIn.add(`${place} ${who}`)
                await acceptInvitation(deps, actor(one.who), made)
                return
              }
              case 'team':
                await createTeam(deps, actor(one.by), place, { name: 'Another' })
                return
              case 'join-team':
                return addTeamMember(deps, actor(one.by), place, team, who)
              case 'leave-team':
                return removeTeamMember(deps, actor(one.by), place, team, who)
            }
          }
          const expected = (error: unknown) =>
            error instanceof OperationRefused ||
            error instanceof LastOwner ||
            error instanceof TooManyAttempts ||
            // Someone who was deleted in the same burst.
            ['P2025', 'P2003'].includes((error as { code?: string }).code ?? '')

          for (const burst of bursts) {
            const results = await Promise.allSettled(burst.map(play))
            for (const result of results)
              if (result.status === 'rejected' && !expected(result.reason)) throw result.reason
            for (const place of places) {
              const members = await prisma.membership.findMany({ where: { organizationId: place } })
              const exists = (await prisma.organization.count({ where: { id: place } })) === 1
              if (exists) expect(members.some(({ roles }) => roles.split(' ').includes('owner'))).toBe(true)
              for (const one of members) expect(everIn.has(`${place} ${one.userId}`)).toBe(true)
              const inTeams = await prisma.teamMembership.findMany({ where: { team: { organizationId: place } } })
              const ids = new Set(members.map(({ userId }) => userId))
              expect(inTeams.every(({ userId }) => ids.has(userId))).toBe(true)
            }
            for (const id of users)
              for (const seen of await findMemberships(deps.db, id))
                expect(everIn.has(`${seen.organizationId} ${id}`)).toBe(true)
          }
        },
      ),
      { numRuns: runs, endOnFailure: true },
    )
  })
})
