import { openDirectory } from '../../src/flows/directory/directories.ts'
import { createDirectoryToken } from '../../src/flows/directory/tokens.ts'
import { system } from '../../src/flows/platform/audit.ts'
import { groupResource, userResource } from '../../src/oidc/scim/attributes.ts'
import type { TestWorld } from './world.ts'

// A company's directory as its client sees it: an address and a token.

export const schemas = {
  user: userResource.schema.id,
  enterprise: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
  group: groupResource.schema.id,
  patch: 'urn:ietf:params:scim:api:messages:2.0:PatchOp',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  error: 'urn:ietf:params:scim:api:messages:2.0:Error',
} as const

export interface ScimAnswer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: a JSON answer, looked at by tests
  body: any
  headers: Headers
}

export interface ScimClient {
  organizationId: string
  directoryId: string
  address: string
  token: string
  /** A request as its client makes it. A body that is a text is sent as it is. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<ScimAnswer>
  /** A user that is created, and its id. */
  user(userName: string, more?: Record<string, unknown>): Promise<string>
  group(displayName: string, members?: string[]): Promise<string>
  patch(path: string, ...operations: unknown[]): Promise<ScimAnswer>
}

/** Between two requests of a client: as many in a second as it may send. */
const pause = 20

/** Turns the directory of an organization on, and makes a token. */
export async function openScim(world: TestWorld, organizationId: string): Promise<ScimClient> {
  const directory = await openDirectory(world.deps, system, organizationId)
  const { token } = await createDirectoryToken(world.deps, system, organizationId)
  const address = `${world.issuer}/scim/v2/${organizationId}`
  const client: ScimClient = {
    ...{ organizationId, directoryId: directory.id, address, token },
    async call(method, path, body, headers = {}) {
      world.pass(pause)
      return send(method, `${address}${path}`, body, { Authorization: `Bearer ${token}`, ...headers })
    },
    async user(userName, more = {}) {
      const body = { schemas: [schemas.user], userName, active: true, ...more }
      const made = await client.call('POST', '/Users', body)
      if (made.status !== 201) throw new Error(JSON.stringify(made.body))
      return made.body.id
    },
    async group(displayName, members = []) {
      const body = { schemas: [schemas.group], displayName, members: members.map((value) => ({ value })) }
      const made = await client.call('POST', '/Groups', body)
      if (made.status !== 201) throw new Error(JSON.stringify(made.body))
      return made.body.id
    },
    patch: (path, ...Operations) => client.call('PATCH', path, { schemas: [schemas.patch], Operations }),
  }
  return client
}

/** A request, with what its answer holds. */
export async function send(
  method: string,
  url: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<ScimAnswer> {
  const answer = await fetch(url, {
    method,
    headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/scim+json' }), ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? null : JSON.parse(text), headers: answer.headers }
}

/** Some organization that somebody has made. */
export async function someOrganization(world: TestWorld): Promise<string> {
  const { person } = await world.signIn()
  return (await world.deps.db.prisma.organization.findFirstOrThrow({ where: { name: person.organization } })).id
}
