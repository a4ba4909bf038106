// `npm run release:version`: what the release workflow does in its version pull request. Changesets become versions and
// changelogs; the Helm chart has the version of the server, and the lockfile the ranges of the examples.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

run('changeset', ['version'])

const chart = 'deploy/helm/vestibule/Chart.yaml'
const { version } = JSON.parse(readFileSync('apps/server/package.json', 'utf8'))
writeFileSync(chart, readFileSync(chart, 'utf8').replaceAll(/^(version|appVersion): .*$/gm, `$1: ${version}`))

// Otherwise the next `pnpm install --frozen-lockfile` fails.
run('pnpm', ['install', '--lockfile-only'])

function run(command, args) {
  const { status } = spawnSync(command, args, { stdio: 'inherit' })
  if (status !== 0) {
    console.error(`${command} ${args.join(' ')} failed`)
    process.exit(1)
  }
}
