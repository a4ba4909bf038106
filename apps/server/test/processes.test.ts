import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listProcesses, ProcessPresence } from '../src/flows/management/server/processes.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

describe.each(['sqlite', 'postgresql'] as const)('the processes of a server on %s', (database) => {
  let world: TestWorld
  beforeAll(async () => {
    world = await openTestWorld({ OPERATORS: 'olga@example.test' }, { database })
  })
  afterAll(() => world.close())

  const versions = async () => (await listProcesses(world.deps)).map(({ version }) => version).sort()

  test('say that they are there, are shown to operators, and are gone when they end or fall silent', async () => {
    const first = new ProcessPresence({ ...world.deps, version: '7.0.1' })
    const second = new ProcessPresence({ ...world.deps, version: '7.0.2' })
    await first.note()
    await second.note()
    expect(await versions()).toEqual(expect.arrayContaining(['7.0.1', '7.0.2']))
    const { browser } = await world.signIn({ email: 'olga@example.test' })
    const page = await browser.go(`${world.issuer}/admin/health`)
    expect(page.text).toContain('Vestibule 7.0.1, running since')
    await second.end()
    expect(await versions()).not.toContain('7.0.2')
    world.pass(91_000)
    expect(await versions()).not.toContain('7.0.1')
    await first.note()
    expect(await versions()).toContain('7.0.1')
  })

  test('leave no row behind for long', async () => {
    await new ProcessPresence({ ...world.deps, version: 'killed' }).note()
    world.pass(61 * 60_000)
    await new ProcessPresence({ ...world.deps, version: 'next' }).note()
    const rows = await world.deps.db.prisma.serverProcess.findMany()
    expect(rows.map(({ version }) => version)).not.toContain('killed')
  })
})
