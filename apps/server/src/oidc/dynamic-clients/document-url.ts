/** Characters of the id of a client that is the URL of its metadata document. */
const maxDocumentUrl = 512

/** Domains that lead to no public host (RFC 6761, RFC 6762, RFC 9476), and the one of reverse lookups. */
const notPublic = ['localhost', 'local', 'internal', 'arpa', 'onion', 'alt']

const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

/** What a URL that may be the id of a client names. */
export interface DocumentUrl {
  host: string
  /** Null for the one of https. */
  port: number | null
}

/** Whether an id can only be that of a client with a metadata document. */
export const isDocumentUrl = (id: string): boolean => /^https:\/\//i.test(id)

/**
 * Reads the id of a client that is the URL of its metadata document (draft-ietf-oauth-client-id-metadata-document section
 * 3). It is read as a string, because a URL parser would take several spellings for one. Scheme, host and port have one
 * spelling (RFC 3986 section 6.2), so that whoever blocks a host blocks every client of it; paths that differ are two
 * clients. Null if it can't be such an id.
 */
export function parseDocumentUrl(id: string): DocumentUrl | null {
  if (id.length > maxDocumentUrl || !/^[\x21-\x7e]+$/.test(id) || /[\\#"<>^`{|}]/.test(id)) return null
  const parts = /^https:\/\/([^/?]+)(\/[^?]*)(?:\?.*)?$/.exec(id)
  const [, authority = '', path = ''] = parts ?? []
  if (!parts || hasDotSegment(path) || /%(?![0-9a-f]{2})/i.test(id)) return null
  const [, host = '', port] = /^([a-z0-9.-]+)(?::([1-9]\d{0,4}))?$/.exec(authority) ?? []
  if (!isPublicName(host) || port === '443' || Number(port ?? 443) > 65535 || !URL.canParse(id)) return null
  return { host, port: port === undefined ? null : Number(port) }
}

/** Where a request for a URL goes, however it is spelled. Null if it goes to no such place. */
export const parseLocation = (url: string): DocumentUrl | null =>
  URL.canParse(url) ? parseDocumentUrl(new URL(url).href) : null

const hasDotSegment = (path: string): boolean =>
  path.split('/').some((segment) => /^\.{1,2}$/.test(segment.replaceAll(/%2e/gi, '.')))

/** A name of at least two labels that is no address: the last label of a name is never a number. */
function isPublicName(host: string): boolean {
  const labels = host.split('.')
  const last = labels.at(-1) ?? ''
  return (
    host.length <= 253 &&
    labels.length > 1 &&
    labels.every((part) => label.test(part)) &&
    !/^(\d+|0x[0-9a-f]*)$/.test(last) &&
    !notPublic.includes(last)
  )
}
