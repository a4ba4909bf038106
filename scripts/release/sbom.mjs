// `npm run release:sbom <folder>`: a CycloneDX file for each SDK and for the server, with what a user's installation brings.
// Peer dependencies are the application's own.
import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'

const [given] = process.argv.slice(2)
if (!given) fail('name a folder: npm run release:sbom sbom')
const folder = resolve(given)
mkdirSync(folder, { recursive: true })
const out = join(folder, '%s-%v.cdx.json')

for (const [filter, type] of [
  ['./packages/*', 'library'],
  ['@vestibule/server', 'application'],
]) {
  const format = ['--sbom-format', 'cyclonedx', '--sbom-spec-version', '1.6', '--sbom-type', type]
  const what = ['--prod', '--exclude-peers']
  const { status } = spawnSync('pnpm', ['--filter', filter, 'sbom', ...what, ...format, '--split', '--out', out], {
    stdio: 'inherit',
  })
  if (status !== 0) fail('pnpm sbom failed')
}

function fail(text) {
  console.error(text)
  process.exit(1)
}
