import { noStore, securityHeaders } from '../../http/headers.ts'
import { errorDocument, type ScimFault } from '../../oidc/scim/faults.ts'

/** RFC 7644 section 3.1. */
export const scimType = 'application/scim+json'

/** What an operation answers. Without a body its status is 204. */
export interface ScimAnswer {
  status: number
  body?: unknown
  headers?: Record<string, string>
}

export const scimResponse = ({ status, body, headers = {} }: ScimAnswer): Response =>
  new Response(body === undefined ? null : JSON.stringify(body), {
    status,
    headers: {
      ...securityHeaders,
      ...noStore,
      ...(body === undefined ? {} : { 'Content-Type': scimType }),
      ...headers,
    },
  })

export const refusalResponse = (fault: ScimFault, headers: Record<string, string>): Response =>
  scimResponse({ status: fault.status, body: errorDocument(fault), headers })
