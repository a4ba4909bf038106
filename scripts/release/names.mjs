// `npm run release:names`: publishes an empty version of each package that npm does not know. Before the first release of a package,
// because npm lets a workflow publish only what exists (https://github.com/npm/cli/issues/8544).
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { publishedPackages } from '../published-packages.mjs'

/**
 * A prerelease, which no range matches: a version 0.0.0 without `engines` is what `npm install` chooses on a Node for which the
 * released one is too new.
 */
const version = '0.0.0-empty'

for (const { manifest } of publishedPackages) {
  if (isOnNpm(manifest.name)) console.log(`${manifest.name} exists.`)
  else publishEmpty(manifest)
}

function isOnNpm(name) {
  const { status, stdout } = spawnSync('npm', ['view', name, 'version', '--json'], { encoding: 'utf8' })
  if (status === 0) return true
  if (/"code": *"E404"/.test(stdout)) return false
  throw new Error(`npm does not say whether there is ${name}: ${stdout}`)
}

function publishEmpty({ name, license, repository }) {
  const folder = mkdtempSync(join(tmpdir(), 'vestibule-name-'))
  const description = 'Empty. It keeps the name until the first release.'
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version, description, license, repository }))
  writeFileSync(join(folder, 'README.md'), `# ${name}\n\n${description}\n`)
  const { status } = spawnSync('npm', ['publish', '--access', 'public', '--tag', 'empty'], {
    cwd: folder,
    stdio: 'inherit',
  })
  rmSync(folder, { recursive: true, force: true })
  if (status !== 0)
    throw new Error(`${name} was not published. Is the scope yours, and have you logged in by \`npm login\`?`)
}
