// `npm start`: installs and builds what is missing, and serves.
import { build } from './build.mjs'
import { install } from './install.mjs'
import { runInForeground } from './processes.mjs'

await install()
await build({
  filter: '@vestibule/server',
  notice: 'Building the server. The first time, that takes about half a minute.',
})
// What limits the memory for new objects: docs/operations.md.
runInForeground('node', ['--max-semi-space-size=16', 'apps/server/dist/main.js'])
