import { execFile, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { parseEnv, promisify } from 'node:util'
import { build } from 'esbuild'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { freshPostgres } from '../../apps/server/test/support/postgres.ts'
import { openTestWorld } from '../../apps/server/test/support/world.ts'
import { blockUnder, commandLines } from '../repo/docs-blocks.ts'

// What docs/clients.md, docs/import.md, docs/operations.md and docs/management-api.md tell people to type, as it stands: the
// built server's command on a scratch database. Only addresses and paths of the pages are replaced by those of the test.

const root = join(import.meta.dirname, '../..')
const folders: string[] = []
afterAll(() => {
  for (const path of folders) rmSync(path, { recursive: true, force: true })
})

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vestibule-documented-'))
  folders.push(folder)
  const programs = {
    vestibule: `exec "${process.execPath}" "${root}/apps/server/dist/cli.js" "$@"`,
    // `npm run vestibule ...` is the script of this repository.
    npm: '[ "$1 $2 $3" = "run vestibule --" ] && shift 3 && exec vestibule "$@"',
    systemctl: 'exit 0',
  }
  mkdirSync(join(folder, 'bin'))
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${script}\n`)
    chmodSync(join(folder, 'bin', name), 0o755)
  }
})

/** Runs commands in the scratch folder; the first one that fails ends them. */
function shell(commands: string, env: Record<string, string> = {}): string {
  const path = [join(folder, 'bin'), join(process.execPath, '..'), process.env.PATH].join(delimiter)
  const { status, stdout, stderr } = spawnSync('bash', ['-ec', commands], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: path, NODE_ENV: 'development', SECRET: 'a secret for one test run only: 8c1d7e6f5a4b', ...env },
  })
  expect(status, `${commands}\n${stdout}${stderr}`).toBe(0)
  return stdout
}

const person = JSON.parse(blockUnder('docs/import.md', 'Importing people from another system', 'json'))
const importPeople = () => {
  writeFileSync(join(folder, 'people.ndjson'), `${JSON.stringify(person)}\n`)
  return shell(blockUnder('docs/import.md', 'A dry run first', 'sh'))
}

test('docs/clients.md: a client of the database', () => {
  const printed = shell(blockUnder('docs/clients.md', 'Without a restart', 'sh'))
  expect(printed).toMatch(/secret/i)
  expect(shell('vestibule clients list')).toContain('My app')
})

test('docs/import.md: a dry run, and the import of the person on the page', () => {
  expect(importPeople()).toMatch(/1 people would be created[\s\S]*1 people created/)
  expect(shell('vestibule users list')).toContain(`${person.sub}\t${person.email}`)
  expect(shell('vestibule organizations list')).toContain(person.organizations[0].slug)
})

test('docs/import.md: the script that fetches people from Clerk, and the import of its output', async () => {
  const users = [
    {
      id: 'user_1',
      first_name: 'Ada',
      primary_email_address_id: 'address_1',
      email_addresses: [{ id: 'address_1', email_address: 'ada@example.test', verification: { status: 'verified' } }],
    },
  ]
  const memberships = { data: [{ role: 'org:admin', organization: { id: 'org_1', slug: 'engines', name: 'Engines' } }] }
  const clerk = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://clerk.test')
    const known = pathname === '/v1/users' ? (searchParams.get('offset') === '0' ? users : []) : memberships
    response.statusCode = request.headers.authorization === 'Bearer key' ? 200 : 401
    response.end(JSON.stringify(known))
  })
  await new Promise<void>((resolve) => clerk.listen(0, '127.0.0.1', resolve))
  try {
    const script = blockUnder('docs/import.md', 'From Clerk', 'js').replace(
      'https://api.clerk.com',
      `http://127.0.0.1:${(clerk.address() as AddressInfo).port}`,
    )
    writeFileSync(join(folder, 'fetch-clerk.mjs'), script)
    const { stdout } = await promisify(execFile)(process.execPath, ['fetch-clerk.mjs'], {
      cwd: folder,
      env: { ...process.env, CLERK_SECRET_KEY: 'key' },
    })
    writeFileSync(join(folder, 'users.json'), stdout)
  } finally {
    clerk.close()
  }
  shell('vestibule users import --from clerk users.json --dry-run')
  shell('vestibule users import --from clerk users.json')
  expect(shell('vestibule users list')).toContain('user_1\tada@example.test')
  expect(shell('vestibule organizations list')).toContain('engines')
})

test('docs/operations.md: a backup, restored into an empty database', () => {
  importPeople()
  const [backup = '', restore = ''] = commandLines(blockUnder('docs/operations.md', 'Backup and restore', 'sh'))
  expect(backup).toMatch(/^vestibule backup /)
  shell(backup)
  const empty = { DATABASE_URL: 'file:./restored/vestibule.db' }
  shell(restore, empty)
  expect(shell('vestibule users list', empty)).toContain(person.email)
})

test('docs/operations.md: from SQLite to PostgreSQL', async () => {
  importPeople()
  const database = await freshPostgres()
  const commands = blockUnder('docs/operations.md', 'From SQLite to PostgreSQL', 'sh')
    .replace(/postgresql:\S+/, database)
    .replace('/var/lib/vestibule/data', './data')
  expect(commands).toContain('vestibule migrate-data ./data/')
  shell(commands)
  expect(shell('vestibule users list', { DATABASE_URL: database })).toContain(person.email)
})

test('docs/management-api.md: the client of the page, and what it calls', async () => {
  const variables = parseEnv(blockUnder('docs/management-api.md', 'Authentication', 'sh')) as Record<string, string>
  const secret = 'the-secret-of-backoffice-0123456789'
  const scopes = `${variables.OIDC_CLIENT_5_SCOPES},clients:read,clients:write`
  const world = await openTestWorld(
    { ...variables, OIDC_CLIENT_5_SECRET: secret, OIDC_CLIENT_5_SCOPES: scopes },
    { clock: 'running' },
  )
  try {
    const code = [
      blockUnder('docs/management-api.md', 'Authentication', 'ts').replace('https://id.example.com', world.issuer),
      blockUnder('docs/management-api.md', 'Clients', 'ts'),
      'console.log(data.length)',
    ].join('\n')
    await build({
      stdin: { contents: code, loader: 'ts', resolveDir: root },
      alias: { '@vestibule/core/management': join(root, 'packages/core/src/management.ts') },
      bundle: true,
      format: 'esm',
      platform: 'node',
      outfile: join(folder, 'backoffice.mjs'),
      logLevel: 'silent',
    })
    const { stdout } = await promisify(execFile)(process.execPath, ['backoffice.mjs'], {
      cwd: folder,
      env: { ...process.env, BACKOFFICE_SECRET: secret },
    })
    expect(stdout).toMatch(/^\S+ \S{40,}\n0\n$/)
  } finally {
    await world.close()
  }
})
