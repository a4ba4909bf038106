import { registeredPrefix } from '../../../oidc/dynamic-clients/registration.ts'
import { plainName } from '../../../oidc/dynamic-clients/third-party-clients.ts'
import { findRegisteredMetadata } from '../../../store/prisma/clients/registered-clients.ts'
import type { Deps } from '../deps.ts'

/**
 * What clients are called, by their ids, for pages that speak of them: those that may do nothing have a name too. A
 * client that registered itself is called as it calls itself. Removed clients, and those with a metadata document, are
 * not among them.
 */
export async function findClientNames(
  { db, clients }: Pick<Deps, 'db' | 'clients'>,
  ids: Iterable<string>,
): Promise<ReadonlyMap<string, string>> {
  const named = [...new Set(ids)].map((id) => [id, clients.findEvenDisabled(id)?.name ?? ''] as const)
  const registered = named.filter(([id, name]) => !name && id.startsWith(registeredPrefix)).map(([id]) => id)
  const found = (await findRegisteredMetadata(db, registered)).map(
    ({ id, metadata }) =>
      [id, plainName((JSON.parse(metadata) as { client_name?: string }).client_name ?? '')] as const,
  )
  return new Map([...named, ...found].filter(([, name]) => name))
}
