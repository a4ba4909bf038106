import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAuth } from '../../core/src/index.ts'

export interface RunningApplication {
  origin: string
  close(): Promise<void>
}

/** An application with the SDK, as it runs after `add`. */
export async function openApplication(options: { issuer: string; clientId: string }): Promise<RunningApplication> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  const auth = createAuth({
    ...options,
    secret: 'a secret of the test that is long enough',
    url: origin,
    production: false,
  })
  server.on('request', async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const headers = new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    const body = request.method === 'POST' ? Buffer.concat(chunks) : undefined
    const asked = new Request(`${origin}${request.url}`, { method: request.method ?? 'GET', headers, body })
    const answer = request.url?.startsWith('/auth/') ? await auth.handle(asked) : new Response('<title>Home</title>')
    response.statusCode = answer.status
    for (const [name, value] of answer.headers) if (name !== 'set-cookie') response.setHeader(name, value)
    response.setHeader('Set-Cookie', answer.headers.getSetCookie())
    response.end(Buffer.from(await answer.arrayBuffer()))
  })
  return {
    origin,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
