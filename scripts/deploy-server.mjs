// `npm run deploy:server <folder>`: the built server with what it needs to run and nothing else. The Docker image is made of
// it, and so is an installation without containers (deploy/systemd).
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, globSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

const [given] = process.argv.slice(2)
if (!given) fail('name a folder that does not exist yet: npm run deploy:server /opt/vestibule')
const folder = resolve(given)
if (existsSync(folder)) fail(`${folder} is there already`)

run('turbo', ['run', 'build', '--filter=@vestibule/server', '--output-logs=errors-only'])
run('pnpm', ['--filter', '@vestibule/server', 'deploy', '--prod', folder])
// Prisma brings its query compiler for every database it knows, as a fast and a small one, each in two module formats. We use
// the small one (apps/server/scripts/generate.mjs) for two databases.
const unused = ['cockroachdb', 'mysql', 'sqlserver'].map((name) => `*.${name}.*`)
for (const pattern of [...unused, 'query_compiler_fast_*', '*.map', '*.d.ts', '*.d.mts'])
  for (const path of globSync(
    join(folder, 'node_modules/.pnpm/@prisma+client@*/node_modules/@prisma/client/runtime', pattern),
  ))
    rmSync(path)
rmSync(join(folder, '.turbo'), { recursive: true, force: true })
for (const name of ['LICENSE', 'THIRD-PARTY-NOTICES.md'])
  copyFileSync(join(import.meta.dirname, '..', name), join(folder, name))
console.log(`The server is in ${folder}. Start it with: node ${join(given, 'dist/cli.js')} serve`)

function run(command, args) {
  const { status } = spawnSync(command, args, {
    stdio: 'inherit',
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1' },
  })
  if (status !== 0) fail(`${command} ${args[0]} failed`)
}

function fail(text) {
  console.error(text)
  process.exit(1)
}
