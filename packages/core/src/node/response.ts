import type { ServerResponse } from 'node:http'
import { varyByCookie } from '../model/responses.ts'

/** Adds the headers of a response. The cookies that others have set are kept, and so is what the response varies by. */
export function addHeaders(outgoing: ServerResponse, headers: Headers): void {
  for (const [name, value] of headers) {
    if (name === 'set-cookie') outgoing.appendHeader(name, value)
    else if (name === 'vary') outgoing.setHeader(name, varyByCookie(outgoing.getHeader(name)?.toString()))
    else outgoing.setHeader(name, value)
  }
}

/** Sends a response. */
export async function send(outgoing: ServerResponse, response: Response): Promise<void> {
  const body = new Uint8Array(await response.arrayBuffer())
  outgoing.statusCode = response.status
  addHeaders(outgoing, response.headers)
  outgoing.end(body)
}

/** Refuses a request that the SDK cannot read. */
export function refuse(outgoing: ServerResponse, status: 400 | 413): void {
  // What is left of the request is not read.
  outgoing.writeHead(status, { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store', Connection: 'close' })
  outgoing.end(status === 413 ? 'the body is too large' : 'bad request')
}
