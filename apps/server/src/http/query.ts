import { Params } from '../oidc/params.ts'

/** The parameters of the query of a request. */
export const queryParams = (request: Request): Params => Params.parse(rawQuery(request.url))

/** The raw query of a URL, without its question mark. */
export const rawQuery = (url: string): string => {
  const cut = url.indexOf('?')
  const hash = url.indexOf('#')
  return cut < 0 ? '' : url.slice(cut + 1, hash < 0 ? undefined : hash)
}
