// `pnpm --filter @vestibule/bench bench:slow-disk [<checkout>]`: what commits do to reads, on the disk of this machine and
// on one that takes 3 ms longer for each fsync. Sixteen connections ask for userinfo, alone and while eight others refresh;
// then one refreshes alone. Latencies in milliseconds. With another checkout (built), both take turns. Needs a C compiler.
// Never part of a test.
//
//   BENCH_SECONDS, BENCH_ROUNDS   longer or shorter (2 s, 5 rounds)    BENCH_DISK_MS   another disk
import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Connection } from './http.mjs'
import { form, median, ourProgram, ourSettings, signInByCode, start, visit } from './servers.mjs'
import { flow, workloads } from './workloads.mjs'

const seconds = Number(process.env.BENCH_SECONDS ?? 2)
const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
const diskMs = process.env.BENCH_DISK_MS ?? '3'
const readers = 16
const writers = 8

const library = join(mkdtempSync(join(tmpdir(), 'vestibule-slow-disk-')), 'slow-disk.so')
execFileSync('cc', ['-shared', '-fPIC', '-O2', '-o', library, join(import.meta.dirname, 'slow-disk.c'), '-ldl'])

const checkout = process.argv[2]
const programs = {
  this: ourProgram,
  ...(checkout ? { other: resolve(process.env.INIT_CWD ?? '.', checkout, 'apps/server/dist/main.js') } : {}),
}
const disks = { 'this disk': {}, [`${diskMs} ms more`]: { LD_PRELOAD: library, SLOW_DISK_MS: diskMs } }

const held = new Map()
const work = workloads(held)

async function open(name, disk, port) {
  const server = await start(name, port, [programs[name]], { ...ourSettings, ...disks[disk] })
  const { location } = await signInByCode(server, 'ada@example.test')
  await visit(server, 'POST', location, { headers: `${form}Origin: ${server.origin}\r\n`, body: 'given_name=Ada' })
  while (server.connections.length < readers + writers) server.connections.push(new Connection(port))
  held.set(server, await Promise.all(server.connections.map((_, lane) => flow(server, lane))))
  return { server, disk, results: [] }
}

/** Asks on some connections until `end`, and returns the latencies in milliseconds. The load never sleeps (servers.mjs). */
async function load(server, ask, lanes, end) {
  const latencies = []
  const spin = () => performance.now() < end && setImmediate(spin)
  spin()
  await Promise.all(
    lanes.map(async (lane) => {
      while (performance.now() < end) {
        const at = performance.now()
        if (!(await ask(server, lane))) throw new Error(`${server.name}: an answer was wrong`)
        latencies.push(performance.now() - at)
      }
    }),
  )
  return latencies.sort((a, b) => a - b)
}

const at = (latencies, share) => latencies[Math.min(Math.floor(latencies.length * share), latencies.length - 1)]
const lanes = (from, count) => Array.from({ length: count }, (_, index) => from + index)

async function measure({ server, results }) {
  const ask = { userinfo: work['W4 userinfo'], refresh: work['W5 refresh'] }
  const end = (share = 1) => performance.now() + share * seconds * 1000
  const undisturbed = await load(server, ask.userinfo, lanes(0, readers), end(0.5))
  const until = end()
  const [reads, writes] = await Promise.all([
    load(server, ask.userinfo, lanes(0, readers), until),
    load(server, ask.refresh, lanes(readers, writers), until),
  ])
  const lone = await load(server, ask.refresh, [readers], end(0.5))
  results.push({
    'userinfo alone p50': at(undisturbed, 0.5),
    'alone p99': at(undisturbed, 0.99),
    'beside refreshes p50': at(reads, 0.5),
    'beside p99': at(reads, 0.99),
    'userinfo /s': reads.length / seconds,
    'refresh /s': writes.length / seconds,
    'refresh p50': at(writes, 0.5),
    'refresh p99': at(writes, 0.99),
    'one refresh p50': at(lone, 0.5),
    'one p99': at(lone, 0.99),
  })
}

const opened = []
for (const disk of Object.keys(disks))
  for (const name of Object.keys(programs)) opened.push(await open(name, disk, 4821 + opened.length))
// The one that begins changes from round to round, so that none always follows the same.
for (let round = 0; round < rounds; round++)
  for (const one of round % 2 ? opened.toReversed() : opened) await measure(one)

console.table(
  opened.map(({ server, disk, results }) => ({
    disk,
    program: server.name,
    ...Object.fromEntries(
      Object.keys(results[0]).map((key) => [
        key,
        Number(median(results.map((one) => one[key])).toFixed(key.endsWith('/s') ? 0 : 2)),
      ]),
    ),
  })),
)
process.exit(0)
