import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { securityHeaders } from './http/headers.ts'

/** Bytes of a request's line and headers together: a URL of 8 KiB and its cookies. */
const maxHeaderSize = 32 * 1024
/** Characters. */
const maxUrl = 8192

/** Sees every request before it is answered, and calls `answer`. */
export type Watch = (request: IncomingMessage, response: ServerResponse, answer: () => void) => void

/** An HTTP server around the app, with bounds on slow and large requests. */
export function httpServer(app: Hono, watch: Watch | null = null): Server {
  // With its own lighter Request and Response in place of the global ones: three times as many answers.
  const listener = getRequestListener(app.fetch)
  const bounds = {
    maxHeaderSize,
    headersTimeout: 15_000,
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: 5000,
  }
  const server = createServer(bounds, (request, response) => {
    const url = request.url ?? ''
    // /authorize answers a long URL with a page of its own.
    if (url.length > maxUrl && !url.includes('/authorize?')) {
      response.writeHead(414, { ...securityHeaders, 'Cache-Control': 'no-store', Connection: 'close' }).end()
      return
    }
    // While it drains, no connection is kept for another request.
    if (draining.has(server)) response.setHeader('Connection', 'close')
    if (watch) watch(request, response, () => listener(request, response))
    else listener(request, response)
  })
  // What is not even HTTP gets the same headers, and the connection ends.
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy()
    const status =
      error.code === 'HPE_HEADER_OVERFLOW'
        ? '431 Request Header Fields Too Large'
        : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
          ? '408 Request Timeout'
          : '400 Bad Request'
    const headers = Object.entries({
      ...securityHeaders,
      'Cache-Control': 'no-store',
      'Content-Length': '0',
      Connection: 'close',
    })
    socket.end(`HTTP/1.1 ${status}\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`)
  })
  return server
}

export const listen = (server: Server, port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve((server.address() as { port: number }).port))
  })

/** Milliseconds in which connections are told to close before they are closed: a request on its way is still answered. */
const notice = 300

/** Stops taking connections and waits for what is in flight, at most `grace` milliseconds. */
export async function drain(server: Server, grace: number): Promise<void> {
  draining.add(server)
  await new Promise((resolve) => setTimeout(resolve, notice))
  await new Promise<void>((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), grace)
    // A connection that was busy becomes idle when its answer is out.
    const idle = setInterval(() => server.closeIdleConnections(), 100)
    server.close(() => {
      clearTimeout(force)
      clearInterval(idle)
      resolve()
    })
  })
}

const draining = new WeakSet<Server>()
