import type { MiddlewareHandler } from 'hono'
import { Params } from '../oidc/params.ts'
import { decodeBody, readBody } from './bodies.ts'
import { HttpError } from './http-error.ts'

/**
 * The parameters of a form body (RFC 6749 Appendix B): UTF-8, at most 64 KiB unless another limit is given, without a
 * content encoding.
 */
export async function formParams(request: Request, limit?: number): Promise<Params> {
  return Params.parse(await formText(request, false, limit))
}

/** The same, but an empty body needs no content type (POST /userinfo). */
export async function optionalFormParams(request: Request): Promise<Params> {
  return Params.parse(await formText(request, true))
}

async function formText(request: Request, mayBeEmpty: boolean, limit?: number): Promise<string> {
  if (request.headers.has('content-encoding')) throw new HttpError(415, 'an encoded body is not accepted')
  const type = request.headers.get('content-type')
  const bytes = await readBody(request, limit)
  if (bytes.length === 0 && mayBeEmpty) return ''
  // Nearly every client writes the type so.
  if (type !== formType && !isFormType(type ?? ''))
    throw new HttpError(415, 'the body must be application/x-www-form-urlencoded in UTF-8')
  return decodeBody(bytes)
}

const formType = 'application/x-www-form-urlencoded'

function isFormType(type: string): boolean {
  const [media, ...parameters] = type
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
  const charset = parameters
    .find((parameter) => parameter.startsWith('charset='))
    ?.slice('charset='.length)
    .replaceAll('"', '')
  return media === formType && (charset === undefined || charset === 'utf-8')
}

/** The value of a field. Empty if the field is missing or was sent twice: neither of two values is the right one. */
export const formField = (params: Params | undefined, name: string): string =>
  params?.repeats(name) ? '' : (params?.get(name) ?? '')

/** What a form with a file sent. */
interface Upload {
  /** The value of a field that was sent exactly once, else an empty string. */
  field(name: string): string
  /** The bytes of the one file. Null if none was chosen. */
  file(name: string): Promise<Uint8Array | null>
}

/** The fields around a file need less than this. */
const fieldsSize = 8 * 1024

/** Reads a form with one file (RFC 7578) of at most `maxFile` bytes. */
export async function uploadOf(request: Request, maxFile: number): Promise<Upload> {
  const type = request.headers.get('content-type') ?? ''
  if (request.headers.has('content-encoding') || !/^multipart\/form-data\s*;/i.test(type))
    throw new HttpError(415, 'the body must be multipart/form-data')
  const bytes = await readBody(request, maxFile + fieldsSize)
  const form = await parseForm(bytes, type)
  const only = (name: string) => {
    const values = form.getAll(name)
    return values.length === 1 ? values[0] : undefined
  }
  return {
    field: (name) => {
      const value = only(name)
      return typeof value === 'string' ? value : ''
    },
    file: async (name) => {
      const value = only(name)
      if (value === undefined || typeof value === 'string' || value.size === 0) return null
      return new Uint8Array(await value.arrayBuffer())
    },
  }
}

async function parseForm(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<FormData> {
  try {
    return await new Response(bytes, { headers: { 'Content-Type': type } }).formData()
  } catch {
    throw new HttpError(400, 'the body is not a form')
  }
}

/**
 * Refuses a form that another site sent. A browser sends the origin of the page with every POST (RFC 6454 section 7), so
 * a request without one is not from our pages (attack EC-22).
 */
export const requireOwnOrigin =
  (origin: string): MiddlewareHandler =>
  (c, next) => {
    if (c.req.raw.headers.get('origin') !== origin) throw new HttpError(403, 'the form was not sent from this site')
    return next()
  }
