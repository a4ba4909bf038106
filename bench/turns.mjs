// Servers take turns at one workload. The one that begins changes from round to round, so that none always follows the same.
import { allCores, busyCore, cpuOf, measure, median, placeLoad } from './servers.mjs'

/** A turn counts if whatever else runs on this machine took less than this of the server's core. */
const allowedDisturbance = 0.04
const attempts = 3

/** Rate, latencies and the microseconds of CPU that an operation costs a server with its database. */
async function turn(server, work, seconds) {
  if (server.shared) placeLoad(allCores)
  const [before, busyBefore] = [cpuOf(server.processes), busyCore()]
  try {
    const result = await measure(server, work, seconds, { shared: server.shared })
    const used = cpuOf(server.processes) - before
    const others = server.shared ? 0 : (busyCore() - busyBefore - used) / seconds
    return { ...result, others, cpu: (1e6 * used) / (result.rate * seconds) }
  } finally {
    if (server.shared) placeLoad()
  }
}

/** A turn that nothing disturbed, or the least disturbed of several. */
async function quietTurn(server, work, seconds) {
  let best = null
  for (let attempt = 0; attempt < attempts; attempt++) {
    const result = await turn(server, work, seconds)
    if (!best || result.others < best.others) best = result
    if (best.others < allowedDisturbance) break
  }
  return best
}

/** Until it gets no faster. */
async function warmUp(server, work) {
  let rate = 0
  for (let steps = 0; steps < 12; steps++) {
    const next = (await turn(server, work, 1)).rate
    if (next < 1.05 * rate) return
    rate = next
  }
}

const round = (value, digits) => Number(value.toFixed(digits))
const medians = (turns) => {
  const of = (key) => median(turns.map((result) => result[key]))
  return {
    ...{ rate: round(of('rate'), 0), cpu: round(of('cpu'), 1), p50: round(of('p50'), 2), p99: round(of('p99'), 2) },
    // Percent of the server's core that other processes had.
    others: round(100 * of('others'), 0),
  }
}

/**
 * The medians of each server, by its id. A peer with a wrong answer gets its reason instead, and nobody's figures are
 * taken with one of ours.
 */
export async function takeTurns(servers, work, { rounds, seconds }) {
  const turns = new Map(servers.map((server) => [server, []]))
  const results = {}
  const attempt = async (server, measured) => {
    if (results[server.id]) return
    try {
      await measured()
    } catch (error) {
      if (server.ours) throw error
      results[server.id] = { failed: error.message }
    }
  }
  for (const server of servers) await attempt(server, () => warmUp(server, work))
  for (let count = 0; count < rounds; count++)
    for (let i = 0; i < servers.length; i++) {
      const server = servers[(i + count) % servers.length]
      await attempt(server, async () => turns.get(server).push(await quietTurn(server, work, seconds)))
    }
  for (const server of servers) results[server.id] ??= medians(turns.get(server))
  return results
}
