// `npm run bench`: ours beside oidc-provider, better-auth and Keycloak on this machine, in turns, medians. Everything keeps its
// codes, tokens and sessions on disk (fsync of SQLite or PostgreSQL), except oidc-provider once more
// in memory. A server has one core, together with its database; the load has the other. What counts is the CPU that an
// operation costs the server and its database. It takes about a quarter of an hour, and is never part of a test.
//
//   BENCH_ONLY=W4,workers   these parts only: W1 to W7, workers, starts, page
//   BENCH_PEERS=keycloak    these peers only: oidc-provider(-memory, -sqlite), better-auth, keycloak
//   BENCH_SECONDS, BENCH_ROUNDS, BENCH_STARTS   longer or shorter (2 s, 5 rounds, 15 starts)
//   BENCH_SAVE=1            writes docs/performance and its tables; parts that were not measured stay as they are
//   BENCH_PROFILE=folder    a CPU profile of ours
import { spawnSync } from 'node:child_process'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { end, openFloor, openServers } from './contest.mjs'
import { measurePages } from './login-pages.mjs'
import { print, saveSpeed } from './report/save.mjs'
import { inFlight, proportionalMemory } from './servers.mjs'
import { measureStarts } from './starts.mjs'
import { takeTurns } from './turns.mjs'
import { compareWorkers } from './workers.mjs'
import { tokensOf, workloads } from './workloads.mjs'

const seconds = Number(process.env.BENCH_SECONDS ?? 2)
const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
const only = process.env.BENCH_ONLY?.split(',')
const profile = process.env.BENCH_PROFILE
const wanted = (part) => !only || only.includes(part)
const names = Object.keys(workloads(new Map()))

/** What a core can do at most. */
function limitsOf() {
  const program = join(import.meta.dirname, 'programs/limits.mjs')
  return JSON.parse(spawnSync('taskset', ['-c', '1', process.execPath, program], { encoding: 'utf8' }).stdout)
}

/** `absent`: the peers that could not take part, with their reasons. */
async function measureWorkloads(servers, floor, absent) {
  const held = new Map()
  const results = {}
  for (const [name, work] of Object.entries(workloads(held))) {
    const id = name.slice(0, 2)
    if (!wanted(id)) continue
    // Anew, because they are valid for ten minutes.
    for (const server of servers) held.set(server, await tokensOf(server))
    const measured = floor.peer.only.includes(id) ? [...servers, floor] : servers
    results[name] = await takeTurns(measured, work, { rounds, seconds })
    if (id === 'W6') for (const server of servers) results[name][server.id].memory = proportionalMemory(server)
    print(name, results[name])
    for (const [peer, failed] of Object.entries(absent)) results[name][peer] = { failed }
  }
  return results
}

const results = { date: new Date().toISOString().slice(0, 10), rounds, seconds, inFlight }
if (names.some((name) => wanted(name.slice(0, 2))) || wanted('starts') || wanted('page')) {
  const { servers, failed } = await openServers(process.env.BENCH_PEERS?.split(','), { profile })
  const floor = await openFloor(servers[0].origin)
  const versions = Object.fromEntries(servers.map(({ id, peer }) => [id, peer.version]))
  Object.assign(results, { versions, workloads: await measureWorkloads(servers, floor, failed) })
  if (wanted('page')) results.pages = await measurePages(servers)
  // A profile is written at the end.
  for (const server of servers) await end(server, server.ours && profile ? 'SIGTERM' : 'SIGKILL')
  await end(floor)
  if (wanted('starts')) results.starts = await measureStarts(servers)
  for (const { database } of servers) await database?.stop()
}
if (wanted('workers')) results.workers = await compareWorkers({ rounds, seconds })
results.machine = { processor: cpus()[0]?.model ?? '', cores: cpus().length, node: process.version, ...limitsOf() }
print('machine', results.machine)
if (process.env.BENCH_SAVE) saveSpeed(results)
process.exit(0)
