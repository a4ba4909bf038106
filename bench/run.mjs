// `pnpm bench`: ours and its peer on this machine, one after the other in turns, medians and ratios. Ours keeps every
// code, token and session on disk (SQLite, synchronous=FULL); the peer keeps its own in memory. The servers share one
// core and the load has the other. A load generator in JavaScript saturates before the fastest workloads do: ratios
// of W1 and W2 are therefore too low. Never part of a test.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'undici'

const seconds = Number(process.env.BENCH_SECONDS ?? 2)
const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const inFlight = 16
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const authorization = `Basic ${Buffer.from('app:app-secret-0123456789').toString('base64')}`
const query = `client_id=app&redirect_uri=https%3A%2F%2Frp.test%2Fcb&response_type=code&scope=openid%20profile%20email&state=s&nonce=n`

const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'vestibule-bench-'))

async function start(name, port, command, env) {
  const started = performance.now()
  const child = spawn('taskset', ['-c', '1', process.execPath, ...command], {
    cwd: folder,
    env: { PATH: process.env.PATH, PORT: String(port), NODE_ENV: 'development', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: inFlight })
  for (;;) {
    const ready = await pool.request({ path: '/.well-known/openid-configuration', method: 'GET' }).catch(() => null)
    await ready?.body.dump()
    if (ready?.statusCode === 200) break
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return {
    name,
    pool,
    child,
    cookies: new Map(),
    startMs: performance.now() - started,
    output: () => output,
    origin: `http://localhost:${port}`,
  }
}

async function ask(server, method, path, { headers = {}, body } = {}) {
  const cookie = [...server.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const answer = await server.pool.request({
    method,
    path,
    body,
    headers: { host: server.origin.slice(7), ...(cookie ? { cookie } : {}), ...headers },
  })
  const text = await answer.body.text()
  for (const one of [answer.headers['set-cookie'] ?? []].flat()) {
    const [pair] = one.split(';')
    server.cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
  }
  return { status: answer.statusCode, location: answer.headers.location, text }
}

const signIn = {
  async vestibule(server) {
    const began = await ask(server, 'GET', `/authorize?${query}`)
    const post = (path, body) => ask(server, 'POST', path, { headers: { ...form, origin: server.origin }, body })
    await post(began.location, 'email=ada%40example.test')
    while (!/^.*│ {5}\d{6}$/m.test(server.output())) await new Promise((resolve) => setTimeout(resolve, 20))
    const code = /│ {5}(\d{6})$/m.exec(server.output())?.[1]
    const next = await post(`${began.location}/code`, `code=${code}`)
    await post(next.location, 'given_name=Ada')
  },
  async peer(server) {
    let answer = await ask(server, 'GET', `/auth?${query}`)
    while (answer.location && !answer.location.startsWith('https://rp.test'))
      answer = await ask(server, 'GET', answer.location.replace(server.origin, ''))
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

const post = (server, path, body) => ask(server, 'POST', path, { headers: { ...form, authorization }, body })
const flow = async (server) => {
  const at = paths[server.name]
  const { location } = await ask(server, 'GET', `${at.authorize}?${query}`)
  const code = /[?&]code=([^&]+)/.exec(location ?? '')?.[1]
  const tokens = JSON.parse(
    (await post(server, at.token, `grant_type=authorization_code&redirect_uri=https%3A%2F%2Frp.test%2Fcb&code=${code}`))
      .text,
  )
  const info = await ask(server, 'GET', at.userinfo, { headers: { authorization: `Bearer ${tokens.access_token}` } })
  return info.status === 200 ? tokens : null
}
const lanes = new Map()
for (const server of [ours, peer])
  lanes.set(server, await Promise.all(Array.from({ length: inFlight }, () => flow(server))))

const workloads = {
  'W1 discovery': async (server) => (await ask(server, 'GET', '/.well-known/openid-configuration')).status === 200,
  'W2 jwks': async (server) => (await ask(server, 'GET', '/jwks')).status === 200,
  'W3 client_credentials': async (server) =>
    (await post(server, paths[server.name].token, 'grant_type=client_credentials')).status === 200,
  'W4 userinfo': async (server, lane) =>
    (
      await ask(server, 'GET', paths[server.name].userinfo, {
        headers: { authorization: `Bearer ${lanes.get(server)[lane].access_token}` },
      })
    ).status === 200,
  'W5 refresh': async (server, lane) => {
    const answer = await post(
      server,
      paths[server.name].token,
      `grant_type=refresh_token&refresh_token=${lanes.get(server)[lane].refresh_token}`,
    )
    if (answer.status === 200) lanes.get(server)[lane] = JSON.parse(answer.text)
    return answer.status === 200
  },
  'W6 code flow': async (server) => (await flow(server)) !== null,
  'W7 introspection': async (server, lane) =>
    (await post(server, paths[server.name].introspect, `token=${lanes.get(server)[lane].access_token}`)).status === 200,
}

const idle = [ours, peer].map(memory)
const rows = []
for (const [name, work] of Object.entries(workloads)) {
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
for (const { child } of [ours, peer]) child.kill('SIGKILL')
rmSync(folder, { recursive: true, force: true })
process.exit(0)
