import { parseDocumentUrl } from '../../../oidc/dynamic-clients/document-url.ts'
import { listClientDocuments } from '../../../store/prisma/clients/clients.ts'
import type { ClientVerdict } from '../../platform/clients/client-rules.ts'
import type { Deps } from '../../platform/deps.ts'
import { type ClientManager, requireRightsOver } from '../clients/client-managers.ts'

/** A client with a metadata document, as those who manage clients see it. */
export interface ManagedDocument {
  url: string
  name: string
  firstSeenAt: Date
  fetchedAt: Date
  /** How often people have allowed it. */
  approvals: number
  verdict: ClientVerdict
}

/** A page of the clients with a metadata document that were seen here, in the order of their URLs. */
export async function listSeenDocuments(
  deps: Deps,
  manager: ClientManager,
  page: { after: string | null; limit: number },
): Promise<ManagedDocument[]> {
  requireRightsOver(manager)
  return (await listClientDocuments(deps.db, page)).map(({ body, ...seen }) => ({
    ...seen,
    name: (JSON.parse(body) as { client_name: string }).client_name,
    verdict: deps.clientRules.verdictOf({ id: seen.url, host: parseDocumentUrl(seen.url)?.host ?? null }),
  }))
}
