import { HttpError } from '../../http/http-error.ts'
import { ScimFault } from '../../oidc/scim/faults.ts'
import type { ScimOperation } from './call.ts'
import {
  createGroupResource,
  deleteGroupResource,
  listGroupResources,
  patchGroupResource,
  readGroupResource,
  replaceGroupResource,
  searchGroupResources,
} from './groups.ts'
import {
  createUserResource,
  deleteUserResource,
  listUserResources,
  patchUserResource,
  readUserResource,
  replaceUserResource,
  searchUserResources,
} from './users.ts'

type Methods = ReadonlyMap<string, ScimOperation>

const lists: ReadonlyMap<string, Methods> = new Map([
  [
    'Users',
    new Map([
      ['GET', listUserResources],
      ['POST', createUserResource],
    ]),
  ],
  [
    'Groups',
    new Map([
      ['GET', listGroupResources],
      ['POST', createGroupResource],
    ]),
  ],
])

const searches: ReadonlyMap<string, Methods> = new Map([
  ['Users', new Map([['POST', searchUserResources]])],
  ['Groups', new Map([['POST', searchGroupResources]])],
])

const resources: ReadonlyMap<string, Methods> = new Map([
  [
    'Users',
    new Map([
      ['GET', readUserResource],
      ['PUT', replaceUserResource],
      ['PATCH', patchUserResource],
      ['DELETE', deleteUserResource],
    ]),
  ],
  [
    'Groups',
    new Map([
      ['GET', readGroupResource],
      ['PUT', replaceGroupResource],
      ['PATCH', patchGroupResource],
      ['DELETE', deleteGroupResource],
    ]),
  ],
])

/** What RFC 7644 has and we don't: ServiceProviderConfig says so. */
const notOffered = ['Me', 'Bulk', '.search']

/** The operation of a path below the directory. @throws ScimFault */
export function operationAt(path: readonly string[], method: string): { run: ScimOperation; id: string } {
  const [name = '', id, ...more] = path
  if (notOffered.includes(name)) throw new ScimFault(501, 'this is not offered')
  const methods = id === undefined ? lists.get(name) : (id === '.search' ? searches : resources).get(name)
  if (!methods || more.length > 0) throw new ScimFault(404, 'there is nothing here')
  const run = methods.get(method)
  if (!run) throw notAllowed([...methods.keys()])
  return { run, id: id ?? '' }
}

/** 405 with the methods of the path (RFC 9110 section 15.5.6). */
export const notAllowed = (methods: readonly string[]): HttpError =>
  new HttpError(405, 'this method is not allowed here', { Allow: methods.join(', ') })
