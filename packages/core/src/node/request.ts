import type { IncomingMessage } from 'node:http'

/** Bytes: far more than a form of the SDK's routes has. */
const bodyLimit = 64 * 1024

/** The `Host` header: a name or an address, and a port. Anything else could become a part of the path. */
const hostSyntax = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i

/** Express shortens `url` below a mount, and has all of it in `originalUrl`. */
export type Incoming = IncomingMessage & { originalUrl?: string }

/**
 * The Web request of a request without its body. Null if none can be made: the address of a proxy request, for example, would be
 * taken for that of the application.
 */
export function requestOf(incoming: Incoming, body?: Uint8Array<ArrayBuffer>): Request | null {
  const { method = 'GET', headers: given, socket } = incoming
  const path = incoming.originalUrl ?? incoming.url ?? '/'
  const host = given.host ?? 'localhost'
  if (!path.startsWith('/') || !hostSyntax.test(host)) return null
  const headers = new Headers()
  for (const [name, value] of Object.entries(given))
    if (value !== undefined && !name.startsWith(':')) headers.set(name, [value].flat().join(', '))
  const protocol = 'encrypted' in socket && socket.encrypted ? 'https' : 'http'
  try {
    return new Request(`${protocol}://${host}${path}`, { method, headers, ...(body ? { body } : {}) })
  } catch {
    // A method that the Web forbids, such as TRACE.
    return null
  }
}

/** The body of a request, or null if it is too large. */
export async function bodyOf(incoming: IncomingMessage): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Buffer[] = []
  let size = 0
  // Not destroyed: the response that refuses the request goes out by the same connection.
  for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
    size += chunk.length
    if (size > bodyLimit) return null
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}
