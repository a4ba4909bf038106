// `pnpm demo`: the server and the three example apps, built and running beside it on loopback.
import { spawn, spawnSync } from 'node:child_process'

const quiet = { TURBO_TELEMETRY_DISABLED: '1', NEXT_TELEMETRY_DISABLED: '1', NUXT_TELEMETRY_DISABLED: '1' }
const build = spawnSync('turbo', ['run', 'build', '--output-logs=errors-only'], {
  stdio: 'inherit',
  env: { ...process.env, ...quiet },
})
if (build.status !== 0) process.exit(build.status ?? 1)

const children = [spawn(process.execPath, ['apps/server/dist/main.js'], { stdio: 'inherit' })]
for (const [name, port] of [
  ['nextjs', 3001],
  ['nuxt', 3002],
  ['remix', 3003],
]) {
  const url = `http://localhost:${port}`
  const env = {
    ...process.env,
    ...quiet,
    NODE_ENV: 'production',
    VESTIBULE_ISSUER: 'http://localhost:4000',
    VESTIBULE_CLIENT_ID: `example-${name}`,
    VESTIBULE_CLIENT_SECRET: `example-${name}-secret-for-loopback-only`,
    VESTIBULE_SECRET: `the demo of ${name} on loopback and nothing else`,
    VESTIBULE_URL: url,
  }
  children.push(spawn('pnpm', ['--dir', `examples/${name}`, 'start'], { stdio: ['ignore', 'ignore', 'inherit'], env }))
  console.log(`  ${name.padEnd(7)} ${url}`)
}
const stop = () => {
  for (const child of children) child.kill('SIGTERM')
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
children[0].on('exit', (code) => {
  stop()
  process.exit(code ?? 1)
})
