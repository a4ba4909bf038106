import { executionAsyncResource } from 'node:async_hooks'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { securityHeaders } from './http/headers.ts'

/** Characters. `/authorize` answers a longer URL with a page of its own. */
const maxUrl = 8192

const limits = {
  /** Bytes of a request line and its headers together: a URL of 8 KiB and its cookies. */
  maxHeaderSize: 32 * 1024,
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5000,
}

/** How long, in milliseconds, connections are asked to close before the server stops accepting: a request under way is answered. */
const closeNotice = 300

/** Milliseconds that a process sleeps after it has accepted a connection. The kernel makes about 0.1 of it. */
const acceptPause = 0.001

/** Sees every request before it is answered, and calls `answer`. */
export type Watch = (request: IncomingMessage, response: ServerResponse, answer: () => void) => void

/** An HTTP server for an app, with limits on slow and large requests. */
export class HttpServer {
  readonly #server: Server
  /** One of the objects that Node makes for each `nextTick` (see the constructor). */
  readonly #tickObjects: object[] = []
  #draining = false

  constructor(app: Pick<Hono, 'fetch'>, watch: Watch | null = null) {
    // If none of them is alive during a full garbage collection, V8 forgets their hidden class and builds all later ones in
    // its runtime: a request takes 2 to 3 microseconds longer from then on.
    process.nextTick(() => this.#tickObjects.push(executionAsyncResource()))
    // It has lighter Request and Response objects than the global ones: three times as many answers.
    const listener = getRequestListener(app.fetch)
    this.#server = createServer(limits, (request, response) => {
      const url = request.url ?? ''
      if (url.length > maxUrl && !url.includes('/authorize?')) return refuse(response, 414)
      if (namesTwoHosts(request.rawHeaders)) return refuse(response, 400)
      // While the server drains, no connection is kept for another request.
      if (this.#draining) response.setHeader('Connection', 'close')
      if (watch) watch(request, response, () => listener(request, response))
      else listener(request, response)
    })
    this.#server.on('clientError', answerClientError)
  }

  /**
   * With other processes that accept from the same queue: lets one of them take the next connection. Otherwise the process
   * that wakes first takes all that arrive at once, and a proxy keeps them (docs/decisions/0020).
   */
  shareConnections(): void {
    const nothing = new Int32Array(new SharedArrayBuffer(4))
    this.#server.on('connection', () => Atomics.wait(nothing, 0, 0, acceptPause))
  }

  /** Resolves with the port, which the system chose if `port` is 0. */
  listen(port: number, host: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen(port, host, () => resolve((this.#server.address() as { port: number }).port))
    })
  }

  /** Stops accepting connections, and resolves when the requests in flight are answered or `timeout` ms have passed. */
  async drain(timeout: number): Promise<void> {
    this.#draining = true
    await new Promise((resolve) => setTimeout(resolve, closeNotice))
    await new Promise<void>((resolve) => {
      const force = setTimeout(() => this.#server.closeAllConnections(), timeout)
      // A busy connection becomes idle once its response is sent.
      const idle = setInterval(() => this.#server.closeIdleConnections(), 100)
      this.#server.close(() => {
        clearTimeout(force)
        clearInterval(idle)
        resolve()
      })
    })
  }

  /** Closes at once, requests in flight included. */
  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { ...securityHeaders, 'Cache-Control': 'no-store', Connection: 'close' }).end()
}

/** RFC 9112 section 3.2: such a request is refused, because a proxy before us may have read the other one. Node takes the first. */
function namesTwoHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts > 1
}

/** What is not valid HTTP is answered with the same headers, and the connection ends. */
function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const headers = Object.entries({
    ...securityHeaders,
    'Cache-Control': 'no-store',
    'Content-Length': '0',
    Connection: 'close',
  })
  socket.end(`HTTP/1.1 ${statusOf(error)}\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`)
}

function statusOf({ code }: NodeJS.ErrnoException): string {
  if (code === 'HPE_HEADER_OVERFLOW') return '431 Request Header Fields Too Large'
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return '408 Request Timeout'
  return '400 Bad Request'
}
