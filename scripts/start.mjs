// `pnpm start`: builds what is missing and serves. pnpm has installed everything before this runs.
import { spawn } from 'node:child_process'
import { build } from './build.mjs'

await build({
  filter: '@vestibule/server',
  notice: 'Building the server. The first time, that takes about half a minute.',
})

const server = spawn(process.execPath, ['apps/server/dist/main.js'], { stdio: 'inherit' })
// The terminal sends Ctrl-C to both; only what is sent to us alone has to be passed on.
process.on('SIGTERM', () => server.kill('SIGTERM'))
process.on('SIGINT', () => {})
server.on('exit', (code) => process.exit(code ?? 1))
