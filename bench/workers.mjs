// One process and two (WORKERS=2). On SQLite the one has a core for itself, and the two share both cores with the load. On
// PostgreSQL, where the database and the load need those cores too, each process gets a quarter of one.
import { setTimeout as wait } from 'node:timers/promises'
import { end, openServer, openWorkers } from './contest.mjs'
import { vestibule, vestibuleOnPostgres } from './peers/vestibule.mjs'
import { allCores, treeOf } from './servers.mjs'
import { throttle } from './throttle.mjs'
import { takeTurns } from './turns.mjs'
import { tokensOf, workloads } from './workloads.mjs'

const both = { cores: allCores }
const measured = ['W3', 'W4', 'W5', 'W6', 'W7']

async function compare(servers, given) {
  const held = new Map()
  const results = {}
  for (const [name, work] of Object.entries(workloads(held))) {
    if (!measured.includes(name.slice(0, 2))) continue
    for (const server of servers) held.set(server, await tokensOf(server))
    results[name] = await takeTurns(servers, work, given)
    console.log(name, JSON.stringify(results[name]))
  }
  return results
}

/** Two servers that share nothing but the cores, each with half of the load: what a second process can add at most. */
async function openApart() {
  const servers = [await openServer(vestibule, 4845, both), await openServer(vestibule, 4846, both)]
  const halves = (key) => servers.flatMap((server, at) => server[key].filter((_, lane) => lane % 2 === at))
  const [first] = servers
  return {
    servers,
    contestant: {
      ...{ ...first, id: 'apart', shared: true },
      connections: halves('connections'),
      browsers: halves('browsers'),
      processes: servers.flatMap(({ processes }) => processes),
    },
  }
}

async function onSqlite(given) {
  const single = { ...(await openServer(vestibule, 4841)), id: 'single' }
  const double = { ...(await openWorkers(vestibule, 4842, { ...both, workers: 2 })), id: 'double', shared: true }
  const apart = await openApart()
  const results = await compare([single, double, apart.contestant], given)
  for (const server of [single, double, ...apart.servers]) await end(server)
  return results
}

/** Its workers: what the parent started, or the process itself. */
const workersOf = ({ child }) => (treeOf(child.pid).length > 1 ? treeOf(child.pid).slice(1) : [child.pid])

async function onPostgres(given) {
  const open = async (id, port, workers) => {
    const server = await openWorkers(vestibuleOnPostgres, port, { ...both, workers })
    const throttled = workersOf(server).map((pid) => throttle(pid, 0.25))
    return { ...server, id, shared: true, throttled }
  }
  const servers = [await open('single', 4843, 1), await open('double', 4844, 2)]
  const results = await compare(servers, given)
  for (const server of servers) {
    for (const lift of server.throttled) lift()
    await end(server)
    await server.database.stop()
  }
  return results
}

export async function compareWorkers(given) {
  const results = { sqlite: await onSqlite(given) }
  await wait(1000)
  try {
    results.postgresql = await onPostgres(given)
  } catch (error) {
    console.log(`PostgreSQL with throttled processes is not measured: ${error.message}`)
  }
  return results
}
