// `npm run docs` serves the documentation as a site; `npm run docs build` writes it to docs/.vitepress/dist and fails at a dead link.
import { spawnSync } from 'node:child_process'
import { build } from './build.mjs'
import { install } from './install.mjs'

await install()

const [command = 'dev', ...rest] = process.argv.slice(2)
const run = (program, ...args) => {
  const { status, error } = spawnSync(program, args, { stdio: 'inherit' })
  if (error) console.error(`${program} could not be started (${error.message}).`)
  if (status !== 0) process.exit(status ?? 1)
}
// The server makes its OpenAPI document from its sources, some of which are generated.
await build({ task: 'generate', filter: '@vestibule/server', notice: 'Generating what the sources need.' })
run('tsx', '--tsconfig', 'apps/server/tsconfig.json', 'scripts/docs/api-pages.ts')
// The parts of the interface, for `shadcn add` with an address of the site.
run('tsx', 'packages/cli/scripts/build-registry.ts', 'docs/public/r')
run('vitepress', command, 'docs', ...rest)
