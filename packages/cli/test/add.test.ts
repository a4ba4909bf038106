import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '../../../apps/server/src/flows/management/clients/clients.ts'
import { system } from '../../../apps/server/src/flows/platform/audit.ts'
import { clients, openTestWorld, type TestWorld } from '../../../apps/server/test/support/world.ts'
import { isReleased, tarballFolderOf } from '../src/package.ts'
import { run } from '../src/run.ts'
import { openApplication } from './application.ts'
import { commitAll, filesOf, git, manifest, nextProject, projectOf, readTerminal } from './support.ts'

// `add`, from the words of its command line to its exit code, beside a real development server. That it signs somebody in
// in each framework is tested by tests/e2e/newcomer.

let withExample: TestWorld
let withClients: TestWorld
beforeAll(async () => {
  const noClients = Object.fromEntries(Object.keys(clients).map((name) => [name, undefined]))
  withExample = await openTestWorld({ ...noClients, SMTP_URL: '' })
  withClients = await openTestWorld({ SMTP_URL: '' })
})
afterAll(async () => {
  await withExample.close()
  await withClients.close()
})

/** A project that has the SDK already: nothing has to be installed. */
const installed = {
  ...nextProject,
  'package.json': manifest({ next: '16.4.3', '@vestibule/nextjs': '^0.1.0' }),
}

async function add(folder: string, options: string[], answer?: boolean) {
  const terminal = readTerminal(answer)
  const exitCode = await run(['add', ...options], { cwd: folder, terminal })
  return { ...terminal, exitCode, output: terminal.output.join('\n'), errors: terminal.errors.join('\n') }
}

const filesOnly = (world: TestWorld) => ['--issuer', world.issuer, '--no-sign-in']

test('each change is printed before it is made, and asked about once', async () => {
  const folder = projectOf(installed)
  commitAll(folder)
  const before = filesOf(folder)
  const refused = await add(folder, filesOnly(withExample), false)
  expect(refused).toMatchObject({ exitCode: 1, questions: ['Make these changes?'] })
  expect(filesOf(folder)).toEqual(before)
  for (const path of ['lib/auth.ts', 'app/auth/[...auth]/route.ts', 'instrumentation.ts', 'proxy.ts', '.env.local'])
    expect(refused.output).toContain(`create  ${path}`)
  expect(refused.output).toContain('VESTIBULE_CLIENT_ID=example')

  expect(await add(folder, filesOnly(withExample), true)).toMatchObject({
    exitCode: 0,
    questions: ['Make these changes?'],
  })
  const after = filesOf(folder)
  expect(Object.keys(after)).toEqual(expect.arrayContaining(['lib/auth.ts', '.env.local']))

  const second = await add(folder, filesOnly(withExample), false)
  expect(second).toMatchObject({ exitCode: 0, questions: [] })
  expect(second.output).toContain('Nothing to change.')
  expect(filesOf(folder)).toEqual(after)
})

test('where nobody can answer, nothing is changed without --yes', async () => {
  const folder = projectOf(installed)
  const before = filesOf(folder)
  const piped = await add(folder, filesOnly(withExample))
  expect(piped).toMatchObject({ exitCode: 1, errors: expect.stringContaining('--yes') })
  expect(piped.output).toContain('create  lib/auth.ts')
  const asJson = await add(folder, [...filesOnly(withExample), '--json'], true)
  expect(asJson).toMatchObject({ exitCode: 1, questions: [], errors: '' })
  expect(JSON.parse(asJson.output)).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('--yes'),
    framework: 'nextjs',
    plan: expect.arrayContaining([{ kind: 'create', path: 'lib/auth.ts', summary: expect.any(String) }]),
  })
  expect(filesOf(folder)).toEqual(before)
  expect((await add(folder, [...filesOnly(withExample), '--yes'])).exitCode).toBe(0)
})

describe('the work tree', () => {
  test('is clean, or the call says --force', async () => {
    const folder = projectOf(installed)
    commitAll(folder)
    writeFileSync(join(folder, 'draft.ts'), '')
    const before = filesOf(folder)
    const refused = await add(folder, [...filesOnly(withExample), '--yes'])
    expect(refused).toMatchObject({ exitCode: 1, errors: expect.stringContaining('--force') })
    expect(filesOf(folder)).toEqual(before)
    expect((await add(folder, [...filesOnly(withExample), '--yes', '--force'])).exitCode).toBe(0)
  })

  test('is not asked for where there is no Git', async () => {
    const done = await add(projectOf(installed), [...filesOnly(withExample), '--yes'])
    expect(done).toMatchObject({ exitCode: 0, output: expect.stringContaining('not in a Git repository') })
  })
})

describe('the client', () => {
  test('is one of its own, without a secret, at a development server that has others', async () => {
    const folder = projectOf(installed)
    const done = await add(folder, [...filesOnly(withClients), '--yes'])
    expect(done.exitCode).toBe(0)
    expect(done.output).toContain(`ask     ${withClients.issuer}`)
    expect(filesOf(folder)['.env.local']).toBe(
      `VESTIBULE_ISSUER=${withClients.issuer}\nVESTIBULE_CLIENT_ID=local-my-app\n`,
    )
    expect(withClients.deps.clients.find('local-my-app')?.tokenAuthMethods).toEqual(['none'])
    expect((await add(folder, filesOnly(withClients))).output).toContain('Nothing to change.')
  })

  test('that the variables name is kept', async () => {
    const variables = `VESTIBULE_ISSUER=${withClients.issuer}\nVESTIBULE_CLIENT_ID=web\n`
    const folder = projectOf({ ...installed, '.env.local': variables })
    expect((await add(folder, ['--no-sign-in', '--yes'])).exitCode).toBe(0)
    expect(filesOf(folder)['.env.local']).toBe(variables)
  })

  test('has to be named at a provider elsewhere, which is not asked anything', async () => {
    const folder = projectOf(installed)
    const elsewhere = ['--issuer', 'https://id.example.test', '--no-sign-in', '--yes']
    expect(await add(folder, elsewhere)).toMatchObject({ exitCode: 1, errors: expect.stringContaining('--client-id') })
    expect((await add(folder, [...elsewhere, '--client-id', 'shop'])).exitCode).toBe(0)
    expect(filesOf(folder)['.env.local']).toBe('VESTIBULE_ISSUER=https://id.example.test\nVESTIBULE_CLIENT_ID=shop\n')
  })
})

describe('a provider', () => {
  /** Another program on a port of this machine. */
  async function answeringWith(text: (origin: string) => string): Promise<{ origin: string; close(): void }> {
    const server = createServer((_request, response) => response.end(text(origin)))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const origin = `http://localhost:${(server.address() as AddressInfo).port}`
    return { origin, close: () => server.close() }
  }

  test.each<[string, (origin: string) => string, RegExp]>([
    ['is no page of another program', () => '<h1>Another program</h1>', /is not an OpenID provider/],
    [
      'has the name that it gives itself',
      (origin) => JSON.stringify({ issuer: `${origin}/` }),
      /calls itself http:.*--issuer/,
    ],
  ])('%s', async (_name, text, message) => {
    const other = await answeringWith(text)
    const folder = projectOf(installed)
    const before = filesOf(folder)
    const refused = await add(folder, ['--issuer', other.origin, '--yes'])
    expect(refused).toMatchObject({ exitCode: 1, errors: expect.stringMatching(message) })
    expect(filesOf(folder)).toEqual(before)
    other.close()
  })

  test('that does not run is named with the command that starts it', async () => {
    const gone = await answeringWith(() => '')
    gone.close()
    const refused = await add(projectOf(installed), ['--issuer', gone.origin, '--yes'])
    expect(refused).toMatchObject({ exitCode: 1, errors: expect.stringContaining('npm start') })
  })
})

describe('the packages', () => {
  const tarballs = projectOf({
    'vestibule-core-0.1.0.tgz': '',
    'vestibule-nextjs-0.1.0.tgz': '',
    'vestibule-nuxt-0.1.0.tgz': '',
  })
  const planned = async (files: Record<string, string>, options: string[]) =>
    add(projectOf(files), [...filesOnly(withExample), ...options])

  test('come from a folder of tarballs', async () => {
    const { output } = await planned(nextProject, ['--packages', tarballs])
    expect(output).toMatch(/run {5}npm install \S+\/vestibule-core-0\.1\.0\.tgz \S+\/vestibule-nextjs-0\.1\.0\.tgz/)
  })

  test.each<[string, Record<string, string>, string[], RegExp]>([
    // Its name on the registry could be anybody's before the first release.
    ['are never fetched from the registry before their first release', nextProject, [], /--packages/],
    ['are in the folder', nextProject, ['--packages', './nowhere'], /no folder \.\/nowhere/],
    [
      'are all there',
      { ...nextProject, 'package.json': manifest({ '@remix-run/react': '2.17.5' }) },
      ['--packages', tarballs],
      /no vestibule-remix/,
    ],
    [
      'are tarballs that npm alone can install',
      { ...nextProject, 'pnpm-lock.yaml': '' },
      ['--packages', tarballs],
      /needs npm/,
    ],
  ])('%s', async (_name, files, options, message) => {
    const { 'package-lock.json': lock = '', ...others } = files
    const refused = await planned(
      'pnpm-lock.yaml' in files ? others : { ...others, 'package-lock.json': lock },
      options,
    )
    expect(refused).toMatchObject({ exitCode: 1, errors: expect.stringMatching(message) })
  })

  test('come from where this one came', () => {
    const modules = (resolved?: string) => {
      const root = projectOf({
        'node_modules/.package-lock.json': JSON.stringify({
          packages: { 'node_modules/@vestibule/cli': { resolved } },
        }),
      })
      const folder = join(root, 'node_modules/@vestibule/cli')
      mkdirSync(folder, { recursive: true })
      return { root, origin: tarballFolderOf(folder) }
    }
    expect(modules('https://registry.example/@vestibule/cli/-/cli-0.2.0.tgz').origin).toBeNull()
    const { root, origin } = modules('file:../packages/vestibule-cli-0.1.0.tgz')
    expect(origin).toBe(join(root, '../packages'))
    expect(modules().origin).toBeNull()
    expect(tarballFolderOf(projectOf({}))).toBeNull()
    expect([isReleased('0.1.0'), isReleased('0.2.0'), isReleased('1.0.0')]).toEqual([false, true, true])
  })
})

describe('the sign-in', () => {
  test('ends with what the application knows of the person, again and again', async () => {
    const made = {
      client_name: 'Shop',
      redirect_uris: ['http://localhost/auth/callback'],
      token_endpoint_auth_method: 'none',
    }
    await createClient(withClients.deps, { actor: system, apiScopes: 'all' }, made, 'shop')
    const application = await openApplication({ issuer: withClients.issuer, clientId: 'shop' })
    const variables = `VESTIBULE_ISSUER=${withClients.issuer}\nVESTIBULE_CLIENT_ID=shop\n`
    const folder = projectOf({ ...installed, '.env.local': variables })
    for (const _time of [1, 2]) {
      const done = await add(folder, ['--yes', '--json', '--url', application.origin])
      expect(done.exitCode, done.output).toBe(0)
      expect(JSON.parse(done.output).signedIn).toMatchObject({
        page: `${application.origin}/dashboard`,
        claims: { email: expect.stringMatching(/^ada(-\d)?@example\.test$/), name: 'Ada Lovelace' },
      })
    }
    await application.close()
  })

  test('that fails is told with its reason, after the files were changed', async () => {
    const application = await openApplication({ issuer: withClients.issuer, clientId: 'unknown' })
    const variables = `VESTIBULE_ISSUER=${withClients.issuer}\nVESTIBULE_CLIENT_ID=unknown\n`
    const folder = projectOf({ ...installed, '.env.local': variables })
    const done = await add(folder, ['--yes', '--url', application.origin])
    expect(done.exitCode).toBe(4)
    expect(done.errors).toMatch(/The files are changed, but nobody could be signed in: .*HTTP 400/)
    expect(filesOf(folder)['lib/auth.ts']).toBeDefined()
    await application.close()
  })

  test('is left to the person where mails are sent', async () => {
    const sending = await openTestWorld({ SMTP_URL: 'smtp://127.0.0.1:9' })
    const application = await openApplication({ issuer: sending.issuer, clientId: 'spa' })
    const done = await add(projectOf(installed), [
      '--yes',
      '--json',
      '--issuer',
      sending.issuer,
      '--url',
      application.origin,
    ])
    expect(done.exitCode, done.output).toBe(0)
    const signInAt = `${application.origin}/auth/login?returnTo=/auth/session`
    expect(JSON.parse(done.output)).toMatchObject({ status: 'changed', signInAt })
    await application.close()
    await sending.close()
  })

  test('is only at an application of this machine', async () => {
    const refused = await add(projectOf(installed), ['--yes', '--url', 'https://app.example.test'])
    expect(refused).toMatchObject({ exitCode: 2, errors: expect.stringContaining('on this machine') })
  })
})

test('lines to paste have an exit code of their own, and the rest is done', async () => {
  const folder = projectOf({ ...installed, 'proxy.ts': 'export function proxy() {}\n' })
  const done = await add(folder, [...filesOnly(withExample), '--yes'])
  expect(done.exitCode).toBe(3)
  expect(done.output).toContain('Change proxy.ts yourself')
  expect(done.output).toContain("    export const proxy = auth.proxy({ '/dashboard/:path*': true })")
  expect(filesOf(folder)['lib/auth.ts']).toBeDefined()
})

test.each([
  [['add', '--colour'], 2, /--colour/],
  [['remove'], 2, /no command "remove"/],
  [['create'], 2, /Name one folder/],
  [['create', 'my-app', '--framework', 'svelte'], 2, /no starter for "svelte".*nextjs/],
])('%j is a mistake in the command line', async (words, exitCode, message) => {
  const terminal = readTerminal()
  expect(await run(words, { cwd: projectOf({}), terminal })).toBe(exitCode)
  expect(terminal.errors.join('\n')).toMatch(message)
})

test('create writes into no folder that has something in it', async () => {
  const folder = projectOf({ 'my-app/notes.txt': 'mine' })
  const terminal = readTerminal()
  expect(await run(['create', 'my-app'], { cwd: folder, terminal })).toBe(1)
  expect(terminal.errors.join('\n')).toContain('not empty')
  expect(filesOf(folder)).toEqual({ 'my-app/notes.txt': 'mine' })
})

test('a repository above the project counts too', async () => {
  const root = projectOf(Object.fromEntries(Object.entries(installed).map(([path, text]) => [`web/${path}`, text])))
  git(root, 'init', '--quiet')
  const refused = await add(join(root, 'web'), [...filesOnly(withExample), '--yes'])
  expect(refused).toMatchObject({ exitCode: 1, errors: expect.stringContaining('--force') })
})
