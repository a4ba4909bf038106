// Starts servers on one core of this machine, keeps the other for the load, and measures them.
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../scripts/test-postgres.mjs'
import { Connection, cookiesOf, locationOf } from './http.mjs'

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
process.setMaxListeners(200)

const [loadCore, serverCore] = ['0', '1']
/** Where a server with several processes runs, and its load with it. */
export const allCores = `${loadCore},${serverCore}`

export const root = join(import.meta.dirname, '..')
export const inFlight = 16
export const form = 'Content-Type: application/x-www-form-urlencoded\r\n'
export const basic = `Authorization: Basic ${Buffer.from('app:app-secret-0123456789').toString('base64')}\r\n`
export const bearer = (token) => `Authorization: Bearer ${token}\r\n`
export const redirectUri = 'redirect_uri=https%3A%2F%2Frp.test%2Fcb'
/** Its scope is the last: better-auth needs one more. */
export const query = `client_id=app&${redirectUri}&response_type=code&state=s&nonce=n&scope=openid%20profile%20email`

/** Ours as it is measured: everything on, but the limits that would stop a benchmark. */
export const ourSettings = {
  // Its mailbox, where the codes of sign-in are read, is there only in development.
  NODE_ENV: 'development',
  LIMIT_MAIL_PER_ADDRESS: 'off',
  LIMIT_PER_NETWORK: 'off',
  LOG_LEVEL: 'warn',
  ONBOARDING: 'profile',
  OIDC_CLIENT_ID_0: 'app',
  OIDC_CLIENT_0_SECRET: 'app-secret-0123456789',
  OIDC_CLIENT_0_REDIRECT_URIS: 'https://rp.test/cb',
  OIDC_CLIENT_0_SCOPES: 'openid,profile,email,x',
  OIDC_CLIENT_0_GRANT_TYPES: 'authorization_code,refresh_token,client_credentials',
  OIDC_CLIENT_0_ID_TOKEN_SIGNED_RESPONSE_ALG: 'ES256',
  OIDC_CLIENT_0_ORGANIZATION: 'none',
}
export const ourProgram = join(root, 'apps/server/dist/main.js')

/**
 * Starts a program of Node's, or another one where `program` names it. `ready`: the path whose first 200 says that it
 * serves. `folder`: where its database and key are, a new one unless given. `cores`: which it may use.
 */
export async function start(
  name,
  port,
  command,
  env,
  {
    ready = '/.well-known/openid-configuration',
    profile,
    folder = mkdtempSync(join(tmpdir(), 'vestibule-bench-')),
    cores = serverCore,
    program = process.execPath,
  } = {},
) {
  const started = performance.now()
  const flags = profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : []
  const child = spawn('taskset', ['-c', cores, program, ...flags, ...command], {
    cwd: folder,
    env: { PATH: process.env.PATH, PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.once('exit', () => kill(child.pid))
  let output = ''
  child.stdout.on('data', (chunk) => {
    output = (output + chunk).slice(-20_000)
  })
  const answers = () =>
    fetch(`http://127.0.0.1:${port}${ready}`).then(
      async (answer) => (await answer.text()) && answer.status === 200,
      () => false,
    )
  while (!(await answers())) {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${output}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const startMs = performance.now() - started
  const connections = Array.from({ length: inFlight }, () => new Connection(port))
  return {
    name,
    connections,
    child,
    processes: [child.pid],
    folder,
    cookies: '',
    startMs,
    output: () => output,
    origin: `http://localhost:${port}`,
  }
}

/** One request. `lane` is the connection; `cookies` as a header's value. */
export async function ask(server, method, path, { headers = '', body = '', lane = 0, cookies = server.cookies } = {}) {
  const cookie = cookies ? `Cookie: ${cookies}\r\n` : ''
  const { status, head, text } = await server.connections[lane].ask(method, path, cookie + headers, body)
  return { status, head, text, location: locationOf(head) }
}

export const post = (server, path, body, lane) =>
  ask(server, 'POST', path, { headers: form + basic + (server.proofOf?.('POST', path) ?? ''), body, lane })

/** What a browser does: it keeps the cookies that come back in `jar`, an object with `cookies`. */
export async function visit(server, method, path, { jar = server, ...given } = {}) {
  const answer = await ask(server, method, path, { ...given, cookies: jar.cookies })
  const kept = new Map(
    jar.cookies
      .split('; ')
      .filter(Boolean)
      .map((pair) => pair.split(/=(.*)/s, 2)),
  )
  for (const [name, value] of cookiesOf(answer.head)) kept.set(name, value)
  jar.cookies = [...kept].map(([name, value]) => `${name}=${value}`).join('; ')
  return answer
}

/** Signs somebody in at ours by the code that it prints. Returns where it leads: onboarding, or back to the client. */
export async function signInByCode(server, email, jar = server, lane = 0) {
  const began = await visit(server, 'GET', `/authorize?${query}`, { jar, lane })
  const send = (path, body) =>
    visit(server, 'POST', path, { headers: `${form}Origin: ${server.origin}\r\n`, body, jar, lane })
  const asked = await send(began.location, `email=${encodeURIComponent(email)}`)
  for (;;) {
    const code = await codeFor(server, email)
    if (code) return send(asked.location, `code=${code}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** The code of the newest mail to an address, from the mailbox page of a development server; null while there is none. */
async function codeFor({ origin }, email) {
  const read = async (path) => (await fetch(origin + path)).text()
  const row = (await read('/dev/mailbox')).split('<li>').find((part) => part.includes(email))
  const path = /href="([^"]*)"/.exec(row ?? '')?.[1]
  return path ? (/\b\d{6}\b/.exec((await read(path)).split('<pre')[1] ?? '')?.[0] ?? null) : null
}

/**
 * Sixteen requests in flight for `seconds`: how many a second, and the latencies in milliseconds. The load never sleeps:
 * to wake a process costs whoever writes to its socket 20 to 30 µs on a virtual machine, which would be measured as the
 * server's. `shared`: the server needs the core of the load too, so that it has to sleep.
 */
export async function measure(server, work, seconds, { shared = false } = {}) {
  const latencies = []
  const end = performance.now() + seconds * 1000
  let failed = 0
  const spin = () => performance.now() < end && setImmediate(spin)
  if (!shared) spin()
  await Promise.all(
    Array.from({ length: inFlight }, async (_, lane) => {
      while (performance.now() < end) {
        const at = performance.now()
        if (!(await work(server, lane))) failed += 1
        latencies.push(performance.now() - at)
      }
    }),
  )
  if (failed > 0) throw new Error(`${server.name}: ${failed} of ${latencies.length} answers were wrong`)
  latencies.sort((a, b) => a - b)
  const at = (share) => latencies[Math.floor(latencies.length * share)]
  return { rate: latencies.length / seconds, p50: at(0.5), p99: at(0.99) }
}

/** Ticks of the kernel's clock in a second, in which it counts the CPU of a process. */
const ticks = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/** The fields of proc_pid_stat(5) after the name, from the state on. */
const statOf = (pid) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')

/** A process and everything that it started. */
export function treeOf(root) {
  const parents = new Map()
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      parents.set(Number(pid), Number(statOf(pid)[1]))
    } catch {
      // It has ended.
    }
  const tree = parents.has(root) ? [root] : []
  for (const pid of tree) for (const [child, parent] of parents) if (parent === pid) tree.push(child)
  return tree
}

/** Ends a process and everything that it started. */
export function kill(root, signal = 'SIGKILL') {
  for (const pid of treeOf(root))
    try {
      process.kill(pid, signal)
    } catch {
      // It has ended.
    }
}

/** Seconds of CPU that processes have used with all that they started: in user mode, in the kernel, and their ended children's. */
export function cpuOf(pids) {
  const seconds = pids.flatMap(treeOf).map((pid) => {
    const fields = statOf(pid)
    return [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0) / ticks
  })
  return seconds.reduce((sum, value) => sum + value, 0)
}

/** Seconds that the core of the servers has been busy, whoever used it (proc_stat(5)). */
export function busyCore() {
  const line = readFileSync('/proc/stat', 'utf8')
    .split('\n')
    .find((text) => text.startsWith(`cpu${serverCore} `))
  const [, user, nice, system, , , interrupts, softInterrupts, stolen] = line.split(' ').map(Number)
  return (user + nice + system + interrupts + softInterrupts + stolen) / ticks
}

/** Keeps a process to some cores. */
const pin = (pid, cores) => execFileSync('taskset', ['-acp', cores, String(pid)], { stdio: 'ignore' })

/** Keeps a server with all that it started to some cores, from now on. */
export function placeServer(server, cores = serverCore) {
  for (const pid of treeOf(server.child.pid)) pin(pid, cores)
}

/** Where the load runs: on its own core, or with a server that needs both. */
export const placeLoad = (cores = loadCore) => pin(process.pid, cores)

placeLoad()

/** A PostgreSQL that is measured shares the cores of the server that asks it. */
export async function startDatabase(cores = serverCore) {
  const database = await startPostgres({ durable: true })
  for (const pid of treeOf(database.pid)) pin(pid, cores)
  return database
}

/** Proportional set size of a server with all that it started, without its database, in megabytes (proc_pid_smaps_rollup). */
export const proportionalMemory = (server) =>
  Math.round(
    treeOf(server.child.pid)
      .map((pid) => Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0))
      .reduce((sum, value) => sum + value, 0) / 1024,
  )
export const memory = (server) =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024)
export const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
