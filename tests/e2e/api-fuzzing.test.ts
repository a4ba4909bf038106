import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { apiScopes } from '../../apps/server/src/oidc/scopes.ts'
import { openTestWorld, type TestWorld } from '../../apps/server/test/support/world.ts'

// The management API by a program that knows only its OpenAPI document: no answer is a 5xx, has a status or a content type
// that the document does not name, or a body that its schema refuses. Part of `npm run test:all`.

/** Another version makes other requests of the same seed. */
const schemathesis = 'schemathesis==4.32.0'
const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_schema_conformance',
]

const folder = mkdtempSync(join(tmpdir(), 'api-fuzzing-'))
const environment = {
  OIDC_CLIENT_ID_30: 'everything',
  OIDC_CLIENT_30_SECRET: 'everything-secret-0123456789',
  OIDC_CLIENT_30_GRANT_TYPES: 'client_credentials',
  OIDC_CLIENT_30_SCOPES: apiScopes.join(','),
  OIDC_CLIENT_30_ACCESS_TOKEN_TTL: '3600',
  // Nothing that is made up here leaves this machine: no name has an address.
  DNS_RESOLVER: '127.0.0.1:9',
}
const auth: { basic: [string, string] } = { basic: ['everything', 'everything-secret-0123456789'] }

let world: TestWorld | undefined
beforeAll(() => {
  execFileSync('python3', ['-m', 'venv', join(folder, 'venv')])
  execFileSync(join(folder, 'venv/bin/pip'), ['install', '--quiet', schemathesis], { stdio: 'pipe' })
}, 400_000)
afterEach(() => world?.close())
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each(['sqlite', 'postgresql'] as const)(
  'on %s, every answer is one that the document describes',
  async (database) => {
    world = await openTestWorld(environment, { database, clock: 'running' })
    // Names that the fuzzer made up on the other database may still be looked up, by the threads that look up localhost.
    const { issuer } = world
    await expect
      .poll(
        () =>
          fetch(`${issuer}/health/ready`).then(
            ({ ok }) => ok,
            () => false,
          ),
        { timeout: 150_000 },
      )
      .toBe(true)
    const { access_token: token } = (await world.token({ grant_type: 'client_credentials' }, auth)).body
    const { stdout } = await promisify(execFile)(
      join(folder, 'venv/bin/st'),
      [
        ...['run', `${world.issuer}/api/v1/openapi.json`, '--header', `Authorization: Bearer ${token}`],
        ...['--checks', checks.join(','), '--phases', 'examples,coverage,fuzzing'],
        ...['--max-examples', '20', '--seed', '20261124'],
        ...['--generation-database', 'none', '--no-shrink', '--continue-on-failure'],
        // A path has few texts that are one segment of it, and it takes several tries to make one.
        ...['--suppress-health-check', 'filter_too_much'],
        ...['--warnings', 'off', '--no-color'],
      ],
      { cwd: folder, maxBuffer: 2 ** 26 },
    ).catch(({ stdout, stderr }: { stdout?: string; stderr?: string }) => {
      throw new Error(`${stdout}\n${stderr}`.slice(-20_000))
    })
    // What was not asked is not checked.
    expect(stdout).toMatch(/Tested: +\d{3}/)
  },
  900_000,
)
