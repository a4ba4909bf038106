// `pnpm bench`: ours and its peer on this machine, one after the other in turns, medians and ratios. Ours keeps every
// code, token and session on disk (SQLite, synchronous=FULL); the peer keeps its own in memory. The servers share one
// core and the load has the other (bench/http.mjs: a general HTTP client would be the bottleneck). Never part of a test.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Connection, cookiesOf, locationOf } from './http.mjs'

const seconds = Number(process.env.BENCH_SECONDS ?? 2)
const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const inFlight = 16
const form = 'Content-Type: application/x-www-form-urlencoded\r\n'
const authorization = `Authorization: Basic ${Buffer.from('app:app-secret-0123456789').toString('base64')}\r\n`
const query = `client_id=app&redirect_uri=https%3A%2F%2Frp.test%2Fcb&response_type=code&scope=openid%20profile%20email&state=s&nonce=n`

const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'vestibule-bench-'))

async function start(name, port, command, env) {
  const started = performance.now()
  const profile =
    process.env.BENCH_PROFILE && name === 'vestibule'
      ? ['--cpu-prof', `--cpu-prof-dir=${process.env.BENCH_PROFILE}`]
      : []
  const child = spawn('taskset', ['-c', '1', process.execPath, ...profile, ...command], {
    cwd: folder,
    env: { PATH: process.env.PATH, PORT: String(port), NODE_ENV: 'development', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  // Until the first 200 of the metadata.
  const ready = () =>
    fetch(`http://127.0.0.1:${port}/.well-known/openid-configuration`).then(
      async (answer) => (await answer.text()) && answer.status === 200,
      () => false,
    )
  while (!(await ready())) await new Promise((resolve) => setTimeout(resolve, 5))
  const startMs = performance.now() - started
  const connections = await Promise.all(Array.from({ length: inFlight }, () => new Connection(port).open()))
  return { name, connections, child, cookies: '', startMs, output: () => output, origin: `http://localhost:${port}` }
}

async function ask(server, method, path, { headers = '', body = '', lane = 0 } = {}) {
  const cookie = server.cookies ? `Cookie: ${server.cookies}\r\n` : ''
  const { status, head, text } = await server.connections[lane].ask(method, path, cookie + headers, body)
  return { status, head, text, location: locationOf(head) }
}

/** The same, keeping the cookies that come back. */
async function visit(server, method, path, given) {
  const answer = await ask(server, method, path, given)
  const kept = new Map(
    server.cookies
      .split('; ')
      .filter(Boolean)
      .map((pair) => pair.split(/=(.*)/s, 2)),
  )
  for (const [name, value] of cookiesOf(answer.head)) kept.set(name, value)
  server.cookies = [...kept].map(([name, value]) => `${name}=${value}`).join('; ')
  return answer
}

const signIn = {
  async vestibule(server) {
    const began = await visit(server, 'GET', `/authorize?${query}`)
    const post = (path, body) => visit(server, 'POST', path, { headers: `${form}Origin: ${server.origin}\r\n`, body })
    await post(began.location, 'email=ada%40example.test')
    while (!/^.*│ {5}\d{6}$/m.test(server.output())) await new Promise((resolve) => setTimeout(resolve, 20))
    const code = /│ {5}(\d{6})$/m.exec(server.output())?.[1]
    const next = await post(`${began.location}/code`, `code=${code}`)
    await post(next.location, 'given_name=Ada')
  },
  async peer(server) {
    let answer = await visit(server, 'GET', `/auth?${query}`)
    while (answer.location && !answer.location.startsWith('https://rp.test'))
      answer = await visit(server, 'GET', answer.location.replace(server.origin, ''))
  },
}

async function measure(server, work) {
  const latencies = []
  const end = performance.now() + seconds * 1000
  let failed = 0
  await Promise.all(
    Array.from({ length: inFlight }, async (_, lane) => {
      while (performance.now() < end) {
        const at = performance.now()
        if (!(await work(server, lane))) failed += 1
        latencies.push(performance.now() - at)
      }
    }),
  )
  if (failed > 0) throw new Error(`${server.name}: ${failed} answers were wrong`)
  latencies.sort((a, b) => a - b)
  return { rate: latencies.length / seconds, p99: latencies[Math.floor(latencies.length * 0.99)] }
}

const memory = (server) =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024)
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]

const ours = await start('vestibule', 4801, [join(root, 'apps/server/dist/main.js')], {
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
})
const peer = await start('oidc-provider', 4802, [join(import.meta.dirname, 'peer.mjs')], {})
const paths = {
  vestibule: { authorize: '/authorize', token: '/token', userinfo: '/userinfo', introspect: '/introspect' },
  'oidc-provider': { authorize: '/auth', token: '/token', userinfo: '/me', introspect: '/token/introspection' },
}
await signIn.vestibule(ours)
await signIn.peer(peer)

const post = (server, path, body, lane) => ask(server, 'POST', path, { headers: form + authorization, body, lane })
const bearer = (token) => `Authorization: Bearer ${token}\r\n`
const flow = async (server, lane) => {
  const at = paths[server.name]
  const { location } = await ask(server, 'GET', `${at.authorize}?${query}`, { lane })
  const code = /[?&]code=([^&]+)/.exec(location ?? '')?.[1]
  const tokens = JSON.parse(
    (
      await post(
        server,
        at.token,
        `grant_type=authorization_code&redirect_uri=https%3A%2F%2Frp.test%2Fcb&code=${code}`,
        lane,
      )
    ).text,
  )
  const info = await ask(server, 'GET', at.userinfo, { headers: bearer(tokens.access_token), lane })
  return info.status === 200 ? tokens : null
}
const lanes = new Map()
for (const server of [ours, peer])
  lanes.set(server, await Promise.all(Array.from({ length: inFlight }, (_, lane) => flow(server, lane))))

const workloads = {
  'W1 discovery': async (server, lane) =>
    (await ask(server, 'GET', '/.well-known/openid-configuration', { lane })).status === 200,
  'W2 jwks': async (server, lane) => (await ask(server, 'GET', '/jwks', { lane })).status === 200,
  'W3 client_credentials': async (server, lane) =>
    (await post(server, paths[server.name].token, 'grant_type=client_credentials', lane)).status === 200,
  'W4 userinfo': async (server, lane) => {
    const headers = bearer(lanes.get(server)[lane].access_token)
    return (await ask(server, 'GET', paths[server.name].userinfo, { headers, lane })).status === 200
  },
  'W5 refresh': async (server, lane) => {
    const body = `grant_type=refresh_token&refresh_token=${lanes.get(server)[lane].refresh_token}`
    const answer = await post(server, paths[server.name].token, body, lane)
    if (answer.status === 200) lanes.get(server)[lane] = JSON.parse(answer.text)
    return answer.status === 200
  },
  'W6 code flow': async (server, lane) => (await flow(server, lane)) !== null,
  'W7 introspection': async (server, lane) => {
    const body = `token=${lanes.get(server)[lane].access_token}`
    return (await post(server, paths[server.name].introspect, body, lane)).status === 200
  },
}

const idle = [ours, peer].map(memory)
const rows = []
const only = process.env.BENCH_ONLY?.split(',')
for (const [name, work] of Object.entries(workloads)) {
  if (only && !only.includes(name.slice(0, 2))) continue
  const results = new Map([ours, peer].map((server) => [server, []]))
  for (let round = 0; round < rounds; round++)
    for (const server of [ours, peer]) results.get(server).push(await measure(server, work))
  const [a, b] = [ours, peer].map((server) => ({
    rate: median(results.get(server).map((one) => one.rate)),
    p99: median(results.get(server).map((one) => one.p99)),
  }))
  rows.push({
    workload: name,
    'ours /s': Math.round(a.rate),
    'peer /s': Math.round(b.rate),
    ratio: Number((a.rate / b.rate).toFixed(2)),
    'ours p99 ms': Number(a.p99.toFixed(1)),
    'peer p99 ms': Number(b.p99.toFixed(1)),
  })
  console.log(rows.at(-1))
}
console.table(rows)
const machine = {
  startMs: [ours, peer].map((one) => Math.round(one.startMs)),
  idleMb: idle,
  afterMb: [ours, peer].map(memory),
}
console.log('ours, peer:', machine)
writeFileSync(join(import.meta.dirname, 'results.json'), `${JSON.stringify({ rows, machine }, null, 2)}\n`)
// A profile is written at the end.
ours.child.kill(process.env.BENCH_PROFILE ? 'SIGTERM' : 'SIGKILL')
peer.child.kill('SIGKILL')
if (process.env.BENCH_PROFILE) await new Promise((resolve) => ours.child.on('exit', resolve))
rmSync(folder, { recursive: true, force: true })
process.exit(0)
