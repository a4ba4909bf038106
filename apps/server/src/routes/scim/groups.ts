import {
  createGroup,
  deleteGroup,
  findGroup,
  listGroups,
  patchGroup,
  replaceGroup,
} from '../../flows/directory/groups.ts'
import { groupResource } from '../../oidc/scim/attributes.ts'
import { parseGroup } from '../../oidc/scim/bodies.ts'
import { etagOf, groupDocument, listDocument } from '../../oidc/scim/documents.ts'
import { isIndexed } from '../../oidc/scim/filter.ts'
import { patchGroup as patchAttributes } from '../../oidc/scim/patch.ts'
import { parsePatch } from '../../oidc/scim/patch-operations.ts'
import { includes, type Projection } from '../../oidc/scim/projection.ts'
import type { DirectoryGroup } from '../../oidc/scim/resources.ts'
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

export const listGroupResources: ScimOperation = (call) => answerList(call, listRequestOf(groupResource, call.query))

export const searchGroupResources: ScimOperation = async (call) =>
  answerList(call, searchRequestOf(groupResource, await scimBody(call.request)))

async function answerList({ deps, directory, address }: ScimCall, request: ListRequest): Promise<ScimAnswer> {
  const { projection, ...query } = request
  const include = { members: includes(projection, 'members') }
  if (query.filter ? !isIndexed(query.filter, 'groups') : include.members) await limitSearches(deps, directory)
  const { groups, total } = await listGroups(deps, directory, { ...query, with: include })
  const resources = groups.map((group) => groupDocument(group, address, projection))
  return { status: 200, body: listDocument(resources, total, query.startIndex) }
}

export const readGroupResource: ScimOperation = async (call) => {
  const projection = projectionOf(groupResource, call.query)
  const group = await findGroup(call.deps, call.directory, call.id, { members: includes(projection, 'members') })
  if (hasVersion(call.request, group.version)) return { status: 304, headers: { ETag: etagOf(group.version) } }
  return answer(call, group, projection)
}

export const createGroupResource: ScimOperation = async (call) => {
  const projection = projectionOf(groupResource, call.query)
  const { attributes, members } = parseGroup(await scimBody(call.request))
  return answer(call, await createGroup(call.deps, call.directory, attributes, members), projection, 201)
}

export const replaceGroupResource: ScimOperation = async (call) => {
  const { deps, directory, id, request } = call
  const projection = projectionOf(groupResource, call.query)
  const group = parseGroup(await scimBody(request))
  const include = { members: includes(projection, 'members') }
  return answer(
    call,
    await replaceGroup(deps, directory, id, group, { ifMatch: ifMatchOf(request), include }),
    projection,
  )
}

/** Answered without the group, unless the client names what it wants of it: a group may have 50,000 members. */
export const patchGroupResource: ScimOperation = async (call) => {
  const { deps, directory, id, request, query } = call
  const projection = projectionOf(groupResource, query)
  const operations = parsePatch(await scimBody(request))
  const isWanted = query.get('attributes') !== undefined
  const include = { members: isWanted && includes(projection, 'members') }
  const change = (current: DirectoryGroup['attributes']) => patchAttributes(id, current, operations)
  const group = await patchGroup(deps, directory, id, change, { ifMatch: ifMatchOf(request), include })
  return isWanted ? answer(call, group, projection) : { status: 204, headers: { ETag: etagOf(group.version) } }
}

export const deleteGroupResource: ScimOperation = async ({ deps, directory, id, request }) => {
  await deleteGroup(deps, directory, id, ifMatchOf(request))
  return { status: 204 }
}

const answer = ({ address }: ScimCall, group: DirectoryGroup, projection: Projection, status = 200): ScimAnswer => ({
  status,
  body: groupDocument(group, address, projection),
  headers: { ETag: etagOf(group.version), ...(status === 201 ? { Location: `${address}/Groups/${group.id}` } : {}) },
})
