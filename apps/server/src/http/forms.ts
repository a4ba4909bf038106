import { OAuthError } from '../oidc/errors.ts'
import { Params } from '../oidc/params.ts'

/** Bytes. */
export const maxBody = 64 * 1024

/** A request that is refused by HTTP alone, such as 413 or 415. */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  constructor(
    readonly status: 400 | 403 | 404 | 405 | 413 | 414 | 415,
    readonly description: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(description)
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The parameters of a form body (RFC 6749 Appendix B): UTF-8, at most 64 KiB, without a content encoding. */
export async function formParams(request: Request): Promise<Params> {
  return Params.parse(await formText(request, false))
}

/** The same, but an empty body needs no content type (POST /userinfo). */
export async function optionalFormParams(request: Request): Promise<Params> {
  return Params.parse(await formText(request, true))
}

/** The text of a JSON body, at most 64 KiB. */
export async function jsonBody(request: Request): Promise<string> {
  if (request.headers.has('content-encoding')) throw new HttpError(415, 'an encoded body is not accepted')
  const type = (request.headers.get('content-type') ?? '').toLowerCase().split(';')[0]?.trim()
  if (type !== 'application/json') throw new HttpError(415, 'the body must be application/json')
  try {
    return utf8.decode(await readBody(request))
  } catch (error) {
    throw error instanceof HttpError ? error : new OAuthError('invalid_request', 'the body is not UTF-8')
  }
}

async function formText(request: Request, mayBeEmpty: boolean): Promise<string> {
  if (request.headers.has('content-encoding')) throw new HttpError(415, 'an encoded body is not accepted')
  const type = request.headers.get('content-type')
  const bytes = await readBody(request)
  if (bytes.length === 0 && mayBeEmpty) return ''
  const [media, ...parameters] = (type ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
  const charset = parameters
    .find((parameter) => parameter.startsWith('charset='))
    ?.slice('charset='.length)
    .replaceAll('"', '')
  if (media !== 'application/x-www-form-urlencoded' || (charset !== undefined && charset !== 'utf-8')) {
    throw new HttpError(415, 'the body must be application/x-www-form-urlencoded in UTF-8')
  }
  try {
    return utf8.decode(bytes)
  } catch {
    throw new OAuthError('invalid_request', 'the body is not UTF-8')
  }
}

/** A client that disconnects within its body is no error of the server, and reads no answer. */
async function readBody(request: Request): Promise<Uint8Array> {
  try {
    return await readWholeBody(request)
  } catch (error) {
    throw error instanceof HttpError ? error : new HttpError(400, 'the body ended early')
  }
}

async function readWholeBody(request: Request): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBody)
    throw new HttpError(413, 'the body is larger than 64 KiB')
  if (request.headers.has('content-length')) {
    const bytes = new Uint8Array(await request.arrayBuffer())
    if (bytes.length > maxBody) throw new HttpError(413, 'the body is larger than 64 KiB')
    return bytes
  }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.length
    if (size > maxBody) throw new HttpError(413, 'the body is larger than 64 KiB')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The parameters of the query of a request. */
export const queryParams = (request: Request): Params => Params.parse(rawQuery(request.url))

/** The raw query of a URL, without its question mark. */
export const rawQuery = (url: string): string => {
  const cut = url.indexOf('?')
  const hash = url.indexOf('#')
  return cut < 0 ? '' : url.slice(cut + 1, hash < 0 ? undefined : hash)
}

/** What a person typed into a field: empty where it is missing, and where it was sent twice, so that nobody picks one. */
export const formField = (params: Params | undefined, name: string): string =>
  params?.repeats(name) ? '' : (params?.get(name) ?? '')
