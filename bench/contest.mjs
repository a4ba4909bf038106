// Opens the servers that are compared: started, with a database of their own, and with sixteen people signed in.
import { checkAlike } from './fairness.mjs'
import { bareHttp } from './peers/bare-http.mjs'
import { betterAuth } from './peers/better-auth.mjs'
import { keycloak } from './peers/keycloak.mjs'
import { oidcProvider, oidcProviderOnSqlite } from './peers/oidc-provider.mjs'
import { vestibule, vestibuleOnPostgres } from './peers/vestibule.mjs'
import { allCores, ask, inFlight, kill, measure, placeServer, startDatabase } from './servers.mjs'
import { flow, refresh } from './workloads.mjs'

const peers = [vestibule, vestibuleOnPostgres, oidcProvider, oidcProviderOnSqlite, betterAuth, keycloak]

const describe = (peer, started, database) => ({
  ...started,
  ...{ peer, database, id: peer.id, ours: peer.ours, paths: peer.paths, extra: peer.extra },
  processes: [started.child.pid, ...(database ? [database.pid] : [])],
})

/** A server of a peer, with somebody signed in on each connection. `cores`: which it and its database may use. */
export async function openServer(peer, port, { cores, profile } = {}) {
  const database = peer.postgres ? await startDatabase(cores) : null
  const server = {
    ...describe(peer, await peer.start(port, { database, cores, profile }), database),
    browsers: Array.from({ length: inFlight }, () => ({ cookies: '' })),
  }
  try {
    await peer.signIn(server)
    await checkAlike(server)
    if (peer.warmUpSeconds) await warmUp(server, peer.warmUpSeconds)
    return server
  } catch (error) {
    await end(server)
    await database?.stop()
    throw error
  }
}

/** Code flows and refreshes on all cores, which a compiler uses beside the server. */
async function warmUp(server, seconds) {
  placeServer(server, allCores)
  const work = async (_, lane) => {
    const tokens = await flow(server, lane)
    return tokens !== null && (await refresh(server, tokens, lane)) !== null
  }
  await measure(server, work, seconds, { shared: true })
  placeServer(server)
}

/** The same with several processes on the same database: people sign in at one process, before. */
export async function openWorkers(peer, port, { cores, workers }) {
  const { browsers, folder, database, ...single } = await openServer(peer, port, { cores })
  await end(single)
  const started = await peer.start(port, { folder, database, cores, workers })
  const server = { ...describe(peer, started, database), browsers }
  // All have to listen before the load connects, and one connection comes after the other: each gets as many.
  const complete = async () => (await fetch(`http://127.0.0.1:${port}/health/ready`)).status === 200
  while (!(await complete())) await new Promise((resolve) => setTimeout(resolve, 50))
  for (const lane of server.connections.keys()) await ask(server, 'GET', '/jwks', { lane })
  return server
}

/** Ends a server. `signal`: SIGTERM if it has something to write at its end. */
export async function end({ child }, signal) {
  const exit = new Promise((resolve) => child.once('exit', resolve))
  kill(child.pid, signal)
  await exit
}

/** The servers of a run. `chosen`: how their names begin, besides ours. A peer that can't take part says why. */
export async function openServers(chosen, { profile }) {
  const servers = []
  const failed = {}
  for (const [index, peer] of peers.entries()) {
    if (chosen && !peer.ours && !chosen.some((start) => peer.id.startsWith(start))) continue
    const given = { profile: peer === vestibule ? profile : undefined }
    try {
      const reason = peer.missing?.()
      if (reason) failed[peer.id] = reason
      else servers.push(await openServer(peer, 4801 + index, given))
    } catch (error) {
      if (peer.ours) throw error
      failed[peer.id] = error.message
    }
    if (failed[peer.id]) console.log(`${peer.name} is not measured: ${failed[peer.id]}`)
  }
  return { servers, failed }
}

/** The floor beside them, for what it can do. */
export async function openFloor(sameAs) {
  return { ...(await bareHttp.start(4800, { sameAs })), id: bareHttp.id, peer: bareHttp }
}
