import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copySources, sourceFiles } from '../release/checkout.ts'
import { freePort, onlyInTestAll } from './support.ts'

// `npm start` in a fresh clone, with the Node and the npm of this machine and nothing installed. The folder has a space in its
// name, and npm's configuration refuses to answer its own questions. What pnpm has fetched before is in its store.

const folder = mkdtempSync(join(tmpdir(), 'vestibule npm start '))
const clone = join(folder, 'clone')
beforeAll(async () => {
  copySources(await sourceFiles(), clone)
  writeFileSync(join(folder, 'npmrc'), 'yes=false\nupdate-notifier=false\n')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A terminal's environment: nothing of this test run, whose own Node and programs are not on the PATH. */
function environment(extra: Record<string, string>): Record<string, string> & NodeJS.ProcessEnv {
  const kept =
    /^(HOME|LANG|TMPDIR|XDG_\w+|(https?|no)_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|npm_config_(registry|cafile))$/i
  const path = process.env.PATH?.split(delimiter).filter((each) => !each.includes('node_modules')) ?? []
  const own: Record<string, string> = {
    PATH: path.join(delimiter),
    // npx has not fetched pnpm yet.
    npm_config_cache: join(folder, 'npm'),
    npm_config_userconfig: join(folder, 'npmrc'),
    ...extra,
  }
  for (const [name, value] of Object.entries(process.env)) if (kept.test(name) && value && !own[name]) own[name] = value
  // A terminal has no NODE_ENV, though Next.js declares that every environment has one.
  return own as Record<string, string> & NodeJS.ProcessEnv
}

/** A command in the clone, as soon as its server answers. */
async function serving(command: readonly [string, ...string[]], port: number, extra: Record<string, string> = {}) {
  const [program, ...args] = command
  const child = spawn(program, args, { cwd: clone, env: environment({ PORT: String(port), ...extra }), detached: true })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve))
  const answers = () =>
    fetch(`http://localhost:${port}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  try {
    await expect
      .poll(async () => child.exitCode !== null || (await answers()), { timeout: 240_000, interval: 200 })
      .toBe(true)
    expect(child.exitCode, output).toBeNull()
  } catch (error) {
    if (child.exitCode === null) process.kill(-(child.pid ?? 0), 'SIGKILL')
    throw error
  }
  return { child, exited, answers, lines: () => linesOf(output) }
}

/** The processes that run a program, by how they were started. */
const commandsOf = (program: string): string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && existsSync(`/proc/${name}/cmdline`))
    .map((name) => readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0').filter(Boolean).join(' '))
    .filter((command) => command.includes(program))

/** Without what npm says about this machine, and the signs by which it shows that it works. */
const linesOf = (output: string): string[] =>
  stripVTControlCharacters(output)
    .split(/[\r\n]+/)
    .map((line) => line.replace(/^[⠀-⣿\s]+/, '').trim())
    .filter((line) => line !== '' && !/^(npm (warn|notice)|>|\^C)/.test(line))

test('`npm start` installs, builds and serves, asks nothing, and Ctrl-C ends it; then it needs no network', {
  timeout: 360_000,
}, async () => {
  // `script` is a terminal, in which npm and pnpm ask what they would like to know.
  const first = await serving(['script', '-qec', 'exec npm start', '/dev/null'], await freePort())
  const [line = ''] = first.lines()
  expect(line).toMatch(/^(Fetching pnpm|Installing the packages|Building the server|Vestibule is running)/)
  expect(first.lines().join('\n')).not.toMatch(/warn|\(y\)|y\/n|proceed/i)
  expect(commandsOf('apps/server/dist/main.js')).toContain('node --max-semi-space-size=16 apps/server/dist/main.js')
  first.child.stdin.write('\x03')
  expect(await first.exited).toBe(0)
  expect(await first.answers()).toBe(false)

  // A request of npm or pnpm to the registry would fail.
  const nobody = `http://127.0.0.1:${await freePort()}/`
  const second = await serving(['npm', 'start'], await freePort(), {
    CI: '1',
    npm_config_offline: 'true',
    https_proxy: nobody,
    http_proxy: nobody,
    no_proxy: 'localhost,127.0.0.1',
  })
  expect(second.lines().at(-1)).toContain('First operator')
  second.child.kill('SIGTERM')
  await second.exited
  expect(await second.answers()).toBe(false)
})

/** The commands of CONTRIBUTING that take too long to follow here, or need a browser, and why each works nevertheless. */
const notHere: Record<string, string> = {
  'npm test': 'this test is a part of it',
  'npm run test:all': 'a workflow runs it every night',
  'npm run words:render': 'words.test.ts renders with the same script',
  'npm run screenshots': 'a browser for minutes; every-page.test.ts renders the pages',
  'npm run pictures': 'a browser for minutes, and it writes into the repository',
  'npm run pictures:mails': 'a browser for minutes; mails.test.ts renders the mails',
  'npm run docs': 'docs-blocks.test.ts and docs-links.test.ts read the pages; a site takes minutes',
  'npm run bench': 'a measurement, which needs the machine alone',
}

/** The commands of the table, in its order. */
const commands = readFileSync(join(import.meta.dirname, '../../CONTRIBUTING.md'), 'utf8')
  .split('\n')
  .flatMap((line) => [...(line.match(/^\| (`npm .*?) \|/)?.[1]?.matchAll(/`([^`]+)`/g) ?? [])])
  .map(([, command = '']) => command)
const isNotHere = (command: string) => Object.keys(notHere).some((name) => `${command} `.startsWith(`${name} `))

test('every command that is not followed here is in CONTRIBUTING', () => {
  expect(Object.keys(notHere).filter((name) => !commands.includes(name))).toEqual([])
})

// Each of them builds or checks everything once more, as `npm test` itself does.
const onceMore = { timeout: 600_000, ...onlyInTestAll('the commands of CONTRIBUTING, one after the other') }
test('the commands of CONTRIBUTING work on a fresh clone, in its order', onceMore, async () => {
  for (const git of [
    ['init', '--quiet'],
    ['add', '--all'],
  ])
    spawnSync('git', git, { cwd: clone })
  // What `npm start` generated is not there yet.
  for (const generated of ['words', 'pages', 'store'])
    rmSync(join(clone, `apps/server/src/${generated}/generated`), { recursive: true, force: true })
  for (const command of commands.filter((each) => !isNotHere(each))) {
    const [program = '', ...args] = command.split(' ')
    if (command === 'npm run dev') {
      const server = await serving([program, ...args], await freePort())
      server.child.kill('SIGTERM')
      await server.exited
      expect(await server.answers()).toBe(false)
      continue
    }
    const { status, stdout, stderr } = spawnSync(program, args, { cwd: clone, env: environment({}), encoding: 'utf8' })
    expect(status, `${command}\n${stdout}\n${stderr}`).toBe(0)
  }
})
