// `npm run release:trust`: names the release workflow as the trusted publisher of each package, and refuses every token. Once, after
// `release:names`; for a new package with its name: `npm run release:trust -- @vestibule/cli`. `--dry-run` only prints.
import { spawnSync } from 'node:child_process'
import { publishedPackages } from '../published-packages.mjs'

const given = process.argv.slice(2)
const dryRun = given.includes('--dry-run')
const names = given.filter((argument) => argument !== '--dry-run')

for (const { manifest } of publishedPackages) {
  const { name, repository } = manifest
  if (names.length > 0 && !names.includes(name)) continue
  const [, of] = /github\.com\/(.+)\.git$/.exec(repository.url)
  const workflow = ['--repository', of, '--file', 'release.yml', '--environment', 'npm', '--allow-publish']
  npm('trust', 'github', name, ...workflow, dryRun ? '--dry-run' : '--yes')
  if (!dryRun) npm('access', 'set', 'mfa=publish', name)
}

function npm(...args) {
  const { status } = spawnSync('npm', args, { stdio: 'inherit' })
  if (status === 0) return
  console.error(
    `npm ${args.join(' ')} failed. It needs npm 11.15 or later, and \`npm login\` with two-factor authentication.`,
  )
  process.exit(1)
}
