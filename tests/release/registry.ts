import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { runServer } from 'verdaccio'

export interface Registry {
  url: string
  /** Allows to publish. */
  token: string
  close(): Promise<void>
}

/**
 * An npm registry on loopback for the packages of this repository. It knows no other registry: everything else comes from
 * where the machine's npm gets it, because `@vestibule` alone leads here.
 */
export async function openRegistry(folder: string): Promise<Registry> {
  const app = await runServer({
    configPath: join(folder, 'registry.yaml'),
    storage: join(folder, 'storage'),
    uplinks: {},
    packages: { '@vestibule/*': { access: '$all', publish: '$authenticated' } },
    auth: { htpasswd: { file: join(folder, 'htpasswd'), max_users: 1 } },
    web: { enable: false },
    log: { type: 'stdout', format: 'pretty', level: 'fatal' },
  } as unknown as Parameters<typeof runServer>[0])
  const server = await new Promise<Server>((resolve) => {
    const listening: Server = app.listen(0, '127.0.0.1', () => resolve(listening))
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return {
    url,
    token: await signUp(url),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** What `npm adduser` sends. */
async function signUp(url: string): Promise<string> {
  const response = await fetch(`${url}-/user/org.couchdb.user:release`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'release', password: 'a password for one rehearsal', type: 'user' }),
  })
  const { token } = (await response.json()) as { token?: string }
  if (!token) throw new Error(`the registry let nobody in: ${response.status}`)
  return token
}
