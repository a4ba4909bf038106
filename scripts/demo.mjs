// `npm run demo`: the server and the three example apps, built and running beside it on loopback. PORT is the server's,
// DEMO_PORTS are those of the apps.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { delimiter, resolve } from 'node:path'
import { build, withoutTelemetry } from './build.mjs'
import { install } from './install.mjs'

const applications = [
  { name: 'Next.js', folder: 'nextjs' },
  { name: 'Nuxt', folder: 'nuxt' },
  { name: 'Remix', folder: 'remix' },
]
/** Milliseconds until everything answers, and until what was asked to end is made to. */
const startTimeout = 90_000
const endTimeout = 10_000

const serverPort = Number(process.env.PORT || 4000)
const ports = (process.env.DEMO_PORTS || '3001,3002,3003').split(',').map(Number)
const issuer = `http://localhost:${serverPort}`
/** Each is the leader of a group of processes, so that what it starts ends with it. */
const running = new Set()
let ending = false
/** Until everything is said, nothing else is. A program that ends meanwhile is heard all the same. */
let announced = false

function refuse(reason) {
  console.error(`\n  ${reason}\n`)
  process.exit(1)
}

const isPort = (port) => Number.isInteger(port) && port > 0 && port < 65_536

/** Whether something listens there, on either loopback address. */
async function isInUse(port) {
  const answers = (host) =>
    new Promise((resolve) => {
      const socket = connect({ port, host }, () => {
        resolve(true)
        socket.destroy()
      })
      socket.on('error', () => resolve(false))
      socket.setTimeout(1000, () => resolve(false))
      socket.once('close', () => resolve(false))
    })
  return (await Promise.all(['127.0.0.1', '::1'].map(answers))).some(Boolean)
}

/** Everything that can be known to fail is said before anything is built or started. */
async function checkSettings() {
  if (!isPort(serverPort)) refuse('PORT must be a port, for example PORT=4000.')
  if (ports.length !== applications.length || !ports.every(isPort))
    refuse('DEMO_PORTS must be three ports, for example DEMO_PORTS=3001,3002,3003.')
  const all = [serverPort, ...ports]
  if (new Set(all).size < all.length)
    refuse(`PORT and DEMO_PORTS must be four different ports; they are ${all.join(', ')}.`)
  const dotEnv = existsSync('.env') ? readFileSync('.env', 'utf8') : ''
  if (
    Object.keys(process.env).some((name) => name.startsWith('OIDC_CLIENT_ID_')) ||
    /^\s*(export\s+)?OIDC_CLIENT_ID_/m.test(dotEnv)
  )
    refuse(
      'The demo brings its own three clients, so it needs an environment, and a file .env, without OIDC_CLIENT_ID_<n>.',
    )
  const taken = []
  for (const port of all) if (await isInUse(port)) taken.push(port)
  if (taken.length === 0) return
  const free = all.map((port) => (taken.includes(port) ? port + 100 : port))
  refuse(
    `${taken.length === 1 ? `Port ${taken[0]} is` : `Ports ${taken.join(', ')} are`} in use, and nothing was started. Use others, for example:\n  PORT=${free[0]} DEMO_PORTS=${free.slice(1).join(',')} npm run demo`,
  )
}

/** Starts a program. Whatever it prints goes to `show`, line by line. */
function start(name, command, args, { cwd, env, show }) {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  const lastLines = []
  for (const [source, stream] of [
    ['stdout', child.stdout],
    ['stderr', child.stderr],
  ]) {
    let rest = ''
    stream.on('data', (chunk) => {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop()
      lastLines.push(...lines)
      lastLines.splice(0, lastLines.length - 30)
      for (const line of lines) show(line, source)
    })
  }
  running.add(child)
  child.on('error', (error) => lastLines.push(error.message))
  child.on('close', (code, signal) => {
    running.delete(child)
    if (ending) return
    console.error(
      `\n  ${name} ended ${code === null ? `by ${signal}` : `with ${code}`}, so the demo ends. The last it said:\n`,
    )
    console.error(lastLines.map((line) => `    ${line}`).join('\n'))
    end(1)
  })
  return child
}

function kill(child, signal) {
  try {
    process.kill(-child.pid, signal)
  } catch {
    // It has ended by itself.
  }
}

/** Ends everything, and this process after it. */
async function end(status) {
  if (ending) return
  ending = true
  for (const child of running) kill(child, 'SIGTERM')
  const deadline = Date.now() + endTimeout
  while (running.size > 0 && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 50))
  for (const child of running) kill(child, 'SIGKILL')
  process.exit(status)
}

/** The server, which only prints warnings. What it prints at its start is returned. */
function startServer() {
  const welcome = []
  start('The server', 'node', ['--max-semi-space-size=16', 'apps/server/dist/main.js'], {
    env: {
      LOG_LEVEL: 'warn',
      ...process.env,
      NODE_ENV: 'development',
      PORT: String(serverPort),
      ISSUER: issuer,
      DEMO_PORTS: ports.join(','),
    },
    show: (line) => (announced ? console.log(line) : welcome.push(line)),
  })
  return welcome
}

/** DATABASE_URL is the server's; the apps have databases of their own. */
const withoutDatabase = ({ DATABASE_URL: _database, ...env }) => env

/** The production build of an example app, by its own `start`, with its own port. Warnings and errors are shown. */
function startApplication({ name, folder }, port) {
  const cwd = resolve('examples', folder)
  const { scripts } = JSON.parse(readFileSync(resolve(cwd, 'package.json'), 'utf8'))
  const url = `http://localhost:${port}`
  const script = scripts.start.replaceAll(/\b300[123]\b/g, port)
  start(`The ${name} app`, 'sh', ['-c', script], {
    cwd,
    env: {
      ...withoutDatabase(process.env),
      ...withoutTelemetry,
      PATH: [resolve(cwd, 'node_modules/.bin'), resolve('node_modules/.bin'), process.env.PATH].join(delimiter),
      NODE_ENV: 'production',
      PORT: String(port),
      HOST: '127.0.0.1',
      VESTIBULE_ISSUER: issuer,
      VESTIBULE_CLIENT_ID: `example-${folder}`,
      VESTIBULE_CLIENT_SECRET: `example-${folder}-secret-for-loopback-only`,
      VESTIBULE_SECRET: `the demo of ${folder} on loopback and nothing else`,
      VESTIBULE_URL: url,
    },
    show: (line, source) => announced && source === 'stderr' && line.trim() && console.error(`${name}: ${line}`),
  })
}

async function answering(name, url) {
  const deadline = Date.now() + startTimeout
  while (!ending) {
    const answer = await fetch(url).catch(() => null)
    if (answer && answer.status < 500) return
    if (Date.now() > deadline) {
      console.error(`\n  ${name} does not answer at ${url}, so the demo ends.\n`)
      return end(1)
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

function announce(welcome) {
  announced = true
  const link = (path) => welcome.join('\n').match(new RegExp(`${issuer}${path}\\S*`))?.[0]
  const mailbox = link('/dev/mailbox')
  const operator = link('/dev/operator/')
  const lines = [
    ['Start here', issuer],
    ...(mailbox ? [['Mailbox', `${mailbox}   the sign-in codes arrive here`]] : []),
    ...applications.map(({ name }, index) => [name, `http://localhost:${ports[index]}`]),
    ...(operator ? [['First operator', `${operator}   works once, within an hour`]] : []),
  ]
  console.log(`
  Vestibule and three applications are running. Ctrl-C ends them all.

${lines.map(([name, text]) => `    ${name.padEnd(16)}${text}`).join('\n')}
`)
}

await checkSettings()
await install()
await build({ notice: 'Building the server and three applications. The first time, that takes a minute or two.' })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void end(0))
const welcome = startServer()
await answering('The server', `${issuer}/health/ready`)
for (const [index, application] of applications.entries()) startApplication(application, ports[index])
for (const [index, { name }] of applications.entries())
  await answering(`The ${name} app`, `http://localhost:${ports[index]}`)
if (!ending) announce(welcome)
