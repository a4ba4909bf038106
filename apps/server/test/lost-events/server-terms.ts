import { afterAll, beforeAll, describe, test } from 'vitest'
import {
  discardServerTermsDraft,
  publishServerTerms,
  saveServerTermsDraft,
  withdrawServerTerms,
} from '../../src/flows/management/server/terms-versions.ts'
import { databases } from '../support/databases.ts'
import { failsWithoutItsEvent } from '../support/lost-events.ts'
import { openTestWorld, type TestWorld } from '../support/world.ts'

// A change of the terms of the server and its event are kept together.

describe.each(databases)('the terms of the server on %s', (database) => {
  let world: TestWorld
  beforeAll(async () => {
    world = await openTestWorld({ TERMS_VERSION: '', TERMS_URL: '' }, { database })
  })
  afterAll(() => world?.close())

  test('each change is undone without its event', async () => {
    const { deps } = world
    const operator = { kind: 'operator', id: 'operator', network: '::/48' } as const
    const draft = { version: '1', text: 'Be kind.', graceUntil: null }
    const fails = (name: string, action: string, run: () => Promise<unknown>) =>
      failsWithoutItsEvent(world, [name, [action], run])
    await fails('save a draft', 'terms.drafted', () => saveServerTermsDraft(deps, operator, draft, 0))
    await fails('discard it', 'terms.drafted', () => discardServerTermsDraft(deps, operator, 1))
    await saveServerTermsDraft(deps, operator, draft, 2)
    await fails('publish', 'terms.published', () => publishServerTerms(deps, operator, 3))
    await fails('withdraw', 'terms.withdrawn', () => withdrawServerTerms(deps, operator, 4))
  })
})
