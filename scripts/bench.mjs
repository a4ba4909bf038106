// `npm run bench`: the scripts of bench/package.json, with the server as it is now.
import { build } from './build.mjs'
import { install } from './install.mjs'
import { runInForeground } from './processes.mjs'

await install()
await build({ filter: '@vestibule/server', notice: 'Building the server.' })
runInForeground('pnpm', ['--filter', '@vestibule/bench', ...process.argv.slice(2)])
