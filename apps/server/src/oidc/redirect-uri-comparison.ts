import { type Client, isRedirectUri } from './clients.ts'

/** What two URIs differ in. */
export type UriDifference =
  | 'trailing-slash'
  | 'case'
  | 'escape'
  | 'scheme'
  | 'host'
  | 'port'
  | 'path'
  | 'query'
  | 'fragment'
  | 'other'

/** `number` counts the registered URIs from 1, and `position` the characters of the one that was asked for. */
export type UriComparison =
  | { kind: 'matches'; number: number }
  | { kind: 'differs'; number: number; registered: string; position: number; difference: UriDifference }
  | { kind: 'none' }

/** Why a request with this redirect URI is accepted or refused: the one that matches, or what differs from the nearest. */
export function compareRedirectUri(client: Client, requested: string): UriComparison {
  const { redirectUris } = client
  const matching = redirectUris.findIndex((uri) => isRedirectUri({ ...client, redirectUris: [uri] }, requested))
  if (matching >= 0) return { kind: 'matches', number: matching + 1 }
  const [nearest] = redirectUris
    .map((registered, index) => ({ registered, number: index + 1, likeness: likeness(registered, requested) }))
    .sort((a, b) => b.likeness - a.likeness)
  if (!nearest) return { kind: 'none' }
  const { registered, number } = nearest
  const position = commonStart(registered, requested) + 1
  return { kind: 'differs', number, registered, position, difference: differenceOf(registered, requested) }
}

function commonStart(a: string, b: string): number {
  let length = 0
  while (length < a.length && length < b.length && a[length] === b[length]) length++
  return length
}

/** How many characters are equal, from the beginning and from the end, less those that one of them has more. */
function likeness(a: string, b: string): number {
  const start = commonStart(a, b)
  const rest = Math.min(a.length, b.length) - start
  let end = 0
  while (end < rest && a.at(-1 - end) === b.at(-1 - end)) end++
  return start + end - Math.abs(a.length - b.length)
}

const withoutSlash = (text: string): string => text.replace(/\/$/, '')

function differenceOf(registered: string, requested: string): UriDifference {
  if (withoutSlash(registered) === withoutSlash(requested)) return 'trailing-slash'
  if (!URL.canParse(registered) || !URL.canParse(requested)) return 'other'
  const [a, b] = [new URL(registered), new URL(requested)]
  if (a.protocol !== b.protocol) return 'scheme'
  if (a.hostname !== b.hostname) return 'host'
  if (a.port !== b.port) return 'port'
  // A parser makes some URIs equal which are compared as strings.
  if (registered.toLowerCase() === requested.toLowerCase()) return 'case'
  if (decoded(registered) === decoded(requested)) return 'escape'
  if (withoutSlash(a.pathname) !== withoutSlash(b.pathname)) return 'path'
  if (a.pathname !== b.pathname) return 'trailing-slash'
  if (a.search !== b.search) return 'query'
  return a.hash === b.hash ? 'other' : 'fragment'
}

function decoded(uri: string): string {
  try {
    return decodeURIComponent(uri)
  } catch {
    return uri
  }
}
