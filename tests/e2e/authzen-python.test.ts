import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestWorld } from '../../apps/server/test/support/world.ts'
import { memberAsVariables, openAuthzenServer } from './authzen-people.ts'

// AuthZEN clients that we did not write ask the real server. Part of `npm run test:all`.

const folder = mkdtempSync(join(tmpdir(), 'authzen-python-'))
const run = promisify(execFile)
let world: TestWorld
beforeAll(async () => {
  world = await openAuthzenServer()
  await run('python3', ['-m', 'venv', join(folder, 'venv')])
  await run(join(folder, 'venv/bin/pip'), ['install', '--quiet', 'apparitor==0.1.1', 'decern==0.6.0'])
}, 400_000)
afterAll(async () => {
  await world?.close()
  rmSync(folder, { recursive: true, force: true })
})

test('apparitor and decern understand the answers', async () => {
  const variables = await memberAsVariables(world)
  const { body } = await world.token(
    { grant_type: 'client_credentials' },
    { basic: ['orders-api', variables.CLIENT_SECRET ?? ''] },
  )
  const env = { ...process.env, ...variables, TOKEN: body.access_token }
  const { stdout } = await run(join(folder, 'venv/bin/python'), [join(import.meta.dirname, 'authzen_clients.py')], {
    env,
  })
  const stepUp = { reason: 'step_up', acr_values: 'phr' }
  expect(JSON.parse(stdout)).toEqual({
    apparitor: [true, [true, false]],
    decern: [true, false, stepUp, [401, expect.stringContaining('access token')]],
  })
})
