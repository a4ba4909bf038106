// `pnpm bench`: ours and its peer on this machine, in turns, medians and ratios. Ours keeps every code, token and
// session on disk (SQLite with synchronous=FULL, and PostgreSQL where it is installed); the peer keeps its own in memory.
// The servers share one core and the load has the other (http.mjs: a general HTTP client would be the bottleneck).
// Never part of a test.
//
//   BENCH_ONLY=W4,W5   these workloads only    BENCH_SECONDS, BENCH_ROUNDS   longer or shorter (2 s, 5 rounds)
//   BENCH_SAVE=1       write docs/performance  BENCH_PROFILE=folder          a CPU profile of ours
import { randomBytes } from 'node:crypto'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { findPostgres } from '../scripts/test-postgres.mjs'
import { save } from './report.mjs'
import {
  form,
  inFlight,
  measure,
  median,
  memory,
  ourProgram,
  ourSettings,
  query,
  signInByCode,
  start,
  startDatabase,
  visit,
} from './servers.mjs'
import { tokensOf, workloads } from './workloads.mjs'

const seconds = Number(process.env.BENCH_SECONDS ?? 2)
const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
const only = process.env.BENCH_ONLY?.split(',')
const profile = process.env.BENCH_PROFILE

const bareHono = 'bare Hono'
const ours = await start('vestibule', 4801, [ourProgram], ourSettings, { profile })
const peer = await start('oidc-provider', 4802, [join(import.meta.dirname, 'peer.mjs')], {})
const bare = await start(bareHono, 4803, [join(import.meta.dirname, 'limits.mjs')], {
  SAME_AS: `${ours.origin}/.well-known/openid-configuration`,
})
const postgres = findPostgres() ? await startDatabase() : null
const onPostgres = postgres
  ? await start('vestibule on PostgreSQL', 4804, [ourProgram], {
      ...ourSettings,
      DATABASE_URL: postgres.url,
      SECRET: randomBytes(48).toString('base64'),
    })
  : null
const servers = [ours, peer, ...(onPostgres ? [onPostgres] : [])]
const idleMb = [ours, peer].map(memory)

for (const server of servers) {
  if (server === peer) {
    let answer = await visit(server, 'GET', `/auth?${query}`)
    while (answer.location && !answer.location.startsWith('https://rp.test'))
      answer = await visit(server, 'GET', answer.location.replace(server.origin, ''))
    continue
  }
  const { location } = await signInByCode(server, 'ada@example.test')
  await visit(server, 'POST', location, { headers: `${form}Origin: ${server.origin}\r\n`, body: 'given_name=Ada' })
}
const held = new Map()
for (const server of servers) held.set(server, await tokensOf(server))

const limits = JSON.parse(bare.output())
/** What bounds a workload, as a name and a rate. */
const boundOf = {
  W1: ['bare Hono', null],
  W2: ['bare Hono', null],
  W3: ['signatures', limits.signatures],
  W5: ['two signatures', limits.signatures / 2],
  W6: ['two signatures', limits.signatures / 2],
}

const rows = []
const round = (value, digits = 0) => Number(value.toFixed(digits))
for (const [name, work] of Object.entries(workloads(held))) {
  const id = name.slice(0, 2)
  if (only && !only.includes(id)) continue
  const measured = id === 'W1' || id === 'W2' ? [...servers, bare] : servers
  const results = new Map(measured.map((server) => [server, []]))
  for (let turn = 0; turn < rounds; turn++)
    for (const server of measured) results.get(server).push(await measure(server, work, seconds))
  const of = (server, what) => median(results.get(server).map((one) => one[what]))
  const rate = of(ours, 'rate')
  const [bound, most] = boundOf[id] ?? []
  rows.push({
    workload: name,
    'ours /s': round(rate),
    'peer /s': round(of(peer, 'rate')),
    ratio: round(rate / of(peer, 'rate'), 2),
    ...(onPostgres ? { 'ratio on PostgreSQL': round(of(onPostgres, 'rate') / of(peer, 'rate'), 2) } : {}),
    'ours p99 ms': round(of(ours, 'p99'), 1),
    'peer p99 ms': round(of(peer, 'p99'), 1),
    'of the limit': bound ? `${round((100 * rate) / (most ?? of(bare, 'rate')))} % of ${bound}` : '',
  })
  console.log(JSON.stringify(rows.at(-1)))
}
console.table(rows)

const afterMb = [ours, peer].map(memory)
const startMs = [[], []]
if (!only)
  for (let turn = 0; turn < 5; turn++) {
    // On a database that is migrated already: the one of the run.
    const again = await start('vestibule', 4805, [ourProgram], ourSettings, { folder: ours.folder })
    startMs[0].push(Math.round(again.startMs))
    again.child.kill('SIGKILL')
    const other = await start('oidc-provider', 4806, [join(import.meta.dirname, 'peer.mjs')], {})
    startMs[1].push(Math.round(other.startMs))
    other.child.kill('SIGKILL')
  }
const machine = {
  processor: cpus()[0]?.model ?? '',
  node: process.version,
  inFlight,
  rounds,
  seconds,
  limits,
  startMs: startMs.map((values) => (values.length > 0 ? median(values) : 0)),
  idleMb,
  afterMb,
}
console.log('ours, peer:', machine)
if (process.env.BENCH_SAVE) save('speed', { rows, machine })

// A profile is written at the end.
ours.child.kill(profile ? 'SIGTERM' : 'SIGKILL')
if (profile) await new Promise((resolve) => ours.child.on('exit', resolve))
for (const server of [peer, bare, onPostgres]) server?.child.kill('SIGKILL')
await postgres?.stop()
process.exit(0)
