import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as client from 'openid-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { metadataFeatures } from '../../apps/server/test/support/metadata-features.ts'
import { openTestWorld, type TestWorld } from '../../apps/server/test/support/world.ts'

// The parsers that most applications use read the longest metadata that there can be, and register a client. Part of `npm run test:all`.
// The same document is read by Authlib, go-oidc and the Nimbus of Spring Security in guides.test.ts, and by mod_auth_openidc and the
// checks of Authlib in debian-clients.test.ts.

const run = promisify(execFile)

let world: TestWorld
const folder = mkdtempSync(join(tmpdir(), 'vestibule-metadata-'))
beforeAll(async () => {
  world = await openTestWorld(metadataFeatures)
})
afterAll(async () => {
  await world?.close()
  rmSync(folder, { recursive: true, force: true })
})

test('Nimbus reads both documents and the answer to a registration', { timeout: 400_000 }, async () => {
  cpSync(join(import.meta.dirname, 'metadata-parsers'), folder, { recursive: true })
  await run('mvn', ['-q', '-B', 'dependency:copy-dependencies', '-DoutputDirectory=lib'], { cwd: folder })
  const { stdout } = await run('java', ['-cp', 'lib/*', 'Nimbus.java', world.issuer], { cwd: folder })
  expect(stdout).toContain('select_account')
})

test.each(['oidc', 'oauth2'] as const)('openid-client reads the document of %s, and registers', async (algorithm) => {
  const config = await client.dynamicClientRegistration(
    new URL(world.issuer),
    { redirect_uris: ['https://agent.example.test/callback'] },
    undefined,
    { algorithm, execute: [client.allowInsecureRequests] },
  )
  expect(config.serverMetadata().issuer).toBe(world.issuer)
  expect(config.clientMetadata().client_id).toMatch(/^dyn_/)
})
