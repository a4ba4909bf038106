import { readBody } from '../http/bodies.ts'
import type { RequestMessage, ResponseMessage } from './messages.ts'

/**
 * Leaves the body of the request to whoever answers it in the end.
 * @throws HttpError if the body is too large, or ends early
 */
export async function requestMessage(request: Request, remoteAddress: string): Promise<RequestMessage> {
  const { method, url, headers } = request
  const body = method === 'POST' ? base64(await readBody(request.clone())) : null
  return { method, url, headers: [...headers], body, remoteAddress }
}

export const requestOf = ({ method, url, headers, body }: RequestMessage): Request =>
  new Request(url, { method, headers, body: body && Buffer.from(body, 'base64') })

export async function responseMessage(response: Response): Promise<ResponseMessage> {
  const { status, headers } = response
  return { status, headers: [...headers], body: base64(new Uint8Array(await response.arrayBuffer())) }
}

/** A response without a body must not have an empty one (Fetch, section 2.2.3). */
export const responseOf = ({ status, headers, body }: ResponseMessage): Response =>
  new Response(body === '' ? null : Buffer.from(body, 'base64'), { status, headers })

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
