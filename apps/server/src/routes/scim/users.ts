import { createUser, deleteUser, findUser, listUsers, patchUser } from '../../flows/directory/users.ts'
import { userResource } from '../../oidc/scim/attributes.ts'
import { parseUser } from '../../oidc/scim/bodies.ts'
import { etagOf, listDocument, userDocument } from '../../oidc/scim/documents.ts'
import { isIndexed } from '../../oidc/scim/filter.ts'
import { patchUser as patchAttributes } from '../../oidc/scim/patch.ts'
import { parsePatch } from '../../oidc/scim/patch-operations.ts'
import { includes, type Projection } from '../../oidc/scim/projection.ts'
import type { DirectoryUser, UserAttributes } from '../../oidc/scim/resources.ts'
import type { ScimAnswer } from './answers.ts'
import type { ScimCall, ScimOperation } from './call.ts'
import {
  hasVersion,
  ifMatchOf,
  type ListRequest,
  limitSearches,
  listRequestOf,
  projectionOf,
  scimBody,
  searchRequestOf,
} from './requests.ts'

const manyUsers = 10_000

export const listUserResources: ScimOperation = (call) => answerList(call, listRequestOf(userResource, call.query))

export const searchUserResources: ScimOperation = async (call) =>
  answerList(call, searchRequestOf(userResource, await scimBody(call.request)))

async function answerList({ deps, directory, address }: ScimCall, request: ListRequest): Promise<ScimAnswer> {
  const { projection, ...query } = request
  const looksAtEverybody = query.filter ? !isIndexed(query.filter, 'users') : query.startIndex > manyUsers
  if (looksAtEverybody) await limitSearches(deps, directory)
  const include = { groups: includes(projection, 'groups') }
  const { users, total } = await listUsers(deps, directory, { ...query, with: include })
  const resources = users.map((user) => userDocument(user, address, projection))
  return { status: 200, body: listDocument(resources, total, query.startIndex) }
}

export const readUserResource: ScimOperation = async (call) => {
  const projection = projectionOf(userResource, call.query)
  const user = await findUser(call.deps, call.directory, call.id, { groups: includes(projection, 'groups') })
  if (hasVersion(call.request, user.version)) return { status: 304, headers: { ETag: etagOf(user.version) } }
  return answer(call, user, projection)
}

export const createUserResource: ScimOperation = async (call) => {
  const projection = projectionOf(userResource, call.query)
  const attributes = parseUser(await scimBody(call.request), true)
  return answer(call, await createUser(call.deps, call.directory, attributes), projection, 201)
}

export const replaceUserResource: ScimOperation = async (call) => {
  const body = await scimBody(call.request)
  return change(call, (current) => parseUser(body, current.active))
}

export const patchUserResource: ScimOperation = async (call) => {
  const operations = parsePatch(await scimBody(call.request))
  return change(call, (current) => patchAttributes(call.id, current, operations))
}

async function change(call: ScimCall, changed: (current: UserAttributes) => UserAttributes): Promise<ScimAnswer> {
  const { deps, directory, id } = call
  const projection = projectionOf(userResource, call.query)
  return answer(call, await patchUser(deps, directory, id, changed, ifMatchOf(call.request)), projection)
}

export const deleteUserResource: ScimOperation = async ({ deps, directory, id, request }) => {
  await deleteUser(deps, directory, id, ifMatchOf(request))
  return { status: 204 }
}

const answer = ({ address }: ScimCall, user: DirectoryUser, projection: Projection, status = 200): ScimAnswer => ({
  status,
  body: userDocument(user, address, projection),
  headers: { ETag: etagOf(user.version), ...(status === 201 ? { Location: `${address}/Users/${user.id}` } : {}) },
})
