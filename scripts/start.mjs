// `npm start`: installs and builds what is missing, and serves.
import { build } from './build.mjs'
import { install } from './install.mjs'
import { runInForeground } from './processes.mjs'

await install()
await build({
  filter: '@vestibule/server',
  notice: 'Building the server. The first time, that takes about half a minute.',
})
runInForeground('node', ['apps/server/dist/main.js'])
