import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAuth, optionsFromEnvironment } from '../../core/src/index.ts'

/** An application with the SDK in the process of the test: `/me` says who is signed in. */
export function applicationWith(env: Readonly<Record<string, string>>) {
  const options = optionsFromEnvironment({ ...env, NODE_ENV: 'test' })
  const auth = createAuth({ ...options, scope: 'openid profile email organization' })
  const answer = async (request: Request): Promise<Response> => {
    if (new URL(request.url).pathname.startsWith('/auth/')) return auth.handle(request)
    return Response.json((await auth.read(request.headers.get('cookie')))?.user ?? null)
  }
  return { auth, answer }
}

/** The same over HTTP, at this port. */
export async function listenWith(answer: (request: Request) => Promise<Response>, port = 0) {
  const server = createServer(async (incoming, outgoing) => {
    const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)])
    const url = `http://localhost:${(server.address() as AddressInfo).port}${incoming.url}`
    const response = await answer(new Request(url, { method: incoming.method ?? 'GET', headers }))
    outgoing.writeHead(response.status, [...response.headers].flat()).end(await response.text())
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
