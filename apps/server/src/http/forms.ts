import { Params } from '../oidc/params.ts'
import { decodeBody, readBody } from './bodies.ts'
import { HttpError } from './http-error.ts'

/** The parameters of a form body (RFC 6749 Appendix B): UTF-8, at most 64 KiB, without a content encoding. */
export async function formParams(request: Request): Promise<Params> {
  return Params.parse(await formText(request, false))
}

/** The same, but an empty body needs no content type (POST /userinfo). */
export async function optionalFormParams(request: Request): Promise<Params> {
  return Params.parse(await formText(request, true))
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
  return decodeBody(bytes)
}

/** The value of a field. Empty if the field is missing or was sent twice: neither of two values is the right one. */
export const formField = (params: Params | undefined, name: string): string =>
  params?.repeats(name) ? '' : (params?.get(name) ?? '')
