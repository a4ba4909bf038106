import { directoryLimits } from '../../flows/directory/types.ts'
import {
  listDocument,
  resourceTypeDocuments,
  schemaDocuments,
  serviceProviderConfig,
} from '../../oidc/scim/documents.ts'
import { ScimFault } from '../../oidc/scim/faults.ts'
import type { ScimAnswer } from './answers.ts'

/**
 * What the server can do, which clients may ask without a token (RFC 7644 section 4). It is the same for every
 * organization, so nobody learns by it which there are. Null for any other path.
 */
export function discovery(address: string, path: readonly string[], hasFilter: boolean): ScimAnswer | null {
  const [name, id, ...more] = path
  if (more.length > 0) return null
  if (name === 'ServiceProviderConfig' && id === undefined)
    return { status: 200, body: serviceProviderConfig(address, directoryLimits.page) }
  const documents =
    name === 'ResourceTypes' ? resourceTypeDocuments(address) : name === 'Schemas' ? schemaDocuments(address) : null
  if (!documents) return null
  if (hasFilter) throw new ScimFault(403, 'this list is not filtered')
  if (id === undefined) return { status: 200, body: listDocument(documents, documents.length, 1) }
  const found = documents.find((document) => document.id.toLowerCase() === id.toLowerCase())
  if (!found) throw new ScimFault(404, 'there is nothing here')
  return { status: 200, body: found }
}
