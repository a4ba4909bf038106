import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'

/** Bytes of a request's line and headers together: a URL of 8 KiB and its cookies. */
const maxHeaderSize = 32 * 1024

/** An HTTP server around the app, with bounds on slow and large requests. */
export function httpServer(app: Hono): Server {
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false })
  return createServer({ maxHeaderSize, headersTimeout: 15_000, requestTimeout: 30_000, keepAliveTimeout: 65_000, connectionsCheckingInterval: 5000 }, listener)
}

export const listen = (server: Server, port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve((server.address() as { port: number }).port))
  })

/** Stops taking connections and waits for what is in flight, at most `grace` milliseconds. */
export const drain = (server: Server, grace: number): Promise<void> =>
  new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), grace)
    server.close(() => {
      clearTimeout(force)
      resolve()
    })
    server.closeIdleConnections()
  })
