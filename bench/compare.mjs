// `npm run bench:compare <checkout>`: this build beside another checkout's, such as the commit before, on this machine and
// in turns. What counts is the CPU that an operation costs the server and its database. Both keep
// everything on disk (SQLite), and in PostgreSQL with BENCH_POSTGRES=1. Never part of a test.
//
//   BENCH_ONLY=W4,W5   these workloads only    BENCH_SECONDS, BENCH_ROUNDS   longer or shorter (2 s, 7 rounds)
import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import {
  cpuOf,
  form,
  measure,
  median,
  ourProgram,
  ourSettings,
  signInByCode,
  start,
  startDatabase,
  visit,
} from './servers.mjs'
import { tokensOf, workloads } from './workloads.mjs'

const checkout = process.argv[2]
if (!checkout) {
  console.error('usage: npm run bench:compare <folder of another checkout, built>')
  process.exit(1)
}
const seconds = Number(process.env.BENCH_SECONDS ?? 2)
const rounds = Number(process.env.BENCH_ROUNDS ?? 7)
const only = process.env.BENCH_ONLY?.split(',')
const programs = { this: ourProgram, other: resolve(process.env.INIT_CWD ?? '.', checkout, 'apps/server/dist/main.js') }

async function open(name, port, postgres) {
  const database = postgres ? { DATABASE_URL: postgres.url, SECRET: randomBytes(48).toString('base64') } : {}
  const server = await start(name, port, [programs[name]], { ...ourSettings, ...database })
  const { location } = await signInByCode(server, 'ada@example.test')
  await visit(server, 'POST', location, { headers: `${form}Origin: ${server.origin}\r\n`, body: 'given_name=Ada' })
  return { ...server, processes: [server.child.pid, ...(postgres ? [postgres.pid] : [])] }
}

/** Microseconds of CPU an operation costs the server and its database. */
async function cost(server, work) {
  const before = cpuOf(server.processes)
  const { rate } = await measure(server, work, seconds)
  return (1e6 * (cpuOf(server.processes) - before)) / (rate * seconds)
}

async function compare(kind, servers) {
  const held = new Map()
  for (const server of servers) held.set(server, await tokensOf(server))
  const rows = []
  for (const [name, work] of Object.entries(workloads(held))) {
    if (only && !only.includes(name.slice(0, 2))) continue
    const costs = servers.map(() => [])
    // The one that begins changes from round to round, so that neither always follows the other.
    for (let round = 0; round < rounds; round++)
      for (const index of round % 2 ? [1, 0] : [0, 1]) costs[index].push(await cost(servers[index], work))
    const [mine, others] = costs.map(median)
    rows.push({
      database: kind,
      workload: name,
      'this µs': mine.toFixed(1),
      'other µs': others.toFixed(1),
      'this / other': (mine / others).toFixed(3),
    })
    console.log(JSON.stringify(rows.at(-1)))
  }
  for (const { child } of servers) child.kill('SIGKILL')
  return rows
}

const rows = await compare('SQLite', [await open('this', 4811), await open('other', 4812)])
if (process.env.BENCH_POSTGRES) {
  const databases = [await startDatabase(), await startDatabase()]
  const servers = [await open('this', 4813, databases[0]), await open('other', 4814, databases[1])]
  rows.push(...(await compare('PostgreSQL', servers)))
  for (const database of databases) await database.stop()
}
console.table(rows)
process.exit(0)
