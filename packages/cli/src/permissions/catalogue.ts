import { existsSync, readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { jsonObject } from '../add/http.ts'
import { isLoopback } from '../add/loopback.ts'
import { CommandError } from '../command.ts'

/** The permissions of an application: their names, and the sign-in that one asks for. */
export type Catalogue = ReadonlyMap<string, string | null>

/** Bytes: far more than the most permissions that a server has. */
export const sizeLimit = 2_000_000
/** Of a hundred each: the server has 300 permissions at most. */
const pageLimit = 10
const namePattern = /^[a-z][a-z0-9_-]{0,31}([.:][a-z0-9_-]{1,32}){0,3}$/
const nameLimit = 64
const acrPattern = /^[\w.:/-]{1,100}$/

/** What `PERMISSIONS_FILE` of the server names. @throws CommandError */
export function readFile(folder: string, path: string): Catalogue {
  const file = resolve(folder, path)
  if (!existsSync(file))
    throw new CommandError(`There is no ${path} in this folder: name it by --file, or the server by --issuer.`)
  if (statSync(file).size > sizeLimit) throw new CommandError(`${path} has more than ${sizeLimit} bytes.`)
  const permissions = jsonObject(readFileSync(file, 'utf8'))?.permissions
  if (typeof permissions !== 'object' || permissions === null || Array.isArray(permissions))
    throw new CommandError(`${path} has no object "permissions".`)
  // The others are scopes of APIs, which access tokens have: "https://api.example.com orders:read".
  return catalogueOf(
    path,
    Object.entries(permissions).filter(([name]) => !name.includes(' ')),
  )
}

/** Asks the management API of a server. @throws CommandError */
export async function requestCatalogue(issuer: string, token: string): Promise<Catalogue> {
  const items = await requestItems({ issuer, token }, 'permissions', 'roles:read')
  const own = items.filter((item) => item?.resource === '')
  return catalogueOf(
    issuer,
    own.map((item) => [String(item.name), item]),
  )
}

/** All items of a list of the management API, which a token with this scope may read. @throws CommandError */
export async function requestItems(
  { issuer, token }: { issuer: string; token: string },
  list: string,
  scope: string,
): Promise<Record<string, unknown>[]> {
  if (!URL.canParse(issuer) || !(issuer.startsWith('https://') || isLoopback(issuer)))
    throw new CommandError('--issuer is an https address, or one of this machine over http.', 2)
  const first = `${issuer.replace(/\/$/, '')}/api/v1/${list}`
  const items: Record<string, unknown>[] = []
  let cursor: unknown = null
  for (let page = 0; page < pageLimit; page++) {
    const query = new URLSearchParams({ limit: '100', ...(cursor === null ? {} : { cursor: String(cursor) }) })
    const { data, next_cursor: next } = await requestPage(`${first}?${query}`, token, scope)
    if (!Array.isArray(data)) throw new CommandError(`What answers at ${first} has no list of ${list}.`)
    items.push(...data)
    cursor = next ?? null
    if (cursor === null) break
  }
  if (cursor !== null) throw new CommandError(`${first} has more than ${pageLimit} pages.`)
  return items
}

async function requestPage(url: string, token: string, scope: string): Promise<Record<string, unknown>> {
  // A redirect could lead the token elsewhere.
  const headers = { Authorization: `Bearer ${token}`, Accept: 'application/json' }
  const response = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(30_000) }).catch(() => {
    throw new CommandError(`${url} does not answer.`)
  })
  if (response.status === 401 || response.status === 403)
    throw new CommandError(`${url} answers with ${response.status}: the token needs the scope ${scope}.`)
  const members = response.ok ? jsonObject(await textOf(response)) : null
  if (!members) throw new CommandError(`${url} answers with ${response.status}, and not with what was asked for.`)
  return members
}

async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > sizeLimit) throw new CommandError(`${response.url} answers with more than ${sizeLimit} bytes.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Names and values become source code: none may be anything else. */
function catalogueOf(source: string, entries: readonly [string, unknown][]): Catalogue {
  const catalogue = new Map<string, string | null>()
  for (const [name, members] of entries) {
    if (name.length > nameLimit || !namePattern.test(name))
      throw new CommandError(`${source} has ${JSON.stringify(name.slice(0, 80))}, which is no name of a permission.`)
    catalogue.set(name, acrOf(source, name, members))
  }
  if (catalogue.size === 0) throw new CommandError(`${source} has no permissions of the application.`)
  return catalogue
}

function acrOf(source: string, name: string, members: unknown): string | null {
  const acr = typeof members === 'object' && members !== null && 'min_acr' in members ? members.min_acr : null
  if (acr === null || acr === undefined) return null
  if (typeof acr === 'string' && acrPattern.test(acr)) return acr
  throw new CommandError(`${source} has a min_acr of ${name} that is no name.`)
}
