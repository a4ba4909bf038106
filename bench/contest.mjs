// Opens the servers that are compared: started, with a database of their own, and with sixteen people signed in.
import { checkAlike } from './fairness.mjs'
import { bareHttp } from './peers/bare-http.mjs'
import { betterAuth } from './peers/better-auth.mjs'
import { keycloak } from './peers/keycloak.mjs'
import { oidcProvider, oidcProviderOnSqlite } from './peers/oidc-provider.mjs'
import { vestibule, vestibuleOnPostgres } from './peers/vestibule.mjs'
import { inFlight, kill, startDatabase } from './servers.mjs'

const peers = [vestibule, vestibuleOnPostgres, oidcProvider, oidcProviderOnSqlite, betterAuth, keycloak]

/** A server of a peer, with somebody signed in on each connection. */
export async function openServer(peer, port, given = {}) {
  const database = peer.postgres ? await startDatabase(given.cores) : null
  const started = await peer.start(port, { database, ...given })
  const server = {
    ...started,
    ...{ peer, database, id: peer.id, ours: peer.ours, paths: peer.paths, extra: peer.extra },
    warmUpSeconds: peer.warmUpSeconds,
    processes: [started.child.pid, ...(database ? [database.pid] : [])],
    browsers: Array.from({ length: inFlight }, () => ({ cookies: '' })),
  }
  await peer.signIn(server)
  await checkAlike(server)
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
    try {
      const reason = peer.missing?.()
      if (reason) throw new Error(reason)
      servers.push(await openServer(peer, 4801 + index, { profile: peer === vestibule ? profile : undefined }))
    } catch (error) {
      if (peer === vestibule) throw error
      failed[peer.id] = error.message
      console.log(`${peer.name} is not measured: ${error.message}`)
    }
  }
  return { servers, failed }
}

/** The floor beside them, for what it can do. */
export async function openFloor(sameAs) {
  return { ...(await bareHttp.start(4800, { sameAs })), id: bareHttp.id, peer: bareHttp }
}
