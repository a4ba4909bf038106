// From the start of a process to its first 200, on a database that is migrated already, and what it holds when idle.
import { setTimeout as wait } from 'node:timers/promises'
import { end } from './contest.mjs'
import { median, proportionalMemory } from './servers.mjs'

const times = Number(process.env.BENCH_STARTS ?? 15)

/** `opened`: the servers of the run, whose databases are used again when they have ended. */
export async function measureStarts(opened) {
  const results = {}
  const startMs = new Map(opened.map(({ peer }) => [peer, []]))
  for (let count = 0; count < times; count++)
    for (const { peer, folder, database } of opened) {
      if (count >= (peer.starts ?? times)) continue
      const server = await peer.start(4890, { folder, database })
      startMs.get(peer).push(server.startMs)
      if (startMs.get(peer).length === (peer.starts ?? times)) {
        await wait(3000)
        results[peer.id] = { idle: proportionalMemory(server) }
      }
      await end(server)
    }
  for (const [peer, values] of startMs)
    results[peer.id] = { startMs: Math.round(median(values)), starts: values.length, ...results[peer.id] }
  return results
}
