import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openScim, type ScimClient, someOrganization } from '../../apps/server/test/support/scim.ts'
import { openTestWorld, type TestWorld } from '../../apps/server/test/support/world.ts'

// Clients and a compliance check for SCIM that we did not write ask the real server. Part of `npm run test:all`.

const folder = mkdtempSync(join(tmpdir(), 'scim-python-'))
const run = promisify(execFile)
let world: TestWorld
let client: ScimClient
let seconds: NodeJS.Timeout
beforeAll(async () => {
  world = await openTestWorld({ SCIM: 'on' })
  client = await openScim(world, await someOrganization(world))
  // They ask as fast as they can, and a directory has 50 requests a second.
  seconds = setInterval(() => world.pass(4000), 100)
  await run('python3', ['-m', 'venv', join(folder, 'venv')])
  await run(join(folder, 'venv/bin/pip'), ['install', '--quiet', 'scim2-cli==0.6.0', 'scim2-tester==0.5.2'])
}, 400_000)
afterAll(async () => {
  clearInterval(seconds)
  await world?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A program of theirs, with the token where its other users can't read it. */
async function python(program: string, ...args: string[]): Promise<string> {
  const env = { ...process.env, SCIM_CLI_URL: client.address, SCIM_TOKEN: client.token }
  const { stdout } = await run(join(folder, 'venv/bin', program), args, {
    env: { ...env, SCIM_CLI_HEADERS: `Authorization: Bearer ${client.token}` },
    maxBuffer: 64 * 1024 * 1024,
  })
  return stdout
}

test('scim2-tester finds nothing to say', async () => {
  const results = JSON.parse(await python('python', join(import.meta.dirname, 'scim_tester.py')))
  expect(
    results.filter(({ status }: { status: string }) => ['ERROR', 'CRITICAL', 'DEVIATION'].includes(status)),
  ).toEqual([])
  const passed = results.filter(({ status }: { status: string }) => ['SUCCESS', 'COMPLIANT'].includes(status))
  expect(passed.length).toBeGreaterThan(80)
})

test('the command line of scim2-cli finds no error', async () => {
  // It ends with 1 for what is skipped, too.
  const shown = await python('scim2', 'test').catch(({ stdout }: { stdout: string }) => stdout)
  expect(shown).toContain('SUCCESS')
  expect(shown).not.toMatch(/^(?:ERROR|CRITICAL)/m)
})
