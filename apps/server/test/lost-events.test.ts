import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { changeActions } from '../src/flows/platform/audit-actions.ts'
import { undoneWithoutEvent } from './support/lost-events.ts'
import { changeFunctions } from './support/store-functions.ts'

// An audit event that cannot be written undoes its change: what happened and what is told of it are kept together. One
// file, because the last test asks what all operations of the folder did.

const folder = join(import.meta.dirname, 'lost-events')
const files = readdirSync(folder).sort()
for (const file of files) describe(file, () => import(`./lost-events/${file}`))

test('every action of the audit log has its place in one of these tests', () => {
  const tests = files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n')
  // A mail that was refused, or that waits, would stay in the queue, which has to be empty here: others test them.
  const elsewhere = ['mail.refused', 'mail.expedited']
  expect(changeActions.filter((action) => !tests.includes(`'${action}'`) && !elsewhere.includes(action))).toEqual([])
})

/** What no operation of the folder can reach, and why. */
const unreached: Record<string, string> = {
  'beyond-prisma/people/phone-challenges: putPhoneChallenge':
    'a code is sent: its event is that of the verified number',
  'beyond-prisma/directory/suspended-memberships: updateSuspended':
    'a review takes what no group gives any more (directory-returns.test.ts): its event is that of the mapping',
  'beyond-prisma/directory/users: noteRemovedHere':
    'a member is removed while a directory is open (directory-returns.test.ts): its event is that of the removal',
  'beyond-prisma/federation/upstream-sessions: revokeGrantsOfConnection':
    'a provider signs somebody out by a token that it signed (federation-logout.test.ts): it is the event of the sessions',
  'beyond-prisma/federation/upstream-sessions: revokeGrantsOfPerson':
    'a provider signs somebody out by a token that it signed (federation-logout.test.ts): it is the event of the sessions',
  'beyond-prisma/federation/upstream-sessions: revokeGrantsOfSid':
    'a provider signs somebody out by a token that it signed (federation-logout.test.ts): it is the event of the sessions',
  'beyond-prisma/revocations: takeLogouts': 'of a queue: its events are those of the sessions that ended',
}

test('every function of the store that asks for a `Change` runs in one of these operations', () => {
  expect(changeFunctions.length).toBeGreaterThan(100)
  expect(changeFunctions.filter((name) => !undoneWithoutEvent.has(name)).sort()).toEqual(Object.keys(unreached).sort())
})
