import { OAuthError } from '../oidc/errors.ts'
import { HttpError } from './http-error.ts'

/** Bytes. */
export const maxBody = 64 * 1024

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The text of a JSON body, at most 64 KiB unless another limit is given. */
export async function jsonBody(request: Request, limit = maxBody): Promise<string> {
  if (request.headers.has('content-encoding')) throw new HttpError(415, 'an encoded body is not accepted')
  const type = (request.headers.get('content-type') ?? '').toLowerCase().split(';')[0]?.trim()
  if (type !== 'application/json') throw new HttpError(415, 'the body must be application/json')
  return decodeBody(await readBody(request, limit))
}

/** Decodes a body, which must be UTF-8. */
export function decodeBody(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw new OAuthError('invalid_request', 'the body is not UTF-8')
  }
}

/** A client that disconnects within its body is no error of the server, and reads no answer. */
export async function readBody(request: Request, limit = maxBody): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await readWholeBody(request, limit)
  } catch (error) {
    throw error instanceof HttpError ? error : new HttpError(400, 'the body ended early')
  }
}

async function readWholeBody(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = () => new HttpError(413, `the body is larger than ${limit / 1024} KiB`)
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge()
  if (request.headers.has('content-length')) {
    const bytes = new Uint8Array(await request.arrayBuffer())
    if (bytes.length > limit) throw tooLarge()
    return bytes
  }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.length
    if (size > limit) throw tooLarge()
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}
