// `npm test`: installs what is missing, builds, checks the code and runs every test. `--all` is the long version: a
// hundred rounds of every race, the relying parties of Debian's packages and the guides to other stacks.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withoutTelemetry } from './build.mjs'
import { install } from './install.mjs'
import { findPostgres, startPostgres } from './test-postgres.mjs'
import { notRunLines, readReport } from './test-report.mjs'

const all = process.argv.includes('--all')
const report = join(tmpdir(), `vestibule-tests-${process.pid}.json`)
await install()
const env = { ...process.env, ...withoutTelemetry }
const passed = { checks: 0, tests: 0 }
/** Why tests were skipped, and how many for each reason. */
let skipped = new Map()
const failures = []

/** What the tests need beside npm packages, and the Debian packages that bring it. */
const tools = [
  {
    name: 'Chromium',
    found: () => existsSync(process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'),
    packages: ['chromium'],
  },
  {
    name: 'PostgreSQL',
    found: () => Boolean(process.env.TEST_POSTGRES_URL || findPostgres()),
    packages: ['postgresql'],
  },
  { name: 'Bubblewrap', found: () => existsSync('/usr/bin/bwrap'), packages: ['bubblewrap'] },
  // Browsers measure text in the glyphs of its script. Those of Chinese, Japanese and Korean (90 MB) only the long version takes.
  {
    name: 'Noto fonts',
    found: () => existsSync('/usr/share/fonts/truetype/noto/NotoSansThai-Regular.ttf'),
    packages: ['fonts-noto-core'],
  },
  ...(all
    ? [
        {
          name: 'Noto CJK fonts',
          found: () => existsSync('/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc'),
          packages: ['fonts-noto-cjk'],
        },
        {
          name: 'mod_auth_openidc',
          found: () => existsSync('/usr/lib/apache2/modules/mod_auth_openidc.so') && existsSync('/usr/sbin/apache2'),
          packages: ['apache2', 'libapache2-mod-auth-openidc'],
        },
        { name: 'PgBouncer', found: () => existsSync('/usr/sbin/pgbouncer'), packages: ['pgbouncer'] },
        { name: 'Redis', found: () => existsSync('/usr/bin/redis-server'), packages: ['redis-server'] },
        {
          name: 'Authlib',
          found: () => spawnSync('/usr/bin/python3', ['-c', 'import authlib, requests']).status === 0,
          packages: ['python3-authlib', 'python3-requests'],
        },
        // The guides to other stacks.
        {
          name: 'venv of Python',
          found: () => spawnSync('python3', ['-c', 'import venv, ensurepip']).status === 0,
          packages: ['python3-venv'],
        },
        {
          name: 'Go 1.24',
          found: () =>
            Number(/go1\.(\d+)/.exec(spawnSync('go', ['version'], { encoding: 'utf8' }).stdout ?? '')?.[1]) >= 24,
          packages: ['golang-go'],
        },
        // The image of the Dockerfile, with base images made of Debian's packages.
        { name: 'Buildah', found: () => existsSync('/usr/bin/buildah'), packages: ['buildah'] },
        { name: 'debootstrap', found: () => existsSync('/usr/sbin/debootstrap'), packages: ['debootstrap'] },
        { name: 'Maven', found: () => spawnSync('mvn', ['-v']).status === 0, packages: ['maven'] },
      ]
    : []),
]

/** Installs as root what is missing; otherwise names the exact command. */
function provide() {
  const missing = tools.filter((tool) => !tool.found())
  if (missing.length === 0) return
  const packages = missing.flatMap((tool) => tool.packages)
  const command = `apt-get install -y --no-install-recommends ${packages.join(' ')}`
  console.log(`The tests need ${missing.map((tool) => tool.name).join(' and ')}.`)
  const isRoot = process.getuid?.() === 0
  if (isRoot && existsSync('/usr/bin/apt-get')) {
    const apt = {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
    }
    console.log(`Installing: ${command}`)
    spawnSync('apt-get', ['update', '-qq'], apt)
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], apt)
  }
  const still = missing.filter((tool) => !tool.found())
  if (still.length === 0) return
  failures.push(`${still.map((tool) => tool.name).join(' and ')} could not be installed; run as root: ${command}`)
  console.error(`${failures.at(-1)}. Every test that needs it will fail.`)
}

function check(name, command, args) {
  console.log(`\n> ${name}`)
  const { status } = spawnSync(command, args, { stdio: 'inherit', env })
  if (status === 0) passed.checks += 1
  else failures.push(name)
  return status === 0
}

async function tests() {
  console.log('\n> tests')
  rmSync(report, { force: true })
  const external = process.env.TEST_POSTGRES_URL
  const postgres = external
    ? { url: external, stop() {} }
    : await startPostgres().catch((error) => void failures.push(error.message))
  spawnSync('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`], {
    stdio: 'inherit',
    env: { ...env, ...(postgres ? { TEST_POSTGRES_URL: postgres.url } : {}), ...(all ? { TEST_ALL: '1' } : {}) },
  })
  postgres?.stop()
  if (!existsSync(report)) return void failures.push('vitest ended without a report')
  const result = readReport(JSON.parse(readFileSync(report, 'utf8')))
  rmSync(report, { force: true })
  passed.tests += result.passed
  skipped = result.skipped
  for (let i = 0; i < result.failed; i++) failures.push('test')
  failures.push(...result.broken)
}

provide()
const built = check('build', 'turbo', ['run', 'build', '--output-logs=errors-only', '--concurrency=2'])
check('lint', 'biome', ['check', '.'])
check('types', 'turbo', ['run', 'typecheck', '--output-logs=errors-only', '--concurrency=2'])
if (built) await tests()
for (const failure of failures.filter((one) => one !== 'test')) console.error(`failed: ${failure}`)
for (const line of notRunLines(skipped, { all })) console.log(line)
console.log(`${passed.checks + passed.tests} passed, ${failures.length} failed`)
process.exit(failures.length === 0 ? 0 : 1)
