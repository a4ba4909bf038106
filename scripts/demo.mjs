// `pnpm demo`: the server and the three example apps, built and running beside it on loopback. PORT is the server's,
// DEMO_PORTS are those of the apps.
import { spawn, spawnSync } from 'node:child_process'

/** What runs the build of each app, in its folder: its `start` with another port. */
const commands = {
  nextjs: (port) => ['node_modules/.bin/next', ['start', '-p', port]],
  nuxt: () => [process.execPath, ['.output/server/index.mjs']],
  remix: () => ['node_modules/.bin/remix-serve', ['./build/server/index.js']],
}
const names = Object.keys(commands)
const issuer = `http://localhost:${process.env.PORT || 4000}`
const ports = (process.env.DEMO_PORTS || '3001,3002,3003').split(',').map(Number)
if (ports.length !== names.length || !ports.every((port) => Number.isInteger(port) && port > 0 && port < 65536)) {
  console.error('DEMO_PORTS must be three ports, for example 3001,3002,3003')
  process.exit(1)
}

const quiet = { TURBO_TELEMETRY_DISABLED: '1', NEXT_TELEMETRY_DISABLED: '1', NUXT_TELEMETRY_DISABLED: '1' }
const build = spawnSync('turbo', ['run', 'build', '--output-logs=errors-only'], {
  stdio: 'inherit',
  env: { ...process.env, ...quiet },
})
if (build.status !== 0) process.exit(build.status ?? 1)

const children = [spawn(process.execPath, ['apps/server/dist/main.js'], { stdio: 'inherit' })]
for (const [index, name] of names.entries()) {
  const port = String(ports[index])
  const url = `http://localhost:${port}`
  const env = {
    ...process.env,
    ...quiet,
    NODE_ENV: 'production',
    PORT: port,
    VESTIBULE_ISSUER: issuer,
    VESTIBULE_CLIENT_ID: `example-${name}`,
    VESTIBULE_CLIENT_SECRET: `example-${name}-secret-for-loopback-only`,
    VESTIBULE_SECRET: `the demo of ${name} on loopback and nothing else`,
    VESTIBULE_URL: url,
  }
  const [command, args] = commands[name](port)
  children.push(spawn(command, args, { cwd: `examples/${name}`, stdio: ['ignore', 'ignore', 'inherit'], env }))
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
